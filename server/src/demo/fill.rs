//! Fills a demo: what happened in the last weeks, at the times at which it happened.

use super::accounts::{self, ACCOUNTS, Account};
use super::candidates::{self, About, CANDIDATES, Outcome, Proposed};
use super::memories::{self, Planned};
use super::past::Past;
use super::turns;
use super::{DemoError, FILLED, FILLING, MARKER, SERVICE};
use contract::page::MAX_PAGE_SIZE;
use contract::review::{ApproveCandidate, RejectCandidate};
use contract::{
    ConsentSource, CorrectMemory, EditableMemory, Fault, ListMemories, MemoryId, MemoryRow, Role, Statement, Status,
    TenantId,
};
use domain::desks::{AdminDesk, AgentDesk, DeskError, Desks, NewUser, Options, OwnerDesk, ReviewDesk, Runtime, SignIn};
use domain::kernel::{Actor, Clock, Embedder, Principal, Rng};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

/// When the demo's people began to use it.
const BEGINNING: Duration = Duration::from_hours(18 * 24);
/// How long the demo's reviewer took to decide, in hours.
const DECIDED_AFTER: u32 = 5;
/// Accounts that nobody signs in to: their passwords are random. They are there to be talked about.
const TALKED_ABOUT: [About; 2] = [About::Haneul, About::Junseo];

/// Makes accounts, memories and candidates, if they are not there yet. One that was interrupted is completed.
///
/// # Errors
/// [`DemoError`].
pub async fn fill(
    options: Options,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    embedder: Arc<dyn Embedder>,
) -> Result<(), DemoError> {
    let marker = options.data_dir.join(MARKER);
    let state = std::fs::read_to_string(&marker).ok();
    if state.as_deref() == Some(FILLED) {
        return Ok(());
    }
    let (dir, past) = (options.data_dir.clone(), Arc::new(Past::behind(clock, BEGINNING)));
    let runtime = Runtime::open(options, Arc::clone(&past) as _, Arc::clone(&rng), Some(embedder)).await?;
    let filled = async {
        let desks = runtime.desks();
        if state.is_none() && !desks.front().needs_setup().await? {
            return Err(DemoError::RealData(dir));
        }
        let write =
            |text| std::fs::write(&marker, text).map_err(|source| DemoError::Marker { file: marker.clone(), source });
        write(FILLING)?;
        fill_past(&runtime, &past, rng.as_ref()).await?;
        write(FILLED)
    };
    let filled = filled.await;
    runtime.close().await;
    filled
}

async fn fill_past(runtime: &Runtime, past: &Past, rng: &dyn Rng) -> Result<(), DeskError> {
    let desks = &runtime.desks();
    let operator = Actor { tenant: TenantId::default_tenant(), principal: Principal::Operator };
    let admin = desks.admin(&operator)?;
    for account in &ACCOUNTS {
        add_account(&admin, account).await?;
    }
    for about in TALKED_ABOUT {
        add_talked_about(desks, &admin, about, rng).await?;
    }
    let owner = desks.owner(&signed_in(desks, accounts::subject()).await?)?;
    owner.set_consent(true, ConsentSource::Demo).await?;
    let [_, reviewer, administrator, _] = &ACCOUNTS;
    let sora = signed_in(desks, administrator).await?;
    desks.owner(&sora)?.set_consent(true, ConsentSource::Demo).await?;
    let key = admin.create_key(SERVICE).await?;
    let Some(service) = desks.front().key_holder(&key.secret).await? else { return Err(DeskError::NotFound) };
    let agent = desks.agent(&service)?;
    for planned in memories::all(&key.service) {
        save(&agent, &owner, planned).await?;
    }
    correct_memories(&owner).await?;
    turns::tell(runtime, past, &admin, &sora).await?;
    let desk = desks.reviewer(&signed_in(desks, reviewer).await?).await?;
    for (number, proposed) in CANDIDATES.iter().enumerate() {
        past.set(hours(proposed.hours_ago));
        let proposal = candidates::request(number, proposed, &key.service, past.now());
        let candidate = agent.propose(proposal).await?;
        if candidate.status == Status::Candidate && !candidate.duplicate {
            past.set(hours(proposed.hours_ago.saturating_sub(DECIDED_AFTER)));
            decide(&desk, &candidate.memory_id, proposed).await?;
        }
    }
    // Nobody has seen this key, and nobody needs it any more.
    past.set(Duration::ZERO);
    admin.revoke_key(&key.id).await
}

