import { bufferOf, Bytes, decode, Decoder, fromCharCode, lengthOf, offsetOf } from "./intrinsics.js";

/**
 * The text that the bytes of a typed array or a DataView stand for. If they are no UTF-8, it ends where they are wrong,
 * with half of a surrogate pair, U+DC80 to U+DCFF, for the wrong byte: no text that holds a half is accepted, and the
 * violation shows the byte.
 */
export function textOf(view) {
  if (Decoder === undefined) throw new TypeError("bytes need a TextDecoder");
  const bytes = new Bytes(new Bytes(bufferOf(view), offsetOf(view), lengthOf(view))); // a copy, should others write
  const options = { fatal: true, ignoreBOM: true };
  try {
    return decode(new Decoder("utf-8", options), bytes);
  } catch {
    // Byte by byte, to find the place.
  }
  const stream = new Decoder("utf-8", options);
  const byte = new Bytes(1);
  let text = "";
  let from = 0;
  try {
    for (let i = 0; bytes[i] !== undefined; i++) {
      byte[0] = bytes[i];
      const c = decode(stream, byte, { stream: true });
      text += c;
      if (c !== "") from = i + 1;
    }
  } catch {
    // The bytes from the last character on are wrong.
  }
  return text + fromCharCode(0xdc00 + bytes[from]);
}
