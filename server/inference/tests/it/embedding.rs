//! What the vectors are worth: against the stock implementation, by meaning, in batches and over long texts.

use inference::{Model, Role};

use crate::{cosine, embed, model, support};

const TEXTS: [&str; 6] = [
    "저는 갑각류 알레르기가 있어서 새우와 게를 먹지 못합니다.",
    "how much protein should a female eat",
    "기억",
    "내일 오후 세 시에 강남역에서 만나기로 했고, 늦으면 전화를 하기로 했다. 비가 오면 카페에서 기다린다.",
    "",
    "東京タワーは高さ333メートルです。",
];

#[test]
fn vectors_are_those_of_the_stock_implementation() {
    let full = support::full_precision(&support::model_folder());
    let stock = Model::load(full.path()).expect("the full-precision copy loads");
    assert_ne!(stock.id(), model().id(), "other weights, other id");
    let long = TEXTS[3].repeat(20);
    for role in [Role::Query, Role::Passage] {
        let texts = [&TEXTS[..], &[&long]].concat();
        for ((ours, theirs), text) in embed(model(), role, &texts).iter().zip(embed(&stock, role, &texts)).zip(&texts) {
            let cosine = cosine(ours, &theirs);
            assert!(cosine > 0.9999, "{cosine} for {text:?}");
        }
    }
}

#[test]
fn a_paraphrase_is_nearer_than_something_else() {
    let question = embed(model(), Role::Query, &["못 먹는 음식이 뭐였지?"]).remove(0);
    let passages =
        [TEXTS[0], "회의는 매주 월요일 아침 아홉 시에 시작합니다.", "지난여름에 부산 바다로 여행을 다녀왔다."];
    let scores: Vec<f32> =
        embed(model(), Role::Passage, &passages).iter().map(|passage| cosine(&question, passage)).collect();
    assert!(scores[0] > scores[1] && scores[0] > scores[2], "{scores:?}");
}

#[test]
fn languages_meet() {
    let passage = embed(model(), Role::Passage, &["She is allergic to shellfish.", "The train leaves at nine."]);
    let question = embed(model(), Role::Query, &["그 사람은 어떤 알레르기가 있나요?"]).remove(0);
    assert!(cosine(&question, &passage[0]) > cosine(&question, &passage[1]));
}

#[test]
fn a_batch_gives_what_its_texts_give_alone() {
    let together = embed(model(), Role::Passage, &TEXTS);
    for (text, together) in TEXTS.iter().zip(together) {
        let alone = embed(model(), Role::Passage, &[text]).remove(0);
        for (left, right) in together.iter().zip(&alone) {
            assert!((left - right).abs() < 1e-4, "{text:?}");
        }
    }
}

#[test]
fn vectors_have_length_one_and_the_models_dimensions() {
    assert_eq!(model().dimensions(), 384);
    for vector in embed(model(), Role::Query, &TEXTS) {
        assert_eq!(vector.len(), 384);
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5);
    }
    assert!(embed(model(), Role::Query, &[]).is_empty());
}

#[test]
fn the_role_matters() {
    let query = embed(model(), Role::Query, &["기억"]).remove(0);
    let passage = embed(model(), Role::Passage, &["기억"]).remove(0);
    assert!(cosine(&query, &passage) < 0.999);
}

#[test]
fn a_long_text_is_the_weighted_mean_of_its_windows() {
    // 510 content tokens fit: "passage", ":" and one token a word.
    let word = "기억";
    assert_eq!(model().count_tokens(&format!("{word} {word}")), 2);
    let prefix = model().count_tokens("passage:");
    let first_room = 510 - prefix;
    let long = vec![word; first_room + 100].join(" ");
    assert_eq!(model().count_tokens(&long), first_room + 100);
    let vector = embed(model(), Role::Passage, &[&long]).remove(0);
    let just_fits = embed(model(), Role::Passage, &[&vec![word; first_room].join(" ")]).remove(0);
    let similarity = cosine(&vector, &just_fits);
    assert!(similarity > 0.9 && similarity < 0.99999, "the second window has its say: {similarity}");
}

#[test]
fn tokens_are_counted_without_prefix_and_frame() {
    assert_eq!(model().count_tokens(""), 0);
    assert_eq!(model().count_tokens("기억"), 1);
    assert!(model().count_tokens("a</s>") > 2, "a typed control token is spelled out");
}
