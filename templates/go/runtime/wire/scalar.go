package wire

import (
	"math"
	"math/bits"
	"unicode/utf8"
)

// String reads a string that r accepts.
func (d *Decoder) String(r *Rule) string {
	s, i := d.s, d.i
	if i >= len(s) || s[i] != '"' {
		d.space()
		return d.string(r)
	}
	// Eight bytes at a time up to the quote; strings with escapes, and the last bytes of the text, are left to string.
	var seen uint64
	for j := i + 1; j+8 <= len(s); j += 8 {
		w := load(s, j)
		seen |= w
		stop := special(w)
		if stop == 0 {
			continue
		}
		j += bits.TrailingZeros64(stop) / 8
		if s[j] != '"' || seen&high != 0 && !utf8.ValidString(s[i+1:j]) {
			break
		}
		d.i = j + 1
		if r.anyString() {
			return s[i+1 : j]
		}
		return d.fit(r, s[i+1:j], i)
	}
	return d.string(r)
}

// StringPtr is String for a property that may be absent. Several such strings of a message share an allocation, as they
// share the text.
func (d *Decoder) StringPtr(r *Rule) *string {
	s := d.String(r)
	n := len(d.strings)
	if n == cap(d.strings) {
		const most = 16
		d.strings, n = make([]string, 0, min(2*n+1, most)), 0
	}
	d.strings = append(d.strings, s)
	return &d.strings[n]
}

// string is String for any text.
func (d *Decoder) string(r *Rule) string {
	if d.peek() != '"' {
		d.mismatch(r)
		return ""
	}
	from := d.i
	s, ok := d.str()
	if !ok || r.anyString() {
		return s
	}
	return d.fit(r, s, from)
}

// anyString reports whether r accepts every string.
func (r *Rule) anyString() bool {
	return r.MinLength|r.MaxLength|len(r.Enum)|len(r.JSON)|len(r.Const) == 0 && r.Pattern == nil
}

// fit returns s, the string that starts at byte from and has just been read, if r accepts it.
func (d *Decoder) fit(r *Rule, s string, from int) string {
	if r.fits(s) || d.judge(r, &value{kind: String, text: s, start: from, end: d.i}) {
		return s
	}
	return ""
}

// fits is true when it is easy to see that r accepts s: no keyword but those of length looks at it, and s is so long in
// bytes that there is no need to count its characters.
func (r *Rule) fits(s string) bool {
	return len(r.Enum)|len(r.JSON)|len(r.Const) == 0 && r.Pattern == nil &&
		(len(s)+utf8.UTFMax-1)/utf8.UTFMax >= r.MinLength && !exceeds(len(s), r.MaxLength)
}

// Enum reads a string that is one of r.Enum, and returns that one: the text is not retained.
func (d *Decoder) Enum(r *Rule) string {
	s, i := d.s, d.i
	if len(s)-i > 8 && s[i] == '"' {
		// Most values are plain and short.
		w := load(s, i+1)
		if stop := special(w) | w&high; stop != 0 {
			n := i + 1 + bits.TrailingZeros64(stop)/8
			if s[n] == '"' {
				text := s[i+1 : n]
				for _, value := range r.Enum {
					if value == text {
						d.i = n + 1
						return value
					}
				}
			}
		}
	}
	return d.enum(r)
}

// enum is Enum for any text.
func (d *Decoder) enum(r *Rule) string {
	if d.space(); d.peek() != '"' {
		d.mismatch(r)
		return ""
	}
	from := d.i
	s, ok := d.str()
	if !ok {
		return ""
	}
	for _, value := range r.Enum {
		if value == s {
			return value
		}
	}
	d.refuse(r, "enum", glance{kind: String, text: s}, "", from)
	return ""
}

