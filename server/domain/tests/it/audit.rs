//! The audit log: what is in it, who reads it, and what tampering with it leaves behind.

use contract::{
    AuditAction, AuditEnding, AuditEntry, AuditFilter, ErrorCode, KeyId, ListAudit, PrefixedId, Role, TenantId, UserId,
};
use domain::audit::{Flaw, Place, Verified};
use domain::desks::{AuditDesk, DeskError, ImportMemory};
use domain::kernel::{Actor, Principal};
use domain::testing::{World, ask_of, save_of};
use sha2::{Digest, Sha256};
use sqlx::{Row, SqlitePool};
use std::time::Duration;

async fn raw(world: &World) -> SqlitePool {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(world.dir().join("gieok.db"));
    SqlitePool::connect_with(options).await.expect("opens")
}

/// Changes the log behind the program's back, as someone who holds the file can.
async fn tamper(world: &World, statements: &[&str]) {
    let pool = raw(world).await;
    for trigger in ["audit_log_no_update", "audit_log_no_delete"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("DROP TRIGGER IF EXISTS {trigger}")))
            .execute(&pool)
            .await
            .expect("drops");
    }
    for statement in statements {
        sqlx::query(sqlx::AssertSqlSafe(*statement)).execute(&pool).await.expect("executes");
    }
    pool.close().await;
}

async fn operator(world: &World) -> AuditDesk {
    let actor = Actor { tenant: TenantId::default_tenant(), principal: Principal::Operator };
    world.desks().auditor(&actor).await.expect("an operator reads the log")
}

fn administrator(tenant: &TenantId) -> Actor {
    let principal = Principal::Person { user: UserId::from_bytes([9; 16]), role: Role::Admin };
    Actor { tenant: tenant.clone(), principal }
}

async fn verify(world: &World) -> Verified {
    operator(world).await.verify(None, |_, _| ()).await.expect("the log can be read")
}

async fn flaw(world: &World) -> Option<Flaw> {
    verify(world).await.flaw
}

/// An install with ten rows and more in its log.
async fn busy() -> World {
    let world = World::new().await;
    world.consenting("mina").await;
    let key = world.key("notes").await;
    let agent = world.agent(&key).await;
    for number in 0..7 {
        agent.save(save_of("mina", &format!("thing {number}"))).await.expect("saves");
    }
    world
}

async fn place(world: &World, seq: i64) -> Place {
    let query = sqlx::query_scalar("SELECT id FROM audit_log WHERE seq = ?").bind(seq);
    Place::Row { seq, id: query.fetch_one(&raw(world).await).await.expect("is there") }
}

#[tokio::test]
async fn a_log_that_nobody_touched_is_sound_and_keeps_its_heads() {
    let world = World::new().await;
    assert_eq!(
        verify(&world).await,
        Verified { rows: 0, last: Place::Beginning, head: [0; 32], flaw: None },
        "an empty log is sound"
    );
    world.consenting("mina").await;
    let before = verify(&world).await;
    world.key("notes").await;
    let after = operator(&world).await.verify(Some(before.head), |_, _| ()).await.expect("reads");
    assert_eq!((after.flaw, after.rows), (None, before.rows + 1));
    assert_ne!(after.head, before.head);
}

#[tokio::test]
async fn a_changed_field_is_found_and_its_row_named() {
    let world = busy().await;
    let columns = [
        ("id", "'aud_x'"),
        ("tenant_id", "'acme'"),
        ("at", "at + 1"),
        ("actor_kind", "'system'"),
        ("actor_id", "NULL"),
        ("action", "'memory.open'"),
        ("outcome", "'no'"),
        ("subject_id", "NULL"),
        ("object_id", "'mem_x'"),
        ("detail", "''"),
        ("hash", "zeroblob(32)"),
    ];
    for (column, value) in columns {
        tamper(&world, &["CREATE TABLE kept AS SELECT * FROM audit_log WHERE seq = 5"]).await;
        tamper(&world, &[&format!("UPDATE audit_log SET {column} = {value} WHERE seq = 5")]).await;
        assert_eq!(flaw(&world).await, Some(Flaw::Changed(place(&world, 5).await)), "{column}");
        let back = format!("UPDATE audit_log SET {column} = (SELECT {column} FROM kept) WHERE seq = 5");
        tamper(&world, &[&back, "DROP TABLE kept"]).await;
        assert_eq!(flaw(&world).await, None, "{column}");
    }
}

