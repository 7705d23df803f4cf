package wire

import (
	"math"
	"strconv"
)

// appendString appends s as a JSON string, with the escapes that are needed and no others, in the spelling of
// JSON.stringify and serde_json. Bytes that are not UTF-8 are appended as they are.
func appendString(dst []byte, s string) []byte { return appendRest(append(dst, '"'), s) }

// appendRest is appendString without the first quote.
func appendRest(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	from := 0
	for i := range len(s) {
		letter := letters[s[i]]
		if letter == 0 {
			continue
		}
		dst = append(append(dst, s[from:i]...), '\\', letter)
		if letter == 'u' {
			dst = append(dst, '0', '0', hex[s[i]>>4], hex[s[i]&15])
		}
		from = i + 1
	}
	return append(append(dst, s[from:]...), '"')
}

// letters are what follows the backslash in the escape of a byte; 0 for a byte that needs no escape.
var letters = func() (t [256]byte) {
	for c := range ' ' {
		t[c] = 'u'
	}
	for letter, c := range escapes {
		if c != 0 && c != '/' {
			t[c] = byte(letter)
		}
	}
	return t
}()

// appendFloat appends the shortest decimal that is read as f again, laid out as ECMAScript does (Number::toString), and
// 0 for -0. F is finite: NaN and the infinities have no spelling in JSON.
func appendFloat(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case abs == 0:
		return append(dst, '0')
	case 1e-6 <= abs && abs < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	from := len(dst)
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go writes at least two digits of an exponent, 1e-07, ECMAScript 1e-7. From 1e21 on there always are two.
	if n := len(dst); n-from > 4 && dst[n-4] == 'e' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// appendCompact appends a JSON text without its white space.
func appendCompact(dst []byte, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if isSpace(c) {
			continue
		}
		from := i
		if c == '"' {
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
		dst = append(dst, text[from:i+1]...)
	}
	return dst
}
