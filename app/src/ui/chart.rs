//! Charts: drawn on the server, told by a title, a description and, below, all their numbers in a table. What colour tells,
//! a pattern tells too.

use crate::i18n::use_locale;
use leptos::prelude::*;

/// The width of every drawing, in its own units: about the pixels of a phone, so that its words stay readable there.
const WIDTH: f64 = 360.0;
/// Where bars begin, right of the words for their heights.
const LEFT: f64 = 44.0;
/// Where the highest bar ends.
const TOP: f64 = 12.0;
/// Where all bars stand.
const GROUND: f64 = 150.0;
/// The words for places below the bars: more would run into one another.
const MOST_WORDS: usize = 6;
/// The height of a row of shares.
const ROW: f64 = 36.0;
/// A longer name is cut in the drawing; the table has it whole.
const NAME_CHARS: usize = 26;

/// A chart's frame: heading, drawing and numbers.
#[component]
pub fn Chart(
    /// What the ids of its parts begin with.
    id: &'static str,
    /// What it shows.
    title: &'static str,
    /// The same in a sentence, with the figures that matter most.
    description: String,
    /// The height of the drawing.
    height: f64,
    /// The heads of the table's columns.
    columns: Vec<&'static str>,
    /// The table's rows; the first cell is what the row is about.
    rows: Vec<Vec<String>>,
    /// What the patterns mean, if there is more than one: see [`Legend`].
    #[prop(optional)]
    legend: Option<AnyView>,
    /// The shapes.
    children: Children,
) -> impl IntoView {
    let locale = use_locale();
    let [heading_id, title_id, description_id] = ["", "-title", "-description"].map(|end| format!("{id}{end}"));
    view! {
        <figure class="card chart" aria-labelledby=heading_id>
            <h2 id=heading_id.clone()>{title}</h2>
            <p class="note">{description.clone()}</p>
            <svg
                class="drawing"
                viewBox=format!("0 0 {WIDTH} {height}")
                role="img"
                aria-labelledby=title_id
                aria-describedby=description_id
            >
                <title id=title_id.clone()>{title}</title>
                <desc id=description_id.clone()>{description}</desc>
                {children()}
            </svg>
            {legend}
            <details class="numbers">
                <summary>{locale.t("chart.numbers")}</summary>
                <Numbers title columns rows />
            </details>
        </figure>
    }
}

