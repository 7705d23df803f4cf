//! Tests of the runtime by itself. That it agrees with the runtimes of the other languages is tested where crates are
//! generated.

use std::collections::BTreeMap;

use crate::wire::{
    check, decode, message, Decoder, Encoder, Json, Pattern, Property, Read, Rule, Step, Stop, Violation, ARRAY,
    INTEGER, NUMBER, OBJECT, STRING,
};

static ANY: Rule = Rule::ANY;

/// An amount that is a multiple of a cent, and notes.
#[derive(Clone, Debug, PartialEq)]
struct Sale {
    amount: f64,
    notes: Vec<String>,
    rest: BTreeMap<String, i64>,
}

static AMOUNT: Rule = Rule {
    at: "/amount",
    types: NUMBER,
    minimum: Some("0"),
    multiple_of: Some("0.01"),
    ..Rule::ANY
};

static NOTES: Rule = Rule {
    at: "/notes",
    types: ARRAY,
    max_items: Some(2),
    items: Some(&NOTE),
    ..Rule::ANY
};

static NOTE: Rule = Rule {
    at: "/notes/items",
    types: STRING,
    pattern: Some(&LETTERS),
    ..Rule::ANY
};

/// `^[a-z]+$`
static LETTERS: Pattern = Pattern {
    source: "^[a-z]+$",
    start: 0,
    steps: &[
        Step::Assert(4, 1),
        Step::Take(&[(97, 122)], 2),
        Step::Both(1, 3),
        Step::Assert(8, 4),
        Step::Match,
    ],
};

static REST: Rule = Rule {
    at: "/rest",
    types: INTEGER,
    ..Rule::ANY
};

static SALE: Rule = Rule {
    at: "",
    types: OBJECT,
    properties: &[
        Property {
            name: "amount",
            rule: &AMOUNT,
        },
        Property {
            name: "notes",
            rule: &NOTES,
        },
    ],
    required: &["amount", "notes"],
    additional_properties: Some(&REST),
    ..Rule::ANY
};

fn read(d: &mut Decoder<'_>) -> Read<Sale> {
    let (mut amount, mut notes, mut rest) = (None, None, BTreeMap::new());
    let mut o = d.object()?;
    while let Some(name) = d.member(&mut o)? {
        match &*name {
            "amount" => d.field(&mut amount, |d| d.float_of(&AMOUNT))?,
            "notes" => d.field(&mut notes, |d| d.list(0, 2, |d| d.string_of(&NOTE)))?,
            _ => d.put(&mut rest, name, |d| d.integer_of(&REST))?,
        }
    }
    Ok(Sale {
        amount: amount.ok_or(Stop)?,
        notes: notes.ok_or(Stop)?,
        rest,
    })
}

fn write(e: &mut Encoder, v: &Sale) {
    e.suspect();
    if !e.open() {
        return;
    }
    e.key("\"amount\":");
    e.float(v.amount);
    e.key("\"notes\":");
    e.list(&v.notes, 0, 2, |e, v| e.string(v));
    e.members(&v.rest, &["amount", "notes"], |e, v| {
        e.integer(*v, i64::MIN.into(), i64::MAX.into());
    });
    e.close();
}

message!(Sale, &SALE, read, write);

/// The code and the place of the only violation of a text that no rule is asked about.
fn refusal(text: &[u8]) -> (&'static str, String, usize) {
    let found = check(text, &ANY);
    assert_eq!(found.len(), 1, "{found:?}");
    let refused = decode(text, &ANY, |d| d.json()).expect_err("it is refused");
    assert_eq!(found.first(), Some(&refused));
    (refused.code, refused.instance, refused.offset)
}

#[test]
fn texts() {
    for (text, code, instance, offset) in [
        (&b""[..], "syntax", "", 0),
        (b"01", "syntax", "", 1),
        (b"1.", "syntax", "", 2),
        (b"[1,]", "syntax", "", 3),
        (b"{\"a\" 1}", "syntax", "", 5),
        (b"\"\x01\"", "syntax", "", 1),
        (b"\"\\x\"", "syntax", "", 1),
        (b"1 2", "trailing-text", "", 2),
        (b"\"\xff\"", "invalid-utf8", "", 1),
        (b"\"a\xc3\"", "invalid-utf8", "", 2),
        (b"\"\\ud800\"", "lone-surrogate", "", 1),
        (b"\"\\udc00\\ud800\"", "lone-surrogate", "", 1),
        (b"{\"a\":1,\"\\u0061\":2}", "duplicate-member", "/a", 7),
        (
            b"[0,{\"x/y\":{\"~\":[],\"~\":1}}]",
            "duplicate-member",
            "/1/x~1y/~0",
            18,
        ),
    ] {
        assert_eq!(
            refusal(text),
            (code, instance.to_owned(), offset),
            "{}",
            String::from_utf8_lossy(text)
        );
    }
    let nested = |n| "[".repeat(n) + &"]".repeat(n);
    assert_eq!(refusal(nested(128).as_bytes()).0, "depth");
    assert!(check(nested(127).as_bytes(), &ANY).is_empty());
    let many = |last: &str| {
        let names: Vec<String> = (0..100).map(|i| format!("\"n{i}\":0")).collect();
        format!("{{{},\"{last}\":0}}", names.join(","))
    };
    assert_eq!(refusal(many("n42").as_bytes()).1, "/n42");
    assert!(check(many("n100").as_bytes(), &ANY).is_empty());
}

