//! Everything that the server answers, for everyone who may ask: each route, each server function and each page has a row
//! here that says who gets in, and whoever does not is refused in exactly one way. A row that is missing fails the test.

use crate::support::{
    Anonymous, Answer, Person, PersonalProgram, Service, TestServer, address_for, body_for, form, id_for,
};
use contract::{ErrorCode, Role};
use reqwest::RequestBuilder;
use server::api::routes;
use server::http::page_paths;
use std::collections::BTreeSet;

/// Who gets in. Each word says all of it, for everyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    /// Everyone.
    Everyone,
    /// Services, by their keys. Nobody else's proof is looked at.
    Services,
    /// Every signed-in person, and the person's own programs.
    PeopleAndPrograms,
    /// Every signed-in person; a program is known and refused.
    People,
    /// Reviewers and above; everybody else who is known is refused, programs and services too.
    Reviewers,
    /// Administrators and above; likewise.
    Admins,
    /// Superadmins; likewise.
    Superadmins,
}

use For::{Admins, Everyone, People, PeopleAndPrograms, Reviewers, Services, Superadmins};

/// Every route of the REST interface.
const ROUTES: &[(&str, &str, For)] = &[
    ("POST", "/api/v1/memories", Services),
    ("POST", "/api/v1/candidates", Services),
    ("POST", "/api/v1/recall", Services),
    ("POST", "/api/v1/turns", Services),
    ("GET", "/api/v1/me/consent", PeopleAndPrograms),
    ("PUT", "/api/v1/me/consent", PeopleAndPrograms),
    ("GET", "/api/v1/me/consent/history", PeopleAndPrograms),
    ("GET", "/api/v1/me/memories", PeopleAndPrograms),
    ("POST", "/api/v1/me/memories/progress", PeopleAndPrograms),
    ("POST", "/api/v1/me/memories/delete", PeopleAndPrograms),
    ("PUT", "/api/v1/me/memories/{id}", PeopleAndPrograms),
    ("POST", "/api/v1/me/memories/{id}/open", PeopleAndPrograms),
    ("POST", "/api/v1/me/ask", PeopleAndPrograms),
    ("GET", "/api/v1/me/ask/services", PeopleAndPrograms),
    ("POST", "/api/v1/me/export", PeopleAndPrograms),
    ("POST", "/api/v1/me/delete-everything", PeopleAndPrograms),
    ("GET", "/api/v1/me/keys", People),
    ("POST", "/api/v1/me/keys", People),
    ("DELETE", "/api/v1/me/keys/{id}", People),
    ("GET", "/api/v1/me/sessions", People),
    ("DELETE", "/api/v1/me/sessions/{id}", People),
    ("POST", "/api/v1/me/sessions/end-others", People),
    ("GET", "/api/v1/admin/candidates", Reviewers),
    ("POST", "/api/v1/admin/candidates/select", Reviewers),
    ("POST", "/api/v1/admin/candidates/bulk", Reviewers),
    ("GET", "/api/v1/admin/candidates/events", Reviewers),
    ("GET", "/api/v1/admin/candidates/{id}", Reviewers),
    ("POST", "/api/v1/admin/candidates/{id}/claim", Reviewers),
    ("DELETE", "/api/v1/admin/candidates/{id}/claim", Reviewers),
    ("POST", "/api/v1/admin/candidates/{id}/reveal", Reviewers),
    ("POST", "/api/v1/admin/candidates/{id}/approve", Reviewers),
    ("POST", "/api/v1/admin/candidates/{id}/reject", Reviewers),
    ("POST", "/api/v1/admin/decisions/{id}/undo", Reviewers),
    ("GET", "/api/v1/admin/overview", Reviewers),
    ("GET", "/api/v1/admin/users", Admins),
    ("POST", "/api/v1/admin/users", Admins),
    ("PUT", "/api/v1/admin/users/{id}/role", Admins),
    ("POST", "/api/v1/admin/users/{id}/disable", Admins),
    ("POST", "/api/v1/admin/users/{id}/enable", Admins),
    ("POST", "/api/v1/admin/users/{id}/end-sessions", Admins),
    ("POST", "/api/v1/admin/users/{id}/reset-password", Admins),
    ("POST", "/api/v1/admin/users/{id}/renew-link", Admins),
    ("GET", "/api/v1/admin/audit", Admins),
    ("GET", "/api/v1/admin/audit/export", Admins),
    ("GET", "/api/v1/admin/services", Admins),
    ("POST", "/api/v1/admin/services", Admins),
    ("GET", "/api/v1/admin/services/{id}", Admins),
    ("POST", "/api/v1/admin/services/{id}/revisions", Admins),
    ("GET", "/api/v1/admin/services/{id}/revisions/{number}", Admins),
    ("POST", "/api/v1/admin/services/{id}/deploy", Admins),
    ("POST", "/api/v1/admin/services/{id}/keys", Admins),
    ("DELETE", "/api/v1/admin/services/{id}/keys/{key}", Admins),
    ("GET", "/api/v1/admin/settings", Superadmins),
    ("PUT", "/api/v1/admin/settings", Superadmins),
    ("GET", "/api/v1/admin/index", Admins),
    ("POST", "/api/v1/admin/index/repair", Admins),
    ("GET", "/api/openapi.json", Everyone),
    ("GET", "/healthz", Everyone),
    ("GET", "/readyz", Everyone),
];

