//! Reads the settings from file and environment, and says in one line what is wrong with them and where.

use super::Config;
use figment::error::Kind;
use figment::providers::{Env, Format, Serialized, Toml};
use figment::{Figment, Metadata, Provider, Source};
use std::path::{Path, PathBuf};

const PREFIX: &str = "GIEOK_";
/// Read if no other file is named, and if it is there.
const DEFAULT_FILE: &str = "gieok.toml";

/// Why the settings cannot be used: one line, with the place to mend.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file that was asked for is not there.
    #[error("there is no configuration file {}: `gieok config sample` prints one", .0.display())]
    MissingFile(PathBuf),
    /// A setting is unknown, of the wrong kind or without sense.
    #[error("{place}: {message}; `gieok config sample` documents every setting")]
    Setting {
        /// The key, and where it stands.
        place: String,
        /// What is wrong with it.
        message: String,
    },
}

/// Reads `file`, or `gieok.toml` if that is there, then the environment.
///
/// # Errors
/// [`ConfigError`].
pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
    let figment = sources(file)?;
    let config: Config = figment.extract().map_err(|error| explain(&figment, &error))?;
    config.validate().map_err(|(section, fault)| {
        let key = format!("{section}.{}", fault.key);
        let place = place(&key, figment.find_metadata(&key));
        ConfigError::Setting { place, message: fault.message }
    })?;
    Ok(config)
}

fn sources(file: Option<&Path>) -> Result<Figment, ConfigError> {
    let chosen = file.unwrap_or(Path::new(DEFAULT_FILE));
    let is_there = chosen.is_file();
    if file.is_some() && !is_there {
        return Err(ConfigError::MissingFile(chosen.to_owned()));
    }
    let mut figment = Figment::from(Serialized::defaults(Config::default()));
    if is_there {
        figment = figment.merge(Toml::file_exact(chosen));
    }
    Ok(figment.merge(environment()))
}

/// `GIEOK_SERVER_PUBLIC_URL` is `server.public_url`: no section has an underscore in its name.
fn environment() -> impl Provider {
    Env::prefixed(PREFIX).map(|key| key.as_str().replacen('_', ".", 1).into())
}

fn explain(figment: &Figment, error: &figment::Error) -> ConfigError {
    let mut path = error.path.clone();
    let message = match &error.kind {
        Kind::UnknownField(key, expected) => {
            if path.last() != Some(key) {
                path.push(key.clone());
            }
            format!("is not a setting (expected one of: {})", expected.join(", "))
        }
        kind => kind.to_string(),
    };
    let key = path.join(".");
    let metadata = error.metadata.as_ref().or_else(|| figment.find_metadata(&key));
    if key.is_empty() {
        // Not a value but the file itself: what the TOML parser says, which names line and column.
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        return ConfigError::Setting { place: source_name(metadata), message };
    }
    ConfigError::Setting { place: place(&key, metadata), message }
}

/// The key as its source writes it, and the source.
fn place(key: &str, metadata: Option<&Metadata>) -> String {
    let from_environment = metadata.is_some_and(|metadata| metadata.name.contains("environment"));
    if from_environment {
        format!("{PREFIX}{} (environment)", key.replace('.', "_").to_uppercase())
    } else {
        format!("{key} ({})", source_name(metadata))
    }
}

fn source_name(metadata: Option<&Metadata>) -> String {
    match metadata.and_then(|metadata| metadata.source.as_ref()) {
        Some(Source::File(path)) => path.display().to_string(),
        _ => metadata.map_or_else(|| "configuration".to_owned(), |metadata| metadata.name.to_string()),
    }
}

#[cfg(test)]
#[expect(clippy::result_large_err, reason = "figment's Jail fixes the closure's type")]
mod tests {
    use super::*;
    use crate::config::EndpointKind;
    use figment::Jail;

    fn refusal(file: Option<&str>, variables: &[(&str, &str)]) -> String {
        let mut line = String::new();
        Jail::expect_with(|jail| {
            jail.clear_env();
            if let Some(text) = file {
                jail.create_file(DEFAULT_FILE, text)?;
            }
            for (name, value) in variables {
                jail.set_env(name, value);
            }
            line = load(None).expect_err("a refusal").to_string();
            Ok(())
        });
        line
    }

