//! A server that is killed three times while turns come in: each is looked at once, and nothing is lost.
//!
//! A few hundred turns unless told otherwise; with as many as one likes, and the figures shown:
//! `GIEOK_TEST_TURNS=10000 cargo test -p server --test it crash::turns -- --nocapture`.

use crate::support::{PASSWORD, Person, Served, gieok, serve};
use contract::{MemoryList, Statement};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// So many turns, unless the environment says otherwise.
const USUAL: usize = 400;
const KILLS: usize = 3;
const SENDERS: usize = 4;
const PEOPLE: usize = 4;
/// One turn of so many holds something that is worth keeping.
const WORTH: usize = 4;
/// Everybody signs in from here.
const MANY_SIGN_INS: [(&str, &str); 1] = [("GIEOK_LOGIN_BURST_PER_ADDRESS", "100")];
/// Another process does the work: it is looked at now and then, so as not to keep it from working.
const LOOK: Duration = Duration::from_millis(100);

fn person(number: usize) -> String {
    format!("p{}", number / WORTH % PEOPLE)
}

/// What is worth keeping of a turn, if anything is. No two have many words in common: none takes the place of another.
fn worth(number: usize) -> Option<String> {
    let statement = format!("I keep amber{number} beside birch{number} under cedar{number}.");
    number.is_multiple_of(WORTH).then_some(statement)
}

fn turn(number: usize) -> Value {
    let said = worth(number).unwrap_or_else(|| format!("Thanks for number {number}!"));
    json!({
        "subject": person(number), "conversation_id": format!("c-{}", number % 100), "turn_id": format!("t-{number}"),
        "messages": [
            { "role": "user", "text": format!("{said} Is it open today?") },
            { "role": "assistant", "text": "It is." },
        ],
    })
}

/// Brings turns as a client does that does not give up.
#[derive(Clone)]
struct Sender {
    http: reqwest::Client,
    key: String,
    /// Where the server answers; another place after each start.
    host: watch::Receiver<String>,
    taken_in: watch::Sender<usize>,
}

impl Sender {
    async fn bring(mut self, numbers: impl Iterator<Item = usize>) {
        for number in numbers {
            self.bring_one(&turn(number)).await;
            self.taken_in.send_modify(|count| *count += 1);
        }
    }

    /// Until it is taken in, with the same ids, however often the server goes away.
    async fn bring_one(&mut self, turn: &Value) {
        loop {
            let address = format!("http://{}/api/v1/turns", *self.host.borrow_and_update());
            match self.http.post(address).bearer_auth(&self.key).json(turn).send().await {
                Ok(answer) if answer.status().is_success() => return,
                // Less patient than it is asked to be: that must lose nothing either.
                Ok(answer) => asks_to_wait(&answer),
                Err(_) => self.host.changed().await.unwrap(),
            }
        }
    }
}

fn asks_to_wait(answer: &reqwest::Response) {
    assert!([429, 503].contains(&answer.status().as_u16()), "{}", answer.status());
    let seconds = answer.headers()["retry-after"].to_str().unwrap().parse::<u64>();
    assert!(seconds.is_ok_and(|seconds| seconds > 0));
}

/// Makes the people, each of whom has consented, and a key.
async fn furnish(dir: &Path, host: &str) -> (Vec<Person>, String) {
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        let email = format!("p{number}@example.com");
        let name = format!("p{number}");
        let add = ["user", "add", &email, "--external-id", &name, "--password-stdin"];
        let added = gieok(dir, &add, &[], PASSWORD);
        let person = Person::sign_in(host.to_owned(), added.out.trim().parse().unwrap(), &email).await;
        person.consent(true).await;
        people.push(person);
    }
    let key = gieok(dir, &["key", "create", "--service", "notes"], &[], "").out.trim().to_owned();
    (people, key)
}

/// Brings all turns while the server is killed again and again; returns the server that runs in the end.
async fn bring_all(dir: &Path, mut served: Served, key: &str, count: usize) -> Served {
    let (host, follows) = watch::channel(served.host.clone());
    let (taken_in, mut progress) = watch::channel(0);
    let mut senders = JoinSet::new();
    for first in 0..SENDERS {
        let sender = Sender {
            http: reqwest::Client::new(),
            key: key.to_owned(),
            host: follows.clone(),
            taken_in: taken_in.clone(),
        };
        senders.spawn(sender.bring((first..count).step_by(SENDERS)));
    }
    for kill in 1..=KILLS {
        progress.wait_for(|taken_in| *taken_in >= count * kill / (KILLS + 1)).await.unwrap();
        served.kill();
        served = serve(dir, &MANY_SIGN_INS);
        host.send_replace(served.host.clone());
    }
    while let Some(sender) = senders.join_next().await {
        sender.unwrap();
    }
    served
}

