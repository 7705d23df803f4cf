//! The generated types as users of serde meet them.

use rightkit_contracts_generated::demo::v1::{
    ActParams, ActResult, AppsParams, AppsResult, BatchParams, BatchResult, BundleState, Client, DemoErrorCode,
    ElementOp, EndParams, EndResult, Host, Method, RequestParams, RequestResult, SessionToken, SnapshotParams,
    SnapshotResult, Transport, Violation,
};
use rightkit_contracts_generated::Json;
use serde::{Deserialize, Serialize};
use serde_json::{from_str, from_value, json, to_string, to_value};

/// A message of somebody else that holds ours.
#[derive(Debug, Deserialize, Serialize, PartialEq)]
struct Envelope {
    id: u64,
    params: BatchParams,
    extra: Option<Json>,
}

fn refusal<'a, T: Deserialize<'a> + std::fmt::Debug>(text: &'a str) -> String {
    from_str::<T>(text).unwrap_err().to_string()
}

#[test]
fn refuses_what_the_contract_refuses() {
    assert!(refusal::<BatchParams>(r#"{"token":"t","steps":[]}"#).contains("/steps: got 0 items, want at least 1 [minItems]"));
    assert!(refusal::<ActParams>(r#"{"token":"t","ref":"e","op":"type"}"#).contains("required when \"op\" is \"type\""));
    assert!(refusal::<ActParams>(r#"{"token":"t","ref":"e","op":"click","text":null}"#).contains("/text: got null"));
    assert!(refusal::<EndResult>(r#"{"ended":false,"bundle_id":"b","bundle_state":"killed"}"#).contains("[const]"));
    assert!(refusal::<EndResult>(r#"{"ended":true,"bundle_id":"b","bundle_state":"x"}"#).contains("[enum]"));
    assert!(refusal::<BatchResult>(r#"{"completed":0,"results":[],"error_code":null}"#).contains("\"failed_step\""));
    assert!(refusal::<BatchResult>(r#"{"completed":-1,"results":[],"failed_step":null,"error_code":null}"#).contains("[minimum]"));
    assert!(refusal::<BatchResult>(r#"{"completed":1.5,"results":[],"failed_step":null,"error_code":null}"#).contains("[type]"));
    assert!(refusal::<BatchResult>(r#"{"completed":1e30,"results":[],"failed_step":null,"error_code":null}"#).contains("[range]"));
    assert!(refusal::<RequestParams>(r#"{"app":"a","agent_name":"n","app":"b"}"#).contains("[duplicate-member]"));
    assert!(refusal::<RequestParams>(r#"{"app":"a","agent_name":"n","x":{"y":[{"z":1,"z":2}]}}"#).contains("/x/y/0/z"));
    let deep = format!(r#"{{"app":"a","agent_name":"n","x":{}{}}}"#, "[".repeat(127), "]".repeat(127));
    assert!(from_str::<RequestParams>(&deep).is_err());
}

#[test]
fn accepts_what_the_contract_accepts() {
    let r: BatchResult = from_str(r#"{"completed":1.0,"results":[],"failed_step":1e2,"error_code":null,"x":{"a":1}}"#).unwrap();
    assert_eq!((r.completed, r.failed_step), (1, Some(100)));
    let v = to_value(&r).unwrap();
    assert_eq!(v, json!({"completed": 1, "results": [], "failed_step": 100, "error_code": null}));
    assert_eq!(from_value::<BatchResult>(v).unwrap(), r);
    let deep = format!(r#"{{"app":"a","agent_name":"n","x":{}{}}}"#, "[".repeat(126), "]".repeat(126));
    assert!(from_str::<RequestParams>(&deep).is_ok());
    let token: SessionToken = from_value(json!("t")).unwrap();
    assert_eq!(to_string(&token).unwrap(), "\"t\"");
    assert_eq!(to_string(&ElementOp::ALL).unwrap(), r#"["click","type","press"]"#);
    let by_code: std::collections::BTreeMap<String, DemoErrorCode> = from_str(r#"{"a":"not_armed"}"#).unwrap();
    assert_eq!(by_code["a"], DemoErrorCode::NotArmed);
}

#[test]
fn stands_in_other_types() {
    let text = r#"{"id":1,"params":{"token":"t","steps":[{"ref":"e","op":"click"}]},"extra":{"b":[1.50,"x"],"a":null}}"#;
    let e: Envelope = from_str(text).unwrap();
    assert_eq!(e.extra.as_ref().unwrap().as_str(), r#"{"b":[1.5,"x"],"a":null}"#);
    assert_eq!(to_string(&e).unwrap(), text.replace("1.50", "1.5"));
}

#[test]
fn writes_only_what_the_contract_accepts() {
    let empty = BatchParams { token: SessionToken::new("t"), steps: Vec::new() };
    assert!(to_string(&empty).unwrap_err().to_string().contains("[minItems]"));
    assert_eq!(empty.to_json().unwrap_err().keyword, "/$defs/batch/params/properties/steps/minItems");
    let mut end = EndResult::from_json(br#"{"ended":true,"bundle_id":"b","bundle_state":"killed"}"#).unwrap();
    end.ended = false;
    assert_eq!(end.to_json().unwrap_err().code, "const");
    let big = BatchResult { completed: usize::MAX, results: vec![], failed_step: None, error_code: None };
    assert_eq!(big.to_json().unwrap_err().code, "range");
}

#[test]
fn says_all_that_is_wrong() {
    let found = BatchParams::check(br#"{"steps":[{"op":"clik"}]}"#);
    let codes: Vec<&str> = found.iter().map(|v| v.code).collect();
    assert_eq!(codes, ["enum", "required", "required"]);
    assert_eq!(found[0].to_string(), "/steps/0/op: got \"clik\", want \"click\", \"type\" or \"press\" [enum]");
    assert!(DemoErrorCode::NotArmed.meaning().starts_with("Consent is given"));
    assert_eq!("not_armed".parse(), Ok(DemoErrorCode::NotArmed));
    assert!("nope".parse::<DemoErrorCode>().is_err());
    assert_eq!("demo.end".parse(), Ok(Method::End));
}

struct Canned(&'static str);

impl Transport for Canned {
    type Error = Violation;

    fn call(&mut self, method: Method, params: &str) -> Result<Vec<u8>, Violation> {
        assert_eq!((method, params), (Method::Snapshot, r#"{"token":"t"}"#));
        Ok(self.0.into())
    }

    fn closed(&mut self, method: Method, code: &'static str) -> Violation {
        let mut refused = BatchParams::from_json(b"0").unwrap_err();
        refused.message = format!("{}: {code}", method.name());
        refused
    }
}

#[test]
fn calls_by_a_transport() {
    let params = SnapshotParams { token: SessionToken::new("t") };
    let result = Canned(r#"{"capture_state":"safe","elements":[]}"#).snapshot(&params).unwrap();
    assert!(result.elements.is_empty());
    for unsafe_state in [r#"{"elements":5,"capture_state":"masked"}"#, r#"{"capture_state":1}"#] {
        let refused = Canned(unsafe_state).snapshot(&params).unwrap_err();
        assert_eq!(refused.message, "demo.snapshot: capture_unsafe");
    }
    let refused = Canned(r#"{"elements":[]}"#).snapshot(&params).unwrap_err();
    assert_eq!(refused.message, "missing property \"capture_state\"");
}

struct Desk;

impl Host for Desk {
    type Error = Violation;

    fn request(&mut self, params: RequestParams) -> Result<RequestResult, Violation> {
        Ok(RequestResult { session: "s".into(), token: SessionToken::new("t"), app: params.app })
    }

    fn apps(&mut self, _: AppsParams) -> Result<AppsResult, Violation> {
        Ok(AppsResult { apps: Vec::new() })
    }

    fn snapshot(&mut self, _: SnapshotParams) -> Result<SnapshotResult, Violation> {
        unreachable!()
    }

    fn act(&mut self, params: ActParams) -> Result<ActResult, Violation> {
        Ok(ActResult { receipt_id: params.step.element_ref })
    }

    fn batch(&mut self, _: BatchParams) -> Result<BatchResult, Violation> {
        unreachable!()
    }

    fn end(&mut self, _: EndParams) -> Result<EndResult, Violation> {
        Ok(EndResult { ended: false, bundle_id: String::new(), bundle_state: BundleState::Complete })
    }
}

#[test]
fn answers_as_a_host() {
    let mut host = Desk;
    assert_eq!(host.answer(Method::Apps, b"{}").unwrap(), r#"{"apps":[]}"#);
    let params = br#"{"token":"t","ref":"e","op":"click"}"#;
    assert_eq!(host.answer(Method::Act, params).unwrap(), r#"{"receipt_id":"e"}"#);
    assert_eq!(host.answer(Method::Act, b"{}").unwrap_err().code, "required");
    assert_eq!(host.answer(Method::End, br#"{"token":"t"}"#).unwrap_err().code, "const");
    let params = br#"{"app":"a","agent_name":"n"}"#;
    assert_eq!(host.answer(Method::Request, params).unwrap(), r#"{"session":"s","token":"t","app":"a"}"#);
}
