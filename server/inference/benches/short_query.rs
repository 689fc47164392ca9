//! A 16-token question through our encoder and through stock candle-transformers `BertModel` in f32, on the same weights,
//! alternating in one run. Prints medians, best times (less moved by what else the
//! machine does) and their ratios; a ratio below 1 means that ours is faster.
//!
//! Also prints load times, resident memory and the time of longer work. Run with `cargo bench -p inference`.

#[path = "../tests/it/support.rs"]
mod support;

use std::fs;
use std::time::{Duration, Instant};

use inference::{Model, Role};

const QUESTION: &str = "what did I say about my trip to the sea?";
const ROUNDS: usize = 60;

fn main() {
    let folder = support::model_folder();
    let before = resident_mb();
    let (ours, load) = timed(|| Model::load(&folder).expect("loads"));
    embed(&ours, &[QUESTION]);
    println!("ours   load {:>7.1} ms, resident {} MB (of which {before} MB before)", ms(load), resident_mb());

    let full = support::full_precision(&folder);
    let (stock, load) = timed(|| Model::load(full.path()).expect("loads"));
    println!("stock  load {:>7.1} ms", ms(load));
    println!("question of {} tokens with its prefix and frame", ours.count_tokens(&format!("query: {QUESTION}")) + 2);

    let long = QUESTION.repeat(8);
    compare("16 tokens", &ours, &stock, &[QUESTION], ROUNDS);
    compare("~100 tokens", &ours, &stock, &[&long], ROUNDS / 3);
    compare("32 questions", &ours, &stock, &[QUESTION; 32], 5);
}

fn compare(name: &str, ours: &Model, stock: &Model, texts: &[&str], rounds: usize) {
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..rounds + 2 {
        for (model, times) in [ours, stock].into_iter().zip(&mut times) {
            let time = timed(|| embed(model, texts)).1;
            // The first two rounds warm caches and pools.
            if round >= 2 {
                times.push(time);
            }
        }
    }
    for (what, pick) in [("median", 2), ("best", usize::MAX)] {
        let [ours, stock] = times.each_ref().map(|times| ms(ordered(times, pick)));
        println!("{name:<13} {what:<6} ours {ours:>8.2} ms, stock {stock:>8.2} ms, ratio {:.2}", ours / stock);
    }
}

fn embed(model: &Model, texts: &[&str]) {
    assert_eq!(model.embed(Role::Query, texts).expect("embeds").len(), texts.len());
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// The time at 1/`part` of the sorted times: 2 for the median, the largest number for the best.
fn ordered(times: &[Duration], part: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[times.len() / part]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Resident memory in MB; 0 where /proc does not say.
fn resident_mb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}
