// Loads the runtime, then tampers with all that a program can tamper with, and says whether the verdicts stay the
// same. It runs in a process of its own. The way is the first argument.

import { writeSync } from "node:fs";
import * as wire from "../wire.js";
import { shapes } from "./fixture.mjs";

const exit = process.reallyExit;
const { ownKeys, defineProperty, deleteProperty } = Reflect;
const encode = TextEncoder.prototype.encode.bind(new TextEncoder());

const texts = [
  ["step", '{"ref":"e1","op":"click"}', ""],
  ["step", '{"ref":"e1","op":"click","x":[1,{"y":null}]}', ""],
  ["step", '{"ref":"e1"}', "required"],
  ["step", "{}", "required"],
  ["step", '{"ref":"e1","op":"type"}', "required"],
  ["step", '{"ref":1,"op":"clik"}', "type"],
  ["step", '{"ref":"e1","op":"click","op":"click"}', "duplicate-member"],
  ["step", '{"ref":"\\ud800","op":"click"}', "lone-surrogate"],
  ["step", '{"ref":"e1","op":"click","n":9223372036854775808}', "range"],
  ["steps", '[{"ref":"e1","op":"click"}]', ""],
  ["steps", "[]", "minItems"],
  ["odd", '{"__proto__":1,"constructor":2}', ""],
  ["odd", '{"x":1}', "additionalProperties"],
  ["tree", '{"left":{"right":{}}}', ""],
  ["tree", '{"left":1}', "type"],
];
const values = texts.map(([, text]) => JSON.parse(text));
const bytes = texts.map(([, text]) => encode(text));
const wrongBytes = Uint8Array.of(0x22, 0xc3, 0x28, 0x22);
const click = { ref: "e1", op: "click" };
const holes = [, { ref: "e1", op: "click" }];
const more = [click, click, click];
delete more[1];
const plain = [click, click, click];
const inherits = Object.create({ ref: "e1", op: "click" });

/** Everything that can be replaced: the properties of what the language has. */
function poison(isKept) {
  const owners = [
    Array,
    Object,
    String,
    Number,
    Boolean,
    Function,
    RegExp,
    Map,
    Set,
    WeakMap,
    Symbol,
    Error,
    BigInt,
    Uint8Array,
    Object.getPrototypeOf(Uint8Array.prototype).constructor,
    ArrayBuffer,
    DataView,
    TextDecoder,
  ];
  const evil = { __proto__: null, value: () => "evil", writable: true, configurable: true };
  const targets = [];
  for (let i = 0; i < owners.length; i++) targets[i] = owners[i].prototype;
  targets[targets.length] = JSON;
  targets[targets.length] = Math;
  targets[targets.length] = Reflect;
  for (let i = 0; i < owners.length; i++) targets[targets.length] = owners[i];
  for (let i = 0; i < targets.length; i++) {
    const names = ownKeys(targets[i]);
    for (let j = 0; j < names.length; j++) {
      if (
        names[j] !== "prototype" &&
        names[j] !== "__proto__" &&
        names[j] !== "length" &&
        !(isKept && names[j] === "constructor")
      ) {
        defineProperty(targets[i], names[j], evil);
      }
    }
  }
}

const fields = [
  "never",
  "type",
  "enum",
  "ref",
  "op",
  "text",
  "not",
  "left",
  "x",
  "keywords",
  "code",
  "limit",
  "get",
  "toJSON",
  "0",
  "1",
  "5",
];

