import { getWeakly, keys, setPrototypeOf, setWeakly, WeakTable } from "./intrinsics.js";

const schemas = /* @__PURE__ */ new WeakTable();

/**
 * A rule, or the one that a function returns, ready for use: a copy of its fields that inherits nothing, so that
 * nothing inherited is taken for a field. It always has type, keywords and evaluators.
 */
export function schemaOf(rule) {
  if (typeof rule === "function") rule = rule();
  let schema = getWeakly(schemas, rule);
  if (schema === undefined) {
    schema = setPrototypeOf({ type: 0, keywords: [], evaluators: [] }, null);
    const fields = keys(rule);
    for (let i = 0; i < fields.length; i++) schema[fields[i]] = rule[fields[i]];
    setWeakly(schemas, rule, schema);
  }
  return schema;
}