/// Every server function. Those that are open to everyone are so for a reason.
const FUNCTIONS: &[(&str, For)] = &[
    // The login page asks it before anyone is signed in.
    ("access-state", Everyone),
    // This is how one signs in.
    ("sign-in", Everyone),
    // Signing out twice is no error.
    ("sign-out", Everyone),
    // Guarded by the one-time token.
    ("set-up", Everyone),
    // Guarded by the token of the link.
    ("welcome", Everyone),
    // Visitors choose a language too.
    ("set-locale", Everyone),
    ("consent", People),
    ("set-consent", People),
    ("consent-history", People),
    ("my-memories", People),
    ("memory-progress", People),
    ("open-memory", People),
    ("correct-memory", People),
    ("delete-memories", People),
    ("delete-everything", People),
    ("ask-memory", People),
    ("ask-services", People),
    ("my-keys", People),
    ("create-key", People),
    ("revoke-key", People),
    ("my-sessions", People),
    ("end-session", People),
    ("end-other-sessions", People),
    ("review-queue", Reviewers),
    ("review-candidate", Reviewers),
    ("claim-candidate", Reviewers),
    ("release-candidate", Reviewers),
    ("reveal-candidate", Reviewers),
    ("approve-candidate", Reviewers),
    ("reject-candidate", Reviewers),
    ("decide-many", Reviewers),
    ("select-candidates", Reviewers),
    ("undo-decision", Reviewers),
    ("overview", Reviewers),
    ("audit-log", Admins),
    ("users", Admins),
    ("invite-user", Admins),
    ("change-role", Admins),
    ("disable-user", Admins),
    ("enable-user", Admins),
    ("end-user-sessions", Admins),
    ("reset-password", Admins),
    ("renew-link", Admins),
    ("services", Admins),
    ("service", Admins),
    ("service-revision", Admins),
    ("create-service", Admins),
    ("save-revision", Admins),
    ("deploy-revision", Admins),
    ("create-service-key", Admins),
    ("revoke-service-key", Admins),
    ("index-view", Admins),
    ("repair-index", Admins),
    ("system-settings", Superadmins),
    ("change-system-settings", Superadmins),
];

/// Every page.
const PAGES: &[(&str, For)] = &[
    ("/", Everyone),
    ("/api/docs", Everyone),
    ("/login", Everyone),
    ("/setup", Everyone),
    ("/welcome", Everyone),
    ("/me", People),
    ("/me/ask", People),
    ("/me/keys", People),
    ("/me/sessions", People),
    ("/me/data", People),
    ("/me/consent/off", People),
    ("/me/memories/{id}", People),
    ("/admin", Reviewers),
    ("/admin/review", Reviewers),
    ("/admin/users", Admins),
    ("/admin/audit", Admins),
    ("/admin/services", Admins),
    ("/admin/services/{id}", Admins),
    ("/admin/settings", Superadmins),
];

