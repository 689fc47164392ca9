//! Taking everything about oneself along.

use super::OwnerDesk;
use crate::audit::Event;
use crate::desks::DeskError;
use crate::storage::ListQuery;
use contract::export::ExportedAccount;
use contract::page::MAX_PAGE_SIZE;
use contract::{Export, MemoryDetail, MemoryFilter, MemoryId, SessionRow, SortBy, SortOrder};

impl OwnerDesk {
    /// Everything about the person, unmasked. Audited before it is answered.
    ///
    /// # Errors
    /// [`DeskError::WrongPassword`], [`DeskError::RateLimited`], [`DeskError::Store`].
    pub async fn export(&self, password: &str) -> Result<Export, DeskError> {
        if let Err(error) = self.core.reauthenticate(&self.actor, &self.subject, password).await {
            self.note_refusal(Event::Export, &error, None).await;
            return Err(error);
        }
        let (store, tenant, now) = (&self.core.store, self.tenant(), self.core.clock.now());
        let (memories, unreadable) = self.all_details().await?;
        let sessions = store.sessions_of(&self.subject, now).await?.into_iter().map(|session| SessionRow {
            session_id: session.id,
            device: session.device,
            began_at: session.began_at,
            seen_at: session.seen_at,
            is_current: false,
        });
        let export = Export {
            exported_at: now,
            account: self.account().await?,
            consent: self.consent_history().await?,
            memories,
            unreadable,
            activity: store.audit_about(tenant, &self.subject).await?,
            sessions: sessions.collect(),
            keys: store.personal_keys(tenant, &self.subject).await?,
        };
        self.note(Event::Export, "ok", None).await?;
        Ok(export)
    }

    async fn account(&self) -> Result<ExportedAccount, DeskError> {
        let account = self.core.store.account(&self.subject).await?.ok_or(DeskError::NotFound)?;
        Ok(ExportedAccount {
            user_id: account.id,
            tenant_id: account.tenant,
            email: account.email,
            external_ids: self.core.store.external_ids(self.tenant(), &self.subject).await?,
        })
    }

    async fn all_details(&self) -> Result<(Vec<MemoryDetail>, Vec<MemoryId>), DeskError> {
        let (mut details, mut unreadable, filter) = (Vec::new(), Vec::new(), MemoryFilter::default());
        let mut query = ListQuery {
            filter: &filter,
            unchanged_since: None,
            now: self.core.clock.now(),
            sort: SortBy::RecordedAt,
            order: SortOrder::Descending,
            after: None,
            limit: MAX_PAGE_SIZE,
        };
        loop {
            let paged = self.page(query.clone()).await?;
            let (more, unread) = self.details(paged.rows).await?;
            details.extend(more);
            unreadable.extend(unread);
            if paged.next.is_none() {
                return Ok((details, unreadable));
            }
            query.after = paged.next;
        }
    }
}
