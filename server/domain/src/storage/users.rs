//! The accounts of a tenant as a list, and what administrators change about them.

use super::error::{moment, parse};
use super::{Account, Store, StoreError, Tx};
use contract::{AccountState, Role, TenantId, Timestamp, UserId};

/// Which accounts, from where on.
pub struct UserQuery<'a> {
    /// Of that role only.
    pub role: Option<Role>,
    /// In that state only.
    pub state: Option<AccountState>,
    /// With that text in the address or in an external id.
    pub search: Option<&'a str>,
    /// Only those made before this one.
    pub before: Option<&'a UserId>,
    /// Whether sessions are alive is asked at this moment.
    pub now: Timestamp,
    /// At most so many.
    pub limit: u32,
}

/// An account as the list shows it.
pub struct ListedUser {
    /// The account.
    pub id: UserId,
    /// The address to sign in with.
    pub email: Option<String>,
    /// How services call the person, in order.
    pub external_ids: Vec<String>,
    /// What it may do.
    pub role: Role,
    /// What it is good for now.
    pub state: AccountState,
    /// Until when the link for choosing a password works, if one is out.
    pub link_expires_at: Option<Timestamp>,
    /// Whether the person's consent is on.
    pub has_consented: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last seen.
    pub seen_at: Option<Timestamp>,
    /// How many sessions are alive.
    pub sessions: u32,
}

impl Account {
    /// What the account is good for now. The statement behind [`Store::users`] says the same.
    pub fn state(&self) -> AccountState {
        match (self.disabled, &self.email, &self.password_hash) {
            (true, ..) => AccountState::Disabled,
            (false, Some(_), None) => AccountState::Invited,
            _ => AccountState::Active,
        }
    }
}

impl Store {
    /// The tenant's accounts, those made last first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn users(&self, tenant: &TenantId, query: &UserQuery<'_>) -> Result<Vec<ListedUser>, StoreError> {
        let (tenant, now) = (tenant.as_str(), query.now.micros());
        let (role, state) = (query.role.map(Role::as_str), query.state.map(AccountState::as_str));
        let (search, before) = (query.search.map(str::to_lowercase), query.before.map(UserId::as_str));
        let rows = sqlx::query!(
            r#"WITH account AS (
                   SELECT *, CASE WHEN disabled_at IS NOT NULL THEN 'disabled'
                                  WHEN email IS NOT NULL AND password_hash IS NULL THEN 'invited'
                                  ELSE 'active' END AS state
                   FROM user WHERE tenant_id = ?1)
               SELECT a.id, a.email, a.role, a.created_at, a.state AS "state!: String",
                      (SELECT json_group_array(external_id) FROM
                          (SELECT DISTINCT external_id FROM service_subject
                           WHERE tenant_id = ?1 AND user_id = a.id ORDER BY external_id)) AS "external_ids!: String",
                      (SELECT granted FROM consent_event
                       WHERE tenant_id = ?1 AND subject_id = a.id ORDER BY seq DESC LIMIT 1) AS "granted: bool",
                      (SELECT max(seen_at) FROM session WHERE user_id = a.id) AS "seen_at: i64",
                      (SELECT count(*) FROM session WHERE user_id = a.id AND expires_at > ?2) AS "sessions!: u32",
                      (SELECT expires_at FROM welcome_link WHERE user_id = a.id AND expires_at > ?2)
                          AS "link_expires_at: i64"
               FROM account a
               WHERE (?3 IS NULL OR a.role = ?3) AND (?4 IS NULL OR a.state = ?4)
                 AND (?5 IS NULL OR instr(a.email, ?5) > 0
                      OR EXISTS (SELECT 1 FROM service_subject
                                 WHERE tenant_id = ?1 AND user_id = a.id AND instr(lower(external_id), ?5) > 0))
                 AND (?6 IS NULL OR a.id < ?6)
               ORDER BY a.id DESC LIMIT ?7"#,
            tenant,
            now,
            role,
            state,
            search,
            before,
            query.limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(ListedUser {
                    id: parse(&row.id, "user", "id")?,
                    email: row.email,
                    external_ids: words(&row.external_ids)?,
                    role: parse(&row.role, "user", "role")?,
                    state: parse(&row.state, "user", "disabled_at")?,
                    link_expires_at: optional(row.link_expires_at, "welcome_link", "expires_at")?,
                    has_consented: row.granted.unwrap_or(false),
                    created_at: moment(row.created_at, "user", "created_at")?,
                    seen_at: optional(row.seen_at, "session", "seen_at")?,
                    sessions: row.sessions,
                })
            })
            .collect()
    }
}

fn optional(micros: Option<i64>, table: &'static str, column: &'static str) -> Result<Option<Timestamp>, StoreError> {
    micros.map(|micros| moment(micros, table, column)).transpose()
}

fn words(json: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(json).map_err(|_| StoreError::Inconsistent { table: "service_subject", column: "external_id" })
}

impl Tx {
    /// Whether somebody else can sign in and manage the system, in whatever organisation.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_other_superadmin(&mut self, than: &UserId) -> Result<bool, StoreError> {
        let than = than.as_str();
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM user WHERE role = 'superadmin' AND id <> ? AND disabled_at IS NULL
                              AND password_hash IS NOT NULL) AS "found: bool""#,
            than
        )
        .fetch_one(&mut *self.inner)
        .await?;
        Ok(found)
    }

    /// Gives the account another role.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_role(&mut self, tenant: &TenantId, user: &UserId, role: Role) -> Result<(), StoreError> {
        let (tenant, user, role) = (tenant.as_str(), user.as_str(), role.as_str());
        sqlx::query!("UPDATE user SET role = ? WHERE tenant_id = ? AND id = ?", role, tenant, user)
            .execute(&mut *self.inner)
            .await?;
        Ok(())
    }

    /// Disables the account as of `at`, or takes it into use again.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_disabled(
        &mut self,
        tenant: &TenantId,
        user: &UserId,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let (tenant, user, at) = (tenant.as_str(), user.as_str(), at.map(Timestamp::micros));
        sqlx::query!("UPDATE user SET disabled_at = ? WHERE tenant_id = ? AND id = ?", at, tenant, user)
            .execute(&mut *self.inner)
            .await?;
        Ok(())
    }

    /// Sets the password's hash, or takes the password away.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_password_hash(&mut self, user: &UserId, hash: Option<&str>) -> Result<(), StoreError> {
        let user = user.as_str();
        sqlx::query!("UPDATE user SET password_hash = ? WHERE id = ?", hash, user).execute(&mut *self.inner).await?;
        Ok(())
    }
}
