//! The vocabulary of Gieok: ids, enums, requests, answers, error codes and the validation that needs no server.
//!
//! Owns the words that the browser, the REST interface, the command line and the domain share. Knows nothing of any of
//! them, holds no input or output, and compiles to wasm. A rule stands here only if both sides of the wire need it.

pub mod access;
pub mod account;
pub mod ask;
pub mod audit;
pub mod consent;
pub mod correction;
pub mod deletion;
pub mod detail;
pub mod details;
pub mod error;
pub mod export;
pub mod extraction;
pub mod ids;
pub mod listing;
pub mod memory;
#[cfg(feature = "openapi")]
mod openapi;
pub mod overview;
pub mod page;
pub mod recall;
pub mod review;
pub mod save;
pub mod scope;
pub mod services;
pub mod settings;
pub mod text;
pub mod text_exact;
pub mod timestamp;
pub mod turns;
pub mod users;

pub use access::{CreatePersonalKey, CreatedPersonalKey, PersonalKeyRow, SessionRow};
pub use account::{Place, Role, SessionView};
pub use ask::{AskAnswer, AskMemory, LeftOut, LeftOutMemory, NeverSearched, ServiceChoice};
pub use audit::{AuditAction, AuditEnding, AuditEntry, AuditFilter, AuditList, ListAudit};
pub use consent::{ConsentEvent, ConsentSource, ConsentView};
pub use correction::{CorrectMemory, CorrectedMemory, EditableMemory, Evidence};
pub use deletion::{ChosenMemory, DeleteEverything, DeleteMemories, DeletionReport, DeletionRow};
pub use detail::{ChangedBy, DiffPart, FieldChange, MemoryDetail, OwnerAction, Provenance, VersionView};
pub use details::{Entity, NormalizedFact, SourceRef};
pub use error::{ErrorCode, Fault, FieldError, Problem};
pub use export::{Export, ExportFormat, RequestExport};
pub use extraction::Refusal;
pub use ids::*;
pub use listing::{
    Count, ListMemories, MemoryFilter, MemoryList, MemoryProgress, MemoryRow, Searched, SortBy, SortOrder, Standing,
    Statement, Tab, TabCounts,
};
pub use memory::{Authority, Class, IndexState, Kind, Sensitivity, SourceRole, Status, Validity};
pub use overview::Overview;
pub use page::Page;
pub use recall::{Arm, RecallAnswer, RecallDegraded, RecallRequest, RecalledMemory, Score, ScoreTerm};
pub use save::{ProposedCandidate, SaveMemory, SavedMemory};
pub use scope::{Scope, ScopeSet};
pub use services::{
    ApprovalPolicy, CostBearer, CreateService, CreatedServiceKey, DeployRevision, InjectionMode, ListServices,
    PersonUsage, RecallDefaults, RefusalCount, RevisionRow, RevisionSettings, RevisionView, SaveRevision, SeoulTime,
    ServiceDetail, ServiceKeyRow, ServiceList, ServiceRow, SettingChange, TurnCount, Usage, ViewRevision,
};
pub use settings::{ChangeSettings, IndexView, ProcessRow, RepairView, SettingsView, SystemSettings};
pub use timestamp::Timestamp;
pub use turns::{IngestTurn, TurnMessage, TurnReceipt, TurnState};
pub use users::{AccountState, ChangeRole, InviteUser, ListUsers, UserAction, UserList, UserRow, WelcomeLink};
