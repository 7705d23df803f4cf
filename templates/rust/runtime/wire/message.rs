use std::fmt::Write as _;

use super::printable::PRINTABLE;
use super::rule::{Condition, Rule, ARRAY, BOOLEAN, INTEGER, NULL, NUMBER, STRING};

/// What a message may know of a value.
#[derive(Clone, Copy)]
pub(super) struct Glance<'a> {
    pub(super) kind: u8,
    pub(super) text: &'a str, // content of a string, spelling of a number or a boolean
    pub(super) size: usize,   // of an array or object
}

/// How many code points of a text a message shows at most.
pub(super) const SHORTEST: usize = 32;

/// Says in plain words why a rule refuses a value with a code. For the detail see where violations are made.
pub(super) fn explain(r: &Rule, code: &str, g: Glance<'_>, detail: &str) -> String {
    let bound = |b: Option<&str>| short(b.unwrap_or_default());
    let limit = |n: Option<usize>| n.unwrap_or(0);
    let shown = || g.shown();
    match code {
        "type" => format!("got {}, want {}", g.typed(r.types), types(r.types)),
        "range" => format!("got {}, want {}", shown(), held(r)),
        "enum" => format!("got {}, want {}", g.quoted(), choices(r)),
        "const" => format!("got {}, want {}", shown(), bound(r.constant)),
        "minLength" => format!("got {}, want at least {}", g.length(), r.min_length),
        "maxLength" => format!("got {}, want at most {}", g.length(), limit(r.max_length)),
        "pattern" => format!(
            "got {}, want a match of {}",
            shown(),
            bound(r.pattern.map(|p| p.source))
        ),
        "minimum" => format!("got {}, want at least {}", shown(), bound(r.minimum)),
        "maximum" => format!("got {}, want at most {}", shown(), bound(r.maximum)),
        "exclusiveMinimum" => format!("got {}, want more than {}", shown(), bound(r.exclusive_minimum)),
        "exclusiveMaximum" => format!("got {}, want less than {}", shown(), bound(r.exclusive_maximum)),
        "multipleOf" => format!("got {}, want a multiple of {}", shown(), bound(r.multiple_of)),
        "minItems" => format!("got {}, want at least {}", g.items(), r.min_items),
        "maxItems" => format!("got {}, want at most {}", g.items(), limit(r.max_items)),
        "uniqueItems" => format!("got equal items {detail}, want each item once"),
        "contains" => format!("got {}, want at least 1", matching("no")),
        "minContains" => format!("got {}, want at least {}", matching(detail), limit(r.min_contains)),
        "maxContains" => format!("got {}, want at most {}", matching(detail), limit(r.max_contains)),
        "required" => format!("missing property {}", quote(detail)),
        "dependentRequired" => format!("missing property {detail}"),
        "minProperties" => format!("got {}, want at least {}", g.members(), r.min_properties),
        "maxProperties" => format!("got {}, want at most {}", g.members(), limit(r.max_properties)),
        "anyOf" => format!(
            "got {} that matches none of {}",
            shown(),
            count(r.any_of.len(), "schema", "schemas")
        ),
        "oneOf" => format!(
            "got {} that matches {detail} of {}, want exactly one",
            shown(),
            count(r.one_of.len(), "schema", "schemas")
        ),
        "not" => format!("got {}, want none that matches the schema under \"not\"", shown()),
        "additionalProperties" | "unevaluatedProperties" if !detail.is_empty() => {
            format!("unknown property, did you mean {}?", quote(detail))
        }
        "additionalProperties" | "unevaluatedProperties" => "unknown property".to_owned(),
        "propertyNames" => "unknown property, no name is accepted".to_owned(),
        "items" | "unevaluatedItems" => "got an item, want none here".to_owned(),
        "schema-loop" => "the schema refers to itself without an end".to_owned(),
        _ => format!("got {}, want no value here", shown()),
    }
}

impl Condition {
    /// Says that a member is missing because of the condition.
    pub(super) fn explain(&self, missing: &str) -> String {
        format!(
            "missing property {}, required when {} is {}",
            quote(missing),
            quote(self.property),
            quote(self.equals)
        )
    }
}

/// Names so many items of an array.
fn matching(n: &str) -> String {
    if n == "1" || n == "no" {
        return format!("{n} item that matches the schema under \"contains\"");
    }
    format!("{n} items that match the schema under \"contains\"")
}

