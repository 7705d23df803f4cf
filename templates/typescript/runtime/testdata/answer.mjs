// Answers questions of the Go test: for each line of stdin, { rules, root, texts }, one line with the violations of
// each text, or with what is wrong with the runtime's answer to it.

import { createInterface } from "node:readline";
import * as wire from "../wire.js";
import { isExact } from "../scan.js";

const single = [
  "items",
  "contains",
  "unevaluatedItems",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
];
single.push("ref", "not", "if", "then", "else");
const many = ["prefixItems", "allOf", "anyOf", "oneOf"];
const named = ["properties", "patternProperties", "dependentSchemas"];

/** Puts functions that return rules where the table has numbers. */
function link(rules) {
  for (const rule of rules) {
    const ref = (n) => () => rules[n];
    for (const field of single) if (field in rule) rule[field] = ref(rule[field]);
    for (const field of many) if (field in rule) rule[field] = rule[field].map(ref);
    for (const field of named) if (field in rule) rule[field] = rule[field].map(([name, n]) => [name, ref(n)]);
    for (const field of ["keywords", "evaluators"]) {
      rule[field] = (rule[field] ?? []).map((name) => wire[name] ?? fail(`no ${name}`));
    }
  }
}

function fail(message) {
  throw new Error(message);
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

const refusals = new Set(["syntax", "trailing-text", "invalid-utf8", "lone-surrogate", "depth", "duplicate-member"]);

/** What is wrong with other ways to the same verdict; undefined when nothing is. */
function problem(text, rule, all) {
  if (!same(wire.checkText(text, rule, 1), all.slice(0, 1))) return "the first violation differs";
  let value;
  try {
    value = wire.parseText(text, rule);
    if (all.length > 0) return "parseText accepts";
  } catch (e) {
    if (!(e instanceof wire.ContractError)) return `parseText throws ${e}`;
    if (!same(e.violations, all)) return "parseText has other violations";
  }
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isExact(text, value)) return undefined;
  if (refusals.has(all[0]?.code)) return `${all[0].code} is beyond doubt`;
  if (wire.test(value, rule) !== (all.length === 0)) return "test differs";
  const codes = (list) => list.map((v) => `${v.code} ${v.instance} ${v.keyword}`).sort();
  if (!same(codes(wire.checkValue(value, rule)), codes(all))) return "checkValue differs";
  return undefined;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { rules, root, texts } = JSON.parse(line);
  link(rules);
  const answers = texts.map((base64) => {
    const text = wire.textOf(Buffer.from(base64, "base64"));
    try {
      const violations = wire.checkText(text, rules[root]);
      return { violations, problem: problem(text, rules[root], violations) };
    } catch (e) {
      return { violations: [], problem: `throws ${e.stack}` };
    }
  });
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
