// Steps 7 and 8 of check.js: https://json-schema.org/draft/2020-12/json-schema-core#section-10.2 and 11

import { apply, isDone, loosely, quietly, refuse, run } from "./check.js";
import { Bytes } from "./intrinsics.js";
import { add, ARRAY, list, memberOf, NULL, OBJECT, STRING } from "./node.js";
import { checkRest } from "./objects.js";
import { applyOnce } from "./once.js";
import { quote } from "./quote.js";
import { schemaOf } from "./rule.js";
import { choices, count, quoted, shown } from "./words.js";

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.1, and 8.2.3 for $ref */
export function keywordAllOf(r, v, seen) {
  const rules = r.allOf ?? [];
  let ok = r.ref === undefined || applyOnce(r.ref, v, "false-schema", seen);
  for (let i = 0; i < rules.length && (ok || !isDone()); i++) ok = applyOnce(rules[i], v, "false-schema", seen) && ok;
  return ok;
}

/** keywordUnion for one anyOf, or one oneOf of which one branch accepts null: {"type": "null"}, which is one of two. */
export function keywordNullable(r, v, seen) {
  const branches = r.oneOf ?? r.anyOf;
  const other = branches[schemaOf(branches[0]).type === NULL ? 1 : 0];
  return v.kind === NULL || apply(other, v, "false-schema", seen);
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.2 and 10.2.1.3 */
export function keywordUnion(r, v, seen) {
  const { anyOf, oneOf } = r;
  const ok = anyOf === undefined || checkUnion(r, "anyOf", oneOf === undefined, v, seen);
  return oneOf === undefined || (!ok && isDone()) ? ok : checkUnion(r, "oneOf", true, v, seen) && ok;
}

/** Picks says that tag and nullable speak of the keyword. */
function checkUnion(r, keyword, picks, v, seen) {
  const branches = r[keyword];
  const picked = picks ? pick(r, branches, v) : undefined;
  if (picked !== undefined) return applyOnce(picked, v, "false-schema", seen);
  const isOne = keyword === "oneOf";
  let n = 0;
  for (let i = 0; i < branches.length && (n < (isOne ? 2 : 1) || seen !== undefined); i++) {
    const mine = fresh(seen);
    if (!quietly(() => applyOnce(branches[i], v, "", mine))) continue;
    n++;
    addMarks(seen, mine);
  }
  if (n === 1 || (n > 1 && !isOne)) return true;
  return refuse(r, v, keyword, () => {
    if (picks && n === 0 && r.tag !== undefined && v.kind === OBJECT) return explainTag(r.tag, v);
    const schemas = count(branches.length, "schema");
    if (!isOne) return `got ${shown(v)} that matches none of ${schemas}`;
    return `got ${shown(v)} that matches ${n > 0 ? "more than one" : "none"} of ${schemas}, want exactly one`;
  });
}

/** The branch of a union whose violations stand for the union when it refuses v; undefined when there is none. */
function pick(r, branches, v) {
  const { nullable, tag } = r;
  if (nullable && v.kind !== NULL) {
    for (let i = 0; i < branches.length; i++) if (schemaOf(branches[i]).type !== NULL) return branches[i];
  } else if (tag !== undefined && v.kind === OBJECT) {
    const member = memberOf(v, tag.property);
    for (let i = 0; member?.kind === STRING && i < tag.values.length; i++) {
      for (let j = 0; j < tag.values[i].length; j++) if (tag.values[i][j] === member.text) return branches[i];
    }
  }
  return undefined;
}

/** Why an object matches no branch that a tag could pick. */
function explainTag({ property, values }, v) {
  const all = list();
  for (let i = 0; i < values.length; i++) for (let j = 0; j < values[i].length; j++) add(all, values[i][j]);
  const member = memberOf(v, property);
  const got = member === undefined ? `no ${quote(property)}` : `${quoted(member)} as ${quote(property)}`;
  return `got ${got}, want ${choices(all, quote)}`;
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.4 */
export function keywordNot(r, v) {
  return (
    !loosely(() => applyOnce(r.not, v, "")) ||
    refuse(r, v, "not", () => `got ${shown(v)}, want none that matches the schema under "not"`)
  );
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
export function keywordIf(r, v, seen) {
  if (r.if === undefined) return true;
  const mine = fresh(seen);
  const keyword = loosely(() => applyOnce(r.if, v, "", mine)) ? "then" : "else";
  if (keyword === "then") addMarks(seen, mine);
  return r[keyword] === undefined || applyOnce(r[keyword], v, keyword, seen);
}

/** Marks for a subschema at the same value that may turn out not to count. */
function fresh(seen) {
  return seen === undefined ? undefined : new Bytes(seen.length);
}

/** Adds marks for a value to those of the rules around, if they keep any. */
function addMarks(seen, more) {
  for (let i = 0; seen !== undefined && i < seen.length; i++) seen[i] |= more[i];
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-11 */
export function keywordUnevaluated(r, v, seen) {
  const keyword = v.kind === ARRAY ? "unevaluatedItems" : "unevaluatedProperties";
  const rule = v.kind === ARRAY || v.kind === OBJECT ? r[keyword] : undefined;
  if (rule === undefined) return run(r.evaluators, r, v, seen);
  const mine = new Bytes(v.list.length); // what the rules around r evaluate does not count for it
  let ok = run(r.evaluators, r, v, mine);
  for (let i = 0; i < v.list.length && (ok || !isDone()); i++) {
    if (mine[i] === 0) ok = checkRest(r, rule, keyword, v, i) && ok;
    if (seen !== undefined) seen[i] = 1;
  }
  return ok;
}
