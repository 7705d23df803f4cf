//! How types of a contract meet serde: through the text of the message. So what serde reads and writes is what
//! `from_json` accepts and `to_json` writes, by construction.

use serde::de::Error as _;
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Deserializer, Serialize, Serializer};

use super::decode::Decoder;
use super::rule::{Rule, ARRAY, BOOLEAN, NUMBER, OBJECT, STRING};
use super::shape::decode;
use super::text::Read;
use super::transcribe::transcribe;
use super::value::{parse, Value};
use super::violation::Violation;

/// Reads a value that a rule accepts from any format that says what it holds.
///
/// # Errors
/// The format cannot be read, or the rule refuses the value.
pub fn deserialize<'de, D: Deserializer<'de>, T>(
    d: D,
    r: &'static Rule,
    read: fn(&mut Decoder<'_>) -> Read<T>,
) -> Result<T, D::Error> {
    let text = transcribe(d)?;
    decode(text.as_bytes(), r, read).map_err(D::Error::custom)
}

/// Writes a message in any format.
///
/// # Errors
/// The message is refused, or the format cannot hold it.
pub fn serialize<S: Serializer>(message: Result<String, Violation>, s: S) -> Result<S::Ok, S::Error> {
    let text = message.map_err(S::Error::custom)?;
    let root = parse(text.as_bytes()).map_err(S::Error::custom)?;
    root.serialize(s)
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.kind {
            BOOLEAN => s.serialize_bool(self.text == "true"),
            STRING => s.serialize_str(&self.text),
            NUMBER => serialize_number(&self.text, s),
            ARRAY => {
                let mut seq = s.serialize_seq(Some(self.list.len()))?;
                for item in &self.list {
                    seq.serialize_element(item)?;
                }
                seq.end()
            }
            OBJECT => {
                let mut map = s.serialize_map(Some(self.list.len()))?;
                for m in &self.list {
                    map.serialize_entry(&m.name, m)?;
                }
                map.end()
            }
            _ => s.serialize_unit(),
        }
    }
}

fn serialize_number<S: Serializer>(text: &str, s: S) -> Result<S::Ok, S::Error> {
    if let Ok(n) = text.parse::<u64>() {
        return s.serialize_u64(n);
    }
    if let Ok(n) = text.parse::<i64>() {
        return s.serialize_i64(n);
    }
    s.serialize_f64(text.parse().map_err(S::Error::custom)?)
}
