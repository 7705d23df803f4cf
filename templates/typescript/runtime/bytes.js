import { fromCharCode, fromCodePoint } from "./intrinsics.js";

/**
 * The text that bytes stand for. A byte that is no UTF-8, 0x80 to 0xff, becomes half of a surrogate pair, U+DC80 to U+DCFF:
 * no text that holds a half is accepted, and the violation shows the byte.
 */
export function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return rescue(bytes);
  }
}

function rescue(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; ) {
    const b = bytes[i];
    const n = b < 0x80 ? 1 : b < 0xc2 ? 0 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : b < 0xf5 ? 4 : 0;
    let c = n < 2 ? b : b & (0x7f >> n);
    let k = 1;
    for (; k < n && (bytes[i + k] & 0xc0) === 0x80; k++) c = (c << 6) | (bytes[i + k] & 0x3f);
    const isCharacter = n > 0 && k === n && c >= least[n] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
    text += isCharacter ? fromCodePoint(c) : fromCharCode(0xdc00 + b);
    i += isCharacter ? n : 1;
  }
  return text;
}

/** The first character that takes so many bytes. */
const least = [0, 0, 0x80, 0x800, 0x10000];