/// A table of figures.
#[component]
pub fn Numbers(
    /// What it shows, for those who do not see what it stands under.
    title: &'static str,
    /// The heads of its columns.
    columns: Vec<&'static str>,
    /// Its rows; the first cell is what the row is about.
    rows: Vec<Vec<String>>,
) -> impl IntoView {
    let heads: Vec<_> = columns.into_iter().map(|head| view! { <th scope="col">{head}</th> }).collect();
    let rows: Vec<_> = rows
        .into_iter()
        .map(|cells| {
            let mut cells = cells.into_iter();
            let about = cells.next();
            let numbers: Vec<_> = cells.map(|cell| view! { <td>{cell}</td> }).collect();
            view! { <tr><th scope="row"><bdi>{about}</bdi></th>{numbers}</tr> }
        })
        .collect();
    view! {
        <table>
            <caption class="visually-hidden">{title}</caption>
            <thead><tr>{heads}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// What is stacked to one bar.
pub struct Bar {
    /// Its place, in as few characters as will do.
    pub place: String,
    /// Its parts, from the ground up; at most three.
    pub parts: Vec<u64>,
}

/// Bars side by side, each stacked from its parts. As high as [`BARS_HEIGHT`].
#[component]
pub fn Bars(
    /// The chart's id.
    id: &'static str,
    /// The bars.
    bars: Vec<Bar>,
) -> impl IntoView {
    let most = ceiling(bars.iter().map(|bar| bar.parts.iter().sum()).max().unwrap_or(0));
    let slot = (WIDTH - LEFT) / bars.len().max(1) as f64;
    let every = bars.len().div_ceil(MOST_WORDS).max(1);
    let lines: Vec<_> = [0, most / 2, most].map(|value| view! { <Line value most /> }).into_iter().collect();
    let bars: Vec<_> = bars
        .into_iter()
        .enumerate()
        .map(|(number, bar)| {
            let x = LEFT + slot * number as f64;
            let word = (number % every == 0).then(|| {
                view! { <text x=units(x + slot / 2.0) y=units(GROUND + 16.0) text-anchor="middle">{bar.place}</text> }
            });
            view! { {stacked(id, x, slot, &bar.parts, most)} {word} }
        })
        .collect();
    view! {
        <Hatch id />
        {lines}
        {bars}
    }
}

/// The height of a drawing of [`Bars`].
pub const BARS_HEIGHT: f64 = GROUND + 24.0;

/// The parts of one bar.
fn stacked(id: &'static str, x: f64, slot: f64, parts: &[u64], most: u64) -> Vec<AnyView> {
    let (width, mut ground) = ((slot * 0.7).min(28.0), GROUND);
    let x = x + (slot - width) / 2.0;
    let mut shapes = Vec::with_capacity(parts.len());
    for (series, value) in parts.iter().enumerate().filter(|(_, value)| **value > 0) {
        let height = (GROUND - TOP) * *value as f64 / most as f64;
        ground -= height;
        shapes.push(shape(id, series, [x, ground, width, height]).into_any());
    }
    shapes
}

/// A part of a bar in the look of its series.
fn shape(id: &'static str, series: usize, [x, y, width, height]: [f64; 4]) -> impl IntoView {
    let (class, fill) = look(id, series);
    view! { <rect class=class fill=fill x=units(x) y=units(y) width=units(width) height=units(height) /> }
}

/// The class of a series, and its pattern if it has one. Full, hatched, empty: told apart without colour.
fn look(id: &'static str, series: usize) -> (&'static str, Option<String>) {
    match series {
        0 => ("series-full", None),
        1 => ("series-hatched", Some(format!("url(#{id}-hatch)"))),
        _ => ("series-empty", None),
    }
}

#[component]
fn Hatch(id: &'static str) -> impl IntoView {
    view! {
        <defs>
            <pattern
                id=format!("{id}-hatch")
                width="5"
                height="5"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
            >
                <rect class="hatch-ground" width="5" height="5" />
                <rect class="hatch-line" width="2.5" height="5" />
            </pattern>
        </defs>
    }
}

/// A line at a height, with its number.
#[component]
fn Line(value: u64, most: u64) -> impl IntoView {
    let y = GROUND - (GROUND - TOP) * value as f64 / most as f64;
    view! {
        <line class="grid" x1=units(LEFT) x2=units(WIDTH) y1=units(y) y2=units(y) />
        <text x=units(LEFT - 6.0) y=units(y + 4.0) text-anchor="end">{grouped(value)}</text>
    }
}

/// What the series are called, each beside its look.
#[component]
pub fn Legend(
    /// The chart's id.
    id: &'static str,
    /// The names, in the order of the parts.
    names: Vec<&'static str>,
) -> impl IntoView {
    let entries: Vec<_> = names
        .into_iter()
        .enumerate()
        .map(|(series, name)| {
            view! {
                <li>
                    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">{shape(id, series, [1.0, 1.0, 14.0, 14.0])}</svg>
                    {name}
                </li>
            }
        })
        .collect();
    view! { <ul class="legend">{entries}</ul> }
}

/// A row of a drawing of [`Shares`].
pub struct Share {
    /// What it is about.
    pub name: String,
    /// How much of the whole width it takes, 0.0 to 1.0.
    pub part: f64,
    /// The figure in words.
    pub figure: String,
}

/// Rows with a bar each, for names that are too long to stand below one. As high as [`shares_height`].
#[component]
pub fn Shares(
    /// The rows.
    shares: Vec<Share>,
) -> impl IntoView {
    shares
        .into_iter()
        .enumerate()
        .map(|(number, Share { name, part: share, figure })| {
            let y = ROW * number as f64;
            let width = WIDTH * share.clamp(0.0, 1.0);
            view! {
                <text x="0" y=units(y + 13.0)>{cut(&name)}</text>
                <text class="figure" x=units(WIDTH) y=units(y + 13.0) text-anchor="end">{figure}</text>
                <rect class="track" x="0" y=units(y + 19.0) width=units(WIDTH) height="9" rx="4.5" />
                <rect class="series-full" x="0" y=units(y + 19.0) width=units(width) height="9" rx="4.5" />
            }
        })
        .collect::<Vec<_>>()
}

/// The height of a drawing of so many [`Shares`].
pub fn shares_height(rows: usize) -> f64 {
    ROW * rows as f64
}

/// A name that fits in the drawing.
fn cut(name: &str) -> String {
    if name.chars().count() <= NAME_CHARS {
        return name.to_owned();
    }
    name.chars().take(NAME_CHARS - 1).chain(['…']).collect()
}

/// The next number that is as easy to read as half of it.
fn ceiling(most: u64) -> u64 {
    let mut unit = 1;
    loop {
        if let Some(enough) = [2, 4, 10].map(|times| times * unit).into_iter().find(|value| *value >= most) {
            return enough;
        }
        unit *= 10;
    }
}

/// A length in the drawing, to a tenth.
fn units(length: f64) -> String {
    format!("{length:.1}")
}

/// A number for readers: `12,345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn heights_have_easy_halves() {
        for (most, enough) in [(0, 2), (1, 2), (3, 4), (5, 10), (10, 10), (11, 20), (41, 100), (999, 1_000)] {
            assert_eq!(ceiling(most), enough);
        }
    }

    #[test]
    fn long_names_are_cut_and_short_ones_are_not() {
        assert_eq!(cut("Notes"), "Notes");
        assert_eq!(cut(&"가".repeat(40)).chars().count(), NAME_CHARS);
    }
}
