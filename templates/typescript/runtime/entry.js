// The check of a whole message: of a text, or of a value that is already parsed.

import { MAX_VIOLATIONS, violationsOf } from "./check.js";
import { ContractError, MAX_DEPTH } from "./error.js";
import { objectPrototype, ownKeys, parseJson } from "./intrinsics.js";
import { ask, isUntouched } from "./plain.js";
import { isExact } from "./scan.js";
import { readText } from "./text.js";
import { readValue } from "./value.js";

export function checkText(text, rule, limit = MAX_VIOLATIONS) {
  return check(() => readText(text), rule, limit);
}

export function checkValue(value, rule, limit = MAX_VIOLATIONS) {
  return check(() => readValue(value, MAX_DEPTH), rule, limit);
}

/** What a rule refuses in the tree that read returns, or the violation that it throws. */
function check(read, rule, limit) {
  try {
    return violationsOf(rule, read(), limit);
  } catch (e) {
    if (e instanceof ContractError) return e.violations;
    throw e;
  }
}

export function parseText(text, rule, fast) {
  if (fast !== undefined && typeof text === "string") {
    try {
      const value = parseJson(text);
      if (isUntouched() && isExact(text, value) && ask(fast, value)) return value;
    } catch {
      // The exact check says why.
    }
  }
  const found = checkText(text, rule);
  if (found.length > 0) throw new ContractError(found);
  return parseJson(text);
}

export function parseValue(value, rule, fast) {
  if (fast !== undefined && test(value, rule, fast)) return value;
  const found = checkValue(value, rule);
  if (found.length > 0) throw new ContractError(found);
  return value;
}

export function test(value, rule, fast) {
  try {
    if (fast !== undefined && isUntouched()) {
      if (ask(fast, value)) return true;
      if (ownKeys(objectPrototype).length === 12) return false; // else it may have read what is inherited
    }
  } catch {
    // It is unsure, or the value threw something.
  }
  try {
    return checkValue(value, rule, 1).length === 0;
  } catch {
    return false;
  }
}
