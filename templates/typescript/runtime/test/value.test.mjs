import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as wire from "../wire.js";
import { ruleStep, ruleTree, shapes } from "../testdata/fixture.mjs";

class Point {
  ref = "e1";
  op = "click";
}

function cycle() {
  const o = { ref: "e1", op: "click" };
  o.self = o;
  return o;
}

/** An object with a property that has attributes of its own. */
function hidden(attributes) {
  return Object.defineProperty({ op: "click" }, "ref", { value: "e1", enumerable: true, ...attributes });
}

const step = { ref: "e1", op: "click" };
const revoked = Proxy.revocable({}, {});
revoked.revoke();

// What is no JSON value, as a step, inside one, or among what the contract does not know.
const strangers = {
  undefined: undefined,
  function: () => step,
  symbol: Symbol("s"),
  bigint: 5n,
  NaN: NaN,
  infinity: Infinity,
  Date: new Date(0),
  Map: new Map([["ref", "e1"]]),
  Set: new Set(),
  RegExp: /a/,
  Error: new Error("e"),
  Promise: Promise.resolve(),
  "boxed string": new String("click"),
  "boxed number": new Number(1),
  "boxed boolean": new Boolean(true),
  "typed array": new Uint8Array(2),
  buffer: new ArrayBuffer(2),
  "class instance": new Point(),
  "object that inherits": Object.create(step),
  "array of a subclass": new (class extends Array {})(),
  "array that is no array": Object.create(Array.prototype),
  "array with the prototype of an object": Object.setPrototypeOf(Object.assign([], step), Object.prototype),
  "array with a hole": [, 1],
  "large array of holes": new Array(4294967295),
  "revoked proxy": revoked.proxy,
  "proxy of a Map": new Proxy(new Map(), {}),
  arguments: (function () {
    return Object.setPrototypeOf(arguments, Array.prototype);
  })(),
  "class instance of another realm": runInNewContext("new (class { ref = 'e1'; op = 'click' })()"),
  "Date of another realm": runInNewContext("new Date()"),
  "array of a subclass of another realm": runInNewContext("new (class extends Array {})()"),
  "object of a class without a parent": new (class extends null {
    constructor() {
      return Object.create(new.target.prototype);
    }
  })(),
  "object that inherits from one without a prototype": Object.create(Object.assign(Object.create(null), step)),
  "getter that throws": Object.defineProperty({}, "x", { enumerable: true, get: () => assert.fail() }),
  "proxy that throws": new Proxy({}, new Proxy({}, { get: (_, trap) => () => assert.fail(trap) })),
  "getter that throws nothing": Object.defineProperty({}, "x", {
    enumerable: true,
    get() {
      throw undefined;
    },
  }),
  "hostile tag": { __proto__: {}, [Symbol.toStringTag]: "\n".repeat(1000) },
  "tag that throws": Object.defineProperty(Object.create({}), Symbol.toStringTag, { get: () => assert.fail() }),
  "getter that throws what the runtime throws": Object.defineProperty({}, "x", {
    enumerable: true,
    get() {
      throw new wire.ContractError([]);
    },
  }),
  "deep array": JSON.parse("[".repeat(1000) + "]".repeat(1000)),
  cycle: cycle(),
  "class of a hostile name": new (class {
    static name = "x".repeat(1000);
  })(),
  "class whose name throws": new (class {
    static get name() {
      throw new Error();
    }
  })(),
};

for (const [what, value] of Object.entries(strangers)) {
  test(`is no JSON value: ${what}`, () => {
    const places = [
      value,
      { ...step, ref: value },
      { ...step, op: value },
      { ...step, x: value },
      { ...step, x: [[{ y: value }]] },
    ];
    for (const [name, [rule, fast]] of Object.entries(shapes)) {
      for (const v of [...places, places]) {
        assert.equal(wire.test(v, rule, fast), false, name);
        assert.equal(wire.test(v, rule), false, name);
        const all = wire.checkValue(v, rule);
        assert.ok(all.length > 0);
        assert.deepEqual(wire.checkValue(v, rule, 1), all.slice(0, 1));
        assert.throws(() => wire.parseValue(v, rule, fast), wire.ContractError);
        for (const { message } of all) assert.ok(message.length < 200, message);
      }
    }
    assert.equal(wire.test(value, { at: "" }), false);
  });
}

