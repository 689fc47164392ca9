//! My Page without script: what a link shows, and what a form opens.

use crate::support::{TestServer, send};
use contract::{SavedMemory, Sensitivity};
use serde_json::json;

#[tokio::test]
async fn a_slash_too_many_leads_home_with_all_that_was_asked() {
    let server = TestServer::start().await;
    for (path, home) in [("/me/", "/me"), ("/me/?tab=personal&q=a%20b", "/me?tab=personal&q=a%20b")] {
        assert_eq!(server.anonymous().get(path).await.expect(308).header("location"), home);
    }
}

#[tokio::test]
async fn a_form_opens_what_a_link_hides() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let pii = json!({ "sensitivity": Sensitivity::Pii });
    let saved = server.service("notes").await.save_with("mina", "Mina's number is 9081726354", &pii).await;
    let page = format!("/me/memories/{}", saved.expect(201).json::<SavedMemory>().memory_id);
    let shown = person.get(&page).await.expect(200);
    assert!(!shown.body.contains("9081726354"));
    assert!(server.audited("memory.open").await.is_empty());
    let opened = person.form(&page, &[]).await.expect(200);
    assert!(opened.header("content-type").starts_with("text/html"));
    assert!(opened.body.contains("9081726354"));
    assert!(opened.header("content-security-policy").contains("'nonce-"));
    assert_eq!(server.audited("memory.open").await.len(), 1);
}

#[tokio::test]
async fn nobody_opens_what_belongs_to_somebody_else() {
    let server = TestServer::start().await;
    let (_mina, jiho) = (server.remembered("mina").await, server.remembered("jiho").await);
    let saved = server.service("notes").await.must_save("mina", "Mina's heliotrope umbrella").await;
    let page = format!("/me/memories/{}", saved.memory_id);
    for answer in [jiho.form(&page, &[]).await, jiho.get(&page).await] {
        assert!(!answer.body.contains("heliotrope"), "{answer:?}");
    }
    let request = server.anonymous().client().bare("POST", &page).header("sec-fetch-site", "same-origin");
    let stranger = send(request.header("accept", "text/html")).await;
    assert!(stranger.header("location").starts_with("/login"), "{stranger:?}");
}
