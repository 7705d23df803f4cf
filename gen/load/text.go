package load

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rightkit/lockstep/gen/diag"
)

// string reads a string (https://www.rfc-editor.org/rfc/rfc8259#section-7) and returns its value.
func (r *jsonReader) string() (value string, ok bool) {
	start := r.at
	r.at++
	var decoded []byte // the value up to from, once there has been an escape
	from := r.at
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '"':
			value = r.text[from:r.at]
			if decoded != nil {
				value = string(append(decoded, value...))
			}
			r.at++
			return value, true
		case c == '\\':
			decoded = append(decoded, r.text[from:r.at]...)
			char, ok := r.escape()
			if !ok {
				return "", false
			}
			decoded = utf8.AppendRune(decoded, char)
			from = r.at
		case c < 0x20:
			r.controlInString(start, c)
			return "", false
		default:
			r.at++
		}
	}
	r.fail("syntax", start, diag.Diagnostic{
		Message: "the string has no end", Got: "the end of the file", Want: `a closing "`,
	})
	return "", false
}

// escape reads an escape sequence.
func (r *jsonReader) escape() (rune, bool) {
	start := r.at
	r.at += 2
	if r.at > len(r.text) {
		r.at = len(r.text)
		return 0, true // the string has no end, which string reports
	}
	switch c := r.text[start+1]; c {
	case '"', '\\', '/':
		return rune(c), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'u':
		char, ok := r.hex4()
		if !ok {
			r.fail("syntax", start, diag.Diagnostic{
				Message: "the escape sequence is not complete",
				Want:    `four hexadecimal digits after \u`,
			})
			return 0, false
		}
		if !utf16.IsSurrogate(char) {
			return char, true
		}
		if strings.HasPrefix(r.text[r.at:], `\u`) {
			r.at += 2
			if low, ok := r.hex4(); ok {
				if pair := utf16.DecodeRune(char, low); pair != utf8.RuneError {
					return pair, true
				}
			}
		}
		r.fail("lone-surrogate", start, diag.Diagnostic{
			Message: "the escape sequence is half of a character",
			Got:     r.text[start : start+6],
			Want:    `a high surrogate and a low one, such as \ud83d\ude00`,
		})
		return 0, false
	default:
		d := diag.Diagnostic{
			Message: fmt.Sprintf("unknown escape sequence %s", r.text[start:start+1+runeLength(r.text[start+1:])]),
			Want:    `one of \" \\ \/ \b \f \n \r \t, or \u and four hexadecimal digits`,
		}
		if c == '\'' {
			d.Hint = "a single quote needs no backslash"
		} else {
			d.Hint = `for a backslash, write \\`
		}
		r.fail("syntax", start, d)
		return 0, false
	}
}

