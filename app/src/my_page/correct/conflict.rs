//! The memory was changed meanwhile: what the person wrote beside what is stored now.

use super::draft::Draft;
use crate::error::field_key;
use crate::i18n::use_locale;
use contract::{EditableMemory, MemoryDetail};
use leptos::prelude::*;
use leptos::serde_json::{Value, to_value};

/// The fields that differ, and the choice between the two.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn Conflict(
    /// What the person wrote.
    mine: EditableMemory,
    /// What is stored now.
    theirs: MemoryDetail,
    /// Sends mine again, on top of theirs.
    keep_mine: Callback<()>,
    /// Goes on with theirs.
    take_theirs: Callback<()>,
) -> impl IntoView {
    let locale = use_locale();
    let rows: Vec<_> = differences(&mine, &theirs.memory)
        .into_iter()
        .map(|(field, mine, theirs)| {
            let label = field_key(&field).map_or(field, |key| locale.t(key).to_owned());
            view! {
                <tr role="row">
                    <th role="rowheader" scope="row">{label}</th>
                    <td role="cell" data-label=locale.t("conflict.mine")><bdi>{mine}</bdi></td>
                    <td role="cell" data-label=locale.t("conflict.theirs")><bdi>{theirs}</bdi></td>
                </tr>
            }
        })
        .collect();
    view! {
        <section class="notice conflict" role="alert">
            <h3 tabindex="-1">{locale.t("conflict.title")}</h3>
            <p>{locale.t("conflict.text")}</p>
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

/// Field, mine, theirs; as they read in JSON, with texts as they are.
fn differences(mine: &EditableMemory, theirs: &EditableMemory) -> Vec<(String, String, String)> {
    let (Ok(Value::Object(mine)), Ok(Value::Object(theirs))) = (to_value(mine), to_value(theirs)) else {
        return Vec::new();
    };
    let differs = |(field, value): (String, Value)| {
        let other = theirs.get(&field)?;
        (other != &value).then(|| (field, readable(&value), readable(other)))
    };
    mine.into_iter().filter_map(differs).collect()
}

fn readable(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The choice if the stored one says the same: nothing to choose.
pub fn is_settled(mine: &EditableMemory, theirs: &EditableMemory) -> bool {
    Draft::of(mine) == Draft::of(theirs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let json =
            r#"{"statement":"likes tea","sensitivity":"normal","confidence":1,"valid_from":"2026-01-01T00:00:00Z"}"#;
        let mine = EditableMemory::from_json(json).expect("reads");
        let theirs = EditableMemory { statement: "likes <coffee>".into(), keywords: vec!["x".into()], ..mine.clone() };
        let fields = differences(&mine, &theirs);
        assert_eq!(
            fields,
            [
                ("keywords".into(), "[]".into(), "[\"x\"]".into()),
                ("statement".into(), "likes tea".into(), "likes <coffee>".into()),
            ]
        );
        assert!(is_settled(&mine, &mine) && !is_settled(&mine, &theirs));
    }
}
