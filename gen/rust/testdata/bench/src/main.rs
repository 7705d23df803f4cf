//! Compares reading with all checks with serde_json and plain derived types, which check next to nothing.

use std::hint::black_box;
use std::time::Instant;

use rightkit_contracts_generated::demo::v1;

mod plain {
    use serde::{Deserialize, Serialize};

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Op {
        Click,
        Type,
        Press,
    }

    #[derive(Deserialize, Serialize)]
    pub struct Step {
        #[serde(rename = "ref")]
        pub element_ref: String,
        pub op: Op,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub key: Option<String>,
    }

    #[derive(Deserialize, Serialize)]
    pub struct Batch {
        pub token: String,
        pub steps: Vec<Step>,
    }

    #[derive(Deserialize, Serialize)]
    pub struct Element {
        #[serde(rename = "ref")]
        pub element_ref: String,
        pub role: String,
        pub label: String,
        pub ops: Vec<Op>,
    }

    #[derive(Deserialize, Serialize)]
    pub struct Snapshot {
        pub capture_state: String,
        pub elements: Vec<Element>,
    }
}

/// The least time of a call, in nanoseconds, of many rounds.
fn time<T>(mut f: impl FnMut() -> T) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..60 {
        let start = Instant::now();
        for _ in 0..200 {
            black_box(f());
        }
        best = best.min(start.elapsed().as_nanos() as f64 / 200.0);
    }
    best
}

fn report(what: &str, text: &str, ours: f64, plain: f64) {
    println!("{what} {} bytes: {ours:.0} ns, serde_json {plain:.0} ns, ratio {:.2}", text.len(), ours / plain);
}

fn main() {
    let step = |i: usize| match i % 3 {
        0 => format!(r#"{{"ref":"e-{i}","op":"click"}}"#),
        1 => format!(r#"{{"ref":"e-{i}","op":"type","text":"a line of text, number {i}, with \"quotes\""}}"#),
        _ => format!(r#"{{"ref":"e-{i}","op":"press","key":"cmd+s"}}"#),
    };
    let steps: Vec<String> = (0..20).map(step).collect();
    let batch = format!(r#"{{"token":"t-a7haxujtqchy633pczopbatcqx","steps":[{}]}}"#, steps.join(","));
    let element = |i: usize| {
        format!(r#"{{"ref":"e-zdztga5s54icy3265zl2khmw{i}","role":"button","label":"Send the letter {i}","ops":["click","press"]}}"#)
    };
    let elements: Vec<String> = (0..100).map(element).collect();
    let snapshot = format!(r#"{{"capture_state":"safe","elements":[{}]}}"#, elements.join(","));

    report(
        "read batch.params",
        &batch,
        time(|| v1::BatchParams::from_json(batch.as_bytes()).unwrap()),
        time(|| serde_json::from_slice::<plain::Batch>(batch.as_bytes()).unwrap()),
    );
    report(
        "read snapshot.result",
        &snapshot,
        time(|| v1::SnapshotResult::from_json(snapshot.as_bytes()).unwrap()),
        time(|| serde_json::from_slice::<plain::Snapshot>(snapshot.as_bytes()).unwrap()),
    );
    let ours = v1::BatchParams::from_json(batch.as_bytes()).unwrap();
    let other: plain::Batch = serde_json::from_str(&batch).unwrap();
    report(
        "write batch.params",
        &batch,
        time(|| ours.to_json().unwrap()),
        time(|| serde_json::to_string(&other).unwrap()),
    );
    report(
        "read batch.params by serde",
        &batch,
        time(|| serde_json::from_slice::<v1::BatchParams>(batch.as_bytes()).unwrap()),
        time(|| serde_json::from_slice::<plain::Batch>(batch.as_bytes()).unwrap()),
    );
}
