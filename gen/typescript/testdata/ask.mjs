// Answers questions about the shapes of emitted modules: node ask.mjs PACKAGE < questions.json > answers.json
//
// A question is { module, shape, text }, where text is in base64. An answer has what checkText and parse say of the text
// and, if the text is JSON, what is and check say of its value.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const root = pathToFileURL(`${process.argv[2]}/`);
const require = createRequire(root);
const questions = JSON.parse(readFileSync(0, "utf8"));

const shapes = new Map();
async function find(module, name) {
  const key = `${module} ${name}`;
  if (!shapes.has(key)) {
    const imported = await import(new URL(`${module}/index.js`, root));
    const required = require(`./${module}/index.cjs`);
    shapes.set(key, [imported.shapes[name], required.shapes[name]]);
  }
  return shapes.get(key);
}

function parse(shape, input) {
  try {
    return { value: shape.parse(input) };
  } catch (error) {
    if (error.name !== "ContractError") throw error;
    return { violations: error.violations };
  }
}

const answers = [];
for (const { module, shape: name, text } of questions) {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  const string = Buffer.from(bytes).toString("utf8");
  const isUTF8 = Buffer.from(string, "utf8").equals(Buffer.from(bytes));
  const [shape, required] = await find(module, name);
  const answer = { text: shape.checkText(bytes), parsed: parse(shape, bytes), problems: [] };
  const same = (what, a, b) => {
    if (JSON.stringify(a) !== JSON.stringify(b)) answer.problems.push(`${what}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`);
  };
  same("parse and checkText", answer.parsed.violations ?? [], answer.text);
  same("CommonJS and ESM", required.checkText(bytes), answer.text);
  if (isUTF8) same("text and bytes", shape.checkText(string), answer.text);
  if (isUTF8) same("parse of text and bytes", parse(shape, string), answer.parsed);
  let value;
  try {
    value = JSON.parse(string);
  } catch {
    answers.push(answer);
    continue;
  }
  answer.is = shape.is(value);
  answer.value = shape.check(value);
  same("is and check", answer.is, answer.value.length === 0);
  same("CommonJS and ESM on a value", required.is(value), answer.is);
  if (typeof value !== "string") same("parse and check of a value", parse(shape, value).violations ?? [], answer.value);
  same("parse and JSON.parse", answer.parsed.value ?? null, answer.parsed.violations === undefined ? value : null);
  answers.push(answer);
}
process.stdout.write(JSON.stringify(answers));
