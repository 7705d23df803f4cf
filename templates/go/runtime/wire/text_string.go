package wire

import (
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// name reads the name of a member.
func (t *text) name() (string, bool) {
	if t.peek() != '"' {
		return "", t.unexpected("the name of a member")
	}
	return t.str()
}

// str reads the string at i and returns what it stands for: a part of the text where it is spelled without escapes.
func (t *text) str() (string, bool) {
	from := t.i + 1
	plain, ok := t.pass(true)
	switch {
	case !ok:
		return "", false
	case len(plain) > 0:
		return string(plain), true
	}
	return t.s[from : t.i-1], true
}

// pass moves past the string at i. If keep is set and the string has escapes, the result is what it stands for, in a
// buffer that is used again; otherwise it is empty.
func (t *text) pass(keep bool) (plain []byte, ok bool) {
	s, from := t.s, t.i+1
	plain, run := t.plain[:0], from // run is where what is not yet in plain starts
	var seen uint64                 // all bytes of the string and maybe some more: is there one that is not ASCII?
	for i := from; ; {
		for i+8 <= len(s) {
			w := load(s, i)
			seen |= w
			if stop := special(w); stop != 0 {
				i += bits.TrailingZeros64(stop) / 8
				break
			}
			i += 8
		}
		if i >= len(s) {
			return nil, t.failString(from, len(s), CodeSyntax, "got the end of the text, want '\"'")
		}
		switch c := s[i]; {
		case c == '"':
			if seen&high != 0 && !utf8.ValidString(s[from:i]) {
				return nil, t.failString(from, i, CodeUTF8, "")
			}
			if len(plain) > 0 {
				plain = append(plain, s[run:i]...)
				if cap(plain) > cap(t.plain) {
					t.plain = plain
				}
			}
			t.i = i + 1
			return plain, true
		case c == '\\':
			r, n := escape(s[i:])
			if n == 0 {
				return nil, t.failEscape(from, i)
			}
			if keep {
				plain = utf8.AppendRune(append(plain, s[run:i]...), r)
			}
			i += n
			run = i
		case c < ' ':
			return nil, t.failString(from, i, CodeSyntax, "got "+t.found(i)+" in a string, want it escaped")
		default:
			seen |= uint64(c)
			i++
		}
	}
}

// failString refuses the string that starts at from for what stands at byte at, or for a byte before it that is not
// UTF-8.
func (t *text) failString(from, at int, code, message string) bool {
	for i := from; i < at; {
		r, n := utf8.DecodeRuneInString(t.s[i:at])
		if r == utf8.RuneError && n == 1 {
			return t.fail(CodeUTF8, i, "got "+t.found(i)+", want UTF-8")
		}
		i += n
	}
	return t.fail(code, at, message)
}

const (
	ones = 0x0101010101010101 // each byte 1
	high = 0x8080808080808080 // the high bit of each byte
)

// load is eight bytes of s from i on, the first one lowest; the compiler makes it one load.
func load(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// load4 is load of four bytes.
func load4(s string, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// special has the high bit of the first byte of w set that is a quote, a backslash or a control character, and no bit
// below it; bits above it mean nothing. It is 0 when there is none. (A byte is zero where subtracting 1 borrows.)
func special(w uint64) uint64 {
	quote := w ^ '"'*ones
	slash := w ^ '\\'*ones
	return ((quote - ones) | (slash - ones) | (w - ' '*ones)) &^ w & high
}

// escapes are the bytes that stand for another one after a backslash, with what they stand for.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape is the character that the escape at the start of s stands for, and the length of the escape: 0 when it is none.
// The two escapes of a surrogate pair are one.
func escape(s string) (r rune, n int) {
	if len(s) < 2 {
		return 0, 0
	}
	if c := escapes[s[1]]; c != 0 {
		return rune(c), 2
	}
	r = hex4(s)
	if r < 0 {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if r = utf16.DecodeRune(r, hex4(s[6:])); r == utf8.RuneError {
		return 0, 0
	}
	return r, 12
}

// failEscape refuses the string that starts at from, for what stands at byte at instead of an escape.
func (t *text) failEscape(from, at int) bool {
	switch s := t.s[at:]; {
	case hex4(s) >= 0:
		return t.failString(from, at, CodeSurrogate, "got half a surrogate pair")
	case len(s) < 2:
		return t.failString(from, at, CodeSyntax, "got the end of the text in an escape")
	case s[1] == 'u':
		return t.failString(from, at, CodeSyntax, `want four hexadecimal digits after \u`)
	}
	return t.failString(from, at, CodeSyntax, "got '\\' and "+t.found(at+1)+", want an escape")
}

// hex4 is the number that s spells at its start as \u and four hexadecimal digits, or -1.
func hex4(s string) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range []byte(s[2:6]) {
		switch {
		case isDigit(c):
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
