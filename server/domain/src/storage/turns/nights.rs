//! The nights in which turns are taken up that were missed or failed.

use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError, Tx};
use contract::{RevisionSettings, SeoulTime, ServiceId, TenantId, Timestamp};

/// A service that has its nights.
pub struct Night {
    /// Its organisation.
    pub tenant: TenantId,
    /// The service.
    pub service: ServiceId,
    /// At what time of the day.
    pub at: SeoulTime,
    /// The last one for which turns were taken up, or when its revision was deployed.
    pub last: Timestamp,
}

impl Store {
    /// The services of all organisations whose deployed revision has memory and a nightly time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn nights(&self) -> Result<Vec<Night>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT s.id, s.tenant_id, s.night_of, s.created_at, r.settings FROM service s
               JOIN service_revision r ON r.service_id = s.id AND r.number = s.deployed_revision
               ORDER BY s.id"#
        )
        .fetch_all(&self.reader)
        .await?;
        let mut nights = Vec::new();
        for row in rows {
            let settings: RevisionSettings = serde_json::from_str(&row.settings)
                .map_err(|_| StoreError::Inconsistent { table: "service_revision", column: "settings" })?;
            let Some(at) = settings.nightly.filter(|_| settings.memory) else { continue };
            nights.push(Night {
                tenant: parse(&row.tenant_id, "service", "tenant_id")?,
                service: parse(&row.id, "service", "id")?,
                at,
                last: moment(row.night_of.unwrap_or(row.created_at), "service", "night_of")?,
            });
        }
        Ok(nights)
    }
}

impl Tx {
    /// Takes up the turns of the service that were held or failed, for the night that began at `begin`; `None` if another
    /// process has done so already. Returns how many there are.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn begin_night(
        &mut self,
        night: &Night,
        begin: Timestamp,
        now: Timestamp,
    ) -> Result<Option<u64>, StoreError> {
        let (tenant, service) = (night.tenant.as_str(), night.service.as_str());
        let (begin, now) = (begin.micros(), now.micros());
        let taken = sqlx::query!(
            "UPDATE service SET night_of = ?1 WHERE tenant_id = ?2 AND id = ?3 AND ifnull(night_of, created_at) < ?1",
            begin,
            tenant,
            service
        )
        .execute(&mut *self.inner)
        .await?;
        if taken.rows_affected() == 0 {
            return Ok(None);
        }
        let woken = sqlx::query!(
            "UPDATE turn SET state = 'waiting', attempts = 0, not_before = ?
             WHERE tenant_id = ? AND service_id = ? AND state IN ('held', 'failed') AND content IS NOT NULL",
            now,
            tenant,
            service
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(Some(woken.rows_affected()))
    }
}
