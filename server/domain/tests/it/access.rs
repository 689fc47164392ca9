//! Personal keys and sessions: what proves a person.

use contract::{CreatePersonalKey, KeyId, PrefixedId, SessionId, UserId};
use domain::desks::{DeskError, SessionRecord};
use domain::kernel::Clock;
use domain::testing::World;
use std::time::Duration;

fn named(name: &str) -> CreatePersonalKey {
    CreatePersonalKey { name: name.to_owned() }
}

#[tokio::test]
async fn a_personal_key_acts_for_its_owner_until_it_is_revoked() {
    let world = World::new().await;
    let (mina, jin) = (world.consenting("mina").await, world.person("jin").await);
    let access = world.desks().access(&world.actor(&mina)).expect("a person");
    let created = access.create_key(&named(" notes ")).await.expect("makes");
    assert_eq!((created.key.name.as_str(), &created.secret[..3]), ("notes", "gp_"));
    let holder = world.desks().front().personal_key_holder(&created.secret).await.expect("reads").expect("holds");
    assert!(world.desks().owner(&holder).expect("a person").consent().await.expect("reads").granted);
    assert!(matches!(world.desks().access(&holder), Err(DeskError::Forbidden)), "a key cannot make keys");
    assert!(world.desks().agent(&holder).is_err() && world.desks().admin(&holder).is_err());
    let others = world.desks().access(&world.actor(&jin)).expect("a person");
    assert!(others.keys().await.expect("reads").is_empty());
    assert!(matches!(others.revoke_key(&created.key.key_id).await, Err(DeskError::NotFound)));
    assert!(matches!(access.revoke_key(&KeyId::from_bytes([9; 16])).await, Err(DeskError::NotFound)));
    access.revoke_key(&created.key.key_id).await.expect("revokes");
    assert!(world.desks().front().personal_key_holder(&created.secret).await.expect("reads").is_none());
    let listed = access.keys().await.expect("reads");
    assert!(listed[0].revoked_at.is_some() && listed[0].last_used_at.is_some());
}

#[tokio::test]
async fn a_person_has_so_many_keys_and_no_more() {
    let world = World::new().await;
    let mina = world.person("mina").await;
    let access = world.desks().access(&world.actor(&mina)).expect("a person");
    for number in 0..20 {
        access.create_key(&named(&format!("key {number}"))).await.expect("makes");
    }
    assert!(matches!(access.create_key(&named("one more")).await, Err(DeskError::Invalid(_))));
    assert!(matches!(access.create_key(&named(" ")).await, Err(DeskError::Invalid(_))));
}

#[tokio::test]
async fn a_new_key_brings_no_new_guesses_and_takes_none_from_its_owner() {
    let world = World::new().await;
    let mina = world.person("mina").await;
    let access = world.desks().access(&world.actor(&mina)).expect("a person");
    let mut guesses = 0;
    for number in 0..4 {
        let secret = access.create_key(&named(&format!("key {number}"))).await.expect("makes").secret;
        let holder = world.desks().front().personal_key_holder(&secret).await.expect("reads").expect("holds");
        let program = world.desks().owner(&holder).expect("a person");
        for _ in 0..25 {
            guesses += usize::from(matches!(program.export("a guess").await, Err(DeskError::WrongPassword)));
        }
    }
    assert!(guesses <= 21, "{guesses}");
    assert!(world.owner(&mina).export("a long enough password").await.is_ok(), "the owner is not kept out");
}

async fn session(world: &World, user: &UserId, hash: u8) {
    let now = world.clock.now();
    let record = SessionRecord {
        id_hash: [hash; 32],
        data: "{}".to_owned(),
        began_at: now,
        seen_at: now,
        device: Some(format!("browser {hash}")),
        expires_at: now.plus(Duration::from_hours(1)),
    };
    assert!(world.desks().front().save_session(record, Some(user), true).await.expect("stores"));
}

#[tokio::test]
async fn sessions_are_seen_and_ended_by_their_owner_only() {
    let world = World::new().await;
    let (mina, jin) = (world.person("mina").await, world.person("jin").await);
    for hash in 1..=3 {
        session(&world, &mina, hash).await;
        world.clock.advance(Duration::from_secs(1));
    }
    session(&world, &jin, 9).await;
    let access = world.desks().access(&world.actor(&mina)).expect("a person");
    let seen = access.sessions(Some(&[2; 32])).await.expect("reads");
    let devices: Vec<_> = seen.iter().map(|row| (row.device.as_deref().unwrap_or(""), row.is_current)).collect();
    assert_eq!(devices, [("browser 3", false), ("browser 2", true), ("browser 1", false)]);
    let others = world.desks().access(&world.actor(&jin)).expect("a person");
    assert!(matches!(others.end_session(&seen[0].session_id).await, Err(DeskError::NotFound)));
    assert!(matches!(access.end_session(&SessionId::from_bytes([7; 16])).await, Err(DeskError::NotFound)));
    access.end_session(&seen[0].session_id).await.expect("ends");
    assert!(world.desks().front().session(&[3; 32]).await.expect("reads").is_none());
    assert_eq!(access.end_other_sessions(&[2; 32]).await.expect("ends"), 1);
    assert_eq!(access.sessions(None).await.expect("reads").len(), 1);
    assert_eq!(others.sessions(None).await.expect("reads").len(), 1);
    world.clock.advance(Duration::from_hours(2));
    assert!(access.sessions(None).await.expect("reads").is_empty(), "what has expired is not there");
}
