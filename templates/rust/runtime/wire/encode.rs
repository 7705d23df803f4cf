use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::json::Json;
use super::rule::Rule;
use super::shape::decode;
use super::string::push_string;
use super::text::Read;
use super::value::parse;
use super::violation::{Violation, MAX_DEPTH};
use super::Decoder;

/// Writes one text for generated functions. The methods look at each value only as far as that is cheap, and note when
/// it may not be acceptable; then the finished text is checked as a whole.
#[derive(Default)]
pub struct Encoder {
    out: String,
    depth: usize,
    more: bool,    // the array or object that is open has a part already
    suspect: bool, // the text has to be checked
    lack: Option<(usize, String)>,
}

/// Writes a value as JSON. It writes only what the rule accepts.
///
/// # Errors
/// The rule refuses the value.
pub fn encode<T>(v: &T, r: &'static Rule, write: fn(&mut Encoder, &T)) -> Result<String, Violation> {
    let mut e = Encoder::default();
    write(&mut e, v);
    if let Some((offset, message)) = e.lack {
        let instance = parse(e.out.as_bytes()).map(|root| root.locate(offset));
        return Err(Violation {
            code: "no-value",
            instance: instance.unwrap_or_default(),
            keyword: String::new(),
            message,
            offset,
        });
    }
    if e.suspect {
        let root = parse(e.out.as_bytes())?;
        if let Some(refused) = r.validate(&root, 1).into_iter().next() {
            return Err(refused);
        }
    }
    Ok(e.out)
}

/// Reads a text and writes what was read.
///
/// # Errors
/// The rule refuses the text.
pub fn recode<T>(
    text: &[u8],
    r: &'static Rule,
    read: fn(&mut Decoder<'_>) -> Read<T>,
    write: fn(&mut Encoder, &T),
) -> Result<String, Violation> {
    encode(&decode(text, r, read)?, r, write)
}

impl Encoder {
    /// Says that the text has to be checked: for rules that no method knows.
    pub fn suspect(&mut self) {
        self.suspect = true;
    }

    /// [`Encoder::suspect`], if so.
    pub fn suspect_if(&mut self, so: bool) {
        self.suspect |= so;
    }

    /// Starts an object; false when it is nested too deep to be written.
    pub fn open(&mut self) -> bool {
        self.enter('{')
    }

    /// Ends an object.
    pub fn close(&mut self) {
        self.leave('}');
    }

    fn enter(&mut self, open: char) -> bool {
        if self.depth == MAX_DEPTH {
            self.suspect = true;
            self.out.push_str("[]");
            return false;
        }
        self.out.push(open);
        self.depth += 1;
        self.more = false;
        true
    }

    fn leave(&mut self, end: char) {
        self.out.push(end);
        self.depth -= 1;
        self.more = true;
    }

    fn comma(&mut self) {
        if self.more {
            self.out.push(',');
        }
        self.more = true;
    }

    /// Writes the name of a member, given as it stands in the text, with its colon.
    pub fn key(&mut self, key: &str) {
        self.comma();
        self.out.push_str(key);
    }

    /// Writes null.
    pub fn null(&mut self) {
        self.out.push_str("null");
    }

    /// Writes a string.
    pub fn string(&mut self, s: &str) {
        push_string(&mut self.out, s);
    }

    /// Writes a boolean.
    pub fn boolean(&mut self, v: bool) {
        self.out.push_str(if v { "true" } else { "false" });
    }

    /// Writes an integer that should be between bounds.
    pub fn integer<T: Copy + TryInto<i128>>(&mut self, n: T, low: i128, high: i128) {
        let n = n.try_into().unwrap_or(i128::MAX);
        self.suspect |= n < low || n > high;
        let _ = write!(self.out, "{n}");
    }

    /// Writes a number as ECMAScript does, in as few digits as tell it from other numbers. What is not finite has no
    /// spelling.
    pub fn float(&mut self, f: f64) {
        if f.is_finite() {
            push_float(&mut self.out, f);
            return;
        }
        if self.lack.is_none() {
            let spelled = if f.is_nan() {
                "NaN"
            } else if f > 0.0 {
                "+Inf"
            } else {
                "-Inf"
            };
            self.lack = Some((self.out.len(), format!("got {spelled}, which is no JSON number")));
        }
        self.null();
    }

    /// Writes a value of any kind.
    pub fn json(&mut self, v: &Json) {
        self.suspect |= self.depth + v.depth() > MAX_DEPTH;
        self.out.push_str(v.as_str());
    }

    /// Writes null for none.
    pub fn nullable<T>(&mut self, v: Option<&T>, write: impl FnOnce(&mut Self, &T)) {
        match v {
            Some(v) => write(self, v),
            None => self.null(),
        }
    }

    /// Writes an array that should have so many items.
    pub fn list<T>(&mut self, list: &[T], min: usize, max: usize, mut write: impl FnMut(&mut Self, &T)) {
        self.suspect |= list.len() < min || list.len() > max;
        if !self.enter('[') {
            return;
        }
        for v in list {
            self.comma();
            write(self, v);
            self.more = true;
        }
        self.leave(']');
    }

    /// Writes an object that should have so many members, in the order of their names.
    pub fn map<T>(&mut self, map: &BTreeMap<String, T>, min: usize, max: usize, write: impl FnMut(&mut Self, &T)) {
        self.suspect |= map.len() < min || map.len() > max;
        if self.open() {
            self.members(map, &[], write);
            self.close();
        }
    }

    /// Writes members into the object that is open, after its fields. No name may be that of a field: such a member is
    /// written twice, so that the text is refused.
    pub fn members<T>(&mut self, map: &BTreeMap<String, T>, fields: &[&str], mut write: impl FnMut(&mut Self, &T)) {
        for (name, v) in map {
            let times = if fields.contains(&name.as_str()) { 2 } else { 1 };
            self.suspect |= times == 2;
            for _ in 0..times {
                self.comma();
                self.string(name);
                self.out.push(':');
                write(self, v);
                self.more = true;
            }
        }
    }
}

/// Writes the shortest decimal that is read as `f` again, laid out as ECMAScript does, and 0 for -0.
pub(super) fn push_float(out: &mut String, f: f64) {
    if f == 0.0 {
        out.push('0');
        return;
    }
    if f < 0.0 {
        out.push('-');
    }
    let spelled = format!("{:e}", f.abs());
    let (mantissa, exponent) = spelled.split_once('e').unwrap_or((&spelled, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(|&c| c != '.').collect();
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |n: i32| "0".repeat(usize::try_from(n).unwrap_or(0));
    if (-6..21).contains(&exponent) {
        if exponent < 0 {
            out.push_str("0.");
            out.push_str(&zeros(-exponent - 1));
            out.push_str(&digits);
        } else if exponent + 1 >= count {
            out.push_str(&digits);
            out.push_str(&zeros(exponent + 1 - count));
        } else {
            let (whole, fraction) = digits.split_at(usize::try_from(exponent + 1).unwrap_or(1));
            let _ = write!(out, "{whole}.{fraction}");
        }
        return;
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "{mantissa}e{sign}{}", exponent.abs());
}
