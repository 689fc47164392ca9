//! An answer, read to its end.

use contract::{ErrorCode, Problem};
use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;

/// See the module.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Answer {
    /// Reads `response`.
    pub async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Self { status, headers, body: response.text().await.unwrap() }
    }

    /// A header's value; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Every `Set-Cookie`.
    pub fn cookies(&self) -> Vec<&str> {
        self.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect()
    }

    /// The `Set-Cookie` of the session.
    pub fn session_cookie(&self) -> Option<&str> {
        self.cookies().into_iter().find(|cookie| cookie.starts_with("gieok=") || cookie.starts_with("__Host-gieok="))
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Fails unless the status is this one.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    /// The fields at fault, in order.
    #[track_caller]
    pub fn faulty_fields(&self) -> Vec<String> {
        self.problem(ErrorCode::InvalidInput).errors.into_iter().map(|error| error.field).collect()
    }

    /// The problem that the answer is; fails unless it is one in every respect.
    #[track_caller]
    pub fn problem(&self, code: ErrorCode) -> Problem {
        let problem: Problem = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!((problem.code, problem.status), (code, self.status), "{self:?}");
        assert_eq!(problem.problem_type, format!("urn:gieok:problem:{}", code.as_str()));
        assert_eq!(self.status, code.status());
        problem
    }
}
