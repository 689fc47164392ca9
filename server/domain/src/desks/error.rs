//! What a desk answers when it cannot do what it was asked, and the error code that goes with it.

use crate::consent::ConsentRefused;
use crate::identity::PasswordError;
use crate::policy::Refused;
use crate::storage::StoreError;
use contract::{ErrorCode, Fault, FieldError};
use std::time::Duration;

/// Why a desk did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// Fields are missing, too long or of the wrong kind.
    #[error("the request has invalid fields")]
    Invalid(Vec<FieldError>),
    /// E-mail and password do not go together, or there is no such account.
    #[error("wrong e-mail address or password")]
    WrongCredentials,
    /// The set-up token is wrong, or set-up is done.
    #[error("wrong or used set-up token")]
    WrongSetupToken,
    /// The link for choosing a password is wrong, used, replaced or too old.
    #[error("wrong, used or outdated link")]
    WrongLink,
    /// Nobody else manages the system.
    #[error("nobody else manages the system")]
    LastSuperadmin,
    /// The actor may not do this.
    #[error("the actor may not do this")]
    Forbidden,
    /// The person has not consented, or is not known.
    #[error("the person has not consented to memory")]
    ConsentRequired,
    /// The service's deployed revision has memory off, or none is deployed.
    #[error("memory is switched off for this service")]
    MemoryOff,
    /// Too many of the service's turns wait to be looked at.
    #[error("too many turns wait to be looked at")]
    Backlog {
        /// When to come back.
        retry_after: Duration,
    },
    /// It does not exist, or belongs to someone else.
    #[error("not found")]
    NotFound,
    /// It exists already.
    #[error("it exists already")]
    AlreadyExists,
    /// It has changed since the version that the request names.
    #[error("it has changed meanwhile")]
    StaleVersion,
    /// A candidate was decided since the version that the request names; says by whom and how, if it was decided.
    #[error("it was decided meanwhile")]
    Decided(Box<contract::review::DecisionView>),
    /// It is sensitive, and has not been revealed to the one who would approve it.
    #[error("it has to be revealed first")]
    NeedsReveal,
    /// The memory whose place it would take is not as it was.
    #[error("the memory whose place it would take has changed")]
    TargetChanged,
    /// What it would take the place of is a stronger word, and nobody has looked at the two.
    #[error("it would take the place of a stronger word")]
    Outranked,
    /// Somebody else has it open.
    #[error("somebody else has it open")]
    Claimed,
    /// The decision cannot be taken back any more.
    #[error("it is too late to take the decision back")]
    UndoOver,
    /// The idempotency key came with another request before.
    #[error("the idempotency key was used for another request")]
    IdempotencyKeyReused,
    /// It is history, and cannot be corrected.
    #[error("it is not in force")]
    NotInForce,
    /// The person has deleted this very statement.
    #[error("the person has deleted this statement")]
    DeletedByOwner,
    /// Its content does not decrypt.
    #[error("its content does not decrypt")]
    Unreadable,
    /// The password that confirms an act is wrong.
    #[error("wrong password")]
    WrongPassword,
    /// The index could not follow, so nothing was changed.
    #[error("the search index could not follow, so nothing was changed")]
    IndexUnavailable,
    /// Too many attempts.
    #[error("too many attempts")]
    RateLimited {
        /// When to come back.
        retry_after: Duration,
    },
    /// The store broke.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Hashing broke.
    #[error(transparent)]
    Password(#[from] PasswordError),
}

impl From<Refused> for DeskError {
    fn from(_: Refused) -> Self {
        Self::Forbidden
    }
}

impl From<ConsentRefused> for DeskError {
    fn from(_: ConsentRefused) -> Self {
        Self::ConsentRequired
    }
}

impl DeskError {
    /// One field at fault.
    pub(super) fn field(field: &str, message: impl std::fmt::Display) -> Self {
        Self::Invalid(vec![FieldError::new(field, message)])
    }

    /// The same error, but a unique violation reads as a `field` that somebody else has already.
    pub(super) fn taken(error: StoreError, field: &str) -> Self {
        if !error.is_unique_violation() {
            return Self::Store(error);
        }
        Self::Invalid(vec![FieldError::of(Fault::Taken, field, "is in use already")])
    }

    /// The same error, but a unique violation reads as [`DeskError::AlreadyExists`].
    pub(super) fn unique(error: StoreError) -> Self {
        if error.is_unique_violation() { Self::AlreadyExists } else { Self::Store(error) }
    }
}

impl From<&DeskError> for ErrorCode {
    fn from(error: &DeskError) -> Self {
        match error {
            DeskError::Invalid(_) => Self::InvalidInput,
            DeskError::WrongCredentials => Self::WrongCredentials,
            DeskError::WrongSetupToken => Self::WrongSetupToken,
            DeskError::WrongLink => Self::WrongLink,
            DeskError::LastSuperadmin => Self::LastSuperadmin,
            DeskError::Forbidden => Self::Forbidden,
            DeskError::ConsentRequired => Self::ConsentRequired,
            DeskError::MemoryOff => Self::MemoryOff,
            DeskError::Backlog { .. } => Self::Backlog,
            DeskError::NotFound => Self::NotFound,
            DeskError::AlreadyExists => Self::AlreadyExists,
            DeskError::StaleVersion | DeskError::Decided(_) => Self::StaleVersion,
            DeskError::NeedsReveal => Self::NeedsReveal,
            DeskError::TargetChanged => Self::TargetChanged,
            DeskError::Outranked => Self::Outranked,
            DeskError::Claimed => Self::Claimed,
            DeskError::UndoOver => Self::UndoOver,
            DeskError::IdempotencyKeyReused => Self::IdempotencyKeyReused,
            DeskError::NotInForce => Self::NotInForce,
            DeskError::DeletedByOwner => Self::DeletedByOwner,
            DeskError::Unreadable => Self::Unreadable,
            DeskError::WrongPassword => Self::WrongPassword,
            DeskError::IndexUnavailable => Self::IndexUnavailable,
            DeskError::RateLimited { .. } => Self::RateLimited,
            DeskError::Store(error) if error.is_busy() => Self::Busy,
            DeskError::Store(_) | DeskError::Password(_) => Self::Internal,
        }
    }
}