#[tokio::test]
async fn a_removed_row_is_found_between_its_neighbours() {
    let world = busy().await;
    tamper(&world, &["DELETE FROM audit_log WHERE seq = 4"]).await;
    let missing = Flaw::Missing { before: place(&world, 3).await, after: place(&world, 5).await };
    assert_eq!(flaw(&world).await, Some(missing));
    // Also if the rest moves up, so that no number is left out.
    tamper(
        &world,
        &[
            "UPDATE audit_log SET seq = seq - 1 WHERE seq > 4",
            "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'audit_log'",
        ],
    )
    .await;
    let unlinked = Flaw::Unlinked { before: place(&world, 3).await, after: place(&world, 4).await };
    assert_eq!(flaw(&world).await, Some(unlinked));
    assert_eq!(verify(&world).await.rows, 3);
}

#[tokio::test]
async fn a_removed_beginning_is_found() {
    let world = busy().await;
    tamper(&world, &["DELETE FROM audit_log WHERE seq < 3"]).await;
    let missing = Flaw::Missing { before: Place::Beginning, after: place(&world, 3).await };
    assert_eq!(flaw(&world).await, Some(missing));
}

#[tokio::test]
async fn rows_in_another_order_are_found() {
    let world = busy().await;
    tamper(
        &world,
        &[
            "UPDATE audit_log SET seq = -1 WHERE seq = 4",
            "UPDATE audit_log SET seq = 4 WHERE seq = 5",
            "UPDATE audit_log SET seq = 5 WHERE seq = -1",
        ],
    )
    .await;
    let unlinked = Flaw::Unlinked { before: place(&world, 3).await, after: place(&world, 4).await };
    assert_eq!(flaw(&world).await, Some(unlinked));
}

#[tokio::test]
async fn an_added_row_is_found_wherever_it_is() {
    const ROW: &str = "'aud_x', tenant_id, at, actor_kind, actor_id, action, outcome, subject_id, object_id, detail, \
                       prev_hash, hash FROM audit_log WHERE seq = 4";
    const COLUMNS: &str = "id, tenant_id, at, actor_kind, actor_id, action, outcome, subject_id, object_id, detail, \
                           prev_hash, hash";
    let world = busy().await;
    let end = verify(&world).await;
    tamper(&world, &[&format!("INSERT INTO audit_log ({COLUMNS}) SELECT {ROW}")]).await;
    let added = place(&world, i64::try_from(end.rows + 1).expect("few")).await;
    assert_eq!(flaw(&world).await, Some(Flaw::Unlinked { before: end.last, after: added }));
    let world = busy().await;
    tamper(
        &world,
        &[
            "UPDATE audit_log SET seq = -seq WHERE seq > 5",
            "UPDATE audit_log SET seq = 1 - seq WHERE seq < 0",
            &format!("INSERT INTO audit_log (seq, {COLUMNS}) SELECT 6, {ROW}"),
        ],
    )
    .await;
    let unlinked = Flaw::Unlinked { before: place(&world, 5).await, after: place(&world, 6).await };
    assert_eq!(flaw(&world).await, Some(unlinked));
}

#[tokio::test]
async fn a_cut_end_is_told_by_the_counter_or_by_a_hash_that_was_noted() {
    let world = busy().await;
    let whole = verify(&world).await;
    let counted = i64::try_from(whole.rows).expect("few");
    tamper(&world, &[&format!("DELETE FROM audit_log WHERE seq > {}", counted - 2)]).await;
    let last = place(&world, counted - 2).await;
    assert_eq!(flaw(&world).await, Some(Flaw::Cut { last: last.clone(), counted }));
    // Who also sets the counter back leaves a sound log: only the hash that was noted elsewhere tells.
    let back = format!("UPDATE sqlite_sequence SET seq = {} WHERE name = 'audit_log'", counted - 2);
    tamper(&world, &[&back]).await;
    assert_eq!(flaw(&world).await, None);
    let noted = operator(&world).await.verify(Some(whole.head), |_, _| ()).await.expect("reads");
    assert_eq!(noted.flaw, Some(Flaw::HeadMissing));
    // All of it gone, and the counter left.
    tamper(&world, &["DELETE FROM audit_log"]).await;
    assert_eq!(flaw(&world).await, Some(Flaw::Cut { last: Place::Beginning, counted: counted - 2 }));
}

