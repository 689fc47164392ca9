//! Organisations, people and how chat services call them.

use super::error::parse;
use super::{Store, StoreError, Tx};
use contract::{Role, ServiceId, TenantId, Timestamp, UserId};

/// An account as stored.
#[derive(Debug, Clone)]
pub struct Account {
    /// The account.
    pub id: UserId,
    /// Its organisation.
    pub tenant: TenantId,
    /// The address to sign in with, lower-case.
    pub email: Option<String>,
    /// PHC string; absent for people who cannot sign in.
    pub password_hash: Option<String>,
    /// What it may do.
    pub role: Role,
    /// Whether it has been disabled.
    pub disabled: bool,
}

/// An account to insert.
pub struct NewAccount<'a> {
    /// The account.
    pub id: &'a UserId,
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// Lower-case address.
    pub email: Option<&'a str>,
    /// PHC string.
    pub password_hash: Option<&'a str>,
    /// What it may do.
    pub role: Role,
    /// When.
    pub at: Timestamp,
}

struct Row {
    id: String,
    tenant_id: String,
    email: Option<String>,
    password_hash: Option<String>,
    role: String,
    disabled_at: Option<i64>,
}

impl TryFrom<Row> for Account {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: parse(&row.id, "user", "id")?,
            tenant: parse(&row.tenant_id, "user", "tenant_id")?,
            email: row.email,
            password_hash: row.password_hash,
            role: parse(&row.role, "user", "role")?,
            disabled: row.disabled_at.is_some(),
        })
    }
}

impl Store {
    /// Whether there is any account that can sign in.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_accounts(&self) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM user WHERE password_hash IS NOT NULL) AS "found: bool""#
        )
        .fetch_one(&self.reader)
        .await?;
        Ok(found)
    }

    /// The account with that lower-case address.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn account_by_email(&self, email: &str) -> Result<Option<Account>, StoreError> {
        sqlx::query_as!(
            Row,
            "SELECT id, tenant_id, email, password_hash, role, disabled_at FROM user WHERE email = ?",
            email
        )
        .fetch_optional(&self.reader)
        .await?
        .map(Account::try_from)
        .transpose()
    }

    /// The account with that id.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn account(&self, id: &UserId) -> Result<Option<Account>, StoreError> {
        let id = id.as_str();
        sqlx::query_as!(Row, "SELECT id, tenant_id, email, password_hash, role, disabled_at FROM user WHERE id = ?", id)
            .fetch_optional(&self.reader)
            .await?
            .map(Account::try_from)
            .transpose()
    }

    /// How chat services call the person.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn external_ids(&self, tenant: &TenantId, user: &UserId) -> Result<Vec<String>, StoreError> {
        let (tenant, user) = (tenant.as_str(), user.as_str());
        Ok(sqlx::query_scalar!(
            "SELECT external_id FROM service_subject WHERE tenant_id = ? AND user_id = ? ORDER BY external_id",
            tenant,
            user
        )
        .fetch_all(&self.reader)
        .await?)
    }

    /// Whether there is such an organisation.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tenant_exists(&self, tenant: &TenantId) -> Result<bool, StoreError> {
        let tenant = tenant.as_str();
        let found =
            sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM tenant WHERE id = ?) AS "found: bool""#, tenant)
                .fetch_one(&self.reader)
                .await?;
        Ok(found)
    }

    /// The person of the tenant whom `subject` names (an external id of that service, one of the whole tenant, or an
    /// account id, in that order) and whether that person's consent is on.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn subject(
        &self,
        tenant: &TenantId,
        service: Option<&ServiceId>,
        subject: &str,
    ) -> Result<Option<(UserId, bool)>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.map(ServiceId::as_str));
        let row = sqlx::query!(
            r#"SELECT u.id AS "id!",
                      (SELECT granted FROM consent_event c
                       WHERE c.tenant_id = u.tenant_id AND c.subject_id = u.id ORDER BY c.seq DESC LIMIT 1) AS "granted: bool"
               FROM user u
               WHERE u.tenant_id = ?1 AND u.disabled_at IS NULL AND u.id = coalesce(
                   (SELECT user_id FROM service_subject WHERE tenant_id = ?1 AND external_id = ?3 AND service_id = ?2),
                   (SELECT user_id FROM service_subject WHERE tenant_id = ?1 AND external_id = ?3 AND service_id IS NULL),
                   ?3)"#,
            tenant,
            service,
            subject
        )
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| Ok((parse(&row.id, "user", "id")?, row.granted.unwrap_or(false)))).transpose()
    }
}

impl Account {
    /// Whether its person can sign in, or is signed in: a session does not outlive the password that began it.
    pub fn is_open(&self) -> bool {
        !self.disabled && self.password_hash.is_some()
    }
}

impl Tx {
    /// The account with that id, seen from inside this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn account(&mut self, id: &UserId) -> Result<Option<Account>, StoreError> {
        let id = id.as_str();
        sqlx::query_as!(Row, "SELECT id, tenant_id, email, password_hash, role, disabled_at FROM user WHERE id = ?", id)
            .fetch_optional(&mut *self.inner)
            .await?
            .map(Account::try_from)
            .transpose()
    }

    /// Whether there is any account that can sign in, seen from inside this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_accounts(&mut self) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM user WHERE password_hash IS NOT NULL) AS "found: bool""#
        )
        .fetch_one(&mut *self.inner)
        .await?;
        Ok(found)
    }

    /// Adds an organisation.
    ///
    /// # Errors
    /// [`StoreError`]; a unique violation if it exists.
    pub async fn insert_tenant(&mut self, tenant: &TenantId, at: Timestamp) -> Result<(), StoreError> {
        let (tenant, at) = (tenant.as_str(), at.micros());
        sqlx::query!("INSERT INTO tenant (id, created_at) VALUES (?, ?)", tenant, at).execute(&mut *self.inner).await?;
        Ok(())
    }

    /// Adds an account.
    ///
    /// # Errors
    /// [`StoreError`]; a unique violation if the address is taken.
    pub async fn insert_account(&mut self, account: &NewAccount<'_>) -> Result<(), StoreError> {
        let (id, tenant, role, at) =
            (account.id.as_str(), account.tenant.as_str(), account.role.as_str(), account.at.micros());
        sqlx::query!(
            "INSERT INTO user (id, tenant_id, email, password_hash, role, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            account.email,
            account.password_hash,
            role,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Replaces the password's hash, if it still is `old`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn replace_password_hash(&mut self, id: &UserId, old: &str, new: &str) -> Result<(), StoreError> {
        let id = id.as_str();
        sqlx::query!("UPDATE user SET password_hash = ? WHERE id = ? AND password_hash = ?", new, id, old)
            .execute(&mut *self.inner)
            .await?;
        Ok(())
    }

    /// Links an external id, for all services of the tenant, to an account.
    ///
    /// # Errors
    /// [`StoreError`]; a unique violation if it is linked already.
    pub async fn link_external_id(
        &mut self,
        tenant: &TenantId,
        external_id: &str,
        user: &UserId,
    ) -> Result<(), StoreError> {
        let (tenant, user) = (tenant.as_str(), user.as_str());
        sqlx::query!(
            "INSERT INTO service_subject (tenant_id, service_id, external_id, user_id) VALUES (?, NULL, ?, ?)",
            tenant,
            external_id,
            user
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
