//! rusthost: the other side of our tests, on the published transport.
//!
//! ```text
//!   rusthost serve SUITE SERVICE SCRIPT          a host that answers from a script, see host.rs
//!   rusthost client SUITE SERVICE APP DEADLINE   calls from standard input, see client.rs
//!   rusthost bench SUITE CALLS                   nanoseconds of a round trip, see bench.rs
//! ```
//!
//! What happens is told on standard output, a line of JSON at a time. Every mode ends when standard input does, so that
//! nothing is left behind by a test that has died.

mod bench;
mod client;
mod host;

use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;

/// One line on standard output.
fn say(line: &Value) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["serve", suite, service, script] => host::serve(suite, service, script),
        ["client", suite, service, app, deadline] => client::run(suite, service, app, deadline),
        ["bench", suite, calls] => bench::run(suite, calls),
        _ => Err("usage: rusthost serve|client|bench ARGUMENT...".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("rusthost: {problem}");
            ExitCode::FAILURE
        }
    }
}
