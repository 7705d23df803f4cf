// A host of the demo contract: it owns consent, sessions and policy, and answers the six methods.

import {
  type ActResult,
  type AppsParams,
  type AppsResult,
  type BatchParamsInput,
  type BatchResult,
  type Element,
  ElementRef,
  type ActParamsInput,
  type EndParams,
  type EndResult,
  type ErrorCode,
  type Host,
  meanings,
  type Receipt,
  type RequestParams,
  type RequestResult,
  type SnapshotParams,
  type SnapshotResult,
  type StepInput,
  Token,
} from "@rightkit/contracts/demo/v1";

/** A call that fails with a code of the contract. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(meanings[code]);
    this.code = code;
  }
}

interface Session {
  readonly id: string;
  readonly app: string;
  readonly elements: readonly Element[];
  receipts: number;
}

/** What a session would show if there were an app. */
const elements: readonly Element[] = [
  { ref: ElementRef.from("e1"), role: "button", label: "Save", ops: ["click"] },
  { ref: ElementRef.from("e2"), role: "textfield", label: "Name", ops: ["click", "type", "press"] },
];

export class CutRightHost implements Host {
  readonly #sessions = new Map<Token, Session>();
  readonly #log: string[] = [];
  #next = 1;

  /** What was done, for tests. */
  get log(): readonly string[] {
    return this.#log;
  }

  async "demo.request"({ app, agent_name }: RequestParams): Promise<RequestResult> {
    if (app !== "app.example.notes") throw new Refusal("unknown_app");
    if (agent_name === "") throw new Refusal("consent_denied");
    const session: Session = { id: `s${this.#next++}`, app, elements, receipts: 0 };
    const token = Token.from(`token-${session.id}`);
    this.#sessions.set(token, session);
    return { session: session.id, token, app };
  }

  "demo.apps"(_: AppsParams): AppsResult {
    return { apps: [{ id: "app.example.notes", name: "Notes" }] };
  }

  async "demo.snapshot"({ token }: SnapshotParams): Promise<SnapshotResult> {
    return { capture_state: "safe", elements: [...this.#session(token).elements] };
  }

  async "demo.act"(params: ActParamsInput): Promise<ActResult> {
    const { token, ...step } = params;
    return this.#run(this.#session(token), step);
  }

  async "demo.batch"({ token, steps }: BatchParamsInput): Promise<BatchResult> {
    const session = this.#session(token);
    const results: Receipt[] = [];
    for (const [index, step] of steps.entries()) {
      try {
        results.push(this.#run(session, step));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { completed: index, results, failed_step: index, error_code: error.code };
      }
    }
    return { completed: steps.length, results, failed_step: null, error_code: null };
  }

  async "demo.end"({ token }: EndParams): Promise<EndResult> {
    const session = this.#session(token);
    this.#sessions.delete(token);
    return { ended: true, bundle_id: `bundle-${session.id}`, bundle_state: "complete" };
  }

  #session(token: Token): Session {
    const session = this.#sessions.get(token);
    if (session === undefined) throw new Refusal("invalid_token");
    return session;
  }

  #run(session: Session, step: StepInput): Receipt {
    const element = session.elements.find(({ ref }) => ref === step.ref);
    if (element === undefined || !element.ops.includes(step.op)) throw new Refusal("target_blocked");
    switch (step.op) {
      case "click":
        this.#log.push(`click ${element.label}`);
        break;
      case "type":
        this.#log.push(`type ${step.text.length} characters into ${element.label}`);
        break;
      case "press":
        this.#log.push(`press ${step.key.toLowerCase()}`);
        break;
    }
    session.receipts += 1;
    return { receipt_id: `${session.id}-${session.receipts}` };
  }
}
