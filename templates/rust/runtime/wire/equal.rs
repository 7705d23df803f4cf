use std::collections::HashMap;
use std::fmt::Write as _;

use super::decimal::Decimal;
use super::rule::{ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING};
use super::value::{parse, Value};

/// JSON equality: numbers by value (1 is 1.0), objects whatever the order of their members.
fn equal(a: &Value<'_>, b: &Value<'_>) -> bool {
    if a.kind != b.kind || a.list.len() != b.list.len() {
        return false;
    }
    match a.kind {
        NUMBER => a.text == b.text || Decimal::new(&a.text).compare(&Decimal::new(&b.text)).is_eq(),
        ARRAY | OBJECT => key(a) == key(b),
        _ => a.text == b.text,
    }
}

fn key(v: &Value<'_>) -> String {
    let mut out = String::new();
    v.push_key(&mut out);
    out
}

impl Value<'_> {
    /// Writes a text that two values share exactly when they are equal.
    fn push_key(&self, out: &mut String) {
        match self.kind {
            NUMBER => Decimal::new(&self.text).push_key(out),
            STRING => push_counted(out, &self.text),
            ARRAY => {
                out.push('[');
                for v in &self.list {
                    v.push_key(out);
                    out.push(',');
                }
                out.push(']');
            }
            OBJECT => {
                let mut order: Vec<&Value<'_>> = self.list.iter().collect();
                order.sort_by(|a, b| a.name.cmp(&b.name));
                out.push('{');
                for m in order {
                    push_counted(out, &m.name);
                    out.push(':');
                    m.push_key(out);
                    out.push(',');
                }
                out.push('}');
            }
            BOOLEAN => out.push_str(&self.text),
            _ => out.push('n'),
        }
    }

    /// Whether this is the value that a rule gives as JSON.
    pub(super) fn equals(&self, json: &str) -> bool {
        match self.kind {
            NULL => json == "null",
            BOOLEAN => json == self.text,
            _ => parse(json.as_bytes()).is_ok_and(|other| equal(self, &other)),
        }
    }
}

/// Writes a string with its length before it, so that nothing in it need be escaped.
fn push_counted(out: &mut String, s: &str) {
    let _ = write!(out, "\"{} {s}", s.len());
}

/// The first item of a list that is equal to one before it.
pub(super) fn first_repeat(list: &[Value<'_>]) -> Option<(usize, usize)> {
    let mut seen = HashMap::with_capacity(list.len());
    for (j, v) in list.iter().enumerate() {
        if let Some(i) = seen.insert(key(v), j) {
            return Some((i, j));
        }
    }
    None
}
