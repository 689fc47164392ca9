//! The desks of the person behind a request, who is proven by a personal key or by the browser session.

use super::personal_key::KeyHolder;
use super::problem::Refusal;
use crate::http::{AppState, CurrentSession};
use app::server::BrowserSession;
use axum::extract::FromRequestParts;
use contract::{ErrorCode, UserId};
use domain::desks::{AccessDesk, OwnerDesk, ReviewDesk, ServicesDesk, SystemDesk, UpkeepDesk, UsersDesk};
use domain::kernel::{Actor, Principal};
use http::request::Parts;
use std::sync::Arc;

/// The person's desk for the memories about oneself.
pub struct Owner(pub OwnerDesk);

impl FromRequestParts<AppState> for Owner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        Ok(Self(state.desks.owner(&actor(parts)?)?))
    }
}

/// The person's desk for one's sessions and keys, and the hash of the asking session.
pub struct Access {
    /// The desk.
    pub desk: AccessDesk,
    /// The session that asks.
    pub session: [u8; 32],
}

impl FromRequestParts<AppState> for Access {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let desk = state.desks.access(&actor(parts)?)?;
        let session = session(parts).and_then(|session| session.id_hash());
        let session = session.ok_or_else(|| Refusal::new(ErrorCode::Unauthenticated))?;
        Ok(Self { desk, session })
    }
}

/// The administrator's desk for the accounts of the tenant. Whoever may not have it is refused before any body is read.
pub struct Users(pub UsersDesk);

impl FromRequestParts<AppState> for Users {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        Ok(Self(state.desks.users(&actor(parts)?).await?))
    }
}

/// The administrator's desk for the chat services of the tenant. Whoever may not have it is refused before any path or
/// body is read.
pub struct Services(pub ServicesDesk);

impl FromRequestParts<AppState> for Services {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        Ok(Self(state.desks.services(&actor(parts)?).await?))
    }
}

/// The superadmin's desk for the settings of the system. Whoever may not have it is refused before any body is read.
pub struct System(pub SystemDesk);

impl FromRequestParts<AppState> for System {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        Ok(Self(state.desks.system(&actor(parts)?).await?))
    }
}

/// The administrator's desk that looks after the search index.
pub struct Upkeep(pub UpkeepDesk);

impl FromRequestParts<AppState> for Upkeep {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        Ok(Self(state.desks.upkeep(&actor(parts)?).await?))
    }
}

/// The reviewer's desk. Whoever may not have it is refused before any path or body is read.
pub struct Reviewer(pub ReviewDesk);

impl FromRequestParts<AppState> for Reviewer {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        Ok(Self(state.desks.reviewer(&actor(parts)?).await?))
    }
}

/// Who comes to the console's routes: a person in a browser, or the holder of a key, whom every desk there refuses.
pub struct Staff(pub Actor);

impl FromRequestParts<AppState> for Staff {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Refusal> {
        Ok(Self(actor(parts)?))
    }
}

impl Staff {
    /// The person, if it is one.
    pub fn user(&self) -> Option<&UserId> {
        match &self.0.principal {
            Principal::Person { user, .. } => Some(user),
            _ => None,
        }
    }
}

/// The hash of the browser session that asks.
pub struct Session(pub [u8; 32]);

impl FromRequestParts<AppState> for Session {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let Some(hash) = session(parts).and_then(|session| session.id_hash()) else {
            // No session, but perhaps a key: then trying is audited like anywhere else in the console.
            let actor = actor(parts)?;
            state.desks.reviewer(&actor).await?;
            return Err(Refusal::new(ErrorCode::Unauthenticated));
        };
        Ok(Self(hash))
    }
}

fn actor(parts: &Parts) -> Result<Actor, Refusal> {
    let by_key = || parts.extensions.get::<KeyHolder>().map(|holder| holder.0.clone());
    let by_session = || session(parts).and_then(|session| session.person()).map(|(actor, _)| actor);
    by_key().or_else(by_session).ok_or_else(|| Refusal::new(ErrorCode::Unauthenticated))
}

fn session(parts: &Parts) -> Option<&Arc<CurrentSession>> {
    parts.extensions.get()
}
