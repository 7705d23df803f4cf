//! Rules run over values. The order of violations is the same in every language of a contract: a rule that refuses
//! everything; type; enum and const; what strings and numbers have; items, then counts; members, then what is missing;
//! `$ref`, `allOf`, `anyOf`, `oneOf`, `not`, `if`; what nothing has evaluated.

use std::collections::HashMap;

use super::message::explain;
use super::rule::{Rule, ARRAY, NUMBER, OBJECT, STRING};
use super::value::Value;
use super::violation::Violation;

/// How many subschemas may apply at one value, each inside the one before.
const MAX_CHAIN: usize = 1000;

/// The code of a false schema that no keyword names better.
pub(super) const FALSE: &str = "false-schema";

/// Says which items or members of a value are evaluated.
pub(super) type Marks<'m> = Option<&'m mut [bool]>;

/// Runs rules over one tree of values. Its methods return whether the value is accepted, and stop early once nothing
/// that they could find would be reported.
pub(super) struct Checker<'v> {
    root: &'v Value<'v>,
    limit: usize,
    pub(super) found: Vec<Violation>,
    pub(super) quiet: usize, // inside so many subschemas whose refusal is not reported
    pub(super) loose: usize, // inside so many subschemas whose numbers are not held
    chain: usize,            // subschemas at this value, each inside the one before
    looped: bool,
    steps: usize,
    verdicts: HashMap<(usize, usize, bool), bool>, // kept after an unusual number of steps: a text may be hostile
}

impl Rule {
    /// What the rule refuses in a tree, at most so many violations, in order.
    pub(super) fn validate<'v>(&'static self, root: &'v Value<'v>, limit: usize) -> Vec<Violation> {
        let mut c = Checker::new(root, limit, 0);
        c.check(self, root, FALSE);
        c.found
    }

    /// Whether the rule accepts a tree.
    pub(super) fn accepts<'v>(&'static self, root: &'v Value<'v>) -> bool {
        let mut c = Checker::new(root, 1, 1);
        c.check(self, root, FALSE) && !c.looped
    }
}

fn address<T>(part: &T) -> usize {
    std::ptr::from_ref(part).addr()
}

impl<'v> Checker<'v> {
    fn new(root: &'v Value<'v>, limit: usize, quiet: usize) -> Self {
        Checker {
            root,
            limit,
            found: Vec::new(),
            quiet,
            loose: 0,
            chain: 0,
            looped: false,
            steps: 0,
            verdicts: HashMap::new(),
        }
    }

    /// Asks a rule about a value that no rule has been asked about on the way here.
    pub(super) fn check(&mut self, r: &'static Rule, v: &Value<'_>, holder: &'static str) -> bool {
        let outer = std::mem::take(&mut self.chain);
        self.steps += 1;
        let usual = v.list.is_empty() || self.steps < 1024 + self.root.end - self.root.start;
        let question = (address(r), address(v), self.loose > 0);
        let known = if usual { None } else { self.verdicts.get(&question) };
        let ok = match known {
            Some(&ok) if ok || self.done() => ok,
            _ => {
                let ok = self.apply(r, v, holder, None);
                if !usual && !self.looped {
                    self.verdicts.insert(question, ok);
                }
                ok
            }
        };
        self.chain = outer;
        ok
    }

    /// Asks whether a rule accepts a value, and marks which items or members of it the rule evaluates.
    pub(super) fn apply(&mut self, r: &'static Rule, v: &Value<'_>, holder: &'static str, seen: Marks<'_>) -> bool {
        if self.looped {
            return false;
        }
        if r.never {
            return self.refuse(r, v, holder, "");
        }
        if r.types != 0 && !self.typed(r, v) {
            return false;
        }
        if self.chain == MAX_CHAIN {
            return self.end_loop(r, v);
        }
        self.chain += 1;
        let rest = match v.kind {
            ARRAY => r.unevaluated_items.map(|rest| (rest, "unevaluatedItems")),
            OBJECT => r.unevaluated_properties.map(|rest| (rest, "unevaluatedProperties")),
            _ => None,
        };
        let ok = match rest {
            None => self.keywords(r, v, seen),
            Some((rest, keyword)) => self.unevaluated(r, v, rest, keyword, seen),
        };
        self.chain -= 1;
        ok
    }

    /// What the rules around `r` evaluate does not count for `rest`.
    fn unevaluated(
        &mut self,
        r: &'static Rule,
        v: &Value<'_>,
        rest: &'static Rule,
        keyword: &'static str,
        all: Marks<'_>,
    ) -> bool {
        let mut mine = vec![false; v.list.len()];
        let mut ok = self.keywords(r, v, Some(&mut mine));
        for (child, seen) in v.list.iter().zip(&mut mine) {
            if !ok && self.done() {
                return false;
            }
            if !*seen {
                ok = self.other(r, rest, keyword, v, child) && ok;
                *seen = true;
            }
        }
        add_all(all, &mine);
        ok
    }

    /// All keywords but type and the unevaluated ones.
    fn keywords(&mut self, r: &'static Rule, v: &Value<'_>, mut seen: Marks<'_>) -> bool {
        let mut ok = self.enumerated(r, v);
        if ok || !self.done() {
            ok = match v.kind {
                STRING => self.string(r, v),
                NUMBER => self.number(r, v),
                ARRAY => self.array(r, v, seen.as_deref_mut()),
                OBJECT => self.object(r, v, seen.as_deref_mut()),
                _ => true,
            } && ok;
        }
        if ok || !self.done() {
            ok = self.in_place(r, v, seen) && ok;
        }
        ok
    }

    /// Whether a value that is refused need not be looked at any further.
    pub(super) fn done(&self) -> bool {
        self.quiet > 0 || self.found.len() >= self.limit || self.looped
    }

    /// Reports that a rule refuses a value, and returns false.
    pub(super) fn refuse(&mut self, r: &Rule, v: &Value<'_>, code: &'static str, detail: &str) -> bool {
        if self.done() {
            return false;
        }
        let keyword = if r.never {
            r.at.to_owned()
        } else {
            format!("{}/{}", r.at, if code == "range" { "type" } else { code })
        };
        let message = explain(r, code, v.glance(), detail);
        self.report(v, code, keyword, message)
    }

    /// Adds the place of a value to a violation and keeps it, unless the check is done. It returns false.
    pub(super) fn report(&mut self, v: &Value<'_>, code: &'static str, keyword: String, message: String) -> bool {
        if !self.done() {
            self.found.push(Violation {
                code,
                instance: self.root.locate(v.start),
                keyword,
                message,
                offset: v.start,
            });
        }
        false
    }

    fn end_loop(&mut self, r: &Rule, v: &Value<'_>) -> bool {
        let quiet = std::mem::take(&mut self.quiet);
        let message = explain(r, "schema-loop", v.glance(), "");
        self.report(v, "schema-loop", r.at.to_owned(), message);
        self.quiet = quiet;
        self.looped = true;
        false
    }
}

pub(super) fn add(seen: &mut Marks<'_>, i: usize) {
    if let Some(mark) = seen.as_deref_mut().and_then(|marks| marks.get_mut(i)) {
        *mark = true;
    }
}

pub(super) fn add_all(seen: Marks<'_>, other: &[bool]) {
    for (mark, more) in seen.into_iter().flatten().zip(other) {
        *mark |= more;
    }
}
