//! Consent events: append-only, the latest counts.

use super::error::{moment, parse};
use super::{Store, StoreError, Tx};
use crate::consent::default_state;
use crate::kernel::Actor;
use contract::{ConsentEvent, ConsentSource, ConsentView, TenantId, Timestamp, UserId};

macro_rules! latest_consent {
    ($executor:expr, $tenant:expr, $subject:expr) => {{
        let (tenant, subject) = ($tenant.as_str(), $subject.as_str());
        let row = sqlx::query!(
            r#"SELECT granted AS "granted: bool", at FROM consent_event
               WHERE tenant_id = ? AND subject_id = ? ORDER BY seq DESC LIMIT 1"#,
            tenant,
            subject
        )
        .fetch_optional($executor)
        .await?;
        match row {
            None => Ok(default_state()),
            Some(row) => {
                Ok(ConsentView { granted: row.granted, changed_at: Some(moment(row.at, "consent_event", "at")?) })
            }
        }
    }};
}

impl Store {
    /// The person's consent.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn consent(&self, tenant: &TenantId, subject: &UserId) -> Result<ConsentView, StoreError> {
        latest_consent!(&self.reader, tenant, subject)
    }
}

impl Store {
    /// The person's consent events, latest first, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn consent_events(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        limit: u32,
    ) -> Result<Vec<ConsentEvent>, StoreError> {
        let (tenant, subject) = (tenant.as_str(), subject.as_str());
        let rows = sqlx::query!(
            r#"SELECT granted AS "granted: bool", at, source FROM consent_event
               WHERE tenant_id = ? AND subject_id = ? ORDER BY seq DESC LIMIT ?"#,
            tenant,
            subject,
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(ConsentEvent {
                    granted: row.granted,
                    at: moment(row.at, "consent_event", "at")?,
                    source: parse(&row.source, "consent_event", "source")?,
                })
            })
            .collect()
    }
}

impl Tx {
    /// The person's consent, seen from inside this transaction: a withdrawal that came first is seen.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn consent(&mut self, tenant: &TenantId, subject: &UserId) -> Result<ConsentView, StoreError> {
        latest_consent!(&mut *self.inner, tenant, subject)
    }

    /// Appends an event.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn append_consent(
        &mut self,
        actor: &Actor,
        subject: &UserId,
        granted: bool,
        source: ConsentSource,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (tenant, subject, source, at) = (actor.tenant.as_str(), subject.as_str(), source.as_str(), at.micros());
        let (kind, id) = (actor.kind(), actor.id());
        sqlx::query!(
            "INSERT INTO consent_event (tenant_id, subject_id, granted, source, actor_kind, actor_id, at)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            tenant,
            subject,
            granted,
            source,
            kind,
            id,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
