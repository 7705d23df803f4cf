// What the messages of violations are made of: plain words, the same in every language of a contract. Numbers, booleans
// and short strings of an enum are shown; of other values only the type and the size.

import { min } from "./intrinsics.js";
import { add, ARRAY, list, NUMBER, OBJECT, STRING } from "./node.js";
import { countPoints, quote, short, SHORTEST } from "./quote.js";

/** A number with its noun: 1 item, 2 items. */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

export function countProperties(n) {
  return count(n, "property", "properties");
}

export function countCharacters(text) {
  return count(countPoints(text), "character");
}

/** Describes a value without its content, but for numbers and booleans. */
export function shown({ kind, text, list: { length } }) {
  switch (kind) {
    case NUMBER:
      return text.length <= SHORTEST ? text : `a number of ${text.length} characters`;
    case STRING:
      return `a string of ${countCharacters(text)}`;
    case ARRAY:
      return `an array of ${count(length, "item")}`;
    case OBJECT:
      return `an object of ${countProperties(length)}`;
  }
  return text;
}

/** The same, with the content of a short string. */
export function quoted(node) {
  return node.kind === STRING && short(node.text) === node.text ? quote(node.text) : shown(node);
}

const names = ["null", "a boolean", "an integer", "a number", "a string", "an array", "an object"];

/** The types of a set: "a string or null". */
export function typeNames(types) {
  const words = list();
  for (let i = 0; i < names.length; i++) if (types & (1 << i)) add(words, names[i]);
  return either(words);
}

/** The values of an enum, but not hundreds of them. */
export function choices(values, show) {
  const words = list();
  const n = min(values.length, 12);
  for (let i = 0; i < n; i++) add(words, show(values[i]));
  if (values.length > n) add(words, `${values.length - n} more`);
  return either(words);
}

/** Joins words: "a, b or c". */
function either(words) {
  let text = "";
  for (let i = 0; i < words.length; i++) text += (i === 0 ? "" : i < words.length - 1 ? ", " : " or ") + words[i];
  return text;
}
