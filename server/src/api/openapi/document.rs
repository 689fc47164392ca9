//! The document for programs: OpenAPI 3.1.

use super::described::Described;
use super::operation::{Content, Example};
use super::prose::prose;
use super::tag::Tag;
use crate::api::Guard;
use contract::{ErrorCode, Problem};
use std::collections::BTreeMap;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::info::{InfoBuilder, LicenseBuilder};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{Components, ObjectBuilder, Schema, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    Content as BodyContent, OpenApiBuilder, Ref, RefOr, Required, Response, ResponseBuilder, Responses, Server,
};
use utoipa::{PartialSchema, ToSchema};

/// What is true of all of it.
pub const ABOUT: &str = "\
Long-term memory for AI assistants that people can trust.

Bodies are JSON in UTF-8. Times are RFC 3339 in UTC. Ids begin with what they name (`mem_`, `usr_`, `svc_`, …). Lists come \
in pages: `next_cursor` of one page is `cursor` of the next.

Whatever goes wrong is answered as `application/problem+json` (RFC 9457) with a stable `code`; `errors` names the fields at \
fault. `Retry-After` says when to come back.

With the session cookie, a request that changes something must come from this site: browsers say so by themselves \
(`Sec-Fetch-Site`), other programs send `Origin` with the address of the server. With a key, neither is needed. A request \
with an `Authorization` header is decided by it alone.";

/// The ways of proving who one is: name and text.
pub const PROOFS: [(&str, &str); 3] = [
    ("service_key", "A service's key, `gk_…`, as a bearer token. `gieok key create --service NAME` makes one."),
    ("personal_key", "A person's own key, `gp_…`, as a bearer token. It is made on My Page."),
    (
        "session",
        "The cookie that signing in gives a browser. Where the server is reached by TLS, its name is `__Host-gieok`.",
    ),
];

/// The document, written out.
pub fn json(described: &[Described]) -> String {
    let license = LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build();
    let info = InfoBuilder::new().title("Gieok").version(env!("CARGO_PKG_VERSION"));
    let info = info.description(Some(ABOUT)).license(Some(license)).build();
    let mut paths = Paths::new();
    for one in described {
        paths.add_path_operation(one.path, vec![method(one.method)], operation(one));
    }
    let tags = Tag::ALL.map(|tag| TagBuilder::new().name(tag.name()).description(Some(tag.text())).build());
    let document = OpenApiBuilder::new().info(info).servers(Some([Server::new("/")])).paths(paths);
    let document = document.components(Some(components(described))).tags(Some(tags)).build();
    // Nothing but doc comments holds what this takes out.
    prose(&document.to_json().unwrap_or_default())
}

/// Everything that bodies and parameters are made of, by name.
pub fn schemas(described: &[Described]) -> BTreeMap<String, RefOr<Schema>> {
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    let of_operations = described.iter().flat_map(|one| one.operation.schemas.iter().cloned());
    schemas.into_iter().chain(of_operations).collect()
}

fn components(described: &[Described]) -> Components {
    let mut components = Components::new();
    components.schemas = schemas(described);
    for (name, text) in PROOFS {
        components.add_security_scheme(name, proof(name, text));
    }
    components
}

fn proof(name: &str, text: &str) -> SecurityScheme {
    if name == "session" {
        SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description("gieok", text)))
    } else {
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(text)).build())
    }
}

fn method(name: &str) -> HttpMethod {
    match name {
        "POST" => HttpMethod::Post,
        "PUT" => HttpMethod::Put,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

fn operation(one: &Described) -> utoipa::openapi::path::Operation {
    let Described { guard, operation, .. } = one;
    let text = [operation.text, one.who()].join("\n\n");
    let body = operation.body.as_ref().map(|body| {
        RequestBodyBuilder::new().content(body.media_type, content(body)).required(Some(Required::True)).build()
    });
    let built = OperationBuilder::new().operation_id(Some(operation.id)).tag(operation.tag.name());
    let built = built.summary(Some(operation.summary)).description(Some(text.trim()));
    let built = built.parameters((!operation.parameters.is_empty()).then(|| operation.parameters.clone()));
    built.request_body(body).securities(Some(security(*guard))).responses(responses(one)).build()
}

/// One of these is enough.
fn security(guard: Guard) -> Vec<SecurityRequirement> {
    let names: &[&str] = match guard {
        Guard::Service => &["service_key"],
        Guard::Person => &["session", "personal_key"],
        Guard::Browser | Guard::Reviewer | Guard::Admin | Guard::Superadmin => &["session"],
        Guard::Nobody => &[],
    };
    names.iter().map(|name| SecurityRequirement::new::<_, _, String>(*name, [])).collect()
}

fn content(content: &Content) -> BodyContent {
    let examples = content.examples.iter().filter_map(|Example { name, text }| {
        let text = text.as_ref().ok()?;
        // What is no JSON is an example as the text that it is.
        let value = serde_json::from_str(text).unwrap_or_else(|_| text.clone().into());
        Some((*name, RefOr::T(ExampleBuilder::new().value(Some(value)).build())))
    });
    ContentBuilder::new().schema(Some(content.schema.clone())).examples_from_iter(examples).build()
}

fn responses(one: &Described) -> Responses {
    let mut responses = BTreeMap::<u16, Response>::new();
    for answer in &one.operation.answers {
        let response = ResponseBuilder::new().description(answer.text);
        let response =
            answer.contents.iter().fold(response, |response, body| response.content(body.media_type, content(body)));
        responses.insert(answer.status, response.build());
    }
    let problems = one.problems();
    for of_status in problems.chunk_by(|one, next| one.status() == next.status()) {
        let status = of_status[0].status();
        let response = responses.entry(status).or_insert_with(|| Response::new(titles(of_status)));
        response.content.insert("application/problem+json".to_owned(), problem(of_status));
        if of_status.iter().any(|code| matches!(code, ErrorCode::Busy | ErrorCode::RateLimited | ErrorCode::Backlog)) {
            let seconds = HeaderBuilder::new().schema(ObjectBuilder::new().schema_type(Type::Integer));
            let seconds = seconds.description(Some("After how many seconds to come back.")).build();
            response.headers.insert("Retry-After".to_owned(), seconds);
        }
    }
    let responses = responses.into_iter().map(|(status, response)| (status.to_string(), response));
    utoipa::openapi::response::ResponsesBuilder::new().responses_from_iter(responses).build()
}

fn titles(codes: &[ErrorCode]) -> String {
    codes.iter().map(|code| format!("`{}`: {}.", code.as_str(), code.title())).collect::<Vec<_>>().join("\n")
}

fn problem(codes: &[ErrorCode]) -> BodyContent {
    let examples = codes.iter().map(|code| {
        let value = serde_json::to_value(Problem::new(*code)).ok();
        (code.as_str(), RefOr::T(ExampleBuilder::new().summary(code.title()).value(value).build()))
    });
    let schema = Ref::from_schema_name(Problem::name());
    ContentBuilder::new().schema(Some(schema)).examples_from_iter(examples).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::openapi::described::described;

    #[test]
    fn no_two_types_have_the_same_name() {
        let mut seen = BTreeMap::new();
        for (name, schema) in described().into_iter().flat_map(|one| one.operation.schemas) {
            let before = seen.entry(name.clone()).or_insert_with(|| schema.clone());
            assert!(*before == schema, "{name}");
        }
    }
}
