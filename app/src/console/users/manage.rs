//! What can be done with an account: plain forms behind a fold. With script, each asks first.

use super::act::{Asked, is_harsh, label_key, makes_link};
use crate::auth::role_key;
use crate::i18n::use_locale;
use crate::server_fns::{ChangeRole, DisableUser, EnableUser, EndUserSessions};
use crate::ui::{Filled, PostForm, use_ready};
use contract::{Role, UserAction, UserId, UserRow};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The id of the fold's heading: where the focus returns to.
pub fn opener_id(user: &UserId) -> String {
    format!("manage-{user}")
}

/// The fold; nothing for accounts with which nothing can be done.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn Manage(
    /// The account.
    row: UserRow,
    /// The roles that may be given.
    roles: Vec<Role>,
    /// The id of the account's name on the page.
    described_by: String,
    /// Where what is asked for is put.
    asked: RwSignal<Option<Asked>>,
) -> impl IntoView {
    let opener = opener_id(&row.user_id);
    let forms: Vec<_> = row
        .allowed
        .iter()
        .map(|action| match action {
            UserAction::ChangeRole => view! { <RoleForm row=row.clone() roles=roles.clone() asked /> }.into_any(),
            action => view! { <ActionForm row=row.clone() action=*action asked /> }.into_any(),
        })
        .collect();
    (!forms.is_empty()).then(|| {
        view! {
            <details class="manage">
                <summary id=opener class="button quiet" aria-describedby=described_by>{use_locale().t("users.manage")}</summary>
                <div class="manage-forms">{forms}</div>
            </details>
        }
    })
}

#[component]
fn RoleForm(row: UserRow, roles: Vec<Role>, asked: RwSignal<Option<Asked>>) -> impl IntoView {
    let locale = use_locale();
    let options: Vec<_> = roles
        .into_iter()
        .map(|role| view! { <option value=role.as_str() selected=role == row.role>{locale.t(role_key(role))}</option> })
        .collect();
    let (id, seen) = (format!("role-{}", row.user_id), row.role);
    let user_id = row.user_id.to_string();
    let ask = Callback::new(move |filled: Filled| {
        if let Ok(role) = filled.text("role").parse()
            && role != row.role
        {
            asked.set(Some(Asked::about(locale, &row, UserAction::ChangeRole, role)));
        }
    });
    view! {
        <PostForm action=ChangeRole::url() send=ask>
            <input type="hidden" name="user_id" value=user_id />
            <input type="hidden" name="seen_role" value=seen.as_str() />
            <div class="field">
                <label for=id.clone()>{locale.t("demo.role")}</label>
                <select id=id name="role">{options}</select>
            </div>
            <button type="submit" class="button quiet">{locale.t("users.change_role")}</button>
        </PostForm>
    }
}

/// A button. What makes a link shows with script only.
#[component]
fn ActionForm(row: UserRow, action: UserAction, asked: RwSignal<Option<Asked>>) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let class = if is_harsh(action) { "button danger" } else { "button quiet" };
    let user_id = row.user_id.to_string();
    let ask = Callback::new(move |_| asked.set(Some(Asked::about(locale, &row, action, row.role))));
    view! {
        <PostForm action=address(action) send=ask>
            <input type="hidden" name="user_id" value=user_id />
            <button type="submit" class=class hidden=move || makes_link(action) && !ready.get()>
                {locale.t(label_key(action))}
            </button>
        </PostForm>
    }
}

/// Where the plain form goes to; those that only the script sends go nowhere.
fn address(action: UserAction) -> &'static str {
    match action {
        UserAction::ChangeRole => ChangeRole::url(),
        UserAction::EndSessions => EndUserSessions::url(),
        UserAction::Disable => DisableUser::url(),
        UserAction::Enable => EnableUser::url(),
        UserAction::ResetPassword | UserAction::RenewLink => "",
    }
}
