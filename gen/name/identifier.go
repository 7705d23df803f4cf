package name

import (
	"go/doc"
	"go/token"
	"strings"
	"unicode"
)

// initialisms are the words that Go writes in upper case, with or without a plural s.
var initialisms = set(`acl api ascii cli cpu css csv dns eof gmt gpu guid html http https id ip json jwt lhs mcp mime ok os
	pdf pid png qps ram rhs rpc sdk sla smtp sql ssh svg tcp tls ttl udp ui uid uri url utc utf8 utf16 uuid vm xml xmpp xsrf xss
	yaml`)

// rustKeywords are the strict and reserved keywords up to edition 2024, from
// https://doc.rust-lang.org/reference/keywords.html.
var rustKeywords = set(`abstract as async await become box break const continue crate do dyn else enum extern false final fn
	for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true
	try type typeof unsafe unsized use virtual where while yield`)

// rustNeverRaw are the keywords of Rust that cannot be raw identifiers.
var rustNeverRaw = set("crate self super")

func set(words string) map[string]bool {
	s := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		s[word] = true
	}
	return s
}

// Go returns an exported identifier of Go: user, id is UserID. Digits of two words are kept apart, as in the other
// languages: v1, 10 is V1_10. N stands before a digit at the start.
func Go(words []string) string {
	return lead("N", join(words, func(_ bool, word string) string { return goWord(word) }))
}

// GoLocal returns an identifier of Go that is not exported: user, id is userID. Where it would be a keyword or a
// predeclared identifier, _ follows it.
func GoLocal(words []string) string {
	ident := lead("n", join(words, func(first bool, word string) string {
		if first {
			return word
		}
		return goWord(word)
	}))
	if token.IsKeyword(ident) || doc.IsPredeclared(ident) {
		return ident + "_"
	}
	return ident
}

// TypeScript returns the name of a type of TypeScript: user, id is UserId. It is no keyword, but may be the name of a
// global type such as Error.
func TypeScript(words []string) string { return pascal(words) }

// RustType returns the name of a type of Rust: user, id is UserId. It is no keyword, but may be the name of a type of the
// prelude such as String.
func RustType(words []string) string {
	if ident := pascal(words); ident != "Self" {
		return ident
	}
	return "Self_"
}

// RustVariant returns the name of a variant of a Rust enum, which is formed like that of a type.
func RustVariant(words []string) string { return RustType(words) }

// RustField returns the name of a field of Rust: user, id is user_id. A keyword becomes a raw identifier, r#type, or has
// _ after it if it cannot be raw: self_.
func RustField(words []string) string {
	var parts []string
	for _, word := range words {
		if word = clean(word); word != "" {
			parts = append(parts, word)
		}
	}
	ident := lead("n", strings.Join(parts, "_"))
	switch {
	case rustNeverRaw[ident]:
		return ident + "_"
	case rustKeywords[ident]:
		return "r#" + ident
	}
	return ident
}

// goWord returns a word as part of a Go identifier.
func goWord(word string) string {
	if singular := strings.TrimSuffix(word, "s"); initialisms[singular] && !initialisms[word] {
		return strings.ToUpper(singular) + word[len(singular):]
	}
	if initialisms[word] {
		return strings.ToUpper(word)
	}
	return title(word)
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func pascal(words []string) string {
	return lead("N", join(words, func(_ bool, word string) string { return title(word) }))
}

// join puts words together in a form, with _ between the digits of two words.
func join(words []string, form func(first bool, word string) string) string {
	var b strings.Builder
	last := byte(0)
	for _, word := range words {
		if word = clean(word); word == "" {
			continue
		}
		if isDigit(last) && isDigit(word[0]) {
			b.WriteByte('_')
		}
		b.WriteString(form(b.Len() == 0, word))
		last = word[len(word)-1]
	}
	return b.String()
}

// lead puts letter before an identifier that starts with a digit or is empty.
func lead(letter, ident string) string {
	if ident == "" || isDigit(ident[0]) {
		return letter + ident
	}
	return ident
}

// clean returns the letters and digits of ASCII in a word, in lower case: an identifier is legal whatever the words are.
func clean(word string) string {
	return strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII && (isLetter(byte(r)) || isDigit(byte(r))) {
			return unicode.ToLower(r)
		}
		return -1
	}, word)
}
