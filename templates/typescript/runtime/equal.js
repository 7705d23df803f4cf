// Equality of JSON values: numbers by value (1 is 1.0), objects whatever the order of their members.

import { compareDecimals, decimal, keyOf } from "./decimal.js";
import { getFrom, setIn, sort, Table } from "./intrinsics.js";
import { add, ARRAY, list, memberOf, NUMBER, OBJECT } from "./node.js";

/** Whether two trees stand for the same value. It takes as long as b is large. */
export function equal(a, b) {
  if (a.kind !== b.kind || a.list.length !== b.list.length) return false;
  if (a.kind === NUMBER) return a.text === b.text || compareDecimals(decimal(a.text), decimal(b.text)) === 0;
  if (a.text !== b.text) return false;
  for (let i = 0; i < b.list.length; i++) {
    const item = a.kind === OBJECT ? memberOf(a, b.names[i]) : a.list[i];
    if (item === undefined || !equal(item, b.list[i])) return false;
  }
  return true;
}

/**
 * The places of the first item that is equal to one before it, such as "0 and 3"; undefined when there is none. The
 * time is linear, but for putting names in order.
 */
export function firstRepeat(items) {
  const numbers = new Numbers();
  const seen = new Table();
  for (let j = 0; j < items.length; j++) {
    const n = numbers.of(items[j]);
    const i = getFrom(seen, n);
    if (i !== undefined) return `${i} and ${j}`;
    setIn(seen, n, j);
  }
  return undefined;
}

/** Gives each value a number that it shares exactly with those that are equal to it. */
class Numbers {
  count = 0;
  byKey = new Table();
  byNode = new Table(); // of arrays and objects, as one may stand in many places

  of(node) {
    const known = getFrom(this.byNode, node);
    if (known !== undefined) return known;
    const key = this.key(node);
    let n = getFrom(this.byKey, key);
    if (n === undefined) {
      n = this.count++;
      setIn(this.byKey, key, n);
    }
    if (node.list.length > 0) setIn(this.byNode, node, n);
    return n;
  }

  key(node) {
    let key = `${node.kind} `;
    if (node.kind === NUMBER) return key + keyOf(decimal(node.text));
    if (node.kind === ARRAY) {
      for (let i = 0; i < node.list.length; i++) key += `${this.of(node.list[i])},`;
    } else if (node.kind === OBJECT) {
      const names = list();
      for (let i = 0; i < node.names.length; i++) add(names, node.names[i]);
      sort(names);
      for (let i = 0; i < names.length; i++) {
        key += `${names[i].length} ${names[i]}${this.of(memberOf(node, names[i]))},`;
      }
    }
    return key + node.text;
  }
}
