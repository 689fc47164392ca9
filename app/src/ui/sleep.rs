//! Waiting in the browser, without a timer library.

use leptos::prelude::set_timeout;
use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::time::Duration;

#[derive(Default)]
struct Alarm {
    has_rung: bool,
    waker: Option<Waker>,
}

/// Goes on after `duration`. Only ever awaited in a browser.
pub async fn sleep(duration: Duration) {
    let alarm = Rc::new(RefCell::new(Alarm::default()));
    let bell = Rc::clone(&alarm);
    set_timeout(
        move || {
            let mut alarm = bell.borrow_mut();
            alarm.has_rung = true;
            if let Some(waker) = alarm.waker.take() {
                waker.wake();
            }
        },
        duration,
    );
    poll_fn(|context| {
        let mut alarm = alarm.borrow_mut();
        if alarm.has_rung {
            return Poll::Ready(());
        }
        alarm.waker = Some(context.waker().clone());
        Poll::Pending
    })
    .await;
}
