// The rules and straight-line functions that tests use, as an emitter writes them.

import * as wire from "../wire.js";

const { enter, isArray, isClosed, isInt64, isOpen, unsure } = wire;
const holes = [];

export const ruleOp = { at: "/$defs/op", type: 16, keywords: [wire.keywordEnum], enum: ["click", "type", "press"] };
const ruleText = { at: "/$defs/step/properties/text", type: 16 };
export const ruleStep = {
  at: "/$defs/step",
  type: 64,
  keywords: [wire.keywordProperties, wire.keywordRequired, wire.keywordRequiredWhen],
  properties: [
    ["ref", { at: "/$defs/ref", type: 16 }],
    ["op", ruleOp],
    ["text", ruleText],
    ["n", { at: "/$defs/n", type: 4 }],
  ],
  required: ["ref", "op"],
  requiredWhen: [{ at: "contract.yaml#/conditions/0", property: "op", equals: "type", required: ["text"] }],
};
export const ruleSteps = {
  at: "/$defs/steps",
  type: 32,
  keywords: [wire.keywordItems, wire.keywordItemCount],
  items: ruleStep,
  minItems: 1,
  maxItems: 20,
};
/** A closed object, whose property names are awkward. */
export const ruleOdd = {
  at: "/$defs/odd",
  type: 64,
  keywords: [wire.keywordMembers],
  properties: [
    ["__proto__", { at: "/$defs/odd/properties/__proto__", type: 4 }],
    ["constructor", { at: "/c", type: 4 }],
  ],
  additionalProperties: { at: "/$defs/odd/additionalProperties", never: true, keywords: [wire.keywordNever] },
};
/** A tree: it contains itself. */
export const ruleTree = {
  at: "/$defs/tree",
  type: 64,
  keywords: [wire.keywordProperties],
  properties: [
    ["left", () => ruleTree],
    ["right", () => ruleTree],
  ],
};

export function fastOp(v) {
  return v === "click" || v === "type" || v === "press";
}

const namesStep = ["ref", "op", "text", "n"];

export function fastStep(v) {
  if (typeof v !== "object" || v === null) return false;
  const { ref, op, text, n: number } = v;
  if (typeof ref !== "string" || !fastOp(op)) return false;
  let n = 2;
  if (text !== undefined) {
    if (typeof text !== "string") return false;
    n++;
  }
  if (number !== undefined) {
    if (!isInt64(number)) return false;
    n++;
  }
  if (op === "type" && text === undefined) return false;
  return isOpen(v, n, namesStep);
}

export function fastSteps(v) {
  if (!isArray(v)) return false;
  const n = v.length;
  if (n < 1 || n > 20) return false;
  for (let i = 0; i < n; i++) {
    if (i in holes) unsure();
    if (!fastStep(v[i])) return false;
  }
  return true;
}

const namesOdd = ["__proto__", "constructor"];

export function fastOdd(v) {
  if (typeof v !== "object" || v === null) return false;
  const a = wire.own(v, "__proto__");
  const b = wire.own(v, "constructor");
  let n = 0;
  if (a !== undefined) {
    if (!isInt64(a)) return false;
    n++;
  }
  if (b !== undefined) {
    if (!isInt64(b)) return false;
    n++;
  }
  return isClosed(v, n, namesOdd);
}

const namesTree = ["left", "right"];

export function fastTree(v, depth = 0) {
  enter(depth);
  if (typeof v !== "object" || v === null) return false;
  const { left, right } = v;
  let n = 0;
  if (left !== undefined) {
    if (!fastTree(left, depth + 1)) return false;
    n++;
  }
  if (right !== undefined) {
    if (!fastTree(right, depth + 1)) return false;
    n++;
  }
  return isOpen(v, n, namesTree);
}

/** The shapes with their rules and functions. */
export const shapes = {
  op: [ruleOp, fastOp],
  step: [ruleStep, fastStep],
  steps: [ruleSteps, fastSteps],
  odd: [ruleOdd, fastOdd],
  tree: [ruleTree, fastTree],
};
