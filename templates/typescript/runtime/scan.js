// Tells, of a text that JSON.parse has accepted, whether it is beyond doubt that the exact reader (text.js) accepts
// it too, and that its numbers are what JSON.parse made of them. It is much quicker than that reader.

import { MAX_DEPTH } from "./error.js";
import { codeAt, execute, indexOf, isArray, slice } from "./intrinsics.js";

/** Whether value, which JSON.parse made of text, is beyond doubt. */
export function isExact(text, value) {
  const n = countColons(text);
  return n >= 0 && n === countMembers(value); // a member that stands twice is in a value once
}

/** What may be half of a surrogate pair; with the flag, a pair that is not escaped is no match. */
const half = /[\ud800-\udfff]|\\u[dD][89a-fA-F]/u;

/** How many members the objects of a text have, repeated ones included; -1 when the text is in doubt. */
function countColons(text) {
  if (execute(half, text) !== null) return -1;
  let n = 0;
  let depth = 0;
  for (let i = 0; i < text.length;) {
    const c = codeAt(text, i++);
    if (c === 34)
      i = endOfString(text, i); // "
    else if (c === 58)
      n++; // :
    else if (c === 91 || c === 123)
      depth++; // [ {
    else if (c === 93 || c === 125)
      depth--; // ] }
    else if (c > 44 && c < 58) i = endOfNumber(text, i); // - or a digit
    if (i < 0 || depth > MAX_DEPTH) return -1;
  }
  return n;
}

/** The place behind a string whose first quote is before i. */
function endOfString(text, i) {
  for (;;) {
    const end = indexOf(text, '"', i);
    let first = end;
    while (codeAt(text, first - 1) === 92) first--;
    i = end + 1;
    if ((end - first) % 2 === 0) return i; // else the quote is escaped
  }
}

/**
 * The place behind a number whose first character is before i; -1 when its double does not tell it to the last
 * digit.
 */
function endOfNumber(text, i) {
  const from = i - 1;
  let c = codeAt(text, i);
  while ((c > 42 && c < 58 && c !== 44) || c === 69 || c === 101) c = codeAt(text, ++i);
  const spelled = slice(text, from, i);
  return `${+spelled}` === spelled ? i : -1;
}

/** How many members the objects of a value have, one that JSON.parse has made. */
function countMembers(value) {
  if (typeof value !== "object" || value === null) return 0;
  let n = 0;
  if (isArray(value)) for (let i = 0; i < value.length; i++) n += countMembers(value[i]);
  else for (const name in value) n += 1 + countMembers(value[name]);
  return n;
}
