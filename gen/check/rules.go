package check

import (
	"fmt"
	"slices"
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
	find := func(t ir.Type, r *ir.Rule, o ir.Origin, what string) {
		if holdsMore(t, r) {
			list.Add(diag.Diagnostic{
				Severity: diag.Warning, Code: "integer-precision", Pos: o.Pos, At: o.Pointer,
				Message: what + " may exceed 2^53, and JavaScript then loses digits",
				Hint:    "send such a number as a string, or bound it by 9007199254740991",
			})
		}
	}
	for _, s := range c.Shapes {
		t, ok := s.Type.(*ir.Struct)
		if !ok {
			find(s.Type, s.Rule, s.Origin, fmt.Sprintf("shape %q", s.Wire))
			continue
		}
		for _, f := range t.Fields {
			find(f.Type, f.Rule, f.Origin, fmt.Sprintf("property %q", f.Name))
		}
		if t.Extra != nil {
			find(t.Extra, t.ExtraRule, s.Origin, fmt.Sprintf("a property of %q without a name", s.Wire))
		}
	}
	return list
}

// holdsMore reports whether a value of type t, or one inside it, is an integer that says by a bound that it goes beyond
// what a double holds. An integer without bounds says nothing, and a shape that t refers to speaks for itself.
func holdsMore(t ir.Type, r *ir.Rule) bool {
	switch t := t.(type) {
	case *ir.Scalar:
		return (t.Kind == ir.Int64 || t.Kind == ir.Uint64) && wantsMore(r, 0)
	case *ir.Nullable:
		return holdsMore(t.Type, r)
	case *ir.List:
		return holdsMore(t.Item, t.Rule)
	case *ir.Map:
		return holdsMore(t.Value, t.Rule)
	case *ir.Union:
		return slices.ContainsFunc(t.Variants, func(v *ir.Variant) bool { return holdsMore(v.Type, v.Rule) })
	}
	return false
}

// wantsMore reports whether a rule, or one that holds with it, has a bound beyond what a double holds.
func wantsMore(r *ir.Rule, depth int) bool {
	const deepest = 100
	if r == nil || depth == deepest {
		return false
	}
	for _, n := range []*ir.Number{r.Maximum, r.ExclusiveMaximum, r.Minimum, r.ExclusiveMinimum} {
		if n == nil {
			continue
		}
		if d, ok := decimal.Parse(n.Text); ok && (d.Compare(greatestSafe) > 0 || d.Compare(leastSafe) < 0) {
			return true
		}
	}
	more := func(r *ir.Rule) bool { return wantsMore(r, depth+1) }
	return more(r.Ref) || slices.ContainsFunc(r.AllOf, more) ||
		r.Nullable && (slices.ContainsFunc(r.OneOf, more) || slices.ContainsFunc(r.AnyOf, more))
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
