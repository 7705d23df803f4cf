import { isInstance } from "./intrinsics.js";

/** One violation in one line: `/steps/3/op: got "clik", want "click", "type" or "press" [enum]`. */
export function describe(violation) {
  const { code, instance, message } = violation;
  return `${instance === "" ? "" : `${instance}: `}${message} [${code}]`;
}

/** What the errors of every copy of this runtime have, so that instanceof knows those of another copy. */
const brand = Symbol.for("lockstep.ContractError");

/** A message is refused. See wire.d.ts. */
export class ContractError extends Error {
  violations;

  constructor(violations) {
    let lines = "";
    for (let i = 0; i < violations.length; i++) lines += (i > 0 ? "\n" : "") + describe(violations[i]);
    super(lines);
    this.violations = violations;
  }

  get name() {
    return "ContractError";
  }

  get [brand]() {
    return true;
  }

  static [Symbol.hasInstance](error) {
    return this === ContractError ? error?.[brand] === true : isInstance(this, error);
  }
}

/** The error for what is no message, whatever the schema says. */
export function refusal(code, message, instance = "") {
  return new ContractError([{ code, instance, keyword: "", message }]);
}

/** How deep arrays and objects may nest: [] is 1 deep. It is what serde_json accepts by default. */
export const MAX_DEPTH = 127;

/** The error for what nests deeper. */
export function tooDeep() {
  return refusal("depth", `nested deeper than ${MAX_DEPTH} levels`);
}
