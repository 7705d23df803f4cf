use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;

use super::message::is_printable;
use super::rule::{ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING};
use super::violation::{Violation, MAX_DEPTH};

/// Says that a text is refused. Why, the reader knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;

/// What a reader returns.
pub type Read<T> = Result<T, Stop>;

/// One JSON text, read from left to right: the only place that knows what an acceptable text is (RFC 8259, valid
/// UTF-8, no half surrogate pairs, no member twice, `MAX_DEPTH` levels). The first reason for which a text is refused
/// counts. No method recurses deeper than `MAX_DEPTH`, and all work is linear in the text.
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    whole: Option<&'a str>, // the text, when all of it is UTF-8
    pub(super) at: usize,   // the next byte
    pub(super) depth: usize,
    bad: Option<Violation>,
    path: Vec<String>, // the way to the refused value, innermost first
}

/// The names met so far in one object.
#[derive(Default)]
pub(super) struct Names<'a> {
    few: Vec<Cow<'a, str>>,
    many: Option<HashSet<Cow<'a, str>>>,
}

/// How many names an object may have before it is given a set.
const FEW: usize = 16;

impl<'a> Names<'a> {
    /// Adds a name; false when it is there already.
    pub(super) fn add(&mut self, name: Cow<'a, str>) -> bool {
        if let Some(set) = &mut self.many {
            return set.insert(name);
        }
        if self.few.contains(&name) {
            return false;
        }
        self.few.push(name);
        if self.few.len() > FEW {
            self.many = Some(self.few.drain(..).collect());
        }
        true
    }
}

