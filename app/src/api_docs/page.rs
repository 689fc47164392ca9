//! The page itself. What it says of the interface is English, as the interface is; the frame speaks the reader's language.

use super::reference::{
    ApiAnswer, ApiBody, ApiChapter, ApiField, ApiOperation, ApiReference, ApiShape, SharedReference,
};
use super::text::{code_spans, prose};
use crate::i18n::use_locale;
use leptos::prelude::*;
use leptos_meta::Title;

/// Lists everything that the interface can do, chapter by chapter.
#[component]
pub fn ApiPage() -> impl IntoView {
    let locale = use_locale();
    let reference = crate::server::provided::<SharedReference>().unwrap_or_default();
    let ApiReference { text, proofs, chapters } = reference.as_ref();
    view! {
        <Title text=locale.t("api.title") />
        <div class="api">
            <h1>{locale.t("api.title")}</h1>
            <p class="lead">{locale.t("api.lead")}</p>
            <p><a href="/api/openapi.json" rel="external">{locale.t("api.document")}</a></p>
            <div class="api-parts" lang="en">
                <Contents chapters=chapters.clone() />
                <section class="api-part" aria-labelledby="about">
                    <h2 id="about">"About"</h2>
                    {prose(text)}
                    <dl class="api-fields">
                        {proofs.iter().map(|(name, text)| proof(name, text)).collect_view()}
                    </dl>
                </section>
                {chapters.iter().map(chapter).collect_view()}
            </div>
        </div>
    }
}

fn anchor_of(chapter: &ApiChapter) -> String {
    chapter.name.to_lowercase().replace(' ', "-")
}

#[component]
fn Contents(chapters: Vec<ApiChapter>) -> impl IntoView {
    let link = |operation: &ApiOperation| {
        view! { <li><a href=format!("#{}", operation.id)>{operation.summary}</a></li> }
    };
    let part = |chapter: &ApiChapter| {
        view! {
            <li>
                <a href=format!("#{}", anchor_of(chapter))>{chapter.name}</a>
                <ul>{chapter.operations.iter().map(link).collect_view()}</ul>
            </li>
        }
    };
    view! {
        <nav aria-label="Contents">
            <details class="api-contents">
                <summary>"Contents"</summary>
                <ul>{chapters.iter().map(part).collect_view()}</ul>
            </details>
        </nav>
    }
}

fn proof(name: &str, text: &str) -> impl IntoView + use<> {
    view! {
        <div>
            <dt>{name.to_owned()}</dt>
            <dd>{code_spans(text)}</dd>
        </div>
    }
}

fn chapter(chapter: &ApiChapter) -> impl IntoView + use<> {
    let (anchor, label) = (anchor_of(chapter), anchor_of(chapter));
    view! {
        <section class="api-part" aria-labelledby=label>
            <h2 id=anchor>{chapter.name}</h2>
            <p>{code_spans(chapter.text)}</p>
            {chapter.operations.iter().map(operation).collect_view()}
        </section>
    }
}

/// The anchor is inside of what opens: browsers open it for whoever follows a link there.
fn operation(operation: &ApiOperation) -> impl IntoView + use<> {
    let method = operation.method;
    view! {
        <details class="api-operation">
            <summary>
                <h3>
                    <span class=format!("api-method {}", method.to_lowercase())>{method}</span>
                    " "
                    <code>{operation.path}</code>
                    " "
                    <span class="api-summary">{operation.summary}</span>
                </h3>
            </summary>
            <div class="api-says" id=operation.id>
                {prose(operation.text)}
                <p class="hint">{operation.who}</p>
                {parameters(&operation.parameters)}
                {operation.body.as_ref().map(request)}
                <h4>"Answers"</h4>
                {operation.answers.iter().map(answer).collect_view()}
                {problems(&operation.problems)}
                <h4>"From a command line"</h4>
                <pre class="api-code"><code>{operation.curl.clone()}</code></pre>
            </div>
        </details>
    }
}

fn parameters(parameters: &[ApiField]) -> Option<impl IntoView + use<>> {
    (!parameters.is_empty()).then(|| {
        view! {
            <h4>"Parameters"</h4>
            {fields(parameters)}
        }
    })
}

fn request(body: &ApiBody) -> impl IntoView + use<> {
    view! {
        <h4>"Body"</h4>
        {content(body)}
    }
}

fn answer(answer: &ApiAnswer) -> impl IntoView + use<> {
    view! {
        <p><strong>{answer.status}</strong>" "{code_spans(answer.text)}</p>
        {answer.bodies.iter().map(content).collect_view()}
    }
}

fn problems(problems: &[(u16, &'static str, &'static str)]) -> impl IntoView + use<> {
    let row = |(status, code, title): &(u16, &'static str, &'static str)| {
        view! { <li><strong>{*status}</strong>" "<code>{*code}</code>" "{*title}</li> }
    };
    view! {
        <details class="api-more">
            <summary>"Problems"</summary>
            <ul>{problems.iter().map(row).collect_view()}</ul>
        </details>
    }
}

fn content(body: &ApiBody) -> impl IntoView + use<> {
    let has_several = body.examples.len() > 1;
    let example = |example: &super::reference::ApiExample| {
        let name = has_several.then(|| view! { <p class="hint">{example.name.clone()}</p> });
        view! {
            {name}
            <pre class="api-code"><code>{example.text.clone()}</code></pre>
        }
    };
    view! {
        <p class="hint"><code>{body.media_type}</code>" "{body.shape.name.clone()}</p>
        {inside(&body.shape, "Fields")}
        {body.examples.iter().map(example).collect_view()}
    }
}

/// What is inside a value, folded away.
fn inside(shape: &ApiShape, label: &str) -> Option<impl IntoView + use<>> {
    let words = shape.text.contains("\n- ").then(|| prose(&shape.text));
    (words.is_some() || !shape.objects.is_empty()).then(|| {
        let last = shape.objects.len().saturating_sub(1);
        let object = |(place, object): (usize, &Vec<ApiField>)| {
            view! {
                {fields(object)}
                {(place < last).then(|| view! { <p class="hint">"or"</p> })}
            }
        };
        view! {
            <details class="api-more">
                <summary>{label.to_owned()}</summary>
                {words}
                {shape.objects.iter().enumerate().map(object).collect_view()}
            </details>
        }
    })
}

fn fields(fields: &[ApiField]) -> AnyView {
    view! { <dl class="api-fields">{fields.iter().map(field).collect_view()}</dl> }.into_any()
}

fn field(field: &ApiField) -> impl IntoView + use<> {
    let (name, shape) = (field.name.clone(), &field.shape);
    let label = format!("{} of {name}", if shape.objects.is_empty() { "Words" } else { "Fields" });
    view! {
        <div>
            <dt>
                <code>{name}</code>
                <span class="api-type">{shape.name.clone()}</span>
                {field.place.map(|place| view! { <span class="api-type">{place}</span> })}
                {field.required.then(|| view! { <span class="api-required">"required"</span> })}
            </dt>
            <dd>
                {code_spans(&field.text)}
                {inside(shape, &label)}
            </dd>
        </div>
    }
}
