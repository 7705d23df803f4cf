package pattern

import (
	"fmt"
	"strings"
)

// A dialect is how one engine spells what ECMA-262 means. What is not here is the same in all of them: ^ and $ are the
// ends of the text, as there is no flag m.
type dialect struct {
	engine     string
	boundary   string          // \b: words are ASCII letters, digits and _
	inside     string          // \B; "" if there is none
	escapes    map[rune]string // class escapes that mean the same
	script     string          // format of \p{Script=...} after \p
	cost       func(set) int   // what one character or class of a pattern adds to the compiled size
	maxCost    int
	costReason string // the construct of the error above maxCost
}

var re2 = dialect{
	engine:     "Go's package regexp",
	boundary:   `\b`,
	inside:     `\B`,
	escapes:    map[rune]string{'d': `\d`, 'D': `\D`, 'w': `\w`, 'W': `\W`},
	script:     "{%s}",
	cost:       func(set) int { return 1 },
	maxCost:    MaxSize,
	costReason: fmt.Sprintf("a pattern of more than %d characters and classes, with repeats written out,", MaxSize),
}

var rust = dialect{
	engine:     "the Rust crate regex",
	boundary:   `(?-u:\b)`, // (?-u:\B) also matches inside of a character, and hides matches that start there
	script:     "{Script=%s}",
	cost:       rustCost,
	maxCost:    10 << 20, // the crate's default size_limit, in bytes
	costReason: "a pattern that compiles to more than 10 MiB",
}

// rustCost estimates from above how many bytes the crate's compiled form has for a class. The crate matches UTF-8 byte
// by byte: a span outside of ASCII becomes several byte ranges, and the spans of a class share states.
func rustCost(s set) int {
	const perSpan, outsideASCII = 80, 2000
	cost := perSpan * max(len(s), 1)
	if len(s) > 0 && s[len(s)-1].high > 0x7F {
		cost += outsideASCII
	}
	return cost
}

// How every dialect spells the class of no and of each code point.
const (
	nothing  = `[^\x{0}-\x{10FFFF}]`
	anything = `(?s:.)`
)

// A writer writes nodes in a dialect, up to the first construct that the dialect lacks.
type writer struct {
	*dialect
	b   strings.Builder
	err *Unsupported
}

func write(root node, d *dialect) (string, error) {
	w := writer{dialect: d}
	cost := w.node(root, MaxRepeat)
	if cost > d.maxCost {
		w.unsupported(0, d.costReason)
	}
	if w.err != nil {
		return "", w.err
	}
	return w.b.String(), nil
}

func (w *writer) unsupported(offset int, construct string) {
	if w.err == nil {
		w.err = &Unsupported{offset, construct, w.engine}
	}
}

// node writes n and returns its cost, which is at most maxCost and one. Counts of repeats in n may multiply to repeats.
func (w *writer) node(n node, repeats int) (cost int) {
	switch n := n.(type) {
	case alternation:
		for i, branch := range n {
			if i > 0 {
				w.b.WriteByte('|')
			}
			cost += w.node(branch, repeats)
		}
	case sequence:
		for _, term := range n {
			cost += w.node(term, repeats)
		}
	case group:
		w.b.WriteString("(?:")
		cost = w.node(n.body, repeats) + 1 // no group is free, or empty ones could be repeated without a limit
		w.b.WriteByte(')')
	case repeat:
		return w.repeat(n, repeats)
	case char:
		s := newSet([]span{{rune(n), rune(n)}})
		if cost = w.cost(s); len(s) == 0 {
			w.b.WriteString(nothing)
		} else {
			w.character(rune(n), `\.+*?()|[]{}^$`)
		}
	case dot:
		cost = w.class(class{negated: true, items: lineEnds.items()})
	case class:
		cost = w.class(n)
	case assertion:
		cost = 1
		switch {
		case n.kind == 'b':
			w.b.WriteString(w.boundary)
		case n.kind == 'B' && w.inside == "":
			w.unsupported(n.offset, `\B`)
		case n.kind == 'B':
			w.b.WriteString(w.inside)
		default:
			w.b.WriteRune(n.kind)
		}
	case look:
		if n.behind {
			w.unsupported(n.offset, "lookbehind")
		}
		w.unsupported(n.offset, "lookahead")
	case backreference:
		w.unsupported(n.offset, "backreference")
	}
	return min(cost, w.maxCost+1)
}

