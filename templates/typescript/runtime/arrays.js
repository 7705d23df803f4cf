// Step 5 of check.js, but for what limits.js does.

import { child, isDone, loosely, refuse } from "./check.js";
import { firstRepeat } from "./equal.js";
import { min } from "./intrinsics.js";
import { ARRAY } from "./node.js";
import { applyOnce } from "./once.js";

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.2 */
export function keywordItems(r, v, seen) {
  const { prefixItems = [] } = r;
  let ok = true;
  for (let i = prefixItems.length; v.kind === ARRAY && i < v.list.length && (ok || !isDone()); i++) {
    if (seen !== undefined) seen[i] = 1;
    ok = child(r.items, v.list[i], "items", i) && ok;
  }
  return ok;
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.1 */
export function keywordPrefixItems(r, v, seen) {
  const { prefixItems } = r;
  let ok = true;
  for (let i = 0; v.kind === ARRAY && i < min(v.list.length, prefixItems.length) && (ok || !isDone()); i++) {
    if (seen !== undefined) seen[i] = 1;
    ok = child(prefixItems[i], v.list[i], "false-schema", i) && ok;
  }
  return ok;
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.3 */
export function keywordUniqueItems(r, v) {
  const places = v.kind === ARRAY && r.uniqueItems ? firstRepeat(v.list) : undefined;
  if (places === undefined) return true;
  return refuse(r, v, "uniqueItems", () => `got equal items ${places}, want each item once`);
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.3 */
export function keywordContains(r, v, seen) {
  if (v.kind !== ARRAY || r.contains === undefined) return true;
  const { minContains, maxContains } = r;
  const least = minContains ?? 1;
  let n = 0;
  for (let i = 0; i < v.list.length; i++) {
    if (n >= least && maxContains === undefined && seen === undefined) break;
    if (loosely(() => applyOnce(r.contains, v.list[i], ""))) {
      n++;
      if (seen !== undefined) seen[i] = 1;
    }
  }
  if (n < least) {
    if (minContains === undefined)
      return refuse(r, v, "contains", () => `got no item ${matching("es")}, want at least 1`);
    refuse(r, v, "minContains", () => `got ${items(n)}, want at least ${least}`);
  }
  if (n > maxContains) refuse(r, v, "maxContains", () => `got ${items(n)}, want at most ${maxContains}`);
  return n >= least && !(n > maxContains);
}

function items(n) {
  return `${n} ${n === 1 ? `item ${matching("es")}` : `items ${matching("")}`}`;
}

function matching(ending) {
  return `that match${ending} the schema under "contains"`;
}
