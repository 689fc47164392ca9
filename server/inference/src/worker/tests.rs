//! The queue's rules without a model, and the order of work with the real one.

use super::*;
use crate::testing::real_model_folder;

fn job(role: Role, name: &str) -> (Job, oneshot::Receiver<Answer>) {
    let (reply, answer) = oneshot::channel();
    (Job { role, texts: vec![name.to_owned()], reply }, answer)
}

fn name(job: Option<Job>) -> String {
    job.map(|job| job.texts.concat()).unwrap_or_default()
}

#[test]
fn queries_go_first() {
    let queue = Queue::new(4);
    let mut answers = Vec::new();
    for (role, name) in [(Role::Passage, "p1"), (Role::Passage, "p2"), (Role::Query, "q1"), (Role::Query, "q2")] {
        let (job, answer) = job(role, name);
        queue.push(job).expect("room");
        answers.push(answer);
    }
    assert_eq!([(); 4].map(|()| name(queue.next())), ["q1", "q2", "p1", "p2"]);
    assert!(queue.query().is_none());
}

#[test]
fn a_full_line_refuses_and_the_other_line_does_not() {
    let queue = Queue::new(1);
    let (first, _first_answer) = job(Role::Passage, "1");
    queue.push(first).expect("room");
    assert_eq!(queue.push(job(Role::Passage, "2").0), Err(EmbedError::Busy));
    assert_eq!(queue.push(job(Role::Query, "3").0), Ok(()));
}

#[test]
fn requests_whose_callers_left_take_no_place() {
    let queue = Queue::new(1);
    let (left, answer) = job(Role::Query, "left");
    queue.push(left).expect("room");
    drop(answer);
    let (stays, _answer) = job(Role::Query, "stays");
    assert_eq!(queue.push(stays), Ok(()));
    assert_eq!(name(queue.next()), "stays");
}

#[test]
fn stopping_answers_those_who_wait_and_refuses_the_rest() {
    let queue = Queue::new(2);
    let (waiting, mut answer) = job(Role::Query, "waiting");
    queue.push(waiting).expect("room");
    drop(StopAtEnd(&queue));
    assert!(matches!(answer.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
    assert_eq!(queue.push(job(Role::Query, "late").0), Err(EmbedError::Stopped));
    assert!(queue.next().is_none());
}

fn model() -> Model {
    Model::load(&real_model_folder()).expect("the real model loads")
}

#[test]
fn work_of_a_caller_that_left_is_skipped() {
    let (model, queue) = (model(), Queue::new(1));
    let (job, answer) = job(Role::Passage, "기억");
    let batch = model.begin(job.role, &job.texts).expect("begins");
    drop(answer);
    // Had a chunk been computed, there would be vectors.
    assert_eq!(compute(&model, &queue, job.role, batch, &job.reply), Ok(None));
}

#[test]
fn a_query_waits_for_one_chunk_of_passages_only() {
    let (model, queue) = (model(), Queue::new(1));
    let (query, mut query_answer) = job(Role::Query, "기억");
    queue.push(query).expect("room");
    let (passages, _answer) = job(Role::Passage, "");
    let mut batch = model.begin(Role::Passage, &["바다 ".repeat(500), "바다 ".repeat(500)]).expect("begins");
    model.step(&mut batch).expect("the first chunk");
    assert!(!batch.is_done(), "two long texts are more than one chunk");
    let vectors = compute(&model, &queue, passages.role, batch, &passages.reply).expect("computes").expect("vectors");
    assert_eq!(vectors.len(), 2);
    assert!(matches!(query_answer.try_recv(), Ok(Ok(vectors)) if vectors.len() == 1));
}
