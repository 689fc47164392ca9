//! The extractors over the network, before a real HTTP server that misbehaves.

mod answers;
mod network;

use crate::support::{FarSide, Reply, embedder};
use contract::{Kind, Refusal, SourceRole, Timestamp};
use domain::extraction::{
    Effort, ExtractFailure, Extracted, Extractor, Extractors, LocalExtractor, Message, Turn, gate,
};
use domain::kernel::OsRng;
use serde_json::{Value, json};
use server::config::{Config, Endpoint, EndpointKind, Extraction};
use server::extractors::{self, Surroundings};
use std::sync::Arc;
use std::time::Duration;

const KEY: &str = "sk-cobalt-0123456789abcdef";
const BOTH: [EndpointKind; 2] = [EndpointKind::OpenAi, EndpointKind::Http];

fn endpoint(kind: EndpointKind, url: &str) -> Endpoint {
    Endpoint {
        name: "far".into(),
        kind,
        url: url.parse().unwrap(),
        model: (kind == EndpointKind::OpenAi).then(|| "small-model".into()),
        key_env: Some("FAR_KEY".into()),
        allow_plain_http: false,
        timeout_seconds: 30,
        attempts: 3,
    }
}

fn configured(endpoint: Endpoint) -> Arc<dyn Extractor> {
    let settings = Extraction { endpoints: vec![endpoint] };
    extractors::configured(&settings, &around()).unwrap().pop().unwrap().1
}

fn around() -> Surroundings {
    let variable = |name: &str| (name == "FAR_KEY").then(|| KEY.to_owned());
    Surroundings { rng: Arc::new(OsRng), first_pause: Duration::from_millis(1), variable }
}

async fn ask(kind: EndpointKind, far: &FarSide) -> Result<Extracted, ExtractFailure> {
    configured(endpoint(kind, far.url())).extract(&turn()).await
}

fn message(role: SourceRole, text: &str) -> Message {
    Message { role, text: text.to_owned() }
}

fn turn() -> Turn {
    let messages = vec![
        message(SourceRole::User, "I always drink chartreuse tea. Any news?"),
        message(SourceRole::Tool, "It rained in Leipzig."),
        message(SourceRole::Assistant, "It rained."),
    ];
    Turn { messages, occurred_at: "2026-07-16T04:30:00Z".parse().unwrap() }
}

fn proposal() -> Value {
    let words = "I always drink chartreuse tea.";
    json!({
        "message": 0, "span": words, "statement": words, "kind": "PREFERENCE", "predicate": "drinks",
        "object": "chartreuse tea", "entities": [{ "name": "tea", "type": null }], "confidence": 0.9,
        "sensitivity": "normal", "valid_from": "2026-07-01T00:00:00Z", "valid_to": null, "ends": false,
    })
}

fn changed(changes: &Value) -> Value {
    let mut proposal = proposal();
    for (field, value) in changes.as_object().unwrap() {
        proposal[field] = value.clone();
    }
    proposal
}

/// A good answer of either kind.
fn proposes(kind: EndpointKind, proposals: &[Value]) -> Reply {
    let answer = json!({ "proposals": proposals });
    match kind {
        EndpointKind::OpenAi => writes(&answer.to_string()),
        EndpointKind::Http => {
            let usage = json!({ "prompt_tokens": 21, "completion_tokens": 4, "total_tokens": 25 });
            Reply::text(json!({ "proposals": proposals, "usage": usage }).to_string())
        }
    }
}

/// What a language model has written.
fn writes(content: &str) -> Reply {
    let choice = json!({ "index": 0, "message": { "role": "assistant", "content": content }, "finish_reason": "stop" });
    let usage = json!({ "prompt_tokens": 21, "completion_tokens": 4, "total_tokens": 25 });
    Reply::text(json!({ "id": "c-1", "choices": [choice], "usage": usage }).to_string())
}

fn unusable(why: &str) -> Result<Extracted, ExtractFailure> {
    Err(ExtractFailure::Unusable(why.to_owned()))
}

