//! What a service's turns came to, and what they took.

use crate::extraction::Refusal;
use crate::ids::UserId;
use crate::turns::TurnState;
use serde::{Deserialize, Serialize};

/// How many turns are in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnCount {
    /// The state.
    pub state: TurnState,
    /// How many.
    pub count: u64,
}

/// How often proposals were refused for a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefusalCount {
    /// The reason.
    pub refusal: Refusal,
    /// How often.
    pub count: u64,
}

/// What extraction and embedding took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Usage {
    /// Turns that were looked at.
    pub turns: u64,
    /// Calls to extractors over the network.
    pub calls: u64,
    /// Tokens that were sent to language models.
    pub prompt_tokens: u64,
    /// Tokens that came back from language models.
    pub completion_tokens: u64,
    /// Tokens that the embedding model read to look at turns. What the index reads of what is kept is not counted.
    pub embedded_tokens: u64,
}

/// What is put down to one person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonUsage {
    /// The person; absent for what is put down to the operator.
    pub user_id: Option<UserId>,
    /// The person's address, if there is one.
    pub email: Option<String>,
    /// What it took.
    pub usage: Usage,
}
