//! Facts about this install, by name.

use super::{Store, StoreError, Tx};

impl Store {
    /// The value of that name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn install_fact(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(sqlx::query_scalar!("SELECT value FROM install WHERE name = ?", name).fetch_optional(&self.reader).await?)
    }
}

impl Tx {
    /// Sets the value of that name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_install_fact(&mut self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO install (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Takes the value of that name away; `None` if there was none.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn take_install_fact(&mut self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = sqlx::query_scalar!("DELETE FROM install WHERE name = ? RETURNING value", name)
            .fetch_optional(&mut *self.inner)
            .await?;
        Ok(value)
    }
}
