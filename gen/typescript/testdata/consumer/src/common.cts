// The same contract from CommonJS.

import demo = require("@rightkit/contracts/demo/v1");

const token = demo.Token.from("token-1");
const ref = demo.ElementRef.from("e1");

const host: demo.Host = {
  "demo.request": ({ app }) => ({ session: "s1", token, app }),
  "demo.apps": () => ({ apps: [] }),
  "demo.snapshot": async () => ({ capture_state: "safe", elements: [{ ref, role: "button", label: "Save", ops: ["click"] }] }),
  "demo.act": async (params) => ({ receipt_id: describe(params) }),
  "demo.batch": async ({ steps }) => ({
    completed: steps.length,
    results: steps.map((step) => ({ receipt_id: describe(step) })),
    failed_step: null,
    error_code: null,
  }),
  "demo.end": async () => ({ ended: true, bundle_id: "b1", bundle_state: "killed" }),
};

function describe(step: demo.StepInput): string {
  switch (step.op) {
    case "click":
      return `click ${step.ref}`;
    case "type":
      return `type ${step.text}`;
    case "press":
      return `press ${step.key}`;
    default:
      return demo.assertNever(step);
  }
}

function isFinal(code: demo.ErrorCode): boolean {
  switch (code) {
    case "session_ended":
    case "session_killed":
    case "demo_disabled":
    case "consent_denied":
    case "invalid_token":
    case "unknown_app":
      return true;
    case "not_armed":
    case "permission_missing":
    case "target_blocked":
    case "capture_unsafe":
    case "invalid_arguments":
    case "service_unavailable":
    case "malformed_response":
      return false;
    default:
      return demo.assertNever(code);
  }
}

async function batch(): Promise<demo.BatchResult> {
  const steps: demo.StepInput[] = [{ ref, op: "click" }, { ref, op: "type", text: "abc" }];
  const params = demo.BatchParams.from({ token, steps });
  return demo.BatchResult.from(await host["demo.batch"](params));
}

async function label(): Promise<string> {
  const snapshot: demo.SnapshotResult = await host["demo.snapshot"]({ token });
  const [element] = snapshot.elements;
  return snapshot.capture_state === "safe" && element !== undefined ? element.label : "";
}

export = { host, isFinal, batch, label, codes: demo.ErrorCode.values };
