//! Chat services and their revisions: immutable, numbered settings, of which the deployed ones have effect.

mod figures;
mod revision;
mod seoul_time;
mod service;
mod settings;

pub use figures::{PersonUsage, RefusalCount, TurnCount, Usage};
pub use revision::{DeployRevision, REVISION_NOTE_MAX_BYTES, RevisionRow, RevisionView, SaveRevision, ViewRevision};
pub use seoul_time::SeoulTime;
pub use service::{
    CreateService, CreatedServiceKey, ListServices, ServiceDetail, ServiceKeyRow, ServiceList, ServiceRow,
};
pub use settings::{
    ApprovalPolicy, CostBearer, DEFAULT_TEMPLATE, InjectionMode, LOCAL_EXTRACTOR, MAX_TOKEN_BUDGET, MAX_WEIGHT,
    RecallDefaults, RevisionSettings, SettingChange, TEMPLATE_MAX_BYTES,
};
