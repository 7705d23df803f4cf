import { fromCharCode } from "./intrinsics.js";

/**
 * The text that bytes stand for. If they are no UTF-8, it ends where they are wrong, with half of a surrogate pair,
 * U+DC80 to U+DCFF, for the wrong byte: no text that holds a half is accepted, and the violation shows the byte.
 */
export function textOf(bytes) {
  const options = { fatal: true, ignoreBOM: true };
  try {
    return new TextDecoder("utf-8", options).decode(bytes);
  } catch {
    // Byte by byte, to find the place.
  }
  const decoder = new TextDecoder("utf-8", options);
  let text = "";
  let from = 0;
  try {
    for (let i = 0; i < bytes.length; i++) {
      const c = decoder.decode(bytes.subarray(i, i + 1), { stream: true });
      text += c;
      if (c !== "") from = i + 1;
    }
  } catch {
    // The bytes from the last character on are wrong.
  }
  return text + fromCharCode(0xdc00 + bytes[from]);
}
