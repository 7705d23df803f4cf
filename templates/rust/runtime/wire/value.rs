use std::borrow::Cow;

use super::message::Glance;
use super::rule::{ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING};
use super::text::{push_token, Names, Read, Stop, Text};
use super::violation::Violation;

/// One JSON value of a text that has passed as a text: the tree that rules are run over.
#[derive(Default)]
pub(super) struct Value<'a> {
    pub(super) kind: u8, // never INTEGER
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: Cow<'a, str>,
    pub(super) text: Cow<'a, str>, // content of a string, spelling of a number or a boolean
    pub(super) list: Vec<Value<'a>>, // items of an array, members of an object
}

/// Reads a whole text.
pub(super) fn parse(bytes: &[u8]) -> Result<Value<'_>, Violation> {
    let mut text = Text::new(bytes);
    text.space();
    let read = text.value().and_then(|v| text.end().map(|()| v));
    read.map_err(|Stop| {
        text.violation().unwrap_or_else(|| Violation {
            code: "syntax",
            instance: String::new(),
            keyword: String::new(),
            message: "the text cannot be read".to_owned(),
            offset: 0,
        })
    })
}

impl<'a> Text<'a> {
    /// Reads the value at the next byte, which is no white space.
    pub(super) fn value(&mut self) -> Read<Value<'a>> {
        let mut v = Value {
            kind: self.kind(),
            start: self.at,
            ..Value::default()
        };
        match v.kind {
            STRING => v.text = self.string()?,
            NUMBER => v.text = Cow::Borrowed(self.number()?),
            BOOLEAN => {
                let word = if self.peek() == b't' { "true" } else { "false" };
                self.literal(word)?;
                v.text = Cow::Borrowed(word);
            }
            NULL => self.literal("null")?,
            ARRAY => v.list = self.items()?,
            OBJECT => v.list = self.members()?,
            _ => return self.unexpected("a value"),
        }
        v.end = self.at;
        Ok(v)
    }

    fn items(&mut self) -> Read<Vec<Value<'a>>> {
        self.enter()?;
        let mut list = Vec::new();
        let mut more = self.peek() != b']';
        while more {
            let Ok(v) = self.value() else {
                self.inside_item(list.len());
                return Err(Stop);
            };
            list.push(v);
            more = self.more(b']')?;
        }
        self.leave();
        Ok(list)
    }

    fn members(&mut self) -> Read<Vec<Value<'a>>> {
        self.enter()?;
        let mut list = Vec::new();
        let mut names = Names::default();
        let mut more = self.peek() != b'}';
        while more {
            let at = self.at;
            let name = self.name()?;
            if !names.add(name.clone()) {
                return self.repeated(&name, at);
            }
            self.colon()?;
            let Ok(mut v) = self.value() else {
                self.inside(&name);
                return Err(Stop);
            };
            v.name = name;
            list.push(v);
            more = self.more(b'}')?;
        }
        self.leave();
        Ok(list)
    }
}

impl Value<'_> {
    /// The value of an object's member.
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        self.list.iter().find(|m| m.name == name)
    }

    /// The JSON pointer, from this value, of the value inside it that starts at a byte.
    pub(super) fn locate(&self, start: usize) -> String {
        let mut pointer = String::new();
        let mut v = self;
        while v.start != start {
            let i = v.list.partition_point(|child| child.end <= start);
            let Some(child) = v.list.get(i) else {
                break;
            };
            pointer.push('/');
            if v.kind == ARRAY {
                pointer.push_str(&i.to_string());
            } else {
                push_token(&mut pointer, &child.name);
            }
            v = child;
        }
        pointer
    }

    /// What a message may know of the value.
    pub(super) fn glance(&self) -> Glance<'_> {
        Glance {
            kind: self.kind,
            text: &self.text,
            size: self.list.len(),
        }
    }
}
