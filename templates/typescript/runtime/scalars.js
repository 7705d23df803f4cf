// Steps 3 and 4 of check.js: the keywords that look at no part of a value. A keyword is a function of a schema, a
// node, and what apply got.

import { refuse } from "./check.js";
import { compareDecimals, decimal, isMultipleOf } from "./decimal.js";
import { equal } from "./equal.js";
import { execute, Expression, getFrom, setIn, Table } from "./intrinsics.js";
import { NUMBER, STRING } from "./node.js";
import { quote, short } from "./quote.js";
import { readText } from "./text.js";
import { choices, quoted, shown } from "./words.js";

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
export function keywordEnum(r, v) {
  const values = r.enum;
  for (let i = 0; v.kind === STRING && i < values.length; i++) if (values[i] === v.text) return true;
  return refuse(r, v, "enum", () => `got ${quoted(v)}, want ${choices(values, quote)}`);
}

/** The same, for values that are not all strings. */
export function keywordJson(r, v) {
  for (let i = 0; i < r.json.length; i++) if (isValueOf(v, r.json[i])) return true;
  return refuse(r, v, "enum", () => `got ${quoted(v)}, want ${choices(r.json, short)}`);
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.3 */
export function keywordConst(r, v) {
  return isValueOf(v, r.const) || refuse(r, v, "const", () => `got ${shown(v)}, want ${short(r.const)}`);
}

/** Whether a node is the value of a JSON text. */
export function isValueOf(v, json) {
  return equal(v, readText(json));
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3 */
export function keywordPattern(r, v) {
  if (v.kind !== STRING || matches(r.pattern, v.text)) return true;
  return refuse(r, v, "pattern", () => `got ${shown(v)}, want a match of ${short(r.pattern)}`);
}

const expressions = /* @__PURE__ */ new Table();

/**
 * Whether some part of s matches a pattern. One that does not compile matches nothing; those of contracts do
 * compile.
 */
export function matches(pattern, s) {
  let expression = getFrom(expressions, pattern);
  if (expression === undefined) {
    try {
      expression = new Expression(pattern, "u");
    } catch {
      expression = null;
    }
    setIn(expressions, pattern, expression);
  }
  return expression !== null && execute(expression, s) !== null;
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2 */
export function keywordBounds(r, v) {
  if (v.kind !== NUMBER) return true;
  const d = decimal(v.text);
  let ok = true;
  const bound = (keyword, want, sign, least) => {
    const limit = r[keyword];
    if (limit === undefined || sign * compareDecimals(d, decimal(limit)) >= least) return;
    ok = refuse(r, v, keyword, () => `got ${shown(v)}, want ${want} ${short(limit)}`);
  };
  bound("minimum", "at least", 1, 0);
  bound("maximum", "at most", -1, 0);
  bound("exclusiveMinimum", "more than", 1, 1);
  bound("exclusiveMaximum", "less than", -1, 1);
  return ok;
}

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.1 */
export function keywordMultipleOf(r, v) {
  if (v.kind !== NUMBER || isMultipleOf(decimal(v.text), decimal(r.multipleOf))) return true;
  return refuse(r, v, "multipleOf", () => `got ${shown(v)}, want a multiple of ${short(r.multipleOf)}`);
}
