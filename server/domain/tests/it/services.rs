//! Services and revisions: what is saved has no effect before it is deployed, and nothing is ever rewritten.

use crate::support::{audited, refused_with};
use contract::{
    ApprovalPolicy, CreateService, DeployRevision, ErrorCode, ListServices, RevisionSettings, Role, SaveRevision,
    ServiceDetail, Status, TenantId, ViewRevision,
};
use domain::desks::ServicesDesk;
use domain::kernel::{Actor, Principal};
use domain::testing::{World, ask_of, save_of};

async fn admin(world: &World) -> ServicesDesk {
    let actor = world.staff("ada", Role::Admin).await;
    world.desks().services(&actor).await.expect("an administrator manages services")
}

fn new_service(name: &str) -> CreateService {
    CreateService { name: name.to_owned(), settings: RevisionSettings::default(), note: Some("first".to_owned()) }
}

fn fields(changes: &[contract::SettingChange]) -> Vec<&str> {
    changes.iter().map(|change| change.field.as_str()).collect()
}

async fn deploy(desk: &ServicesDesk, service: &ServiceDetail, revision: u32) -> ServiceDetail {
    let request = DeployRevision { revision, seen_deployed: service.deployed };
    desk.deploy(&service.service_id, request).await.expect("deploys")
}

#[tokio::test]
async fn only_what_is_deployed_has_effect_and_an_older_one_rolls_back() {
    let world = World::new().await;
    world.consenting("mina").await;
    let desk = admin(&world).await;
    let service = desk.create(&new_service("chat")).await.expect("is made");
    assert_eq!((service.deployed, service.latest), (None, 1));
    let key = desk.create_key(&service.service_id).await.expect("a key");
    let actor = world.desks().front().key_holder(&key.secret).await.expect("reads").expect("holds");
    let agent = world.desks().agent(&actor).expect("serves");
    let off = agent.save(save_of("mina", "likes tea")).await;
    assert!(refused_with(ErrorCode::MemoryOff, &off), "nothing is deployed");
    let service = deploy(&desk, &service, 1).await;
    let waits = agent.save(save_of("mina", "likes tea")).await.expect("is taken");
    assert_eq!(waits.status, Status::Candidate, "all of it is reviewed");
    let settings = RevisionSettings { approval: ApprovalPolicy::None, ..RevisionSettings::default() };
    let request = SaveRevision { settings, based_on: 1, note: None };
    let service = desk.save_revision(&service.service_id, &request).await.expect("saves");
    assert_eq!((service.deployed, service.latest), (Some(1), 2));
    assert_eq!(fields(&service.undeployed), ["approval"]);
    let waits = agent.save(save_of("mina", "likes figs")).await.expect("is taken");
    assert_eq!(waits.status, Status::Candidate, "what is saved has no effect yet");
    let service = deploy(&desk, &service, 2).await;
    assert_eq!(agent.save(save_of("mina", "likes plums")).await.expect("saves").status, Status::Active);
    let service = deploy(&desk, &service, 1).await;
    assert_eq!(agent.save(save_of("mina", "likes pears")).await.expect("saves").status, Status::Candidate);
    let numbers: Vec<_> = service.revisions.iter().map(|row| (row.number, row.is_deployed)).collect();
    assert_eq!(numbers, [(2, false), (1, true)]);
    let deployed = audited(&world, "service.deploy").await;
    let expected = ["was=0 revision=1", "was=1 revision=2", "was=2 revision=1"];
    assert_eq!(deployed, expected.map(|detail| format!("service.deploy ok {detail}")));
}

#[tokio::test]
async fn two_administrators_do_not_overwrite_each_other() {
    let world = World::new().await;
    let desk = admin(&world).await;
    let service = desk.create(&new_service("chat")).await.expect("is made");
    let id = &service.service_id;
    let request = SaveRevision { settings: RevisionSettings::default(), based_on: 1, note: None };
    desk.save_revision(id, &request).await.expect("saves");
    assert!(refused_with(ErrorCode::StaleVersion, &desk.save_revision(id, &request).await));
    let seen = DeployRevision { revision: 1, seen_deployed: None };
    desk.deploy(id, seen).await.expect("deploys");
    assert!(refused_with(ErrorCode::StaleVersion, &desk.deploy(id, seen).await));
    let missing = DeployRevision { revision: 9, seen_deployed: Some(1) };
    assert!(refused_with(ErrorCode::NotFound, &desk.deploy(id, missing).await));
}

#[tokio::test]
async fn settings_are_checked_and_names_are_unique() {
    let world = World::new().await;
    let desk = admin(&world).await;
    desk.create(&new_service("chat")).await.expect("is made");
    let twin = desk.create(&new_service(" chat ")).await;
    assert!(refused_with(ErrorCode::InvalidInput, &twin));
    let mut unknown = new_service("other");
    unknown.settings.extractor = "nowhere".to_owned();
    assert!(refused_with(ErrorCode::InvalidInput, &desk.create(&unknown).await));
    let mut bad = new_service("other");
    bad.settings.recall.template = "no place for memories".to_owned();
    assert!(refused_with(ErrorCode::InvalidInput, &desk.create(&bad).await));
    let list = desk.list(&ListServices::default()).await.expect("reads");
    assert_eq!(list.items.len(), 1);
    assert_eq!(list.extractors, ["local"]);
}

