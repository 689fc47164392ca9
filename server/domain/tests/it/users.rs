//! Managing accounts: who may do what to whom, links that work once, and changes that act at once.

use crate::support::{audited, refused_with};
use contract::{
    AccountState, ChangeRole, CreatePersonalKey, ErrorCode, Fault, InviteUser, ListUsers, Role, TenantId, UserAction,
    UserId, WelcomeLink,
};
use domain::desks::{DeskError, NewUser, SessionRecord, SignIn, UsersDesk};
use domain::kernel::{Actor, Clock, Principal};
use domain::testing::{World, save_of};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const PASSWORD: &str = "a long enough password";
const HOUR: Duration = Duration::from_hours(1);

/// An address of its own for each attempt, so that nobody waits.
fn somewhere() -> IpAddr {
    static NEXT: AtomicU32 = AtomicU32::new(0x0a00_0000);
    IpAddr::from(NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes())
}

/// An account of that role, `NAME@TENANT.example`.
async fn account(world: &World, tenant: &TenantId, name: &str, role: Role) -> Actor {
    let user = NewUser {
        email: format!("{name}@{tenant}.example"),
        password: PASSWORD.to_owned(),
        role,
        external_id: Some(name.to_owned()),
    };
    let user = world.admin(tenant).add_user(user).await.expect("is new");
    Actor { tenant: tenant.clone(), principal: Principal::Person { user, role } }
}

async fn staff(world: &World, name: &str, role: Role) -> Actor {
    account(world, &TenantId::default_tenant(), name, role).await
}

fn id(actor: &Actor) -> &UserId {
    let Principal::Person { user, .. } = &actor.principal else { panic!("a person") };
    user
}

async fn desk(world: &World, actor: &Actor) -> UsersDesk {
    world.desks().users(actor).await.expect("an administrator")
}

fn invitation(email: &str, role: Role) -> InviteUser {
    InviteUser { email: email.to_owned(), role, external_id: None }
}

fn token(link: &WelcomeLink) -> &str {
    link.path.strip_prefix("/welcome?token=").expect("a link of ours")
}

async fn signs_in(world: &World, email: &str, password: &str) -> bool {
    let attempt = SignIn { email: email.to_owned(), password: password.to_owned(), address: somewhere() };
    match world.desks().front().sign_in(attempt).await {
        Ok(_) => true,
        Err(DeskError::WrongCredentials) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Signs the person in somewhere; whether that still holds is asked by the hash.
async fn session(world: &World, user: &UserId, number: u8) -> [u8; 32] {
    let (now, id_hash) = (world.clock.now(), [number; 32]);
    let record = SessionRecord {
        id_hash,
        data: "{}".to_owned(),
        began_at: now,
        seen_at: now,
        device: None,
        expires_at: now.plus(HOUR),
    };
    assert!(world.desks().front().save_session(record, Some(user), true).await.expect("stores"));
    id_hash
}

async fn is_alive(world: &World, session: &[u8; 32]) -> bool {
    world.desks().front().session(session).await.expect("reads").is_some()
}

fn change(seen_role: Role, role: Role) -> ChangeRole {
    ChangeRole { role, seen_role }
}

#[tokio::test]
async fn an_invitation_becomes_an_account_by_a_link_that_works_once() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let request =
        InviteUser { email: " Jiho@Example.com ".into(), role: Role::Reviewer, external_id: Some("jiho-7".into()) };
    let link = admin.invite(&request).await.expect("invites");
    assert_eq!(link.expires_at, world.clock.now().plus(7 * 24 * HOUR));
    let row = admin.list(&ListUsers::default()).await.expect("reads").items.remove(0);
    assert_eq!((row.user_id, row.email.as_deref()), (link.user_id.clone(), Some("jiho@example.com")));
    assert_eq!((row.state, row.role, row.external_ids), (AccountState::Invited, Role::Reviewer, vec!["jiho-7".into()]));
    assert_eq!(row.link_expires_at, Some(link.expires_at));
    assert!(!signs_in(&world, "jiho@example.com", PASSWORD).await, "there is no password yet");
    let front = world.desks().front();
    let short = front.welcome(token(&link), "short", somewhere()).await;
    assert!(matches!(short, Err(DeskError::Invalid(_))), "and the link still works");
    let user = front.welcome(token(&link), "my own long password", somewhere()).await.expect("is welcome");
    assert_eq!(user, link.user_id);
    assert!(signs_in(&world, "jiho@example.com", "my own long password").await);
    world.clock.advance(HOUR);
    assert!(matches!(front.welcome(token(&link), PASSWORD, somewhere()).await, Err(DeskError::WrongLink)));
    assert_eq!(audited(&world, "user.").await, ["user.add ok", "user.invite ok role=reviewer", "user.welcome ok"]);
}

#[tokio::test]
async fn a_link_ends_with_its_time_and_with_the_next_one() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let front = world.desks().front();
    let first = admin.invite(&invitation("jiho@example.com", Role::User)).await.expect("invites");
    let second = admin.renew_link(&first.user_id).await.expect("renews");
    assert!(matches!(front.welcome(token(&first), PASSWORD, somewhere()).await, Err(DeskError::WrongLink)));
    world.clock.advance(7 * 24 * HOUR);
    assert!(matches!(front.welcome(token(&second), PASSWORD, somewhere()).await, Err(DeskError::WrongLink)));
    let row = admin.list(&ListUsers::default()).await.expect("reads").items.remove(0);
    assert_eq!((row.state, row.link_expires_at), (AccountState::Invited, None));
    let third = admin.renew_link(&first.user_id).await.expect("renews");
    front.welcome(token(&third), PASSWORD, somewhere()).await.expect("is welcome");
    assert!(matches!(admin.renew_link(&first.user_id).await, Err(DeskError::StaleVersion)), "there is a password");
}

