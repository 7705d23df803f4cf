import { getWeakly, setWeakly, WeakTable } from "./intrinsics.js";

const schemas = /* @__PURE__ */ new WeakTable();

/**
 * A rule, or the one that a function returns, ready for use: a copy of its fields that inherits nothing, so that
 * nothing inherited is taken for a field. It always has type, keywords and evaluators.
 */
export function schemaOf(rule) {
  if (typeof rule === "function") rule = rule();
  let schema = getWeakly(schemas, rule);
  if (schema === undefined) {
    schema = { __proto__: null, type: 0, keywords: [], evaluators: [], ...rule };
    setWeakly(schemas, rule, schema);
  }
  return schema;
}
