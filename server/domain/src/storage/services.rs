//! Chat services and their revisions. A revision is never rewritten; which one has effect is a number of the service.

use super::error::{moment, parse};
use super::{Store, StoreError, Tx};
use contract::{RevisionId, RevisionSettings, ServiceId, TenantId, Timestamp, UserId};

/// A service to insert; nothing of it is deployed yet.
pub struct NewService<'a> {
    /// The service.
    pub id: &'a ServiceId,
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// Its name, unique in the organisation.
    pub name: &'a str,
    /// When.
    pub at: Timestamp,
}

/// A revision to insert.
pub struct NewRevision<'a> {
    /// The revision.
    pub id: &'a RevisionId,
    /// The organisation.
    pub tenant: &'a TenantId,
    /// The service.
    pub service: &'a ServiceId,
    /// Its number, one more than that of the one before.
    pub number: u32,
    /// What it settles.
    pub settings: &'a RevisionSettings,
    /// What it is about.
    pub note: Option<&'a str>,
    /// Who saves it; absent for the command line.
    pub by: Option<&'a UserId>,
    /// When.
    pub at: Timestamp,
}

/// A service as stored.
#[derive(Debug, Clone)]
pub struct StoredService {
    /// The service.
    pub id: ServiceId,
    /// Its name.
    pub name: String,
    /// The revision that has effect, if one was deployed.
    pub deployed: Option<u32>,
    /// The revision saved last.
    pub latest: u32,
    /// What the deployed revision settles.
    pub settings: Option<RevisionSettings>,
    /// Turns that wait to be looked at, now or at night.
    pub waiting_turns: u64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A revision as stored.
#[derive(Debug, Clone)]
pub struct StoredRevision {
    /// Its number.
    pub number: u32,
    /// What it settles.
    pub settings: RevisionSettings,
    /// What it is about.
    pub note: Option<String>,
    /// Who saved it, by address.
    pub created_by: Option<String>,
    /// When.
    pub created_at: Timestamp,
    /// When it was deployed last.
    pub deployed_at: Option<Timestamp>,
}

fn number(stored: i64, column: &'static str) -> Result<u32, StoreError> {
    u32::try_from(stored).map_err(|_| StoreError::Inconsistent { table: "service", column })
}

fn settings(json: &str) -> Result<RevisionSettings, StoreError> {
    serde_json::from_str(json).map_err(|_| StoreError::Inconsistent { table: "service_revision", column: "settings" })
}

/// The services that `$which` picks, `$fetch`ed by `$reader`. Checked against the migrations when compiled, as every
/// statement is; a macro, so that one and many are read in the same way.
macro_rules! stored_services {
    ($fetch:ident, $reader:expr, $which:literal, $($argument:expr),+) => {
        sqlx::query!(
            r#"SELECT s.id, s.name, s.deployed_revision, s.created_at, r.settings AS "settings?",
                      (SELECT max(number) FROM service_revision l WHERE l.service_id = s.id) AS "latest!: i64",
                      (SELECT count(*) FROM turn t WHERE t.service_id = s.id AND t.state IN ('waiting', 'held'))
                          AS "waiting!: i64"
               FROM service s
               LEFT JOIN service_revision r ON r.service_id = s.id AND r.number = s.deployed_revision "# + $which,
            $($argument),+
        )
        .$fetch($reader)
        .await?
        .into_iter()
        .map(|row| {
            Ok(StoredService {
                id: parse(&row.id, "service", "id")?,
                name: row.name,
                deployed: Some(number(row.deployed_revision, "deployed_revision")?).filter(|number| *number > 0),
                latest: number(row.latest, "latest")?,
                settings: row.settings.as_deref().map(settings).transpose()?,
                waiting_turns: u64::try_from(row.waiting).unwrap_or(0),
                created_at: moment(row.created_at, "service", "created_at")?,
            })
        })
    };
}

/// The same of revisions.
macro_rules! stored_revisions {
    ($fetch:ident, $reader:expr, $which:literal, $($argument:expr),+) => {
        sqlx::query!(
            r#"SELECT r.number, r.settings, r.note, r.created_at, r.deployed_at, u.email AS "created_by?"
               FROM service_revision r LEFT JOIN user u ON u.id = r.created_by "# + $which,
            $($argument),+
        )
        .$fetch($reader)
        .await?
        .into_iter()
        .map(|row| {
            Ok(StoredRevision {
                number: number(row.number, "number")?,
                settings: settings(&row.settings)?,
                note: row.note,
                created_by: row.created_by,
                created_at: moment(row.created_at, "service_revision", "created_at")?,
                deployed_at: row.deployed_at.map(|at| moment(at, "service_revision", "deployed_at")).transpose()?,
            })
        })
    };
}

impl Store {
    /// What the service's deployed revision settles; `None` as long as none is deployed.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn deployed_settings(
        &self,
        tenant: &TenantId,
        service: &ServiceId,
    ) -> Result<Option<RevisionSettings>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.as_str());
        let json = sqlx::query_scalar!(
            "SELECT r.settings FROM service s
             JOIN service_revision r ON r.service_id = s.id AND r.number = s.deployed_revision
             WHERE s.tenant_id = ? AND s.id = ?",
            tenant,
            service
        )
        .fetch_optional(&self.reader)
        .await?;
        json.as_deref().map(settings).transpose()
    }

    /// The tenant's services made before `before`, latest first, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn services(
        &self,
        tenant: &TenantId,
        before: Option<&ServiceId>,
        limit: u32,
    ) -> Result<Vec<StoredService>, StoreError> {
        let (tenant, before) = (tenant.as_str(), before.map(ServiceId::as_str));
        stored_services!(
            fetch_all,
            &self.reader,
            "WHERE s.tenant_id = ?1 AND (?2 IS NULL OR s.id < ?2) ORDER BY s.id DESC LIMIT ?3",
            tenant,
            before,
            limit
        )
        .collect()
    }

    /// One of the tenant's services.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn service(&self, tenant: &TenantId, service: &ServiceId) -> Result<Option<StoredService>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.as_str());
        stored_services!(fetch_optional, &self.reader, "WHERE s.tenant_id = ? AND s.id = ?", tenant, service)
            .next()
            .transpose()
    }

    /// The service's revisions, latest first, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revisions(
        &self,
        tenant: &TenantId,
        service: &ServiceId,
        limit: u32,
    ) -> Result<Vec<StoredRevision>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.as_str());
        stored_revisions!(
            fetch_all,
            &self.reader,
            "WHERE r.tenant_id = ? AND r.service_id = ? ORDER BY r.number DESC LIMIT ?",
            tenant,
            service,
            limit
        )
        .collect()
    }

    /// One of the service's revisions.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revision(
        &self,
        tenant: &TenantId,
        service: &ServiceId,
        revision: u32,
    ) -> Result<Option<StoredRevision>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.as_str());
        stored_revisions!(
            fetch_optional,
            &self.reader,
            "WHERE r.tenant_id = ? AND r.service_id = ? AND r.number = ?",
            tenant,
            service,
            revision
        )
        .next()
        .transpose()
    }
}

