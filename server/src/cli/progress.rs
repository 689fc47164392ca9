//! Progress bars with an ETA, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over the bytes of a file.
pub fn bytes(total: u64, doing: &'static str) -> ProgressBar {
    bar(total, doing, "{msg:10} {wide_bar} {bytes}/{total_bytes}, {eta} left")
}

/// A bar over a number of things.
pub fn items(total: u64, doing: &'static str) -> ProgressBar {
    bar(total, doing, "{msg:10} {wide_bar} {pos}/{len}, {eta} left")
}

fn bar(total: u64, doing: &'static str, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style).with_message(doing)
}
