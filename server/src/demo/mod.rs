//! `serve --demo`: four accounts whose passwords everybody may know, and a few memories to look at.
//!
//! Two things must never happen: a demo that strangers can reach, and a demo on top of real data. So a demo listens on
//! loopback only, and a file in its data folder says what the folder is.

mod accounts;
mod memories;

pub use accounts::accounts;

use crate::config::Config;
use accounts::ACCOUNTS;
use contract::page::MAX_PAGE_SIZE;
use contract::{
    ConsentSource, CorrectMemory, EditableMemory, Fault, ListMemories, MemoryId, MemoryRow, Statement, TenantId,
};
use domain::desks::{AdminDesk, DeskError, Desks, NewUser, OwnerDesk, SignIn};
use domain::kernel::{Actor, Principal};
use memories::Planned;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

/// Where a demo keeps its data unless told otherwise; never the folder of the configuration.
pub const DEFAULT_DIR: &str = ".data/demo";
/// Marks a data folder as a demo's; says whether it is filled.
const MARKER: &str = "DEMO";
const FILLING: &str = "This folder belongs to `gieok serve --demo`: its passwords are public. Being filled.\n";
const FILLED: &str = "This folder belongs to `gieok serve --demo`: its passwords are public.\n";
/// The chat service that the demo's memories come from.
const SERVICE: &str = "demo-assistant";

/// Why a demo does not start, or a real server does not start on a demo's data.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// Strangers could reach it.
    #[error("the demo's passwords are public, so it listens on loopback only: use --listen 127.0.0.1:3000")]
    NotLoopback,
    /// The folder is not a demo's.
    #[error("{} holds real accounts: give the demo a folder of its own with --data-dir", .0.display())]
    RealData(PathBuf),
    /// The folder is a demo's.
    #[error("{} holds demo accounts with public passwords: add --demo, or choose another --data-dir", .0.display())]
    DemoData(PathBuf),
    /// The marker cannot be written.
    #[error("cannot write {}: {source}", file.display())]
    Marker {
        /// The marker.
        file: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The domain refused the data.
    #[error("cannot fill the demo: {0}")]
    Desk(#[from] DeskError),
}

/// Refuses a demo beyond loopback, and a real server on a demo's folder.
///
/// # Errors
/// [`DemoError::NotLoopback`], [`DemoError::DemoData`].
pub fn check_mode(config: &Config, is_demo: bool) -> Result<(), DemoError> {
    let dir = &config.data.dir;
    if is_demo && !config.server.listen.ip().is_loopback() {
        return Err(DemoError::NotLoopback);
    }
    if !is_demo && dir.join(MARKER).exists() {
        return Err(DemoError::DemoData(dir.clone()));
    }
    Ok(())
}

/// Makes accounts and memories, if they are not there yet. One that was interrupted is completed.
///
/// # Errors
/// [`DemoError`].
pub async fn fill(desks: &Desks, dir: &Path) -> Result<(), DemoError> {
    let marker = dir.join(MARKER);
    let state = std::fs::read_to_string(&marker).ok();
    if state.as_deref() == Some(FILLED) {
        return Ok(());
    }
    if state.is_none() && !desks.front().needs_setup().await? {
        return Err(DemoError::RealData(dir.to_owned()));
    }
    let write =
        |text| std::fs::write(&marker, text).map_err(|source| DemoError::Marker { file: marker.clone(), source });
    write(FILLING)?;
    let operator = Actor { tenant: TenantId::default_tenant(), principal: Principal::Operator };
    let admin = desks.admin(&operator)?;
    add_accounts(&admin).await?;
    let owner = subject_desk(desks).await?;
    owner.set_consent(true, ConsentSource::Demo).await?;
    save_memories(desks, &admin, &owner).await?;
    correct_memories(&owner).await?;
    write(FILLED)
}

async fn add_accounts(admin: &AdminDesk) -> Result<(), DeskError> {
    for account in &ACCOUNTS {
        let user = NewUser {
            email: account.email.to_owned(),
            password: account.password.to_owned(),
            role: account.role,
            external_id: account.external_id.map(ToOwned::to_owned),
        };
        match admin.add_user(user).await {
            Ok(_) => {}
            Err(DeskError::Invalid(faults)) if faults.iter().any(|fault| fault.fault == Fault::Taken) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The person of the demo does as people do: signed in, for oneself.
async fn subject_desk(desks: &Desks) -> Result<OwnerDesk, DeskError> {
    let account = accounts::subject();
    let front = desks.front();
    let attempt = SignIn {
        email: account.email.to_owned(),
        password: account.password.to_owned(),
        address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    };
    let user = front.sign_in(attempt).await?;
    let Some((actor, _)) = front.person(&user).await? else { return Err(DeskError::NotFound) };
    desks.owner(&actor)
}

async fn save_memories(desks: &Desks, admin: &AdminDesk, owner: &OwnerDesk) -> Result<(), DeskError> {
    let key = admin.create_key(SERVICE).await?;
    let Some(service) = desks.front().key_holder(&key.secret).await? else { return Err(DeskError::NotFound) };
    let agent = desks.agent(&service)?;
    for Planned { request, corrected } in memories::all(&key.service) {
        // The same statement again is a duplicate, so that a fill that was interrupted can be repeated; one that was
        // corrected before the interruption has to be looked for by what it says now.
        let is_there = match corrected {
            Some(statement) => saying(owner, statement).await?.is_some(),
            None => false,
        };
        if !is_there {
            agent.save(request).await?;
        }
    }
    // Nobody has seen this key, and nobody needs it any more.
    admin.revoke_key(&key.id).await
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
