// Runs rules over trees. The verdict, and the violations with their order, are the same in every language of a
// contract. For a value V and a rule R:
//
//  1. never: one violation at V, keyword R.at, and nothing else is looked at. The code is the keyword that holds the
//     false schema, when it holds just one: items, unevaluatedItems, additionalProperties, unevaluatedProperties,
//     propertyNames, then, else. It is "false-schema" below the others (properties, prefixItems, allOf, $ref, ...).
//  2. type. A value of another type gets this one violation from R: no other keyword of R is looked at. A number of a right
//     type that cannot be held is "range" with the keyword location of type: the types number (with or without integer)
//     hold what rounds to a finite double, integer alone what fits in 64 bits. Nothing is held under not, if and contains:
//     there, type is only type. A rule without type has no range.
//  3. enum, const.
//  4. minLength, maxLength, pattern; or minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf.
//  5. For an array: each item in order against prefixItems or items; then minItems, maxItems, uniqueItems, and contains or
//     minContains (contains when the rule says no minimum), maxContains.
//  6. For an object: each member in order against propertyNames (the instance is the member), each of properties and
//     patternProperties that applies, and if none does, additionalProperties; then required, dependentRequired,
//     minProperties, maxProperties, requiredWhen (code "required", keyword the condition's), dependentSchemas.
//  7. $ref, allOf, anyOf, oneOf, not, if with then or else. What $ref, allOf, then and else refuse is reported as such;
//     anyOf, oneOf and not are one violation each. But where tag picks a branch, and where nullable meets a value that is
//     not null, the violations of that branch stand for the union, and no other branch is asked. Tag and nullable speak of
//     oneOf when a rule has both oneOf and anyOf.
//  8. unevaluatedItems, unevaluatedProperties: each item or member, in order, that no keyword has evaluated.
//
// Steps 3 to 8 are all taken, whatever the steps before them found. A subschema that ends in step 1 or 2 evaluates
// nothing.

import { decimal, fitsDouble, isWhole, isWithin } from "./decimal.js";
import { add, arrayOf, INTEGER, list, NUMBER, pointer } from "./node.js";
import { schemaOf } from "./rule.js";
import { shown, typeNames } from "./words.js";

/** How many violations a check reports at most. */
export const MAX_VIOLATIONS = 1000;

// The state of the check that runs. Nothing that it calls can start another one.
let found;
let limit = 0;
/** The steps to the value at hand. */
let path;
let depth = 0;
/** Inside so many subschemas whose refusal is not reported. */
let quiet = 0;
/** Inside so many subschemas whose numbers are not held. */
let loose = 0;
/** See memory. */
let remembered;

/** What a rule refuses in a tree, at most so many violations, in order. The first one is the same for any limit. */
export function violationsOf(rule, root, most) {
  found = list();
  limit = most;
  path = list();
  depth = quiet = loose = 0;
  remembered = undefined;
  apply(rule, root, "false-schema");
  return arrayOf(found);
}

/** What a keyword remembers while a check runs: what make has returned. */
export function memory(make) {
  remembered ??= make();
  return remembered;
}

/** Whether numbers are not held, see loosely. */
export function isLoose() {
  return loose > 0;
}

/**
 * Whether a rule accepts v. Holder is the code should it be a false schema, and hint tells then which property may have
 * been meant. Seen, unless it is undefined, gets a mark for each item or member of v that the rule evaluates.
 */
export function apply(rule, v, holder, seen, hint) {
  const r = schemaOf(rule);
  return isTyped(r, v) && run(r.keywords, r, v, seen, holder, hint);
}

/** Whether keywords of schema r accept v. */
export function run(keywords, r, v, seen, holder, hint) {
  let ok = true;
  for (let i = 0; i < keywords.length && (ok || !isDone()); i++) ok = keywords[i](r, v, seen, holder, hint) && ok;
  return ok;
}

/** Whether a rule accepts a child of the value at hand. Ask is apply, or what stands for it. */
export function child(rule, v, holder, step, hint, ask = apply) {
  path[depth++] = step;
  const ok = ask(rule, v, holder, undefined, hint);
  depth--;
  return ok;
}

/** What ask returns, with nothing reported. */
export function quietly(ask) {
  quiet++;
  const ok = ask();
  quiet--;
  return ok;
}

/** What ask returns, with nothing reported, and no number held: whether it fits is no question of JSON Schema. */
export function loosely(ask) {
  loose++;
  const ok = quietly(ask);
  loose--;
  return ok;
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1 */
function isTyped(r, v) {
  const { type, unsigned } = r;
  const isNumber = v.kind === NUMBER;
  if (type === 0 || (!isNumber && type & v.kind)) return true;
  const d = isNumber && type & (NUMBER | INTEGER) ? decimal(v.text) : undefined;
  if (d === undefined || !(type & NUMBER || isWhole(d))) {
    return refuse(r, v, "type", () => `got ${isNumber && type & INTEGER ? shown(v) : typeNames(v.kind)}, want ${typeNames(type)}`);
  }
  const least = unsigned ? "0" : "-9223372036854775808";
  const most = unsigned ? "18446744073709551615" : "9223372036854775807";
  if (loose > 0 || (type & NUMBER ? fitsDouble(d) : isWithin(d, least, most))) return true;
  const want = type & NUMBER ? "a number that fits in float64" : `an integer from ${least} to ${most}`;
  return refuse(r, v, "range", () => `got ${shown(v)}, want ${want}`, `${r.at}/type`);
}

/** Whether a value that is refused need not be looked at any further, as nothing would be reported. */
export function isDone() {
  return quiet > 0 || found.length >= limit;
}

/** How many violations are reported. */
export function countFound() {
  return found.length;
}

/** Reports that r refuses v, unless the check is done. Returns false. */
export function refuse(r, v, code, message, keyword = `${r.at}/${code}`) {
  if (!isDone()) {
    add(found, { code, instance: pointer(path, depth), keyword, message: message() });
  }
  return false;
}