async fn open(dir: &Path) -> sqlx::SqlitePool {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.join("data/gieok.db")).read_only(true);
    sqlx::SqlitePool::connect_with(options).await.unwrap()
}

async fn number(database: &sqlx::SqlitePool, query: &'static str) -> usize {
    let number: i64 = sqlx::query_scalar(query).fetch_one(database).await.unwrap();
    usize::try_from(number).unwrap()
}

/// Waits until no turn and no memory is on its way any more.
async fn settled(database: &sqlx::SqlitePool) {
    let mut looks = tokio::time::interval(LOOK);
    let left = "SELECT (SELECT count(*) FROM turn WHERE state = 'waiting') + (SELECT count(*) FROM index_task)";
    while number(database, left).await > 0 {
        looks.tick().await;
    }
}

/// Each turn was looked at once: one set of verdicts, one cost, one entry in the audit log, and each memory once.
async fn assert_each_once(database: &sqlx::SqlitePool, count: usize) {
    let kept = (0..count).filter_map(worth).count();
    for (query, expected) in [
        ("SELECT count(*) FROM turn", count),
        ("SELECT count(*) FROM turn WHERE state = 'extracted'", count),
        ("SELECT count(content) FROM turn", 0),
        ("SELECT count(*) FROM turn_cost", count),
        ("SELECT count(DISTINCT turn_id) FROM verdict", count),
        ("SELECT max(count) FROM (SELECT count(*) AS count FROM verdict GROUP BY turn_id)", 2),
        ("SELECT min(count) FROM (SELECT count(*) AS count FROM verdict GROUP BY turn_id)", 2),
        ("SELECT count(*) FROM audit_log WHERE action = 'turn.extract'", count),
        ("SELECT count(DISTINCT object_id) FROM audit_log WHERE action = 'turn.extract' AND outcome = 'ok'", count),
        ("SELECT count(*) FROM verdict WHERE memory_id IS NOT NULL", kept),
        ("SELECT count(DISTINCT memory_id) FROM verdict", kept),
        ("SELECT count(*) FROM memory", kept),
        ("SELECT count(DISTINCT fingerprint) FROM memory WHERE index_state = 'indexed'", kept),
        ("SELECT count(*) FROM memory_source", kept),
        ("SELECT count(DISTINCT source_hash) FROM memory_source", kept),
    ] {
        assert_eq!(number(database, query).await, expected, "{query}");
    }
}

/// Every statement that the person's own list shows.
async fn listed(person: &Person) -> Vec<String> {
    let (mut statements, mut cursor) = (Vec::new(), String::new());
    loop {
        let page: MemoryList = person.list(&format!("limit=200{cursor}")).await;
        statements.extend(page.items.into_iter().map(|row| match row.statement {
            Statement::Shown(statement) => statement,
            hidden => panic!("{hidden:?}"),
        }));
        let Some(next) = page.next_cursor else { return statements };
        cursor = format!("&cursor={next}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_kills_while_turns_come_in_lose_none_and_repeat_none() {
    let count = std::env::var("GIEOK_TEST_TURNS").map_or(USUAL, |count| count.parse().unwrap());
    let dir = TempDir::new().unwrap();
    let served = serve(dir.path(), &MANY_SIGN_INS);
    let (people, key) = furnish(dir.path(), &served.host).await;
    let begun = Instant::now();
    let served = bring_all(dir.path(), served, &key, count).await;
    let brought = begun.elapsed();
    let database = open(dir.path()).await;
    let waited = number(&database, "SELECT count(*) FROM turn WHERE state = 'waiting'").await;
    settled(&database).await;
    let again = "SELECT count(*) FROM audit_log WHERE action = 'turn.ingest' AND outcome = 'duplicate'";
    let again = number(&database, again).await;
    let retaken = number(&database, "SELECT count(*) FROM turn WHERE attempts > 1").await;
    println!(
        "{count} turns: brought in {brought:.0?} with {KILLS} kills ({again} of them twice), {waited} still waited then; \
         all were looked at after {:.0?}, {retaken} of them begun more than once",
        begun.elapsed()
    );
    assert_each_once(&database, count).await;
    database.close().await;
    for (place, person) in people.iter().enumerate() {
        let person = Person::sign_in(served.host.clone(), person.id().clone(), &format!("p{place}@example.com")).await;
        let list = listed(&person).await;
        let expected = (0..count).filter(|number| self::person(*number) == format!("p{place}")).filter_map(worth);
        assert_eq!(list.iter().cloned().collect::<BTreeSet<_>>(), expected.collect(), "each is there");
        assert_eq!(list.len(), list.iter().collect::<BTreeSet<_>>().len(), "and none twice");
    }
    let stopped = served.stop();
    assert_eq!(stopped.code, Some(0), "{}", stopped.err);
    let verified = gieok(dir.path(), &["audit", "verify"], &[], "");
    assert_eq!(verified.code, Some(0), "{}", verified.err);
}
