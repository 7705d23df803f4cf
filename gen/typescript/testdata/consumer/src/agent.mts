// A client of the contract: what an agent would do with the typed calls.

import {
  type ActParamsInput,
  type BatchParamsInput,
  type Client,
  ContractError,
  ElementRef,
  type InputOf,
  limits,
  type MethodName,
  type ResultOf,
  service,
  type SnapshotResult,
  Step,
  type StepInput,
  tools,
} from "@rightkit/contracts/demo/v1";

import type { Answer } from "./serve.mjs";

/** Sends the text of a call and gives the answer. */
export type Transport = (method: MethodName, text: string) => Promise<Answer>;

export class Agent implements Client {
  readonly name: "right-ctl" = service.client;
  readonly #send: Transport;

  constructor(send: Transport) {
    this.#send = send;
  }

  async call<M extends MethodName>(method: M, params: InputOf<M>): Promise<ResultOf<M>> {
    const answer = await this.#send(method, JSON.stringify(tools[method].params.from(params)));
    if (!answer.ok) throw new Error(answer.code);
    return tools[method].result.from(answer.result);
  }
}

/** The elements that can take a text; a snapshot in any other state than "safe" has none. */
export function fields(snapshot: unknown): ElementRef[] {
  if (!isSnapshot(snapshot)) return [];
  const state: "safe" = snapshot.capture_state;
  return state === "safe" ? snapshot.elements.filter((e) => e.ops.includes("type")).map((e) => e.ref) : [];
}

function isSnapshot(value: unknown): value is SnapshotResult {
  return tools["demo.snapshot"].result.is(value);
}

/** Fills in the first field and presses enter. */
export async function fill(client: Client, text: string): Promise<string> {
  const { token, ...session } = await client.call("demo.request", { app: "app.example.notes", agent_name: "tester" });
  const [field] = fields(await client.call("demo.snapshot", { token }));
  if (field === undefined) return `${session.app}: nothing to fill in`;
  const click: StepInput = { ref: field, op: "click" };
  const steps: StepInput[] = [click, { ...click, op: "type", text }, { ref: field, op: "press", key: "enter" }];
  if (steps.length > limits["batch.params"].steps.maxItems) throw new RangeError("too many steps");
  const batch: BatchParamsInput = { token, steps };
  const { completed, failed_step, error_code } = await client.call("demo.batch", batch);
  const act: ActParamsInput = { token, ref: ElementRef.from("e1"), op: "click" };
  const { receipt_id } = await client.call("demo.act", act);
  const end = await client.call("demo.end", { token });
  const done: true = end.ended;
  return failed_step === null ? `${completed} ${receipt_id} ${end.bundle_state} ${done}` : `${failed_step}: ${error_code}`;
}

/** What is wrong with a step, in words. */
export function complain(text: string): string {
  try {
    const step = Step.parse(text);
    return step.op === "type" ? `type ${step.text}` : step.op;
  } catch (error) {
    return error instanceof ContractError ? error.message : "not a refusal";
  }
}
