// What the checks say of values that are no JSON, and of values that try to look like what they are not. The package is
// the one in the folder that CONTRACTS names.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

const root = pathToFileURL(`${process.env.CONTRACTS}/`);
const { ActParams, BatchParams, BatchResult, ContractError, ElementOp, SnapshotParams, SnapshotResult, Step, Token } = await import(
  new URL("demo/v1/index.js", root)
);

const click = () => ({ ref: "e1", op: "click" });
const batch = (steps) => ({ token: "t", steps });
const result = (completed) => ({ completed, results: [], failed_step: null, error_code: null });

class Imitation {
  ref = "e1";
  op = "click";
}

const throwing = (key) => ({ ...click(), get [key]() { throw new Error("from the getter"); } });
const cyclic = (() => { const v = { ...click() }; v.self = v; return v; })();
const ring = (() => { const steps = [click()]; steps.push(steps); return batch(steps); })();
const deep = (n) => { let v = {}; for (let i = 1; i < n; i++) v = { v }; return v; };
const sparse = (() => { const steps = [click(), click(), click()]; delete steps[1]; return batch(steps); })();
const revoked = (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })();
const rude = new Proxy({}, new Proxy({}, { get: () => () => { throw new Error("from the trap"); } }));
const hidden = Object.defineProperty({ op: "click" }, "ref", { value: "e1", enumerable: false });

/** Never accepted, never an exception from inside. */
const refused = [
  ["undefined", Step, undefined],
  ["a function", Step, () => click()],
  ["a symbol", Token, Symbol("t")],
  ["a BigInt", BatchResult, result(1n)],
  ["NaN", BatchResult, result(NaN)],
  ["infinity", BatchResult, result(Infinity)],
  ["a fraction", BatchResult, result(0.5)],
  ["an integer that is too large", BatchResult, result(2 ** 63)],
  ["a boxed string", Token, new String("t")],
  ["a boxed number", BatchResult, result(new Number(1))],
  ["a Date", SnapshotParams, new Date()],
  ["a Map", SnapshotParams, new Map([["token", "t"]])],
  ["a class instance", Step, new Imitation()],
  ["an error with the right properties", Step, Object.assign(new Error("x"), click())],
  ["a typed array", BatchParams, batch(new Uint8Array(3))],
  ["an object like an array", BatchParams, batch({ 0: click(), length: 1 })],
  ["arguments of a function", BatchParams, batch((function () { return arguments; })(click()))],
  ["an array with a hole", BatchParams, sparse],
  ["an array of another class", BatchParams, batch(new (class extends Array {})(click()))],
  ["a property that is undefined", Step, { ...click(), text: undefined }],
  ["a further property that is undefined", Step, { ...click(), other: undefined }],
  ["a further property that is a function", Step, { ...click(), toJSON: () => "x" }],
  ["a further property that is a Date, deep inside", Step, { ...click(), other: [{ a: [new Date()] }] }],
  ["properties that are inherited", Step, Object.create(click())],
  ["a property that is inherited", Step, Object.assign(Object.create({ ref: "e1" }), { op: "click" })],
  ["a property under __proto__", Step, JSON.parse('{"op": "click", "__proto__": {"ref": "e1"}}')],
  ["a property that is not enumerable", Step, hidden],
  ["a getter that throws", Step, throwing("ref")],
  ["a further getter that throws", Step, throwing("other")],
  ["a setter alone", Step, { op: "click", set ref(_) {} }],
  ["a cycle through a further property", Step, cyclic],
  ["a cycle in an array", BatchParams, ring],
  ["nesting that no text could have", Step, { ...click(), other: deep(127) }],
  ["nesting without an end", Step, { ...click(), other: deep(100_000) }],
  ["a proxy that throws", Step, rude],
  ["a proxy that is revoked", Step, revoked],
  ["a proxy that is revoked, inside", BatchParams, batch(revoked)],
  ["a proxy of a class instance", Step, new Proxy(new Imitation(), {})],
  ["a class instance of another realm", Step, runInNewContext('new (class { ref = "e1"; op = "click" })()')],
  ["a string object of the enum", ElementOp, new String("click")],
];

