package main

import (
	"strings"
	"unicode/utf8"
)

// width is how many columns help takes.
const width = 80

// wrapped breaks a text into lines of at most width columns. The first line follows first, the others follow indent
// spaces. Only a word that is too long for a line of its own makes a longer one.
func wrapped(first, text string, indent int) string {
	var b strings.Builder
	b.WriteString(first)
	column := utf8.RuneCountInString(first)
	start := true
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case start:
			start = false
		case column+1+n > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String() + "\n"
}

// A row is a term and what is said of it.
type row struct{ term, text string }

// table sets rows in two columns. A term that is too long for its column has a line of its own.
func table(rows []row) string {
	const widest = 26
	column := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r.term); n <= widest {
			column = max(column, n)
		}
	}
	indent := 2 + column + 2
	var b strings.Builder
	for _, r := range rows {
		first := "  " + r.term
		if n := utf8.RuneCountInString(first); n+2 <= indent {
			first += strings.Repeat(" ", indent-n)
		} else {
			b.WriteString(first + "\n")
			first = strings.Repeat(" ", indent)
		}
		b.WriteString(wrapped(first, r.text, indent))
	}
	return b.String()
}
