//! Candidates by id, with all that a reviewer's row shows, whatever person they are about.

use crate::storage::error::{hash, moment, parse};
use crate::storage::memories::{Binding, Sealed, owned_memory, validity};
use crate::storage::{OwnedMemory, Store, StoreError, Tx};
use contract::review::ReconcileAction;
use contract::{Kind, MemoryId, Sensitivity, ServiceChoice, Status, TenantId, Timestamp, UserId};

/// Who has a candidate open.
#[derive(Debug, Clone)]
pub struct StoredClaim {
    /// The reviewer.
    pub by: UserId,
    /// The reviewer's name.
    pub name: String,
    /// Until when.
    pub until: Timestamp,
}

/// A candidate, waiting or decided; the content still sealed.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts, as the columns have them")]
pub struct StoredCandidate {
    /// The memory, in its current version.
    pub memory: OwnedMemory,
    /// Whom it is about.
    pub subject: UserId,
    /// The name by which reviewers know that person.
    pub person_name: String,
    /// Whether that person's consent is on.
    pub consent: bool,
    /// The service that proposed it.
    pub service: Option<ServiceChoice>,
    /// When it ends by itself.
    pub expires_at: Timestamp,
    /// The proposed action.
    pub action: ReconcileAction,
    /// Whose place it would take, in the version of back then.
    pub target: Option<(MemoryId, i64)>,
    /// Whether it could be compared.
    pub compared: bool,
    /// Whether the person asked to remember it.
    pub requested_by_user: bool,
    /// Who has it open, or had: see the time.
    pub claim: Option<StoredClaim>,
    /// Whether the asking reviewer has seen this version of it.
    pub revealed: bool,
}

/// A memory that is like a candidate; the content still sealed.
pub struct StoredSimilar {
    /// The candidate.
    pub candidate: MemoryId,
    /// The memory that it is like.
    pub id: MemoryId,
    /// That one's version.
    pub version: i64,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it is in its life.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// 0.0 to 1.0.
    pub closeness: f64,
    /// What it says.
    pub sealed: Sealed,
}

macro_rules! candidates {
    ($executor:expr, $tenant:expr, $reviewer:expr, $ids:expr) => {{
        let ids = serde_json::to_string($ids).map_err(|_| StoreError::Inconsistent { table: "memory", column: "id" })?;
        let (tenant, reviewer) = ($tenant.as_str(), $reviewer.as_str());
        let rows = sqlx::query!(
            r#"SELECT m.id, m.version, m.subject_id, m.scope, m.kind, m.status, m.sensitivity, m.authority, m.confidence,
                      m.valid_from, m.valid_to, m.recorded_at, m.index_state, m.embedding_model, m.fingerprint, m.key_id,
                      m.content, m.proposed_sensitivity, m.service_id, m.expires_at AS "expires_at!",
                      scope.name AS "scope_name?", s.name AS "service_name?",
                      coalesce(u.email, (SELECT external_id FROM service_subject x
                                         WHERE x.tenant_id = m.tenant_id AND x.user_id = u.id
                                         ORDER BY external_id LIMIT 1), u.id) AS "person_name!: String",
                      (SELECT granted FROM consent_event e WHERE e.tenant_id = m.tenant_id AND e.subject_id = m.subject_id
                       ORDER BY e.seq DESC LIMIT 1) AS "consent?: bool",
                      c.action, c.target_id, c.target_version, c.compared AS "compared: bool",
                      c.requested_by_user AS "requested_by_user: bool", c.claimed_by,
                      c.claimed_until, r.email AS "claimed_name?",
                      EXISTS (SELECT 1 FROM candidate_reveal v WHERE v.memory_id = m.id AND v.reviewer_id = ?2
                              AND v.version = m.version AND v.tenant_id = m.tenant_id
                              AND v.subject_id = m.subject_id) AS "revealed!: bool"
               FROM candidate c
               JOIN memory m ON m.id = c.memory_id AND m.tenant_id = c.tenant_id AND m.subject_id = c.subject_id
               JOIN user u ON u.id = m.subject_id
               LEFT JOIN service scope ON scope.tenant_id = m.tenant_id AND scope.id = substr(m.scope, 9)
               LEFT JOIN service s ON s.tenant_id = m.tenant_id AND s.id = m.service_id
               LEFT JOIN user r ON r.id = c.claimed_by
               WHERE +c.tenant_id = ?1 AND m.status <> 'deleted' AND m.expires_at IS NOT NULL
                 AND c.memory_id IN (SELECT value FROM json_each(?3))"#,
            tenant,
            reviewer,
            ids
        )
        .fetch_all($executor)
        .await?;
        rows.into_iter()
            .map(|row| {
                let subject: UserId = parse(&row.subject_id, "memory", "subject_id")?;
                let service = match (row.service_id, row.service_name) {
                    (Some(id), Some(name)) => {
                        Some(ServiceChoice { service: parse(&id, "memory", "service_id")?, name })
                    }
                    _ => None,
                };
                let claim = match (row.claimed_by, row.claimed_until) {
                    (Some(by), Some(until)) => Some(StoredClaim {
                        name: row.claimed_name.unwrap_or_else(|| by.clone()),
                        by: parse(&by, "candidate", "claimed_by")?,
                        until: moment(until, "candidate", "claimed_until")?,
                    }),
                    _ => None,
                };
                let target = match (row.target_id, row.target_version) {
                    (Some(id), Some(version)) => Some((parse(&id, "candidate", "target_id")?, version)),
                    _ => None,
                };
                Ok(StoredCandidate {
                    memory: owned_memory!(row, $tenant, &subject, row.scope_name),
                    subject,
                    person_name: row.person_name,
                    consent: row.consent.unwrap_or(false),
                    service,
                    expires_at: moment(row.expires_at, "memory", "expires_at")?,
                    action: parse(&row.action, "candidate", "action")?,
                    target,
                    compared: row.compared,
                    requested_by_user: row.requested_by_user,
                    claim,
                    revealed: row.revealed,
                })
            })
            .collect()
    }};
}

