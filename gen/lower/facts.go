package lower

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
)

// A span is a pair of limits; nil is none.
type span struct{ low, high *int }

// span returns the limits that all keywords together set.
func (p passage) span(limits func(*jsonschema.Schema) (low, high *jsonschema.Count)) span {
	var s span
	for _, n := range p.held {
		low, high := limits(n)
		if low != nil && (s.low == nil || low.Value > *s.low) {
			s.low = &low.Value
		}
		if high != nil && (s.high == nil || high.Value < *s.high) {
			s.high = &high.Value
		}
	}
	return s
}

func (p passage) items() string {
	return between(p.span(func(s *jsonschema.Schema) (low, high *jsonschema.Count) { return s.MinItems, s.MaxItems }), "item")
}

func (p passage) members() string {
	return between(p.span(func(s *jsonschema.Schema) (low, high *jsonschema.Count) {
		return s.MinProperties, s.MaxProperties
	}), "member")
}

// names describes the names of a map.
func (p passage) names() string {
	var patterns []string
	for _, s := range p.held {
		if s.PropertyNames != nil {
			names := passage{l: p.l, kinds: allKinds, depth: p.depth}
			names.add(s.PropertyNames)
			return ", each name a string" + names.text()
		}
		for _, n := range s.PatternProperties {
			patterns = append(patterns, n.Name)
		}
	}
	if len(patterns) > 0 && p.closed() {
		return ", each name a string that matches " + matches(patterns, "or")
	}
	return ""
}

// text describes what is demanded of a string.
func (p passage) text() string {
	phrase := between(p.span(func(s *jsonschema.Schema) (low, high *jsonschema.Count) {
		return s.MinLength, s.MaxLength
	}), "character")
	var patterns []string
	for _, s := range p.held {
		if s.Pattern != nil && !slices.Contains(patterns, s.Pattern.Value) && len(patterns) < maxListed {
			patterns = append(patterns, s.Pattern.Value)
		}
	}
	if len(patterns) == 0 {
		return phrase + p.unchecked(0)
	}
	phrase += " that matches " + matches(patterns, "and")
	if format := p.unchecked(0); format != "" {
		phrase += "," + format
	}
	return phrase
}

// matches lists patterns as they stand in the schema, between quotes.
func matches(patterns []string, conjunction string) string {
	words := make([]string, len(patterns))
	for i, text := range patterns {
		words[i] = `"` + diag.OneLine(short(text)) + `"`
	}
	return listed(words, conjunction)
}

// closed reports whether an object has no property beyond those that are named.
func (p passage) closed() bool {
	return slices.ContainsFunc(p.held, func(s *jsonschema.Schema) bool {
		return never(s.AdditionalProperties) || never(s.UnevaluatedProperties)
	})
}

// A bound is one end of a range of numbers.
type bound struct {
	keyword   string
	node      *load.Node
	value     decimal.Decimal
	exclusive bool
}

// bounds describes the range of a number, such as " from 0 to 7".
func (p passage) bounds() string {
	low, high := bounds(p.held)
	var words []string
	switch {
	case low != nil && high != nil && !low.exclusive && !high.exclusive:
		words = append(words, "from "+short(low.node.Text)+" to "+short(high.node.Text))
	default:
		if low != nil {
			words = append(words, choose(low.exclusive, "above ", "of at least ")+short(low.node.Text))
		}
		if high != nil {
			most := choose(low == nil, "of at most ", "at most ")
			words = append(words, choose(high.exclusive, "below ", most)+short(high.node.Text))
		}
	}
	for _, s := range p.held {
		if s.MultipleOf != nil {
			words = append(words, "a multiple of "+short(s.MultipleOf.Text))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " " + listed(words, "and")
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// bounds returns the ends of the range that subschemas leave together; nil for no end.
func bounds(held []*jsonschema.Schema) (low, high *bound) {
	for _, s := range held {
		low = tighter(low, "minimum", s.Minimum, false, -1)
		low = tighter(low, "exclusiveMinimum", s.ExclusiveMinimum, true, -1)
		high = tighter(high, "maximum", s.Maximum, false, 1)
		high = tighter(high, "exclusiveMaximum", s.ExclusiveMaximum, true, 1)
	}
	return low, high
}

// tighter returns the end that leaves less: b, or that of a keyword. Side is -1 for lower ends, 1 for upper ones.
func tighter(b *bound, keyword string, n *load.Node, exclusive bool, side int) *bound {
	if n == nil {
		return b
	}
	d, ok := decimal.Parse(n.Text)
	if !ok {
		return b
	}
	if b != nil {
		if c := d.Compare(b.value) * side; c > 0 || c == 0 && (b.exclusive || !exclusive) {
			return b
		}
	}
	return &bound{keyword, n, d, exclusive}
}

// above reports whether a lower end leaves only numbers above d; no end does not.
func (b *bound) above(d decimal.Decimal) bool {
	if b == nil {
		return false
	}
	c := b.value.Compare(d)
	return c > 0 || c == 0 && b.exclusive
}

// below reports whether an upper end leaves only numbers below d; no end does not.
func (b *bound) below(d decimal.Decimal) bool {
	if b == nil {
		return false
	}
	c := b.value.Compare(d)
	return c < 0 || c == 0 && b.exclusive
}

// between returns " of 1 to 20 items" for limits and a noun that takes an s.
func between(s span, noun string) string {
	plural := func(n int) string {
		if n == 1 {
			return "1 " + noun
		}
		return strconv.Itoa(n) + " " + noun + "s"
	}
	switch {
	case s.low != nil && s.high != nil && *s.low == *s.high:
		return " of " + plural(*s.low)
	case s.low != nil && s.high != nil:
		return " of " + strconv.Itoa(*s.low) + " to " + plural(*s.high)
	case s.low != nil && *s.low > 0:
		return " of at least " + plural(*s.low)
	case s.high != nil:
		return " of at most " + plural(*s.high)
	}
	return ""
}

// article puts "a" or "an" before a noun, by the sound that it most likely starts with.
func article(noun string) string {
	lower := strings.ToLower(noun)
	starts := func(list ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(lower, s) })
	}
	vowel := starts("a", "e", "i", "o", "u", "hour", "honor", "honest", "heir")
	if starts("eu", "one", "once", "uni", "use", "usu", "uti", "uri", "url", "uuid") && !starts("unin", "unim") {
		vowel = false
	}
	if vowel {
		return "an " + noun
	}
	return "a " + noun
}

// sentence makes a phrase a sentence.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}

// further adds a sentence to a doc; a doc of several lines gets a paragraph.
func further(doc, sentence string) string {
	switch {
	case sentence == "" || doc == "":
		return doc + sentence
	case strings.Contains(doc, "\n"):
		return doc + "\n\n" + sentence
	case strings.ContainsAny(doc[len(doc)-1:], ".!?:"):
		return doc + " " + sentence
	}
	return doc + ". " + sentence
}

func quoted(s string) string { return strconv.Quote(short(s)) }