#[tokio::test]
async fn a_turn_goes_out_as_data_and_proposals_come_back() {
    for (kind, path) in [(EndpointKind::OpenAi, "/v1/chat/completions"), (EndpointKind::Http, "/v1")] {
        let far = FarSide::that([proposes(kind, &[proposal()])]).await;
        let extracted = ask(kind, &far).await.unwrap();
        let expected = Effort { calls: 1, prompt_tokens: 21, completion_tokens: 4, embedded_tokens: 0 };
        assert_eq!(extracted.effort, expected);
        let [found] = extracted.proposals.as_slice() else { panic!("one proposal") };
        assert_eq!((found.message, found.kind, found.confidence, found.ends), (0, Kind::Preference, 0.9, false));
        assert_eq!(
            (found.span.as_str(), found.statement.as_str()),
            (&*found.statement, "I always drink chartreuse tea.")
        );
        assert_eq!(found.fact.as_ref().unwrap().object, "chartreuse tea");
        assert_eq!((found.valid_from, found.valid_to), ("2026-07-01T00:00:00Z".parse().ok(), None));
        assert_eq!(refusals(&turn(), extracted), [None]);

        let [asked] = far.asked().try_into().unwrap_or_else(|_| panic!("one request"));
        assert_eq!((asked.path.as_str(), asked.authorization), (path, Some(format!("Bearer {KEY}"))));
        let sent = json!({
            "version": 1, "occurred_at": "2026-07-16T04:30:00Z", "messages": [
                { "message": 0, "role": "user", "text": "I always drink chartreuse tea. Any news?" },
                { "message": 1, "role": "tool", "text": "It rained in Leipzig." },
                { "message": 2, "role": "assistant", "text": "It rained." },
            ]
        });
        match kind {
            EndpointKind::Http => assert_eq!(asked.body, sent),
            EndpointKind::OpenAi => assert_eq!(asked_of_model(&asked.body), sent),
        }
    }
}

/// The data that a language model was given, after a look at the rest of the request.
fn asked_of_model(body: &Value) -> Value {
    assert_eq!((&body["model"], &body["temperature"]), (&json!("small-model"), &json!(0)));
    assert_eq!(body["response_format"]["type"], "json_schema");
    assert_eq!(body["response_format"]["json_schema"]["strict"], true);
    let roles: Vec<_> = body["messages"].as_array().unwrap().iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["system", "user"]);
    assert!(!body["messages"][0]["content"].as_str().unwrap().contains("chartreuse"));
    serde_json::from_str(body["messages"][1]["content"].as_str().unwrap()).unwrap()
}

fn refusals(turn: &Turn, extracted: Extracted) -> Vec<Option<Refusal>> {
    gate::decide(&turn.messages, extracted.proposals).into_iter().map(Result::err).collect()
}

/// The blocks that begin so in a text for people.
fn examples<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    let blocks = text.split(beginning).skip(1);
    blocks.map(|block| block.split("```").next().unwrap()).collect()
}

#[tokio::test]
async fn the_documented_examples_hold() {
    let text = include_str!("../../../../docs/EXTRACTORS.md");
    let settings = examples(text, "```toml\n").concat();
    let config: Config = toml::from_str(&settings).unwrap();
    assert!(config.validate().is_ok());
    assert_eq!(config.extraction.endpoints.len(), 2);
    let [request, answer] = examples(text, "```json\n").try_into().unwrap();
    let asked: Value = serde_json::from_str(request).unwrap();
    let said = asked["messages"].as_array().unwrap().iter();
    let said = said.map(|one| message(one["role"].as_str().unwrap().parse().unwrap(), one["text"].as_str().unwrap()));
    let turn = Turn { messages: said.collect(), occurred_at: asked["occurred_at"].as_str().unwrap().parse().unwrap() };
    let far = FarSide::that([Reply::text(answer)]).await;
    let extracted = configured(endpoint(EndpointKind::Http, far.url())).extract(&turn).await.unwrap();
    assert_eq!(far.asked().remove(0).body, asked);
    assert_eq!((extracted.effort.prompt_tokens, extracted.effort.completion_tokens), (212, 48));
    assert_eq!(refusals(&turn, extracted), [None]);
}

#[tokio::test]
async fn extractors_are_found_by_the_names_that_the_operator_gave() {
    let settings = Extraction {
        endpoints: vec![
            Endpoint { name: "model".into(), ..endpoint(EndpointKind::OpenAi, "https://models.example.org/v1") },
            Endpoint { key_env: None, ..endpoint(EndpointKind::Http, "http://127.0.0.1:1") },
        ],
    };
    let configured = extractors::configured(&settings, &around()).unwrap();
    let extractors = Extractors::new(Some(LocalExtractor::new(embedder())), configured);
    assert_eq!(extractors.names(), ["local", "model", "far"]);
    let id = |name: &str| extractors.get(name).map(|extractor| extractor.id());
    assert!(id("local").is_some_and(|id| id.starts_with("local-")));
    assert_eq!(id("model").as_deref(), Some("model/openai-1/small-model"));
    assert_eq!(id("far").as_deref(), Some("far/http-1"));
    assert_eq!(id("nobody"), None);
}

#[tokio::test]
async fn a_key_that_is_not_there_is_named_at_the_start() {
    for held in [|_: &str| None, |_: &str| Some(String::new()), |_: &str| Some("sk-\ncobalt".to_owned())] {
        let settings = Extraction { endpoints: vec![endpoint(EndpointKind::Http, "https://a.example")] };
        let without = Surroundings { variable: held, ..around() };
        let failure = extractors::configured(&settings, &without).err().unwrap().to_string();
        assert!(failure.contains("\"far\"") && failure.contains("FAR_KEY"), "{failure}");
        assert!(!failure.contains("cobalt"), "{failure}");
    }
}
