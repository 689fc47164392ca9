//! API keys: stored as SHA-256, shown once.

use super::error::{moment, parse};
use super::{Store, StoreError, Tx};
use contract::{KeyId, ServiceId, ServiceKeyRow, TenantId, Timestamp, UserId};

/// Whom a key proves.
#[derive(Debug, Clone)]
pub struct KeyHolder {
    /// The key.
    pub key: KeyId,
    /// Its organisation.
    pub tenant: TenantId,
    /// The service that it acts for.
    pub service: ServiceId,
    /// The only subject that it may act for.
    pub bound_subject: Option<UserId>,
    /// When it was last seen.
    pub last_used_at: Option<Timestamp>,
}

/// A key to insert.
pub struct NewApiKey<'a> {
    /// The key.
    pub id: &'a KeyId,
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// The service that it acts for.
    pub service: &'a ServiceId,
    /// SHA-256 of the secret.
    pub secret_hash: [u8; 32],
    /// The secret's first characters.
    pub prefix: &'a str,
    /// When.
    pub at: Timestamp,
}

/// A key as listed.
#[derive(Debug, Clone)]
pub struct ApiKey {
    /// The key.
    pub id: KeyId,
    /// The name of the service that it acts for.
    pub service_name: String,
    /// The secret's first characters.
    pub prefix: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last seen.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

fn optional(micros: Option<i64>, column: &'static str) -> Result<Option<Timestamp>, StoreError> {
    micros.map(|micros| moment(micros, "api_key", column)).transpose()
}

impl Store {
    /// The holder of the key with that hash, unless it is revoked.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn key_holder(&self, secret_hash: &[u8; 32]) -> Result<Option<KeyHolder>, StoreError> {
        let secret_hash = secret_hash.as_slice();
        let row = sqlx::query!(
            "SELECT id, tenant_id, service_id, bound_subject_id, last_used_at FROM api_key
             WHERE secret_hash = ? AND revoked_at IS NULL",
            secret_hash
        )
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| {
            Ok(KeyHolder {
                key: parse(&row.id, "api_key", "id")?,
                tenant: parse(&row.tenant_id, "api_key", "tenant_id")?,
                service: parse(&row.service_id, "api_key", "service_id")?,
                bound_subject: row.bound_subject_id.map(|id| parse(&id, "api_key", "bound_subject_id")).transpose()?,
                last_used_at: optional(row.last_used_at, "last_used_at")?,
            })
        })
        .transpose()
    }

    /// The tenant's keys, oldest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn keys(&self, tenant: &TenantId) -> Result<Vec<ApiKey>, StoreError> {
        let tenant = tenant.as_str();
        let rows = sqlx::query!(
            "SELECT k.id, s.name, k.prefix, k.created_at, k.last_used_at, k.revoked_at
             FROM api_key k JOIN service s ON s.id = k.service_id WHERE k.tenant_id = ? ORDER BY k.id",
            tenant
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(ApiKey {
                    id: parse(&row.id, "api_key", "id")?,
                    service_name: row.name,
                    prefix: row.prefix,
                    created_at: moment(row.created_at, "api_key", "created_at")?,
                    last_used_at: optional(row.last_used_at, "last_used_at")?,
                    revoked_at: optional(row.revoked_at, "revoked_at")?,
                })
            })
            .collect()
    }

    /// The keys of one service, latest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn service_keys(&self, tenant: &TenantId, service: &ServiceId) -> Result<Vec<ServiceKeyRow>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.as_str());
        let rows = sqlx::query!(
            "SELECT id, prefix, created_at, last_used_at, revoked_at FROM api_key
             WHERE tenant_id = ? AND service_id = ? ORDER BY id DESC",
            tenant,
            service
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(ServiceKeyRow {
                    key_id: parse(&row.id, "api_key", "id")?,
                    prefix: row.prefix,
                    created_at: moment(row.created_at, "api_key", "created_at")?,
                    last_used_at: optional(row.last_used_at, "last_used_at")?,
                    revoked_at: optional(row.revoked_at, "revoked_at")?,
                })
            })
            .collect()
    }
}

impl Tx {
    /// Adds a key.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_key(&mut self, key: &NewApiKey<'_>) -> Result<(), StoreError> {
        let (id, tenant, service, hash, at) =
            (key.id.as_str(), key.tenant.as_str(), key.service.as_str(), key.secret_hash.as_slice(), key.at.micros());
        sqlx::query!(
            "INSERT INTO api_key (id, tenant_id, service_id, secret_hash, prefix, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            service,
            hash,
            key.prefix,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Revokes one of the tenant's keys; `false` if there is none, or it is revoked already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revoke_key(&mut self, tenant: &TenantId, key: &KeyId, at: Timestamp) -> Result<bool, StoreError> {
        let (tenant, key, at) = (tenant.as_str(), key.as_str(), at.micros());
        let done = sqlx::query!(
            "UPDATE api_key SET revoked_at = ? WHERE tenant_id = ? AND id = ? AND revoked_at IS NULL",
            at,
            tenant,
            key
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Notes when a key was last seen.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn touch_key(&mut self, key: &KeyId, at: Timestamp) -> Result<(), StoreError> {
        let (key, at) = (key.as_str(), at.micros());
        sqlx::query!("UPDATE api_key SET last_used_at = ? WHERE id = ?", at, key).execute(&mut *self.inner).await?;
        Ok(())
    }
}