    #[test]
    fn environment_beats_file_beats_default() {
        Jail::expect_with(|jail| {
            jail.clear_env();
            jail.create_file(DEFAULT_FILE, "[server]\nlisten = '127.0.0.1:1'\n[recall]\nkeyword = 1")?;
            jail.set_env("GIEOK_SERVER_LISTEN", "[::1]:2");
            jail.set_env("GIEOK_SERVER_PUBLIC_URL", "https://a.example");
            jail.set_env("GIEOK_SERVER_TRUSTED_PROXIES", r#"["10.0.0.0/8"]"#);
            jail.set_env("GIEOK_MODEL_DIR", "/m");
            let config = load(None).expect("valid");
            assert_eq!(config.server.listen.to_string(), "[::1]:2");
            assert!(config.server.is_tls());
            assert_eq!(config.server.trusted_proxies.len(), 1);
            assert_eq!(config.model.dir, Path::new("/m"));
            assert!((config.recall.keyword - 1.0).abs() < f64::EPSILON);
            assert!((config.recall.semantic - 0.7).abs() < f64::EPSILON);
            Ok(())
        });
    }

    #[test]
    fn unknown_keys_name_key_and_source() {
        let line = refusal(Some("[server]\nlistn = 'x'"), &[]);
        assert!(line.contains("server.listn") && line.contains("gieok.toml"), "{line}");
        let line = refusal(Some("[sever]\nlisten = 'x'"), &[]);
        assert!(line.contains("sever") && line.contains("gieok.toml"), "{line}");
        let line = refusal(None, &[("GIEOK_SERVER_LISTN", "x")]);
        assert!(line.contains("GIEOK_SERVER_LISTN (environment)"), "{line}");
        let line = refusal(None, &[("GIEOK_NONSENSE", "x")]);
        assert!(line.contains("GIEOK_NONSENSE (environment)"), "{line}");
    }

    #[test]
    fn wrong_values_name_key_and_source() {
        let line = refusal(None, &[("GIEOK_SERVER_LISTEN", "nowhere")]);
        assert!(line.contains("GIEOK_SERVER_LISTEN (environment)"), "{line}");
        let line = refusal(Some("[passwords]\nmemory_kib = 46"), &[]);
        assert!(line.contains("passwords.memory_kib") && line.contains("7168"), "{line}");
        let line = refusal(Some("[server]\npublic_url = 'https://u:p@a'"), &[]);
        assert!(line.contains("server.public_url") && line.contains("expected an origin"), "{line}");
        assert!(!line.contains("u:p"), "{line}");
        let line = refusal(Some("server ="), &[]);
        assert!(line.contains("gieok.toml") && !line.contains('\n'), "{line}");
    }

    #[test]
    fn endpoints_are_tables_in_a_file_and_may_come_from_the_environment() {
        Jail::expect_with(|jail| {
            jail.clear_env();
            let text =
                "[[extraction.endpoints]]\nname = 'a'\nkind = 'openai'\nurl = 'https://a.example/v1'\nmodel = 'm'";
            jail.create_file(DEFAULT_FILE, text)?;
            let endpoint = load(None).expect("valid").extraction.endpoints.remove(0);
            assert_eq!((endpoint.kind, endpoint.timeout_seconds, endpoint.attempts), (EndpointKind::OpenAi, 30, 3));
            let variable = r#"[{name="b", kind="http", url="http://127.0.0.1:1"}]"#;
            jail.set_env("GIEOK_EXTRACTION_ENDPOINTS", variable);
            let names: Vec<_> = load(None).expect("valid").extraction.endpoints.into_iter().map(|it| it.name).collect();
            assert_eq!(names, ["b"]);
            Ok(())
        });
    }

    #[test]
    fn endpoints_are_refused_by_place_and_key() {
        let of = |rest: &str| {
            let first = "[[extraction.endpoints]]\nname = 'a'\nkind = 'http'\nurl = 'https://a.example'\n";
            refusal(Some(&format!("{first}[[extraction.endpoints]]\n{rest}")), &[])
        };
        let line = of("name = 'a'\nkind = 'http'\nurl = 'https://b.example'");
        assert!(line.contains("extraction.endpoints (") && line.contains("name of \"a\" must be its own"), "{line}");
        let line = of("name = 'local'\nkind = 'http'\nurl = 'https://b.example'");
        assert!(line.contains("name of \"local\" must be its own"), "{line}");
        let line = of("name = 'b'\nkind = 'http'\nurl = 'https://u:hidden@b.example'");
        assert!(line.contains("extraction.endpoints.1.url (") && !line.contains("hidden"), "{line}");
        let line = of("name = 'b'\nkind = 'http'\nurl = 'https://b.example'\nkey = 'x'");
        assert!(line.contains("extraction.endpoints.1.key ("), "{line}");
        let line = of("name = 'b'\nkind = 'grpc'\nurl = 'https://b.example'");
        assert!(line.contains("extraction.endpoints.1.kind ("), "{line}");
    }

    #[test]
    fn a_file_that_was_asked_for_must_be_there() {
        let error = load(Some(Path::new("/nowhere/gieok.toml"))).expect_err("a refusal");
        assert!(error.to_string().contains("/nowhere/gieok.toml"));
    }
}
