// What stands between the transport and a host: each text from outside is checked once, with one call.

import {
  type AnyCode,
  assertNever,
  ContractError,
  type ErrorCode,
  type Host,
  type MethodName,
  tools,
  type Violation,
} from "@rightkit/contracts/demo/v1";

import { Refusal } from "./host.mjs";

export type Answer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: AnyCode; readonly violations: readonly Violation[] };

export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(tools, name);
}

/** Answers one call. */
export async function serve(host: Host, method: string, text: string): Promise<Answer> {
  if (!isMethod(method)) return { ok: false, code: "unknown_tool", violations: [] };
  try {
    return { ok: true, result: await answer(host, method, text) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, code: error.code, violations: [] };
    if (error instanceof ContractError) return { ok: false, code: "invalid_arguments", violations: error.violations };
    throw error;
  }
}

/** Params and result have the types of the same method here, whichever it is. */
async function answer<M extends MethodName>(host: Host, method: M, text: string) {
  const params = tools[method].params.parse(text);
  return tools[method].result.from(await host[method](params));
}

/** What a person reads. A code more in the contract, and this does not compile. */
export function explain(code: ErrorCode): string {
  switch (code) {
    case "demo_disabled":
      return "Switch on demo mode.";
    case "consent_denied":
      return "You said no.";
    case "invalid_token":
    case "session_ended":
    case "session_killed":
      return "The session is over.";
    case "unknown_app":
      return "There is no such app.";
    case "not_armed":
      return "Wait until the session is armed.";
    case "permission_missing":
      return "Give CutRight the permission.";
    case "target_blocked":
      return "CutRight does not touch that.";
    case "capture_unsafe":
      return "The app is not safe to capture.";
    case "invalid_arguments":
    case "malformed_response":
      return "The two sides do not speak the same contract.";
    case "service_unavailable":
      return "CutRight is not running.";
    default:
      return assertNever(code);
  }
}
