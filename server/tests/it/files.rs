//! `gieok import` and `gieok eval`: files of memories and questions.

use crate::support::gieok;
use std::fs;
use tempfile::TempDir;

const FILE: &str = r#"{"type":"memory","id":"a","subject":"mina","statement":"회의는 월요일 오전에 한다","kind":"RULE","recorded_at":"2025-05-08T13:56:00Z","source":["D1:3"]}
{"type":"memory","id":"b","subject":"mina","statement":"녹차를 좋아한다"}
{"type":"memory","id":"c","subject":"jin","statement":"Walks to the office every day"}
this is not JSON and says secretword
{"type":"memory","id":"d","subject":"jin"}
{"type":"memory","id":"e","subject":"jin","statement":" "}
{"type":"query","id":"q1","subject":"mina","query":"무슨 차를 좋아해?","relevant":["b"],"category":"taste"}
{"type":"query","id":"q2","subject":"jin","query":"how does he get to work?","relevant":["c"],"category":"habit"}
"#;

#[test]
fn an_import_tells_what_it_did_and_can_be_repeated() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("file.jsonl"), FILE).unwrap();
    let first = gieok(dir.path(), &["import", "file.jsonl"], &[], "");
    assert_eq!(first.code, Some(1), "bad lines are a failure: {first:?}");
    for words in
        ["line 4: ", "line 5: ", "line 6: statement must not be empty", "3 stored, 0 already there", "3 bad lines"]
    {
        assert!(first.err.contains(words), "{words}: {first:?}");
    }
    assert!(!first.err.contains("secretword"), "{first:?}");
    let again = gieok(dir.path(), &["import", "file.jsonl"], &[], "");
    assert!(again.err.contains("0 stored, 3 already there"), "{again:?}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let dir = TempDir::new().unwrap();
    for command in ["import", "eval"] {
        let outcome = gieok(dir.path(), &[command, "nowhere.jsonl"], &[], "");
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.err.contains("nowhere.jsonl"), "{outcome:?}");
    }
}

#[test]
fn eval_measures_and_leaves_nothing_behind() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("file.jsonl"), FILE).unwrap();
    let outcome = gieok(dir.path(), &["eval", "file.jsonl", "--json"], &[], "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let report: serde_json::Value = serde_json::from_str(outcome.out.trim_end()).unwrap();
    assert_eq!(
        (&report["queries"], &report["recall@1"], &report["mrr"]),
        (&2.into(), &1.0.into(), &1.0.into()),
        "{report}"
    );
    assert_eq!(report["categories"]["taste"]["queries"], 1);
    for stage in ["embed", "search", "recheck", "total"] {
        assert!(report["latency_ms"][stage]["p95"].is_f64(), "{stage}: {report}");
    }
    assert!(!dir.path().join("data").exists(), "the scratch folder is not the data folder");
}
