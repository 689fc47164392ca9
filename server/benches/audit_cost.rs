//! What the audit log costs when it is long: `cargo bench -p server --bench audit_cost`.
//!
//! Two installs, one with 10,000 rows and one with 1,000,000, written by the log's own code. Each log is verified, and told
//! is how much more memory that needed at its peak. Then the first page under every filter is read from both in turn; all
//! of them have enough rows for a full page in either (but for one object, which has one), so that what differs is how
//! many others there are. The ratios are the figure; the times depend on the machine.

use contract::{
    AuditAction, AuditEnding, AuditFilter, KeyId, ListAudit, MemoryId, PrefixedId, ServiceId, TenantId, Timestamp,
    UserId,
};
use domain::audit::{Entry, append};
use domain::desks::{AuditDesk, Options, Runtime};
use domain::kernel::{Actor, Ids, OsRng, Principal, SystemClock};
use domain::storage::{KeyRing, Store};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const FEW: u32 = 10_000;
const MANY: u32 = 1_000_000;
const BATCH: u32 = 10_000;
const ROUNDS: usize = 31;
/// So many services and people share the log evenly.
const SHARED_BY: u32 = 100;
/// One row of so many was refused.
const REFUSED: u32 = 100;

const ACTIONS: [AuditAction; 4] = [AuditAction::Save, AuditAction::Recall, AuditAction::Propose, AuditAction::Approve];

/// An install with a log, and the desk that reads it.
struct Install {
    rows: u32,
    desk: AuditDesk,
    runtime: Runtime,
    _folder: TempDir,
}

fn bytes(number: u32) -> [u8; 16] {
    u128::from(number).to_be_bytes()
}

fn moment(number: u32) -> Timestamp {
    Timestamp::from_micros(1_784_176_200_000_000 + i64::from(number) * 1_000_000).expect("in range")
}

/// Writes rows as they would be written, but many to a transaction.
async fn write(store: &Store, rows: u32) {
    let ids = Ids::new(Arc::new(SystemClock), Arc::new(OsRng));
    for start in (0..rows).step_by(BATCH as usize) {
        let mut tx = store.begin().await.expect("begins");
        for number in start..rows.min(start + BATCH) {
            let (subject, object) =
                (UserId::from_bytes(bytes(number % SHARED_BY)), MemoryId::from_bytes(bytes(number)));
            let principal = Principal::Service {
                service: ServiceId::from_bytes(bytes(number % SHARED_BY)),
                key: KeyId::from_bytes(bytes(number % SHARED_BY)),
                bound_subject: None,
            };
            let entry = Entry {
                actor: &Actor { tenant: TenantId::default_tenant(), principal },
                event: ACTIONS[(number / SHARED_BY) as usize % ACTIONS.len()],
                outcome: if number % REFUSED == 0 { "forbidden" } else { "ok" },
                subject: Some(&subject),
                object: Some(object.as_str()),
            };
            append(&mut tx, &ids, moment(number), &entry).await.expect("appends");
        }
        tx.commit().await.expect("commits");
    }
}

async fn install(rows: u32) -> Install {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let options = Options::in_dir(folder.path());
    let runtime = Runtime::open(options, Arc::new(SystemClock), Arc::new(OsRng), None).await.expect("opens");
    let keys = KeyRing::open(folder.path(), Arc::new(OsRng)).expect("the key ring is there");
    let store = Store::open(folder.path(), keys).await.expect("opens");
    let started = Instant::now();
    write(&store, rows).await;
    store.close().await;
    println!("{rows} rows written in {:.1?}", started.elapsed());
    let operator = Actor { tenant: TenantId::default_tenant(), principal: Principal::Operator };
    let desk = runtime.desks().auditor(&operator).await.expect("an operator reads the log");
    Install { rows, desk, runtime, _folder: folder }
}

/// A figure of this process's memory, in KiB.
fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).expect("is told");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Verifies the log; by how many KiB memory grew at its peak.
async fn verify(install: &Install) -> u64 {
    // The peak so far is forgotten.
    std::fs::write("/proc/self/clear_refs", "5").expect("may be written");
    let (before, started) = (memory("VmRSS"), Instant::now());
    let verified = install.desk.verify(None, |_, _| ()).await.expect("reads");
    let took = started.elapsed();
    assert_eq!((verified.flaw, verified.rows), (None, u64::from(install.rows)));
    let grown = memory("VmHWM").saturating_sub(before);
    let per_second = f64::from(install.rows) / took.as_secs_f64();
    println!("{} rows verified in {took:.2?}: {per_second:.0} rows/s, peak memory + {grown} KiB", install.rows);
    grown
}

/// The first page under every filter. The rows asked for are in both logs.
fn requests() -> Vec<(&'static str, ListAudit)> {
    let none = AuditFilter::default;
    let key = || Some(KeyId::from_bytes(bytes(7)).to_string());
    let filters = [
        ("everything", none()),
        ("action", AuditFilter { action: Some(AuditAction::Approve.to_string()), ..none() }),
        ("area", AuditFilter { action: Some("candidate.".to_owned()), ..none() }),
        ("done", AuditFilter { ending: Some(AuditEnding::Done), ..none() }),
        ("not done", AuditFilter { ending: Some(AuditEnding::NotDone), ..none() }),
        ("actor", AuditFilter { actor: key(), ..none() }),
        ("subject", AuditFilter { subject: Some(UserId::from_bytes(bytes(7)).to_string()), ..none() }),
        ("object", AuditFilter { object: Some(MemoryId::from_bytes(bytes(77)).to_string()), ..none() }),
        ("time", AuditFilter { from: Some(moment(5_000)), until: Some(moment(5_100)), ..none() }),
        ("actor and action", AuditFilter { actor: key(), action: Some(AuditAction::Save.to_string()), ..none() }),
    ];
    filters.map(|(name, filter)| (name, ListAudit::of(filter))).to_vec()
}

fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort_unstable();
    durations[durations.len() / 2]
}

/// The medians of both installs, asked in turn.
async fn compare(installs: [&Install; 2], request: &ListAudit) -> [Duration; 2] {
    let mut took = [Vec::new(), Vec::new()];
    for round in 0..=ROUNDS {
        for (install, took) in installs.iter().zip(&mut took) {
            let started = Instant::now();
            install.desk.list(request).await.expect("reads");
            // The first of each warms what can be warmed.
            if round > 0 {
                took.push(started.elapsed());
            }
        }
    }
    took.map(median)
}

async fn run() {
    let (few, many) = (install(FEW).await, install(MANY).await);
    // The first walk of a process makes its connections and buffers.
    verify(&few).await;
    let (of_few, of_many) = (verify(&few).await, verify(&many).await);
    println!("peak memory: ratio {:.2}", of_many.max(1) as f64 / of_few.max(1) as f64);
    println!("{:<20} {FEW:>12} {MANY:>12} {:>6}", "first page", "ratio");
    let mut worst = 0.0_f64;
    for (name, request) in requests() {
        let [with_few, with_many] = compare([&few, &many], &request).await;
        let ratio = with_many.as_secs_f64() / with_few.as_secs_f64();
        worst = worst.max(ratio);
        println!("{name:<20} {with_few:>12.2?} {with_many:>12.2?} {ratio:>6.2}");
    }
    println!("worst ratio {worst:.2}");
    few.runtime.close().await;
    many.runtime.close().await;
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(run());
}