impl Tx {
    /// The tenant's service of that name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn service_by_name(&mut self, tenant: &TenantId, name: &str) -> Result<Option<ServiceId>, StoreError> {
        let tenant = tenant.as_str();
        let id = sqlx::query_scalar!("SELECT id FROM service WHERE tenant_id = ? AND name = ?", tenant, name)
            .fetch_optional(&mut *self.inner)
            .await?;
        id.map(|id| parse(&id, "service", "id")).transpose()
    }

    /// The number of the service's latest revision, seen from inside this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn latest_revision(&mut self, tenant: &TenantId, service: &ServiceId) -> Result<Option<u32>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.as_str());
        let latest = sqlx::query_scalar!(
            r#"SELECT max(number) AS "latest: i64" FROM service_revision WHERE tenant_id = ? AND service_id = ?"#,
            tenant,
            service
        )
        .fetch_one(&mut *self.inner)
        .await?;
        latest.map(|latest| number(latest, "latest")).transpose()
    }

    /// Adds a service.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_service(&mut self, service: &NewService<'_>) -> Result<(), StoreError> {
        let (id, tenant, at) = (service.id.as_str(), service.tenant.as_str(), service.at.micros());
        sqlx::query!(
            "INSERT INTO service (id, tenant_id, name, deployed_revision, created_at) VALUES (?, ?, ?, 0, ?)",
            id,
            tenant,
            service.name,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Adds a revision.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_revision(&mut self, revision: &NewRevision<'_>) -> Result<(), StoreError> {
        let settings = serde_json::to_string(revision.settings)
            .map_err(|_| StoreError::Inconsistent { table: "service_revision", column: "settings" })?;
        let (id, tenant, service) = (revision.id.as_str(), revision.tenant.as_str(), revision.service.as_str());
        let (by, at) = (revision.by.map(UserId::as_str), revision.at.micros());
        sqlx::query!(
            "INSERT INTO service_revision (id, tenant_id, service_id, number, settings, note, created_by, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            service,
            revision.number,
            settings,
            revision.note,
            by,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Gives a revision effect; `false`, and nothing is changed, if the deployed one is not `seen` (0: none). The night
    /// for which turns were taken up last begins anew: what is due before now is not made up for.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn deploy_revision(
        &mut self,
        tenant: &TenantId,
        service: &ServiceId,
        (seen, revision): (u32, u32),
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (tenant, service, at) = (tenant.as_str(), service.as_str(), at.micros());
        let done = sqlx::query!(
            "UPDATE service SET deployed_revision = ?, night_of = ?
             WHERE tenant_id = ? AND id = ? AND deployed_revision = ?",
            revision,
            at,
            tenant,
            service,
            seen
        )
        .execute(&mut *self.inner)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query!(
            "UPDATE service_revision SET deployed_at = ? WHERE tenant_id = ? AND service_id = ? AND number = ?",
            at,
            tenant,
            service,
            revision
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(true)
    }
}
