//! What can go wrong in the store.

/// A failure of the store. Its text names tables and columns, never values.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not do what it was asked.
    #[error("the database failed")]
    Driver(#[from] sqlx::Error),
    /// The database's migrations are not this program's.
    #[error("the database could not be brought up to date")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A row holds what this program never writes.
    #[error("{table}.{column} holds something unexpected")]
    Inconsistent {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
    },
    /// Content does not decrypt: a wrong key ring, or a row that was moved or changed.
    #[error("a memory's content does not decrypt")]
    Sealed,
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        Self::Driver(sqlx::Error::Io(error))
    }
}

impl StoreError {
    /// Whether the failure is that a unique value exists already.
    pub fn is_unique_violation(&self) -> bool {
        matches!(self, Self::Driver(sqlx::Error::Database(error)) if error.is_unique_violation())
    }

    /// Whether the failure is that others were too long at it: worth another try a moment later.
    pub fn is_busy(&self) -> bool {
        /// `SQLITE_BUSY`; extended result codes keep the primary one in their lowest byte.
        const BUSY: u32 = 5;
        let is_busy = |code: std::borrow::Cow<'_, str>| code.parse::<u32>().is_ok_and(|code| code & 0xff == BUSY);
        match self {
            Self::Driver(sqlx::Error::PoolTimedOut) => true,
            Self::Driver(sqlx::Error::Database(error)) => error.code().is_some_and(is_busy),
            _ => false,
        }
    }
}

/// Reads a stored word or id back into its type.
pub(super) fn parse<T: std::str::FromStr>(
    text: &str,
    table: &'static str,
    column: &'static str,
) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError::Inconsistent { table, column })
}

/// Reads stored microseconds back into a timestamp.
pub(super) fn moment(
    micros: i64,
    table: &'static str,
    column: &'static str,
) -> Result<contract::Timestamp, StoreError> {
    contract::Timestamp::from_micros(micros).map_err(|_| StoreError::Inconsistent { table, column })
}

/// Reads a stored hash back into its array.
pub(super) fn hash(bytes: Vec<u8>, table: &'static str, column: &'static str) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| StoreError::Inconsistent { table, column })
}
