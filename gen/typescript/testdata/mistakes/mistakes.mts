// One mistake a line. Each line that is marked must not compile, and no other line may fail.

import {
  ActParams,
  type AnyCode,
  type AppsParams,
  assertNever,
  BatchParams,
  type BatchResult,
  type Client,
  type Element,
  ElementRef,
  type EndResult,
  ErrorCode,
  type Host,
  type InputOf,
  limits,
  meanings,
  type MethodName,
  type Methods,
  type ParamsOf,
  type Receipt,
  type RequestResult,
  service,
  type SnapshotResult,
  Step,
  type StepInput,
  Token,
  tools,
} from "@rightkit/contracts/demo/v1";

declare const client: Client;
declare const host: Host;
declare const token: Token;
declare const ref: ElementRef;
declare const step: Step;
declare const result: BatchResult;
declare const unknown: unknown;

// @ts-expect-error a property is missing
export const m01: Step = { op: "click" };
// @ts-expect-error there is no such operation
export const m02: Step = { ref, op: "hover" };
// @ts-expect-error undefined is not absent
export const m03: Step = { ref, op: "click", text: undefined };
// @ts-expect-error null is not absent
export const m04: Step = { ref, op: "click", text: null };
// @ts-expect-error a plain string is no ElementRef
export const m05: Step = { ref: "e1", op: "click" };
// @ts-expect-error a plain string is no Token
export const m06: BatchParams = { token: "token-1", steps: [] };
// @ts-expect-error a Token is no ElementRef
export const m07: Step = { ref: token, op: "click" };
// @ts-expect-error a property that nothing names
export const m08: Step = { ref, op: "click", txet: "a" };
// @ts-expect-error type needs a text
export const m09: StepInput = { ref, op: "type" };
// @ts-expect-error press needs a key
export const m10: StepInput = { ref, op: "press", text: "enter" };
// @ts-expect-error click takes no text
export const m11: StepInput = { ref, op: "click", text: "a" };
// @ts-expect-error the text may be absent
export const m12: string = step.text;
// @ts-expect-error a wrong method name
export const m13 = client.call("demo.bath", { token });
// @ts-expect-error the params of another method
export const m14 = client.call("demo.batch", { token });
// @ts-expect-error the result is a promise
export const m15: RequestResult = client.call("demo.request", { app: "a", agent_name: "b" });
// @ts-expect-error the result of another method
export const m16: Promise<EndResult> = client.call("demo.snapshot", { token });
// @ts-expect-error one step is no array of steps
export const m17: BatchParams = { token, steps: step };
// @ts-expect-error null where the contract says null, not undefined
export const m18: BatchResult = { completed: 0, results: [], failed_step: undefined, error_code: null };
// @ts-expect-error a property that may be null must still be there
export const m19: BatchResult = { completed: 0, results: [], error_code: null };
// @ts-expect-error it may be null
export const m20: number = result.failed_step;
// @ts-expect-error there is no such error code
export const m21: ErrorCode = "invalid_tokens";
// @ts-expect-error a code of the client is no code of the contract
export const m22: ErrorCode = "unknown_tool";
// @ts-expect-error a code of the transport is no code that the contract knows
export const m23: AnyCode = "request_not_allowed";
// @ts-expect-error false is not true
export const m24: EndResult = { ended: false, bundle_id: "b", bundle_state: "complete" };
// @ts-expect-error a bundle has no such state
export const m25: EndResult = { ended: true, bundle_id: "b", bundle_state: "open" };
// @ts-expect-error a snapshot in another state is none
export const m26: SnapshotResult = { capture_state: "unsafe", elements: [] };
// @ts-expect-error a number written as a string
export const m27: BatchResult = { completed: "1", results: [], failed_step: null, error_code: null };
// @ts-expect-error a host without a method
export const m28: Host = { ...host, "demo.end": undefined };
// @ts-expect-error a host with a wrong result
export const m29: Host = { ...host, "demo.apps": () => ({ apps: ["notes"] }) };
// @ts-expect-error a host that wants more than it gets
export const m30: Host = { ...host, "demo.apps": (params: { token: Token }) => ({ apps: [] }) };
// @ts-expect-error an unknown value is nothing before it is checked
export const m31: Step = unknown;
// @ts-expect-error a check of another shape
export const m32: Token[] = [unknown].filter(Step.is);
// @ts-expect-error a switch that leaves a case out
export const m33 = (s: StepInput) => { switch (s.op) { case "click": return 1; case "type": return 2; default: return assertNever(s); } };
// @ts-expect-error a code without a meaning
export const m34 = meanings["request_not_allowed"];
// @ts-expect-error constants cannot be changed
service.name = "other";
// @ts-expect-error nor limits
limits["batch.params"].steps.maxItems = 21;
// @ts-expect-error a limit that there is not
export const m37 = limits["batch.params"].token.maxLength;
// @ts-expect-error a tool that there is not
export const m38 = tools["demo.bath"];
// @ts-expect-error an element without its operations
export const m39: Element = { ref, role: "button", label: "Save" };
// @ts-expect-error an item may not be there
export const m40: Receipt = result.results[0];
// @ts-expect-error params are an object
export const m41: AppsParams = "nothing";
// @ts-expect-error a method of the map has no such part
export type M42 = Methods["demo.batch"]["errors"];
// @ts-expect-error the params of a method that there is not
export type M43 = ParamsOf<"demo.bath">;
// @ts-expect-error the name of a method is no string
export const m44: MethodName = `demo.${"batch" as string}`;
// @ts-expect-error a number is no token
export const m45: string = Token.from(1) * 2;
// @ts-expect-error values of an enum cannot be changed
ErrorCode.values.push("consent_denied");
// @ts-expect-error a parsed message has its own type
export const m47: BatchParams = ActParams.parse("{}");
// @ts-expect-error the token is a string after all
export const m48: number = token;
// @ts-expect-error a call of type needs a text
export const m49 = client.call("demo.act", { token, ref, op: "type" });
// @ts-expect-error so does a step of a batch
export const m50 = client.call("demo.batch", { token, steps: [{ ref, op: "type" }] });
// @ts-expect-error the schema's own type leaves open whether the conditions hold
export const m51 = (params: ParamsOf<"demo.act">) => client.call("demo.act", params);
// @ts-expect-error a step is added as it may be sent
export const m52 = (params: InputOf<"demo.batch">) => params.steps.push({ ref, op: "type" });
// @ts-expect-error nothing is known of a property that the contract does not name
export const m53 = (params: AppsParams): string => params["app"];

// What is right compiles, so that the lines above fail for the reason that they give.
export const right: Step[] = [{ ref, op: "click" }, { ref, op: "type", text: "a" }, step, ...(Step.is(unknown) ? [unknown] : [])];
export const text: string = token;
export const texts: string[] = right.flatMap((s) => (s.op === "type" && s.text !== undefined ? [s.text] : []));
export const one = (s: StepInput): string => (s.op === "type" ? s.text : s.op === "press" ? s.key : s.ref);
export const deliberate: Step = { ref: ElementRef.from("e1"), op: "click" };
export const both: InputOf<"demo.batch"> = { token, steps: [{ ref, op: "click" }, { ref, op: "press", key: "enter" }] };
export const sent = client.call("demo.batch", both);
export const annotated: BatchParams = BatchParams.parse("{}");
export const nothing: AppsParams = {};
export const weaker = (params: InputOf<"demo.act">): ParamsOf<"demo.act"> => params;