const ways = {
  none() {},
  globals() {
    const all = globalThis;
    const names = ownKeys(all);
    const kept = { Object, Array };
    for (let i = 0; i < names.length; i++) if (!(names[i] in kept)) deleteProperty(all, names[i]);
  },
  "hidden items of Object.prototype"() {
    for (let i = 0; i < 3; i++) defineProperty(Object.prototype, i, { __proto__: null, value: click, writable: true });
  },
  "getters of items of Object.prototype"() {
    let turn = 0;
    const get = () => (turn++ % 2 === 0 ? undefined : click);
    for (let i = 0; i < 3; i++) defineProperty(Object.prototype, i, { __proto__: null, get });
  },
  "another prototype of Array.prototype"() {
    Object.setPrototypeOf(Array.prototype, Object.create(Object.prototype, { 0: { value: click }, 1: { value: click } }));
  },
  "as many properties of Object.prototype as before"() {
    delete Object.prototype.__lookupSetter__;
    defineProperty(Object.prototype, "text", { __proto__: null, value: 5, writable: true });
  },
  methods: () => poison(true),
  everything: () => poison(false),
  "properties of Object.prototype"() {
    for (let i = 0; i < fields.length; i++) Object.prototype[fields[i]] = "click";
  },
  "hidden properties of Object.prototype"() {
    const names = fields;
    for (let i = 0; i < 14; i++)
      defineProperty(Object.prototype, names[i], { __proto__: null, value: 1, writable: true });
  },
  "setters of Object.prototype"() {
    const names = fields;
    for (let i = 0; i < names.length; i++)
      defineProperty(Object.prototype, names[i], { __proto__: null, get: () => 1, set() {}, enumerable: i % 2 === 0 });
  },
  "items of Array.prototype"() {
    defineProperty(Array.prototype, "0", { __proto__: null, value: { ref: "e1", op: "click" }, writable: true });
  },
  "setters of Array.prototype"() {
    for (let i = 0; i < 9; i++)
      defineProperty(Array.prototype, i, { __proto__: null, get: () => ({ ref: "e1", op: "click" }), set() {} });
  },
};

function check(ok, what) {
  if (ok) return;
  writeSync(1, `wrong: ${what}\n`);
  exit(1);
}

const way = process.argv[2];
ways[way]();

for (let i = 0; i < texts.length; i++) {
  const name = texts[i][0];
  const text = texts[i][1];
  const code = texts[i][2];
  const rule = shapes[name][0];
  const fast = shapes[name][1];
  const all = wire.checkText(text, rule);
  check(code === "" ? all.length === 0 : all[0].code === code, `checkText ${text}`);
  let thrown = "";
  try {
    wire.parseText(text, rule, fast);
  } catch (e) {
    thrown = e.violations === undefined ? `${e.stack}` : e.violations[0].code;
  }
  check(thrown === code, `parseText ${text}: ${thrown}`);
  check(wire.textOf(bytes[i]) === text, `textOf ${text}`);
  if (code !== "duplicate-member" && code !== "lone-surrogate") {
    check(wire.test(values[i], rule, fast) === (code === ""), `test ${text}`);
    check(wire.test(values[i], rule) === (code === ""), `slow test ${text}`);
    const found = wire.checkValue(values[i], rule);
    check(code === "" ? found.length === 0 : found[0].code === code, `checkValue ${text}`);
  }
}
check(!wire.test(holes, shapes.steps[0], shapes.steps[1]), "an array with a hole");
check(wire.checkValue(holes, shapes.steps[0]).length > 0, "an array with a hole");
check(!wire.test(more, shapes.steps[0], shapes.steps[1]), "an array with a hole inside");
check(wire.checkValue(more, shapes.steps[0]).length > 0, "an array with a hole inside");
check(wire.test(plain, shapes.steps[0], shapes.steps[1]), "an array");
// Node itself does not survive an error of its own while its methods are replaced.
if (way !== "methods" && way !== "everything") {
  check(wire.textOf(wrongBytes) === '"\udcc3', "bytes that are no UTF-8");
}
check(new wire.ContractError([]) instanceof wire.ContractError && !(click instanceof wire.ContractError), "instanceof");
check(!wire.test(inherits, shapes.step[0], shapes.step[1]), "an object that inherits");
check(
  !wire.test({ ref: "e1", x: 1 }, shapes.step[0], shapes.step[1]),
  "an object with one property too few and one too many",
);
check(!wire.test({}, shapes.step[0], shapes.step[1]), "an empty object");
writeSync(1, "right\n");
exit(0);
