// The exact reader of JSON texts: it alone knows what an acceptable text is (RFC 8259, no half surrogate pairs, no member
// twice, MAX_DEPTH levels), keeps the order of members and the spelling of numbers, and says why a text is refused: the
// first reason met from left to right. All work is linear in the text.

import { codeAt, fromCodePoint, indexOf, parseJson, pointAt, slice } from "./intrinsics.js";
import { add, addMember, ARRAY, BOOLEAN, branch, leaf, list, memberOf, NULL, NUMBER, OBJECT, pointer } from "./node.js";
import { STRING } from "./node.js";
import { hex, isPrintable } from "./quote.js";

/** How deep arrays and objects may nest: [] is 1 deep. It is what serde_json accepts by default. */
export const MAX_DEPTH = 127;

/** The violation of a message that is none. */
export function refusal(code, message, instance = "") {
  return { code, instance, keyword: "", message };
}

/** The violation of what nests too deep. */
export function tooDeep() {
  return refusal("depth", `nested deeper than ${MAX_DEPTH} levels`);
}

// The state of the reader. Nothing that it calls can start another one.
let text = "";
let i = 0;
/** The steps to the value at i. */
let path;
let refused;

/** Reads a whole text: { root }, or { refused } with a violation. */
export function readText(whole) {
  text = whole;
  i = 0;
  path = list();
  refused = undefined;
  try {
    space();
    const root = value(0);
    space();
    if (i < text.length) fail("trailing-text", `got ${found(i)} after the value, want the end of the text`);
    return { root, refused };
  } catch (e) {
    if (refused === undefined) throw e;
    return { root: undefined, refused };
  }
}

function fail(code, message, instance) {
  refused = refusal(code, message, instance);
  throw refused;
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
  for (;;) {
    const c = codeAt(text, i);
    if (c === 34) break;
    if (c === 92) {
      isEscaped = true;
      escape();
    } else if (c >= 0xd800 && c < 0xe000) {
      if (pointAt(text, i) === c) unexpected("UTF-8", "invalid-utf8");
      i += 2;
    } else if (c >= 32) {
      i++;
    } else if (i < text.length) {
      fail("syntax", `got ${found(i)} in a string, want it escaped`);
    } else {
      unexpected("'\"'");
    }
  }
  i++;
  return isEscaped ? parseJson(slice(text, from, i)) : slice(text, from + 1, i - 1);
}

/** Passes over the escape at i. */
function escape() {
  if (i + 1 === text.length) fail("syntax", "got the end of the text in an escape");
  const c = text[i + 1];
  if (c !== "u") {
    if (indexOf('"\\/bfnrt', c) < 0) fail("syntax", `got '\\' and ${found(i + 1)}, want an escape`);
    i += 2;
    return;
  }
  const first = hex4(i);
  if (first < 0) fail("syntax", "want four hexadecimal digits after \\u");
  if (first >= 0xd800 && first < 0xe000) {
    const second = hex4(i + 6);
    if (first > 0xdbff || second < 0xdc00 || second > 0xdfff) fail("lone-surrogate", "got half a surrogate pair");
    i += 6;
  }
  i += 6;
}

/** The number that is spelled at a place as \u and four hexadecimal digits, or -1. */
function hex4(at) {
  if (slice(text, at, at + 2) !== "\\u") return -1;
  let n = 0;
  for (let k = at + 2; k < at + 6; k++) {
    const digit = k < text.length ? indexOf("0123456789abcdefABCDEF", text[k]) : -1;
    if (digit < 0) return -1;
    n = n * 16 + (digit < 16 ? digit : digit - 6);
  }
  return n;
}

/** Steps into the array or object at i: true when it is empty, and passed. */
function enter(depth, close) {
  if (depth === MAX_DEPTH) {
    refused = tooDeep();
    throw refused;
  }
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
    add(node.list, value(depth + 1));
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