test("messages name what is no JSON value", () => {
  const message = (ref) => wire.checkValue({ ref, op: "click" }, ruleStep)[0].message;
  for (const [value, what] of [
    [new Date(0), 'a class instance "[object Date]"'],
    [new Error(), 'a class instance "[object Error]"'],
    [new Uint8Array(1), 'a class instance "[object Uint8Array]"'],
    [undefined, "undefined"],
    [NaN, "NaN"],
    [-Infinity, "-Infinity"],
    [5n, "a bigint"],
    [() => 1, "a function"],
    [[, 1], "an array with a hole"],
    [new Point(), 'a class instance "[object Object]"'],
    [Object.create(step), 'a class instance "[object Object]"'],
    [strangers["array of a subclass"], 'a class instance "[object Array]"'],
    [strangers["getter that throws"], "what cannot be read"],
    [strangers["proxy that throws"], "what cannot be read"],
    [strangers["revoked proxy"], "what cannot be read"],
  ]) {
    assert.equal(message(value), `got ${what}, want a JSON value`);
  }
});

test("what is no JSON value is refused alone, as a text that is none", () => {
  assert.deepEqual(wire.checkValue({ ref: 1, x: { "a/b": [undefined] } }, ruleStep), [
    { code: "type", instance: "/x/a~1b/0", keyword: "", message: "got undefined, want a JSON value" },
  ]);
});

const accepted = {
  plain: step,
  "without a prototype": Object.assign(Object.create(null), step),
  frozen: Object.freeze({ ...step }),
  "with a symbol as name": { ...step, [Symbol("s")]: () => 1 },
  "with a hidden property that is unknown": Object.defineProperty({ ...step }, "x", { value: () => 1 }),
  "with a getter": Object.defineProperty({ op: "click" }, "ref", { enumerable: true, get: () => "e1" }),
  "behind a proxy": new Proxy(step, {}),
  "with more": { ...step, x: [null, true, 1.5, "s", { y: {} }], y: -0 },
  "with a member named __proto__": JSON.parse('{"ref":"e1","op":"click","__proto__":{"ref":1},"constructor":1}'),
  "with a hidden optional property": Object.defineProperty({ ...step }, "text", { value: "t" }),
  "with a hidden optional property of a wrong type": Object.defineProperty({ ...step }, "text", { value: 5 }),
  "of another realm": runInNewContext("({ref: 'e1', op: 'click', x: [[{}]]})"),
  "with an item that is not enumerable": { ...step, x: Object.defineProperty([1], "0", { enumerable: false }) },
};

test("an item of an array counts, enumerable or not", () => {
  const steps = (value) => Object.defineProperty([{ ...step }], "0", { value, enumerable: false });
  for (const [value, want] of [
    [{ ...step }, true],
    [{ ...step, ref: 1 }, false],
    [undefined, false],
  ]) {
    assert.equal(wire.test(steps(value), ...shapes.steps), want);
    assert.equal(wire.checkValue(steps(value), shapes.steps[0]).length === 0, want);
  }
});

test("arrays of another realm are arrays", () => {
  const steps = runInNewContext("[{ref: 'e1', op: 'click'}]");
  assert.equal(wire.test(steps, ...shapes.steps), true);
  assert.deepEqual(wire.checkValue(steps, shapes.steps[0]), []);
  assert.equal(wire.test(structuredClone([step]), ...shapes.steps), true);
});

