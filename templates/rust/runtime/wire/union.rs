use super::check::{add_all, Checker, Marks, FALSE};
use super::message::{list_choices, quote};
use super::rule::{Rule, Tag, NULL, OBJECT, STRING};
use super::value::Value;

impl Checker<'_> {
    /// `$ref`, `allOf`, `anyOf`, `oneOf`, `not`, and `if` with `then` or `else`.
    pub(super) fn in_place(&mut self, r: &'static Rule, v: &Value<'_>, mut seen: Marks<'_>) -> bool {
        let mut ok = true;
        if let Some(sub) = r.reference {
            ok = self.apply(sub, v, FALSE, seen.as_deref_mut());
        }
        for sub in r.all_of {
            if !ok && self.done() {
                return false;
            }
            ok = self.apply(sub, v, FALSE, seen.as_deref_mut()) && ok;
        }
        if !r.any_of.is_empty() && (ok || !self.done()) {
            let picks = r.one_of.is_empty();
            ok = self.union(r, r.any_of, "anyOf", picks, v, seen.as_deref_mut()) && ok;
        }
        if !r.one_of.is_empty() && (ok || !self.done()) {
            ok = self.union(r, r.one_of, "oneOf", true, v, seen.as_deref_mut()) && ok;
        }
        if let (Some(sub), true) = (r.not, ok || !self.done()) {
            if self.test(sub, v, None) {
                ok = self.refuse(r, v, "not", "");
            }
        }
        if let (Some(when), true) = (r.when, ok || !self.done()) {
            ok = self.conditional(r, when, v, seen) && ok;
        }
        ok
    }

    /// `anyOf` or `oneOf`. Picks says that the tag and "nullable" speak of it.
    fn union(
        &mut self,
        r: &'static Rule,
        branches: &'static [&'static Rule],
        keyword: &'static str,
        picks: bool,
        v: &Value<'_>,
        mut seen: Marks<'_>,
    ) -> bool {
        if picks {
            if let Some(sub) = pick(r, branches, v) {
                return self.apply(sub, v, FALSE, seen);
            }
        }
        let most = if keyword == "oneOf" { 2 } else { 1 };
        let mut n = 0;
        for sub in branches {
            if n == most && seen.is_none() {
                break;
            }
            let mut mine = fresh(seen.as_deref());
            self.quiet += 1;
            if self.apply(sub, v, FALSE, mine.as_deref_mut()) {
                n += 1;
                add_all(seen.as_deref_mut(), mine.as_deref().unwrap_or_default());
            }
            self.quiet -= 1;
        }
        if n == 1 || n > 1 && keyword == "anyOf" {
            return true;
        }
        if let (true, 0, Some(tag), OBJECT, false) = (picks, n, r.tag, v.kind, self.done()) {
            return self.report(v, keyword, format!("{}/{keyword}", r.at), explain(tag, v));
        }
        self.refuse(r, v, keyword, if n > 0 { "more than one" } else { "none" })
    }

    fn conditional(&mut self, r: &'static Rule, when: &'static Rule, v: &Value<'_>, mut seen: Marks<'_>) -> bool {
        let mut mine = fresh(seen.as_deref());
        let (sub, holder) = if self.test(when, v, mine.as_deref_mut()) {
            add_all(seen.as_deref_mut(), mine.as_deref().unwrap_or_default());
            (r.then, "then")
        } else {
            (r.otherwise, "else")
        };
        sub.is_none_or(|sub| self.apply(sub, v, holder, seen))
    }

    /// Asks whether a subschema accepts a value, with nothing reported and nothing held.
    fn test(&mut self, r: &'static Rule, v: &Value<'_>, seen: Marks<'_>) -> bool {
        self.quiet += 1;
        self.loose += 1;
        let ok = self.apply(r, v, FALSE, seen);
        self.quiet -= 1;
        self.loose -= 1;
        ok
    }
}

/// Marks for a subschema at the same value that may turn out not to count.
fn fresh(seen: Option<&[bool]>) -> Option<Vec<bool>> {
    seen.map(|marks| vec![false; marks.len()])
}

/// The branch of a union whose violations stand for the union when it refuses a value.
fn pick(r: &Rule, branches: &[&'static Rule], v: &Value<'_>) -> Option<&'static Rule> {
    if r.nullable && v.kind != NULL {
        return branches.iter().find(|sub| sub.types != NULL).copied();
    }
    let tag = r.tag.filter(|_| v.kind == OBJECT)?;
    let m = v.member(tag.property).filter(|m| m.kind == STRING)?;
    let i = tag.values.iter().position(|values| values.contains(&&*m.text))?;
    branches.get(i).copied()
}

/// Says why an object matches no branch that its tag could pick.
fn explain(tag: &Tag, v: &Value<'_>) -> String {
    let want = list_choices(tag.values.iter().copied().flatten().map(|s| quote(s)).collect());
    match v.member(tag.property) {
        None => format!("got no {}, want {want}", quote(tag.property)),
        Some(m) => format!("got {} as {}, want {want}", m.glance().quoted(), quote(tag.property)),
    }
}
