//! The search index: how far it is with the memories that are in force.

use super::NothingYet;
use crate::i18n::use_locale;
use crate::my_page::words::index_words;
use crate::ui::{Chart, Share, Shares, grouped, shares_height};
use contract::overview::{IndexHealth, IndexStateCount};
use leptos::prelude::*;

/// How many memories are in which state.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn ByState(
    /// The index.
    index: IndexHealth,
) -> impl IntoView {
    let locale = use_locale();
    let title = locale.t("overview.index");
    if index.states.is_empty() {
        return view! { <NothingYet title text=locale.t("overview.no_memories") /> }.into_any();
    }
    let all: u64 = index.states.iter().map(|one| one.memories).sum();
    let pairs = [("all", grouped(all)), ("backlog", grouped(index.backlog)), ("retried", grouped(index.retried))];
    let description =
        locale.fill_all("overview.index_text", &pairs.each_ref().map(|(name, text)| (*name, text.as_str())));
    let word = |state| locale.t(index_words(state).0).to_owned();
    let share = |memories: u64| memories as f64 / all.max(1) as f64;
    let drawn = |one: &IndexStateCount| Share {
        name: word(one.state),
        part: share(one.memories),
        figure: grouped(one.memories),
    };
    let shares: Vec<_> = index.states.iter().map(drawn).collect();
    let rows = index.states.iter().map(|one| vec![word(one.state), grouped(one.memories)]).collect();
    view! {
        <Chart
            id="index"
            title
            description
            height=shares_height(index.states.len())
            columns=["memories.state", "overview.memories"].map(|key| locale.t(key)).to_vec()
            rows
        >
            <Shares shares />
        </Chart>
    }
    .into_any()
}
