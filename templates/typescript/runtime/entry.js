// The check of a whole message: of a text, or of a value that is already parsed.

import { MAX_VIOLATIONS, violationsOf } from "./check.js";
import { ContractError } from "./error.js";
import { objectPrototype, ownKeys, parseJson } from "./intrinsics.js";
import { ask, isUntouched } from "./plain.js";
import { isExact } from "./scan.js";
import { MAX_DEPTH, readText, refusal, tooDeep } from "./text.js";
import { readValue } from "./value.js";

export function checkText(text, rule, limit = MAX_VIOLATIONS) {
  if (typeof text !== "string") return [refusal("syntax", "got no text")];
  const { root, refused } = readText(text);
  return refused === undefined ? violationsOf(rule, root, [], limit) : [refused];
}

export function checkValue(value, rule, limit = MAX_VIOLATIONS) {
  const { root, foreign } = readValue(value, MAX_DEPTH);
  return root === undefined ? [tooDeep()] : violationsOf(rule, root, foreign, limit);
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
