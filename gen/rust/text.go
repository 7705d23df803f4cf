package rust

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rightkit/lockstep/gen/diag"
)

// All text of a schema passes through literal or prose on its way into the output: nothing else may put it there.

// literal returns a string literal in ASCII, so that no invisible character stands in the output.
func literal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x20 || r > 0x7e:
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// literals returns string literals with commas between them.
func literals(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = literal(s)
	}
	return strings.Join(quoted, ", ")
}

const proseWidth = 110

// prose returns text of the contract as the lines of a documentation comment: no line break of any alphabet, no control or
// bidirectional character, and nothing that means something in Markdown.
func prose(text string) []string {
	var lines []string
	for _, l := range strings.FieldsFunc(text, isLineBreak) {
		lines = append(lines, wrap(proseWidth, markdown(diag.OneLine(strings.TrimSpace(l))))...)
	}
	return lines
}

// markdown escapes what means something in Markdown. An underscore inside a word means nothing.
func markdown(s string) string {
	var b strings.Builder
	runes := []rune(s)
	inWord := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]))
	}
	for i, r := range runes {
		switch {
		case r == '_' && inWord(i-1) && inWord(i+1):
		case strings.ContainsRune("\\`*_[]<>#~|&{}!$^@=", r), r == '/' && i > 0 && runes[i-1] == ':':
			b.WriteByte('\\')
		case r == '.' && i > 0 && (inWord(i-1) && inWord(i+1) && strings.HasPrefix(string(runes[max(0, i-3):i]), "www")):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isLineBreak(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

func wrap(width int, s string) []string {
	var lines []string
	line, used := "", 0
	add := func() {
		// The start of a line can make a list of it.
		if line[0] == '-' || line[0] == '+' {
			line = "\\" + line
		} else if digits := len(line) - len(strings.TrimLeft(line, "0123456789")); digits > 0 && digits < len(line) &&
			(line[digits] == '.' || line[digits] == ')') {
			line = line[:digits] + "\\" + line[digits:]
		}
		lines = append(lines, line)
		line, used = "", 0
	}
	for _, w := range strings.FieldsFunc(s, unicode.IsSpace) {
		n := utf8.RuneCountInString(w)
		if used > 0 && used+1+n > width {
			add()
		}
		if used > 0 {
			line += " "
			used++
		}
		line += w
		used += n
	}
	if used > 0 {
		add()
	}
	return lines
}

// sentence puts a full stop behind a text that has none.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// code returns text of the contract between backquotes, for a comment.
func code(s string) string {
	return "`" + diag.OneLine(strings.Join(strings.Fields(strings.ReplaceAll(s, "`", "'")), " ")) + "`"
}
