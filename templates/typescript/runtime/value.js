// The reader of values that are already parsed.
//
// What counts as a JSON value: null, booleans, finite numbers, strings, plain arrays (their prototype is Array.prototype)
// and plain objects (their prototype is Object.prototype or null). Everything else is foreign, wherever it stands, and
// gets a violation of code "type": undefined, functions, symbols, BigInt, NaN, Date, Map, boxed primitives, typed arrays,
// class instances, objects of another realm, arrays with a hole, and properties that throw when they are read.
//
// Of an object its own enumerable properties with a string as name are its members, in the order of the language; others
// are as good as absent (but test is false for an object that hides a property of the contract with a wrong value). Each is read once; a getter is run. What nests deeper than MAX_DEPTH, a cycle included, gets
// the violation "depth" alone. -0 is 0. A number has the shortest decimal that stands for it: what a text said beyond
// that is lost, as are repeated members, the order of members whose names are integers, and the spelling of strings; half
// a surrogate pair in a string is accepted here, though no text may hold one. A proxy is what its traps say it is.

import { arrayPrototype, execute, getFrom, getPrototypeOf, hasOwn, indexOf, isArrayLike, isFinite } from "./intrinsics.js";
import { keys, max, objectPrototype, setIn, slice, string, Table, tagOf } from "./intrinsics.js";
import { add, addMember, ARRAY, BOOLEAN, branch, FOREIGN, leaf, list, NULL, NUMBER, OBJECT, pointer, STRING } from "./node.js";

/**
 * Reads a value: { root, foreign }, where foreign is a list of { instance, node }. The root is undefined when the value
 * nests deeper than limit.
 */
export function readValue(value, limit) {
  const foreign = list();
  const path = list();
  /** What has been read of each object, as one value may hold another one many times over. */
  const known = new Table();
  let isTooDeep = false;

  /** The tree of a value inside so many arrays and objects. */
  function read(value, depth) {
    switch (typeof value) {
      case "string":
        return leaf(STRING, value);
      case "boolean":
        return leaf(BOOLEAN, string(value));
      case "number":
        return isFinite(value) ? leaf(NUMBER, spell(value)) : stranger(string(value), depth);
      case "object":
        return value === null ? leaf(NULL, "null") : container(value, depth);
    }
    return stranger(value === undefined ? "undefined" : `a ${typeof value}`, depth);
  }

  function stranger(what, depth) {
    const node = leaf(FOREIGN, what);
    add(foreign, { instance: pointer(path, depth), node });
    return node;
  }

  function container(value, depth) {
    const node = getFrom(known, value) ?? contents(value, depth);
    setIn(known, value, node);
    if (depth + node.height > limit) stop();
    return node;
  }

  function stop() {
    isTooDeep = true;
    throw isTooDeep;
  }

  function contents(value, depth) {
    if (depth === limit) stop();
    let names;
    let n = 0;
    try {
      const prototype = getPrototypeOf(value);
      if (isArrayLike(value) ? prototype !== arrayPrototype : prototype !== objectPrototype && prototype !== null) {
        return stranger(describe(value), depth);
      }
      if (!isArrayLike(value)) names = keys(value);
      else while (n < value.length && hasOwn(value, n)) n++;
      if (names === undefined && n < value.length) return stranger("an array with a hole", depth);
    } catch {
      return stranger("an object that cannot be read", depth);
    }
    const node = branch(names === undefined ? ARRAY : OBJECT);
    for (let i = 0; i < (names?.length ?? n); i++) {
      const sub = child(value, names === undefined ? i : names[i], depth);
      if (names === undefined) add(node.list, sub);
      else addMember(node, names[i], sub);
      node.height = max(node.height, 1 + sub.height);
    }
    return node;
  }

  function child(value, key, depth) {
    let sub;
    path[depth] = key;
    try {
      sub = value[key];
    } catch {
      return stranger("a property that cannot be read", depth + 1);
    }
    return read(sub, depth + 1);
  }

  let root;
  try {
    root = read(value, 0);
  } catch (e) {
    if (!isTooDeep) throw e;
  }
  return { root, foreign };
}

/** The shortest decimal, but for the least integer of 64 bits, as that would be less than it. */
function spell(n) {
  return n === -9223372036854775808 ? "-9223372036854775808" : string(n);
}

const name = /^(?!Object|Array)[A-Z]\w{0,31}$/;

/** Names an object by its kind: "a Date". */
function describe(value) {
  const kind = slice(tagOf(value), 8, -1);
  if (execute(name, kind) === null) return "an object that is not plain";
  return `${indexOf("AEIO", kind[0]) < 0 ? "a" : "an"} ${kind}`;
}
