use std::borrow::Cow;
use std::collections::btree_map::{BTreeMap, Entry};

use super::decimal::Decimal;
use super::json::Json;
use super::rule::{Rule, BOOLEAN, NUMBER, STRING};
use super::text::{Names, Read, Stop, Text};
use super::value::Value;

/// Reads one text for generated functions. It only has to be right about whether the text is accepted: when it is not,
/// the rules say why. Every method starts at the first byte of a value.
pub struct Decoder<'a> {
    text: Text<'a>,
    checked: usize, // a rule has accepted all of the text before this byte
    pub(super) held: Option<Held>,
}

/// A number that its rule accepts and that its type cannot hold.
pub(super) struct Held {
    pub(super) rule: &'static Rule,
    pub(super) at: usize,
    pub(super) text: String,
}

/// An object that is being read.
#[derive(Default)]
pub struct Object<'a> {
    others: Names<'a>,
    started: bool,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Decoder {
            text: Text::new(bytes),
            checked: 0,
            held: None,
        }
    }

    /// Reads one value and nothing else.
    #[inline]
    pub(super) fn whole<T>(&mut self, read: fn(&mut Self) -> Read<T>) -> Read<T> {
        self.text.space();
        let v = read(self)?;
        self.text.end()?;
        Ok(v)
    }

    /// Starts to read an object.
    ///
    /// # Errors
    /// The next value is none.
    #[inline]
    pub fn object(&mut self) -> Read<Object<'a>> {
        if self.text.peek() != b'{' {
            return Err(Stop);
        }
        self.text.enter()?;
        Ok(Object::default())
    }

    /// The name of the next member, whose value is to be read then; none at the end of the object.
    ///
    /// # Errors
    /// The text is refused.
    #[inline]
    pub fn member(&mut self, o: &mut Object<'a>) -> Read<Option<Cow<'a, str>>> {
        let more = if o.started {
            self.text.more(b'}')?
        } else {
            o.started = true;
            self.text.peek() != b'}'
        };
        if !more {
            self.text.leave();
            return Ok(None);
        }
        let name = self.text.name()?;
        self.text.colon()?;
        Ok(Some(name))
    }

    /// Reads a member that there is a field for.
    ///
    /// # Errors
    /// The value is refused, or the member stands twice.
    #[inline]
    pub fn field<T>(&mut self, field: &mut Option<T>, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<()> {
        if field.is_some() {
            return Err(Stop);
        }
        *field = Some(read(self)?);
        Ok(())
    }

    /// Reads a member that nobody wants.
    ///
    /// # Errors
    /// The text is refused, or the member stands twice.
    pub fn other(&mut self, o: &mut Object<'a>, name: Cow<'a, str>) -> Read<()> {
        if !o.others.add(name) {
            return Err(Stop);
        }
        self.text.skip()
    }

    /// Reads a member whose name is data.
    ///
    /// # Errors
    /// The value is refused, or the member stands twice.
    pub fn put<T>(
        &mut self,
        map: &mut BTreeMap<String, T>,
        name: Cow<'a, str>,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<()> {
        match map.entry(name.into_owned()) {
            Entry::Occupied(_) => Err(Stop),
            Entry::Vacant(place) => {
                place.insert(read(self)?);
                Ok(())
            }
        }
    }

    /// Reads an object whose names are data.
    ///
    /// # Errors
    /// The value is refused.
    pub fn map<T>(
        &mut self,
        min: usize,
        max: usize,
        mut read: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<BTreeMap<String, T>> {
        let mut map = BTreeMap::new();
        let mut o = self.object()?;
        while let Some(name) = self.member(&mut o)? {
            self.put(&mut map, name, &mut read)?;
        }
        within(map.len(), min, max)?;
        Ok(map)
    }

    /// Reads an array.
    ///
    /// # Errors
    /// The value is refused.
    #[inline]
    pub fn list<T>(&mut self, min: usize, max: usize, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        if self.text.peek() != b'[' {
            return Err(Stop);
        }
        self.text.enter()?;
        let mut list = Vec::new();
        let mut more = self.text.peek() != b']';
        while more {
            list.push(read(self)?);
            more = self.text.more(b']')?;
        }
        self.text.leave();
        within(list.len(), min, max)?;
        Ok(list)
    }

    /// Reads null as none, and any other value as it is read.
    ///
    /// # Errors
    /// The value is refused.
    #[inline]
    pub fn nullable<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<Option<T>> {
        if self.text.peek() == b'n' {
            self.text.literal("null")?;
            return Ok(None);
        }
        read(self).map(Some)
    }

    /// Reads a string.
    ///
    /// # Errors
    /// The next value is none.
    #[inline]
    pub fn string(&mut self) -> Read<String> {
        self.slice().map(Cow::into_owned)
    }

    #[inline]
    fn slice(&mut self) -> Read<Cow<'a, str>> {
        if self.text.peek() != b'"' {
            return Err(Stop);
        }
        self.text.string()
    }

    /// Reads a string that a rule accepts.
    ///
    /// # Errors
    /// The rule refuses the value.
    pub fn string_of(&mut self, r: &'static Rule) -> Read<String> {
        let text = self.slice()?;
        accepted(r, STRING, &text)?;
        Ok(text.into_owned())
    }

    /// Reads one of some strings.
    ///
    /// # Errors
    /// The value is refused.
    #[inline]
    pub fn choice<T>(&mut self, find: impl FnOnce(&str) -> Option<T>) -> Read<T> {
        find(&self.slice()?).ok_or(Stop)
    }

    /// Reads a boolean.
    ///
    /// # Errors
    /// The next value is none.
    #[inline]
    pub fn boolean(&mut self) -> Read<bool> {
        let is_true = self.text.peek() == b't';
        self.text.literal(if is_true { "true" } else { "false" })?;
        Ok(is_true)
    }

    /// Reads a boolean that a rule accepts.
    ///
    /// # Errors
    /// The rule refuses the value.
    pub fn boolean_of(&mut self, r: &'static Rule) -> Read<bool> {
        let v = self.boolean()?;
        accepted(r, BOOLEAN, if v { "true" } else { "false" })?;
        Ok(v)
    }

    /// Reads an integer between bounds; 1.0 and 1e2 are integers.
    ///
    /// # Errors
    /// The value is refused.
    #[inline]
    pub fn integer<T: TryFrom<i128>>(&mut self, low: i128, high: i128) -> Read<T> {
        let n = whole_number(self.text.number()?)?;
        if n < low || n > high {
            return Err(Stop);
        }
        T::try_from(n).map_err(|_| Stop)
    }

    /// Reads an integer that a rule accepts.
    ///
    /// # Errors
    /// The rule refuses the value, or the type cannot hold it.
    pub fn integer_of<T: TryFrom<i128>>(&mut self, r: &'static Rule) -> Read<T> {
        let at = self.text.at;
        let text = self.text.number()?;
        accepted(r, NUMBER, text)?;
        let held = whole_number(text).and_then(|n| T::try_from(n).map_err(|_| Stop));
        held.map_err(|Stop| self.hold(r, at, text))
    }

    /// Reads a number that a rule accepts.
    ///
    /// # Errors
    /// The rule refuses the value, or an `f64` cannot hold it.
    pub fn float_of(&mut self, r: &'static Rule) -> Read<f64> {
        let at = self.text.at;
        let text = self.text.number()?;
        accepted(r, NUMBER, text)?;
        match text.parse::<f64>() {
            Ok(f) if f.is_finite() => Ok(f),
            _ => Err(self.hold(r, at, text)),
        }
    }

    fn hold(&mut self, rule: &'static Rule, at: usize, text: &str) -> Stop {
        let text = text.to_owned();
        self.held = Some(Held { rule, at, text });
        Stop
    }

    /// Reads a value of any kind.
    ///
    /// # Errors
    /// The text is refused.
    pub fn json(&mut self) -> Read<Json> {
        let from = self.text.at;
        self.text.skip()?;
        let text = self.text.slice(from, self.text.at)?;
        Ok(Json::compact(text))
    }

    /// Asks a rule about the next value, which is still to be read then. What is inside the value needs no further
    /// check: it is part of the rule.
    ///
    /// # Errors
    /// The rule refuses the value.
    pub fn check(&mut self, r: &'static Rule) -> Read<()> {
        if self.text.at < self.checked {
            return Ok(());
        }
        let mut ahead = self.text.ahead();
        let v = ahead.value()?;
        if !r.accepts(&v) {
            return Err(Stop);
        }
        self.checked = ahead.at;
        Ok(())
    }

    /// [`Decoder::check`], and then the value.
    ///
    /// # Errors
    /// The value is refused.
    pub fn checked<T>(&mut self, r: &'static Rule, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.check(r)?;
        read(self)
    }

    /// Whether a rule accepts the next value, which is still to be read.
    ///
    /// # Errors
    /// The text is refused.
    pub fn matches(&mut self, r: &'static Rule) -> Read<bool> {
        let v = self.text.ahead().value()?;
        Ok(r.accepts(&v))
    }

    /// The type of the next value; [`NUMBER`] for every number.
    #[must_use]
    pub fn kind(&self) -> u8 {
        self.text.kind()
    }

    /// The string that a member of the next value holds, which is still to be read; empty when there is none.
    ///
    /// # Errors
    /// The text is refused.
    pub fn tag(&mut self, name: &str) -> Read<Cow<'a, str>> {
        let mut ahead = self.text.ahead();
        if ahead.peek() != b'{' {
            return Err(Stop);
        }
        ahead.enter()?;
        let mut more = ahead.peek() != b'}';
        while more {
            let member = ahead.name()?;
            ahead.colon()?;
            if member == name && ahead.peek() == b'"' {
                return ahead.string();
            }
            ahead.skip()?;
            more = ahead.more(b'}')?;
        }
        Ok(Cow::Borrowed(""))
    }
}

fn within(n: usize, min: usize, max: usize) -> Read<()> {
    if n < min || n > max {
        return Err(Stop);
    }
    Ok(())
}

/// Asks a rule about a value without parts.
fn accepted(r: &'static Rule, kind: u8, text: &str) -> Read<()> {
    let v = Value {
        kind,
        text: Cow::Borrowed(text),
        ..Value::default()
    };
    if r.accepts(&v) {
        return Ok(());
    }
    Err(Stop)
}

/// The value of an integer of any spelling.
#[inline]
fn whole_number(text: &str) -> Read<i128> {
    if text.len() <= 18 {
        if let Ok(n) = text.parse::<i64>() {
            return Ok(i128::from(n));
        }
    }
    Decimal::new(text).integer().ok_or(Stop)
}
