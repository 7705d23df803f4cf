import { countFound, refuse } from "./check.js";
import { quote } from "./quote.js";
import { shown } from "./words.js";

/** The schema false: step 1 of check.js. */
export function keywordNever(r, v, seen, holder, hint) {
  return refuse(r, v, holder, () => explain(v, holder, hint), r.at);
}

/** After how many violations no property is proposed for an unknown one any more: it takes time. */
const MAX_HINTS = 20;

function explain(v, holder, hint) {
  switch (holder) {
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = countFound() < MAX_HINTS ? hint() : "";
      return name === "" ? "unknown property" : `unknown property, did you mean ${quote(name)}?`;
    }
    case "propertyNames":
      return "unknown property, no name is accepted";
    case "items":
    case "unevaluatedItems":
      return "got an item, want none here";
  }
  return `got ${shown(v)}, want no value here`;
}
