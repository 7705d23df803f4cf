use std::borrow::Cow;

use super::check::FALSE;
use super::decode::{Decoder, Held};
use super::message::explain;
use super::rule::{Rule, NUMBER};
use super::text::{Read, Text};
use super::value::{parse, Value};
use super::violation::{Violation, MAX_VIOLATIONS};

/// A type of a contract under its wire name.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// As the contract spells it, such as `batch.params`.
    pub name: &'static str,
    #[doc(hidden)]
    pub rule: &'static Rule,
    #[doc(hidden)]
    pub refusal: fn(&[u8]) -> Option<Violation>,
    #[doc(hidden)]
    pub recode: fn(&[u8]) -> Result<String, Violation>,
}

impl Shape {
    /// Every violation of a text, in the order that every language of the contract keeps to.
    #[must_use]
    pub fn check(&self, text: &[u8]) -> Vec<Violation> {
        check(text, self.rule)
    }

    /// The first reason for which the type of the shape does not take a text; none when it does.
    #[must_use]
    pub fn refusal(&self, text: &[u8]) -> Option<Violation> {
        (self.refusal)(text)
    }

    /// Reads a text as the type of the shape, and writes it again.
    ///
    /// # Errors
    /// The contract refuses the text.
    pub fn recode(&self, text: &[u8]) -> Result<String, Violation> {
        (self.recode)(text)
    }
}

/// Everything that a rule refuses in a text, up to [`MAX_VIOLATIONS`]. A text that is no message has one violation.
#[must_use]
pub fn check(text: &[u8], r: &'static Rule) -> Vec<Violation> {
    match parse(text) {
        Ok(root) => r.validate(&root, MAX_VIOLATIONS),
        Err(refused) => vec![refused],
    }
}

/// Reads a text that a rule accepts.
///
/// # Errors
/// The first reason for which the text is refused.
#[inline]
pub fn decode<T>(text: &[u8], r: &'static Rule, read: fn(&mut Decoder<'_>) -> Read<T>) -> Result<T, Violation> {
    let mut d = Decoder::new(text);
    match d.whole(read) {
        Ok(v) => Ok(v),
        Err(_) => Err(reason(text, r, d.held)),
    }
}

/// Whether an object has a member that holds anything but one string. What is no object, or cannot be read as far as that
/// member, has none.
#[must_use]
pub fn is_closed(text: &[u8], property: &str, value: &str) -> bool {
    let mut text = Text::new(text);
    text.space();
    text.peek() == b'{' && member_is(&mut text, property, value) == Ok(Some(false))
}

/// Whether a member of the object at the next byte is a string; none when there is no such member.
fn member_is(text: &mut Text<'_>, property: &str, value: &str) -> Read<Option<bool>> {
    text.enter()?;
    let mut more = text.peek() != b'}';
    while more {
        let name = text.name()?;
        text.colon()?;
        if name == property {
            return Ok(Some(text.peek() == b'"' && text.string()? == value));
        }
        text.skip()?;
        more = text.more(b'}')?;
    }
    Ok(None)
}

/// Why a text is refused that a decoder has refused.
#[cold]
fn reason(text: &[u8], r: &'static Rule, held: Option<Held>) -> Violation {
    let root = match parse(text) {
        Ok(root) => root,
        Err(refused) => return refused,
    };
    if let Some(refused) = r.validate(&root, 1).into_iter().next() {
        return refused;
    }
    let Some(Held { rule, at, text }) = held else {
        return Violation {
            code: FALSE,
            instance: String::new(),
            keyword: r.at.to_owned(),
            message: "the rules accept what the type cannot hold; please report this".to_owned(),
            offset: 0,
        };
    };
    let number = Value {
        kind: NUMBER,
        text: Cow::Borrowed(&text),
        ..Value::default()
    };
    Violation {
        code: "range",
        instance: root.locate(at),
        keyword: format!("{}/type", rule.at),
        message: explain(rule, "range", number.glance(), ""),
        offset: at,
    }
}
