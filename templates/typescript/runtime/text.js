// The exact reader of JSON texts: it alone knows what an acceptable text is (RFC 8259, no half surrogate pairs, no
// member twice, MAX_DEPTH levels), keeps the order of members and the spelling of numbers, and says why a text is
// refused: the first reason met from left to right. All work is linear in the text.

import { MAX_DEPTH, refusal, tooDeep } from "./error.js";
import { codeAt, execute, fromCodePoint, parseJson, pointAt, slice } from "./intrinsics.js";
import { addItem, addMember, ARRAY, BOOLEAN, branch, leaf, list, memberOf, NULL, NUMBER, OBJECT } from "./node.js";
import { pointer, STRING } from "./node.js";
import { hex, isPrintable } from "./quote.js";

// The state of the reader. Nothing that it calls can start another one.
let text = "";
let i = 0;
/** The steps to the value at i. */
let path;

/** The tree of a whole text. One that is refused throws a ContractError with the violation. */
export function readText(whole) {
  text = whole;
  i = 0;
  path = list();
  space();
  const root = value(0);
  space();
  if (i < text.length) fail("trailing-text", `got ${found(i)} after the value, want the end of the text`);
  return root;
}

function fail(code, message, instance) {
  throw refusal(code, message, instance);
}

function unexpected(want, code = "syntax") {
  fail(code, `got ${found(i)}, want ${want}`);
}

/** Describes the character at a place. */
function found(at) {
  const c = pointAt(text, at);
  if (c === undefined) return "the end of the text";
  if (isPrintable(c)) return `'${fromCodePoint(c)}'`;
  if (c > 0xdc7f && c < 0xdd00) return `byte 0x${hex(c - 0xdc00, 2)}`; // see bytes.js
  return `U+${hex(c, 4, "0123456789ABCDEF")}`;
}

/** Whether a character is at i. Past the end there is none. */
function at(c) {
  return i < text.length && text[i] === c;
}

/** Passes over a character, if it is at i. */
function pass(c) {
  const is = at(c);
  if (is) i++;
  return is;
}

function space() {
  while (pass(" ") || pass("\n") || pass("\r") || pass("\t"));
}

/** The value at i, inside so many arrays and objects. */
function value(depth) {
  if (at('"')) return leaf(STRING, string());
  if (at("{")) return members(depth);
  if (at("[")) return items(depth);
  if (at("t")) return word(BOOLEAN, "true");
  if (at("f")) return word(BOOLEAN, "false");
  if (at("n")) return word(NULL, "null");
  return number();
}

function word(kind, spelled) {
  if (slice(text, i, i + spelled.length) !== spelled) unexpected("a value");
  i += spelled.length;
  return leaf(kind, spelled);
}

function number() {
  const from = i;
  if (!pass("-") && !atDigit()) unexpected("a value");
  if (!pass("0")) digits();
  else if (atDigit()) unexpected("no digit after a leading zero");
  if (pass(".")) digits();
  if (pass("e") || pass("E")) {
    if (!pass("+")) pass("-");
    digits();
  }
  return leaf(NUMBER, slice(text, from, i));
}

function atDigit() {
  const c = codeAt(text, i);
  return c > 47 && c < 58;
}

function digits() {
  if (!atDigit()) unexpected("a digit");
  while (atDigit()) i++;
}

/** What the string at i stands for. */
function string() {
  const from = i++;
  let isEscaped = false;
  while (!pass('"')) {
    const c = codeAt(text, i);
    if (c === 92) {
      isEscaped = true;
      escape();
    } else if (c > 31 && (c & 0xf800) !== 0xd800) {
      i++;
    } else if (pointAt(text, i) > 0xffff) {
      i += 2;
    } else if (i === text.length) {
      unexpected("'\"'");
    } else if (c < 32) {
      fail("syntax", `got ${found(i)} in a string, want it escaped`);
    } else {
      unexpected("UTF-8", "invalid-utf8");
    }
  }
  return isEscaped ? parseJson(slice(text, from, i)) : slice(text, from + 1, i - 1);
}

const escaped = /\\(?:["\\/bfnrt]|u(?:(?![dD][89a-fA-F])|[dD][89abAB][\da-fA-F]{2}\\u(?=[dD][c-fC-F]))[\da-fA-F]{4})/y;
const escapedUnit = /\\u[\da-fA-F]{4}/y;

/** Passes over the escape at i. */
function escape() {
  const width = widthOf(escaped);
  if (width === 0) {
    if (widthOf(escapedUnit) > 0) fail("lone-surrogate", "got half a surrogate pair");
    if (i + 1 === text.length) fail("syntax", "got the end of the text in an escape");
    if (text[i + 1] === "u") fail("syntax", "want four hexadecimal digits after \\u");
    fail("syntax", `got '\\' and ${found(i + 1)}, want an escape`);
  }
  i += width;
}

/** How long the match of a pattern at i is. */
function widthOf(pattern) {
  pattern.lastIndex = i;
  return execute(pattern, text)?.[0].length ?? 0;
}

/** Steps into the array or object at i: true when it is empty, and passed. */
function enter(depth, close) {
  if (depth === MAX_DEPTH) throw tooDeep();
  i++;
  space();
  return pass(close);
}

/** Whether another value follows in an array or object, which otherwise is passed. */
function more(close) {
  space();
  if (pass(close)) return false;
  if (!pass(",")) unexpected(`',' or '${close}'`);
  space();
  return true;
}

function items(depth) {
  const node = branch(ARRAY);
  if (enter(depth, "]")) return node;
  do {
    path[depth] = node.list.length;
    addItem(node, value(depth + 1));
  } while (more("]"));
  return node;
}

function members(depth) {
  const node = branch(OBJECT);
  if (enter(depth, "}")) return node;
  do {
    if (!at('"')) unexpected("the name of a member");
    const name = string();
    path[depth] = name;
    if (memberOf(node, name) !== undefined) {
      fail("duplicate-member", "the object has this member twice", pointer(path, depth + 1));
    }
    space();
    if (!pass(":")) unexpected("':'");
    space();
    addMember(node, name, value(depth + 1));
  } while (more("}"));
  return node;
}
