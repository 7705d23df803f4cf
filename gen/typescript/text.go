package typescript

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rightkit/lockstep/gen/diag"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// All text of a schema passes through literal, property, doc, code or markdown on its way into the output: nothing else may
// put it there.

// literal returns a string literal in ASCII, so that no invisible character stands in the output. Nothing in it ends a
// script element or starts a comment of HTML, should a page hold the file.
func literal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '<' && opensMarkup(s[i+1:]):
			b.WriteString(`\u003c`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\u{%x}`, r)
		case r < 0x20 || r > 0x7e:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// opensMarkup reports whether "<" and what follows it mean something to a parser of HTML inside a script element.
func opensMarkup(rest string) bool {
	return strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "!") ||
		len(rest) >= 6 && strings.EqualFold(rest[:6], "script")
}

// literals returns string literals with a separator between them.
func literals(list []string, separator string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = literal(s)
	}
	return strings.Join(quoted, separator)
}

// isName reports whether a string can be the name of a property without quotes. Keywords can.
func isName(s string) bool {
	if s == "" || s == "__proto__" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '$') {
			return false
		}
	}
	return true
}

// property returns a name as the key of an object or of a type.
func property(name string) string {
	if isName(name) {
		return name
	}
	return literal(name)
}

const proseWidth = 100

// proseLines splits text into lines that are safe inside a block comment: nothing ends the comment or a
// script element, no line break of any alphabet, no control or bidirectional character, and no tag of TSDoc.
func proseLines(width int, text string) []string {
	var lines []string
	for _, l := range strings.FieldsFunc(text, isLineBreak) {
		lines = append(lines, wrap(width, safe(diag.OneLine(strings.TrimSpace(l))))...)
	}
	return lines
}

// safe escapes what ends a comment, or means something in one.
func safe(s string) string { return unsafeInComments.Replace(s) }

var unsafeInComments = strings.NewReplacer("*/", `*\/`, "</", `<\/`, "<!--", `<\!--`, "@", `\@`, "{", `\{`, "}", `\}`)

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
	for _, w := range strings.FieldsFunc(s, unicode.IsSpace) {
		n := utf8.RuneCountInString(w)
		if used > 0 && used+1+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line += " "
			used++
		}
		line += w
		used += n
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

// A paragraph is a part of a comment: text of the contract, or words of ours.
type paragraph interface{ lines(width int) []string }

// theirs is text of the contract, which may hold anything.
type theirs string

func (p theirs) lines(width int) []string { return proseLines(width, string(p)) }

// ours is text of this package, in which tags of TSDoc mean what they say. What it holds of the contract is an identifier
// or was made safe before.
type ours string

func (p ours) lines(width int) []string {
	var lines []string
	for l := range strings.SplitSeq(string(p), "\n") {
		lines = append(lines, wrap(width, l)...)
	}
	return lines
}

// doc returns the comment of a declaration.
func doc(indent string, paragraphs ...paragraph) tstemplate.View {
	var lines []string
	for _, p := range paragraphs {
		own := p.lines(proseWidth - len(indent))
		if len(own) > 0 && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, own...)
	}
	switch len(lines) {
	case 0:
		return nil
	case 1:
		return tstemplate.LineComment{Indent: indent, Text: lines[0]}
	}
	for i, l := range lines {
		if l != "" {
			lines[i] = " " + l
		}
	}
	return tstemplate.BlockComment{Indent: indent, Lines: lines}
}

// code returns text of the contract between backquotes, for a comment. Nothing between them is a tag.
func code(s string) string {
	s = diag.OneLine(strings.Join(strings.Fields(strings.ReplaceAll(s, "`", "'")), " "))
	return "`" + unsafeInCode.Replace(s) + "`"
}

var unsafeInCode = strings.NewReplacer("*/", `*\/`, "</", `<\/`, "<!--", `<\!--`)

// join puts sentences behind each other.
func join(sentences ...string) string {
	var kept []string
	for _, s := range sentences {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
			s += "."
		}
		kept = append(kept, s)
	}
	return strings.Join(kept, " ")
}
