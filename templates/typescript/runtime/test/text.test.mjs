import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "../wire.js";
import { ruleStep, ruleSteps, shapes } from "../testdata/fixture.mjs";

const any = { at: "" };
const yes = () => true;

/** The one violation of a text that is no message. */
function refusal(text) {
  const all = wire.checkText(text, any);
  assert.equal(all.length, 1, text);
  assert.equal(all[0].keyword, "");
  return all[0];
}

test("a text is refused for the first reason from left to right", () => {
  for (const [text, code, message] of [
    ["", "syntax", "got the end of the text, want a value"],
    ["[1,]", "syntax", "got ']', want a value"],
    ['{"a" 1}', "syntax", "got '1', want ':'"],
    ["{'a':1}", "syntax", "got ''', want the name of a member"],
    ["01", "syntax", "got '1', want no digit after a leading zero"],
    ["1 2", "trailing-text", "got '2' after the value, want the end of the text"],
    ["\ufeff1", "syntax", "got U+FEFF, want a value"],
    ['"\u0001"', "syntax", "got U+0001 in a string, want it escaped"],
    ['"\\x"', "syntax", "got '\\' and 'x', want an escape"],
    ['"\\ud800"', "lone-surrogate", "got half a surrogate pair"],
    ['"\ud800"', "invalid-utf8", "got U+D800, want UTF-8"],
    ["[".repeat(128), "depth", "nested deeper than 127 levels"],
    ['{"a":1,"\\u0061":2}', "duplicate-member", "the object has this member twice"],
  ]) {
    const violation = refusal(text);
    assert.deepEqual([violation.code, violation.message], [code, message], text);
  }
  assert.equal(refusal('[{"a/b~":{"k":1,"k":2}}]').instance, "/0/a~1b~0/k");
});

test("bytes become the text that they stand for, or one that is refused", () => {
  const bytes = (...list) => wire.textOf(new Uint8Array(list));
  assert.equal(bytes(0x22, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0x22), '"é😀"');
  assert.equal(bytes(0xef, 0xbb, 0xbf, 0x31), "\ufeff1");
  for (const wrong of [
    [0x80],
    [0xff],
    [0xc0, 0x80],
    [0xe2, 0x82],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe0, 0x80, 0x80],
  ]) {
    const violation = refusal(bytes(0x22, 0x61, 0xc3, 0xa9, ...wrong, 0x22));
    assert.deepEqual(
      [violation.code, violation.message],
      ["invalid-utf8", `got byte 0x${wrong[0].toString(16)}, want UTF-8`],
    );
  }
});

test("a parsed text is what JSON.parse makes of it", () => {
  const text = '[{"ref":"e1","op":"type","text":"\\u00e9","n":9007199254740993,"__proto__":1}]';
  assert.deepEqual(wire.parseText(text, ...shapes.steps), JSON.parse(text));
  assert.deepEqual(wire.parseText(text, ruleSteps), JSON.parse(text));
});

test("an error has all violations", () => {
  const text = '[{"ref":1,"op":"clik"},{"op":"press"}]';
  assert.throws(
    () => wire.parseText(text, ...shapes.steps),
    (e) => {
      assert.ok(e instanceof wire.ContractError && e instanceof Error);
      assert.equal(e.name, "ContractError");
      assert.equal(
        e.message,
        [
          "/0/ref: got a number, want a string [type]",
          '/0/op: got "clik", want "click", "type" or "press" [enum]',
          '/1: missing property "ref" [required]',
        ].join("\n"),
      );
      assert.deepEqual(e.violations, wire.checkText(text, ruleSteps));
      assert.equal(e.message, e.violations.map(wire.describe).join("\n"));
      return true;
    },
  );
});

test("at most so many violations, and the same first one", () => {
  const rule = { at: "/list", items: { at: "/item", type: 16 }, keywords: [wire.keywordItems] };
  const text = `[${"1,".repeat(2000)}1]`;
  assert.equal(wire.checkText(text, rule).length, wire.MAX_VIOLATIONS);
  assert.deepEqual(wire.checkText(text, rule, 1), wire.checkText(text, rule).slice(0, 1));
});

// What a straight-line function cannot see, even one that accepts everything.
test("a quick yes is not enough", () => {
  for (const text of [
    '{"a":1,"a":1}',
    '[{"a":1},{"b":{"c":1,"d":1,"\\u0063":1}}]',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\ud800"',
    "[".repeat(128) + "]".repeat(128),
  ]) {
    JSON.parse(text);
    assert.throws(() => wire.parseText(text, any, yes), wire.ContractError, text);
  }
  for (const [n, rule] of [
    ["9223372036854775808", { at: "", type: 4 }],
    ["1e400", { at: "", type: 8 }],
    ["9007199254740993", { at: "", type: 4, maximum: "9007199254740992", keywords: [wire.keywordBounds] }],
    ["0.10000000000000000001", { at: "", type: 8, const: "0.1", keywords: [wire.keywordConst] }],
  ]) {
    assert.throws(() => wire.parseText(n, rule, (v) => wire.accepts(v, rule)), wire.ContractError, n);
  }
});

test("a quick no is asked again where the text says more", () => {
  const rule = { at: "", type: 4, minimum: "9223372036854775807", keywords: [wire.keywordBounds] };
  assert.equal(wire.parseText("9223372036854775807", rule, wire.isInt64), 2 ** 63);
  assert.equal(
    wire.parseText('"\\ud83d\\ude00"', any, () => false),
    "😀",
  );
});

test("time is linear", () => {
  const n = 200_000;
  for (const text of [
    "[".repeat(n),
    '{"a":'.repeat(n),
    `"${"\\".repeat(2 * n)}"`,
    `"${'\\"'.repeat(n)}"`,
    "9".repeat(n),
    `0.${"0".repeat(n)}1`,
    `1e${"9".repeat(n)}`,
    `{${Array.from({ length: n }, (_, i) => `"n${i}":1`).join(",")}}`,
    `[${Array.from({ length: n }, (_, i) => `[${i}]`).join(",")}]`,
  ]) {
    const rule = {
      at: "",
      keywords: [wire.keywordConst, wire.keywordBounds, wire.keywordMultipleOf, wire.keywordUniqueItems],
      const: "1e99999999999999999999",
      minimum: "1e99999999999999999999",
      multipleOf: "0.3",
      uniqueItems: true,
    };
    const start = performance.now();
    wire.checkText(text, rule);
    wire.test(text, rule);
    assert.throws(() => wire.parseText(text, rule, yes) && wire.parseText("", any));
    assert.ok(performance.now() - start < 5000, text.slice(0, 20));
  }
});

test("only a copy of a rule's own fields counts", () => {
  const rule = Object.create({ never: true, type: 1 }, Object.getOwnPropertyDescriptors(ruleStep));
  assert.deepEqual(wire.checkText('{"ref":"e1","op":"click"}', rule), []);
});
