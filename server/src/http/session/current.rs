//! The session of the request at hand: who is signed in, as the store knows the account right now.

use super::limits::{Limits, SignedIn};
use super::store::hash;
use crate::http::{AppState, ClientAddress};
use app::server::{BrowserSession, SessionTask};
use contract::{SessionView, UserId};
use domain::desks::{DeskError, Desks};
use domain::kernel::{Actor, Clock};
use domain::storage::StoreError;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tower_sessions::{Expiry, Session, session};

/// The key in the session's data.
pub const SIGNED_IN: &str = "signed_in";

/// Why a session cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The store failed.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The account could not be read.
    #[error(transparent)]
    Desk(#[from] DeskError),
}

impl SessionError {
    /// In the desks' terms, as pages expect it; what really happened goes to the log.
    fn into_desk(self) -> DeskError {
        match self {
            Self::Session(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the session could not be written");
                DeskError::Store(StoreError::Inconsistent { table: "session", column: "data" })
            }
            Self::Desk(error) => error,
        }
    }
}

/// A proven person.
type Person = (Actor, SessionView);

/// See the module.
pub struct CurrentSession {
    session: Session,
    desks: Desks,
    clock: Arc<dyn Clock>,
    limits: Limits,
    address: IpAddr,
    device: Option<String>,
    person: Mutex<Option<Person>>,
    must_renew: AtomicBool,
    has_ended: AtomicBool,
}

impl CurrentSession {
    /// Reads the session, its limits and its account.
    ///
    /// # Errors
    /// [`SessionError`] if the store fails; a session that is over or makes no sense is no error, but no session.
    pub async fn open(
        session: Session,
        state: &AppState,
        address: ClientAddress,
        device: Option<String>,
    ) -> Result<Self, SessionError> {
        let current = Self {
            session,
            desks: state.desks.clone(),
            clock: Arc::clone(&state.clock),
            limits: state.limits,
            address: address.0,
            device,
            person: Mutex::default(),
            must_renew: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        };
        if current.session.id().is_some() {
            current.resume().await?;
        }
        Ok(current)
    }

    async fn resume(&self) -> Result<(), SessionError> {
        let signed_in = match self.session.get::<SignedIn>(SIGNED_IN).await {
            Ok(Some(signed_in)) if self.clock.now() < self.limits.end(&signed_in) => signed_in,
            Err(error @ session::Error::Store(_)) => return Err(error.into()),
            // Over, empty, or written by another version of this program.
            _ => return self.discard().await,
        };
        match self.desks.front().person(&signed_in.user).await? {
            Some(person) => self.accept(signed_in, person).await,
            None => self.discard().await,
        }
    }

    async fn discard(&self) -> Result<(), SessionError> {
        Ok(self.session.flush().await?)
    }

    async fn accept(&self, signed_in: SignedIn, person: Person) -> Result<(), SessionError> {
        let now = self.clock.now();
        let role = person.1.role;
        let role_changed = role != signed_in.role;
        let session = SignedIn { role, ..signed_in };
        // A role with tighter limits brings them along.
        if now >= self.limits.end(&session) {
            return self.discard().await;
        }
        self.must_renew.store(role_changed, Ordering::Relaxed);
        if role_changed || self.limits.is_due(&session, now) {
            self.write(&SignedIn { seen: now, ..session }).await?;
        }
        self.set_person(Some(person));
        Ok(())
    }

    async fn write(&self, signed_in: &SignedIn) -> Result<(), SessionError> {
        let left: Duration = self.limits.end(signed_in).since(self.clock.now());
        let left = time::Duration::try_from(left).unwrap_or(time::Duration::ZERO);
        self.session.insert(SIGNED_IN, signed_in).await?;
        self.session.set_expiry(Some(Expiry::OnInactivity(left)));
        Ok(())
    }

    fn set_person(&self, person: Option<Person>) {
        *self.person.lock().unwrap_or_else(PoisonError::into_inner) = person;
    }

    /// Who is signed in.
    pub fn person(&self) -> Option<Person> {
        self.person.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Signs `user` in, under a new session id, with nothing left of the session before.
    ///
    /// # Errors
    /// [`SessionError`]; then nobody is signed in.
    pub async fn sign_in(&self, user: &UserId) -> Result<(), SessionError> {
        let Some(person) = self.desks.front().person(user).await? else {
            return Err(DeskError::WrongCredentials.into());
        };
        let now = self.clock.now();
        self.session.clear().await;
        let (user, role, device) = (user.clone(), person.1.role, self.device.clone());
        self.write(&SignedIn { user, role, began: now, seen: now, device }).await?;
        self.session.cycle_id().await?;
        // Saved here, not only by the middleware around, so that a failing store fails the sign-in.
        self.session.save().await?;
        self.must_renew.store(false, Ordering::Relaxed);
        self.has_ended.store(false, Ordering::Relaxed);
        self.set_person(Some(person));
        Ok(())
    }

    /// Signs out: the record is gone, whoever else holds the cookie.
    ///
    /// # Errors
    /// [`SessionError`]; then the session still stands.
    pub async fn sign_out(&self) -> Result<(), SessionError> {
        if let Some((actor, _)) = self.person() {
            self.desks.front().note_sign_out(&actor).await?;
        }
        if self.session.id().is_some() {
            self.session.flush().await?;
        }
        self.must_renew.store(false, Ordering::Relaxed);
        self.has_ended.store(true, Ordering::Relaxed);
        self.set_person(None);
        Ok(())
    }

    /// Gives the session a new id if the account's role has changed.
    pub(super) async fn renew_if_due(&self) -> Result<(), SessionError> {
        if self.must_renew.swap(false, Ordering::Relaxed) {
            self.session.cycle_id().await?;
        }
        Ok(())
    }

    /// Whether the person has just signed out.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }
}

impl BrowserSession for CurrentSession {
    fn actor(&self) -> Option<Person> {
        self.person()
    }

    fn begin(&self, user: UserId) -> SessionTask<'_> {
        Box::pin(async move { self.sign_in(&user).await.map_err(SessionError::into_desk) })
    }

    fn end(&self) -> SessionTask<'_> {
        Box::pin(async move { self.sign_out().await.map_err(SessionError::into_desk) })
    }

    fn address(&self) -> IpAddr {
        self.address
    }

    fn id_hash(&self) -> Option<[u8; 32]> {
        self.session.id().map(|id| hash(&id))
    }
}