fn hours(count: u32) -> Duration {
    Duration::from_hours(u64::from(count))
}

async fn decide(desk: &ReviewDesk, memory: &MemoryId, proposed: &Proposed) -> Result<(), DeskError> {
    match proposed.outcome {
        Outcome::Waits => {}
        Outcome::Approved => {
            let request = ApproveCandidate { version: 1, placement: None, memory: None, note: None };
            desk.approve(memory, request, None).await?;
        }
        Outcome::Rejected(reason) => {
            desk.reject(memory, RejectCandidate { version: 1, reason, note: None }, None).await?;
        }
    }
    Ok(())
}

async fn add_account(admin: &AdminDesk, account: &Account) -> Result<(), DeskError> {
    let user = NewUser {
        email: account.email.to_owned(),
        password: account.password.to_owned(),
        role: account.role,
        external_id: account.external_id.map(ToOwned::to_owned),
    };
    unless_there(admin.add_user(user).await)
}

/// An account that is there already is from a fill that was interrupted.
fn unless_there<T>(made: Result<T, DeskError>) -> Result<(), DeskError> {
    match made {
        Ok(_) => Ok(()),
        Err(DeskError::Invalid(faults)) if faults.iter().any(|fault| fault.fault == Fault::Taken) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn add_talked_about(desks: &Desks, admin: &AdminDesk, about: About, rng: &dyn Rng) -> Result<(), DeskError> {
    let mut password = [0; 16];
    rng.fill(&mut password);
    let name = about.external_id();
    let user = NewUser {
        email: format!("{name}@demo.example"),
        password: format!("{:032x}", u128::from_be_bytes(password)),
        role: Role::User,
        external_id: Some(name.to_owned()),
    };
    let Ok(user) = admin.add_user(user).await else { return Ok(()) };
    let Some((actor, _)) = desks.front().person(&user).await? else { return Err(DeskError::NotFound) };
    desks.owner(&actor)?.set_consent(true, ConsentSource::Demo).await?;
    Ok(())
}

/// The demo's people do as people do: signed in, for themselves.
async fn signed_in(desks: &Desks, account: &Account) -> Result<Actor, DeskError> {
    let front = desks.front();
    // Attempts are counted by address: each comes from one of its own.
    let place = ACCOUNTS.iter().position(|other| other.email == account.email).unwrap_or_default();
    let address = IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(place).unwrap_or_default()));
    let attempt = SignIn { email: account.email.to_owned(), password: account.password.to_owned(), address };
    let user = front.sign_in(attempt).await?;
    front.person(&user).await?.map(|(actor, _)| actor).ok_or(DeskError::NotFound)
}

/// The same statement again is a duplicate, so that a fill that was interrupted can be repeated; one that was corrected
/// before the interruption has to be looked for by what it says now.
async fn save(agent: &AgentDesk, owner: &OwnerDesk, planned: Planned) -> Result<(), DeskError> {
    let is_there = match planned.corrected {
        Some(statement) => saying(owner, statement).await?.is_some(),
        None => false,
    };
    if !is_there {
        agent.save(planned.request).await?;
    }
    Ok(())
}

async fn correct_memories(owner: &OwnerDesk) -> Result<(), DeskError> {
    for (before, after) in memories::corrections() {
        let Some(memory) = saying(owner, before).await? else { continue };
        let detail = owner.open(&memory).await?;
        let corrected = EditableMemory { statement: after.to_owned(), ..detail.memory };
        owner.correct(&memory, CorrectMemory { version: detail.version, memory: corrected }).await?;
    }
    Ok(())
}

/// The memory whose statement is this very one.
async fn saying(owner: &OwnerDesk, statement: &str) -> Result<Option<MemoryId>, DeskError> {
    let list = owner.list(&ListMemories { limit: MAX_PAGE_SIZE, ..ListMemories::default() }).await?;
    let is_it = |row: &MemoryRow| matches!(&row.statement, Statement::Shown(text) if text == statement);
    Ok(list.items.into_iter().find(is_it).map(|row| row.memory_id))
}
