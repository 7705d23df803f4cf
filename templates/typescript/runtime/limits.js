// The keywords that limit how much there is of something: lengths, items, properties.

import { refuse } from "./check.js";
import { ARRAY, OBJECT, STRING } from "./node.js";
import { countPoints } from "./quote.js";
import { count, countProperties } from "./words.js";

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.1 and 6.3.2 */
export function keywordLength(r, v) {
  return (
    v.kind !== STRING || isWithin(r, v, countPoints(v.text), "minLength", "maxLength", (n) => count(n, "character"))
  );
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.1 and 6.4.2 */
export function keywordItemCount(r, v) {
  return v.kind !== ARRAY || isWithin(r, v, v.list.length, "minItems", "maxItems", (n) => count(n, "item"));
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.1 and 6.5.2 */
export function keywordPropertyCount(r, v) {
  return v.kind !== OBJECT || isWithin(r, v, v.list.length, "minProperties", "maxProperties", countProperties);
}

/** Whether a number is from one limit of r to another. */
function isWithin(r, v, n, least, most, words) {
  let ok = true;
  if (n < r[least]) ok = refuse(r, v, least, () => `got ${words(n)}, want at least ${r[least]}`);
  if (n > r[most]) ok = refuse(r, v, most, () => `got ${words(n)}, want at most ${r[most]}`);
  return ok;
}