/// What everyone has who asks.
enum Caller {
    Nobody(Anonymous),
    Person(Role, Person),
    Program(PersonalProgram),
    Service(Service),
}

impl Caller {
    /// One of each.
    async fn all(server: &TestServer) -> Vec<Self> {
        let mut callers = vec![Self::Nobody(server.anonymous())];
        for role in Role::ALL {
            callers.push(Self::Person(role, server.person_as(role.as_str(), role, "default").await));
        }
        // A superadmin's program is no more than a program.
        let owner = server.person_as("owner", Role::Superadmin, "default").await;
        callers.push(Self::Program(owner.program("script").await));
        callers.push(Self::Service(server.service("notes").await));
        callers
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Nobody(_) => "nobody",
            Self::Person(role, _) => role.as_str(),
            Self::Program(_) => "program",
            Self::Service(_) => "service",
        }
    }

    /// A request with all the proof that there is, as from our own pages.
    fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let request = match self {
            Self::Nobody(anonymous) => anonymous.client().bare(method, path),
            Self::Person(_, person) => person.request(method, path),
            Self::Program(program) => program.request(method, path),
            Self::Service(service) => service.request(method, path),
        };
        request.header("sec-fetch-site", "same-origin")
    }

    /// How the caller is refused what is for others; `None` if it is not.
    fn refusal(&self, what: For) -> Option<ErrorCode> {
        let (unknown, known) = (Some(ErrorCode::Unauthenticated), Some(ErrorCode::Forbidden));
        match (what, self) {
            (Everyone, _)
            | (Services, Self::Service(_))
            | (PeopleAndPrograms | People, Self::Person(..))
            | (PeopleAndPrograms, Self::Program(_)) => None,
            (Services, _) | (_, Self::Nobody(_)) | (PeopleAndPrograms | People, Self::Service(_)) => unknown,
            (People, Self::Program(_)) | (Reviewers | Admins | Superadmins, Self::Program(_) | Self::Service(_)) => {
                known
            }
            (Reviewers, Self::Person(role, _)) => known.filter(|_| *role == Role::User),
            (Admins, Self::Person(role, _)) => known.filter(|_| matches!(role, Role::User | Role::Reviewer)),
            (Superadmins, Self::Person(role, _)) => known.filter(|_| *role != Role::Superadmin),
        }
    }
}

/// The answer if it is a refusal. Others are not read: one of them goes on for ever.
async fn refused(request: RequestBuilder) -> Result<u16, Answer> {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    if matches!(status, 401 | 403) { Err(Answer::read(response).await) } else { Ok(status) }
}

#[tokio::test]
async fn every_route_for_every_role() {
    let all = routes();
    let there: BTreeSet<_> =
        all.iter().flat_map(|route| route.methods.iter().map(|method| (*method, route.path))).collect();
    let told: BTreeSet<_> = ROUTES.iter().map(|(method, path, _)| (*method, *path)).collect();
    assert_eq!(there, told, "each route has a row");
    let server = TestServer::start().await;
    for caller in Caller::all(&server).await {
        for (method, path, what) in ROUTES {
            let request = caller.request(method, &address_for(path)).json(&body_for(path));
            let place = format!("{} {method} {path}", caller.name());
            match (refused(request).await, caller.refusal(*what)) {
                (Ok(status), None) => assert!(status < 500 && status != 405, "{place}: {status}"),
                (Err(answer), Some(code)) => assert_eq!(answer.problem(code).code, code, "{place}"),
                (answer, expected) => panic!("{place}: {answer:?}, expected {expected:?}"),
            }
        }
    }
}