// hex4 reads four hexadecimal digits.
func (r *jsonReader) hex4() (rune, bool) {
	if len(r.text)-r.at < 4 {
		return 0, false
	}
	var n rune
	for _, c := range []byte(r.text[r.at : r.at+4]) {
		switch {
		case '0' <= c && c <= '9':
			n = n<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			n = n<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			n = n<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	r.at += 4
	return n, true
}

func runeLength(text string) int {
	_, size := utf8.DecodeRuneInString(text)
	return size
}

// controlInString reports a control character in the string that opens at start.
func (r *jsonReader) controlInString(start int, c byte) {
	if c == '\n' || c == '\r' {
		r.fail("syntax", start, diag.Diagnostic{
			Message: "the string does not end on its line",
			Want:    `a closing "`,
			Hint:    `write a line break in a string as \n`,
		})
		return
	}
	r.fail("syntax", r.at, diag.Diagnostic{
		Message: "control character in a string",
		Got:     fmt.Sprintf("U+%04X", c),
		Hint:    fmt.Sprintf(`write it as \u%04x`, c),
	})
}

// unexpected reports what stands at the place instead of what is wanted.
func (r *jsonReader) unexpected(want string) *Node {
	got := r.found()
	return r.fail("syntax", r.at, diag.Diagnostic{Message: "unexpected " + got, Want: want, Hint: r.hint()})
}

// found describes what stands at the place.
func (r *jsonReader) found() string {
	if r.at >= len(r.text) {
		return "end of the file"
	}
	if word := r.word(); word != "" {
		return fmt.Sprintf("%q", word)
	}
	char, _ := utf8.DecodeRuneInString(r.text[r.at:])
	if char > 0x20 && char < 0x7f {
		return fmt.Sprintf(`"%c"`, char)
	}
	return fmt.Sprintf("character U+%04X", char)
}

// hint says what the writer of the text at the place may have meant; "" when that is not clear.
func (r *jsonReader) hint() string {
	rest := r.text[r.at:]
	switch word := r.word(); word {
	case "":
	case "NaN", "Infinity":
		return "JSON has no such number; leave it out or write null"
	case "undefined", "None", "nil", "NULL", "Null":
		return "write null"
	case "True", "TRUE":
		return "write true"
	case "False", "FALSE":
		return "write false"
	default:
		if word[0] > '9' {
			return "write names and strings in double quotes"
		}
		return ""
	}
	switch char, _ := utf8.DecodeRuneInString(rest); char {
	case '\'', '`', '“', '”', '„', '‘', '’':
		return `write names and strings in straight double quotes (")`
	case '/', '#':
		return `JSON has no comments; use the keyword "$comment"`
	case '+':
		return "write the number without a plus sign"
	case '.':
		return "write a digit before the point, as in 0.5"
	case '=':
		return `write ":" between name and value`
	case ',':
		return "remove the comma"
	case '\u00a0', '\u2007', '\u202f', '\u3000', '\ufeff', '\u200b':
		return "replace it by a plain space, or remove it"
	}
	return ""
}

// badNumber reports a number that JSON's grammar does not have.
func (r *jsonReader) badNumber() *Node {
	end := r.at
	for end < len(r.text) && end-r.at < 40 && (isWordByte(r.text[end]) || strings.ContainsRune("+-.", rune(r.text[end]))) {
		end++
	}
	text := r.text[r.at:end]
	digits := strings.TrimPrefix(text, "-")
	d := diag.Diagnostic{Message: fmt.Sprintf("%q is no number in JSON", text)}
	switch {
	case digits == "Infinity" || digits == "NaN":
		d.Hint = "JSON has no such number; leave it out or write null"
	case len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xXoObB", rune(digits[1])):
		d.Hint = "write the number in decimal"
	case len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9':
		d.Hint = "write the number without leading zeros"
	case strings.Contains(digits, "_"):
		d.Hint = "write the number without separators"
	case strings.HasPrefix(digits, "."):
		d.Hint = "write a digit before the point, as in 0.5"
	case strings.HasSuffix(digits, "."):
		d.Hint = "write a digit after the point, or no point"
	}
	return r.fail("syntax", r.at, d)
}

// unclosed reports a collection at whose values the file ends.
func (r *jsonReader) unclosed(n *Node) *Node {
	end := "]"
	if n.Kind == Object {
		end = "}"
	}
	return r.fail("syntax", r.at, diag.Diagnostic{
		Message: fmt.Sprintf("unexpected end of the file in an %s", n.Kind),
		At:      n.Pointer,
		Want:    fmt.Sprintf("a closing %q", end),
		Also:    []diag.Related{{Pos: n.Pos, Text: fmt.Sprintf("the %s opens here", n.Kind)}},
	})
}

// trailing reports what follows the root.
func (r *jsonReader) trailing(root *Node) {
	hint := "write one value per file"
	switch r.peek() {
	case '}', ']':
		hint = "remove it, or add what it closes"
	case '/', '#':
		hint = r.hint()
	}
	r.fail("trailing-text", r.at, diag.Diagnostic{
		Message: "text after the value: " + r.found(),
		Also:    []diag.Related{{Pos: root.Pos, Text: "the value starts here"}},
		Hint:    hint,
	})
}
