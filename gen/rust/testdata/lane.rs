//! Answers questions about texts, one a line.

use std::fmt::Write as _;
use std::io::{BufRead, Write};

use rightkit_contracts_generated::{Shape, Violation};

fn find(module: &str, shape: &str) -> Option<Shape> {
    match module {
        // modules
        _ => None,
    }
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
        .collect()
}

fn spelled(v: &Violation) -> String {
    [v.code, &v.instance, &v.keyword, &v.message].map(hex).join(",")
}

fn main() {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut parts = line.split(' ');
        let mut next = || parts.next().unwrap_or_default();
        let (module, name, text) = (next(), unhex(next()), unhex(next()));
        let name = String::from_utf8(name).unwrap();
        let shape = find(module, &name).unwrap_or_else(|| panic!("no shape {module} {name}"));
        let mut answer = match (shape.refusal(&text), shape.recode(&text)) {
            (Some(v), _) => format!("-{}", spelled(&v)),
            (None, Ok(text)) => format!("+{}", hex(&text)),
            (None, Err(v)) => format!("!{}", spelled(&v)),
        };
        for v in shape.check(&text) {
            answer.push(';');
            answer.push_str(&spelled(&v));
        }
        writeln!(out, "{answer}").unwrap();
    }
}
