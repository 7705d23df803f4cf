// How messages show what is in a text: nothing that could be long, and nothing that cannot be printed. The spelling is
// that of Go's strconv.Quote, so that messages are the same in all languages.

import { execute, fromCodePoint, pointAt } from "./intrinsics.js";

/** How many code points of a text a message shows at most. */
export const SHORTEST = 32;

/** How many code units the code point at i has. */
export function widthAt(s, i) {
  return pointAt(s, i) > 0xffff ? 2 : 1;
}

/** The length of s in code points. Half a surrogate pair counts as one. */
export function countPoints(s) {
  let n = 0;
  for (let i = 0; i < s.length; i += widthAt(s, i)) n++;
  return n;
}

const start = /^[^]{0,32}/u;

/** s without the end of a long text. */
export function short(s) {
  const shown = execute(start, s)[0];
  return shown === s ? s : `${shown}…`;
}

/** A name in quotes, with escapes for what cannot be printed; the end of a long one is left out. */
export function quote(name) {
  const s = short(name);
  let text = '"';
  for (let i = 0; i < s.length; i += widthAt(s, i)) text += escaped(pointAt(s, i));
  return `${text}"`;
}

function escaped(c) {
  if (c === 34 || c === 92) return `\\${fromCodePoint(c)}`;
  if (isPrintable(c)) return fromCodePoint(c);
  if (c > 6 && c < 14) return `\\${"abtnvfr"[c - 7]}`;
  return c < 128 ? `\\x${hex(c, 2)}` : c < 0x10000 ? `\\u${hex(c, 4)}` : `\\U${hex(c, 8)}`;
}

/** c in so many hexadecimal digits, or more. */
export function hex(c, width, digits = "0123456789abcdef") {
  let text = "";
  for (; c > 0 || text.length < width; c >>= 4) text = digits[c & 15] + text;
  return text;
}

const printable = /[ \p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** Whether a code point is a letter, mark, number, punctuation, symbol, or the space of ASCII. */
export function isPrintable(c) {
  return execute(printable, fromCodePoint(c)) !== null;
}
