//! A language model behind an OpenAI-compatible chat endpoint, which is asked for proposals in a given form.
//!
//! The turn is one JSON text in one user message: no word of it ever stands where the model looks for instructions, and
//! what a tool said never speaks in a role of its own.

use super::channel::Channel;
use super::wire::{self, AskedTurn, Proposed, Usage};
use crate::config::Endpoint;
use domain::extraction::{ExtractFailure, Extracted, Extracting, Extractor, Turn};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::LazyLock;

/// Raised whenever the prompt or the form of the answer changes.
const PROMPT_VERSION: u32 = 1;
const PROMPT: &str = include_str!("prompt.txt");

/// Kept as text: models write the fields in the order in which the schema has them, and the words come before the judgement.
static RESPONSE_FORMAT: LazyLock<Box<RawValue>> =
    LazyLock::new(|| serde_json::from_str(include_str!("response_format.json")).expect("JSON, as a test holds"));

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    temperature: u8,
    messages: [ChatMessage<'a>; 2],
    response_format: &'a RawValue,
}

#[derive(Serialize)]
struct ChatMessage<'a> {
    role: &'static str,
    content: &'a str,
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Reply,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    content: Option<String>,
}

/// What the model was asked to write.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    proposals: Vec<Proposed>,
}

/// See the module.
pub struct OpenAiExtractor {
    id: String,
    model: String,
    channel: Channel,
}

impl OpenAiExtractor {
    /// The model of `endpoint`, at the end of `channel`.
    pub fn new(endpoint: &Endpoint, channel: Channel) -> Self {
        let model = endpoint.model.clone().unwrap_or_default();
        Self { id: format!("{}/openai-{PROMPT_VERSION}/{model}", endpoint.name), model, channel }
    }

    async fn propose(&self, turn: &Turn) -> Result<Extracted, ExtractFailure> {
        // Texts, numbers and times always have a JSON form.
        let data = serde_json::to_string(&AskedTurn::of(turn)).unwrap_or_default();
        let came = self.channel.post(&self.request(&data)).await?;
        let completion: Completion = wire::read(&came.body)?;
        let effort = completion.usage.unwrap_or_default().effort(came.calls);
        let written: Written = wire::read(content(completion.choices)?.as_bytes())?;
        Ok(Extracted { proposals: wire::proposals(written.proposals, turn)?, effort })
    }

    fn request<'a>(&'a self, data: &'a str) -> Request<'a> {
        let message = |role, content| ChatMessage { role, content };
        Request {
            model: &self.model,
            temperature: 0,
            messages: [message("system", PROMPT), message("user", data)],
            response_format: &RESPONSE_FORMAT,
        }
    }
}

/// What the model has written, if it came to its end.
fn content(choices: Vec<Choice>) -> Result<String, ExtractFailure> {
    let unusable = |why: &str| ExtractFailure::Unusable(why.to_owned());
    let choice = choices.into_iter().next().ok_or_else(|| unusable("there is no choice in it"))?;
    match choice.finish_reason.as_deref() {
        Some("length") => Err(unusable("the model ran out of tokens")),
        Some("content_filter") => Err(unusable("a filter held it back")),
        _ => choice.message.content.ok_or_else(|| unusable("the model refused to write one")),
    }
}

impl Extractor for OpenAiExtractor {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn extract<'a>(&'a self, turn: &'a Turn) -> Extracting<'a> {
        Box::pin(self.propose(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{Kind, Sensitivity};
    use serde_json::{Value, json};

    #[test]
    fn the_form_asked_for_is_the_form_that_is_read() {
        let form: Value = serde_json::from_str(RESPONSE_FORMAT.get()).expect("JSON");
        let item = &form["json_schema"]["schema"]["properties"]["proposals"]["items"];
        let fields = item["properties"].as_object().expect("fields");
        assert_eq!(item["properties"]["kind"]["enum"], json!(Kind::ALL));
        assert_eq!(item["properties"]["sensitivity"]["enum"], json!(Sensitivity::ALL));
        // Strict mode wants every field to be required.
        let required: Vec<&str> =
            item["required"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(required.len(), fields.len());
        assert!(required.iter().all(|field| fields.contains_key(*field)));
        let example = |field: &str| match field {
            "message" => json!(0),
            "confidence" => json!(0.5),
            "ends" => json!(false),
            "entities" => json!([{ "name": "a", "type": null }]),
            "kind" => json!("FACT"),
            "sensitivity" => json!("normal"),
            "span" | "statement" => json!("a"),
            _ => Value::Null,
        };
        let proposal: serde_json::Map<_, _> = fields.keys().map(|field| (field.clone(), example(field))).collect();
        let written = json!({ "proposals": [proposal] }).to_string();
        assert_eq!(wire::read::<Written>(written.as_bytes()).map(|written| written.proposals.len()), Ok(1));
    }

    #[test]
    fn the_prompt_names_every_word_and_field() {
        let words = Kind::ALL.iter().map(|kind| kind.as_str());
        let form: Value = serde_json::from_str(RESPONSE_FORMAT.get()).expect("JSON");
        let item = &form["json_schema"]["schema"]["properties"]["proposals"]["items"]["properties"];
        let fields = item.as_object().expect("fields").keys().map(|field| format!("\"{field}\""));
        for word in words.map(str::to_owned).chain(fields) {
            assert!(PROMPT.contains(&word), "{word}");
        }
        assert!(PROMPT.contains(&format!("more than {} are refused", wire::MAX_PROPOSALS)));
    }
}
