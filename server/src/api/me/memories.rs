//! Seeing, correcting and deleting the memories about oneself.

use super::{Answer, Items, inside};
use crate::api::json::Json;
use crate::api::path::PathId;
use crate::api::person::Owner;
use crate::api::problem::Refusal;
use crate::api::query::Query;
use contract::{
    CorrectMemory, CorrectedMemory, DeleteMemories, DeletionReport, EditableMemory, ListMemories, MemoryDetail,
    MemoryId, MemoryList, MemoryProgress,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// Whose progress is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// The memories.
    memories: Vec<MemoryId>,
}

/// [`CorrectMemory`] with the memory as text: only the text still shows everything that does not belong there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    version: i64,
    memory: Box<RawValue>,
}

/// `GET /api/v1/me/memories`.
pub async fn list(Owner(desk): Owner, Query(request): Query<ListMemories>) -> Answer<MemoryList> {
    Ok(axum::Json(desk.list(&request).await?))
}

/// `POST /api/v1/me/memories/progress`.
pub async fn progress(Owner(desk): Owner, Json(asked): Json<Progress>) -> Answer<Items<MemoryProgress>> {
    Ok(Items::of(desk.progress(&asked.memories).await?))
}

/// `POST /api/v1/me/memories/{id}/open`. A POST, because it shows what lists hide, and is audited.
pub async fn open(Owner(desk): Owner, PathId(memory): PathId<MemoryId>) -> Answer<MemoryDetail> {
    Ok(axum::Json(desk.open(&memory).await?))
}

/// `PUT /api/v1/me/memories/{id}`.
pub async fn correct(
    Owner(desk): Owner,
    PathId(memory): PathId<MemoryId>,
    Json(correction): Json<Correction>,
) -> Answer<CorrectedMemory> {
    Ok(axum::Json(desk.correct(&memory, correction.read()?).await?))
}

/// `POST /api/v1/me/memories/delete`.
pub async fn delete(Owner(desk): Owner, Json(request): Json<DeleteMemories>) -> Answer<DeletionReport> {
    Ok(axum::Json(desk.delete(request).await?))
}

impl Correction {
    fn read(self) -> Result<CorrectMemory, Refusal> {
        let memory = EditableMemory::from_json(self.memory.get());
        let memory = memory.map_err(|faults| Refusal::invalid(faults.into_iter().map(inside).collect()))?;
        Ok(CorrectMemory { version: self.version, memory })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{ErrorCode, Fault};

    const MEMORY: &str =
        r#"{"statement":"likes tea","sensitivity":"normal","confidence":1,"valid_from":"2026-01-01T00:00:00Z"}"#;

    fn read(memory: &str) -> Result<CorrectMemory, Refusal> {
        let body = format!(r#"{{"version":3,"memory":{memory}}}"#);
        serde_json::from_str::<Correction>(&body).expect("reads").read()
    }

    #[test]
    fn a_correction_is_read_from_its_text() {
        let correction = read(MEMORY).expect("is fine");
        assert_eq!((correction.version, correction.memory.statement.as_str()), (3, "likes tea"));
    }

    #[test]
    fn faults_are_named_from_the_root() {
        for (memory, fault, field) in [
            ("7".to_owned(), Fault::WrongType, "memory"),
            (format!("{}1{}", "[".repeat(500), "]".repeat(500)), Fault::WrongType, "memory"),
            (MEMORY.replace("likes tea", " "), Fault::Empty, "memory.statement"),
            (MEMORY.replace('{', r#"{"statement":"twice","#), Fault::Duplicate, "memory.statement"),
            (MEMORY.replace('{', r#"{"scope":"personal","#), Fault::Immutable, "memory.scope"),
        ] {
            let refusal = read(&memory).expect_err("has a fault");
            assert_eq!(refusal.code(), ErrorCode::InvalidInput);
            let text = format!("{refusal:?}");
            assert!(text.contains(&format!("field: {field:?}, fault: {fault:?}")), "{text}");
        }
    }
}
