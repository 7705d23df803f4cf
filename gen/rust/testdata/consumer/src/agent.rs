// What a client of the demo contract does: it makes params, reads results, and looks at both.

use serde_json::{from_value, json, to_string, to_value};

/// An agent's view of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub token: SessionToken,
    pub app: String,
}

pub fn ask(app: &str) -> serde_json::Result<String> {
    to_string(&RequestParams {
        app: app.to_owned(),
        agent_name: "consumer".into(),
    })
}

pub fn begin(answer: &str) -> serde_json::Result<Session> {
    let RequestResult { session: _, token, app } = serde_json::from_str(answer)?;
    Ok(Session { token, app })
}

pub fn step(element: &SnapshotElement, text: Option<&str>) -> ActStep {
    ActStep {
        element_ref: element.element_ref.clone(),
        op: if text.is_some() { ElementOp::Type } else { ElementOp::Click },
        text: text.map(str::to_owned),
        key: None,
    }
}

pub fn act(session: &Session, step: ActStep) -> ActParams {
    ActParams {
        token: session.token.clone(),
        step,
    }
}

pub fn retry(result: &BatchResult, steps: &[ActStep], token: SessionToken) -> Option<BatchParams> {
    let at: usize = result.failed_step?;
    match result.error_code {
        Some(DemoErrorCode::SessionEnded | DemoErrorCode::SessionKilled) | None => None,
        Some(_) => Some(BatchParams {
            token,
            steps: steps.get(at..)?.to_vec(),
        }),
    }
}

pub fn receipts(result: &BatchResult) -> Vec<&str> {
    result.results.iter().map(|r| r.receipt_id.as_str()).collect()
}

pub fn observing() -> Vec<&'static str> {
    METHODS
        .iter()
        .filter(|m| format!("{:?}", m.effect()) == "Observe") // the published crate does not export the type
        .map(|m| m.name())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn element() -> SnapshotElement {
        SnapshotElement {
            element_ref: "e1".into(),
            role: "button".into(),
            label: "Send".into(),
            ops: vec![ElementOp::Click, ElementOp::Press],
        }
    }

    #[test]
    fn constants() {
        assert_eq!(DEMO_SERVICE, "rightkit.agent.demo");
        assert_eq!(FIXTURE_APP_ID, "app.orthiclabs.demo-fixture");
        assert_eq!(MAX_BATCH_STEPS, 20_usize);
        assert_eq!(CONSENT_TIMEOUT, Duration::from_secs(600));
        assert_eq!(CALL_TIMEOUT, Duration::from_secs(30));
        assert_eq!(METHODS.len(), 6);
        assert_eq!(Method::Request.timeout(), CONSENT_TIMEOUT);
        assert_eq!(Method::End.timeout(), CALL_TIMEOUT);
        assert!(!Method::Apps.needs_token());
        assert!(Method::Batch.needs_token());
        assert_eq!(observing(), ["demo.apps", "demo.snapshot"]);
    }

    #[test]
    fn messages() {
        assert_eq!(ask("a").unwrap(), r#"{"app":"a","agent_name":"consumer"}"#);
        let session = begin(r#"{"session":"s","token":"t","app":"a","more":1}"#).unwrap();
        assert_eq!(session.token.expose(), "t");
        assert!(!format!("{session:?}").contains("\"t\""));
        assert_eq!(session.token, SessionToken::new("t"));

        let params = act(&session, step(&element(), Some("hi")));
        let v = to_value(&params).unwrap();
        assert_eq!(v, json!({"token": "t", "ref": "e1", "op": "type", "text": "hi"}));
        let back: ActParams = from_value(v).unwrap();
        assert_eq!(back, params);
        assert_eq!(back.step.text.as_deref(), Some("hi"));
        assert!(to_string(&step(&element(), None)).unwrap().ends_with(r#""op":"click"}"#));

        let result = BatchResult {
            completed: 1,
            results: vec![ActResult { receipt_id: "r1".into() }],
            failed_step: Some(1),
            error_code: Some(DemoErrorCode::TargetBlocked),
        };
        assert_eq!(receipts(&result), ["r1"]);
        assert_eq!(
            to_string(&result).unwrap(),
            r#"{"completed":1,"results":[{"receipt_id":"r1"}],"failed_step":1,"error_code":"target_blocked"}"#
        );
        let steps = [params.step.clone(), step(&element(), None)];
        let again = retry(&result, &steps, session.token.clone()).unwrap();
        assert_eq!(again.steps.len(), 1);
        let done: BatchResult =
            from_value(json!({"completed": 0, "results": [], "failed_step": null, "error_code": null})).unwrap();
        assert!(retry(&done, &steps, session.token).is_none());
        assert!(to_string(&done).unwrap().ends_with(r#""failed_step":null,"error_code":null}"#));
    }

    #[test]
    fn enums() {
        assert_eq!(DemoErrorCode::NotArmed.as_str(), "not_armed");
        assert_eq!(to_value(DemoErrorCode::NotArmed).unwrap(), json!("not_armed"));
        assert_eq!(from_value::<ElementOp>(json!("press")).unwrap(), ElementOp::Press);
        assert!(from_value::<ElementOp>(json!("Press")).is_err());
        let end = EndResult {
            ended: true,
            bundle_id: "b".into(),
            bundle_state: BundleState::Killed,
        };
        assert_eq!(to_value(&end).unwrap(), json!({"ended": true, "bundle_id": "b", "bundle_state": "killed"}));
        let apps = AppsResult {
            apps: vec![DemoApp { id: "a".into(), name: "A".into() }],
        };
        assert_eq!(from_value::<AppsResult>(to_value(&apps).unwrap()).unwrap(), apps);
        let snapshot = SnapshotResult {
            capture_state: CaptureState::Safe,
            elements: vec![element()],
        };
        assert_eq!(from_value::<SnapshotResult>(to_value(&snapshot).unwrap()).unwrap(), snapshot);
        assert!(from_value::<SnapshotResult>(json!({"capture_state": "masked", "elements": []})).is_err());
    }
}
