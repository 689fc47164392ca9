//! The rooms call one another in one direction only.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room and the rooms that it may call. Changed only together with `docs/ARCHITECTURE.md`.
const ROOMS: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("policy", &["kernel"]),
    ("identity", &["kernel"]),
    ("memory", &["kernel", "policy"]),
    ("consent", &["kernel", "policy"]),
    ("storage", &["kernel", "memory", "consent"]),
    ("index", &["kernel"]),
    ("audit", &["kernel", "storage"]),
    ("recall", &["kernel", "policy", "memory", "consent", "storage", "index", "audit"]),
    ("extraction", &["kernel", "memory"]),
    ("intake", &["kernel", "memory", "storage", "recall"]),
    ("jobs", &["kernel", "policy", "memory", "consent", "storage", "index", "audit", "recall", "extraction", "intake"]),
    (
        "desks",
        &[
            "kernel",
            "policy",
            "identity",
            "memory",
            "consent",
            "storage",
            "index",
            "audit",
            "recall",
            "extraction",
            "intake",
            "jobs",
        ],
    ),
    ("testing", &["kernel", "index", "extraction", "desks"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn a_room_calls_only_the_rooms_it_may() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut calls = 0;
    for (room, allowed) in ROOMS {
        for file in sources(&root.join(room)) {
            let text = fs::read_to_string(&file).expect("readable");
            for (called, _) in ROOMS.iter().filter(|(called, _)| called != room) {
                if text.contains(&format!("crate::{called}::")) {
                    calls += 1;
                    assert!(allowed.contains(called), "{} calls {called}", file.display());
                }
            }
        }
    }
    assert!(calls > 20, "the test sees the calls");
    let rooms: Vec<_> = fs::read_dir(&root).expect("a folder").map(|entry| entry.expect("an entry")).collect();
    let folders = rooms.iter().filter(|entry| entry.path().is_dir()).count();
    assert_eq!(folders, ROOMS.len(), "every room is in the table");
}
