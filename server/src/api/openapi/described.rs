//! An operation with its place in the table of routes, and what follows from that place.

use super::operation::{JSON, Operation};
use crate::api::{Guard, routes};
use contract::ErrorCode;
use utoipa::openapi::path::ParameterIn;

/// See the module.
pub struct Described {
    /// The method.
    pub method: &'static str,
    /// The address.
    pub path: &'static str,
    /// Who may call it.
    pub guard: Guard,
    /// What it does.
    pub operation: Operation,
}

/// Every method of every route, in the order of the chapters.
pub fn described() -> Vec<Described> {
    let mut all: Vec<Described> = routes()
        .into_iter()
        .flat_map(|route| {
            let (path, guard) = (route.path, route.guard);
            let methods = route.methods.into_iter().zip(route.says);
            methods.map(move |(method, says)| Described { method, path, guard, operation: says() })
        })
        .collect();
    all.sort_by_key(|one| one.operation.tag as usize);
    all
}

impl Described {
    /// Who may call it, in words.
    pub fn who(&self) -> &'static str {
        match self.guard {
            Guard::Service => "For services, by their key.",
            Guard::Person => "For everyone who is signed in in a browser, and for programs with a personal key.",
            Guard::Browser => "For everyone who is signed in in a browser. Personal keys are refused.",
            Guard::Reviewer => {
                "For reviewers and administrators who are signed in in a browser. Keys of any kind are refused, and trying \
                 is audited."
            }
            Guard::Admin => {
                "For administrators who are signed in in a browser. Keys of any kind are refused, and trying is audited."
            }
            Guard::Superadmin => {
                "For superadmins who are signed in in a browser. Keys of any kind are refused, and trying is audited."
            }
            Guard::Nobody => "For everyone.",
        }
    }

    /// Every problem that it can answer with, by status.
    pub fn problems(&self) -> Vec<ErrorCode> {
        let mut problems = self.operation.problems.clone();
        problems.extend(self.problems_of_guard());
        if self.operation.body.as_ref().is_some_and(|body| body.media_type == JSON) {
            use ErrorCode::{InvalidInput, MalformedRequest, TooLarge, UnsupportedMediaType};
            problems.extend([MalformedRequest, TooLarge, UnsupportedMediaType, InvalidInput]);
        }
        if self.has_parameter(&ParameterIn::Query) {
            problems.extend([ErrorCode::MalformedRequest, ErrorCode::InvalidInput]);
        }
        if self.has_parameter(&ParameterIn::Path) {
            problems.push(ErrorCode::NotFound);
        }
        problems.extend([ErrorCode::Busy, ErrorCode::Internal]);
        problems.sort_by_key(|code| (code.status(), code.as_str()));
        problems.dedup();
        problems
    }

    fn problems_of_guard(&self) -> Vec<ErrorCode> {
        let mut problems = match self.guard {
            Guard::Nobody => return Vec::new(),
            // Each service has a limit on its calls.
            Guard::Service => return vec![ErrorCode::Unauthenticated, ErrorCode::RateLimited],
            Guard::Person => vec![ErrorCode::Unauthenticated],
            Guard::Browser | Guard::Reviewer | Guard::Admin | Guard::Superadmin => {
                vec![ErrorCode::Unauthenticated, ErrorCode::Forbidden]
            }
        };
        if self.method != "GET" {
            problems.push(ErrorCode::CrossSite);
        }
        problems
    }

    fn has_parameter(&self, place: &ParameterIn) -> bool {
        self.operation.parameters.iter().any(|parameter| parameter.parameter_in == *place)
    }
}
