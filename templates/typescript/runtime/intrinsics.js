// What the runtime uses of the language, taken when it is loaded: nothing that anyone does to Object.prototype,
// Array.prototype or a global afterwards changes what the runtime does. For the same reason the other files call no
// method of a value that is not their own, use neither for-of nor spread, and add to lists of list() alone: an
// assignment to a new place of an ordinary array or object can be caught by a setter of its prototype.

const { bind, call } = Function.prototype;
const uncurried = /* @__PURE__ */ bind.bind(call);

/** A method as a function that takes first what the method knows as this. */
function method(owner, name) {
  return uncurried(owner.prototype[name]);
}

export const objectPrototype = Object.prototype;
export const arrayPrototype = Array.prototype;
const { getPrototypeOf, setPrototypeOf, keys, hasOwn } = Object;
const { isArray, from } = Array;
export const arrayFrom = /* @__PURE__ */ uncurried(from);
const { ownKeys } = Reflect;
const { isFinite, isInteger } = Number;
const { fromCharCode, fromCodePoint } = String;
const { min, max } = Math;
export const parseJson = JSON.parse;

export const Big = BigInt;
export const toNumber = Number;
export const Bytes = Uint8Array;
export const Expression = RegExp;
export const List = Array;
export const Names = Set;
export const Table = Map;
export const WeakTable = WeakMap;

export const sort = /* @__PURE__ */ method(Array, "sort");
export const codeAt = /* @__PURE__ */ method(String, "charCodeAt");
export const pointAt = /* @__PURE__ */ method(String, "codePointAt");
export const indexOf = /* @__PURE__ */ method(String, "indexOf");
export const slice = /* @__PURE__ */ method(String, "slice");
export const execute = /* @__PURE__ */ method(RegExp, "exec");
export const tagOf = /* @__PURE__ */ method(Object, "toString");
export const getFrom = /* @__PURE__ */ method(Map, "get");
export const setIn = /* @__PURE__ */ method(Map, "set");
export const getWeakly = /* @__PURE__ */ method(WeakMap, "get");
export const setWeakly = /* @__PURE__ */ method(WeakMap, "set");
export const isIn = /* @__PURE__ */ method(Set, "has");
export const include = /* @__PURE__ */ method(Set, "add");

export { fromCharCode, fromCodePoint, getPrototypeOf, hasOwn, isArray, isFinite, isInteger, keys, max, min, ownKeys };
export { setPrototypeOf };
