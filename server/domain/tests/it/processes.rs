//! Two processes on one data folder: either can save, correct, delete, approve and recall, whoever holds the index's
//! writer.

use crate::lifecycle::wait_for_empty_outbox;
use crate::review_support::{Office, approval};
use crate::support::{correct_statement, rows};
use contract::{ErrorCode, IndexState, Role};
use domain::testing::{World, ask_of, save_of};
use std::time::Duration;

#[tokio::test]
async fn a_correction_and_a_deletion_in_the_other_process_take_effect_in_both() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let key = world.key("chat").await;
    let here = world.agent(&key).await;
    let first = here.save(save_of("mina", "parks in B12")).await.expect("saves").memory_id;
    let second = here.save(save_of("mina", "walks to work")).await.expect("saves").memory_id;
    let other = world.beside().await;
    let there = other.desks().owner(&world.actor(&mina)).expect("a person");
    let corrected = correct_statement(&there, &first, "parks in C7").await.expect("the writer is handed over");
    assert_eq!(corrected.index_state, IndexState::Indexed);
    assert_eq!(crate::deletions::delete(&there, &second, 1).await.deleted(), 1);
    // And back again.
    let back = correct_statement(&world.owner(&mina), &first, "parks in D1").await.expect("handed back");
    assert_eq!((back.version, back.index_state), (3, IndexState::Indexed));
    wait_for_empty_outbox(&world).await;
    let answer = here.recall(ask_of("mina", "parks in D1, walks to work")).await.expect("recalls").answer;
    let found: Vec<_> = answer.memories.iter().map(|memory| memory.statement.as_str()).collect();
    assert_eq!(found, ["parks in D1"]);
    assert_eq!(rows(&there).await.len(), 1);
    other.close().await;
}

#[tokio::test]
async fn a_save_is_indexed_whichever_process_it_comes_to() {
    let world = World::new().await;
    world.consenting("mina").await;
    let key = world.key("chat").await;
    let other = world.beside().await;
    let actor = other.desks().front().key_holder(&key.secret).await.expect("reads").expect("holds");
    let there = other.desks().agent(&actor).expect("a service");
    for (number, agent) in [&world.agent(&key).await, &there, &world.agent(&key).await, &there].into_iter().enumerate()
    {
        let statement = format!("note number {number}");
        let saved = agent.save(save_of("mina", &statement)).await.expect("saves");
        assert_eq!(saved.index_state, IndexState::Indexed);
        let answer = agent.recall(ask_of("mina", &statement)).await.expect("recalls").answer;
        assert_eq!(answer.memories[0].memory_id, saved.memory_id);
    }
    other.close().await;
}

#[tokio::test]
async fn a_candidate_that_came_to_one_process_is_approved_in_the_other_and_recalled_in_both() {
    let office = Office::new().await;
    let id = office.propose("parks in hall B12").await.memory_id;
    let other = office.world.beside().await;
    let actor = office.world.staff("hana", Role::Reviewer).await;
    let there = other.desks().reviewer(&actor).await.expect("reviews");
    let approved = there.approve(&id, approval(1), None).await.expect("approves");
    assert_eq!(approved.index_state, IndexState::Indexed);
    assert_eq!(office.approve(&id).await.map_err(|error| ErrorCode::from(&error)), Err(ErrorCode::StaleVersion));
    let key = office.world.key("chat").await;
    let service = other.desks().front().key_holder(&key.secret).await.expect("reads").expect("holds");
    for agent in [&office.agent, &other.desks().agent(&service).expect("a service")] {
        // The other process sees a commit as soon as the index's folder tells it.
        let found = async {
            loop {
                let answer = agent.recall(ask_of("mina", "parks in hall")).await.expect("recalls").answer;
                if let Some(memory) = answer.memories.first() {
                    return memory.memory_id.clone();
                }
                tokio::task::yield_now().await;
            }
        };
        let found = tokio::time::timeout(Duration::from_secs(30), found).await.expect("is found");
        assert_eq!(found, id);
    }
    other.close().await;
}
