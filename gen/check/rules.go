package check

import (
	"fmt"
	"strconv"
	"unicode"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
)

// Every integer between the two is a double.
var (
	leastSafe, _    = decimal.Parse("-9007199254740992")
	greatestSafe, _ = decimal.Parse("9007199254740992")
)

func integerPrecision(c *ir.Contract) diag.List {
	var list diag.List
	for _, s := range c.Shapes {
		t, ok := s.Type.(*ir.Struct)
		if !ok {
			continue
		}
		for _, f := range t.Fields {
			if !wantsMore(f) {
				continue
			}
			list.Add(diag.Diagnostic{
				Severity: diag.Warning, Code: "integer-precision", Pos: f.Origin.Pos, At: f.Origin.Pointer,
				Message: fmt.Sprintf("property %q may exceed 2^53, and JavaScript then loses digits", f.Name),
				Hint:    "send such a number as a string, or bound it by 9007199254740991",
			})
		}
	}
	return list
}

// wantsMore reports whether a field says by a bound that it goes beyond what a double holds. An integer without bounds
// says nothing.
func wantsMore(f *ir.Field) bool {
	scalar, ok := f.Type.(*ir.Scalar)
	if !ok || scalar.Kind != ir.Int64 && scalar.Kind != ir.Uint64 {
		return false
	}
	for _, n := range []*ir.Number{f.Rule.Maximum, f.Rule.ExclusiveMaximum, f.Rule.Minimum, f.Rule.ExclusiveMinimum} {
		if n == nil {
			continue
		}
		if d, ok := decimal.Parse(n.Text); ok && (d.Compare(greatestSafe) > 0 || d.Compare(leastSafe) < 0) {
			return true
		}
	}
	return false
}

func confusableName(c *ir.Contract) diag.List {
	var list diag.List
	for _, s := range c.Shapes {
		t, ok := s.Type.(*ir.Struct)
		if !ok {
			continue
		}
		for _, f := range t.Fields {
			if !confusable(f.Name) {
				continue
			}
			list.Add(diag.Diagnostic{
				Severity: diag.Warning, Code: "confusable-name", Pos: f.Origin.Pos, At: f.Origin.Pointer,
				Message: fmt.Sprintf("property %s holds a character that cannot be seen or looks like a Latin letter",
					strconv.QuoteToASCII(f.Name)),
			})
		}
	}
	return list
}

// confusable reports whether a name holds a character that hides, or a letter that passes for one of the Latin letters
// around it. A name in one alphabet is fine.
func confusable(name string) bool {
	latin, other := false, false
	for _, r := range name {
		if r != ' ' && unicode.In(r, unicode.Cf, unicode.Cc, unicode.Zs, unicode.Zl, unicode.Zp) {
			return true
		}
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || unicode.In(r, unicode.Cyrillic, unicode.Greek)
	}
	return latin && other
}
