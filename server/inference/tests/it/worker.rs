//! The worker from outside: answers, refusals, and work that nobody waits for any more.

use inference::{EmbedError, Model, Role, Worker};

use crate::{embed, model, support};

fn worker(queue_len: usize) -> Worker {
    Worker::start(Model::load(&support::model_folder()).expect("loads"), queue_len)
}

fn texts(count: usize) -> Vec<String> {
    vec!["비가 오면 카페에서 기다린다.".to_owned(); count]
}

#[tokio::test]
async fn answers_are_the_models() {
    let worker = worker(4);
    assert_eq!((worker.id(), worker.dimensions()), (model().id(), model().dimensions()));
    assert_eq!(worker.count_tokens("기억"), 1);
    let answer = worker.embed(Role::Passage, texts(2)).await.expect("embeds");
    assert_eq!(answer, embed(model(), Role::Passage, &[&texts(1)[0], &texts(1)[0]]));
    assert!(worker.embed(Role::Query, Vec::new()).await.expect("embeds").is_empty());
}

#[tokio::test]
async fn a_full_queue_refuses_at_once_and_each_role_has_its_own() {
    let worker = worker(1);
    let embed = |role, count| {
        let worker = worker.clone();
        tokio::spawn(async move { worker.embed(role, texts(count)).await.map(|vectors| vectors.len()) })
    };
    // More requests than one computing and one waiting: some are refused, none waits for ever.
    let passages: Vec<_> = (0..8).map(|_| embed(Role::Passage, 64)).collect();
    let mut refused = 0;
    let query = embed(Role::Query, 1);
    assert_eq!(query.await.expect("joined"), Ok(1), "passages do not fill the queries' queue");
    for passage in passages {
        match passage.await.expect("joined") {
            Ok(count) => assert_eq!(count, 64),
            Err(error) => {
                assert_eq!(error, EmbedError::Busy);
                refused += 1;
            }
        }
    }
    assert!((6..=7).contains(&refused), "{refused}");
}
