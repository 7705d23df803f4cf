use std::fmt::{self, Write as _};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::encode::push_float;
use super::string::push_string;
use super::violation::MAX_DEPTH;

/// Writes what a format holds as JSON. Members that stand twice are written twice.
pub(super) fn transcribe<'de, D: Deserializer<'de>>(d: D) -> Result<String, D::Error> {
    let mut out = String::new();
    let writer = Writer {
        out: &mut out,
        depth: 0,
        key: false,
    };
    d.deserialize_any(writer)?;
    Ok(out)
}

/// Writes one value.
struct Writer<'t> {
    out: &'t mut String,
    depth: usize,
    key: bool, // only a string will do
}

impl Writer<'_> {
    fn inner(&mut self, key: bool) -> Writer<'_> {
        Writer {
            out: self.out,
            depth: self.depth + 1,
            key,
        }
    }

    fn scalar<E: Error>(self, v: impl fmt::Display) -> Result<(), E> {
        if self.key {
            return Err(E::custom("got a name that is no string"));
        }
        let _ = write!(self.out, "{v}");
        Ok(())
    }

    fn enter<E: Error>(&self) -> Result<(), E> {
        if self.key {
            return Err(E::custom("got a name that is no string"));
        }
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format_args!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Writer<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Writer<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON can hold")
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<(), E> {
        self.scalar(v)
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<(), E> {
        self.scalar(v)
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<(), E> {
        self.scalar(v)
    }

    fn visit_i128<E: Error>(self, v: i128) -> Result<(), E> {
        self.scalar(v)
    }

    fn visit_u128<E: Error>(self, v: u128) -> Result<(), E> {
        self.scalar(v)
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<(), E> {
        if !v.is_finite() {
            return Err(E::custom("got a number that is not finite"));
        }
        let mut text = String::new();
        push_float(&mut text, v);
        self.scalar(text)
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<(), E> {
        push_string(self.out, v);
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar("null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.scalar("null")
    }

    fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        self.enter()?;
        self.out.push('[');
        let mut first = true;
        loop {
            let before = self.out.len();
            if !first {
                self.out.push(',');
            }
            if seq.next_element_seed(self.inner(false))?.is_none() {
                self.out.truncate(before);
                break;
            }
            first = false;
        }
        self.out.push(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.enter()?;
        self.out.push('{');
        let mut first = true;
        loop {
            let before = self.out.len();
            if !first {
                self.out.push(',');
            }
            if map.next_key_seed(self.inner(true))?.is_none() {
                self.out.truncate(before);
                break;
            }
            first = false;
            self.out.push(':');
            map.next_value_seed(self.inner(false))?;
        }
        self.out.push('}');
        Ok(())
    }
}
