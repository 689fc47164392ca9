//! What an extractor over the network talks to: a real HTTP server that answers, or fails to, as a test tells it.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use http::request::Parts;
use http::{HeaderMap, HeaderName, StatusCode, header};
use serde_json::Value;
use std::collections::VecDeque;
use std::future::pending;
use std::io;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// What it does when it is asked.
#[derive(Clone)]
pub enum Reply {
    /// A status, a header if any, and a body.
    Says(StatusCode, Option<(HeaderName, String)>, String),
    /// Nothing, for as long as anybody waits.
    Nothing,
    /// The beginning of an answer, and then nothing.
    Stalls,
    /// The beginning of an answer, and then it hangs up.
    HangsUp,
    /// A text that does not end.
    Endless,
}

impl Reply {
    /// A status alone.
    pub fn status(status: u16) -> Self {
        Self::Says(StatusCode::from_u16(status).unwrap(), None, String::new())
    }

    /// 200 and a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Says(StatusCode::OK, None, text.into())
    }

    /// The same with a header.
    pub fn with(self, name: HeaderName, value: impl Into<String>) -> Self {
        match self {
            Self::Says(status, _, body) => Self::Says(status, Some((name, value.into())), body),
            other => other,
        }
    }

    async fn answer(self) -> Response {
        let beginning = stream::iter([Ok(Bytes::from_static(b"{\"proposals\": ["))]);
        let body = match self {
            Self::Says(status, header, body) => {
                let headers = header.map(|(name, value)| (name, value.parse().unwrap()));
                return (status, headers.into_iter().collect::<HeaderMap>(), body).into_response();
            }
            Self::Nothing => pending().await,
            Self::Stalls => Body::from_stream(beginning.chain(stream::pending::<io::Result<Bytes>>())),
            Self::HangsUp => Body::from_stream(beginning.chain(stream::iter([Err(io::Error::other("hangs up"))]))),
            Self::Endless => {
                Body::from_stream(stream::repeat_with(|| io::Result::Ok(Bytes::from_static(&[b' '; 8192]))))
            }
        };
        Response::new(body)
    }
}

/// One request as it came in.
#[derive(Clone)]
pub struct Asked {
    /// The path.
    pub path: String,
    /// What the `Authorization` header says.
    pub authorization: Option<String>,
    /// The body.
    pub body: Value,
}

#[derive(Clone, Default)]
struct Script {
    replies: Arc<Mutex<VecDeque<Reply>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

/// The server.
pub struct FarSide {
    url: String,
    script: Script,
    serving: JoinHandle<io::Result<()>>,
}

impl FarSide {
    /// Gives the replies in turn, and the last one for ever.
    pub async fn that(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let script = Script { replies: Arc::new(Mutex::new(replies.into_iter().collect())), ..Script::default() };
        let router = Router::new().fallback(reply).with_state(script.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, script, serving }
    }

    /// Where it answers.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.script.asked.lock().unwrap().clone()
    }
}

impl Drop for FarSide {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn reply(State(script): State<Script>, parts: Parts, body: Bytes) -> Response {
    let authorization = parts.headers.get(header::AUTHORIZATION).map(|value| value.to_str().unwrap().to_owned());
    let body = serde_json::from_slice(&body).unwrap();
    script.asked.lock().unwrap().push(Asked { path: parts.uri.path().to_owned(), authorization, body });
    let next = {
        let mut replies = script.replies.lock().unwrap();
        let next = replies.pop_front().unwrap();
        if replies.is_empty() {
            replies.push_back(next.clone());
        }
        next
    };
    next.answer().await
}
