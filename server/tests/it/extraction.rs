//! What extractor and gate keep of labelled cases and turns, with the real model.

use crate::support::embedder;
use domain::extraction::LocalExtractor;
use server::evaluation::{CASES, HELD_OUT, judge_cases, judge_sequences, judge_turns, read_turns, sequences};

#[tokio::test]
async fn labelled_cases_come_out_as_well_as_they_did() {
    let report = judge_cases(&LocalExtractor::new(embedder()), CASES).await.unwrap();
    println!("{report}\nnot right: {}", report.wrong.join(" "));
    let (right, all) = report.right();
    assert!(all >= 200);
    assert!(right >= 195, "{report}");
    assert!(report.wrong_kind * 4 <= report.found, "{report}");
    // What must hold, whatever else does.
    assert_eq!(report.unsupported, 0, "{report}");
    assert_eq!(report.with_provenance, report.kept, "{report}");
    for category in ["poison", "injected"] {
        assert_eq!(report.categories[category].kept_wrongly, 0, "{category}: {report}");
    }
    assert_eq!(report.with_secret, 0, "{report}");
}

#[tokio::test]
async fn turns_that_nothing_was_trained_on_are_judged_as_well_as_they_were() {
    let turns = read_turns(HELD_OUT).unwrap();
    let scores = judge_turns(&LocalExtractor::new(embedder()), &turns, || {}).await.unwrap();
    println!("{scores}");
    assert!(scores.f1() >= 0.8, "{scores}");
}

#[tokio::test]
async fn what_is_said_goes_together_with_what_is_known() {
    let model = embedder();
    let sequences = sequences();
    assert!(sequences.len() >= 100);
    let report = judge_sequences(&LocalExtractor::new(model.clone()), model.as_ref(), &sequences).await.unwrap();
    println!("{report}\nnot right: {}", report.wrong.join(", "));
    assert!(report.right >= 150, "{report}");
    assert!(report.duplicate_rate() <= 0.1, "{report}");
    assert!(report.supersession_rate() >= 0.78, "{report}");
    assert!(report.wrong_supersession_rate() <= 0.05, "{report}");
}
