//! A client that makes the calls that it reads: `{"method", "params"?, "deadline_ms"?}`, a line each. It tells the hello
//! first, and then of each call its events and `result` or `error`. With `"nest": N`, the params are put into N arrays, which
//! may be more than the line could hold itself.

use crate::say;
use rightkit_daemon::{Client, Suite};
use serde_json::{json, Value};
use std::error::Error;
use std::io::BufRead;
use std::time::Duration;

pub fn run(root: &str, service: &str, app: &str, deadline: &str) -> Result<(), Box<dyn Error>> {
    let suite = Suite::at(root)?;
    let deadline = Duration::from_millis(deadline.parse()?);
    let client = match Client::connect_with(&suite, service, app, Some(deadline)) {
        Ok(client) => client,
        Err(refused) => {
            say(&json!({"error": refused.to_value()}));
            return Ok(());
        }
    };
    say(&json!({"hello": client.hello()}));
    for line in std::io::stdin().lock().lines() {
        let call: Value = serde_json::from_str(&line?)?;
        let own = call["deadline_ms"].as_u64().map(Duration::from_millis);
        client.set_deadline(Some(own.unwrap_or(deadline)));
        let method = call["method"].as_str().unwrap_or_default();
        let mut events = vec![];
        let mut params = call["params"].clone();
        for _ in 0..call["nest"].as_u64().unwrap_or(0) {
            params = json!([params]);
        }
        let answer = client.call_events(method, params, &mut |e| {
            events.push(e.clone());
        });
        say(&match answer {
            Ok(result) => json!({"events": events, "result": result}),
            Err(e) => json!({"events": events, "error": e.to_value()}),
        });
    }
    Ok(())
}
