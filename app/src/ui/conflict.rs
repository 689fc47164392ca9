//! Somebody else has changed meanwhile what the reader is changing: both beside each other, and the choice.

use super::focus;
use crate::i18n::use_locale;
use leptos::html;
use leptos::prelude::*;

/// A field that differs: what it is called, what the reader wrote, what is stored now.
pub type Difference = (&'static str, String, String);

/// The fields that differ, and the choice between the two. Takes the focus when it appears.
#[component]
pub fn Conflict(
    /// What has happened.
    #[prop(into)]
    title: String,
    /// What differs.
    differences: Vec<Difference>,
    /// Sends the reader's again, on top of what is stored.
    keep_mine: Callback<()>,
    /// Goes on with what is stored.
    take_theirs: Callback<()>,
) -> impl IntoView {
    let locale = use_locale();
    let heading = NodeRef::<html::H3>::new();
    Effect::new(move |_| {
        heading.track();
        focus(heading);
    });
    view! {
        <section class="notice conflict" role="alert">
            <h3 tabindex="-1" node_ref=heading>{title}</h3>
            <p>{locale.t("conflict.text")}</p>
            <Differences differences />
            <div class="choices">
                <button type="button" class="button quiet" on:click=move |_| take_theirs.run(())>
                    {locale.t("conflict.take_theirs")}
                </button>
                <button type="button" class="button primary" on:click=move |_| keep_mine.run(())>
                    {locale.t("conflict.keep_mine")}
                </button>
            </div>
        </section>
    }
}

#[component]
fn Differences(differences: Vec<Difference>) -> impl IntoView {
    let locale = use_locale();
    let rows: Vec<_> = differences
        .into_iter()
        .map(|(label, mine, theirs)| {
            view! {
                <tr role="row">
                    <th role="rowheader" scope="row">{label}</th>
                    <td role="cell" data-label=locale.t("conflict.mine")><bdi>{or_dash(mine)}</bdi></td>
                    <td role="cell" data-label=locale.t("conflict.theirs")><bdi>{or_dash(theirs)}</bdi></td>
                </tr>
            }
        })
        .collect();
    view! {
        <table role="table">
            <thead role="rowgroup">
                <tr role="row">
                    <th role="columnheader" scope="col">{locale.t("conflict.field")}</th>
                    <th role="columnheader" scope="col">{locale.t("conflict.mine")}</th>
                    <th role="columnheader" scope="col">{locale.t("conflict.theirs")}</th>
                </tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
}

/// What stands for a text that says nothing.
fn or_dash(text: String) -> String {
    if text.is_empty() { "–".to_owned() } else { text }
}
