//! The time of one call between a host and a client in this process.

use crate::say;
use rightkit_daemon::{
    host, Allowlist, CallContext, Client, Emit, Handler, ServiceConfig, ServiceError, Suite,
};
use serde_json::{json, Value};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

struct Echo;

impl Handler for Echo {
    fn call(
        &self,
        _: &CallContext,
        _: &str,
        params: &Value,
        _: &Emit,
    ) -> Result<Value, ServiceError> {
        Ok(params.clone())
    }
}

pub fn run(root: &str, calls: &str) -> Result<(), Box<dyn Error>> {
    let calls: u32 = calls.parse()?;
    let suite = Suite::at(root)?;
    let config = ServiceConfig::new("bench", "bench", 7, "0", Allowlist::new().allow("*", ["*"]));
    let hosted = host(&suite, config, Arc::new(Echo)).map_err(|e| format!("cannot host: {e:?}"))?;
    let client = Client::connect(&suite, "bench", "bench").map_err(|e| e.to_string())?;
    let params = json!({"token": "0123456789abcdef0123456789abcdef", "ref": "e1", "op": "click"});
    let echo = || {
        client
            .call("echo", params.clone())
            .map_err(|e| e.to_string())
    };
    for _ in 0..100 {
        echo()?;
    }
    let start = Instant::now();
    for _ in 0..calls {
        echo()?;
    }
    say(&json!({"ns": start.elapsed().as_nanos() as u64 / u64::from(calls.max(1))}));
    drop(client);
    hosted.shutdown();
    Ok(())
}