impl<'a> Text<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Text {
            bytes,
            whole: std::str::from_utf8(bytes).ok(),
            at: 0,
            depth: 0,
            bad: None,
            path: Vec::new(),
        }
    }

    /// Another reader of the same text, at the same place.
    pub(super) fn ahead(&self) -> Text<'a> {
        Text {
            bytes: self.bytes,
            whole: self.whole,
            at: self.at,
            depth: self.depth,
            bad: None,
            path: Vec::new(),
        }
    }

    /// Refuses the text.
    #[cold]
    pub(super) fn fail<T>(&mut self, code: &'static str, at: usize, message: String) -> Read<T> {
        if self.bad.is_none() {
            self.bad = Some(Violation {
                code,
                instance: String::new(),
                keyword: String::new(),
                message,
                offset: at,
            });
            self.path.clear();
        }
        Err(Stop)
    }

    /// Refuses the text at the next byte, where `want` should stand.
    #[cold]
    pub(super) fn unexpected<T>(&mut self, want: &str) -> Read<T> {
        let message = format!("got {}, want {want}", self.found(self.at));
        self.fail("syntax", self.at, message)
    }

    /// Describes the character at a byte.
    fn found(&self, at: usize) -> String {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let Some(&first) = rest.first() else {
            return "the end of the text".to_owned();
        };
        let Some(c) = first_char(rest) else {
            return format!("byte 0x{first:02x}");
        };
        if is_printable(c) {
            return format!("'{c}'");
        }
        format!("U+{:04X}", u32::from(c))
    }

    /// Why the text is refused, with its location.
    pub(super) fn violation(&mut self) -> Option<Violation> {
        let mut bad = self.bad.take()?;
        if bad.code == "duplicate-member" {
            for step in self.path.iter().rev() {
                bad.instance.push('/');
                push_token(&mut bad.instance, step);
            }
        }
        Some(bad)
    }

    /// Says that the value that failed is the member `name` of the object around it.
    pub(super) fn inside(&mut self, name: &str) {
        self.path.push(name.to_owned());
    }

    /// Says that the value that failed is item `n` of the array around it.
    pub(super) fn inside_item(&mut self, n: usize) {
        self.path.push(n.to_string());
    }

    /// The next byte; 0 at the end.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Moves past white space.
    #[inline]
    pub(super) fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// Only white space follows.
    pub(super) fn end(&mut self) -> Read<()> {
        self.space();
        if self.at < self.bytes.len() {
            let found = self.found(self.at);
            let message = format!("got {found} after the value, want the end of the text");
            return self.fail("trailing-text", self.at, message);
        }
        Ok(())
    }

    /// The type of the value at the next byte, told by that byte: `NUMBER` for every number, 0 for no value.
    pub(super) fn kind(&self) -> u8 {
        match self.peek() {
            b'"' => STRING,
            b'{' => OBJECT,
            b'[' => ARRAY,
            b't' | b'f' => BOOLEAN,
            b'n' => NULL,
            b'-' | b'0'..=b'9' => NUMBER,
            _ => 0,
        }
    }

    /// Reads true, false or null.
    pub(super) fn literal(&mut self, word: &str) -> Read<()> {
        if self
            .bytes
            .get(self.at..)
            .unwrap_or_default()
            .starts_with(word.as_bytes())
        {
            self.at += word.len();
            return Ok(());
        }
        self.unexpected("a value")
    }

    /// Reads a number as it is spelled.
    pub(super) fn number(&mut self) -> Read<&'a str> {
        let from = self.at;
        if self.peek() == b'-' {
            self.at += 1;
        } else if !self.peek().is_ascii_digit() {
            return self.unexpected("a value");
        }
        if self.peek() == b'0' {
            self.at += 1;
            if self.peek().is_ascii_digit() {
                return self.unexpected("no digit after a leading zero");
            }
        } else {
            self.digits()?;
        }
        if self.peek() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if let b'e' | b'E' = self.peek() {
            self.at += 1;
            if let b'+' | b'-' = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        self.slice(from, self.at)
    }

    fn digits(&mut self) -> Read<()> {
        let from = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == from {
            return self.unexpected("a digit");
        }
        Ok(())
    }

    /// A part of the text, refused where it is not UTF-8.
    #[inline]
    pub(super) fn slice(&mut self, from: usize, to: usize) -> Read<&'a str> {
        if let Some(whole) = self.whole {
            return whole.get(from..to).ok_or(Stop);
        }
        let part = self.bytes.get(from..to).unwrap_or_default();
        match std::str::from_utf8(part) {
            Ok(s) => Ok(s),
            Err(e) => {
                let at = from + e.valid_up_to();
                let message = format!("got {}, want UTF-8", self.found(at));
                self.fail("invalid-utf8", at, message)
            }
        }
    }

    /// Refuses the string that starts at `from` for what stands at `at`, or for a byte before it that is not UTF-8.
    #[cold]
    pub(super) fn fail_string<T>(&mut self, from: usize, at: usize, code: &'static str, message: String) -> Read<T> {
        self.slice(from, at)?;
        self.fail(code, at, message)
    }

    /// [`Text::found`] for what is refused inside a string.
    pub(super) fn found_in_string(&self, at: usize) -> String {
        self.found(at)
    }

    /// Steps into the array or object at the next byte.
    #[inline]
    pub(super) fn enter(&mut self) -> Read<()> {
        if self.depth == MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            return self.fail("depth", self.at, message);
        }
        self.depth += 1;
        self.at += 1;
        self.space();
        Ok(())
    }

    /// Steps out of the array or object whose last byte is the next one.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
        self.at += 1;
    }

    /// Reads the name of a member.
    #[inline]
    pub(super) fn name(&mut self) -> Read<Cow<'a, str>> {
        if self.peek() != b'"' {
            return self.unexpected("the name of a member");
        }
        self.string()
    }

    /// Reads the colon after a member's name and the white space on both sides.
    #[inline]
    pub(super) fn colon(&mut self) -> Read<()> {
        self.space();
        if self.peek() != b':' {
            return self.unexpected("':'");
        }
        self.at += 1;
        self.space();
        Ok(())
    }

    /// Asked after a value of an array (`close` is `]`) or object (`}`): true when another one follows.
    #[inline]
    pub(super) fn more(&mut self, close: u8) -> Read<bool> {
        self.space();
        match self.peek() {
            b',' => {
                self.at += 1;
                self.space();
                Ok(true)
            }
            c if c == close => Ok(false),
            _ => self.unexpected(if close == b']' { "',' or ']'" } else { "',' or '}'" }),
        }
    }

    /// Refuses the text for a member that stands twice.
    #[cold]
    pub(super) fn repeated<T>(&mut self, name: &str, at: usize) -> Read<T> {
        let refused = self.fail("duplicate-member", at, "the object has this member twice".to_owned());
        self.inside(name);
        refused
    }

    /// Reads one whole value of any kind.
    pub(super) fn skip(&mut self) -> Read<()> {
        match self.peek() {
            b'"' => self.string().map(drop),
            b'{' => self.skip_object(),
            b'[' => self.skip_array(),
            b't' => self.literal("true"),
            b'f' => self.literal("false"),
            b'n' => self.literal("null"),
            _ => self.number().map(drop),
        }
    }

    fn skip_array(&mut self) -> Read<()> {
        self.enter()?;
        let mut n = 0;
        let mut more = self.peek() != b']';
        while more {
            if self.skip().is_err() {
                self.inside_item(n);
                return Err(Stop);
            }
            n += 1;
            more = self.more(b']')?;
        }
        self.leave();
        Ok(())
    }

    fn skip_object(&mut self) -> Read<()> {
        self.enter()?;
        let mut names = Names::default();
        let mut more = self.peek() != b'}';
        while more {
            let at = self.at;
            let name = self.name()?;
            if !names.add(name.clone()) {
                return self.repeated(&name, at);
            }
            self.colon()?;
            if self.skip().is_err() {
                self.inside(&name);
                return Err(Stop);
            }
            more = self.more(b'}')?;
        }
        self.leave();
        Ok(())
    }
}

/// The character that bytes start with; none when they are no UTF-8.
fn first_char(bytes: &[u8]) -> Option<char> {
    (1..=4).find_map(|n| std::str::from_utf8(bytes.get(..n)?).ok()?.chars().next())
}

/// Spells a name as one step of a JSON pointer.
pub(super) fn push_token(pointer: &mut String, name: &str) {
    for c in name.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => {
                let _ = pointer.write_char(c);
            }
        }
    }
}
