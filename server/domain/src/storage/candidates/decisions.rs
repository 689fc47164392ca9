//! Decisions on candidates: append-only; a note is encrypted, bound to its decision.

use crate::storage::crypto::{KeyRing, length_prefixed};
use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError, Tx};
use contract::review::{DecisionKind, ReconcileAction, RejectReason};
use contract::{Authority, DecisionId, MemoryId, TenantId, Timestamp, UserId};

/// A decision to insert.
pub struct NewDecision<'a> {
    /// The decision.
    pub id: &'a DecisionId,
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// Whom the candidate is about.
    pub subject: &'a UserId,
    /// The candidate.
    pub memory: &'a MemoryId,
    /// What was decided.
    pub kind: DecisionKind,
    /// By whom; the system if absent.
    pub reviewer: Option<&'a UserId>,
    /// When.
    pub at: Timestamp,
    /// On which version.
    pub version: i64,
    /// Who had said it before the decision.
    pub authority: Authority,
    /// How it was fitted in.
    pub action: Option<ReconcileAction>,
    /// Whose place it took, and the version that that one has now.
    pub target: Option<(&'a MemoryId, i64)>,
    /// Why it was rejected.
    pub reason: Option<RejectReason>,
    /// A word to the person.
    pub note: Option<&'a str>,
    /// The decision that this one takes back.
    pub undoes: Option<&'a DecisionId>,
    /// Hashes of the caller's idempotency key and of the request.
    pub idempotency: Option<([u8; 32], [u8; 32])>,
}

/// A decision as stored; the note still sealed.
pub struct StoredDecision {
    /// The decision.
    pub id: DecisionId,
    /// Whom the candidate is about.
    pub subject: UserId,
    /// The candidate.
    pub memory: MemoryId,
    /// What was decided.
    pub kind: DecisionKind,
    /// By whom.
    pub reviewer: Option<UserId>,
    /// The reviewer's name.
    pub reviewer_name: Option<String>,
    /// When.
    pub at: Timestamp,
    /// On which version.
    pub version: i64,
    /// Who had said it before the decision.
    pub authority: Authority,
    /// How it was fitted in.
    pub action: Option<ReconcileAction>,
    /// Whose place it took, and the version that that one had then.
    pub target: Option<(MemoryId, i64)>,
    /// Why it was rejected.
    pub reason: Option<RejectReason>,
    /// A word to the person.
    pub note: Option<SealedNote>,
    /// The decision that this one takes back.
    pub undoes: Option<DecisionId>,
    /// Whether a later one has taken it back.
    pub is_undone: bool,
    /// The hash of the request that came with the caller's idempotency key.
    pub request_hash: Option<Vec<u8>>,
}

/// An encrypted note. Opened by [`Store::open_note`].
pub struct SealedNote {
    associated: Vec<u8>,
    key_id: String,
    bytes: Vec<u8>,
}

fn associated(tenant: &TenantId, subject: &UserId, memory: &MemoryId, decision: &DecisionId) -> Vec<u8> {
    length_prefixed(&["note", tenant.as_str(), subject.as_str(), memory.as_str(), decision.as_str()])
}

fn seal(keys: &KeyRing, decision: &NewDecision<'_>) -> (Option<String>, Option<Vec<u8>>) {
    let Some(note) = decision.note else { return (None, None) };
    let bound = associated(decision.tenant, decision.subject, decision.memory, decision.id);
    let (key_id, sealed) = keys.seal(note.as_bytes(), &bound);
    (Some(key_id.to_owned()), Some(sealed))
}

struct Row {
    id: String,
    subject_id: String,
    memory_id: String,
    kind: String,
    reviewer_id: Option<String>,
    reviewer_name: Option<String>,
    at: i64,
    version: i64,
    authority: String,
    action: Option<String>,
    target_id: Option<String>,
    target_version: Option<i64>,
    reason: Option<String>,
    key_id: Option<String>,
    note: Option<Vec<u8>>,
    undoes: Option<String>,
    is_undone: bool,
    request_hash: Option<Vec<u8>>,
}

