// Which property may have been meant by an unknown one.

import { min, pointAt } from "./intrinsics.js";
import { add, list, memberOf } from "./node.js";
import { SHORTEST, widthAt } from "./quote.js";
import { schemaOf } from "./rule.js";

/**
 * The property of a rule that the object lacks and whose name is so near that it may be meant; "" when there is
 * none.
 */
export function meant(rule, node, name) {
  const known = list();
  addNames(rule, known, 4);
  let best = 3;
  let found = "";
  if (countBytes(name) > 2 * SHORTEST) return found;
  for (let i = 0; i < known.length; i++) {
    if (memberOf(node, known[i]) !== undefined) continue;
    const n = distance(name, known[i], best);
    if (n > 0 && n < best && 2 * n < countBytes(known[i])) {
      best = n;
      found = known[i];
    }
  }
  return found;
}

/** Adds the names of the properties that r knows, with those of $ref and allOf down to a depth. */
function addNames(rule, known, depth) {
  if (rule === undefined || depth === 0) return;
  const { properties = [], ref, allOf = [] } = schemaOf(rule);
  for (let i = 0; i < properties.length; i++) add(known, properties[i][0]);
  addNames(ref, known, depth - 1);
  for (let i = 0; i < allOf.length; i++) addNames(allOf[i], known, depth - 1);
}

/**
 * The least number of letters to insert, remove, replace, or swap with the next, that makes a into b; or limit, when it
 * is not less than that.
 */
function distance(a, b, limit) {
  const d = countBytes(a) - countBytes(b);
  if (d >= limit || -d >= limit) return limit;
  const x = points(a);
  const y = points(b);
  let last; // the row before row
  let row = list();
  for (let j = 0; j <= y.length; j++) row[j] = j;
  for (let i = 0; i < x.length; i++) {
    const next = list();
    next[0] = i + 1;
    let least = i + 1;
    for (let j = 0; j < y.length; j++) {
      let n = row[j];
      if (x[i] !== y[j]) n = 1 + min(n, row[j + 1], next[j]);
      if (i > 0 && j > 0 && x[i] === y[j - 1] && x[i - 1] === y[j]) n = min(n, last[j - 1] + 1);
      next[j + 1] = n;
      least = min(least, n);
    }
    if (least >= limit) return limit;
    last = row;
    row = next;
  }
  return min(row[y.length], limit);
}

/** The code points of s. */
function points(s) {
  const all = list();
  for (let i = 0; i < s.length; i += widthAt(s, i)) add(all, pointAt(s, i));
  return all;
}

/** The length of s in bytes of UTF-8. */
function countBytes(s) {
  let n = 0;
  for (let i = 0; i < s.length; i += widthAt(s, i)) {
    const c = pointAt(s, i);
    n += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }
  return n;
}
