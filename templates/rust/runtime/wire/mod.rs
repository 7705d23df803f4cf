//! What generated code calls: texts, rules, and the types that are not of one contract. It depends on no schema.

mod bridge;
mod check;
mod decimal;
mod decode;
mod encode;
mod equal;
mod json;
mod macros;
mod message;
mod nearest;
mod parts;
mod pattern;
mod printable;
mod rule;
mod scalars;
mod shape;
mod string;
mod text;
mod transcribe;
mod union;
mod value;
mod violation;

pub use bridge::{deserialize, serialize};
pub use decode::{Decoder, Object};
pub use encode::{encode, recode, Encoder};
pub use json::Json;
#[allow(unused_imports, reason = "a contract may have no type of its own")]
pub(crate) use macros::message;
pub use pattern::{Pattern, Step};
pub use rule::{
    Condition, Dependent, PatternProperty, Property, Rule, Tag, ARRAY, BOOLEAN, INTEGER, NULL, NUMBER, OBJECT, STRING,
};
pub use shape::{check, decode, is_closed, Shape};
pub use text::{Read, Stop};
pub use violation::{Unknown, Violation, MAX_DEPTH, MAX_VIOLATIONS};
