//! What the tests of review have in common.

use contract::review::{
    ApproveCandidate, CandidateRow, DecidedCandidate, ListCandidates, RejectCandidate, RejectReason,
};
use contract::{ErrorCode, MemoryId, ProposedCandidate, Role, SaveMemory, SourceRef, SourceRole};
use domain::desks::{AgentDesk, DeskError, ReviewDesk};
use domain::testing::{World, save_of};

/// A world with Mina, who has consented, a service, and a reviewer.
pub(crate) struct Office {
    pub world: World,
    pub mina: contract::UserId,
    pub agent: AgentDesk,
    pub desk: ReviewDesk,
}

impl Office {
    pub async fn new() -> Self {
        let world = World::new().await;
        let mina = world.consenting("mina").await;
        let agent = world.agent(&world.key("chat").await).await;
        let desk = reviewer(&world, "jiho").await;
        Self { world, mina, agent, desk }
    }

    pub async fn propose(&self, statement: &str) -> ProposedCandidate {
        self.agent.propose(proposal("mina", statement)).await.expect("is proposed")
    }

    pub async fn propose_as(&self, statement: &str, sensitivity: &str) -> ProposedCandidate {
        let request = SaveMemory { sensitivity: Some(sensitivity.to_owned()), ..proposal("mina", statement) };
        self.agent.propose(request).await.expect("is proposed")
    }

    pub async fn queue(&self) -> Vec<CandidateRow> {
        self.desk.list(&ListCandidates::default()).await.expect("reads").items
    }

    pub async fn approve(&self, memory: &MemoryId) -> Result<DecidedCandidate, DeskError> {
        self.desk.approve(memory, approval(1), None).await
    }

    pub async fn reject(&self, memory: &MemoryId) -> Result<DecidedCandidate, DeskError> {
        self.desk.reject(memory, rejection(1), None).await
    }
}

/// The desk of a new account that reviews.
pub(crate) async fn reviewer(world: &World, name: &str) -> ReviewDesk {
    let actor = world.staff(name, Role::Reviewer).await;
    world.desks().reviewer(&actor).await.expect("reviews")
}

/// A proposal of that statement, drawn from a span of that very wording.
pub(crate) fn proposal(subject: &str, statement: &str) -> SaveMemory {
    let source = SourceRef { span: Some(statement.to_owned()), ..SourceRef::of("e-1".into(), SourceRole::User) };
    SaveMemory {
        confidence: Some(0.8),
        raw_content: Some(format!("음, {statement}. 그렇게 해 주세요.")),
        source: Some(source),
        ..save_of(subject, statement)
    }
}

/// An approval of that version, as proposed.
pub(crate) fn approval(version: i64) -> ApproveCandidate {
    ApproveCandidate { version, placement: None, memory: None, note: None }
}

/// A rejection of that version.
pub(crate) fn rejection(version: i64) -> RejectCandidate {
    RejectCandidate { version, reason: RejectReason::NotUseful, note: None }
}

/// The code of the refusal.
pub(crate) fn code<T>(result: &Result<T, DeskError>) -> Option<ErrorCode> {
    result.as_ref().err().map(ErrorCode::from)
}
