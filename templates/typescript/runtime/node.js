// The tree that rules are run over. It is made of a text (text.js) or of a value (value.js).

import { arrayFrom, getFrom, List, setIn, setPrototypeOf, Table } from "./intrinsics.js";

// The JSON types, as in the type of a rule. A number of a tree is NUMBER, an integer too.
export const NULL = 1;
export const BOOLEAN = 2;
export const INTEGER = 4;
export const NUMBER = 8;
export const STRING = 16;
export const ARRAY = 32;
export const OBJECT = 64;

/** A list that nobody can tamper with: index and length work, methods do not. */
export function list() {
  return setPrototypeOf(new List(), null);
}

export function add(items, item) {
  items[items.length] = item;
}

/** An ordinary array of what is in a list. */
export function arrayOf(items) {
  return arrayFrom(List, items);
}

const none = /* @__PURE__ */ list();

/** A scalar with its text: the content of a string, the spelling of a number, boolean or null. */
export function leaf(kind, text) {
  return { kind, text, list: none, names: none, index: undefined, height: 0, size: 1 };
}

/**
 * An empty array or object: list is for the items or the values of members, names for the names of members. Of a value
 * that is already parsed, height says how deep it nests, [] is 1 deep, and size how many values there are in it.
 */
export function branch(kind) {
  return {
    kind,
    text: "",
    list: list(),
    names: list(),
    index: kind === OBJECT ? new Table() : undefined,
    height: 1,
    size: 1,
  };
}

/** The value of an object's member; undefined when there is none. */
export function memberOf(object, name) {
  return getFrom(object.index, name);
}

/** Adds a member that the object does not have yet. */
export function addMember(object, name, value) {
  add(object.names, name);
  add(object.list, value);
  setIn(object.index, name, value);
}

/** The JSON pointer of the first n steps of a path (RFC 6901). */
export function pointer(path, n) {
  let text = "";
  for (let i = 0; i < n; i++) {
    const step = `${path[i]}`;
    text += "/";
    for (let j = 0; j < step.length; j++) text += step[j] === "~" ? "~0" : step[j] === "/" ? "~1" : step[j];
  }
  return text;
}
