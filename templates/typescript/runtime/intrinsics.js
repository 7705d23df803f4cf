// What the runtime uses of the language, taken when it is loaded: nothing that anyone does to Object.prototype,
// Array.prototype or a global afterwards changes what the runtime does. For the same reason the other files call no
// method of a value that is not their own, use neither for-of nor spread, and add to lists of list() alone: an assignment
// to a new place of an ordinary array or object can be caught by a setter of its prototype.

const { bind, call } = Function.prototype;

/** A function that takes first what the original knows as this. */
const uncurried = /* @__PURE__ */ bind.bind(call);

export const objectPrototype = Object.prototype;
export const arrayPrototype = Array.prototype;
const { getPrototypeOf, setPrototypeOf, keys, hasOwn } = Object;
export const isArrayLike = Array.isArray;
export const arrayFrom = /* @__PURE__ */ uncurried(Array.from);
export const ownKeys = Reflect.ownKeys;
const { isFinite, isInteger } = Number;
const { min, max } = Math;
export const parseJson = JSON.parse;
export const string = String;
const { fromCharCode, fromCodePoint } = String;
export const big = BigInt;
export const Bytes = Uint8Array;
export const Expression = RegExp;
export const List = Array;
export const Names = Set;
export const Table = Map;
export const WeakTable = WeakMap;

export const sort = /* @__PURE__ */ uncurried(Array.prototype.sort);
export const codeAt = /* @__PURE__ */ uncurried(String.prototype.charCodeAt);
export const pointAt = /* @__PURE__ */ uncurried(String.prototype.codePointAt);
export const indexOf = /* @__PURE__ */ uncurried(String.prototype.indexOf);
export const slice = /* @__PURE__ */ uncurried(String.prototype.slice);
export const tagOf = /* @__PURE__ */ uncurried(Object.prototype.toString);
export const execute = /* @__PURE__ */ uncurried(RegExp.prototype.exec);
export const getFrom = /* @__PURE__ */ uncurried(Map.prototype.get);
export const setIn = /* @__PURE__ */ uncurried(Map.prototype.set);
export const getWeakly = /* @__PURE__ */ uncurried(WeakMap.prototype.get);
export const setWeakly = /* @__PURE__ */ uncurried(WeakMap.prototype.set);
export const isIn = /* @__PURE__ */ uncurried(Set.prototype.has);
export const include = /* @__PURE__ */ uncurried(Set.prototype.add);

export { getPrototypeOf, setPrototypeOf, keys, hasOwn };
export { isFinite, isInteger, min, max, fromCharCode, fromCodePoint };