impl Store {
    /// Those of the ids that are candidates of the organisation, in no particular order, in one statement.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn candidates(
        &self,
        tenant: &TenantId,
        reviewer: &UserId,
        ids: &[MemoryId],
    ) -> Result<Vec<StoredCandidate>, StoreError> {
        candidates!(&self.reader, tenant, reviewer, ids)
    }

    /// What these candidates are like, each closest first, in one statement. Only memories of the same person.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn similar(&self, tenant: &TenantId, ids: &[MemoryId]) -> Result<Vec<StoredSimilar>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|_| StoreError::Inconsistent { table: "memory", column: "id" })?;
        let tenant_text = tenant.as_str();
        let rows = sqlx::query!(
            "SELECT s.memory_id, s.closeness, m.id, m.version, m.subject_id, m.kind, m.status, m.sensitivity, m.key_id,
                    m.content
             FROM candidate_similar s
             JOIN memory m ON m.id = s.similar_id AND m.tenant_id = s.tenant_id AND m.subject_id = s.subject_id
             WHERE s.tenant_id = ? AND m.status <> 'deleted' AND s.memory_id IN (SELECT value FROM json_each(?))
             ORDER BY s.memory_id, s.rank",
            tenant_text,
            ids
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let id: MemoryId = parse(&row.id, "memory", "id")?;
                let subject: UserId = parse(&row.subject_id, "memory", "subject_id")?;
                Ok(StoredSimilar {
                    candidate: parse(&row.memory_id, "candidate_similar", "memory_id")?,
                    version: row.version,
                    kind: parse(&row.kind, "memory", "kind")?,
                    status: parse(&row.status, "memory", "status")?,
                    sensitivity: parse(&row.sensitivity, "memory", "sensitivity")?,
                    closeness: row.closeness,
                    sealed: Sealed::new(Binding::new(tenant, &subject, &id, row.version), row.key_id, row.content),
                    id,
                })
            })
            .collect()
    }
}

impl Tx {
    /// Those of the ids that are candidates of the organisation, seen from inside this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn candidates(
        &mut self,
        tenant: &TenantId,
        reviewer: &UserId,
        ids: &[MemoryId],
    ) -> Result<Vec<StoredCandidate>, StoreError> {
        candidates!(&mut *self.inner, tenant, reviewer, ids)
    }
}
