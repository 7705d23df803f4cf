use super::check::Checker;
use super::decimal::Decimal;
use super::rule::{Rule, INTEGER, NUMBER, STRING};
use super::value::Value;

impl Checker<'_> {
    pub(super) fn typed(&mut self, r: &Rule, v: &Value<'_>) -> bool {
        if v.kind != NUMBER || r.types & (NUMBER | INTEGER) == 0 {
            return r.types & v.kind != 0 || self.refuse(r, v, "type", "");
        }
        let d = Decimal::new(&v.text);
        if r.types & NUMBER == 0 && !d.is_integer() {
            return self.refuse(r, v, "type", "");
        }
        let held = self.loose > 0
            || if r.types & NUMBER != 0 {
                d.fits_float()
            } else {
                d.fits_integer(r.unsigned)
            };
        held || self.refuse(r, v, "range", "")
    }

    pub(super) fn enumerated(&mut self, r: &Rule, v: &Value<'_>) -> bool {
        let mut ok = true;
        if r.strings.is_some() || r.json.is_some() {
            let strings = r.strings.unwrap_or_default();
            let json = r.json.unwrap_or_default();
            let listed = v.kind == STRING && strings.contains(&&*v.text);
            if !listed && !json.iter().any(|j| v.equals(j)) {
                ok = self.refuse(r, v, "enum", "");
            }
        }
        if r.constant.is_some_and(|c| !v.equals(c)) {
            ok = self.refuse(r, v, "const", "");
        }
        ok
    }

    pub(super) fn string(&mut self, r: &Rule, v: &Value<'_>) -> bool {
        let mut ok = true;
        if r.min_length > 0 || r.max_length.is_some() {
            let n = v.text.chars().count();
            if n < r.min_length {
                ok = self.refuse(r, v, "minLength", "");
            }
            if r.max_length.is_some_and(|most| n > most) {
                ok = self.refuse(r, v, "maxLength", "");
            }
        }
        if r.pattern.is_some_and(|p| !p.matches(&v.text)) {
            ok = self.refuse(r, v, "pattern", "");
        }
        ok
    }

    pub(super) fn number(&mut self, r: &Rule, v: &Value<'_>) -> bool {
        let mut ok = true;
        let d = Decimal::new(&v.text);
        let order = |bound: &str| d.compare(&Decimal::new(bound));
        let bad = [
            (r.minimum.is_some_and(|b| order(b).is_lt()), "minimum"),
            (r.maximum.is_some_and(|b| order(b).is_gt()), "maximum"),
            (
                r.exclusive_minimum.is_some_and(|b| order(b).is_le()),
                "exclusiveMinimum",
            ),
            (
                r.exclusive_maximum.is_some_and(|b| order(b).is_ge()),
                "exclusiveMaximum",
            ),
            (
                r.multiple_of.is_some_and(|m| !d.is_multiple_of(&Decimal::new(m))),
                "multipleOf",
            ),
        ];
        for (bad, keyword) in bad {
            if bad {
                ok = self.refuse(r, v, keyword, "");
            }
        }
        ok
    }
}
