//! Reads texts, one a line, by serde and without it, and prints those on which the two differ.

use std::fmt::Debug;
use std::io::BufRead;

use rightkit_contracts_generated::demo::v1;
use rightkit_contracts_generated::Violation;
use serde::{de::DeserializeOwned, Serialize};

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
        .collect()
}

fn compare<T: DeserializeOwned + Serialize + PartialEq + Debug>(
    text: &[u8],
    read: fn(&[u8]) -> Result<T, Violation>,
    write: fn(&T) -> Result<String, Violation>,
) -> Option<String> {
    let by_serde = serde_json::from_slice::<T>(text);
    match (read(text), by_serde) {
        (Ok(a), Ok(b)) if a != b => Some(format!("{a:?} and by serde {b:?}")),
        (Ok(a), Ok(_)) => {
            let (own, other) = (write(&a).unwrap(), serde_json::to_string(&a).unwrap());
            let tree = serde_json::from_value::<T>(serde_json::to_value(&a).unwrap()).unwrap();
            (own != other || tree != a).then(|| format!("writes {own}, and by serde {other}"))
        }
        (Err(_), Err(_)) => None,
        (Ok(_), Err(e)) => Some(format!("is refused by serde alone: {e}")),
        (Err(e), Ok(_)) => Some(format!("is accepted by serde alone, not for: {e}")),
    }
}

macro_rules! differ {
    ($shape:expr, $text:expr, $($name:literal => $type:ident),*) => {
        match $shape {
            $($name => compare($text, v1::$type::from_json, v1::$type::to_json),)*
            _ => None,
        }
    };
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (shape, text) = line.split_once(' ').unwrap();
        let text = unhex(text);
        let found = differ!(shape, &text,
            "token" => SessionToken, "elementOp" => ElementOp, "errorCode" => DemoErrorCode, "step" => ActStep,
            "request.params" => RequestParams, "request.result" => RequestResult, "apps.params" => AppsParams,
            "apps.result" => AppsResult, "snapshot.params" => SnapshotParams, "snapshot.result" => SnapshotResult,
            "act.params" => ActParams, "act.result" => ActResult, "batch.params" => BatchParams,
            "batch.result" => BatchResult, "end.params" => EndParams, "end.result" => EndResult);
        if let Some(problem) = found {
            println!("{shape}: {}: {problem}", String::from_utf8_lossy(&text));
        }
    }
}