#[tokio::test]
async fn two_who_use_one_link_at_once_are_not_both_welcome() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let link = admin.invite(&invitation("jiho@example.com", Role::User)).await.expect("invites");
    let front = world.desks().front();
    let use_it = || front.welcome(token(&link), PASSWORD, somewhere());
    let (one, two) = tokio::join!(use_it(), use_it());
    assert_ne!(one.is_ok(), two.is_ok());
}

#[tokio::test]
async fn guessing_tokens_is_slow_and_keeps_nobody_else_out() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let link = admin.invite(&invitation("jiho@example.com", Role::User)).await.expect("invites");
    let (front, here) = (world.desks().front(), somewhere());
    for number in 0..3 {
        let guess = front.welcome(&format!("welcome_{number}"), PASSWORD, here).await;
        assert!(matches!(guess, Err(DeskError::WrongLink)));
    }
    assert!(matches!(front.welcome("welcome_4", PASSWORD, here).await, Err(DeskError::RateLimited { .. })));
    front.welcome(token(&link), PASSWORD, somewhere()).await.expect("is welcome");
}

#[tokio::test]
async fn what_is_taken_is_said_by_its_field() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    world.person("mina").await;
    let taken = |result: Result<WelcomeLink, DeskError>| match result {
        Err(DeskError::Invalid(faults)) => faults.into_iter().map(|fault| (fault.field, fault.fault)).collect(),
        _ => Vec::new(),
    };
    let same_address = admin.invite(&invitation("MINA@default.example", Role::User)).await;
    assert_eq!(taken(same_address), [("email".to_owned(), Fault::Taken)]);
    let mut same_id = invitation("other@example.com", Role::User);
    same_id.external_id = Some("mina".into());
    assert_eq!(taken(admin.invite(&same_id).await), [("external_id".to_owned(), Fault::Taken)]);
    same_id.external_id = None;
    admin.invite(&same_id).await.expect("nothing was left of the attempt before");
}

#[tokio::test]
async fn a_reset_ends_password_and_sessions_at_once() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let mina = world.person("mina").await;
    let signed_in = session(&world, &mina, 7).await;
    let link = admin.reset_password(&mina).await.expect("resets");
    assert_eq!(link.expires_at, world.clock.now().plus(24 * HOUR));
    assert!(!is_alive(&world, &signed_in).await);
    assert!(!signs_in(&world, "mina@default.example", PASSWORD).await);
    // A sign-in that had proven the old password just before comes to nothing either.
    assert!(world.desks().front().person(&mina).await.expect("reads").is_none());
    let renewed = admin.renew_link(&mina).await.expect("renews");
    assert_eq!(renewed.expires_at, world.clock.now().plus(24 * HOUR), "it is still a reset");
    world.desks().front().welcome(token(&renewed), "another long password", somewhere()).await.expect("is welcome");
    assert!(signs_in(&world, "mina@default.example", "another long password").await);
    assert!(world.desks().front().person(&mina).await.expect("reads").is_some());
}

