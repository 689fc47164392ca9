//! The box that says: this is a demo, and these are its accounts.

use super::role_key;
use crate::i18n::use_locale;
use contract::Role;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// An account of a demo, password and all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoAccount {
    /// What it may do.
    pub role: Role,
    /// The address to sign in with.
    pub email: String,
    /// The password, as it is to be typed.
    pub password: String,
}

/// The accounts of a demo. The roles of the table are spelt out because narrow screens show it as a list.
#[component]
pub fn DemoBox(accounts: Vec<DemoAccount>) -> impl IntoView {
    let locale = use_locale();
    let rows: Vec<_> = accounts
        .into_iter()
        .map(|account| {
            view! {
                <tr role="row">
                    <th role="rowheader" scope="row">{locale.t(role_key(account.role))}</th>
                    <td role="cell"><code>{account.email}</code></td>
                    <td role="cell"><code>{account.password}</code></td>
                </tr>
            }
        })
        .collect();
    view! {
        <section class="demo-box" aria-labelledby="demo-title">
            <h2 id="demo-title">{locale.t("demo.title")}</h2>
            <p>{locale.t("demo.text")}</p>
            <table role="table">
                <caption class="visually-hidden">{locale.t("demo.caption")}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th role="columnheader" scope="col">{locale.t("demo.role")}</th>
                        <th role="columnheader" scope="col">{locale.t("auth.email")}</th>
                        <th role="columnheader" scope="col">{locale.t("auth.password")}</th>
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </section>
    }
}
