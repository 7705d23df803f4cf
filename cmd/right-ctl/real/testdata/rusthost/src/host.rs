//! A host that answers from a script:
//!
//! ```text
//!   {"apps": {"right-ctl": ["demo.act"]}, "methods": {"demo.act": [STEP, ...]}}
//! ```
//!
//! A call takes the steps of its method one after another until one of them ends the call; the next call goes on behind
//! it, and starts again at the top when none is left. Steps that end a call: `{"result": JSON}`, `{"error": {"code",
//! "message", "retryable"?, "details"?}}`, `{"panic": TEXT}`, `{"huge": BYTES}` (a result of that size), `{"echo": true}`
//! (the params as the result), `{"close": true}` (the host goes away), `{"exit": true}` (its process does). Others:
//! `{"event": JSON}`, `{"sleep_ms": N}`; a sleep ends when the caller has gone.

use crate::say;
use rightkit_daemon::{
    host, Allowlist, CallContext, Emit, Handler, Hosted, ServiceConfig, ServiceError, Suite,
};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// The host itself, for the step that ends it.
static HOSTED: OnceLock<Hosted> = OnceLock::new();

struct Script {
    methods: Value,
    next: Mutex<HashMap<String, usize>>,
}

pub fn serve(root: &str, service: &str, script: &str) -> Result<(), Box<dyn Error>> {
    let script: Value = serde_json::from_str(&fs::read_to_string(script)?)?;
    let mut allowed = Allowlist::new();
    for (app, methods) in script["apps"].as_object().ok_or("the script has no apps")? {
        let methods = methods.as_array().ok_or("an app has no list of methods")?;
        allowed = allowed.allow(app, methods.iter().filter_map(Value::as_str));
    }
    let suite = Suite::at(root)?;
    // Names with dots are not accepted from a host, only from clients.
    let hosted_as = service.replace('.', "-");
    let mut config = ServiceConfig::new(&hosted_as, "demo", 7, "9.8.7", allowed);
    config.handoff_grace = Duration::from_secs(5);
    let handler = Arc::new(Script {
        methods: script["methods"].clone(),
        next: Mutex::default(),
    });
    let hosted = host(&suite, config, handler).map_err(|e| format!("cannot host: {e:?}"))?;
    publish(&suite, &hosted_as, service)?;
    let hosted = HOSTED.get_or_init(|| hosted);
    say(&json!({"ready": hosted.record().endpoint}));
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    hosted.shutdown();
    Ok(())
}

/// The record of the host again, under the name that clients of the contract look for.
fn publish(suite: &Suite, hosted_as: &str, service: &str) -> Result<(), Box<dyn Error>> {
    if hosted_as == service {
        return Ok(());
    }
    let dir = suite.service_dir(service);
    fs::create_dir_all(&dir)?;
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o700))?;
    let record = dir.join("service.json");
    fs::copy(suite.service_dir(hosted_as).join("service.json"), &record)?;
    fs::set_permissions(&record, fs::Permissions::from_mode(0o600))?;
    Ok(())
}

impl Script {
    fn step(&self, method: &str) -> Option<Value> {
        let steps = self.methods[method].as_array()?;
        let mut next = self.next.lock().unwrap_or_else(|e| e.into_inner());
        let at = next.entry(method.to_string()).or_default();
        let step = steps.get(*at % steps.len().max(1))?.clone();
        *at += 1;
        Some(step)
    }
}

impl Handler for Script {
    fn call(
        &self,
        cx: &CallContext,
        method: &str,
        params: &Value,
        emit: &Emit,
    ) -> Result<Value, ServiceError> {
        let pid = cx.peer().and_then(|p| p.pid);
        say(&json!({"call": method, "params": params, "app": cx.app(), "pid": pid}));
        loop {
            let Some(step) = self.step(method) else {
                return Err(ServiceError::new(
                    "no_step",
                    format!("the script has nothing for {method}"),
                ));
            };
            let Some((word, value)) = step.as_object().and_then(|o| o.iter().next()) else {
                return Err(ServiceError::new(
                    "no_step",
                    format!("this is no step: {step}"),
                ));
            };
            match word.as_str() {
                "result" => return Ok(value.clone()),
                "echo" => return Ok(params.clone()),
                "huge" => return Ok(json!("x".repeat(value.as_u64().unwrap_or(0) as usize))),
                "error" => return Err(ServiceError::from_value(value)),
                "panic" => panic!("{value}"),
                "event" => emit(value.clone()),
                "exit" => std::process::exit(0),
                "close" => {
                    thread::spawn(|| HOSTED.get().map(Hosted::shutdown));
                    wait(cx, Duration::from_secs(5));
                    return Ok(Value::Null);
                }
                "sleep_ms" => {
                    if wait(cx, Duration::from_millis(value.as_u64().unwrap_or(0))) {
                        say(&json!({"gone": method}));
                        return Ok(Value::Null);
                    }
                }
                other => {
                    return Err(ServiceError::new(
                        "no_step",
                        format!("there is no step {other}"),
                    ))
                }
            }
        }
    }

    fn on_handoff(&self) {
        say(&json!({"handoff": true}));
    }

    fn connection_closed(&self, _conn: u64) {
        say(&json!({"closed": true}));
    }
}

/// Wait, but not when the caller has gone; true if it has.
fn wait(cx: &CallContext, time: Duration) -> bool {
    let until = Instant::now() + time;
    while Instant::now() < until {
        if cx.peer_closed() {
            return true;
        }
        thread::sleep(Duration::from_millis(5));
    }
    cx.peer_closed()
}
