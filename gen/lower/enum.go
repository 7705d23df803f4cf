package lower

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/name"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// holdValues returns what holds the values of a view that enum or const names; nil when neither does.
func (l *lowering) holdValues(v *view, k ir.Kinds, at place) ir.Type {
	var source *jsonschema.Schema
	for _, n := range v.nodes {
		if n.Const != nil || n.Enum != nil && (source == nil || source.Const == nil && len(n.Enum.Items) < len(source.Enum.Items)) {
			source = n
		}
	}
	if source == nil {
		return nil
	}
	if source.Const != nil {
		return l.literal(source.Const, k)
	}
	values, null := l.living(source, k, at)
	l.deadTypes(source)
	if len(values) == 0 {
		if null {
			return &ir.NullOnly{}
		}
		l.nothing(at, v)
		return &ir.Any{}
	}
	kinds := ir.Kinds(0)
	for _, value := range values {
		kinds |= value.Kind
	}
	if kinds != ir.KindString {
		t := scalar(kinds, values)
		if null {
			return l.orNull(t)
		}
		return t
	}
	if null {
		return l.orNull(l.enum(source, values, at.inside(ir.KindString, "value")))
	}
	return l.enum(source, values, at)
}

// living returns the values of an enum that can be accepted, null apart, and warns of the others.
func (l *lowering) living(s *jsonschema.Schema, k ir.Kinds, at place) (values []*ir.Value, null bool) {
	check := l.besideEnum(s, at)
	seen := make(map[string]bool, len(s.Enum.Items))
	for _, item := range s.Enum.Items {
		v, err := value(item)
		if err != nil || seen[v.JSON] {
			continue
		}
		seen[v.JSON] = true
		switch {
		case v.Kind&k == 0:
			if v.Kind&typeKinds(s) == 0 {
				l.dead(item, v)
			}
		case check != nil && l.refused(item, v, check, l.facts[at.schema].steps) != nil:
			l.dead(item, v)
		case v.Kind == ir.KindNull:
			null = true
		default:
			values = append(values, v)
		}
	}
	return values, null
}

func (l *lowering) dead(n *load.Node, v *ir.Value) {
	l.report(diag.Diagnostic{
		Severity: diag.Warning, Code: "enum-dead-value", Pos: n.Pos, At: n.Pointer,
		Message: "the value " + short(v.JSON) + " can never be accepted: another keyword refuses it",
		Hint:    "remove it from the enum",
	})
}

// besideEnum returns a rule of what stands beside an enum in a place; nil when that is nothing. A large enum that a
// reference leads to is not looked at: each value would be sought in all of it.
func (l *lowering) besideEnum(s *jsonschema.Schema, at place) *wire.Rule {
	const large = 500
	if s != at.schema && len(s.Enum.Items) > large {
		return nil
	}
	beside := *at.rule // its types do not count
	beside.Enum, beside.Types, beside.Shape, beside.Origin, beside.Pointer = nil, 0, nil, ir.Origin{}, ""
	if reflect.ValueOf(beside).IsZero() {
		return nil
	}
	return l.wires.Wire(&beside)
}

// deadTypes warns of a type in a list that no value of the enum beside it has.
func (l *lowering) deadTypes(s *jsonschema.Schema) {
	if len(s.Types) < 2 {
		return
	}
	values := l.valueKinds(s)
	for _, t := range s.Types {
		k := kindNamed(t.Value)
		if k == ir.KindNumber {
			k = numbers
		}
		if k&values != 0 || values&typeKinds(s) == 0 {
			continue
		}
		l.report(diag.Diagnostic{
			Severity: diag.Warning, Code: "dead-type", Pos: t.Node.Pos, At: t.Node.Pointer,
			Message: "no value of the enum has the type \"" + t.Value + "\", so it is never accepted",
			Hint:    "remove it from the type, or add a value to the enum",
		})
	}
}

// enum returns an enum of strings.
func (l *lowering) enum(s *jsonschema.Schema, values []*ir.Value, at place) ir.Type {
	sh := l.open(at)
	enum := &ir.Enum{}
	origins := make([]ir.Origin, len(values))
	for i, v := range values {
		enum.Values = append(enum.Values, &ir.EnumValue{Value: v.Str})
		origins[i] = v.Origin
	}
	l.nameValues(enum, s, origins)
	return l.shut(sh, at, enum)
}

