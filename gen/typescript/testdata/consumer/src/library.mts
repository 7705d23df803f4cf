// A library on top of the contract: what it exports has inferred types, which its own declarations have to be able to name.

import {
  BatchParams,
  ElementOp,
  ElementRef,
  type Host,
  limits,
  meanings,
  type MethodName,
  shapes,
  Step,
  Token,
  tools,
} from "@rightkit/contracts/demo/v1";

export const token = Token.from("token-1");
export const shape = Step;
export const operations = ElementOp;
export const names = ElementOp.values;
export const step = Step.parse('{"ref": "e1", "op": "click"}');
export const spread = { ...step, seen: true };
export const batch = (text: string) => BatchParams.parse(text);
export const click = { ref: ElementRef.from("e1"), op: "click" } as const;
export const table = { tools, shapes, meanings, limits, batch: tools["demo.batch"] };

export async function run<M extends MethodName>(host: Host, method: M, text: string) {
  return tools[method].result.from(await host[method](tools[method].params.parse(text)));
}

export class Watcher {
  readonly violations = Step.check({});
  readonly tokens = Token;
}