for (const [what, shape, value] of refused) {
  test(`${what} is refused`, () => {
    assert.equal(shape.is(value), false);
    const violations = shape.check(value);
    assert.ok(violations.length > 0);
    for (const v of violations) assert.equal(typeof v.code + typeof v.instance + typeof v.keyword + typeof v.message, "stringstringstringstring");
    assert.throws(() => shape.from(value), (error) => error instanceof ContractError && error.violations.length === violations.length);
    assert.throws(() => shape.parse(value), ContractError);
  });
}

/** Plain values that look unusual. */
const accepted = [
  ["a frozen object", Step, Object.freeze(click())],
  ["frozen all the way down", BatchParams, Object.freeze(batch(Object.freeze([Object.freeze(click())])))],
  ["an object without a prototype", Step, Object.assign(Object.create(null), click())],
  ["a proxy that shows a plain object", Step, new Proxy(click(), {})],
  ["a getter that gives the right value", Step, { op: "click", get ref() { return "e1"; } }],
  ["a property with a symbol as name", Step, { ...click(), [Symbol("x")]: () => {} }],
  ["further properties", Step, { ...click(), other: [1, { a: null }], "": true, constructor: "x", toString: 1 }],
  ["a further property __proto__", Step, JSON.parse('{"ref": "e1", "op": "click", "__proto__": {"a": 1}}')],
  ["one object in several places", BatchParams, batch(Array(20).fill(click()))],
  ["an integer with a fraction of zero", BatchResult, result(JSON.parse("1.0"))],
  ["an object of another realm", Step, runInNewContext('({ ref: "e1", op: "click", x: [{}] })')],
  ["arrays of another realm", BatchParams, runInNewContext('({ token: "t", steps: [{ ref: "e1", op: "click" }] })')],
  ["minus zero", BatchResult, result(-0)],
  ["nesting that a text may have", Step, { ...click(), other: deep(126) }],
];

for (const [what, shape, value] of accepted) {
  test(`${what} is accepted`, () => {
    assert.deepEqual(shape.check(value), []);
    assert.equal(shape.is(value), true);
    assert.equal(shape.from(value), value);
  });
}

test("what is not enumerable is absent in an object, and an item in an array", () => {
  const text = Object.defineProperty(click(), "text", { value: 5 });
  assert.deepEqual([Step.is(text), Step.check(text)], [true, []]);
  for (const item of [click(), { op: "click" }]) {
    const value = batch(Object.defineProperty([click(), item], "1", { enumerable: false }));
    assert.equal(BatchParams.is(value), "ref" in item);
    assert.equal(BatchParams.check(value).length === 0, "ref" in item);
  }
});

test("an array with a hole is refused when Array.prototype inherits from something else", () => {
  const seen = [];
  Object.setPrototypeOf(Array.prototype, Object.create(Object.prototype, { 1: { value: click(), writable: true } }));
  try {
    seen.push(BatchParams.is(sparse), BatchParams.check(sparse).length > 0, BatchParams.is(batch([click(), click()])));
  } finally {
    Object.setPrototypeOf(Array.prototype, Object.prototype);
  }
  assert.deepEqual(seen, [false, true, true]);
});

test("an error of the other module system is a ContractError here", () => {
  const other = createRequire(root)("./demo/v1/index.cjs");
  assert.notEqual(other.ContractError, ContractError);
  assert.throws(() => other.Step.parse("{}"), (error) => error instanceof ContractError && error instanceof other.ContractError);
  assert.throws(() => Step.parse("{}"), (error) => error instanceof other.ContractError);
});

/** Does something to a prototype, and undoes it. */
function poisoned(target, name, descriptor, run) {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, ...descriptor });
  try {
    return run();
  } finally {
    if (before === undefined) delete target[name];
    else Object.defineProperty(target, name, before);
  }
}

