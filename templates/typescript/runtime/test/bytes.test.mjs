import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as shapes from "../shape.js";
import * as wire from "../wire.js";

const any = { at: "" };
const encoder = new TextEncoder();

test("bytes are those of any view, whatever it is of", () => {
  const all = encoder.encode('xx["ä", "😀"]xx');
  const copy = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const text = all.subarray(2, -2);
  const shared = new Uint8Array(new SharedArrayBuffer(text.length));
  shared.set(text);
  for (const view of [
    text,
    new DataView(all.buffer, 2, text.length),
    new DataView(copy(text)),
    new Uint16Array(copy(text)),
    Buffer.from(text),
    shared,
    runInNewContext("Uint8Array").from(text),
  ]) {
    assert.equal(wire.textOf(view), '["ä", "😀"]');
    assert.deepEqual(shapes.shape("any", any).parse(view), ["ä", "😀"]);
    assert.deepEqual(shapes.shape("any", any).checkText(view), []);
  }
});

test("the first wrong byte is told, in any view", () => {
  const wrong = Uint8Array.of(0x22, 0x61, 0xc3, 0xa4, 0xff, 0x22);
  for (const view of [wrong, new DataView(wrong.buffer), new Uint16Array(wrong.buffer)]) {
    assert.equal(wire.textOf(view), '"aä\udcff');
    assert.equal(shapes.shape("any", any).checkText(view)[0].message, "got byte 0xff, want UTF-8");
  }
});

test("nothing of the object that holds the bytes is called or looked up", () => {
  const bytes = encoder.encode('"a"');
  for (const name of ["subarray", "slice", "length", "buffer", "byteOffset", "byteLength", Symbol.iterator, "constructor"]) {
    Object.defineProperty(bytes, name, { get: () => assert.fail(`${String(name)} is looked up`) });
  }
  assert.equal(wire.textOf(bytes), '"a"');
  assert.equal(shapes.shape("any", any).parse(bytes), "a");
});

test("a text is a string or bytes", () => {
  for (const value of [null, 5, undefined, {}, [34, 34], new ArrayBuffer(2), new String('"a"')]) {
    assert.throws(() => shapes.shape("any", any).checkText(value), {
      name: "TypeError",
      message: "want a string or bytes",
    });
  }
});

test("without a TextDecoder, bytes alone are an error", () => {
  const program = `
    delete globalThis.TextDecoder;
    const { shape } = await import(${JSON.stringify(new URL("../shape.js", import.meta.url).href)});
    const any = shape("any", { at: "" });
    if (any.parse("[1]").length !== 1) throw new Error("a string");
    try { any.parse(new Uint8Array(1)) } catch (e) { process.stdout.write(String(e)) }`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.equal(stdout, "TypeError: bytes need a TextDecoder", stderr);
});
