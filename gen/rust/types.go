package rust

import (
	"math/big"

	"github.com/rightkit/lockstep/gen/ir"
)

// typeOf is how a type is written inside a shape, in the module of the contract.
func (p *plan) typeOf(s *ir.Shape, t ir.Type, r *ir.Rule) string {
	switch t := t.(type) {
	case *ir.Ref:
		if p.boxed[edge{s, t.Shape}] {
			return p.std("Box") + "<" + p.shapes[t.Shape] + ">"
		}
		return p.shapes[t.Shape]
	case *ir.Scalar:
		return p.scalarType(t.Kind, r)
	case *ir.Literal:
		return p.scalarType(t.Kind, r)
	case *ir.List:
		return p.std("Vec") + "<" + p.inList(t.Item, t.Rule) + ">"
	case *ir.Map:
		return p.std("BTreeMap") + "<" + p.std("String") + ", " + p.inList(t.Value, t.Rule) + ">"
	case *ir.Nullable:
		return p.std("Option") + "<" + p.typeOf(s, t.Type, notNull(r)) + ">"
	}
	return "Json" // Any, Tuple, NullOnly: the text of the value
}

// inList is typeOf where a list or a map is between the type and the shape: nothing needs a box.
func (p *plan) inList(t ir.Type, r *ir.Rule) string { return p.typeOf(nil, t, r) }

// std is the name of a type of the prelude, or of one that modules import; with its path where a shape has that name.
func (p *plan) std(id string) string {
	if !p.taken[id] {
		return id
	}
	return map[string]string{
		"Box": "::std::boxed::Box", "Vec": "::std::vec::Vec", "String": "::std::string::String",
		"Option": "::core::option::Option", "Result": "::core::result::Result", "From": "::core::convert::From",
		"Sized": "::core::marker::Sized", "BTreeMap": "::std::collections::BTreeMap", "Duration": "::core::time::Duration",
	}[id]
}

func (p *plan) scalarType(k ir.ScalarKind, r *ir.Rule) string {
	switch k {
	case ir.String:
		return p.std("String")
	case ir.Boolean:
		return "bool"
	case ir.Uint64:
		return "u64"
	case ir.Int64:
		if low, _ := intRange(r, false); low.Sign() >= 0 {
			return "usize"
		}
		return "i64"
	}
	return "f64"
}

// fieldType is how the type of a field is written: an absent property is none.
func (p *plan) fieldType(s *ir.Shape, f *ir.Field) string {
	t := p.typeOf(s, f.Type, f.Rule)
	if f.Presence == ir.Required {
		return t
	}
	return p.std("Option") + "<" + t + ">"
}

// intRange returns the inclusive bounds of an integer: those of its type, and those of its rule within them.
func intRange(r *ir.Rule, unsigned bool) (low, high *big.Int) {
	low, high = minInt64, maxInt64
	if unsigned {
		low, high = new(big.Int), maxUint64
	}
	r = target(r)
	if r == nil {
		return low, high
	}
	raise := func(n *ir.Number, exclusive bool) {
		if floor, whole := floorOf(n); floor != nil {
			if exclusive || !whole {
				floor.Add(floor, big.NewInt(1))
			}
			if floor.Cmp(low) > 0 {
				low = floor
			}
		}
	}
	reduce := func(n *ir.Number, exclusive bool) {
		if floor, whole := floorOf(n); floor != nil {
			if exclusive && whole {
				floor.Sub(floor, big.NewInt(1))
			}
			if floor.Cmp(high) < 0 {
				high = floor
			}
		}
	}
	raise(r.Minimum, false)
	raise(r.ExclusiveMinimum, true)
	reduce(r.Maximum, false)
	reduce(r.ExclusiveMaximum, true)
	return low, high
}

var (
	minInt64  = new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 63))
	maxInt64  = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 63), big.NewInt(1))
	maxUint64 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1))
	beyond    = new(big.Int).Lsh(big.NewInt(1), 66) // further from 0 than any integer that is held
)
