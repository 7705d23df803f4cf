use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bridge;
use super::decode::Decoder;
use super::rule::Rule;
use super::shape::decode;
use super::text::Read;
use super::violation::Violation;

/// A JSON value of any kind, held as its text: no number is rounded and no member moves.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Json {
    text: String,
    depth: usize,
}

impl Json {
    /// Reads a text.
    ///
    /// # Errors
    /// The text is no JSON that every language reads in the same way.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        decode(text.as_bytes(), &ANY, read)
    }

    /// The value as JSON, without white space.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How deep it nests.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Takes a text that is known to be one value.
    pub(super) fn compact(spelled: &str) -> Self {
        let mut text = String::with_capacity(spelled.len());
        let (mut depth, mut most) = (0_usize, 0);
        let (mut quoted, mut escaped) = (false, false);
        for c in spelled.chars() {
            if quoted {
                quoted = escaped || c != '"';
                escaped = !escaped && c == '\\';
            } else {
                match c {
                    ' ' | '\n' | '\r' | '\t' => continue,
                    '"' => quoted = true,
                    '[' | '{' => depth += 1,
                    ']' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                most = most.max(depth);
            }
            text.push(c);
        }
        Json { text, depth: most }
    }
}

static ANY: Rule = Rule::ANY;

fn read(d: &mut Decoder<'_>) -> Read<Json> {
    d.json()
}

impl Default for Json {
    /// Null.
    fn default() -> Self {
        Json {
            text: "null".to_owned(),
            depth: 0,
        }
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        bridge::serialize(Ok(self.text.clone()), s)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        bridge::deserialize(d, &ANY, read)
    }
}