// nameValues gives the values of an enum their words, all different, and what the contract file says of them.
func (l *lowering) nameValues(enum *ir.Enum, s *jsonschema.Schema, at []ir.Origin) {
	texts := make([]string, len(enum.Values))
	for i, v := range enum.Values {
		texts[i] = v.Value
	}
	words, clashes := name.Distinct(texts)
	for i, v := range enum.Values {
		v.Words = words[i]
	}
	l.describeValues(enum, s)
	for i, v := range enum.Values {
		if v.Pinned == nil {
			l.spelledOut("value", v.Value, v.Words, at[i])
		}
	}
	for _, c := range clashes {
		var origins []ir.Origin
		for _, i := range c.Names {
			if enum.Values[i].Pinned == nil {
				origins = append(origins, at[i])
			}
		}
		l.clash("values of an enum", c.Ident, origins)
	}
}

// literal returns what holds the one value of const.
func (l *lowering) literal(n *load.Node, k ir.Kinds) ir.Type {
	v := l.value(n)
	switch {
	case v.Kind&k == 0:
		return &ir.Any{}
	case v.Kind == ir.KindNull:
		return &ir.NullOnly{}
	}
	t := scalar(v.Kind, []*ir.Value{v})
	if s, ok := t.(*ir.Scalar); ok {
		return &ir.Literal{Value: v, Kind: s.Kind}
	}
	return t
}

// scalar returns what holds values of some kinds that are no enum of strings.
func scalar(k ir.Kinds, values []*ir.Value) ir.Type {
	switch {
	case k == ir.KindString:
		return &ir.Scalar{Kind: ir.String}
	case k == ir.KindBoolean:
		return &ir.Scalar{Kind: ir.Boolean}
	case k == ir.KindInteger:
		return integerFor(values)
	case k&^numbers == 0 && !slices.ContainsFunc(values, func(v *ir.Value) bool { return !isFloat64(v) }):
		return &ir.Scalar{Kind: ir.Float64}
	}
	return &ir.Any{}
}

// Bounds of the kinds of integers.
var (
	minusOne, _  = decimal.Parse("-1")
	twoTo63, _   = decimal.Parse("9223372036854775808")
	minInt64, _  = decimal.Parse("-9223372036854775808")
	maxInt64, _  = decimal.Parse("9223372036854775807")
	maxUint64, _ = decimal.Parse("18446744073709551615")
)

// integerFor returns what holds some integers: Int64, Uint64, or the text of the value.
func integerFor(values []*ir.Value) ir.Type {
	kind, negative := ir.Int64, false
	for _, v := range values {
		d, _ := decimal.Parse(v.JSON)
		switch {
		case d.Compare(minInt64) < 0 || d.Compare(maxUint64) > 0:
			return &ir.Any{}
		case d.Compare(maxInt64) > 0:
			kind = ir.Uint64
		}
		negative = negative || d.Negative
	}
	if kind == ir.Uint64 && negative {
		return &ir.Any{}
	}
	return &ir.Scalar{Kind: kind}
}

// isFloat64 reports whether a number is finite as a float64.
func isFloat64(v *ir.Value) bool {
	_, err := strconv.ParseFloat(v.JSON, 64)
	return err == nil
}

// constants returns an enum when each branch of a choice is one string and says nothing else, such as
// {"const": "a", "description": "..."}; the values keep what the branches say of them.
func (l *lowering) constants(alive []branch, at place) ir.Type {
	enum := &ir.Enum{}
	seen := map[string]bool{}
	var origins []ir.Origin
	for _, b := range alive {
		n := b.schema.Const
		if n == nil || n.Kind != load.String || seen[n.Text] || len(l.conjuncts(b.schema)) > 0 {
			return nil
		}
		seen[n.Text] = true
		origins = append(origins, origin(n))
		doc := outdated(cmp.Or(l.written(b.schema), title(b.schema)), b.schema)
		enum.Values = append(enum.Values, &ir.EnumValue{Value: n.Text, Doc: doc})
	}
	sh := l.open(at)
	l.nameValues(enum, at.schema, origins)
	return l.shut(sh, at, enum)
}
