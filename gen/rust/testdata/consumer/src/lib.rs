//! One piece of code twice: against the published crate, and against the generated one. Only the `use` lines differ.

#[cfg(feature = "published")]
#[cfg_attr(not(test), allow(unused_imports))]
mod published {
    use rightkit_agent_tools::backends::demo::{
        ActParams, ActResult, ActStep, AppsResult, BatchParams, BatchResult, BundleState, CaptureState, DemoApp,
        DemoErrorCode, ElementOp, EndResult, Method, RequestParams, RequestResult, SessionToken, SnapshotElement,
        SnapshotResult, CALL_TIMEOUT, CONSENT_TIMEOUT, DEMO_SERVICE, FIXTURE_APP_ID, MAX_BATCH_STEPS, METHODS,
    };

    include!("agent.rs");
}

#[cfg_attr(not(test), allow(unused_imports))]
mod generated {
    use rightkit_contracts_generated::demo::v1::{
        ActParams, ActResult, ActStep, AppsResult, BatchParams, BatchResult, BundleState, CaptureState, DemoApp,
        DemoErrorCode, ElementOp, EndResult, Method, RequestParams, RequestResult, SessionToken, SnapshotElement,
        SnapshotResult, CALL_TIMEOUT, DEMO_SERVICE, FIXTURE_APP_ID, MAX_BATCH_STEPS, METHODS,
        REQUEST_TIMEOUT as CONSENT_TIMEOUT,
    };

    include!("agent.rs");
}

#[cfg(test)]
mod serde_tests;
