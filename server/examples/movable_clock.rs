//! A server whose clock the browser tests move: it reads from the file `clock` in its data folder how many seconds it is
//! ahead. Everything else is as in `gieok serve`. Takes `serve --data-dir DIR` like the program itself.

use contract::Timestamp;
use domain::kernel::{Clock, SystemClock};
use server::config;
use server::lifecycle::{Parts, shutdown_signal, start};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Ahead of the machine's clock by what the file says.
struct MovableClock {
    file: PathBuf,
}

impl Clock for MovableClock {
    fn now(&self) -> Timestamp {
        let seconds = std::fs::read_to_string(&self.file).ok().and_then(|text| text.trim().parse().ok());
        SystemClock.now().plus(Duration::from_secs(seconds.unwrap_or(0)))
    }
}

fn data_dir() -> PathBuf {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--data-dir").skip(1);
    arguments.next().expect("--data-dir DIR").into()
}

async fn serve() {
    let mut config = config::load(None).expect("settings that make sense");
    config.data.dir = data_dir();
    server::logging::start(&config.log);
    let clock = Arc::new(MovableClock { file: config.data.dir.join("clock") });
    let parts = Parts { clock, ..Parts::real(config, false).expect("a model") };
    let running = start(parts).await.expect("starts");
    running.until(shutdown_signal()).await.expect("serves until it is told to stop");
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(serve());
}
