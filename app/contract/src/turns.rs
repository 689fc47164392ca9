//! Turns: what a person and an assistant said to each other, from which memories are extracted.

use crate::details::Faults;
use crate::error::{Fault, FieldError};
use crate::ids::TurnId;
use crate::memory::{SourceRole, words};
use crate::scope::Scope;
use crate::text::EXTERNAL_ID_MAX_BYTES;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The most messages of a turn.
pub const MAX_MESSAGES: usize = 64;
/// The longest message, in bytes.
pub const MESSAGE_MAX_BYTES: usize = 64 * 1024;
/// All messages of a turn together, in bytes.
pub const TURN_MAX_BYTES: usize = 256 * 1024;

words!(
    /// How far Gieok is with a turn.
    TurnState {
        /// It waits to be looked at.
        Waiting = "waiting",
        /// It waits for the night.
        Held = "held",
        /// It was looked at; what was worth keeping is kept.
        Extracted = "extracted",
        /// It could not be looked at; the night tries again.
        Failed = "failed",
        /// Nobody will look at it: memory or consent was off, or its time was over. Its text is gone.
        Skipped = "skipped",
    }
);

/// One message of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TurnMessage {
    /// Whose words they are. What a tool reported is a tool's, whoever passes it on.
    pub role: SourceRole,
    /// What was said.
    pub text: String,
}

/// The body of `POST /api/v1/turns`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct IngestTurn {
    /// Whose conversation it is: an account id or an external id linked to one.
    pub subject: String,
    /// The conversation, in the calling system.
    pub conversation_id: String,
    /// The turn, in the calling system; unique within its conversation.
    pub turn_id: String,
    /// What was said, in order.
    pub messages: Vec<TurnMessage>,
    /// When it ended; the time of the call if absent.
    #[serde(default)]
    pub occurred_at: Option<Timestamp>,
    /// Where what is extracted is in use: `personal` (default) or the calling service's own scope.
    #[serde(default)]
    pub scope: Option<Scope>,
}

impl IngestTurn {
    /// Everything that is wrong with the request, field by field; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        for (field, id) in
            [("subject", &self.subject), ("conversation_id", &self.conversation_id), ("turn_id", &self.turn_id)]
        {
            faults.text(field, id, EXTERNAL_ID_MAX_BYTES);
        }
        if self.messages.is_empty() {
            faults.0.push(FieldError::of(Fault::Required, "messages", "must have at least one message"));
        }
        if self.messages.len() > MAX_MESSAGES {
            let message = format!("must have at most {MAX_MESSAGES} entries");
            faults.0.push(FieldError::of(Fault::TooMany, "messages", message));
            return faults.0;
        }
        for (place, message) in self.messages.iter().enumerate() {
            // An empty answer, or one with control characters, is what was said: only its length is our matter.
            if message.text.len() > MESSAGE_MAX_BYTES {
                let (field, limit) = (format!("messages[{place}].text"), MESSAGE_MAX_BYTES);
                faults.0.push(FieldError::of(Fault::TooLong, field, format!("must be at most {limit} bytes long")));
            }
        }
        if self.messages.iter().map(|message| message.text.len()).sum::<usize>() > TURN_MAX_BYTES {
            let message = format!("must be at most {TURN_MAX_BYTES} bytes long together");
            faults.0.push(FieldError::of(Fault::TooLong, "messages", message));
        }
        faults.0
    }
}

/// The receipt of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnReceipt {
    /// The turn, here.
    pub id: TurnId,
    /// How far Gieok is with it.
    pub state: TurnState,
    /// The same turn had come before: nothing was added.
    pub duplicate: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(messages: Vec<TurnMessage>) -> IngestTurn {
        IngestTurn {
            subject: "u".into(),
            conversation_id: "c".into(),
            turn_id: "t".into(),
            messages,
            occurred_at: None,
            scope: None,
        }
    }

    fn said(text: String) -> TurnMessage {
        TurnMessage { role: SourceRole::User, text }
    }

    #[test]
    fn limits_are_named() {
        let fields = |turn: IngestTurn| turn.faults().into_iter().map(|fault| fault.field).collect::<Vec<_>>();
        assert!(fields(turn(vec![said(String::new())])).is_empty());
        assert_eq!(fields(turn(Vec::new())), ["messages"]);
        assert_eq!(fields(turn(vec![said("x".into()); MAX_MESSAGES + 1])), ["messages"]);
        assert_eq!(fields(turn(vec![said("x".repeat(MESSAGE_MAX_BYTES + 1))])), ["messages[0].text"]);
        assert_eq!(fields(turn(vec![said("x".repeat(MESSAGE_MAX_BYTES)); 5])), ["messages"]);
    }
}