for (const enumerable of [true, false]) {
  test(`what Object.prototype has is no property of a message, enumerable ${enumerable}`, () => {
    const seen = poisoned(Object.prototype, "ref", { value: "e1", enumerable, writable: true }, () => [
      Step.is({ op: "click" }),
      Step.check({ op: "click" }).map((v) => v.code),
      Step.checkText('{"op":"click"}').map((v) => v.code),
      Step.is(click()),
      Step.check(click()).length,
      BatchParams.is(batch([click()])),
    ]);
    assert.deepEqual(seen, [false, ["required"], ["required"], true, 0, true]);
  });

  test(`an optional property that Object.prototype has is absent, enumerable ${enumerable}`, () => {
    const seen = poisoned(Object.prototype, "text", { value: "x", enumerable, writable: true }, () => [
      Step.is({ ref: "e1", op: "type" }),
      Step.is(click()),
      ActParams.check({ token: "t", ref: "e1", op: "type" }).map((v) => v.code),
    ]);
    assert.deepEqual(seen, [false, true, ["required"]]);
  });

  test(`what Object.prototype has is no item, enumerable ${enumerable}`, () => {
    const seen = poisoned(Object.prototype, 1, { value: click(), enumerable, writable: true }, () => [
      BatchParams.is(sparse),
      BatchParams.check(sparse).length > 0,
      BatchParams.is(batch([click(), click()])),
    ]);
    assert.deepEqual(seen, [false, true, true]);
  });

  test(`what Array.prototype has is no item, enumerable ${enumerable}`, () => {
    const seen = poisoned(Array.prototype, 1, { value: click(), enumerable, writable: true }, () => [
      BatchParams.is(sparse),
      BatchParams.check(sparse).length > 0,
      BatchParams.is(batch([click(), click()])),
    ]);
    assert.deepEqual(seen, [false, true, true]);
  });
}

test("a getter or setter on a prototype is not run, and hides nothing", () => {
  let runs = 0;
  const trap = { get() { runs++; return "e1"; }, set() { runs++; } };
  const seen = poisoned(Object.prototype, "ref", trap, () => [Step.is({ op: "click" }), Step.is(JSON.parse('{"ref":"e1","op":"click"}'))]);
  assert.deepEqual(seen, [false, true]);
});

test("methods of built-ins that were replaced change nothing", () => {
  const replaced = [[Array.prototype, "push"], [Array.prototype, "map"], [Array.prototype, Symbol.iterator], [Object.prototype, "hasOwnProperty"],
    [String.prototype, "charCodeAt"], [RegExp.prototype, "exec"], [Map.prototype, "get"], [Set.prototype, "has"], [JSON, "parse"], [Array, "isArray"]];
  for (const [target, name] of replaced) {
    const seen = poisoned(target, name, { value: () => true, writable: true, enumerable: false }, () => [
      Step.is({ ref: 1, op: "click" }),
      Step.is(click()),
      Step.check({ op: "clik" }).length,
      Step.checkText('{"ref":"a","ref":"b","op":"click"}').length,
      SnapshotResult.is({ capture_state: "unsafe", elements: [] }),
    ]);
    assert.deepEqual(seen, [false, true, 2, 1, false], String(name));
  }
});

test("checks are functions of their own", () => {
  const { is, check, parse } = Step;
  assert.deepEqual([click(), {}].filter(is), [click()]);
  assert.equal(check({}).length, 2);
  assert.deepEqual(parse('{"ref":"e1","op":"click"}'), click());
});

test("a text in bytes has to be UTF-8", () => {
  const bytes = new TextEncoder().encode('{"token":"ä"}');
  assert.deepEqual(SnapshotParams.parse(bytes), { token: "ä" });
  assert.equal(SnapshotParams.checkText(bytes.map((b) => (b === 0xc3 ? 0xff : b)))[0].code, "invalid-utf8");
});

test("a string is text to parse, and a value to from", () => {
  assert.equal(Token.parse('"t"'), "t");
  assert.throws(() => Token.parse("t"), ContractError);
  assert.equal(Token.from("t"), "t");
  assert.throws(() => Token.from(1), ContractError);
});