#[tokio::test]
async fn revisions_are_held_against_each_other() {
    let world = World::new().await;
    let desk = admin(&world).await;
    let service = desk.create(&new_service("chat")).await.expect("is made");
    let id = &service.service_id;
    let mut settings = RevisionSettings::default();
    settings.recall.top_k = 3;
    desk.save_revision(id, &SaveRevision { settings, based_on: 1, note: None }).await.expect("saves");
    let view = desk.revision(id, 2, ViewRevision { against: Some(1) }).await.expect("reads");
    assert_eq!(fields(&view.changes), ["recall.top_k"]);
    let view = desk.revision(id, 2, ViewRevision::default()).await.expect("reads");
    assert_eq!((view.against, view.changes.len()), (None, 0), "nothing is deployed");
    let missing = desk.revision(id, 7, ViewRevision::default()).await;
    assert!(refused_with(ErrorCode::NotFound, &missing));
}

#[tokio::test]
async fn how_memory_is_asked_is_the_revisions_unless_a_call_says_otherwise() {
    let world = World::new().await;
    world.consenting("mina").await;
    let key = world.key("chat").await;
    let agent = world.agent(&key).await;
    for number in 0..4 {
        agent.save(save_of("mina", &format!("tea note number {number}"))).await.expect("saves");
    }
    let desk = admin(&world).await;
    let mut settings = RevisionSettings { approval: ApprovalPolicy::None, ..RevisionSettings::default() };
    settings.recall.top_k = 2;
    settings.recall.template = "{count} notes:\n{memories}".to_owned();
    let request = SaveRevision { settings, based_on: 1, note: None };
    let service = desk.save_revision(&key.service, &request).await.expect("saves");
    deploy(&desk, &service, 2).await;
    let answer = agent.recall(ask_of("mina", "tea note")).await.expect("recalls").answer;
    assert_eq!(answer.memories.len(), 2);
    assert!(answer.context.contains("2 notes:\n1. {"), "{}", answer.context);
    let mut ask = ask_of("mina", "tea note");
    ask.top_k = Some(3);
    assert_eq!(agent.recall(ask).await.expect("recalls").answer.memories.len(), 3);
}

#[tokio::test]
async fn another_tenants_services_are_not_there() {
    let world = World::new().await;
    let desk = admin(&world).await;
    let service = desk.create(&new_service("chat")).await.expect("is made");
    let key = desk.create_key(&service.service_id).await.expect("a key");
    let other: TenantId = "other".parse().expect("a name");
    world.admin(&TenantId::default_tenant()).add_tenant(&other).await.expect("is made");
    let stranger = Actor { tenant: other, principal: Principal::Operator };
    let theirs = world.desks().services(&stranger).await.expect("manages");
    let id = &service.service_id;
    assert!(theirs.list(&ListServices::default()).await.expect("reads").items.is_empty());
    assert!(refused_with(ErrorCode::NotFound, &theirs.service(id).await));
    assert!(refused_with(ErrorCode::NotFound, &theirs.revision(id, 1, ViewRevision::default()).await));
    let request = SaveRevision { settings: RevisionSettings::default(), based_on: 1, note: None };
    assert!(refused_with(ErrorCode::NotFound, &theirs.save_revision(id, &request).await));
    let deploy = DeployRevision { revision: 1, seen_deployed: None };
    assert!(refused_with(ErrorCode::NotFound, &theirs.deploy(id, deploy).await));
    assert!(refused_with(ErrorCode::NotFound, &theirs.create_key(id).await));
    assert!(refused_with(ErrorCode::NotFound, &theirs.revoke_key(id, &key.key_id).await));
    let another = desk.create(&new_service("another")).await.expect("is made");
    assert!(refused_with(ErrorCode::NotFound, &desk.revoke_key(&another.service_id, &key.key_id).await));
    desk.revoke_key(id, &key.key_id).await.expect("revokes");
    assert!(world.desks().front().key_holder(&key.secret).await.expect("reads").is_none());
}

#[tokio::test]
async fn who_was_demoted_a_moment_ago_changes_nothing_any_more() {
    let world = World::new().await;
    let ada = world.staff("ada", Role::Admin).await;
    let boss = world.staff("boss", Role::Superadmin).await;
    let desk = world.desks().services(&ada).await.expect("manages");
    let service = desk.create(&new_service("chat")).await.expect("is made");
    let Principal::Person { user, .. } = &ada.principal else { panic!("a person") };
    let users = world.desks().users(&boss).await.expect("manages");
    let change = contract::ChangeRole { role: Role::User, seen_role: Role::Admin };
    users.change_role(user, change).await.expect("demotes");
    let id = &service.service_id;
    let request = SaveRevision { settings: RevisionSettings::default(), based_on: 1, note: None };
    assert!(refused_with(ErrorCode::Forbidden, &desk.save_revision(id, &request).await));
    assert!(refused_with(ErrorCode::Forbidden, &desk.create_key(id).await));
    let deploy = DeployRevision { revision: 1, seen_deployed: None };
    assert!(refused_with(ErrorCode::Forbidden, &desk.deploy(id, deploy).await));
    assert_eq!(audited(&world, "access.denied").await.len(), 3);
}
