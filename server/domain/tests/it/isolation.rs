//! Tenant, subject, service and key: nobody reaches what is another's, and cannot tell it from nothing.

use contract::{ConsentSource, ListMemories, Scope, ScopeSet, TenantId};
use domain::desks::DeskError;
use domain::kernel::{Actor, Principal};
use domain::testing::{World, ask_of, save_of};

#[tokio::test]
async fn one_persons_memory_never_answers_another() {
    let world = World::new().await;
    world.consenting("mina").await;
    let jin = world.consenting("jin").await;
    let agent = world.agent(&world.key("chat").await).await;
    let saved = agent.save(save_of("mina", "the alarm code is kept in the blue folder")).await.expect("saves");
    agent.save(save_of("jin", "plays tennis on Sundays")).await.expect("saves");
    let question = "where is the alarm code kept, in the blue folder?";
    let own = agent.recall(ask_of("mina", question)).await.expect("recalls").answer;
    assert_eq!(own.memories[0].memory_id, saved.memory_id, "the question does find it where it belongs");
    let other = agent.recall(ask_of("jin", question)).await.expect("recalls").answer;
    assert!(other.memories.iter().all(|memory| memory.memory_id != saved.memory_id));
    let listed = world.owner(&jin).list(&ListMemories::default()).await.expect("reads").items;
    assert!(listed.iter().all(|row| row.memory_id != saved.memory_id));
}

#[tokio::test]
async fn a_tenants_people_do_not_exist_for_another_tenants_service() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let acme: TenantId = "acme".parse().expect("a name");
    world.admin(&TenantId::default_tenant()).add_tenant(&acme).await.expect("is new");
    let key = world.admin(&acme).create_key("chat").await.expect("made");
    let agent = world.agent(&key).await;
    for subject in ["mina", mina.as_str(), "nobody"] {
        assert!(matches!(agent.recall(ask_of(subject, "tea")).await, Err(DeskError::ConsentRequired)), "{subject}");
        assert!(matches!(agent.save(save_of(subject, "tea")).await, Err(DeskError::ConsentRequired)), "{subject}");
    }
}

#[tokio::test]
async fn a_persons_actor_in_the_wrong_tenant_sees_nothing() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.save(save_of("mina", "likes tea")).await.expect("saves");
    let elsewhere = Actor {
        tenant: "acme".parse().expect("a name"),
        principal: Principal::Person { user: mina.clone(), role: contract::Role::User },
    };
    let desk = world.desks().owner(&elsewhere).expect("a person");
    assert!(desk.list(&ListMemories::default()).await.expect("reads").items.is_empty());
    assert!(!desk.consent().await.expect("reads").granted);
    assert_eq!(world.owner(&mina).list(&ListMemories::default()).await.expect("reads").items.len(), 1);
}

#[tokio::test]
async fn a_services_scope_is_its_own() {
    let world = World::new().await;
    world.consenting("mina").await;
    let (chat_key, mail_key) = (world.key("chat").await, world.key("mail").await);
    let (chat, mail) = (world.agent(&chat_key).await, world.agent(&mail_key).await);
    let chat_scope = Scope::Service(chat_key.service.clone());
    let mut save = save_of("mina", "wants short answers in chat");
    save.scope = Some(chat_scope.clone());
    let saved = chat.save(save.clone()).await.expect("saves");
    let found = chat.recall(ask_of("mina", "short answers in chat")).await.expect("recalls").answer;
    assert_eq!(found.memories[0].memory_id, saved.memory_id);
    let elsewhere = mail.recall(ask_of("mina", "short answers in chat")).await.expect("recalls").answer;
    assert!(elsewhere.memories.is_empty());
    let mut personal_only = ask_of("mina", "short answers in chat");
    personal_only.scopes = Some(ScopeSet::of(Scope::Personal));
    assert!(chat.recall(personal_only).await.expect("recalls").answer.memories.is_empty());
    let mut forged = ask_of("mina", "short answers in chat");
    forged.scopes = Some(ScopeSet::of(chat_scope));
    assert!(matches!(mail.recall(forged).await, Err(DeskError::Invalid(_))));
    assert!(matches!(mail.save(save).await, Err(DeskError::Invalid(_))));
}

#[tokio::test]
async fn what_others_store_changes_no_score() {
    let world = World::new().await;
    world.consenting("mina").await;
    world.consenting("jin").await;
    let agent = world.agent(&world.key("chat").await).await;
    for statement in ["orders coffee without sugar", "walks to the office", "coffee after lunch, never before"] {
        agent.save(save_of("mina", statement)).await.expect("saves");
    }
    let ask = || async {
        let answer = agent.recall(ask_of("mina", "coffee with sugar?")).await.expect("recalls").answer;
        answer.memories.into_iter().map(|memory| (memory.memory_id, memory.score)).collect::<Vec<_>>()
    };
    let before = ask().await;
    assert_eq!(before.len(), 3);
    for number in 0..30 {
        agent.save(save_of("jin", &format!("coffee coffee sugar note {number}"))).await.expect("saves");
    }
    assert_eq!(ask().await, before);
}

#[tokio::test]
async fn a_revoked_key_proves_nothing() {
    let world = World::new().await;
    let key = world.key("chat").await;
    let front = world.desks().front();
    assert!(front.key_holder(&key.secret).await.expect("answers").is_some());
    assert!(front.key_holder("gk_00000000000000000000000000000000").await.expect("answers").is_none());
    let acme: TenantId = "acme".parse().expect("a name");
    world.admin(&acme).add_tenant(&acme).await.expect("is new");
    assert!(matches!(world.admin(&acme).revoke_key(&key.id).await, Err(DeskError::NotFound)), "not that tenant's key");
    world.admin(&TenantId::default_tenant()).revoke_key(&key.id).await.expect("revokes");
    assert!(front.key_holder(&key.secret).await.expect("answers").is_none());
}

#[tokio::test]
async fn an_import_neither_overrules_a_persons_choice_nor_stores_twice() {
    use domain::desks::{ImportMemory, ImportOutcome, ImportRefusal};
    let world = World::new().await;
    let mina = world.person("mina").await;
    let line = |subject: &str, statement: &str| ImportMemory {
        subject: subject.to_owned(),
        statement: statement.to_owned(),
        kind: contract::Kind::Fact,
        sensitivity: None,
        recorded_at: None,
        sources: vec!["D1:3".to_owned()],
    };
    let admin = world.admin(&TenantId::default_tenant());
    let batch = || vec![line("mina", "likes tea"), line("newcomer", "likes rain"), line("newcomer", " ")];
    let first = admin.import(batch()).await.expect("imports");
    assert_eq!(first[0], ImportOutcome::Refused(ImportRefusal::ConsentRequired));
    let ImportOutcome::Stored(id) = &first[1] else { panic!("{first:?}") };
    assert!(matches!(&first[2], ImportOutcome::Refused(ImportRefusal::Invalid(_))));
    let second = admin.import(batch()).await.expect("imports");
    assert_eq!(second[1], ImportOutcome::Duplicate(id.clone()));
    world.owner(&mina).set_consent(true, ConsentSource::MyPage).await.expect("switches");
    assert!(matches!(&admin.import(batch()).await.expect("imports")[0], ImportOutcome::Stored(_)));
}
