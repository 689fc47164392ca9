//! A new install: the first visitor needs the one-time token.

use crate::support::{PASSWORD, TestServer};
use contract::{Role, SessionView};

#[tokio::test]
async fn the_token_makes_one_superadmin_and_no_second() {
    let server = TestServer::start().await;
    let front = server.running().desks().front();
    // Made at start; asking again gives one that works as well.
    let token = front.setup_token().await.unwrap().expect("an install without accounts");
    let fields = |token| [("token", token), ("email", "root@example.com"), ("password", PASSWORD)];
    server.anonymous().ui("set-up", &fields("wrong")).await.expect(401);
    let answer = server.anonymous().ui("set-up", &fields(&token)).await.expect(200);
    assert!(answer.session_cookie().is_some());
    let user = front
        .sign_in(domain::desks::SignIn {
            email: "root@example.com".into(),
            password: PASSWORD.into(),
            address: [127, 0, 0, 1].into(),
        })
        .await
        .unwrap();
    let (_, SessionView { role, .. }) = front.person(&user).await.unwrap().unwrap();
    assert_eq!(role, Role::Superadmin);
    server.anonymous().ui("set-up", &fields(&token)).await.expect(401);
    assert_eq!(front.setup_token().await.unwrap(), None);
}
