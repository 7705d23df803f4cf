// The reader of values that are already parsed.
//
// What counts as a JSON value: null, booleans, finite numbers, strings, plain arrays (their prototype is
// Array.prototype) and plain objects (their prototype is Object.prototype or null); the prototypes may be those of
// another realm, such as a frame or a context of node:vm. A value that holds anything else, wherever it is, is no
// message, whatever the schema says: undefined, functions, symbols, BigInt, NaN, Date, Map, boxed primitives, typed
// arrays, class instances, arrays with a hole, and what throws when it is read. It has one violation, of code "type",
// for the first such part. The same holds for what nests deeper than MAX_DEPTH, a cycle included: "depth".
//
// As in JSON.stringify, the members of an object are its own enumerable properties with a string as name, in the order
// of the language, and others are as good as absent; of an array every item counts, enumerable or not. Each is read
// once; a getter is run. -0 is 0. A number has the shortest decimal that stands for it: what a
// text said beyond that is lost, as are repeated members, the order of members whose names are integers, and the
// spelling of strings; half a surrogate pair in a string is accepted here, though no text may hold one. A proxy is
// what its traps say it is.

import { MAX_DEPTH, refusal, tooDeep } from "./error.js";
import { getFrom, getPrototypeOf, hasOwn, isArray, isFinite, keys, max } from "./intrinsics.js";
import { objectPrototype, setIn, Table, tagOf } from "./intrinsics.js";
import { addItem, addMember, ARRAY, BOOLEAN, branch, leaf, list, NULL, NUMBER, OBJECT } from "./node.js";
import { pointer, STRING } from "./node.js";
import { quote } from "./quote.js";

/** How many values there may be, if one object stands in many places. */
const LARGE = 1_000_000;
/** An object with fewer values in it is read anew wherever it stands. */
const MUCH = 16;

/** Whether a prototype is null, or Object.prototype of any realm: no class has such a one. */
function isObjectPrototype(prototype) {
  return (
    prototype === objectPrototype ||
    prototype === null ||
    (getPrototypeOf(prototype) === null && hasOwn(prototype, "isPrototypeOf"))
  );
}

/**
 * The tree of a value that nests no deeper than limit. One that is refused throws a ContractError with the
 * violation.
 */
export function readValue(value, limit = MAX_DEPTH) {
  /** The steps to the value at hand; so many of them. */
  const path = list();
  let steps = 0;
  /** What has been read of each object that holds much, as one value may hold another one many times over. */
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
    if (node.size > MUCH) setIn(known, value, node);
    checkDepth(depth + node.height);
    return node;
  }

  function contents(value, depth) {
    checkDepth(depth + 1);
    const isList = isArray(value);
    // Array.prototype is an array, in any realm; that of a class is none.
    if (!(isList ? isArray : isObjectPrototype)(getPrototypeOf(value))) {
      refuse(`a class instance ${quote(tagOf(value))}`);
    }
    const node = branch(isList ? ARRAY : OBJECT);
    const names = isList ? value : keys(value);
    for (let i = 0; i < names.length; i++) {
      const name = isList ? i : names[i];
      if (isList && !hasOwn(value, i)) refuse("an array with a hole");
      path[depth] = name;
      steps = depth + 1;
      const sub = read(value[name], steps);
      steps = depth;
      if (isList) addItem(node, sub);
      else addMember(node, name, sub);
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
