// The tree that rules are run over. It is made of a text (text.js) or of a value (value.js).

import { arrayPrototype, getFrom, setIn, setPrototypeOf, Table } from "./intrinsics.js";

// The JSON types, as in the type of a rule. A number of a tree is NUMBER, an integer too.
export const NULL = 1;
export const BOOLEAN = 2;
export const INTEGER = 4;
export const NUMBER = 8;
export const STRING = 16;
export const ARRAY = 32;
export const OBJECT = 64;

/** A list of an array, which nobody can tamper with: index and length work, methods do not. */
export function list(items = []) {
  return setPrototypeOf(items, null);
}

export function add(items, item) {
  items[items.length] = item;
}

/** A list as an ordinary array. It is no list any more. */
export function arrayOf(items) {
  return setPrototypeOf(items, arrayPrototype);
}

const none = /* @__PURE__ */ list();

/** A scalar with its text: the content of a string, the spelling of a number, boolean or null. */
export function leaf(kind, text, height = 0) {
  return { kind, text, list: none, names: none, index: undefined, height, size: 1 };
}

/**
 * An empty array or object: list is for the items or the values of members, names for the names of members. Of a value
 * that is already parsed, height says how deep it nests, [] is 1 deep, and size how many values there are in it.
 */
export function branch(kind) {
  return leaf(kind, "", 1);
}

/** How many members are not in the table that finds the others: most objects have no more, and a table is large. */
const FEW = 8;

/** The value of an object's member; undefined when there is none. */
export function memberOf({ names, list, index }, name) {
  for (let i = 0; i < names.length && i < FEW; i++) if (names[i] === name) return list[i];
  return index && getFrom(index, name);
}

/** A list with an item more, which may be the same list. */
function grown(items, item) {
  if (items === none) return list([item]);
  add(items, item);
  return items;
}

export function addItem(array, item) {
  array.list = grown(array.list, item);
}

/** Adds a member that the object does not have yet. */
export function addMember(object, name, value) {
  object.list = grown(object.list, value);
  object.names = grown(object.names, name);
  if (object.names.length > FEW) setIn((object.index ??= new Table()), name, value);
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
