// The reader of values that are already parsed.
//
// What counts as a JSON value: null, booleans, finite numbers, strings, plain arrays (their prototype is
// Array.prototype) and plain objects (their prototype is Object.prototype or null). A value that holds anything else,
// wherever it is, is no message, whatever the schema says: undefined, functions, symbols, BigInt, NaN, Date, Map,
// boxed primitives, typed arrays, class instances, objects of another realm, arrays with a hole, and what throws when
// it is read. It has one violation, of code "type", for the first such part. The same holds for what nests deeper
// than MAX_DEPTH, a cycle included: "depth".
//
// Of an object its own enumerable properties with a string as name are its members, in the order of the language;
// others are as good as absent (but test is false for an object that hides a property of the contract with a wrong
// value). Each is read once; a getter is run. -0 is 0. A number has the shortest decimal that stands for it: what a
// text said beyond that is lost, as are repeated members, the order of members whose names are integers, and the
// spelling of strings; half a surrogate pair in a string is accepted here, though no text may hold one. A proxy is
// what its traps say it is.

import { refusal, tooDeep } from "./error.js";
import { arrayPrototype, getFrom, getPrototypeOf, isArray, isFinite, keys, max } from "./intrinsics.js";
import { objectPrototype, setIn, Table, tagOf } from "./intrinsics.js";
import { add, addMember, ARRAY, BOOLEAN, branch, leaf, list, NULL, NUMBER, OBJECT } from "./node.js";
import { pointer, STRING } from "./node.js";
import { quote } from "./quote.js";

/** How many values there may be, if one object stands in many places. */
const LARGE = 1_000_000;

/**
 * The tree of a value that nests no deeper than limit. One that is refused throws a ContractError with the
 * violation.
 */
export function readValue(value, limit) {
  /** The steps to the value at hand; so many of them. */
  const path = list();
  let steps = 0;
  /** What has been read of each object, as one value may hold another one many times over. */
  const known = new Table();
  /** How many values have been read. */
  let count = 0;
  /** What is thrown here; at first nothing that a getter could throw. */
  let refused = known;

  function refuse(what) {
    refused = refusal("type", `got ${what}, want a JSON value`, pointer(path, steps));
    throw refused;
  }

  function checkDepth(depth) {
    if (depth <= limit) return;
    refused = tooDeep();
    throw refused;
  }

  /** The tree of a value inside so many arrays and objects. */
  function read(value, depth) {
    const type = typeof value;
    count++;
    if (value === null || type === "boolean") return leaf(value === null ? NULL : BOOLEAN, `${value}`);
    if (type === "string") return leaf(STRING, value);
    if (type === "number" && isFinite(value)) return leaf(NUMBER, spell(value));
    if (type !== "object") refuse(type === "number" || value === undefined ? `${value}` : `a ${type}`);
    const node = getFrom(known, value) ?? contents(value, depth);
    setIn(known, value, node);
    checkDepth(depth + node.height);
    return node;
  }

  function contents(value, depth) {
    checkDepth(depth + 1);
    const isList = isArray(value);
    const prototype = getPrototypeOf(value);
    if (prototype !== (isList ? arrayPrototype : objectPrototype) && (isList || prototype !== null)) {
      refuse(`${quote(tagOf(value))} with a prototype of its own`);
    }
    const node = branch(isList ? ARRAY : OBJECT);
    const names = keys(value);
    for (let i = 0; i < (isList ? value : names).length; i++) {
      if (isList && (i >= names.length || names[i] !== `${i}`)) refuse("an array with a hole");
      path[depth] = names[i];
      steps = depth + 1;
      const sub = read(value[names[i]], steps);
      steps = depth;
      if (isList) add(node.list, sub);
      else addMember(node, names[i], sub);
      node.height = max(node.height, 1 + sub.height);
      node.size += sub.size;
    }
    if (node.size > LARGE && node.size > count) refuse("more values than a text could hold");
    return node;
  }

  try {
    return read(value, 0);
  } catch (e) {
    if (e !== refused) refuse("what cannot be read");
    throw e;
  }
}

/** The shortest decimal, but for the least integer of 64 bits, as that would be less than it. */
function spell(n) {
  return n === -9223372036854775808 ? "-9223372036854775808" : `${n}`;
}
