//! What the parts of a service's page share.

use crate::server_fns::service;
use contract::{ServiceDetail, ServiceId};
use leptos::html;
use leptos::prelude::*;

/// The service as it was last heard of. Copies are the same state. Each part of the page reads what it shows by itself, so
/// that nothing that was typed or opened is lost when another part changes.
#[derive(Clone, Copy)]
pub struct OpenService {
    /// The service.
    pub detail: RwSignal<ServiceDetail>,
    /// Its heading: where the focus goes when what had it is gone.
    pub heading: NodeRef<html::H2>,
    /// The revision that is to be deployed, once it is asked about.
    pub to_deploy: RwSignal<Option<u32>>,
    /// Whether the page says what it said when it was loaded: nothing has been done on it since.
    pub is_fresh: RwSignal<bool>,
    /// Raised when a comparison may have become another one.
    deploys: RwSignal<u32>,
}

impl OpenService {
    /// The service as the server has written it into the page.
    pub fn new(detail: ServiceDetail, deploys: RwSignal<u32>) -> Self {
        Self {
            detail: RwSignal::new(detail),
            heading: NodeRef::new(),
            to_deploy: RwSignal::new(None),
            is_fresh: RwSignal::new(true),
            deploys,
        }
    }

    /// Its id.
    pub fn id(self) -> ServiceId {
        self.detail.with_untracked(|detail| detail.service_id.clone())
    }

    /// A part of it, which changes only when that part does.
    pub fn part<T: PartialEq + Send + Sync + 'static>(self, pick: fn(&ServiceDetail) -> T) -> Memo<T> {
        Memo::new(move |_| self.detail.with(pick))
    }

    /// Takes over what the server says now.
    pub fn hear(self, now: ServiceDetail) {
        let Some(before) = self.detail.try_with_untracked(|detail| detail.deployed) else { return };
        let is_redeployed = before != now.deployed;
        self.detail.set(now);
        self.is_fresh.set(false);
        if is_redeployed {
            self.deploys.update(|deploys| *deploys += 1);
        }
    }

    /// Asks the server what there is now. Where it does not answer, what was heard last stays.
    pub async fn look_again(self) {
        if let Ok(now) = service(self.id()).await {
            self.hear(now);
        }
    }
}
