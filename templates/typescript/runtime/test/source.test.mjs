import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as wire from "../wire.js";

const folder = new URL("../", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
const source = (name) => readFileSync(new URL(name, folder), "utf8");

test("module syntax is simple enough to be rewritten line by line", () => {
  const forms = [
    /^import \{ \w+(, \w+)* \} from "\.\/[\w-]+\.js";$/,
    /^export (function|class) \w+/,
    /^export const \w+ = /,
    /^export \{ \w+(, \w+)* \}( from "\.\/[\w-]+\.js")?;$/,
  ];
  for (const name of files) {
    for (const line of source(name).split("\n")) {
      if (/^\s*(import|export)\b/.test(line))
        assert.ok(
          forms.some((form) => form.test(line)),
          `${name}: ${line}`,
        );
    }
  }
});

test("no file imports itself by way of others", () => {
  const imports = Object.fromEntries(
    files.map((name) => [name, [...source(name).matchAll(/from "\.\/(.*)"/g)].map((m) => m[1])]),
  );
  const visit = (name, path) => {
    assert.ok(!path.includes(name), [...path, name].join(" "));
    for (const next of imports[name]) visit(next, [...path, name]);
  };
  for (const name of files) visit(name, []);
});

test("no code is made of a text, and nothing is looked up on a value", () => {
  for (const name of files.filter((name) => name !== "intrinsics.js" && name !== "shape.js")) {
    // The spread of an object calls nothing, unlike that of an array.
    const code = source(name).replace(/\/\*[^]*?\*\/|\/\/.*|, \.\.\.rule \}/g, "");
    assert.doesNotMatch(
      code,
      /\beval\b|\bFunction\b|\bfor \(const \w+ of\b|\.\.\.|\.(push|map|slice|call|apply|includes|join|test|charCodeAt)\(/,
      name,
    );
    assert.ok(source(name).split("\n").length <= 400, name);
  }
});

test("the declarations name what is there", () => {
  const declared = [...source("wire.d.ts").matchAll(/^export (?:const|function|class) (\w+)/gm)].map((m) => m[1]);
  assert.deepEqual(declared.sort(), Object.keys(wire).sort());
});
