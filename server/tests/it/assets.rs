//! Files: revalidated, compressed beforehand where possible, and nothing outside of their folder. Which bundle a page names.

use crate::support::{TestServer, send};
use std::path::PathBuf;

async fn server() -> TestServer {
    TestServer::with(|config| {
        let pkg = config.server.site.join("pkg");
        std::fs::create_dir_all(&pkg).unwrap();
        std::fs::write(pkg.join("gieok.css"), "body { color: black }").unwrap();
        std::fs::write(pkg.join("gieok.css.br"), "pretend brotli").unwrap();
        std::fs::write(config.server.site.join("favicon.svg"), "<svg/>").unwrap();
        std::fs::write(config.data.dir.parent().map(PathBuf::from).unwrap().join("secret"), "secret").unwrap();
    })
    .await
}

#[tokio::test]
async fn files_are_revalidated() {
    let server = server().await;
    let anonymous = server.anonymous();
    for path in ["/pkg/gieok.css", "/favicon.svg"] {
        let first = anonymous.get(path).await.expect(200);
        assert_eq!(first.header("cache-control"), "no-cache");
        let modified = first.header("last-modified").to_owned();
        let again = send(anonymous.client().bare("GET", path).header("if-modified-since", modified)).await.expect(304);
        assert_eq!(again.header("cache-control"), "no-cache");
        assert!(again.body.is_empty());
    }
}

#[tokio::test]
async fn what_was_compressed_beforehand_is_sent_as_it_is() {
    let server = server().await;
    let request = server.anonymous().client().bare("GET", "/pkg/gieok.css").header("accept-encoding", "br");
    let answer = send(request).await.expect(200);
    assert_eq!((answer.header("content-encoding"), answer.body.as_str()), ("br", "pretend brotli"));
    assert_eq!(answer.header("vary").to_lowercase(), "accept-encoding");
    assert!(answer.header("content-type").starts_with("text/css"));
}

#[tokio::test]
async fn nothing_outside_of_the_folder_is_served() {
    let server = server().await;
    for path in ["/../secret", "/%2e%2e/secret", "/pkg/..%2f..%2fsecret", "/pkg/%2e%2e/%2e%2e/secret", "//secret"] {
        let answer = server.anonymous().get(path).await.expect(404);
        assert!(!answer.body.contains("secret</") && answer.body != "secret", "{path}");
    }
}

#[tokio::test]
async fn each_page_names_the_bundle_of_its_area_and_plain_pages_name_none() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for (path, bundle) in [
        ("/me", Some("memories")),
        ("/me?tab=personal", Some("memories")),
        ("/me/ask", Some("account")),
        ("/me/keys", Some("account")),
        ("/me/sessions", Some("account")),
        ("/me/data", Some("account")),
        ("/me/consent/off", None),
        ("/me/memories/mem_1", None),
        ("/nowhere", None),
    ] {
        let page = person.get(path).await.body;
        let named = ["memories", "account"].map(|area| page.contains(&format!("/pkg/gieok-{area}.wasm")));
        assert_eq!(named, ["memories", "account"].map(|area| bundle == Some(area)), "{path}");
        assert_eq!(page.contains(".wasm"), bundle.is_some(), "{path}");
    }
    for (path, bundle) in [("/", false), ("/login", true)] {
        let page = server.anonymous().get(path).await.body;
        assert_eq!(page.contains("/pkg/gieok-account.wasm"), bundle, "{path}");
        assert!(!page.contains("gieok-memories"), "{path}");
    }
}
