//! Links with which people choose a password: stored as SHA-256 of their token, and gone once used.

use super::error::parse;
use super::{Store, StoreError, Tx};
use contract::{TenantId, Timestamp, UserId};

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// Choosing the first password.
    Invitation,
    /// Choosing another one in place of a password that was ended.
    Reset,
}

impl LinkKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::Reset => "reset",
        }
    }
}

impl std::str::FromStr for LinkKind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        [Self::Invitation, Self::Reset].into_iter().find(|kind| kind.as_str() == text).ok_or(())
    }
}

/// A link to store.
pub struct NewWelcomeLink<'a> {
    /// Whose account it opens.
    pub user: &'a UserId,
    /// The person's organisation.
    pub tenant: &'a TenantId,
    /// What it is for.
    pub kind: LinkKind,
    /// SHA-256 of the token.
    pub token_hash: [u8; 32],
    /// Until when it works.
    pub expires_at: Timestamp,
}

impl Store {
    /// Whether a link with that hash works at `now`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_welcome_link(&self, token_hash: &[u8; 32], now: Timestamp) -> Result<bool, StoreError> {
        let (token_hash, now) = (token_hash.as_slice(), now.micros());
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM welcome_link WHERE token_hash = ? AND expires_at > ?) AS "found: bool""#,
            token_hash,
            now
        )
        .fetch_one(&self.reader)
        .await?;
        Ok(found)
    }
}

impl Tx {
    /// Stores a link in place of the account's one before.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_welcome_link(&mut self, link: &NewWelcomeLink<'_>) -> Result<(), StoreError> {
        let (user, tenant, kind) = (link.user.as_str(), link.tenant.as_str(), link.kind.as_str());
        let (token_hash, expires_at) = (link.token_hash.as_slice(), link.expires_at.micros());
        sqlx::query!(
            "INSERT INTO welcome_link (user_id, tenant_id, kind, token_hash, expires_at) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, token_hash = excluded.token_hash,
                 expires_at = excluded.expires_at",
            user,
            tenant,
            kind,
            token_hash,
            expires_at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// What the account's link is for, if there is one, whether it still works or not.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn welcome_link_kind(&mut self, user: &UserId) -> Result<Option<LinkKind>, StoreError> {
        let user = user.as_str();
        let kind = sqlx::query_scalar!("SELECT kind FROM welcome_link WHERE user_id = ?", user)
            .fetch_optional(&mut *self.inner)
            .await?;
        kind.map(|kind| parse(&kind, "welcome_link", "kind")).transpose()
    }

    /// Takes away the link with that hash and says whose it was; `None` if none with that hash works at `now`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn take_welcome_link(
        &mut self,
        token_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<Option<UserId>, StoreError> {
        let (token_hash, now) = (token_hash.as_slice(), now.micros());
        let user = sqlx::query_scalar!(
            "DELETE FROM welcome_link WHERE token_hash = ? AND expires_at > ? RETURNING user_id",
            token_hash,
            now
        )
        .fetch_optional(&mut *self.inner)
        .await?;
        user.map(|user| parse(&user, "welcome_link", "user_id")).transpose()
    }

    /// Takes away the account's link, if there is one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_welcome_link(&mut self, user: &UserId) -> Result<(), StoreError> {
        let user = user.as_str();
        sqlx::query!("DELETE FROM welcome_link WHERE user_id = ?", user).execute(&mut *self.inner).await?;
        Ok(())
    }
}
