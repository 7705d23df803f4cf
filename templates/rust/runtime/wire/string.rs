//! Strings of a text, and how they are written.

use std::borrow::Cow;

use super::text::{Read, Text};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Has the high bit of the first byte set that is a quote, a backslash or a control character, and no bit below it;
/// bits above it mean nothing. (A byte is zero where subtracting 1 borrows.)
const fn special(w: u64) -> u64 {
    let quote = w ^ (ONES * b'"' as u64);
    let slash = w ^ (ONES * b'\\' as u64);
    (quote.wrapping_sub(ONES) | slash.wrapping_sub(ONES) | w.wrapping_sub(ONES * 0x20)) & !w & HIGH
}

/// The first byte from `i` on that is a quote, a backslash or a control character; the length when there is none.
#[inline]
fn stop(bytes: &[u8], mut i: usize) -> usize {
    while let Some(chunk) = bytes.get(i..).and_then(<[u8]>::first_chunk::<8>) {
        let found = special(u64::from_le_bytes(*chunk));
        if found != 0 {
            return i + (found.trailing_zeros() / 8) as usize;
        }
        i += 8;
    }
    while let Some(&c) = bytes.get(i) {
        if c < 0x20 || c == b'"' || c == b'\\' {
            break;
        }
        i += 1;
    }
    i
}

impl<'a> Text<'a> {
    /// Reads the string at the next byte and returns what it stands for.
    #[inline]
    pub(super) fn string(&mut self) -> Read<Cow<'a, str>> {
        let from = self.at + 1;
        let i = stop(self.bytes, from);
        if self.bytes.get(i) == Some(&b'"') {
            let plain = self.slice(from, i)?;
            self.at = i + 1;
            return Ok(Cow::Borrowed(plain));
        }
        self.escaped(from, i).map(Cow::Owned)
    }

    /// Reads the rest of a string that starts at `from` and has no quote before `i`.
    fn escaped(&mut self, from: usize, mut i: usize) -> Read<String> {
        let mut plain = String::new();
        let mut run = from;
        loop {
            match self.bytes.get(i) {
                Some(b'"') => {
                    self.slice(from, i)?;
                    plain.push_str(self.slice(run, i)?);
                    self.at = i + 1;
                    return Ok(plain);
                }
                Some(b'\\') => {
                    let rest = self.bytes.get(i..).unwrap_or_default();
                    let Some((c, n)) = escape(rest) else {
                        return self.fail_escape(from, i);
                    };
                    plain.push_str(self.slice(run, i)?);
                    plain.push(c);
                    run = i + n;
                    i = stop(self.bytes, run);
                }
                Some(_) => {
                    let message = format!("got {} in a string, want it escaped", self.found_in_string(i));
                    return self.fail_string(from, i, "syntax", message);
                }
                None => {
                    let message = "got the end of the text, want '\"'".to_owned();
                    return self.fail_string(from, self.bytes.len(), "syntax", message);
                }
            }
        }
    }

    /// Refuses the string that starts at `from`, for what stands at `at` instead of an escape.
    fn fail_escape<T>(&mut self, from: usize, at: usize) -> Read<T> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if hex4(rest).is_some() {
            return self.fail_string(from, at, "lone-surrogate", "got half a surrogate pair".to_owned());
        }
        let message = match rest.get(1) {
            None => "got the end of the text in an escape".to_owned(),
            Some(b'u') => "want four hexadecimal digits after \\u".to_owned(),
            Some(_) => format!("got '\\' and {}, want an escape", self.found_in_string(at + 1)),
        };
        self.fail_string(from, at, "syntax", message)
    }
}

/// The character that the escape at the start stands for, and the length of the escape. The two escapes of a surrogate
/// pair are one.
fn escape(bytes: &[u8]) -> Option<(char, usize)> {
    let c = match bytes.get(1)? {
        c @ (b'"' | b'\\' | b'/') => char::from(*c),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => {
            let high = hex4(bytes)?;
            if let Some(c) = char::from_u32(high) {
                return Some((c, 6));
            }
            let low = hex4(bytes.get(6..)?)?;
            if high >= 0xdc00 || !(0xdc00..0xe000).contains(&low) {
                return None;
            }
            let c = char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))?;
            return Some((c, 12));
        }
    };
    Some((c, 2))
}

/// The number that bytes spell at their start as `\u` and four hexadecimal digits.
fn hex4(bytes: &[u8]) -> Option<u32> {
    let (b"\\u", digits) = bytes.get(..6)?.split_at_checked(2)? else {
        return None;
    };
    let mut n = 0;
    for &c in digits {
        n = n * 16 + char::from(c).to_digit(16)?;
    }
    Some(n)
}

/// Writes a JSON string, with the escapes that are needed and no others.
pub(super) fn push_string(out: &mut String, s: &str) {
    out.push('"');
    let bytes = s.as_bytes();
    let mut from = 0;
    loop {
        let i = stop(bytes, from);
        out.push_str(s.get(from..i).unwrap_or_default());
        let Some(&c) = bytes.get(i) else {
            break;
        };
        match c {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            _ => {
                out.push_str("\\u00");
                for digit in [c >> 4, c & 15] {
                    out.extend(char::from_digit(u32::from(digit), 16));
                }
            }
        }
        from = i + 1;
    }
    out.push('"');
}