/// The hash of a row, computed from the documented rule alone.
fn chained(row: &sqlx::sqlite::SqliteRow, previous: &[u8; 32]) -> [u8; 32] {
    let mut fields: Vec<Option<String>> = Vec::new();
    for column in ["id", "tenant_id", "at", "actor_kind", "actor_id", "action", "outcome", "subject_id", "object_id"] {
        fields.push(match column {
            "at" => Some(row.get::<i64, _>(column).to_string()),
            _ => row.get(column),
        });
    }
    fields.extend(row.get::<Option<String>, _>("detail").map(Some));
    let mut hasher = Sha256::new_with_prefix(previous);
    for field in fields {
        hasher.update(field.as_ref().map_or(u64::MAX, |text| text.len() as u64).to_be_bytes());
        hasher.update(field.unwrap_or_default());
    }
    hasher.finalize().into()
}

/// Writes all hashes anew over what the rows say now.
async fn rewrite_chain(world: &World) {
    let pool = raw(world).await;
    let mut previous = [0; 32];
    for row in sqlx::query("SELECT * FROM audit_log ORDER BY seq").fetch_all(&pool).await.expect("reads") {
        let hash = chained(&row, &previous);
        let update = sqlx::query("UPDATE audit_log SET prev_hash = ?, hash = ? WHERE seq = ?");
        let update = update.bind(previous.to_vec()).bind(hash.to_vec()).bind(row.get::<i64, _>("seq"));
        update.execute(&pool).await.expect("writes");
        previous = hash;
    }
}

#[tokio::test]
async fn a_chain_that_was_written_anew_only_differs_from_what_was_noted() {
    let world = busy().await;
    let whole = verify(&world).await;
    tamper(&world, &["UPDATE audit_log SET outcome = 'forbidden' WHERE seq = 4"]).await;
    rewrite_chain(&world).await;
    assert_eq!(flaw(&world).await, None, "there is no secret in the chain");
    let noted = operator(&world).await.verify(Some(whole.head), |_, _| ()).await.expect("reads");
    assert_eq!(noted.flaw, Some(Flaw::HeadMissing));
}

#[tokio::test]
async fn an_id_that_is_there_twice_is_found_even_in_a_chain_that_holds() {
    let world = busy().await;
    tamper(
        &world,
        &[
            "ALTER TABLE audit_log RENAME TO original",
            "CREATE TABLE audit_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, tenant_id TEXT NOT NULL,
             at INTEGER NOT NULL, actor_kind TEXT NOT NULL, actor_id TEXT, action TEXT NOT NULL, outcome TEXT NOT NULL,
             subject_id TEXT, object_id TEXT, prev_hash BLOB NOT NULL, hash BLOB NOT NULL, detail TEXT)",
            "INSERT INTO audit_log SELECT seq, id, tenant_id, at, actor_kind, actor_id, action, outcome, subject_id,
             object_id, prev_hash, hash, detail FROM original",
            "UPDATE audit_log SET id = (SELECT id FROM original WHERE seq = 2) WHERE seq = 6",
        ],
    )
    .await;
    rewrite_chain(&world).await;
    let Place::Row { id, .. } = place(&world, 2).await else { panic!("a row") };
    assert_eq!(flaw(&world).await, Some(Flaw::Twice(id)));
}

#[tokio::test]
async fn what_is_rolled_back_leaves_no_gap() {
    let world = busy().await;
    let pool = raw(&world).await;
    let mut tx = pool.begin().await.expect("begins");
    let insert = "INSERT INTO audit_log (id, tenant_id, at, actor_kind, action, outcome, prev_hash, hash)
                  VALUES ('aud_x', 'default', 0, 'system', 'memory.save', 'ok', zeroblob(32), zeroblob(32))";
    sqlx::query(insert).execute(&mut *tx).await.expect("inserts");
    tx.rollback().await.expect("rolls back");
    // Nor does a statement that fails within a transaction that goes on.
    let mut tx = pool.begin().await.expect("begins");
    let taken =
        "INSERT INTO audit_log SELECT * FROM (SELECT NULL, id, tenant_id, at, actor_kind, actor_id, action, outcome,
                 subject_id, object_id, prev_hash, hash, detail FROM audit_log WHERE seq = 1)";
    sqlx::query(taken).execute(&mut *tx).await.expect_err("the id is taken");
    tx.commit().await.expect("commits");
    let before = verify(&world).await;
    world.key("more").await;
    let after = verify(&world).await;
    assert_eq!((before.flaw, after.flaw, after.rows), (None, None, before.rows + 1));
}

