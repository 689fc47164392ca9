//! The document for people: what the page shows of each operation.

use super::described::{Described, described};
use super::document::{ABOUT, PROOFS, schemas};
use super::operation::{Answer, Content};
use super::prose::prose;
use super::shape::Shapes;
use super::tag::Tag;
use crate::api::Guard;
use app::{ApiAnswer, ApiBody, ApiChapter, ApiExample, ApiField, ApiOperation, ApiReference, SharedReference};
use std::sync::{Arc, LazyLock};
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterIn};

/// What the page shows.
pub fn reference() -> SharedReference {
    static REFERENCE: LazyLock<SharedReference> = LazyLock::new(|| Arc::new(write(&described())));
    Arc::clone(&REFERENCE)
}

fn write(described: &[Described]) -> ApiReference {
    let shapes = Shapes::new(schemas(described));
    let chapter = |tag: Tag| ApiChapter {
        name: tag.name(),
        text: tag.text(),
        operations: described
            .iter()
            .filter(|one| one.operation.tag == tag)
            .map(|one| operation(one, &shapes))
            .collect(),
    };
    let proofs = PROOFS.map(|(name, text)| (name.replace('_', " "), text.to_owned())).to_vec();
    ApiReference { text: ABOUT.to_owned(), proofs, chapters: Tag::ALL.map(chapter).to_vec() }
}

fn operation(one: &Described, shapes: &Shapes) -> ApiOperation {
    let operation = &one.operation;
    let answer = |answer: &Answer| ApiAnswer {
        status: answer.status,
        text: answer.text,
        bodies: answer.contents.iter().map(|content| body(content, shapes)).collect(),
    };
    ApiOperation {
        id: operation.id,
        method: one.method,
        path: one.path,
        summary: operation.summary,
        text: operation.text,
        who: one.who(),
        parameters: operation.parameters.iter().map(|parameter| field(parameter, shapes)).collect(),
        body: operation.body.as_ref().map(|content| body(content, shapes)),
        answers: operation.answers.iter().map(answer).collect(),
        problems: one.problems().iter().map(|code| (code.status(), code.as_str(), code.title())).collect(),
        curl: curl(one, shapes),
    }
}

fn field(parameter: &Parameter, shapes: &Shapes) -> ApiField {
    let place = match parameter.parameter_in {
        ParameterIn::Path => "path",
        ParameterIn::Query => "query",
        ParameterIn::Header => "header",
        ParameterIn::Cookie => "cookie",
    };
    ApiField {
        name: parameter.name.clone(),
        place: Some(place),
        required: parameter.required == Required::True,
        text: prose(parameter.description.as_deref().unwrap_or_default()),
        shape: parameter.schema.as_ref().map(|schema| shapes.of(schema)).unwrap_or_default(),
    }
}

fn body(content: &Content, shapes: &Shapes) -> ApiBody {
    let examples = content.examples.iter().filter_map(|example| {
        Some(ApiExample { name: example.name.replace('_', " "), text: example.text.as_ref().ok()?.clone() })
    });
    ApiBody { media_type: content.media_type, shape: shapes.of(&content.schema), examples: examples.collect() }
}

/// A command that calls it as its first example does, in a shell where `GIEOK` is the server's address.
fn curl(one: &Described, shapes: &Shapes) -> String {
    let in_path = one.operation.parameters.iter().filter(|parameter| parameter.parameter_in == ParameterIn::Path);
    let path = in_path.fold(one.path.to_owned(), |path, parameter| {
        let value = parameter.schema.as_ref().and_then(|schema| shapes.example(schema)).unwrap_or_default();
        path.replace(&format!("{{{}}}", parameter.name), &value)
    });
    let mut lines = vec![format!("curl \"$GIEOK{path}\"")];
    if !matches!(one.method, "GET" | "POST") || (one.method == "POST" && one.operation.body.is_none()) {
        lines.push(format!("-X {}", one.method));
    }
    match one.guard {
        Guard::Service => lines.push("-H \"Authorization: Bearer $GIEOK_SERVICE_KEY\"".to_owned()),
        Guard::Person => lines.push("-H \"Authorization: Bearer $GIEOK_PERSONAL_KEY\"".to_owned()),
        Guard::Browser | Guard::Reviewer | Guard::Admin | Guard::Superadmin => {
            lines.push("-H \"Cookie: gieok=$GIEOK_SESSION\"".to_owned());
            if one.method != "GET" {
                lines.push("-H \"Origin: $GIEOK\"".to_owned());
            }
        }
        Guard::Nobody => {}
    }
    if one.operation.problems.contains(&contract::ErrorCode::IdempotencyKeyReused) {
        lines.push("-H \"Idempotency-Key: $(uuidgen)\"".to_owned());
    }
    let example = one.operation.body.as_ref().and_then(|body| body.examples.first()?.text.as_ref().ok());
    if let Some(example) = example {
        lines.push("-H 'Content-Type: application/json'".to_owned());
        lines.push(format!("--data '{}'", example.replace('\'', r"'\''")));
    }
    lines.join(" \\\n  ")
}
