package lower

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/load"
)

// maxExponent bounds the exponents of numbers, so that no text of a few bytes stands for a number of gigabytes.
const maxExponent = 100_000

// maxPlain is how many characters the plain form of a number may have; longer ones keep an exponent.
const maxPlain = 40

var errExponent = errors.New("the exponent of a number is out of bounds")

// value returns a node as a Value in canonical form.
func value(n *load.Node) (*ir.Value, error) {
	var b strings.Builder
	if err := canonical(&b, n); err != nil {
		return nil, err
	}
	v := &ir.Value{Origin: origin(n), Kind: kindOf(n), JSON: b.String()}
	if n.Kind == load.String {
		v.Str = n.Text
	}
	return v, nil
}

// kindOf returns the one kind of a value.
func kindOf(n *load.Node) ir.Kinds {
	switch n.Kind {
	case load.Null:
		return ir.KindNull
	case load.Bool:
		return ir.KindBoolean
	case load.String:
		return ir.KindString
	case load.Array:
		return ir.KindArray
	case load.Object:
		return ir.KindObject
	}
	if d, ok := parseDecimal(n.Text); ok && d.isInteger() {
		return ir.KindInteger
	}
	return ir.KindNumber
}

// canonical writes a value without space, with members sorted by name and numbers in their shortest plain form, so
// that equal values have equal texts. Its recursion is as deep as the document, which load bounds.
func canonical(b *strings.Builder, n *load.Node) error {
	switch n.Kind {
	case load.Null:
		b.WriteString("null")
	case load.Bool:
		b.WriteString(strconv.FormatBool(n.Bool))
	case load.Number:
		d, ok := parseDecimal(n.Text)
		if !ok {
			return errExponent
		}
		b.WriteString(d.String())
	case load.String:
		writeString(b, n.Text)
	case load.Array:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := canonical(b, item); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case load.Object:
		members := slices.Clone(n.Members)
		slices.SortFunc(members, func(x, y load.Member) int { return strings.Compare(x.Name, y.Name) })
		b.WriteByte('{')
		for i, m := range members {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, m.Name)
			b.WriteByte(':')
			if err := canonical(b, m.Value); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	}
	return nil
}

// writeString writes a JSON string with the escapes that JSON.stringify writes.
func writeString(b *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			if c < 0x20 {
				b.WriteString(`\u00`)
				b.WriteByte(hex[c>>4])
				b.WriteByte(hex[c&15])
			} else {
				b.WriteByte(c)
			}
		}
	}
	b.WriteByte('"')
}

// A decimal is the number digits * 10^exponent, negative or not. The digits begin and end with no zero; zero has none.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// parseDecimal reads a number in JSON's grammar. It fails on an exponent that is out of bounds.
func parseDecimal(text string) (decimal, bool) {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		e, err := strconv.Atoi(strings.TrimPrefix(text[i+1:], "+"))
		if err != nil || e > maxExponent || e < -maxExponent {
			return d, strings.Trim(mantissa, "0.") == ""
		}
		d.exponent = e
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.exponent -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	d.digits = strings.TrimRight(digits, "0")
	d.exponent += len(digits) - len(d.digits)
	if d.digits == "" {
		return decimal{}, true
	}
	return d, true
}

func (d decimal) isInteger() bool { return d.digits == "" || d.exponent >= 0 }

// String returns the shortest plain form, or digits and an exponent when that would be long.
func (d decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	var s string
	point := len(d.digits) + d.exponent // where the decimal point stands, from the first digit
	switch {
	case d.exponent >= 0 && point <= maxPlain:
		s = d.digits + strings.Repeat("0", d.exponent)
	case d.exponent < 0 && point > 0:
		s = d.digits[:point] + "." + d.digits[point:]
	case d.exponent < 0 && -point <= maxPlain:
		s = "0." + strings.Repeat("0", -point) + d.digits
	default:
		s = d.digits + "e" + strconv.Itoa(d.exponent)
	}
	if d.negative {
		return "-" + s
	}
	return s
}

// compare compares two numbers.
func (d decimal) compare(e decimal) int {
	if d.sign() != e.sign() {
		return d.sign() - e.sign()
	}
	if d.negative {
		d, e = e, d
	}
	if c := len(d.digits) + d.exponent - len(e.digits) - e.exponent; c != 0 && d.digits != "" {
		return c
	}
	return strings.Compare(d.digits, e.digits) // digits begin at the same power of ten
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}