#[tokio::test]
async fn verification_is_the_operators_and_reading_is_the_administrators() {
    let world = busy().await;
    let desk = world.desks().auditor(&administrator(&TenantId::default_tenant())).await.expect("an administrator");
    assert!(matches!(desk.verify(None, |_, _| ()).await, Err(DeskError::Forbidden)));
    let reviewer = Principal::Person { user: UserId::from_bytes([9; 16]), role: Role::Reviewer };
    let reviewer = Actor { tenant: TenantId::default_tenant(), principal: reviewer };
    assert!(matches!(world.desks().auditor(&reviewer).await, Err(DeskError::Forbidden)));
    let denied = entries(&desk, AuditFilter { action: action(AuditAction::Denied), ..AuditFilter::default() }).await;
    assert_eq!(denied[0].detail.as_deref(), Some("action=read_audit"));
    assert_eq!(denied[0].ending, AuditEnding::NotDone);
}

async fn entries(desk: &AuditDesk, filter: AuditFilter) -> Vec<AuditEntry> {
    desk.list(&ListAudit { limit: 200, ..ListAudit::of(filter) }).await.expect("reads").items
}

#[expect(clippy::unnecessary_wraps, reason = "as filters hold it")]
fn action(action: AuditAction) -> Option<String> {
    Some(action.to_string())
}

