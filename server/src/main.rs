//! The `gieok` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::main()
}
