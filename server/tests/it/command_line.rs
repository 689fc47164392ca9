//! The command line as people and scripts meet it.

use crate::support::{Outcome, gieok};
use std::net::TcpListener;
use tempfile::TempDir;

/// A refusal is one line on standard error, nothing on standard output, and exit code 1.
#[track_caller]
fn refusal(outcome: &Outcome, words: &[&str]) {
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert_eq!((outcome.out.as_str(), outcome.err.trim_end().lines().count()), ("", 1), "{outcome:?}");
    for word in words {
        assert!(outcome.err.contains(word), "{word}: {outcome:?}");
    }
}

#[test]
fn key_create_prints_the_key_alone() {
    let dir = TempDir::new().unwrap();
    let outcome = gieok(dir.path(), &["key", "create", "--service", "notes"], &[], "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let key = outcome.out.strip_suffix('\n').unwrap();
    assert!(key.starts_with("gk_") && !key.contains(char::is_whitespace), "{outcome:?}");
    assert!(!outcome.err.contains(key));
}

#[test]
fn passwords_come_from_standard_input() {
    let dir = TempDir::new().unwrap();
    let add = ["user", "add", "mina@example.com", "--external-id", "mina", "--password-stdin"];
    let outcome = gieok(dir.path(), &add, &[], "a long enough password\n");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(outcome.out.starts_with("usr_"));
    refusal(&gieok(dir.path(), &add, &[], "\n"), &["no password"]);
    refusal(&gieok(dir.path(), &["user", "add", "jiho@example.com"], &[], ""), &["--password-stdin"]);
    let argument = gieok(dir.path(), &["user", "add", "jiho@example.com", "--password", "x"], &[], "");
    assert_eq!(argument.code, Some(2));
}

#[test]
fn commands_that_make_nothing_new_do_not_make_an_install() {
    let dir = TempDir::new().unwrap();
    let key = format!("key_{}", "7".repeat(32));
    for arguments in [&["key", "list"][..], &["key", "revoke", &key]] {
        refusal(&gieok(dir.path(), arguments, &[], ""), &["no install in", "--data-dir"]);
        assert!(!dir.path().join("data").exists(), "nothing was made");
    }
    gieok(dir.path(), &["key", "create", "--service", "notes"], &[], "");
    let list = gieok(dir.path(), &["key", "list"], &[], "");
    assert!(list.code == Some(0) && list.out.contains("notes"), "{list:?}");
}

#[test]
fn an_account_that_exists_already_is_named() {
    let dir = TempDir::new().unwrap();
    let add = |email, id: &[&'static str]| {
        let arguments = [&["user", "add", email, "--password-stdin"], id].concat();
        gieok(dir.path(), &arguments, &[], "a long enough password\n")
    };
    assert_eq!(add("mina@example.com", &["--external-id", "mina"]).code, Some(0));
    refusal(&add("Mina@example.com", &[]), &["Mina@example.com", "already"]);
    refusal(&add("jiho@example.com", &["--external-id", "mina"]), &["mina", "already"]);
}

#[test]
fn wrong_usage_is_exit_code_2() {
    let dir = TempDir::new().unwrap();
    for arguments in [&["nonsense"][..], &["key", "create"], &["key", "revoke", "usr_1"], &["tenant", "add", "No Good"]]
    {
        let outcome = gieok(dir.path(), arguments, &[], "");
        assert_eq!((outcome.code, outcome.out.as_str()), (Some(2), ""), "{outcome:?}");
    }
}

#[test]
fn config_check_prints_what_is_in_effect() {
    let dir = TempDir::new().unwrap();
    let variables = [("GIEOK_SERVER_PUBLIC_URL", "https://memory.example.org")];
    let outcome = gieok(dir.path(), &["config", "check"], &variables, "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let table: toml::Table = outcome.out.parse().unwrap();
    assert_eq!(table["server"]["public_url"].as_str(), Some("https://memory.example.org"));
    assert_eq!(table["data"]["dir"].as_str(), dir.path().join("data").to_str());
}

#[test]
fn a_misspelt_setting_is_an_error_that_names_it() {
    let dir = TempDir::new().unwrap();
    let outcome = gieok(dir.path(), &["config", "check"], &[("GIEOK_SERVER_LISTN", "x")], "");
    refusal(&outcome, &["GIEOK_SERVER_LISTN", "environment"]);
    std::fs::write(dir.path().join("gieok.toml"), "[review]\ncandidate_days = 1").unwrap();
    refusal(&gieok(dir.path(), &["config", "check"], &[], ""), &["review.candidate_days", "gieok.toml"]);
}

#[test]
fn a_missing_model_names_the_file_and_the_remedy() {
    let dir = TempDir::new().unwrap();
    let outcome = gieok(dir.path(), &["serve"], &[("GIEOK_MODEL_DIR", "/nowhere")], "");
    refusal(&outcome, &["/nowhere/config.json", "make model", "GIEOK_MODEL_DIR"]);
}

#[test]
fn a_port_in_use_names_it_and_the_remedy() {
    let dir = TempDir::new().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let outcome = gieok(dir.path(), &["serve", "--listen", &address], &[("GIEOK_LOG_FILTER", "off")], "");
    refusal(&outcome, &[&address, "--listen"]);
    assert!(!dir.path().join("data").exists(), "nothing was made");
}

#[test]
fn a_demo_beyond_loopback_is_refused() {
    let dir = TempDir::new().unwrap();
    let arguments = ["serve", "--demo", "--listen", "0.0.0.0:0"];
    refusal(&gieok(dir.path(), &arguments, &[("GIEOK_LOG_FILTER", "off")], ""), &["loopback"]);
}
