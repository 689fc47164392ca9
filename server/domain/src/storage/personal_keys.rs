//! Personal keys: stored as SHA-256, shown once.

use super::error::{moment, parse};
use super::{Store, StoreError, Tx};
use contract::{KeyId, PersonalKeyRow, TenantId, Timestamp, UserId};

/// Whom a personal key proves.
pub struct PersonalKeyHolder {
    /// The key.
    pub key: KeyId,
    /// The person's organisation.
    pub tenant: TenantId,
    /// The person.
    pub user: UserId,
    /// When it was last seen.
    pub last_used_at: Option<Timestamp>,
}

/// A key to insert.
pub struct NewPersonalKey<'a> {
    /// The key.
    pub id: &'a KeyId,
    /// The person's organisation.
    pub tenant: &'a TenantId,
    /// The person.
    pub user: &'a UserId,
    /// What the person calls it.
    pub name: &'a str,
    /// SHA-256 of the secret.
    pub secret_hash: [u8; 32],
    /// The secret's first characters.
    pub prefix: &'a str,
    /// When.
    pub at: Timestamp,
}

fn optional(micros: Option<i64>, column: &'static str) -> Result<Option<Timestamp>, StoreError> {
    micros.map(|micros| moment(micros, "personal_key", column)).transpose()
}

impl Store {
    /// The holder of the key with that hash, unless the key is revoked or the account disabled.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn personal_key_holder(&self, secret_hash: &[u8; 32]) -> Result<Option<PersonalKeyHolder>, StoreError> {
        let secret_hash = secret_hash.as_slice();
        let row = sqlx::query!(
            "SELECT k.id, k.tenant_id, k.user_id, k.last_used_at FROM personal_key k JOIN user u ON u.id = k.user_id
             WHERE k.secret_hash = ? AND k.revoked_at IS NULL AND u.disabled_at IS NULL AND u.tenant_id = k.tenant_id",
            secret_hash
        )
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| {
            Ok(PersonalKeyHolder {
                key: parse(&row.id, "personal_key", "id")?,
                tenant: parse(&row.tenant_id, "personal_key", "tenant_id")?,
                user: parse(&row.user_id, "personal_key", "user_id")?,
                last_used_at: optional(row.last_used_at, "last_used_at")?,
            })
        })
        .transpose()
    }

    /// The person's keys, latest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn personal_keys(&self, tenant: &TenantId, user: &UserId) -> Result<Vec<PersonalKeyRow>, StoreError> {
        let (tenant, user) = (tenant.as_str(), user.as_str());
        let rows = sqlx::query!(
            "SELECT id, name, prefix, created_at, last_used_at, revoked_at FROM personal_key
             WHERE tenant_id = ? AND user_id = ? ORDER BY id DESC",
            tenant,
            user
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(PersonalKeyRow {
                    key_id: parse(&row.id, "personal_key", "id")?,
                    name: row.name,
                    prefix: row.prefix,
                    created_at: moment(row.created_at, "personal_key", "created_at")?,
                    last_used_at: optional(row.last_used_at, "last_used_at")?,
                    revoked_at: optional(row.revoked_at, "revoked_at")?,
                })
            })
            .collect()
    }
}

impl Tx {
    /// How many of the person's keys are in use.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn personal_keys_in_use(&mut self, tenant: &TenantId, user: &UserId) -> Result<i64, StoreError> {
        let (tenant, user) = (tenant.as_str(), user.as_str());
        Ok(sqlx::query_scalar!(
            "SELECT count(*) FROM personal_key WHERE tenant_id = ? AND user_id = ? AND revoked_at IS NULL",
            tenant,
            user
        )
        .fetch_one(&mut *self.inner)
        .await?)
    }

    /// Adds a key.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_personal_key(&mut self, key: &NewPersonalKey<'_>) -> Result<(), StoreError> {
        let (id, tenant, user, hash, at) =
            (key.id.as_str(), key.tenant.as_str(), key.user.as_str(), key.secret_hash.as_slice(), key.at.micros());
        sqlx::query!(
            "INSERT INTO personal_key (id, tenant_id, user_id, name, secret_hash, prefix, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            user,
            key.name,
            hash,
            key.prefix,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Revokes one of the person's keys; `false` if there is none, or it is revoked already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revoke_personal_key(
        &mut self,
        tenant: &TenantId,
        user: &UserId,
        key: &KeyId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (tenant, user, key, at) = (tenant.as_str(), user.as_str(), key.as_str(), at.micros());
        let done = sqlx::query!(
            "UPDATE personal_key SET revoked_at = ?
             WHERE tenant_id = ? AND user_id = ? AND id = ? AND revoked_at IS NULL",
            at,
            tenant,
            user,
            key
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Notes when a personal key was last seen.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn touch_personal_key(&mut self, key: &KeyId, at: Timestamp) -> Result<(), StoreError> {
        let (key, at) = (key.as_str(), at.micros());
        sqlx::query!("UPDATE personal_key SET last_used_at = ? WHERE id = ?", at, key)
            .execute(&mut *self.inner)
            .await?;
        Ok(())
    }
}
