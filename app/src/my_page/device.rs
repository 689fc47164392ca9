//! What a browser's description of itself says to people.

use crate::i18n::Locale;

/// Browsers by what gives them away; those that also claim to be another come first.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Whale/", "Whale"),
    ("FxiOS", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
];
/// Systems likewise: Android claims to be Linux, iPads to be Macs.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Browser and system, for example `Firefox, Windows`; that they are unknown where they are.
pub fn device_name(locale: Locale, user_agent: Option<&str>) -> String {
    let text = user_agent.unwrap_or_default();
    let known =
        |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name);
    // Nearly all claim to be Safari; who claims nothing else is it.
    let browser =
        known(&BROWSERS).or_else(|| (text.contains("Safari/") && text.contains("Version/")).then_some("Safari"));
    match (browser, known(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => locale.t("sessions.unknown").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_browsers_are_told_apart() {
        for (text, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
                "Edge, Windows",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
                "Samsung Internet, Android",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
                "Chrome, macOS",
            ),
            ("curl/8.5.0", "Unknown device"),
            ("<script>", "Unknown device"),
        ] {
            assert_eq!(device_name(Locale::En, Some(text)), name, "{text}");
        }
        assert_eq!(device_name(Locale::En, None), "Unknown device");
    }
}
