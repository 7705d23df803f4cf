import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "../wire.js";
import { shapes } from "../testdata/fixture.mjs";

/** Calls a function of straight-line code as that code does. */
function ask(f) {
  let answer;
  const rule = { at: "", never: true, keywords: [wire.keywordNever] };
  const isKnown = wire.test(0, rule, () => {
    answer = f();
    return true;
  });
  return isKnown ? answer : "unsure";
}

test("lengths are in code points", () => {
  for (const [s, min, max, want] of [
    ["", 0, 0, true],
    ["a", 0, 0, false],
    ["😀", 1, 1, true],
    ["😀😀", 3, 9, false],
    ["a😀b", 3, 3, true],
    ["ab", 2, Infinity, true],
    ["a", 2, Infinity, false],
    ["\ud800", 1, 1, true],
    ["x".repeat(99), 0, 98, false],
  ]) {
    assert.equal(wire.isLength(s, min, max), want, s);
  }
});

test("numbers", () => {
  const values = [
    0,
    -0,
    1,
    0.5,
    1e21,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
    2 ** 64,
    NaN,
    Infinity,
    "1",
    null,
    1n,
    undefined,
    {},
  ];
  assert.deepEqual(values.filter(wire.isNumber), values.slice(0, 9));
  assert.deepEqual(values.filter(wire.isInt64), [0, -0, 1, 2 ** 53, -(2 ** 63)]);
  assert.deepEqual(values.filter(wire.isUint64), [0, -0, 1, 2 ** 53, 2 ** 63]);
  assert.equal(wire.compare(0.1, "0.1000000000000000000001"), -1);
  assert.equal(wire.compare(1e21, "1000000000000000000000"), 0);
  assert.equal(wire.compare(-0, "0"), 0);
  assert.equal(wire.compare(5e-324, "1e-324"), 1);
  assert.equal(wire.isMultiple(0.3, "0.1"), true);
  assert.equal(wire.isMultiple(4.35, "0.01"), true);
  assert.equal(wire.isMultiple(0.35, "0.1"), false);
  assert.equal(wire.isMultiple(1e300, "7"), false);
  assert.equal(wire.isMultiple(0, "7"), true);
});

test("equal values", () => {
  assert.equal(wire.isUnique([1, "1", true, null, "true", [], {}, [1], { a: 1 }]), true);
  for (const list of [
    [1, 1],
    [0, -0],
    ["a", "b", "a"],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [[1], [1]],
    [null, {}, null],
    [{}, 1, 1],
  ]) {
    assert.equal(wire.isUnique(list), false, JSON.stringify(list));
  }
  assert.equal(wire.isEqual({ a: [1, "x"], b: null }, '{"b":null,"a":[1.0,"x"]}'), true);
  assert.equal(wire.isEqual([1, 2], "[2,1]"), false);
  assert.equal(wire.isEqual({ a: 1 }, '{"a":1,"b":2}'), false);
});

test("containers", () => {
  class List extends Array {}
  assert.deepEqual([[], [1], {}, null, "a", new List(), new Uint8Array(1), { length: 0 }].map(wire.isArray), [
    true,
    true,
    ...Array(6).fill(false),
  ]);
  assert.deepEqual([{}, Object.create(null), [], null, "a", new Map(), Object.create({})].map(wire.isMap), [
    true,
    true,
    ...Array(5).fill(false),
  ]);
  assert.equal(
    ask(() => wire.isOpen({ a: 1, b: 2 }, 1, ["a"])),
    true,
  );
  assert.equal(
    ask(() => wire.isOpen({ a: 1, b: NaN }, 1, ["a"])),
    "unsure",
  );
  assert.equal(
    ask(() => wire.isClosed({ a: 1, b: 2 }, 1, ["a"])),
    false,
  );
  assert.equal(
    ask(() => wire.isClosed({ a: 1 }, 1, ["a", "b"])),
    true,
  );
  assert.equal(
    ask(() => wire.isOpen(Object.defineProperty({ b: 1 }, "a", { value: 1 }), 1, ["a"])),
    false,
  );
  assert.equal(
    ask(() => wire.isClosed({ a: undefined }, 0, ["a"])),
    false,
  );
  assert.equal(
    ask(() => wire.isClosed([], 0, [])),
    false,
  );
  assert.equal(wire.own({ a: 1 }, "a"), 1);
  assert.equal(wire.own({}, "constructor"), undefined);
});

test("any value", () => {
  const values = [null, true, "s", 1, [1, [{}]], { a: { b: [null] } }];
  for (const v of values)
    assert.equal(
      ask(() => wire.isJson(v)),
      true,
    );
  for (const v of [undefined, NaN, 1n, Symbol("s"), () => 1, [undefined], [,], { a: { b: new Date() } }]) {
    assert.equal(
      ask(() => wire.isJson(v)),
      "unsure",
    );
  }
  assert.equal(
    ask(() => wire.isJson(JSON.parse("[".repeat(100) + "]".repeat(100)))),
    "unsure",
  );
  assert.equal(
    ask(() => wire.accepts("a", { at: "", type: 16 })),
    true,
  );
  assert.equal(
    ask(() => wire.accepts(1, () => ({ at: "", type: 16 }))),
    false,
  );
  assert.equal(
    ask(() => wire.accepts([undefined], { at: "" })),
    "unsure",
  );
  assert.equal(
    ask(() => wire.accepts(JSON.parse("[".repeat(100) + "]".repeat(100)), { at: "" })),
    "unsure",
  );
});

test("a straight-line function that throws decides nothing", () => {
  const [rule] = shapes.step;
  for (const fast of [() => false, () => assert.fail(), () => fast()]) {
    assert.equal(wire.test({ ref: "e1", op: "click" }, rule, fast), true);
    assert.equal(wire.test({ ref: 1, op: "click" }, rule, fast), false);
    assert.deepEqual(wire.parseText('{"ref":"e1","op":"click"}', rule, fast), { ref: "e1", op: "click" });
  }
});

test("patterns are those of ECMA-262, and found anywhere", () => {
  assert.equal(wire.isMatch("xay", "a"), true);
  assert.equal(wire.isMatch("😀", "^.$"), true);
  assert.equal(wire.isMatch("a", "(?<=x)a"), false);
  assert.equal(wire.isMatch("a", "("), false);
});
