//! The `gieok` program as a process of its own.

use super::model_dir;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::JoinHandle;

/// What a command left behind.
#[derive(Debug)]
pub struct Outcome {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

fn command(dir: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gieok"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GIEOK_")) {
        command.env_remove(name);
    }
    command.args(arguments).arg("--data-dir").arg(dir.join("data")).current_dir(dir);
    command.env("GIEOK_MODEL_DIR", model_dir()).env("GIEOK_SERVER_LISTEN", "127.0.0.1:0");
    command.env("GIEOK_PASSWORDS_MEMORY_KIB", "7168").env("GIEOK_PASSWORDS_ITERATIONS", "1");
    command.envs(variables.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `gieok ARGUMENTS --data-dir DIR/data` with `input` on standard input.
pub fn gieok(dir: &Path, arguments: &[&str], variables: &[(&str, &str)], input: &str) -> Outcome {
    let mut child = command(dir, arguments, variables).spawn().unwrap();
    // A command that asks for nothing may be gone before it could read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Outcome { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A process that does not outlive its test, however that ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already where the test came to its end.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running `gieok serve`.
pub struct Served {
    child: Running,
    /// `HOST:PORT`.
    pub host: String,
    rest: JoinHandle<String>,
}

/// Runs `gieok serve` and waits until it says where it answers.
pub fn serve(dir: &Path, variables: &[(&str, &str)]) -> Served {
    let mut child = Running(command(dir, &["serve"], variables).spawn().unwrap());
    let mut lines = BufReader::new(child.0.stderr.take().unwrap());
    let mut log = String::new();
    let host = loop {
        let start = log.len();
        assert!(lines.read_line(&mut log).unwrap() > 0, "ended early: {log}");
        if let Some((_, rest)) = log[start..].split_once("answers at http://") {
            break rest.split_whitespace().next().unwrap().to_owned();
        }
    };
    let rest = std::thread::spawn(move || read_on(lines, log));
    Served { child, host, rest }
}

fn read_on(mut lines: BufReader<ChildStderr>, mut log: String) -> String {
    lines.read_to_string(&mut log).unwrap();
    log
}

impl Served {
    /// Ends it at once, as a power cut does: no signal handler runs.
    pub fn kill(mut self) {
        self.child.0.kill().unwrap();
        self.child.0.wait().unwrap();
    }

    /// Asks it to end, as a service manager does, and returns how it did.
    pub fn stop(mut self) -> Outcome {
        let terminated = Command::new("kill").arg(self.child.0.id().to_string()).status().unwrap();
        assert!(terminated.success());
        let code = self.child.0.wait().unwrap().code();
        let mut out = String::new();
        self.child.0.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        Outcome { code, out, err: self.rest.join().unwrap() }
    }
}