#[tokio::test]
async fn disabling_acts_at_once_on_all_that_proves_the_person() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let mina = world.consenting("mina").await;
    let signed_in = session(&world, &mina, 7).await;
    let key = world.desks().access(&world.actor(&mina)).expect("a person");
    let key = key.create_key(&CreatePersonalKey { name: "script".into() }).await.expect("makes");
    let front = world.desks().front();
    assert!(front.personal_key_holder(&key.secret).await.expect("reads").is_some());
    admin.disable(&mina).await.expect("disables");
    assert!(!is_alive(&world, &signed_in).await);
    assert!(front.person(&mina).await.expect("reads").is_none());
    assert!(front.personal_key_holder(&key.secret).await.expect("reads").is_none());
    assert!(!signs_in(&world, "mina@default.example", PASSWORD).await);
    let agent = world.agent(&world.key("chat").await).await;
    assert!(matches!(agent.save(save_of("mina", "likes tea")).await, Err(DeskError::ConsentRequired)));
    assert!(matches!(admin.disable(&mina).await, Err(DeskError::StaleVersion)), "it is already");
    admin.enable(&mina).await.expect("enables");
    assert!(signs_in(&world, "mina@default.example", PASSWORD).await);
    assert!(front.personal_key_holder(&key.secret).await.expect("reads").is_some());
    assert!(matches!(admin.enable(&mina).await, Err(DeskError::StaleVersion)));
}

#[tokio::test]
async fn a_disabled_invitation_does_not_open() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let link = admin.invite(&invitation("jiho@example.com", Role::User)).await.expect("invites");
    admin.disable(&link.user_id).await.expect("disables");
    let front = world.desks().front();
    assert!(matches!(front.welcome(token(&link), PASSWORD, somewhere()).await, Err(DeskError::WrongLink)));
    admin.enable(&link.user_id).await.expect("enables");
    assert!(
        matches!(front.welcome(token(&link), PASSWORD, somewhere()).await, Err(DeskError::WrongLink)),
        "it has ended"
    );
}

#[tokio::test]
async fn sessions_end_and_nothing_else() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let (mina, jin) = (world.person("mina").await, world.person("jin").await);
    let (ended, other) = (session(&world, &mina, 7).await, session(&world, &jin, 8).await);
    admin.end_sessions(&mina).await.expect("ends");
    assert!(!is_alive(&world, &ended).await && is_alive(&world, &other).await);
    assert!(signs_in(&world, "mina@default.example", PASSWORD).await);
}

/// Every role that asks, every role that is asked about, every role to give: what the rules in words come to.
#[tokio::test]
async fn nobody_gives_more_than_one_has_or_touches_who_has_more() {
    let world = World::new().await;
    staff(&world, "spare", Role::Superadmin).await;
    for (number, own) in [Role::Admin, Role::Superadmin].into_iter().enumerate() {
        let asking = staff(&world, &format!("asking{number}"), own).await;
        let admin = desk(&world, &asking).await;
        for was in Role::ALL {
            let target = staff(&world, &format!("target{number}{}", was.as_str()), was).await;
            let mut now = was;
            for role in Role::ALL {
                let changed = admin.change_role(id(&target), change(now, role)).await;
                if was <= own && role <= own {
                    changed.unwrap_or_else(|error| panic!("{own:?} {was:?} {role:?}: {error}"));
                    now = role;
                } else {
                    assert!(matches!(changed, Err(DeskError::Forbidden)), "{own:?} {was:?} {role:?}");
                }
            }
            let invited = admin.invite(&invitation(&format!("{number}{}@example.com", was.as_str()), was)).await;
            assert_eq!(invited.is_ok(), was <= own, "{own:?} {was:?}");
        }
    }
}

#[tokio::test]
async fn an_admin_cannot_do_anything_to_a_superadmin() {
    let world = World::new().await;
    let root = staff(&world, "root", Role::Superadmin).await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let (root, sessions) = (id(&root), session(&world, id(&root), 7).await);
    assert!(refused_with(ErrorCode::Forbidden, &admin.disable(root).await));
    assert!(refused_with(ErrorCode::Forbidden, &admin.enable(root).await));
    assert!(refused_with(ErrorCode::Forbidden, &admin.end_sessions(root).await));
    assert!(refused_with(ErrorCode::Forbidden, &admin.reset_password(root).await));
    assert!(refused_with(ErrorCode::Forbidden, &admin.renew_link(root).await));
    assert!(is_alive(&world, &sessions).await && signs_in(&world, "root@default.example", PASSWORD).await);
    let refusals: Vec<_> = audited(&world, "").await.into_iter().filter(|entry| entry.ends_with("forbidden")).collect();
    let tried = ["user.disable", "user.enable", "session.end", "user.reset_password", "user.link"];
    assert_eq!(refusals, tried.map(|action| format!("{action} forbidden")));
}