for (const [what, value] of Object.entries(accepted)) {
  test(`is a step: ${what}`, () => {
    assert.deepEqual(wire.checkValue(value, ruleStep), []);
    assert.equal(wire.test(value, ...shapes.step), true);
    assert.equal(wire.parseValue(value, ...shapes.step), value);
  });
}

const refused = {
  "a hidden property": [hidden({ enumerable: false }), "required", ""],
  "a hidden property and one too many": [Object.assign(hidden({ enumerable: false }), { x: 1 }), "required", ""],
  "an inherited property": [Object.assign(Object.create({ ref: "e1" }), { op: "click" }), "type", ""],
  "an optional property that is undefined": [{ ...step, text: undefined }, "type", "/text"],
  "a member that is null": [{ ...step, text: null }, "type", "/text"],
  "an integer that is too large": [{ ...step, n: 2 ** 63 }, "range", "/n"],
  "a number with a fraction": [{ ...step, n: 0.5 }, "type", "/n"],
  "a condition": [{ ref: "e1", op: "type" }, "required", ""],
};

for (const [what, [value, code, instance]] of Object.entries(refused)) {
  test(`is no step: ${what}`, () => {
    assert.equal(wire.test(value, ...shapes.step), false);
    assert.deepEqual(
      wire.checkValue(value, ruleStep).map((v) => [v.code, v.instance]),
      [[code, instance]],
    );
  });
}

test("a name of Object.prototype is a name like others", () => {
  const [rule, fast] = shapes.odd;
  for (const [text, want] of [
    ["{}", true],
    ['{"__proto__":1}', true],
    ['{"__proto__":1,"constructor":2}', true],
    ['{"__proto__":"1"}', false],
    ['{"constructor":null}', false],
    ['{"toString":1}', false],
    ['{"hasOwnProperty":1}', false],
  ]) {
    const value = JSON.parse(text);
    assert.equal(wire.test(value, rule, fast), want, text);
    assert.equal(wire.checkValue(value, rule).length === 0, want, text);
    assert.equal(wire.checkText(text, rule).length === 0, want, text);
  }
  assert.deepEqual(
    wire.checkText('{"contructor":1}', rule)[0].message,
    'unknown property, did you mean "constructor"?',
  );
});

test("a value may hold another one many times, and itself", () => {
  let shared = {};
  for (let i = 0; i < 120; i++) {
    shared = { left: shared, right: shared };
    if (i > 12 && i < 100) continue;
    assert.equal(wire.test(shared, ...shapes.tree), i <= 12);
    assert.equal(wire.checkValue(shared, ruleTree).length === 0, i <= 12);
  }
  assert.match(
    wire.checkValue(shared, ruleTree)[0].message,
    /^got more values than a text could hold, want a JSON value$/,
  );
  assert.equal(wire.test(Array(1_000_001).fill(null), { at: "" }), true);
  const loop = { left: {} };
  loop.left.left = loop;
  loop.left.right = loop;
  assert.equal(wire.test(loop, ...shapes.tree), false);
  assert.deepEqual(wire.checkValue(loop, ruleTree), [
    { code: "depth", instance: "", keyword: "", message: "nested deeper than 127 levels" },
  ]);
});

test("the depth of a value is that of its text", () => {
  for (const depth of [1, 59, 60, 61, 62, 126, 127, 128, 129]) {
    const tree = JSON.parse('{"left":'.repeat(depth - 1) + "{}" + "}".repeat(depth - 1));
    const more = { ...step, x: depth > 1 ? JSON.parse("[".repeat(depth - 1) + "]".repeat(depth - 1)) : 0 };
    for (const [value, shape] of [
      [tree, "tree"],
      [more, "step"],
    ]) {
      assert.equal(wire.test(value, ...shapes[shape]), depth <= 127, `${shape} ${depth}`);
      assert.equal(wire.checkValue(value, shapes[shape][0]).length === 0, depth <= 127);
      assert.equal(wire.checkText(JSON.stringify(value), shapes[shape][0]).length === 0, depth <= 127);
    }
  }
});
