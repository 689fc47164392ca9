//! The accounts of the tenant: the list, invitations, and what can be done with an account.

mod act;
mod address;
mod confirm;
mod filters;
mod invite;
mod link;
mod manage;
mod table;
#[cfg(all(test, feature = "ssr"))]
mod tests;
mod words;

use super::area::ConsoleArea;
use crate::i18n::use_locale;
use crate::loaded::{Loaded, load};
use crate::server_fns::{ChangeRole, DisableUser, EnableUser, EndUserSessions, InviteUser, users};
use crate::ui::{Announcer, EmptyState, FormOutcome, Problem, Skeleton, dynamic, focus};
use act::Asked;
use confirm::ConfirmDialog;
use contract::{ListUsers, Place, UserList};
use filters::Filters;
use invite::Invite;
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_query_map;
use table::{Paging, UserTable};

/// The list as it was last loaded.
type LoadedUsers = Loaded<UserList>;

/// The page.
#[component]
pub fn UsersPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Users><Users /></ConsoleArea> }
}

#[component]
fn Users() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let request = Memo::new(move |_| address::read(&query.read()));
    let invite = ServerAction::<InviteUser>::new();
    let list = load(move || (request.get(), invite.version().get()), |(request, _)| users(request));
    let heading = NodeRef::<html::H2>::new();
    let asked = RwSignal::new(None::<Asked>);
    tell_when_turned(request, list, heading);
    view! {
        <p class="lead">{locale.t("users.lead")}</p>
        <Outcomes />
        <Invite invite list />
        <section class="memories" aria-labelledby="accounts">
            <h2 id="accounts" tabindex="-1" node_ref=heading>{locale.t("users.list")}</h2>
            <Filters request />
            <Transition fallback=|| view! { <Skeleton lines=8 /> }>
                {dynamic(move || {
                    list.get().map(|loaded| match loaded {
                        Ok(page) => view! { <Page page request=request.get_untracked() asked /> }.into_any(),
                        Err(error) => {
                            let retry = address::write(&address::from_the_start(&request.get_untracked()));
                            view! { <Problem title="users.error_title" error retry /> }.into_any()
                        }
                    })
                })}
            </Transition>
            <ConfirmDialog asked list heading />
        </section>
    }
}

/// What the plain forms of this page came to.
#[component]
fn Outcomes() -> impl IntoView {
    view! {
        <FormOutcome path=ChangeRole::url() done="users.done" />
        <FormOutcome path=DisableUser::url() done="" />
        <FormOutcome path=EnableUser::url() done="" />
        <FormOutcome path=EndUserSessions::url() done="" />
    }
}

#[component]
fn Page(page: UserList, request: ListUsers, asked: RwSignal<Option<Asked>>) -> impl IntoView {
    let locale = use_locale();
    let UserList { items, next_cursor, roles } = page;
    let shown = if items.is_empty() {
        // Whoever looks is an account, so that only filters leave nothing.
        view! {
            <EmptyState title=locale.t("users.empty_title") text=locale.t("users.empty_text")>
                <a class="button quiet" href=address::write(&ListUsers::default())>{locale.t("filters.clear")}</a>
            </EmptyState>
        }
        .into_any()
    } else {
        view! { <UserTable rows=items roles asked /> }.into_any()
    };
    view! {
        {shown}
        <Paging request next=next_cursor />
    }
}

/// Once another page of the list, or another choice of it, has arrived: says so; the focus goes to the top of a new page.
fn tell_when_turned(request: Memo<ListUsers>, list: LoadedUsers, heading: NodeRef<html::H2>) {
    let locale = use_locale();
    let announcer = Announcer::current();
    Effect::new(move |shown: Option<ListUsers>| {
        let arrived = list.with(|page| matches!(page, Some(Ok(_))));
        let now = request.get_untracked();
        match shown {
            Some(before) if arrived && before != now => {
                let is_turned = address::from_the_start(&before) == address::from_the_start(&now);
                announcer.say(locale.t(if is_turned { "users.turned" } else { "memories.filtered" }));
                if is_turned {
                    focus(heading);
                }
                now
            }
            // Not there yet: what was shown is still what is shown.
            Some(before) if !arrived => before,
            _ => now,
        }
    });
}
