//! A model on its own thread, behind two bounded queues.
//!
//! Kept true here: a full queue refuses at once; a query waits for at most one chunk of bulk work; work whose caller went
//! away is skipped; when the last [`Worker`] is dropped, the thread ends.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use crate::batch::Batch;
use crate::{EmbedError, Model, Role};

type Answer = Result<Vec<Vec<f32>>, EmbedError>;

/// A handle to the thread that owns the computation. Cheap to clone.
#[derive(Clone)]
pub struct Worker {
    handle: Arc<Handle>,
}

/// Dropped with the last [`Worker`], and then tells the thread to end.
struct Handle {
    model: Arc<Model>,
    queue: Arc<Queue>,
}

impl Worker {
    /// Starts the thread. Up to `queue_len` requests of each role may wait (at least one); further ones are refused.
    pub fn start(model: Model, queue_len: usize) -> Self {
        let model = Arc::new(model);
        let queue = Arc::new(Queue::new(queue_len.max(1)));
        let (thread_model, thread_queue) = (Arc::clone(&model), Arc::clone(&queue));
        let spawned =
            thread::Builder::new().name("embedding".to_owned()).spawn(move || run(&thread_model, &thread_queue));
        if let Err(error) = spawned {
            tracing::error!(%error, "cannot start the embedding thread");
            queue.stop();
        }
        Self { handle: Arc::new(Handle { model, queue }) }
    }

    /// One vector of length 1 for each text, in order.
    ///
    /// Queries are served before passages. Dropping the future takes the request back.
    ///
    /// # Errors
    ///
    /// [`EmbedError::Busy`] at once if too many requests of this role are waiting, [`EmbedError::Stopped`] if the thread
    /// has ended, [`EmbedError::Failed`] if the computation fails.
    pub async fn embed(&self, role: Role, texts: Vec<String>) -> Result<Vec<Vec<f32>>, EmbedError> {
        let (reply, answer) = oneshot::channel();
        self.handle.queue.push(Job { role, texts, reply })?;
        answer.await.unwrap_or(Err(EmbedError::Stopped))
    }

    /// See [`Model::id`].
    pub fn id(&self) -> &str {
        self.handle.model.id()
    }

    /// See [`Model::dimensions`].
    pub fn dimensions(&self) -> usize {
        self.handle.model.dimensions()
    }

    /// See [`Model::count_tokens`]. Runs on the calling thread: some microseconds for a short text.
    pub fn count_tokens(&self, text: &str) -> usize {
        self.handle.model.count_tokens(text)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.queue.stop();
    }
}

struct Job {
    role: Role,
    texts: Vec<String>,
    reply: oneshot::Sender<Answer>,
}

struct Queue {
    limit: usize,
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    queries: VecDeque<Job>,
    passages: VecDeque<Job>,
    stopped: bool,
}

impl Queue {
    fn new(limit: usize) -> Self {
        Self { limit, waiting: Mutex::default(), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job) -> Result<(), EmbedError> {
        let mut waiting = self.lock();
        if waiting.stopped {
            return Err(EmbedError::Stopped);
        }
        let line = match job.role {
            Role::Query => &mut waiting.queries,
            Role::Passage => &mut waiting.passages,
        };
        if line.len() >= self.limit {
            // Requests whose callers left take no place.
            line.retain(|job| !job.reply.is_closed());
        }
        if line.len() >= self.limit {
            return Err(EmbedError::Busy);
        }
        line.push_back(job);
        self.changed.notify_one();
        Ok(())
    }

    /// The next query, if one waits.
    fn query(&self) -> Option<Job> {
        self.lock().queries.pop_front()
    }

    /// Waits for the next request, queries first; none once stopped.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.stopped {
                return None;
            }
            if let Some(job) = waiting.queries.pop_front().or_else(|| waiting.passages.pop_front()) {
                return Some(job);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Refuses what comes from now on; dropping the waiting requests answers them with "stopped".
    fn stop(&self) {
        let mut waiting = self.lock();
        *waiting = Waiting { stopped: true, ..Waiting::default() };
        self.changed.notify_all();
    }
}

/// Stops the queue when the thread ends, a panic included: nobody must wait for a thread that is gone.
struct StopAtEnd<'a>(&'a Queue);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn run(model: &Model, queue: &Queue) {
    let _stop = StopAtEnd(queue);
    while let Some(job) = queue.next() {
        serve(model, queue, job);
    }
}

/// Computes one request chunk by chunk, letting waiting queries in between the chunks of a passage request.
fn serve(model: &Model, queue: &Queue, job: Job) {
    let Job { role, texts, reply } = job;
    if reply.is_closed() {
        return;
    }
    let computed = model.begin(role, &texts).and_then(|batch| compute(model, queue, role, batch, &reply));
    if let Some(answer) = computed.transpose() {
        // The caller may have left meanwhile; then nobody misses the answer.
        let _ = reply.send(answer);
    }
}

/// None if the caller left.
fn compute(
    model: &Model,
    queue: &Queue,
    role: Role,
    mut batch: Batch,
    reply: &oneshot::Sender<Answer>,
) -> Result<Option<Vec<Vec<f32>>>, EmbedError> {
    while !batch.is_done() {
        if reply.is_closed() {
            return Ok(None);
        }
        model.step(&mut batch)?;
        if role == Role::Passage {
            while let Some(query) = queue.query() {
                serve(model, queue, query);
            }
        }
    }
    batch.finish().map(Some)
}

#[cfg(test)]
mod tests;
