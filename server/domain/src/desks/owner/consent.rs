//! Seeing and switching one's consent.

use super::OwnerDesk;
use crate::audit::{self, Entry, Event};
use crate::desks::DeskError;
use contract::{ConsentEvent, ConsentSource, ConsentView};

impl OwnerDesk {
    /// Whether the person has switched memory on.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn consent(&self) -> Result<ConsentView, DeskError> {
        Ok(self.core.store.consent(&self.actor.tenant, &self.subject).await?)
    }

    /// Switches memory on or off. Doing it twice is one event.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn set_consent(&self, granted: bool, source: ConsentSource) -> Result<ConsentView, DeskError> {
        let now = self.core.clock.now();
        let mut tx = self.core.store.begin().await?;
        let before = tx.consent(&self.actor.tenant, &self.subject).await?;
        if before.granted == granted {
            return Ok(before);
        }
        tx.append_consent(&self.actor, &self.subject, granted, source, now).await?;
        if !granted {
            // What is remembered stays; what was only said, and nobody has looked at yet, goes.
            tx.forget_turns_of(&self.actor.tenant, &self.subject, now).await?;
        }
        let entry = Entry {
            actor: &self.actor,
            event: Event::Consent,
            outcome: if granted { "on" } else { "off" },
            subject: Some(&self.subject),
            object: None,
        };
        audit::append(&mut tx, &self.core.ids, now, &entry).await?;
        tx.commit().await?;
        Ok(ConsentView { granted, changed_at: Some(now) })
    }

    /// The person's consent events, latest first, at most 200.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn consent_history(&self) -> Result<Vec<ConsentEvent>, DeskError> {
        /// More switches than that are no history but a toy.
        const MOST: u32 = 200;
        Ok(self.core.store.consent_events(self.tenant(), &self.subject, MOST).await?)
    }
}
