// What the straight-line functions of a contract call, see Fast in wire.d.ts. They run while no prototype has a
// property that for-in would show, so what they count are own properties; what is hidden, such as a property that is
// not enumerable, shows as a difference between the properties that were read and those that are counted. Only their
// yes counts: when they say no, or something is thrown, the exact check decides, as what they have read may be hidden or
// inherited.
//
// For speed: getPrototypeOf costs nothing where the engine knows the form of the object, that is, after a property of
// it has been read, and in a function so short that it becomes a part of its caller; and an engine trusts a constant
// of its own file more than an imported one.

import { violationsOf } from "./check.js";
import { compareDecimals, decimal, isMultipleOf } from "./decimal.js";
import { firstRepeat } from "./equal.js";
import { hasOwn, include, isFinite, isIn, isInteger, Names } from "./intrinsics.js";
import { countPoints } from "./quote.js";
import { isValueOf, matches } from "./scalars.js";
import { readValue } from "./value.js";

const { getPrototypeOf, prototype: objectPrototype } = Object;
const { isArray: isArrayLike, prototype: arrayPrototype } = Array;

const nothing = {};

/** Leaves the answer to the exact check. An engine knows that what stands behind it did not happen. */
export function unsure() {
  throw nothing;
}

/** How many values the straight-line functions may still look at one by one; see enter. */
let left = 0;
/** Whether JSON.parse has made the value, so that what is in it is JSON, and no deeper than MAX_DEPTH. */
let isParsed = false;

/** Whether a straight-line function, if there is one, is sure that it accepts a value. */
export function isSure(value, fast, parsed) {
  try {
    for (const _ in nothing) return false; // for-in would show more than own properties
    left = 1_000_000;
    isParsed = parsed;
    return fast !== undefined && fast(value);
  } catch {
    return false;
  }
}

/**
 * How deep the functions go: what they do not know themselves may go as deep again. Both together are below
 * MAX_DEPTH.
 */
const DEEP = 60;

export function enter(depth) {
  if (depth > DEEP || --left < 0) unsure();
}

// Mostly the properties are the first n names in their order. They are compared, not only counted, as what is hidden
// among those that were read could make up for what is unknown.

export function isOpen(v, n, names) {
  const prototype = getPrototypeOf(v);
  if ((prototype !== objectPrototype && prototype !== null) || isArrayLike(v)) return false;
  let i = 0;
  for (const name in v) {
    if (name !== names[i]) return isRestAccepted(v, n, names, true);
    i++;
  }
  return i === n || isRestAccepted(v, n, names, true);
}

export function isClosed(v, n, names) {
  const prototype = getPrototypeOf(v);
  if ((prototype !== objectPrototype && prototype !== null) || isArrayLike(v)) return false;
  let i = 0;
  for (const name in v) {
    if (name !== names[i]) return isRestAccepted(v, n, names, false);
    i++;
  }
  return i === n || isRestAccepted(v, n, names, false);
}

/** Whether what v has besides n of the names is accepted. */
function isRestAccepted(v, n, names, isOpen) {
  let known = 0;
  let ok = true;
  for (const name in v) {
    if (isOneOf(names, name)) known++;
    else ok = ok && isOpen && isJson(v[name]);
  }
  return ok && known === n;
}

function isOneOf(names, name) {
  for (let i = 0; i < names.length; i++) if (names[i] === name) return true;
  return false;
}

export function isMap(v) {
  if (typeof v !== "object" || v === null || isArrayLike(v)) return false;
  const prototype = getPrototypeOf(v);
  return prototype === objectPrototype || prototype === null;
}

export function own(v, name) {
  return hasOwn(v, name) ? v[name] : undefined;
}

export function isArray(v) {
  return isArrayLike(v) && v.length >= 0 && getPrototypeOf(v) === arrayPrototype;
}

export function isJson(v) {
  if (v === null || v === true || v === false || typeof v === "string" || isFinite(v)) return true;
  return isParsed ? v !== undefined : readValue(v, DEEP) !== undefined;
}

export function isNumber(v) {
  return isFinite(v);
}

export function isInt64(v) {
  return isInteger(v) && v >= -9223372036854775808 && v < 9223372036854775808;
}

export function isUint64(v) {
  return isInteger(v) && v >= 0 && v < 18446744073709551616;
}

export function isLength(v, min, max = Infinity) {
  // A code point has one or two code units.
  if (v.length < min || v.length > 2 * max) return false;
  if (v.length >= 2 * min && v.length <= max) return true;
  const n = countPoints(v);
  return n >= min && n <= max;
}

export function isMatch(v, pattern) {
  return matches(pattern, v);
}

export function isUnique(v) {
  const seen = new Names();
  for (let i = 0; i < v.length; i++) {
    if (typeof v[i] === "object" && v[i] !== null) return firstRepeat(readValue(v, DEEP).list) === undefined;
    if (isIn(seen, v[i])) return false;
    include(seen, v[i]);
  }
  return true;
}

export function isEqual(v, json) {
  return isValueOf(readValue(v, DEEP), json);
}

export function compare(v, text) {
  return compareDecimals(decimal(`${v}`), decimal(text));
}

export function isMultiple(v, text) {
  return isMultipleOf(decimal(`${v}`), decimal(text));
}

export function accepts(v, rule) {
  return violationsOf(rule, readValue(v, DEEP), 1).length === 0;
}
