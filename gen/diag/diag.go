// Package diag holds diagnostics: what is wrong with an input, where, and what to do about it. A stage of the pipeline
// collects all that it finds in a List; printers decide the form. Nothing here prints to a stream or exits.
package diag

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/rightkit/lockstep/gen/source"
)

// Severity ranks a diagnostic. The zero value is invalid.
type Severity int

const (
	Error   Severity = iota + 1 // stops the pipeline after the stage that found it
	Warning                     // worth a change, stops nothing
	Notice                      // what the user should know, such as a keyword of an extension that is not read
)

// String returns "error", "warning" or "notice".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Notice:
		return "notice"
	}
	return fmt.Sprintf("severity(%d)", int(s))
}

// A Diagnostic is one finding. Code is kebab-case and stable. Only Severity, Code and Message are always set.
type Diagnostic struct {
	Severity Severity
	Code     string // "unknown-keyword"
	Pos      source.Pos
	Instance source.Pointer // of the value in a message that is checked; "" is the message, or there is none
	Message  string         // one line, without a full stop
	At       source.Pointer
	Got      string
	Want     string
	Also     []Related
	Hint     string
}

// A Related is a second place that a diagnostic speaks of.
type Related struct {
	Pos  source.Pos
	Text string
}

// Error returns the diagnostic as text, so that one can be used as an error.
func (d Diagnostic) Error() string { return d.Text() }

// Text returns the first line "file:line:col: message [code]" and the indented details, without a final newline.
// Severities other than Error, and the instance, are named before the message.
func (d Diagnostic) Text() string {
	var b strings.Builder
	if d.Pos.IsValid() {
		b.WriteString(d.Pos.String() + ": ")
	}
	if d.Severity != Error {
		b.WriteString(d.Severity.String() + ": ")
	}
	if d.Instance != "" {
		b.WriteString(OneLine(string(d.Instance)) + ": ")
	}
	fmt.Fprintf(&b, "%s [%s]", OneLine(d.Message), d.Code)
	detail := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n    %-5s %s", name+":", OneLine(text))
		}
	}
	detail("at", string(d.At))
	detail("got", d.Got)
	detail("want", d.Want)
	for _, r := range d.Also {
		if r.Pos.IsValid() {
			detail("also", r.Pos.String()+": "+r.Text)
		} else {
			detail("also", r.Text)
		}
	}
	detail("hint", d.Hint)
	return b.String()
}

// OneLine returns s with control characters, line separators and bidirectional controls written as escapes, so that
// text of a schema cannot forge a line of output.
func OneLine(s string) string {
	clean := true
	for _, r := range s {
		if unprintable(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unprintable(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case unprintable(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unprintable reports whether a character cannot be seen, moves others, or ends a line.
func unprintable(r rune) bool {
	if r < 0x7f {
		return r < 0x20
	}
	return r == unicode.ReplacementChar || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// A List is what a stage found.
type List []Diagnostic

// Add appends a diagnostic.
func (l *List) Add(d Diagnostic) { *l = append(*l, d) }

// Failed reports whether the list holds an error.
func (l List) Failed() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Sort orders the list by place, then by code and message, and drops equal entries.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b Diagnostic) int {
		if c := a.Pos.Compare(b.Pos); c != 0 {
			return c
		}
		if c := strings.Compare(a.Code, b.Code); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
	*l = slices.CompactFunc(*l, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Code == b.Code && a.Message == b.Message && a.Text() == b.Text()
	})
}

// Limit keeps n diagnostics, errors before warnings before notices, in their order. When it drops any it adds one with
// code "too-many" that says how many, as severe as the worst of them. A hostile input cannot make a list that takes
// longer to print than the input took to read.
func (l *List) Limit(n int) {
	if len(*l) <= n {
		return
	}
	var count [Notice + 1]int
	for _, d := range *l {
		count[d.Severity]++
	}
	dropped, worst := len(*l)-n, Notice
	var keep [Notice + 1]int
	for severity, room := Error, n; severity <= Notice; severity++ {
		keep[severity] = min(count[severity], room)
		room -= keep[severity]
		if keep[severity] < count[severity] {
			worst = min(worst, severity)
		}
	}
	*l = slices.DeleteFunc(*l, func(d Diagnostic) bool {
		keep[d.Severity]--
		return keep[d.Severity] < 0
	})
	message := fmt.Sprintf("%d more findings are not shown", dropped)
	if dropped == 1 {
		message = "1 more finding is not shown"
	}
	l.Add(Diagnostic{Severity: worst, Code: "too-many", Message: message})
}

// Error returns all diagnostics as text, so that a list can be an error.
func (l List) Error() string {
	texts := make([]string, len(l))
	for i, d := range l {
		texts[i] = d.Text()
	}
	return strings.Join(texts, "\n")
}