/// The arguments of all functions; the one that means another thing in each is given apart.
fn arguments(function: &str) -> Vec<(&'static str, String)> {
    let id = |prefix: &str| format!("{prefix}_{}", "7".repeat(32));
    let reason = if function == "reveal-candidate" { "decide" } else { "wrong" };
    [
        ("approve", "false"),
        ("granted", "true"),
        ("confirmed", "true"),
        ("locale", "ko"),
        ("email", "a@b"),
        ("password", "p"),
        ("confirmation", "c"),
        ("token", "t"),
        ("version", "1"),
        ("revision", "1"),
        ("based_on", "1"),
        ("json", "{}"),
        ("query", "tea"),
        ("name", "n"),
        ("role", "user"),
        ("seen_role", "user"),
        ("reason", reason),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .into_iter()
    .chain([
        ("memory_id", id("mem")),
        ("key_id", id("key")),
        ("session_id", id("ses")),
        ("user_id", id("usr")),
        ("service_id", id("svc")),
        ("decision_id", id("dec")),
    ])
    .collect()
}

#[tokio::test]
async fn every_server_function_for_every_role() {
    let there: BTreeSet<_> =
        leptos::server_fn::axum::server_fn_paths().map(|(path, _)| path.trim_start_matches("/ui/")).collect();
    let told: BTreeSet<_> = FUNCTIONS.iter().map(|(name, _)| *name).collect();
    assert_eq!(there, told, "each server function has a row");
    let server = TestServer::start().await;
    for caller in Caller::all(&server).await {
        // Keys are not looked at here: whoever brings one is nobody.
        let is_known = matches!(caller, Caller::Person(..));
        for (name, what) in FUNCTIONS.iter().filter(|(name, _)| !matches!(*name, "sign-in" | "sign-out")) {
            let fields = arguments(name);
            let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let request = caller.request("POST", &format!("/ui/{name}")).header("accept", "application/json");
            let request = request.header("content-type", "application/x-www-form-urlencoded").body(form(&fields));
            let expected = match what {
                Everyone => None,
                _ if !is_known => Some(ErrorCode::Unauthenticated),
                what => caller.refusal(*what),
            };
            let place = format!("{} {name}", caller.name());
            let answer = refused(request).await;
            let told = answer.as_ref().err().map(|answer| answer.json::<app::UiError>().code);
            match (answer, expected) {
                (Ok(status), None) => assert!(status < 500, "{place}: {status}"),
                // Open to everyone, and still not for whoever has the wrong password or token.
                (Err(_), None) => {
                    assert!(told.is_some_and(is_about_the_arguments), "{place}: {told:?}");
                }
                (Ok(status), Some(code)) => panic!("{place}: {status}, expected {code:?}"),
                (Err(answer), Some(code)) => {
                    assert_eq!((answer.status, told), (code.status(), Some(code)), "{place}");
                }
            }
        }
    }
}

/// Whether a refusal has nothing to do with who asks.
fn is_about_the_arguments(code: ErrorCode) -> bool {
    use ErrorCode::{ConsentRequired, WrongLink, WrongPassword, WrongSetupToken};
    matches!(code, ConsentRequired | WrongLink | WrongPassword | WrongSetupToken)
}

#[tokio::test]
async fn every_page_for_every_role() {
    let told: BTreeSet<_> = PAGES.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(page_paths().into_iter().collect::<BTreeSet<_>>(), told, "each page has a row");
    let server = TestServer::start().await;
    for caller in Caller::all(&server).await {
        let is_known = matches!(caller, Caller::Person(..));
        for (path, what) in PAGES {
            let request = caller.request("GET", &path.replace("{id}", &id_for(path)));
            let answer = Answer::read(request.send().await.unwrap()).await;
            let place = format!("{} {path}", caller.name());
            match what {
                Everyone => assert!(answer.status < 400, "{place}: {answer:?}"),
                _ if !is_known => assert!(answer.header("location").starts_with("/login"), "{place}: {answer:?}"),
                what if caller.refusal(*what).is_some() => assert_eq!(answer.status, 403, "{place}"),
                _ => assert!(matches!(answer.status, 200 | 404), "{place}: {answer:?}"),
            }
        }
    }
}

#[tokio::test]
async fn whoever_tries_is_noted() {
    let server = TestServer::start().await;
    let path = format!("/api/v1/admin/users/{}/disable", id_for("/users/"));
    for caller in Caller::all(&server).await {
        refused(caller.request("POST", &path)).await.ok();
    }
    let kinds: Vec<_> = server.audited("access.denied").await.into_iter().map(|entry| entry.actor_kind).collect();
    assert_eq!(kinds, ["person", "person", "personal_key", "service"]);
}