/// Reads a word or an id that may be absent.
fn optional<T: std::str::FromStr>(text: Option<&str>, column: &'static str) -> Result<Option<T>, StoreError> {
    text.map(|text| parse(text, "review_decision", column)).transpose()
}

impl Row {
    fn read(self, tenant: &TenantId) -> Result<StoredDecision, StoreError> {
        let id: DecisionId = parse(&self.id, "review_decision", "id")?;
        let subject: UserId = parse(&self.subject_id, "review_decision", "subject_id")?;
        let memory: MemoryId = parse(&self.memory_id, "review_decision", "memory_id")?;
        let note = self.key_id.zip(self.note).map(|(key_id, bytes)| SealedNote {
            associated: associated(tenant, &subject, &memory, &id),
            key_id,
            bytes,
        });
        Ok(StoredDecision {
            kind: parse(&self.kind, "review_decision", "kind")?,
            reviewer: optional(self.reviewer_id.as_deref(), "reviewer_id")?,
            reviewer_name: self.reviewer_name,
            at: moment(self.at, "review_decision", "at")?,
            version: self.version,
            authority: parse(&self.authority, "review_decision", "authority")?,
            action: optional(self.action.as_deref(), "action")?,
            target: optional(self.target_id.as_deref(), "target_id")?.zip(self.target_version),
            reason: optional(self.reason.as_deref(), "reason")?,
            undoes: optional(self.undoes.as_deref(), "undoes")?,
            is_undone: self.is_undone,
            request_hash: self.request_hash,
            note,
            id,
            subject,
            memory,
        })
    }
}

impl Store {
    /// The decisions on these candidates, latest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn decisions(&self, tenant: &TenantId, ids: &[MemoryId]) -> Result<Vec<StoredDecision>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|_| StoreError::Inconsistent { table: "memory", column: "id" })?;
        let tenant_text = tenant.as_str();
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT d.id, d.subject_id, d.memory_id, d.kind, d.reviewer_id, u.email AS reviewer_name, d.at, d.version,
                      d.authority, d.action, d.target_id, d.target_version, d.reason, d.key_id, d.note, d.undoes, d.request_hash,
                      EXISTS (SELECT 1 FROM review_decision l WHERE l.undoes = d.id) AS "is_undone: bool"
               FROM review_decision d LEFT JOIN user u ON u.id = d.reviewer_id
               WHERE +d.tenant_id = ? AND d.memory_id IN (SELECT value FROM json_each(?))
               ORDER BY d.memory_id, d.at DESC, d.id DESC"#,
            tenant_text,
            ids
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter().map(|row| row.read(tenant)).collect()
    }

    /// Decrypts a reviewer's note.
    ///
    /// # Errors
    /// [`StoreError::Sealed`] if the row was moved or changed, or the key is not in the ring.
    pub fn open_note(&self, note: &SealedNote) -> Result<String, StoreError> {
        let plaintext = self.keys.open_sealed(&note.key_id, &note.bytes, &note.associated).ok_or(StoreError::Sealed)?;
        String::from_utf8(plaintext).map_err(|_| StoreError::Sealed)
    }
}

