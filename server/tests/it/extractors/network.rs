//! A network that is slow, busy or broken, and who hears of what on it.

use super::*;
use http::header::{LOCATION, RETRY_AFTER};
use std::io;
use std::sync::Mutex;
use std::time::Instant;
use tracing_subscriber::fmt::MakeWriter;

fn unreachable(why: &str) -> Result<Extracted, ExtractFailure> {
    Err(ExtractFailure::Unreachable(why.to_owned()))
}

#[tokio::test]
async fn what_passes_is_tried_again() {
    for kind in BOTH {
        let fine = proposes(kind, &[]);
        let too_many = Reply::status(429);
        for trouble in [
            vec![too_many.clone()],
            vec![too_many.clone().with(RETRY_AFTER, "0")],
            vec![too_many.with(RETRY_AFTER, "Wed, 21 Oct 2015 07:28:00 GMT")],
            vec![Reply::status(500), Reply::status(503)],
            vec![Reply::HangsUp, Reply::HangsUp],
        ] {
            let calls = trouble.len() + 1;
            let far = FarSide::that(trouble.into_iter().chain([fine.clone()])).await;
            assert_eq!(ask(kind, &far).await.unwrap().effort.calls, calls as u64);
            assert_eq!(far.asked().len(), calls);
        }
    }
}

#[tokio::test]
async fn what_does_not_pass_is_given_up() {
    for kind in BOTH {
        for (reply, why) in [
            (Reply::status(429), "HTTP 429 Too Many Requests (call 3 of 3)"),
            (Reply::status(500), "HTTP 500 Internal Server Error (call 3 of 3)"),
            (Reply::HangsUp, "the connection broke off (call 3 of 3)"),
        ] {
            let far = FarSide::that([reply]).await;
            assert_eq!(ask(kind, &far).await, unreachable(why));
            assert_eq!(far.asked().len(), 3);
        }
    }
    // TLS with somebody who does not speak it: not a word is said.
    let far = FarSide::that([proposes(EndpointKind::Http, &[])]).await;
    let under_tls = endpoint(EndpointKind::Http, &far.url().replace("http:", "https:"));
    cannot_connect(under_tls).await;
    assert!(far.asked().is_empty());
    let address = {
        // Free again at once: nobody listens.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    cannot_connect(endpoint(EndpointKind::Http, &address)).await;
}

async fn cannot_connect(endpoint: Endpoint) {
    let failure = configured(endpoint).extract(&turn()).await.unwrap_err().to_string();
    assert!(failure.starts_with("the extractor does not answer: cannot connect: "), "{failure}");
    assert!(failure.ends_with("(call 3 of 3)"), "{failure}");
}

#[tokio::test]
async fn the_pause_that_is_asked_for_is_kept_or_the_question_given_up() {
    let busy = |seconds: &str| Reply::status(429).with(RETRY_AFTER, seconds);
    let far = FarSide::that([busy("1"), proposes(EndpointKind::Http, &[])]).await;
    let began = Instant::now();
    assert_eq!(ask(EndpointKind::Http, &far).await.unwrap().effort.calls, 2);
    assert!(began.elapsed() >= Duration::from_secs(1));
    for seconds in ["3600", "18446744073709551615"] {
        let far = FarSide::that([busy(seconds)]).await;
        assert_eq!(ask(EndpointKind::Http, &far).await, unreachable("HTTP 429 Too Many Requests (call 1 of 3)"));
        assert_eq!(far.asked().len(), 1);
    }
}

#[tokio::test]
async fn whoever_is_slow_is_not_waited_for() {
    for reply in [Reply::Nothing, Reply::Stalls] {
        let far = FarSide::that([reply]).await;
        let hasty = Endpoint { timeout_seconds: 1, ..endpoint(EndpointKind::OpenAi, far.url()) };
        assert_eq!(configured(hasty).extract(&turn()).await, unreachable("no answer within 1 seconds"));
        assert_eq!(far.asked().len(), 1);
    }
}

#[tokio::test]
async fn what_will_not_change_is_asked_once() {
    for kind in BOTH {
        for (status, why) in [
            (400, "HTTP 400 Bad Request"),
            (401, "HTTP 401 Unauthorized"),
            (404, "HTTP 404 Not Found"),
            (204, "the JSON ends too early"),
        ] {
            let far = FarSide::that([Reply::status(status)]).await;
            assert_eq!(ask(kind, &far).await, unusable(why));
            assert_eq!(far.asked().len(), 1);
        }
        let elsewhere = FarSide::that([proposes(kind, &[proposal()])]).await;
        for status in [302, 307, 308] {
            let far = FarSide::that([Reply::status(status).with(LOCATION, elsewhere.url())]).await;
            assert!(matches!(ask(kind, &far).await, Err(ExtractFailure::Unusable(why)) if why.starts_with("HTTP 30")));
            assert_eq!(far.asked().len(), 1);
        }
        assert!(elsewhere.asked().is_empty(), "nobody has named that address");
    }
}

#[tokio::test]
async fn an_answer_without_end_is_not_read_to_it() {
    for kind in BOTH {
        let far = FarSide::that([Reply::Endless]).await;
        assert_eq!(ask(kind, &far).await, unusable("it is longer than 1024 KiB"));
        assert_eq!(far.asked().len(), 1);
    }
}

#[tokio::test]
async fn keys_and_words_are_in_no_error_and_no_log() {
    let log = Log::default();
    let lines = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    let listening = tracing::subscriber::set_default(lines);
    tracing::trace!("listening");
    let parrot = |status: u16| Reply::Says(status.try_into().unwrap(), None, format!("chartreuse {KEY}"));
    for kind in BOTH {
        for reply in [parrot(200), parrot(401), parrot(500), Reply::HangsUp, proposes(kind, &[proposal()])] {
            let far = FarSide::that([reply]).await;
            if let Err(failure) = ask(kind, &far).await {
                let told = format!("{failure} {failure:?}");
                assert!(!told.contains(KEY) && !told.contains("chartreuse"), "{told}");
            }
            assert!(far.asked().iter().all(|asked| asked.authorization == Some(format!("Bearer {KEY}"))));
        }
    }
    drop(listening);
    let logged = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("listening"));
    assert!(!logged.contains(KEY) && !logged.contains("chartreuse"), "{logged}");
}

/// Collects what is logged on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
