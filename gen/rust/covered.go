package rust

import (
	"math/big"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/ir"
)

// A decoder that reads a value token by token enforces the keywords that its type carries. This file decides for which
// rules that is all there is: the others go through the runtime's interpreter first.

// target follows references that stand alone: the rule {"$ref": x} is x.
func target(r *ir.Rule) *ir.Rule {
	for steps := 0; r != nil && r.Ref != nil && steps < 1000; steps++ {
		bare := *r
		bare.Ref = nil
		if !only(&bare, 0) {
			return r
		}
		r = r.Ref
	}
	return r
}

// Groups of keywords.
const (
	kwType = 1 << iota
	kwEnum
	kwConst
	kwBounds
	kwItemCount
	kwItems
	kwProperties
	kwRequired
	kwAdditional
	kwPropertyCount
	kwWhen
	kwUnion
)

// only reports whether a rule has no keywords but those of some groups.
func only(r *ir.Rule, allowed int) bool {
	bare := *r
	bare.Origin, bare.Pointer, bare.Shape, bare.Unsigned, bare.Tag, bare.Nullable = ir.Origin{}, "", nil, false, nil, false
	drop := func(group int, clear func()) {
		if allowed&group != 0 {
			clear()
		}
	}
	drop(kwType, func() { bare.Types = 0 })
	drop(kwEnum, func() { bare.Enum = nil })
	drop(kwConst, func() { bare.Const = nil })
	drop(kwBounds, func() {
		bare.Minimum, bare.Maximum, bare.ExclusiveMinimum, bare.ExclusiveMaximum = nil, nil, nil, nil
	})
	drop(kwItemCount, func() { bare.MinItems, bare.MaxItems = nil, nil })
	drop(kwItems, func() { bare.Items = nil })
	drop(kwProperties, func() { bare.Properties = nil })
	drop(kwRequired, func() { bare.Required = nil })
	drop(kwAdditional, func() { bare.AdditionalProperties = nil })
	drop(kwPropertyCount, func() { bare.MinProperties, bare.MaxProperties = nil, nil })
	drop(kwWhen, func() { bare.RequiredWhen = nil })
	drop(kwUnion, func() { bare.OneOf, bare.AnyOf = nil, nil })
	return empty(&bare)
}

// empty reports whether no keyword of a rule is set.
func empty(r *ir.Rule) bool {
	return !r.Never && r.Types == 0 && r.Enum == nil && r.Const == nil && r.MinLength == nil && r.MaxLength == nil &&
		r.Pattern == nil && r.Minimum == nil && r.Maximum == nil && r.ExclusiveMinimum == nil && r.ExclusiveMaximum == nil &&
		r.MultipleOf == nil && r.MinItems == nil && r.MaxItems == nil && !r.UniqueItems && len(r.PrefixItems) == 0 &&
		r.Items == nil && r.Contains == nil && r.MinContains == nil && r.MaxContains == nil && r.UnevaluatedItems == nil &&
		len(r.Properties) == 0 && len(r.Required) == 0 && len(r.PatternProperties) == 0 && r.AdditionalProperties == nil &&
		r.PropertyNames == nil && r.MinProperties == nil && r.MaxProperties == nil && len(r.DependentRequired) == 0 &&
		len(r.DependentSchemas) == 0 && r.UnevaluatedProperties == nil && len(r.RequiredWhen) == 0 && r.Ref == nil &&
		len(r.AllOf) == 0 && len(r.AnyOf) == 0 && len(r.OneOf) == 0 && r.Not == nil && r.If == nil && r.Then == nil &&
		r.Else == nil
}

// covered reports whether the decoder of a value of type t enforces all of r without the interpreter. The parts of the
// value are looked at when their own readers are made; only the keywords of r itself count here.
func covered(t ir.Type, r *ir.Rule) bool {
	if r == nil {
		return true // the rule around it has been asked
	}
	r = target(r)
	switch t := t.(type) {
	case *ir.Ref:
		return r == target(t.Shape.Rule)
	case *ir.Scalar, *ir.Literal:
		return true // the reader of a scalar asks the rule
	case *ir.Enum:
		return (r.Types == 0 || r.Types == ir.KindString) && only(r, kwType|kwEnum) && len(r.Enum) == len(t.Values)
	case *ir.List:
		return r.Types == ir.KindArray && only(r, kwType|kwItems|kwItemCount) && t.Rule == r.Items
	case *ir.Map:
		return r.Types == ir.KindObject && only(r, kwType|kwAdditional|kwPropertyCount) && t.Rule == r.AdditionalProperties
	case *ir.Struct:
		return coveredStruct(t, r)
	case *ir.Nullable:
		inner := notNull(r)
		if inner == r { // {"type": [T, "null"]}: the keywords of T do not look at null
			bare := *r
			bare.Types &^= ir.KindNull
			if r.Types&ir.KindNull == 0 || r.Enum != nil || r.Const != nil || bare.Types == 0 {
				return false
			}
			if _, scalar := t.Type.(*ir.Scalar); scalar {
				return only(&bare, kwType|kwBounds) || only(stringsOnly(bare), kwType)
			}
			return covered(t.Type, &bare)
		}
		return only(r, kwUnion) && r.Nullable && covered(t.Type, inner)
	case *ir.Union:
		return coveredUnion(t, r)
	case *ir.Any:
		return empty(r)
	}
	return false
}

