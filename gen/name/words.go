// Package name turns wire names into words, and words into identifiers of Go, TypeScript and Rust. A wire name is any
// string, from a stranger perhaps; an identifier holds ASCII letters, digits and _ alone, starts with a letter, is not a
// keyword of its language (Rust's raw r#type aside), and depends on nothing but its words. Wire names stay what they are
// on the wire.
//
// No suffix is ever made up. Names of one scope that would become one identifier are told apart by spelling out what
// differs (Distinct); what is still equal then is reported, and the contract has to pin a name.
package name

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits a name into words of lower-case ASCII letters and digits; there is at least one.
//
//   - Words end at ASCII characters that are no letters or digits, where an upper-case letter follows a lower-case one or
//     a digit, and before the last letter of a run of upper-case letters: "HTTPServer" is http, server. A plural s stays
//     with its run: "userIDs" is user, ids. Digits stay with the letters before them: "utf8", "v1", "sha256".
//   - Separators are dropped, but + is the word "plus": "UTC+1" is utc, plus, 1.
//   - A character outside of ASCII is a word of its code point, so that one that looks like a letter, or like nothing,
//     shows: "admin\u200b" is admin, u200b.
//   - A name of separators alone is spelled out: ">=" is greater, equals. The empty name is "empty".
func Words(name string) []string { return spell(split(name), nil, nil) }

// A piece is a word of a name as it was written, and the separators before it.
type piece struct {
	gap  string // ASCII
	text string // letters and digits; "" for the last piece, which holds the separators at the end
}

// split takes a name apart. The last piece has no text, all others have.
func split(name string) []piece {
	var pieces []piece
	gap, start := 0, 0 // the current piece is name[gap:start] and, up to where we are, name[start:]
	end := func(at int) {
		if start < at {
			pieces = append(pieces, piece{name[gap:start], name[start:at]})
			gap, start = at, at
		}
	}
	for at, r := range name {
		switch {
		case r > unicode.MaxASCII:
			end(at)
			pieces = append(pieces, piece{name[gap:at], fmt.Sprintf("u%04x", r)})
			_, size := utf8.DecodeRuneInString(name[at:])
			gap, start = at+size, at+size
		case !isLetter(name[at]) && !isDigit(name[at]):
			end(at)
			start = at + 1
		case start < at && startsWord(name, at):
			end(at)
		}
	}
	end(len(name))
	return append(pieces, piece{gap: name[gap:]})
}

// startsWord reports whether a word starts at a letter or digit that follows another one.
func startsWord(name string, at int) bool {
	isLowerAt := func(i int) bool { return i < len(name) && isLower(name[i]) }
	if !isUpper(name[at]) {
		return false
	}
	if !isUpper(name[at-1]) {
		return true
	}
	plural := at+1 < len(name) && name[at+1] == 's' && !isLowerAt(at+2)
	return isLowerAt(at+1) && !plural
}

// spell returns the words of a name. Separators are spelled out where gaps holds the number of letters and digits before
// them, and the case of a letter where cases holds its index among these.
func spell(pieces []piece, gaps, cases map[int]bool) []string {
	var words []string
	silent := len(pieces) == 1
	at := 0
	for _, p := range pieces {
		for i := range len(p.gap) {
			if p.gap[i] == '+' || silent || gaps[at] {
				words = append(words, symbol(p.gap[i:], p.text))
			}
		}
		start := 0
		add := func(end int) {
			if start < end {
				words = append(words, strings.ToLower(p.text[start:end]))
				start = end
			}
		}
		for i := range len(p.text) {
			if upper := isUpper(p.text[i]); cases[at+i] && (i == 0 || !cases[at+i-1] || upper != isUpper(p.text[i-1])) {
				add(i)
				if upper {
					words = append(words, "upper")
				} else {
					words = append(words, "lower")
				}
			}
		}
		add(len(p.text))
		at += len(p.text)
	}
	if len(words) == 0 {
		return []string{"empty"}
	}
	return words
}

// symbols are the words of separators.
var symbols = map[byte]string{
	' ': "space", '!': "not", '"': "quote", '#': "hash", '$': "dollar", '%': "percent", '&': "and", '\'': "apostrophe",
	'(': "lparen", ')': "rparen", '*': "star", '+': "plus", ',': "comma", '-': "dash", '.': "dot", '/': "slash",
	':': "colon", ';': "semicolon", '<': "less", '=': "equals", '>': "greater", '?': "question", '@': "at",
	'[': "lbracket", '\\': "backslash", ']': "rbracket", '^': "caret", '_': "underscore", '`': "backtick",
	'{': "lbrace", '|': "pipe", '}': "rbrace", '~': "tilde",
}

// symbol returns the word of the first character of gap, which stands before text.
func symbol(gap, text string) string {
	if gap == "-" && text != "" && isDigit(text[0]) {
		return "minus"
	}
	if word, ok := symbols[gap[0]]; ok {
		return word
	}
	return fmt.Sprintf("u%04x", gap[0])
}

func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLetter(c byte) bool { return isLower(c) || isUpper(c) }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
