import { apply, isDone, isLoose, memory } from "./check.js";
import { getFrom, setIn, Table } from "./intrinsics.js";
import { schemaOf } from "./rule.js";

/** After how many questions answers are kept. */
const MANY = 10_000;

/**
 * The same as apply, for keywords that may ask about a value what another keyword asks too. A hostile text can make
 * rules with such keywords ask the same again and again, twice as often with each level that it nests. So after an
 * unusual number of questions, answers are kept: by rule, and then by node.
 */
export function applyOnce(rule, v, holder, seen, hint) {
  const kept = memory(() => ({ asked: 0, strict: new Table(), loose: new Table() }));
  if (seen !== undefined || v.list.length === 0 || kept.asked++ < MANY) return apply(rule, v, holder, seen, hint);
  const byRule = isLoose() ? kept.loose : kept.strict;
  const r = schemaOf(rule);
  let answers = getFrom(byRule, r);
  if (answers === undefined) {
    answers = new Table();
    setIn(byRule, r, answers);
  }
  let ok = getFrom(answers, v);
  if (ok === undefined || (!ok && !isDone())) {
    ok = apply(rule, v, holder, seen, hint);
    setIn(answers, v, ok);
  }
  return ok;
}