#[tokio::test]
async fn nobody_changes_oneself() {
    let world = World::new().await;
    staff(&world, "spare", Role::Superadmin).await;
    for (name, role) in [("sora", Role::Admin), ("root", Role::Superadmin)] {
        let me = staff(&world, name, role).await;
        let admin = desk(&world, &me).await;
        for other in Role::ALL {
            assert!(refused_with(ErrorCode::Forbidden, &admin.change_role(id(&me), change(role, other)).await));
        }
        assert!(refused_with(ErrorCode::Forbidden, &admin.disable(id(&me)).await));
        assert!(refused_with(ErrorCode::Forbidden, &admin.reset_password(id(&me)).await));
        let rows = admin.list(&ListUsers::default()).await.expect("reads").items;
        assert!(rows.iter().any(|row| row.is_you && &row.user_id == id(&me) && row.allowed.is_empty()));
    }
}

#[tokio::test]
async fn the_last_superadmin_stays() {
    let world = World::new().await;
    let root = staff(&world, "root", Role::Superadmin).await;
    let admin = desk(&world, &root).await;
    // Invited, disabled or without a password: none of them could manage the system.
    admin.invite(&invitation("next@example.com", Role::Superadmin)).await.expect("invites");
    let gone = staff(&world, "gone", Role::Superadmin).await;
    admin.disable(id(&gone)).await.expect("there is another");
    let lost = staff(&world, "lost", Role::Superadmin).await;
    admin.reset_password(id(&lost)).await.expect("resets");
    let demoted = admin.change_role(id(&root), change(Role::Superadmin, Role::User)).await;
    assert!(refused_with(ErrorCode::LastSuperadmin, &demoted));
    assert!(refused_with(ErrorCode::LastSuperadmin, &admin.disable(id(&root)).await));
}

#[tokio::test]
async fn two_superadmins_who_demote_or_disable_each_other_at_once_leave_one() {
    for disables in [true, false] {
        let world = World::new().await;
        let (one, two) = (staff(&world, "one", Role::Superadmin).await, staff(&world, "two", Role::Superadmin).await);
        let end = async |by: &Actor, whom: &Actor| {
            let admin = desk(&world, by).await;
            if disables {
                admin.disable(id(whom)).await
            } else {
                admin.change_role(id(whom), change(Role::Superadmin, Role::User)).await
            }
        };
        let (first, second) = tokio::join!(end(&one, &two), end(&two, &one));
        assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
    }
}

#[tokio::test]
async fn a_desk_from_before_a_demotion_does_nothing_any_more() {
    let world = World::new().await;
    let (root, sora) = (staff(&world, "root", Role::Superadmin).await, staff(&world, "sora", Role::Admin).await);
    let (mina, admin) = (world.person("mina").await, desk(&world, &sora).await);
    desk(&world, &root).await.change_role(id(&sora), change(Role::Admin, Role::Reviewer)).await.expect("demotes");
    assert!(matches!(admin.disable(&mina).await, Err(DeskError::Forbidden)));
    assert!(matches!(admin.invite(&invitation("a@example.com", Role::User)).await, Err(DeskError::Forbidden)));
}

#[tokio::test]
async fn a_role_that_is_not_the_one_seen_is_stale() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let mina = world.person("mina").await;
    admin.change_role(&mina, change(Role::User, Role::Reviewer)).await.expect("changes");
    let late = admin.change_role(&mina, change(Role::User, Role::Admin)).await;
    assert!(matches!(late, Err(DeskError::StaleVersion)));
    let entries = audited(&world, "user.role").await;
    assert_eq!(entries, ["user.role ok was=user role=reviewer"]);
}

