//! The keywords of arrays and objects.

use super::check::{add, Checker, Marks, FALSE};
use super::equal::first_repeat;
use super::message::quote;
use super::nearest::nearest;
use super::rule::{Condition, Rule, OBJECT, STRING};
use super::value::Value;

/// After how many violations no property is proposed for an unknown one any more: it takes time.
const MAX_HINTS: usize = 20;

impl Checker<'_> {
    pub(super) fn array(&mut self, r: &'static Rule, v: &Value<'_>, mut seen: Marks<'_>) -> bool {
        let mut ok = true;
        for (i, item) in v.list.iter().enumerate() {
            let (sub, holder) = match r.prefix_items.get(i) {
                Some(sub) => (*sub, FALSE),
                None => match r.items {
                    Some(sub) => (sub, "items"),
                    None => break,
                },
            };
            add(&mut seen, i);
            if !self.check(sub, item, holder) {
                ok = false;
                if self.done() {
                    return false;
                }
            }
        }
        if v.list.len() < r.min_items {
            ok = self.refuse(r, v, "minItems", "");
        }
        if r.max_items.is_some_and(|most| v.list.len() > most) {
            ok = self.refuse(r, v, "maxItems", "");
        }
        if r.unique_items && (ok || !self.done()) {
            if let Some((i, j)) = first_repeat(&v.list) {
                ok = self.refuse(r, v, "uniqueItems", &format!("{i} and {j}"));
            }
        }
        if let (Some(sub), true) = (r.contains, ok || !self.done()) {
            ok = self.contains(r, sub, v, seen) && ok;
        }
        ok
    }

    pub(super) fn contains(&mut self, r: &Rule, sub: &'static Rule, v: &Value<'_>, mut seen: Marks<'_>) -> bool {
        let (least, keyword) = r.min_contains.map_or((1, "contains"), |n| (n, "minContains"));
        let mut n = 0;
        self.quiet += 1;
        self.loose += 1;
        for (i, item) in v.list.iter().enumerate() {
            if n >= least && r.max_contains.is_none() && seen.is_none() {
                break;
            }
            if self.check(sub, item, FALSE) {
                n += 1;
                add(&mut seen, i);
            }
        }
        self.quiet -= 1;
        self.loose -= 1;
        let mut ok = true;
        if n < least {
            ok = self.refuse(r, v, keyword, &n.to_string());
        }
        if r.max_contains.is_some_and(|most| n > most) {
            ok = self.refuse(r, v, "maxContains", &n.to_string());
        }
        ok
    }

    pub(super) fn object(&mut self, r: &'static Rule, v: &Value<'_>, mut seen: Marks<'_>) -> bool {
        let mut ok = true;
        for (i, member) in v.list.iter().enumerate() {
            if !self.property(r, v, member, &mut seen, i) {
                ok = false;
                if self.done() {
                    return false;
                }
            }
        }
        ok = self.required(r, v) && ok;
        for d in r.dependent_schemas {
            if !ok && self.done() {
                return false;
            }
            if v.member(d.name).is_some() {
                ok = self.apply(d.rule, v, FALSE, seen.as_deref_mut()) && ok;
            }
        }
        ok
    }

    pub(super) fn property(
        &mut self,
        r: &'static Rule,
        v: &Value<'_>,
        m: &Value<'_>,
        seen: &mut Marks<'_>,
        i: usize,
    ) -> bool {
        let (mut ok, mut evaluated) = (true, false);
        if let Some(names) = r.property_names {
            let name = Value {
                kind: STRING,
                start: m.start,
                end: m.end,
                text: m.name.clone(),
                ..Value::default()
            };
            ok = self.check(names, &name, "propertyNames");
        }
        if let Some(p) = r.properties.iter().find(|p| p.name == m.name) {
            evaluated = true;
            ok = self.check(p.rule, m, FALSE) && ok;
        }
        for p in r.pattern_properties {
            if !ok && self.done() {
                return false;
            }
            if p.pattern.matches(&m.name) {
                evaluated = true;
                ok = self.check(p.rule, m, FALSE) && ok;
            }
        }
        if let (false, Some(rest), true) = (evaluated, r.additional_properties, ok || !self.done()) {
            evaluated = true;
            ok = self.other(r, rest, "additionalProperties", v, m) && ok;
        }
        if evaluated {
            add(seen, i);
        }
        ok
    }

    /// Asks a rule about a child that no other keyword speaks of.
    pub(super) fn other(
        &mut self,
        r: &Rule,
        rest: &'static Rule,
        keyword: &'static str,
        v: &Value<'_>,
        child: &Value<'_>,
    ) -> bool {
        if rest.never && v.kind == OBJECT && !self.done() && self.found.len() < MAX_HINTS {
            let mut known = Vec::new();
            names(r, &mut known, 4);
            known.retain(|name| v.member(name).is_none());
            return self.refuse(rest, child, keyword, nearest(&child.name, &known));
        }
        self.check(rest, child, keyword)
    }

    pub(super) fn required(&mut self, r: &'static Rule, v: &Value<'_>) -> bool {
        let mut ok = true;
        for name in r.required {
            if v.member(name).is_none() {
                ok = self.refuse(r, v, "required", name);
            }
        }
        for d in r.dependent_required {
            if v.member(d.name).is_none() {
                continue;
            }
            for name in d.required {
                if v.member(name).is_none() {
                    let detail = format!("{}, required beside {}", quote(name), quote(d.name));
                    ok = self.refuse(r, v, "dependentRequired", &detail);
                }
            }
        }
        if v.list.len() < r.min_properties {
            ok = self.refuse(r, v, "minProperties", "");
        }
        if r.max_properties.is_some_and(|most| v.list.len() > most) {
            ok = self.refuse(r, v, "maxProperties", "");
        }
        for when in r.required_when {
            ok = self.condition(when, v) && ok;
        }
        ok
    }

    pub(super) fn condition(&mut self, when: &Condition, v: &Value<'_>) -> bool {
        let holds = |m: &Value<'_>| m.kind == STRING && m.text == when.equals;
        if !v.member(when.property).is_some_and(holds) {
            return true;
        }
        let mut ok = true;
        for name in when.required {
            if v.member(name).is_none() {
                ok = false;
                self.report(v, "required", when.at.to_owned(), when.explain(name));
            }
        }
        ok
    }
}

/// Adds the names of the properties that a rule knows, with those of `$ref` and `allOf` down to a depth.
fn names(r: &Rule, known: &mut Vec<&'static str>, depth: usize) {
    if depth == 0 {
        return;
    }
    known.extend(r.properties.iter().map(|p| p.name));
    for sub in r.reference.iter().chain(r.all_of) {
        names(sub, known, depth - 1);
    }
}