// repeat writes a repeat. Package regexp multiplies the counts of nested repeats in the same way.
func (w *writer) repeat(n repeat, repeats int) int {
	quantifier := ""
	count := n.max
	switch {
	case n.min == 0 && n.max == unlimited:
		quantifier = "*"
	case n.min == 1 && n.max == unlimited:
		quantifier = "+"
	case n.min == 0 && n.max == 1:
		quantifier = "?"
	case n.max == unlimited:
		quantifier = fmt.Sprintf("{%d,}", n.min)
		count = n.min + 1
	case n.min == n.max:
		quantifier = fmt.Sprintf("{%d}", n.min)
	default:
		quantifier = fmt.Sprintf("{%d,%d}", n.min, n.max)
	}
	count = max(count, 1)
	if max(n.min, n.max) > repeats {
		w.unsupported(n.offset, fmt.Sprintf("a repeat of more than %d, or repeats inside each other that multiply to it,", MaxRepeat))
	}
	if n.max > 1 || n.min > 1 {
		repeats /= max(n.min, n.max)
	}
	cost := w.node(n.body, repeats)
	w.b.WriteString(quantifier)
	if cost > w.maxCost/count {
		return w.maxCost + 1
	}
	return cost * count
}

// class writes a class and returns its cost.
func (w *writer) class(c class) int {
	var parts strings.Builder
	single := c.bare
	for _, i := range c.items {
		text, escape := w.item(i)
		parts.WriteString(text)
		single = single && escape
	}
	switch {
	case parts.Len() == 0 && c.negated:
		w.b.WriteString(anything)
	case parts.Len() == 0:
		w.b.WriteString(nothing)
	case single:
		w.b.WriteString(parts.String())
	case c.negated:
		w.b.WriteString("[^" + parts.String() + "]")
	default:
		w.b.WriteString("[" + parts.String() + "]")
	}
	return w.cost(c.set())
}

// item returns a part of a class in the dialect's syntax: one escape, or else any number of ranges.
func (w *writer) item(i item) (text string, escape bool) {
	if text, ok := w.escapes[i.escape]; ok {
		return text, true
	}
	if i.escape == 'p' || i.escape == 'P' {
		p, ok := lookup(i.property)
		switch {
		case !ok:
			w.unsupported(i.offset, fmt.Sprintf(`the property \%c{%s}`, i.escape, i.property))
		case p.script:
			return fmt.Sprintf(`\%c`+w.script, i.escape, p.name), true
		case p.name != "":
			return fmt.Sprintf(`\%c{%s}`, i.escape, p.name), true
		}
	}
	ranges := writer{dialect: w.dialect}
	for _, s := range i.set() {
		const special = `\[]^-&~`
		ranges.character(s.low, special)
		if s.low < s.high {
			ranges.b.WriteByte('-')
			ranges.character(s.high, special)
		}
	}
	return ranges.b.String(), false
}

// character writes a code point, escaped if it is one of special or not printable ASCII.
func (w *writer) character(c rune, special string) {
	switch {
	case c == '\n':
		w.b.WriteString(`\n`)
	case c == '\r':
		w.b.WriteString(`\r`)
	case c == '\t':
		w.b.WriteString(`\t`)
	case c < ' ' || c > '~':
		fmt.Fprintf(&w.b, `\x{%X}`, c)
	case strings.ContainsRune(special, c):
		w.b.WriteString(`\` + string(c))
	default:
		w.b.WriteRune(c)
	}
}

// items returns s as the items of a class.
func (s set) items() []item {
	items := make([]item, len(s))
	for i, r := range s {
		items[i] = item{low: r.low, high: r.high}
	}
	return items
}