impl Glance<'_> {
    /// Describes a value without its content, but for numbers and booleans.
    pub(super) fn shown(self) -> String {
        match self.kind {
            NULL => "null".to_owned(),
            BOOLEAN => self.text.to_owned(),
            NUMBER if self.text.len() <= SHORTEST => self.text.to_owned(),
            NUMBER => format!("a number of {} characters", self.text.len()),
            STRING => format!("a string of {}", self.length()),
            ARRAY => format!("an array of {}", self.items()),
            _ => format!("an object of {}", self.members()),
        }
    }

    /// What `shown` says, or the content of a short string.
    pub(super) fn quoted(self) -> String {
        if self.kind == STRING && is_short(self.text) {
            return quoted(self.text);
        }
        self.shown()
    }

    /// The type of a value where others were expected.
    fn typed(self, want: u8) -> String {
        match self.kind {
            NUMBER if want & INTEGER != 0 => self.shown(),
            NULL => "null".to_owned(),
            kind => types(kind),
        }
    }

    fn length(self) -> String {
        count(self.text.chars().count(), "character", "characters")
    }

    fn items(self) -> String {
        count(self.size, "item", "items")
    }

    fn members(self) -> String {
        count(self.size, "property", "properties")
    }
}

/// The names of a set of types: "a string or null".
fn types(set: u8) -> String {
    const NAMES: [&str; 7] = [
        "null",
        "a boolean",
        "an integer",
        "a number",
        "a string",
        "an array",
        "an object",
    ];
    let words: Vec<String> = NAMES
        .iter()
        .enumerate()
        .filter(|(i, _)| set >> i & 1 != 0)
        .map(|(_, name)| (*name).to_owned())
        .collect();
    either(&words)
}

/// Which numbers a value of the rule may be.
fn held(r: &Rule) -> String {
    if r.types & NUMBER != 0 {
        return "a number that fits in float64".to_owned();
    }
    if r.unsigned {
        return format!("an integer from 0 to {}", u64::MAX);
    }
    format!("an integer from {} to {}", i64::MIN, i64::MAX)
}

/// The values of an enum, but not hundreds of them.
fn choices(r: &Rule) -> String {
    let strings = r.strings.unwrap_or_default().iter().map(|s| quote(s));
    let json = r.json.unwrap_or_default().iter().map(|s| short(s));
    list_choices(strings.chain(json).collect())
}

/// Lists words, but not hundreds of them.
pub(super) fn list_choices(mut words: Vec<String>) -> String {
    const MOST: usize = 12;
    let all = words.len();
    if all > MOST {
        words.truncate(MOST);
        words.push(count(all - MOST, "more", "more"));
    }
    either(&words)
}

/// Joins words: "a, b or c".
fn either(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// A number with its noun.
fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 {
        return format!("1 {one}");
    }
    format!("{n} {many}")
}

fn is_short(s: &str) -> bool {
    s.chars().nth(SHORTEST).is_none()
}

/// A text without the end of a long one.
fn short(s: &str) -> String {
    if is_short(s) {
        return s.to_owned();
    }
    s.chars().take(SHORTEST).chain(['…']).collect()
}

/// A name in quotes, with escapes for what cannot be printed; the end of a long one is left out.
pub(super) fn quote(name: &str) -> String {
    quoted(&short(name))
}

/// A text in quotes, with escapes for what cannot be printed.
fn quoted(s: &str) -> String {
    let mut out = String::with_capacity(s.len() + 2);
    out.push('"');
    for c in s.chars() {
        let code = u32::from(c);
        let _ = match c {
            '"' | '\\' => write!(out, "\\{c}"),
            _ if is_printable(c) => write!(out, "{c}"),
            '\u{7}' => out.write_str("\\a"),
            '\u{8}' => out.write_str("\\b"),
            '\t' => out.write_str("\\t"),
            '\n' => out.write_str("\\n"),
            '\u{b}' => out.write_str("\\v"),
            '\u{c}' => out.write_str("\\f"),
            '\r' => out.write_str("\\r"),
            _ if code < 0x80 => write!(out, "\\x{code:02x}"),
            _ if code < 0x10000 => write!(out, "\\u{code:04x}"),
            _ => write!(out, "\\U{code:08x}"),
        };
    }
    out.push('"');
    out
}

/// Whether a character is a letter, mark, number, punctuation, symbol, or the space of ASCII.
pub(super) fn is_printable(c: char) -> bool {
    let code = u32::from(c);
    let i = PRINTABLE.partition_point(|&(_, last)| last < code);
    PRINTABLE.get(i).is_some_and(|&(first, _)| first <= code)
}
