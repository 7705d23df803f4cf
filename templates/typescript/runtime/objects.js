// Step 6 of check.js, but for what limits.js does.

import { child, isDone, refuse } from "./check.js";
import { meant } from "./nearest.js";
import { leaf, memberOf, OBJECT, STRING } from "./node.js";
import { applyOnce } from "./once.js";
import { quote } from "./quote.js";
import { matches } from "./scalars.js";

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1 */
export function keywordProperties(r, v, seen) {
  let ok = true;
  for (let i = 0; v.kind === OBJECT && i < v.list.length && (ok || !isDone()); i++) {
    const rule = ruleOf(r, v.names[i]);
    if (rule === undefined) continue;
    if (seen !== undefined) seen[i] = 1;
    ok = child(rule, v.list[i], "false-schema", v.names[i]) && ok;
  }
  return ok;
}

/** The rule of a property. */
function ruleOf({ properties = [] }, name) {
  for (let i = 0; i < properties.length; i++) if (properties[i][0] === name) return properties[i][1];
  return undefined;
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2 */
export function keywordMembers(r, v, seen) {
  const { patternProperties = [], additionalProperties, propertyNames } = r;
  let ok = true;
  for (let i = 0; v.kind === OBJECT && i < v.list.length && (ok || !isDone()); i++) {
    const name = v.names[i];
    let isKnown = false;
    const ask = (rule) => {
      isKnown = true;
      ok = child(rule, v.list[i], "false-schema", name, undefined, applyOnce) && ok;
    };
    if (propertyNames !== undefined) ok = child(propertyNames, leaf(STRING, name), "propertyNames", name) && ok;
    const rule = ruleOf(r, name);
    if (rule !== undefined) ask(rule);
    for (let j = 0; j < patternProperties.length; j++) {
      if (matches(patternProperties[j][0], name)) ask(patternProperties[j][1]);
    }
    if (seen !== undefined && (isKnown || additionalProperties !== undefined)) seen[i] = 1;
    if (!isKnown && additionalProperties !== undefined) {
      ok = checkRest(r, additionalProperties, "additionalProperties", v, i) && ok;
    }
  }
  return ok;
}

/** Asks a rule, which r has under a keyword, about child i of v, which no other keyword speaks of. */
export function checkRest(r, rule, keyword, v, i) {
  const isMember = v.kind === OBJECT;
  const step = isMember ? v.names[i] : i;
  return child(rule, v.list[i], keyword, step, isMember ? () => meant(r, v, step) : undefined, applyOnce);
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3 */
export function keywordRequired(r, v) {
  return v.kind !== OBJECT || isPresent(r, v, r.required, "required", "");
}

/** Whether v has each of the names. */
function isPresent(r, v, names, code, why, keyword) {
  let ok = true;
  for (let i = 0; i < names.length; i++) {
    if (memberOf(v, names[i]) === undefined) {
      ok = refuse(r, v, code, () => `missing property ${quote(names[i])}${why}`, keyword);
    }
  }
  return ok;
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4 */
export function keywordDependentRequired(r, v) {
  let ok = true;
  for (let i = 0; v.kind === OBJECT && i < r.dependentRequired.length; i++) {
    const name = r.dependentRequired[i][0];
    const why = `, required beside ${quote(name)}`;
    if (memberOf(v, name) === undefined) continue;
    ok = isPresent(r, v, r.dependentRequired[i][1], "dependentRequired", why) && ok;
  }
  return ok;
}

/** The conditions that a contract states beside its schema. */
export function keywordRequiredWhen(r, v) {
  let ok = true;
  for (let i = 0; v.kind === OBJECT && i < r.requiredWhen.length; i++) {
    const { at, property, equals, required } = r.requiredWhen[i];
    const member = memberOf(v, property);
    if (member?.kind !== STRING || member.text !== equals) continue;
    ok = isPresent(r, v, required, "required", `, required when ${quote(property)} is ${quote(equals)}`, at) && ok;
  }
  return ok;
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2.4 */
export function keywordDependentSchemas(r, v, seen) {
  let ok = true;
  for (let i = 0; v.kind === OBJECT && i < r.dependentSchemas.length && (ok || !isDone()); i++) {
    if (memberOf(v, r.dependentSchemas[i][0]) === undefined) continue;
    ok = applyOnce(r.dependentSchemas[i][1], v, "false-schema", seen) && ok;
  }
  return ok;
}
