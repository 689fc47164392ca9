//! The Content-Security-Policy, and pages that live within it.

use crate::support::{Answer, TestServer};
use std::collections::HashSet;

fn nonce(answer: &Answer) -> String {
    let policy = answer.header("content-security-policy");
    policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned()
}

#[tokio::test]
async fn the_policy_is_exactly_this() {
    let server = TestServer::start().await;
    let answer = server.anonymous().get("/").await;
    let policy = answer.header("content-security-policy").replace(&nonce(&answer), "N");
    assert_eq!(
        policy,
        "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; \
         script-src 'self' 'nonce-N' 'wasm-unsafe-eval'; style-src 'self' 'nonce-N'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'"
    );
    assert_eq!(answer.headers.get_all("content-security-policy").iter().count(), 1);
}

#[tokio::test]
async fn each_answer_has_a_nonce_of_its_own_and_its_scripts_carry_it() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let mut seen = HashSet::new();
    for path in ["/", "/login", "/setup", "/me", "/nowhere", "/"] {
        let answer = person.get(path).await;
        let nonce = nonce(&answer);
        assert!(nonce.len() >= 22, "128 bits or more");
        for script in answer.body.split("<script").skip(1) {
            let tag = script.split('>').next().unwrap();
            assert!(tag.contains(&format!("nonce=\"{nonce}\"")), "{path}: <script{tag}>");
        }
        assert!(seen.insert(nonce), "a nonce came twice");
    }
}

#[tokio::test]
async fn pages_have_no_inline_styles_or_handlers() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    server.service("notes").await.must_save("mina", "Mina drinks green tea").await;
    for path in ["/", "/login", "/me", "/me/consent/off", "/nowhere"] {
        let page = person.get(path).await.body;
        // Within tags only: text may say what it likes.
        for tag in page.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
            for forbidden in [" style=", " onclick=", " onload=", " onsubmit=", "javascript:"] {
                assert!(!tag.contains(forbidden), "{path}: <{tag}>");
            }
        }
    }
}