// Bool reads a boolean that r accepts.
func (d *Decoder) Bool(r *Rule) bool {
	d.space()
	from, word := d.i, "true"
	switch d.peek() {
	case 't':
	case 'f':
		word = "false"
	default:
		d.mismatch(r)
		return false
	}
	if !d.literal(word) {
		return false
	}
	if len(r.Const)|len(r.JSON) != 0 && !d.judge(r, &value{kind: Boolean, text: word, start: from, end: d.i}) {
		return false
	}
	return word == "true"
}

// Int64 reads an integer that r accepts; 1.0 and 1e2 are integers.
func (d *Decoder) Int64(r *Rule) int64 {
	v, ok := d.number(r)
	if !ok {
		return 0
	}
	n, ok := parseInt(v.text)
	if !ok {
		n, ok = parseDecimal(v.text).int64()
	}
	if d.holds(r, &v, ok, r.acceptsInt64(n)) {
		return n
	}
	return 0
}

// Uint64 is Int64 for a rule whose values are held as uint64.
func (d *Decoder) Uint64(r *Rule) uint64 {
	v, ok := d.number(r)
	if !ok {
		return 0
	}
	n, ok := parseDecimal(v.text).uint64()
	if d.holds(r, &v, ok, r.acceptsUint64(n)) {
		return n
	}
	return 0
}

// Float64 reads a number that r accepts.
func (d *Decoder) Float64(r *Rule) float64 {
	v, ok := d.number(r)
	if !ok {
		return 0
	}
	f, ok := parseFloat(v.text)
	if d.holds(r, &v, ok, r.acceptsFloat64()) {
		return f
	}
	return 0
}

// number reads a number, as it is spelled.
func (d *Decoder) number(r *Rule) (value, bool) {
	d.space()
	if c := d.peek(); c != '-' && !isDigit(c) {
		d.mismatch(r)
		return value{}, false
	}
	from := d.i
	s, ok := d.num()
	return value{kind: Number, text: s, start: from, end: d.i}, ok
}

// holds reports whether r accepts the number v, given whether the Go type can hold it and, if so, whether it is easy to
// see that r accepts it.
func (d *Decoder) holds(r *Rule, v *value, held, easy bool) bool {
	if held && easy {
		return true
	}
	if d.judge(r, v) && !held {
		d.fails(&Violation{Code: CodeRange, Keyword: r.At + "/type", Message: explain(r, CodeRange, v.glance(), ""), Offset: v.start})
	}
	return !d.failed()
}

// acceptsInt64 is true when it is easy to see that r accepts n.
func (r *Rule) acceptsInt64(n int64) bool {
	if r.Int != nil {
		return r.Int.Min <= n && n <= r.Int.Max && r.anyValue()
	}
	return r.anyBounds() && r.anyValue() && !r.Unsigned
}

// acceptsUint64 is true when it is easy to see that r accepts n.
func (r *Rule) acceptsUint64(n uint64) bool {
	if r.Int != nil {
		return n <= math.MaxInt64 && r.acceptsInt64(int64(n))
	}
	return r.Unsigned && r.anyBounds() && r.anyValue()
}

// acceptsFloat64 is true when it is easy to see that r accepts each float64.
func (r *Rule) acceptsFloat64() bool {
	return r.Type&Number != 0 && r.anyBounds() && r.anyValue()
}

// anyValue reports whether r has no keyword that looks at single numbers.
func (r *Rule) anyValue() bool { return len(r.JSON)|len(r.Const)|len(r.MultipleOf) == 0 }

// anyBounds reports whether r has no bounds.
func (r *Rule) anyBounds() bool {
	return len(r.Minimum)|len(r.Maximum)|len(r.ExclusiveMinimum)|len(r.ExclusiveMaximum) == 0
}

// parseInt is the value of an integer of at most 18 digits, spelled as such.
func parseInt(s string) (n int64, ok bool) {
	digits := s
	if s[0] == '-' {
		digits = s[1:]
	}
	if len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return 0, false
		}
		n = n*10 + int64(digits[i]-'0')
	}
	if len(digits) < len(s) {
		n = -n
	}
	return n, true
}