// stringsOnly is a rule without the keywords that look at strings alone.
func stringsOnly(r ir.Rule) *ir.Rule {
	r.MinLength, r.MaxLength, r.Pattern = nil, nil, nil
	return &r
}

func coveredStruct(t *ir.Struct, r *ir.Rule) bool {
	if r.Types != ir.KindObject || len(t.Fields) != len(r.Properties) ||
		!only(r, kwType|kwProperties|kwRequired|kwAdditional|kwWhen) {
		return false
	}
	for i, f := range t.Fields {
		if f.Name != r.Properties[i].Name || f.Rule != r.Properties[i].Rule {
			return false
		}
	}
	for _, name := range r.Required {
		if f := fieldNamed(t, name); f == nil || f.Presence != ir.Required {
			return false
		}
	}
	for i := range r.RequiredWhen {
		c := &r.RequiredWhen[i]
		if f := fieldNamed(t, c.Property); f == nil || enumOf(f.Type) == nil {
			return false
		}
		for _, name := range c.Required {
			if fieldNamed(t, name) == nil {
				return false
			}
		}
	}
	other := r.AdditionalProperties
	return other == nil || other.Never || empty(target(other)) || t.Extra != nil && t.ExtraRule == other
}

// coveredUnion reports whether the variant of a value is known by its tag.
func coveredUnion(t *ir.Union, r *ir.Rule) bool {
	branches := r.OneOf
	if len(branches) == 0 {
		branches = r.AnyOf
	}
	if len(r.OneOf) > 0 && len(r.AnyOf) > 0 || len(branches) != len(t.Variants) {
		return false
	}
	for i, v := range t.Variants {
		if v.Rule != branches[i] {
			return false
		}
	}
	return t.Tag != "" && r.Tag != nil && only(r, kwType|kwUnion) && (r.Types == 0 || r.Types == ir.KindObject)
}

// notNull returns the rule of the values that are not null: the other branch of a union with null, else r itself.
func notNull(r *ir.Rule) *ir.Rule {
	r = target(r)
	if r == nil || !r.Nullable {
		return r
	}
	for _, b := range append(append([]*ir.Rule{}, r.OneOf...), r.AnyOf...) {
		if !onlyNull(b) {
			return b
		}
	}
	return r
}

// onlyNull reports whether a rule is one of the spellings of null.
func onlyNull(r *ir.Rule) bool {
	r = target(r)
	return r.Types == ir.KindNull || r.Const != nil && r.Const.Kind == ir.KindNull ||
		len(r.Enum) == 1 && r.Enum[0].Kind == ir.KindNull
}

// fieldNamed returns the field with a wire name, or nil.
func fieldNamed(s *ir.Struct, wire string) *ir.Field {
	for _, f := range s.Fields {
		if f.Name == wire {
			return f
		}
	}
	return nil
}

// enumOf returns the shape whose enum a type refers to, or nil.
func enumOf(t ir.Type) *ir.Shape {
	r, ok := t.(*ir.Ref)
	if !ok || r.Shape.Secret {
		return nil
	}
	if _, ok := r.Shape.Type.(*ir.Enum); ok {
		return r.Shape
	}
	return enumOf(r.Shape.Type)
}

// floorOf returns the largest integer that is not above a bound, and whether that is the bound itself; nil when there is
// no bound. What is beyond every integer that is held is cut off, so that no exponent asks for gigabytes.
func floorOf(n *ir.Number) (floor *big.Int, whole bool) {
	if n == nil {
		return nil, false
	}
	d, ok := decimal.Parse(n.Text)
	if !ok {
		return nil, false // lowering has refused it
	}
	places := len(d.Digits) + d.Exponent // before the decimal point
	switch {
	case d.Sign() == 0:
		return new(big.Int), true
	case places > 20:
		floor = new(big.Int).Set(beyond)
	case places <= 0:
		floor = new(big.Int)
	default:
		digits := d.Digits
		if d.Exponent < 0 {
			digits = digits[:places]
		}
		floor, _ = new(big.Int).SetString(digits, 10)
		if d.Exponent > 0 {
			floor.Mul(floor, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Exponent)), nil))
		}
	}
	if d.Negative {
		floor.Neg(floor)
		if !d.IsInteger() {
			floor.Sub(floor, big.NewInt(1))
		}
	}
	return floor, d.IsInteger()
}