impl Tx {
    /// The decision of that id.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn decision(
        &mut self,
        tenant: &TenantId,
        decision: &DecisionId,
    ) -> Result<Option<StoredDecision>, StoreError> {
        let (tenant_text, decision) = (tenant.as_str(), decision.as_str());
        let row = sqlx::query_as!(
            Row,
            r#"SELECT d.id, d.subject_id, d.memory_id, d.kind, d.reviewer_id, u.email AS reviewer_name, d.at, d.version,
                      d.authority, d.action, d.target_id, d.target_version, d.reason, d.key_id, d.note, d.undoes, d.request_hash,
                      EXISTS (SELECT 1 FROM review_decision l WHERE l.undoes = d.id) AS "is_undone: bool"
               FROM review_decision d LEFT JOIN user u ON u.id = d.reviewer_id
               WHERE d.tenant_id = ? AND d.id = ?"#,
            tenant_text,
            decision
        )
        .fetch_optional(&mut *self.inner)
        .await?;
        row.map(|row| row.read(tenant)).transpose()
    }

    /// The reviewer's decision on a candidate that came with that idempotency key.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn decision_by_key(
        &mut self,
        tenant: &TenantId,
        reviewer: &UserId,
        memory: &MemoryId,
        key: &[u8; 32],
    ) -> Result<Option<StoredDecision>, StoreError> {
        let (tenant_text, reviewer, memory, key) =
            (tenant.as_str(), reviewer.as_str(), memory.as_str(), key.as_slice());
        let row = sqlx::query_as!(
            Row,
            r#"SELECT d.id, d.subject_id, d.memory_id, d.kind, d.reviewer_id, u.email AS reviewer_name, d.at, d.version,
                      d.authority, d.action, d.target_id, d.target_version, d.reason, d.key_id, d.note, d.undoes, d.request_hash,
                      EXISTS (SELECT 1 FROM review_decision l WHERE l.undoes = d.id) AS "is_undone: bool"
               FROM review_decision d LEFT JOIN user u ON u.id = d.reviewer_id
               WHERE d.tenant_id = ? AND d.reviewer_id = ? AND d.memory_id = ? AND d.idempotency_key = ?"#,
            tenant_text,
            reviewer,
            memory,
            key
        )
        .fetch_optional(&mut *self.inner)
        .await?;
        row.map(|row| row.read(tenant)).transpose()
    }

    /// Adds a decision.
    ///
    /// # Errors
    /// [`StoreError`]; a unique violation if it takes back what was taken back already.
    pub async fn insert_decision(&mut self, decision: &NewDecision<'_>) -> Result<(), StoreError> {
        let (key_id, note) = seal(&self.keys, decision);
        let (id, tenant, subject, memory) =
            (decision.id.as_str(), decision.tenant.as_str(), decision.subject.as_str(), decision.memory.as_str());
        let (kind, reviewer, at) =
            (decision.kind.as_str(), decision.reviewer.map(UserId::as_str), decision.at.micros());
        let (authority, action, target) = (
            decision.authority.as_str(),
            decision.action.map(ReconcileAction::as_str),
            decision.target.map(|(id, _)| id.as_str()),
        );
        let target_version = decision.target.map(|(_, version)| version);
        let (reason, undoes) = (decision.reason.map(RejectReason::as_str), decision.undoes.map(DecisionId::as_str));
        let key = decision.idempotency.as_ref().map(|(key, _)| key.as_slice());
        let request = decision.idempotency.as_ref().map(|(_, request)| request.as_slice());
        sqlx::query!(
            "INSERT INTO review_decision (id, tenant_id, subject_id, memory_id, kind, reviewer_id, at, version, authority,
                                          action, target_id, target_version, reason, key_id, note, undoes,
                                          idempotency_key, request_hash)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            subject,
            memory,
            kind,
            reviewer,
            at,
            decision.version,
            authority,
            action,
            target,
            target_version,
            reason,
            key_id,
            note,
            undoes,
            key,
            request
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Notes whose place a memory has taken, or that it has taken nobody's.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_supersedes(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        memory: &MemoryId,
        target: Option<&MemoryId>,
    ) -> Result<(), StoreError> {
        let (tenant, subject, memory, target) =
            (tenant.as_str(), subject.as_str(), memory.as_str(), target.map(MemoryId::as_str));
        sqlx::query!(
            "UPDATE memory SET supersedes = ? WHERE id = ? AND tenant_id = ? AND subject_id = ?",
            target,
            memory,
            tenant,
            subject
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