#[tokio::test]
async fn another_tenants_accounts_are_not_there() {
    let world = World::new().await;
    let acme: TenantId = "acme".parse().expect("a name");
    world.admin(&acme).add_tenant(&acme).await.expect("is new");
    staff(&world, "spare", Role::Superadmin).await;
    let root = desk(&world, &account(&world, &acme, "root", Role::Superadmin).await).await;
    let (mina, signed_in) = (world.person("mina").await, [7; 32]);
    session(&world, &mina, 7).await;
    assert!(refused_with(ErrorCode::NotFound, &root.disable(&mina).await));
    assert!(refused_with(ErrorCode::NotFound, &root.enable(&mina).await));
    assert!(refused_with(ErrorCode::NotFound, &root.end_sessions(&mina).await));
    assert!(refused_with(ErrorCode::NotFound, &root.reset_password(&mina).await));
    assert!(refused_with(ErrorCode::NotFound, &root.renew_link(&mina).await));
    assert!(refused_with(ErrorCode::NotFound, &root.change_role(&mina, change(Role::User, Role::Admin)).await));
    assert!(is_alive(&world, &signed_in).await);
    let list = root.list(&ListUsers::default()).await.expect("reads");
    assert_eq!(list.items.iter().map(|row| row.is_you).collect::<Vec<_>>(), [true]);
    let link = root.invite(&invitation("new@acme.example", Role::User)).await.expect("invites");
    let (actor, _) = {
        world.desks().front().welcome(token(&link), PASSWORD, somewhere()).await.expect("is welcome");
        world.desks().front().person(&link.user_id).await.expect("reads").expect("is open")
    };
    assert_eq!(actor.tenant, acme);
}

#[tokio::test]
async fn the_list_is_paged_filtered_and_searched() {
    let world = World::new().await;
    let sora = staff(&world, "sora", Role::Admin).await;
    let admin = desk(&world, &sora).await;
    let mina = world.consenting("mina").await;
    for number in 0..4 {
        world.clock.advance(Duration::from_millis(1));
        admin.invite(&invitation(&format!("Guest{number}@Example.com"), Role::Reviewer)).await.expect("invites");
    }
    session(&world, &mina, 7).await;
    let mut request = ListUsers { limit: 2, ..ListUsers::default() };
    let mut emails = Vec::new();
    loop {
        let page = admin.list(&request).await.expect("reads");
        assert_eq!(page.roles, [Role::User, Role::Reviewer, Role::Admin]);
        emails.extend(page.items.into_iter().filter_map(|row| row.email));
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    let guests = (0..4).rev().map(|number| format!("guest{number}@example.com"));
    let all: Vec<_> = guests.chain(["mina@default.example".to_owned(), "sora@default.example".to_owned()]).collect();
    assert_eq!(emails, all);
    let found = async |request: ListUsers| admin.list(&request).await.expect("reads").items;
    assert_eq!(found(ListUsers { role: Some(Role::Admin), ..ListUsers::default() }).await.len(), 1);
    assert_eq!(found(ListUsers { state: Some(AccountState::Invited), ..ListUsers::default() }).await.len(), 4);
    assert_eq!(found(ListUsers { q: Some(" GUEST2@ ".into()), ..ListUsers::default() }).await.len(), 1);
    assert_eq!(found(ListUsers { q: Some("50%".into()), ..ListUsers::default() }).await.len(), 0);
    let row = found(ListUsers { q: Some("MIN".into()), ..ListUsers::default() }).await.remove(0);
    assert_eq!((row.has_consented, row.sessions, row.seen_at), (true, 1, Some(world.clock.now())));
    assert_eq!(
        row.allowed,
        [UserAction::ChangeRole, UserAction::EndSessions, UserAction::ResetPassword, UserAction::Disable]
    );
    let broken = ListUsers { cursor: Some("mem_1".into()), ..ListUsers::default() };
    assert!(matches!(admin.list(&broken).await, Err(DeskError::Invalid(_))));
}

#[tokio::test]
async fn only_administrators_get_the_desk_and_others_are_noted() {
    let world = World::new().await;
    for role in [Role::User, Role::Reviewer] {
        let actor = staff(&world, role.as_str(), role).await;
        assert!(matches!(world.desks().users(&actor).await, Err(DeskError::Forbidden)));
    }
    let key = world.key("chat").await;
    let service = world.desks().front().key_holder(&key.secret).await.expect("reads").expect("holds");
    assert!(matches!(world.desks().users(&service).await, Err(DeskError::Forbidden)));
    assert_eq!(audited(&world, "access.").await, ["access.denied forbidden action=manage_users"; 3]);
}

#[tokio::test]
async fn nothing_in_the_audit_log_is_an_address_or_a_token() {
    let world = World::new().await;
    let admin = desk(&world, &staff(&world, "sora", Role::Admin).await).await;
    let link = admin.invite(&invitation("jiho@example.com", Role::User)).await.expect("invites");
    admin.renew_link(&link.user_id).await.expect("renews");
    for entry in audited(&world, "").await {
        assert!(!entry.contains('@') && !entry.contains("welcome_"), "{entry}");
    }
}
