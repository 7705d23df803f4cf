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
const { getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, keys, hasOwn } = Object;
const { isArray } = Array;
const { isFinite, isInteger } = Number;
const { fromCharCode, fromCodePoint } = String;
const { min, max } = Math;
export const parseJson = JSON.parse;

export const Big = BigInt;
export const toNumber = Number;
export const Bytes = Uint8Array;
export const Decoder = globalThis.TextDecoder;
export const Expression = RegExp;
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
/** What instanceof asks of a class that says nothing itself. */
export const isInstance = /* @__PURE__ */ method(Function, Symbol.hasInstance);
export const getFrom = /* @__PURE__ */ method(Map, "get");
export const setIn = /* @__PURE__ */ method(Map, "set");
export const getWeakly = /* @__PURE__ */ method(WeakMap, "get");
export const setWeakly = /* @__PURE__ */ method(WeakMap, "set");
export const isIn = /* @__PURE__ */ method(Set, "has");
export const include = /* @__PURE__ */ method(Set, "add");

export const decode = /* @__PURE__ */ method(Decoder ?? Object, "decode");

/** What a typed array or a DataView says of itself. */
function getter(name) {
  const of = (prototype) => uncurried(getOwnPropertyDescriptor(prototype, name).get);
  const ofArray = of(getPrototypeOf(Bytes.prototype));
  const ofData = of(DataView.prototype);
  return (view) => {
    try {
      return ofArray(view);
    } catch {
      return ofData(view);
    }
  };
}

export const bufferOf = /* @__PURE__ */ getter("buffer");
export const offsetOf = /* @__PURE__ */ getter("byteOffset");
export const lengthOf = /* @__PURE__ */ getter("byteLength");

export { fromCharCode, fromCodePoint, getPrototypeOf, hasOwn, isArray, isFinite, isInteger, keys, max, min };
export { setPrototypeOf };