#[tokio::test]
async fn every_filter_narrows_the_list_and_pages_go_on() {
    let world = busy().await;
    world.clock.advance(Duration::from_hours(1));
    let middle = domain::kernel::Clock::now(&*world.clock);
    world.consenting("jin").await;
    let key = world.key("diary").await;
    let agent = world.agent(&key).await;
    let saved = agent.save(save_of("jin", "likes tea")).await.expect("saves");
    agent.recall(ask_of("nobody", "tea")).await.expect_err("is not known");
    let desk = world.desks().auditor(&administrator(&TenantId::default_tenant())).await.expect("an administrator");
    let all = entries(&desk, AuditFilter::default()).await;
    assert!(all.is_sorted_by_key(|entry| std::cmp::Reverse((entry.at, entry.seq))), "latest first");
    let none = AuditFilter::default;
    let jin = all.iter().find(|entry| entry.action == "consent.set").and_then(|entry| entry.subject_id.clone());
    for (filter, holds) in [
        (AuditFilter { action: action(AuditAction::Save), ..none() }, 8),
        (AuditFilter { action: Some("memory.".into()), ..none() }, 9),
        (AuditFilter { action: Some("nothing.known".into()), ..none() }, 0),
        (AuditFilter { ending: Some(AuditEnding::NotDone), ..none() }, 1),
        (AuditFilter { ending: Some(AuditEnding::Done), ..none() }, all.len() - 1),
        (AuditFilter { actor: Some(key.id.to_string()), ..none() }, 2),
        (AuditFilter { actor: Some(KeyId::from_bytes([1; 16]).to_string()), ..none() }, 0),
        (AuditFilter { subject: jin.clone(), ..none() }, 3),
        (AuditFilter { object: Some(saved.memory_id.to_string()), ..none() }, 1),
        (AuditFilter { from: Some(middle), ..none() }, 5),
        (AuditFilter { until: Some(middle), ..none() }, all.len() - 5),
        (AuditFilter { subject: jin, action: Some("user.".into()), from: Some(middle), ..none() }, 1),
    ] {
        assert_eq!(entries(&desk, filter.clone()).await.len(), holds, "{filter:?}");
        assert_eq!(desk.list(&ListAudit::of(filter.clone())).await.expect("reads").count.value as usize, holds);
    }
    let mut paged = Vec::new();
    let mut request = ListAudit { limit: 4, ..ListAudit::default() };
    loop {
        let page = desk.list(&request).await.expect("reads");
        paged.extend(page.items);
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!(paged, all);
    for nonsense in [
        ListAudit { cursor: Some("x".into()), ..ListAudit::default() },
        ListAudit { from: Some(middle), until: Some(middle), ..ListAudit::default() },
        ListAudit { actor: Some("x".repeat(201)), ..ListAudit::default() },
        ListAudit { object: Some("\u{7}".into()), ..ListAudit::default() },
    ] {
        assert!(matches!(desk.list(&nonsense).await, Err(DeskError::Invalid(_))), "{nonsense:?}");
    }
}

async fn exported(desk: &AuditDesk, filter: AuditFilter) -> Vec<AuditEntry> {
    let mut export = desk.export(filter).await.expect("begins");
    let mut entries = Vec::new();
    while let Some(chunk) = export.next().await.expect("reads") {
        entries.extend(chunk);
    }
    entries
}

#[tokio::test]
async fn an_administrator_reads_and_exports_the_own_tenant_only() {
    let world = busy().await;
    let acme: TenantId = "acme".parse().expect("a name");
    world.admin(&TenantId::default_tenant()).add_tenant(&acme).await.expect("is new");
    world.person_of(&acme, "jiho").await;
    let ours = world.desks().auditor(&administrator(&TenantId::default_tenant())).await.expect("an administrator");
    let theirs = world.desks().auditor(&administrator(&acme)).await.expect("an administrator");
    assert_eq!(entries(&theirs, AuditFilter::default()).await.len(), 1);
    let before = entries(&ours, AuditFilter::default()).await;
    let all = exported(&ours, AuditFilter::default()).await;
    assert!(all.is_sorted_by_key(|entry| (entry.at, entry.seq)), "oldest first");
    let (last, others) = all.split_last().expect("not empty");
    assert_eq!(last.action, "audit.export", "the export itself is the last that it tells");
    assert!(others.iter().rev().eq(before.iter()), "and the rest is what there was");
    assert_eq!(
        exported(&theirs, AuditFilter { action: Some("user.".into()), ..AuditFilter::default() }).await.len(),
        1
    );
    let noted = &entries(&theirs, AuditFilter { action: Some("audit.".into()), ..AuditFilter::default() }).await[0];
    assert_eq!(noted.detail.as_deref(), Some("filters=action"), "names of filters, no values");
    assert_eq!(noted.actor_id.as_deref(), Some(UserId::from_bytes([9; 16]).as_str()));
    let nonsense = AuditFilter { action: Some(String::new()), ..AuditFilter::default() };
    assert!(matches!(ours.export(nonsense).await, Err(DeskError::Invalid(_))));
}

#[tokio::test]
async fn every_call_of_a_service_leaves_its_outcome_and_nothing_of_what_it_said() {
    let world = busy().await;
    world.person("jin").await;
    let key = world.key("diary").await;
    let agent = world.agent(&key).await;
    let save = |subject: &str, statement: &str| agent.save(save_of(subject, statement));
    save("mina", "violets are blue").await.expect("saves");
    save("mina", "violets are blue").await.expect("is there already");
    let mut pii = save_of("mina", "violets are blue");
    pii.sensitivity = Some("pii".to_owned());
    agent.save(pii).await.expect("is there already");
    save("jin", "violets are blue").await.expect_err("has not consented");
    save("mina", " ").await.expect_err("says nothing");
    agent.recall(ask_of("mina", "violets")).await.expect("answers");
    agent.recall(ask_of("jin", "violets")).await.expect_err("has not consented");
    agent.recall(ask_of("mina", " ")).await.expect_err("asks nothing");
    agent.note_unreadable(AuditAction::Recall, ErrorCode::MalformedRequest).await;
    world.embedder.set_down(true);
    agent.recall(ask_of("mina", "violets")).await.expect("answers with words alone");
    let desk = operator(&world).await;
    let mut told = entries(&desk, AuditFilter { actor: Some(key.id.to_string()), ..AuditFilter::default() }).await;
    told.reverse();
    let told: Vec<_> = told.iter().map(|entry| (entry.action.as_str(), entry.outcome.as_str(), entry.ending)).collect();
    let (done, not_done) = (AuditEnding::Done, AuditEnding::NotDone);
    assert_eq!(
        told,
        [
            ("memory.save", "ok", done),
            ("memory.save", "duplicate", done),
            ("memory.save", "duplicate_sensitivity_raised", done),
            ("memory.save", "consent_required", not_done),
            ("memory.save", "invalid_input", not_done),
            ("memory.recall", "ok", done),
            ("memory.recall", "consent_required", not_done),
            ("memory.recall", "invalid_input", not_done),
            ("memory.recall", "malformed_request", not_done),
            ("memory.recall", "model_unavailable", not_done),
        ]
    );
    let all = serde_json::to_string(&entries(&desk, AuditFilter::default()).await).expect("JSON");
    assert!(!all.contains("violets") && !all.contains("mina") && !all.contains('@'), "{all}");
}

#[tokio::test]
async fn an_import_that_hides_a_memory_is_noted() {
    let world = World::new().await;
    let admin = world.admin(&TenantId::default_tenant());
    let line = |sensitivity: &str| ImportMemory {
        subject: "mina".to_owned(),
        statement: "lives by the sea".to_owned(),
        kind: contract::Kind::Fact,
        sensitivity: Some(sensitivity.to_owned()),
        recorded_at: None,
        sources: Vec::new(),
    };
    admin.import(vec![line("normal"), line("normal"), line("pii")]).await.expect("imports");
    let filter = AuditFilter { action: action(AuditAction::Import), ..AuditFilter::default() };
    let told: Vec<_> = entries(&operator(&world).await, filter).await.into_iter().map(|entry| entry.outcome).collect();
    assert_eq!(told, ["duplicate_sensitivity_raised", "ok"]);
}
