// Measures one subject in a process of its own: node bench.mjs SUBJECT PACKAGE SCHEMA. It prints nanoseconds per operation.
//
// The message is a snapshot with 50 elements. Each of 64 copies was parsed by itself, as messages are.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [subject, pkg, schemaFile] = process.argv.slice(2);
const text = JSON.stringify({
  capture_state: "safe",
  elements: Array.from({ length: 50 }, (_, i) => ({
    ref: `e${i}`,
    role: i % 4 === 0 ? "textfield" : "button",
    label: `Save the document as number ${i}`,
    ops: i % 4 === 0 ? ["click", "type", "press"] : ["click"],
  })),
});
const values = Array.from({ length: 64 }, () => JSON.parse(text));
const texts = values.map((_, i) => text.replace("number 0", `number ${i}`));

/** The standalone code of ajv. */
async function ajv(options) {
  const { default: Ajv } = await import("ajv/dist/2020.js");
  const { default: standaloneCode } = await import("ajv/dist/standalone/index.js");
  const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
  schema.$id = "https://example.com/schema";
  const ajv = new Ajv({ strict: false, code: { source: true }, ...options });
  ajv.addSchema(schema);
  const code = standaloneCode(ajv, ajv.compile({ $ref: `${schema.$id}#/$defs/snapshot/result` }));
  const module = { exports: {} };
  new Function("module", "exports", "require", code)(module, module.exports, createRequire(import.meta.url));
  return (i) => module.exports(values[i]);
}

const subjects = {
  async is() {
    const { SnapshotResult } = await import(pathToFileURL(`${pkg}/demo/v1/index.js`));
    return (i) => SnapshotResult.is(values[i]);
  },
  async "is-commonjs"() {
    const { SnapshotResult } = createRequire(import.meta.url)(`${pkg}/demo/v1/index.cjs`);
    return (i) => SnapshotResult.is(values[i]);
  },
  async check() {
    const { SnapshotResult } = await import(pathToFileURL(`${pkg}/demo/v1/index.js`));
    return (i) => SnapshotResult.check(values[i]).length === 0;
  },
  async typebox() {
    const { Type } = await import("@sinclair/typebox");
    const { TypeCompiler } = await import("@sinclair/typebox/compiler");
    const op = Type.Union([Type.Literal("click"), Type.Literal("type"), Type.Literal("press")]);
    const element = Type.Object({ ref: Type.String(), role: Type.String(), label: Type.String(), ops: Type.Array(op) });
    const compiled = TypeCompiler.Compile(Type.Object({ capture_state: Type.Literal("safe"), elements: Type.Array(element) }));
    return (i) => compiled.Check(values[i]);
  },
  ajv: () => ajv({}),
  "ajv-refs": () => ajv({ inlineRefs: false }), // a function for each $ref, as for schemas too large to inline
  async parse() {
    const { SnapshotResult } = await import(pathToFileURL(`${pkg}/demo/v1/index.js`));
    return (i) => SnapshotResult.parse(texts[i]).elements.length === 50;
  },
  async "json-parse"() {
    return (i) => JSON.parse(texts[i]).elements.length === 50;
  },
};

const operation = await subjects[subject]();
const batch = subject.includes("parse") || subject === "check" ? 64 : 640; // a millisecond or so
let best = Infinity;
for (let round = 0; round < 400; round++) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < batch; i++) if (!operation(i & 63)) throw new Error(`${subject} refuses the message`);
  const took = Number(process.hrtime.bigint() - start) / batch;
  if (round > 100 && took < best) best = took; // the first rounds warm up
}
console.log(best.toFixed(0));
