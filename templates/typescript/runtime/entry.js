// The check of a whole message: of a text, or of a value that is already parsed.

import { MAX_VIOLATIONS, violationsOf } from "./check.js";
import { ContractError } from "./error.js";
import { parseJson } from "./intrinsics.js";
import { isSure } from "./plain.js";
import { isExact } from "./scan.js";
import { readText } from "./text.js";
import { readValue } from "./value.js";

export function checkText(text, rule, limit) {
  return check(readText, text, rule, limit);
}

export function checkValue(value, rule, limit) {
  return check(readValue, value, rule, limit);
}

/** What a rule refuses in the tree that read makes of a message, or the violation that it throws. */
function check(read, message, rule, limit = MAX_VIOLATIONS) {
  try {
    return violationsOf(rule, read(message), limit);
  } catch (e) {
    if (e instanceof ContractError) return e.violations;
    throw e;
  }
}

export function parseText(text, rule, fast) {
  try {
    const value = parseJson(text);
    if (isExact(text, value) && isSure(value, fast, true)) return value;
  } catch {
    // The exact check says why.
  }
  const found = checkText(text, rule);
  if (found.length > 0) throw new ContractError(found);
  return parseJson(text);
}

export function parseValue(value, rule, fast) {
  if (isSure(value, fast)) return value;
  const found = checkValue(value, rule);
  if (found.length > 0) throw new ContractError(found);
  return value;
}

export function test(value, rule, fast) {
  try {
    return isSure(value, fast) || checkValue(value, rule, 1).length === 0;
  } catch {
    return false;
  }
}
