//! What the benches of pages have in common: a real server, people who are signed in, and medians.

use domain::index::WriterWrap;
use domain::kernel::{Embedder, OsRng, SystemClock};
use domain::testing::BigramEmbedder;
use server::config::Config;
use server::lifecycle::{Parts, Running, start};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ROUNDS: usize = 31;

/// The password of everybody here.
pub const PASSWORD: &str = "measured on this machine";

/// Somebody signed in.
pub struct Person {
    cookie: String,
}

/// A server on a folder of its own.
pub async fn start_server(dir: &std::path::Path) -> Running {
    let mut config = Config::default();
    config.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.server.site = dir.join("site");
    config.data.dir = dir.join("data");
    config.login.burst_per_address = NonZeroU32::MAX;
    config.passwords.memory_kib = 7_168;
    config.passwords.iterations = 1;
    let embedder: Arc<dyn Embedder> = Arc::new(BigramEmbedder::default());
    let parts = Parts {
        config,
        clock: Arc::new(SystemClock),
        rng: Arc::new(OsRng),
        embedder,
        is_demo: false,
        index_writer: WriterWrap::default(),
    };
    start(parts).await.expect("starts")
}

/// Signs `name`@example.com in.
pub async fn sign_in(http: &reqwest::Client, server: &str, name: &str) -> Person {
    let body = format!("email={name}%40example.com&password={}", PASSWORD.replace(' ', "+"));
    let request = http
        .post(format!("{server}/ui/sign-in"))
        .header("sec-fetch-site", "same-origin")
        .header("accept", "application/json")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body);
    let answer = request.send().await.expect("answers");
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").split(';').next().expect("a pair").to_owned();
    Person { cookie }
}

async fn page(http: &reqwest::Client, address: &str, person: &Person) -> Duration {
    let started = Instant::now();
    let answer = http.get(address).header("cookie", &person.cookie).send().await.expect("answers");
    assert_eq!(answer.status(), 200, "{address}");
    let body = answer.text().await.expect("a body");
    let took = started.elapsed();
    assert!(!body.is_empty(), "{address}");
    took
}

/// The medians of an address for two people, who ask in turn; each may have an address of one's own.
pub async fn compare(http: &reqwest::Client, server: &str, paths: [&str; 2], people: [&Person; 2]) -> [Duration; 2] {
    let addresses = paths.map(|path| format!("{server}{path}"));
    let mut took = [Vec::new(), Vec::new()];
    for round in 0..=ROUNDS {
        for ((person, address), took) in people.iter().zip(&addresses).zip(&mut took) {
            let duration = page(http, address, person).await;
            // The first of each warms what can be warmed.
            if round > 0 {
                took.push(duration);
            }
        }
    }
    took.map(median)
}

fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort_unstable();
    durations[durations.len() / 2]
}

/// The address of `path` with the texts of `request` as its parameters; what is empty is left out.
pub fn address(path: &str, request: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(request).expect("JSON");
    let fields = value.as_object().expect("an object").iter();
    let told = fields.filter_map(|(name, value)| {
        let text = value.as_str().map(str::to_owned).or_else(|| value.as_f64().map(|number| number.to_string()))?;
        Some(format!("{name}={}", text.replace(' ', "+")))
    });
    format!("{path}?{}", told.collect::<Vec<_>>().join("&"))
}
