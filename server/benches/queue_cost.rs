//! What the review queue costs with many candidates: `cargo bench -p server --bench queue_cost`.
//!
//! Two organisations of one server, one with 1,000 waiting candidates and one with 100,000, each person having 100 of
//! them. A reviewer of each asks in turn for the first page of the queue over HTTP, under every filter and every order, as
//! JSON; then for the page itself. Prints medians and the ratio of the two in the same run: the ratios are the figure; the
//! times depend on the machine. Search by text decrypts row by row and is told apart.

mod support;

use contract::review::{ListCandidates, QueueSort, TimeLeft};
use contract::{
    ConsentSource, Kind, Role, SaveMemory, Sensitivity, ServiceId, SortOrder, SourceRef, SourceRole, TenantId,
};
use domain::desks::{AgentDesk, Desks, NewUser};
use domain::kernel::{Actor, Principal};
use std::time::{Duration, Instant};
use support::{PASSWORD, address, compare, sign_in, start_server};

const FEW: usize = 1_000;
const MANY: usize = 100_000;
const A_PERSON: usize = 100;
const SERVICES: usize = 4;

fn candidate(subject: &str, number: usize) -> SaveMemory {
    let statement = format!("기억 {number}: the {number}th thing that a reviewer has to look at before it is kept");
    let source = SourceRef { span: Some(statement.clone()), ..SourceRef::of(format!("e-{number}"), SourceRole::User) };
    serde_json::from_value(serde_json::json!({
        "subject": subject,
        "kind": Kind::ALL[number % Kind::ALL.len()],
        "sensitivity": Sensitivity::ALL[number % Sensitivity::ALL.len()],
        "confidence": f64::from(u32::try_from(number % 100).expect("small")) / 100.0,
        "source": source,
        "raw_content": format!("Said before. {statement}. Said after."),
        "statement": statement,
    }))
    .expect("a candidate")
}

async fn person(desks: &Desks, tenant: &TenantId, name: &str, role: Role) {
    let operator = Actor { tenant: tenant.clone(), principal: Principal::Operator };
    let user = NewUser {
        email: format!("{name}@example.com"),
        password: PASSWORD.to_owned(),
        role,
        external_id: Some(name.to_owned()),
    };
    let user = desks.admin(&operator).expect("administers").add_user(user).await.expect("is new");
    let actor = Actor { tenant: tenant.clone(), principal: Principal::Person { user, role } };
    desks.owner(&actor).expect("a person").set_consent(true, ConsentSource::Rest).await.expect("switches");
}

/// Fills an organisation; returns the first of its services.
async fn fill(desks: &Desks, tenant: &TenantId, count: usize) -> ServiceId {
    let operator = Actor { tenant: tenant.clone(), principal: Principal::Operator };
    let admin = desks.admin(&operator).expect("administers");
    admin.add_tenant(tenant).await.expect("is new");
    person(desks, tenant, &format!("reviewer-{tenant}"), Role::Reviewer).await;
    let (mut agents, mut first): (Vec<AgentDesk>, Option<ServiceId>) = (Vec::new(), None);
    for number in 0..SERVICES {
        let key = admin.create_key(&format!("service-{number}")).await.expect("a key");
        let actor = desks.front().key_holder(&key.secret).await.expect("reads").expect("holds");
        agents.push(desks.agent(&actor).expect("a service"));
        first.get_or_insert(key.service);
    }
    let started = Instant::now();
    for number in 0..count {
        let name = format!("{tenant}-{}", number / A_PERSON);
        if number % A_PERSON == 0 {
            person(desks, tenant, &name, Role::User).await;
        }
        agents[number % SERVICES].propose(candidate(&name, number)).await.expect("proposes");
    }
    println!("{count} candidates in {:.1?}", started.elapsed());
    first.expect("a service")
}

/// The first page under every filter and every order.
fn requests(service: &ServiceId, person: &str) -> Vec<ListCandidates> {
    let list = ListCandidates::default;
    let mut requests = vec![list()];
    requests.extend(Kind::ALL.iter().map(|&kind| ListCandidates { kind: Some(kind), ..list() }));
    requests.extend(Sensitivity::ALL.iter().map(|&degree| ListCandidates { sensitivity: Some(degree), ..list() }));
    requests.extend(TimeLeft::ALL.iter().map(|&left| ListCandidates { time_left: Some(left), ..list() }));
    requests.push(ListCandidates { service: Some(service.clone()), ..list() });
    requests.push(ListCandidates { person: Some(person.to_owned()), ..list() });
    requests.push(ListCandidates { min_confidence: Some(0.5), ..list() });
    requests.push(ListCandidates { min_confidence: Some(0.9), max_confidence: Some(0.95), ..list() });
    for &sort in QueueSort::ALL {
        requests.extend(SortOrder::ALL.iter().map(|&order| ListCandidates { sort, order, ..list() }));
    }
    requests
}

async fn run() {
    let dir = tempfile::tempdir().expect("a folder for temporary files");
    let running = start_server(dir.path()).await;
    let (desks, server, http) = (running.desks(), running.url(), reqwest::Client::new());
    let tenants: [TenantId; 2] = ["few", "many"].map(|name| name.parse().expect("an id"));
    let services = [fill(&desks, &tenants[0], FEW).await, fill(&desks, &tenants[1], MANY).await];
    let reviewers = [sign_in(&http, &server, "reviewer-few").await, sign_in(&http, &server, "reviewer-many").await];
    let [few, many] = reviewers.each_ref();
    let mut worst = (0.0_f64, Duration::ZERO);
    println!("{:<90} {FEW:>10} {MANY:>10} {:>6}", "first page of the queue", "ratio");
    for path in ["/api/v1/admin/candidates", "/admin/review"] {
        let asked = [requests(&services[0], "few-3"), requests(&services[1], "many-3")];
        for (of_few, of_many) in asked[0].iter().zip(&asked[1]) {
            let paths = [address(path, of_few), address(path, of_many)];
            let [with_few, with_many] = compare(&http, &server, [&paths[0], &paths[1]], [few, many]).await;
            let ratio = with_many.as_secs_f64() / with_few.as_secs_f64();
            worst = (worst.0.max(ratio), worst.1.max(with_many));
            println!("{:<90} {with_few:>10.2?} {with_many:>10.2?} {ratio:>6.2}", paths[0]);
        }
    }
    println!("worst ratio {:.2}, slowest median with {MANY} candidates {:.2?}", worst.0, worst.1);
    for words in ["기억", "nowhere to be found"] {
        let path = format!("/api/v1/admin/candidates?q={}", words.replace(' ', "+"));
        let [with_few, with_many] = compare(&http, &server, [&path; 2], [few, many]).await;
        println!("search for {words:?}: {with_few:.2?} with {FEW}, {with_many:.2?} with {MANY}");
    }
    running.stop().await;
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(run());
}