#[test]
fn strings() {
    let v: String = decode(
        br#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000 and more than eight bytes""#,
        &ANY,
        |d| d.string(),
    )
    .expect("it is a string");
    assert_eq!(v, "\"\\/\u{8}\u{c}\n\r\té😀\0 and more than eight bytes");
    let mut e = Encoder::default();
    e.string(&v);
    let again = crate::wire::encode(&v, &ANY, |e, v: &String| e.string(v)).expect("it is written");
    assert_eq!(again, r#""\"\\/\b\f\n\r\té😀\u0000 and more than eight bytes""#);
}

#[test]
fn messages() {
    let text = r#"{"amount":19.99,"notes":["a","b"],"z":1.0,"b":-2e3}"#;
    let sale = Sale::from_json(text.as_bytes()).expect("it is accepted");
    assert_eq!(sale.amount.to_bits(), 19.99_f64.to_bits());
    let written = sale.to_json().expect("it is written");
    assert_eq!(written, r#"{"amount":19.99,"notes":["a","b"],"b":-2000,"z":1}"#);
    assert_eq!(serde_json::from_str::<Sale>(text).expect("by serde"), sale);
    assert_eq!(serde_json::to_string(&sale).expect("by serde"), written);

    let found = Sale::check(br#"{"amount":0.015,"notes":["A","b",3],"x":9223372036854775808}"#);
    let said: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "/amount: got 0.015, want a multiple of 0.01 [multipleOf]",
            "/notes/0: got a string of 1 character, want a match of ^[a-z]+$ [pattern]",
            "/notes/2: got a number, want a string [type]",
            "/notes: got 3 items, want at most 2 [maxItems]",
            "/x: got 9223372036854775808, want an integer from -9223372036854775808 to 9223372036854775807 [range]",
        ]
    );
    let refused = serde_json::from_str::<Sale>(r#"{"amount":1,"notes":[],"notes":[]}"#).expect_err("it stands twice");
    assert!(refused.to_string().contains("[duplicate-member]"), "{refused}");

    let mut bad = sale.clone();
    bad.rest.insert("notes".to_owned(), 1);
    assert_eq!(bad.to_json().map_err(|v| v.code), Err("duplicate-member"));
    bad = sale.clone();
    bad.amount = f64::NAN;
    let lack = bad.to_json().expect_err("it has no spelling");
    assert_eq!((lack.code, lack.instance.as_str()), ("no-value", "/amount"));
    bad.amount = -1.0;
    assert_eq!(bad.to_json().map_err(|v| v.code), Err("minimum"));
}

#[test]
fn floats() {
    for (f, text) in [
        (-0.0, "0"),
        (100.0, "100"),
        (0.1, "0.1"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (1e-6, "0.000001"),
        (1.25e-7, "1.25e-7"),
        (-123.456, "-123.456"),
        (f64::MAX, "1.7976931348623157e+308"),
    ] {
        let written = crate::wire::encode(&f, &ANY, |e, f: &f64| e.float(*f));
        assert_eq!(written.as_deref(), Ok(text));
    }
}

#[test]
fn multiples() {
    static CENTS: Rule = Rule {
        multiple_of: Some("1e-2"),
        ..Rule::ANY
    };
    static LONG: Rule = Rule {
        multiple_of: Some("1234567890123456789012345678901234567890"),
        ..Rule::ANY
    };
    for (text, ok) in [
        ("0", true),
        ("4.35", true),
        ("4.355", false),
        ("1e300", true),
        ("1e-300", false),
        ("-0.07", true),
    ] {
        assert_eq!(check(text.as_bytes(), &CENTS).is_empty(), ok, "{text}");
    }
    for (text, ok) in [
        ("2469135780246913578024691357802469135780", true),
        ("2469135780246913578024691357802469135781", false),
        ("12345678901234567890123456789012345678900e5", true),
        ("1e39", false),
    ] {
        assert_eq!(check(text.as_bytes(), &LONG).is_empty(), ok, "{text}");
    }
}

#[test]
fn any_value() {
    let v = Json::parse(" { \"a\" : [ 1.50 , \" x \\\" \" ] } ").expect("it is JSON");
    assert_eq!(v.as_str(), r#"{"a":[1.50," x \" "]}"#);
    assert_eq!(Json::default().as_str(), "null");
    assert!(Json::parse("{").is_err());
    assert_eq!(serde_json::to_string(&v).expect("by serde"), r#"{"a":[1.5," x \" "]}"#);
    assert_eq!(
        serde_json::from_str::<Json>("[1e2]").expect("by serde").as_str(),
        "[100]"
    );
}

#[test]
fn rules_in_rings() {
    static LOOP: Rule = Rule {
        at: "/loop",
        reference: Some(&LOOP),
        ..Rule::ANY
    };
    let found: Vec<Violation> = check(b"1", &LOOP);
    assert_eq!(found.iter().map(|v| v.code).collect::<Vec<_>>(), ["schema-loop"]);
}
