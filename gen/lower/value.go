package lower

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/load"
)

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
	if d, ok := decimal.Parse(n.Text); ok && d.IsInteger() {
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
		d, ok := decimal.Parse(n.Text)
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
