package lower

import (
	"slices"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// A place is where a type is wanted.
type place struct {
	schema *jsonschema.Schema // the subschema that stands there
	rule   *ir.Rule           // what a value of schema is held to
	only   ir.Kinds           // the kinds of those values that are meant; 0 for all
	shape  *ir.Shape          // the shape that the type defines; nil for a part of one
	part   string             // a name for those values, such as "/type/object"; "" for all
	words  []string           // of the part
	making *making            // where to note the shape that is made for all the values; may be nil
}

// inside returns the place for those of a place's values that are of some kinds.
func (at place) inside(k ir.Kinds, word string) place {
	at.only, at.making = k, nil
	if at.shape != nil || word != "value" {
		at.shape = nil
		at.part += "/type/" + word
		at.words = append(at.words[:len(at.words):len(at.words)], word)
	}
	return at
}

// held returns what a value that is meant is held to.
func (at place) held() *ir.Rule {
	if at.only == 0 {
		return at.rule
	}
	return narrow(at.rule, at.only)
}

// narrow returns a rule that accepts those values of a rule that are of some kinds.
func narrow(r *ir.Rule, k ir.Kinds) *ir.Rule {
	narrowed := *r
	narrowed.Shape = nil
	narrowed.Types = asTypes(k)
	if r.Enum != nil {
		narrowed.Enum = nil
		for _, v := range r.Enum {
			if v.Kind&k != 0 {
				narrowed.Enum = append(narrowed.Enum, v)
			}
		}
	}
	return &narrowed
}

// asTypes returns kinds as "type" has them: "number" covers the integers.
func asTypes(k ir.Kinds) ir.Kinds {
	if k&ir.KindNumber != 0 {
		k &^= ir.KindInteger
	}
	return k
}

// maxNested is how deep types may be made inside each other. References do not count, for what they lead to is a shape;
// it takes keywords beside each of them to come this far.
const maxNested = 10_000

// typeOf returns what holds the values of a subschema that are of some kinds.
func (l *lowering) typeOf(s *jsonschema.Schema, mask ir.Kinds) ir.Type {
	if sh := l.shapes[s]; sh != nil {
		return &ir.Ref{Shape: sh}
	}
	key := part{s, l.kinds(s) & mask}
	if t, ok := l.parts[key]; ok {
		return t
	}
	if m, ok := l.making[key]; ok { // a part that holds itself, through a reference with keywords beside it
		if m.shape == nil {
			return &ir.Any{}
		}
		return &ir.Ref{Shape: m.shape}
	}
	if len(l.making) > maxNested {
		l.tooNested(s)
		return &ir.Any{}
	}
	m := &making{}
	l.making[key] = m
	t := l.makeType(key, m)
	delete(l.making, key)
	l.parts[key] = t
	return t
}

func (l *lowering) makeType(p part, m *making) ir.Type {
	if sh := l.alias(p.schema, p.kinds); sh != nil {
		return &ir.Ref{Shape: sh}
	}
	if p.kinds&ir.KindNull != 0 && p.kinds != ir.KindNull && p.kinds != allKinds {
		return l.orNull(l.typeOf(p.schema, p.kinds&^ir.KindNull))
	}
	at := place{schema: p.schema, rule: l.rules[p.schema], making: m}
	if p.kinds != l.kinds(p.schema) {
		at.only = p.kinds
	}
	return l.define(at, p.kinds)
}

// A part is a key for types that are made once: the values of a subschema that are of some kinds.
type part struct {
	schema *jsonschema.Schema
	kinds  ir.Kinds
}

// A making is a part whose type is not complete yet.
type making struct {
	shape *ir.Shape // that the part has got; nil for none so far
}

// define returns the type of a place whose values are of some kinds.
func (l *lowering) define(at place, k ir.Kinds) ir.Type {
	if at.shape != nil && l.isReference(at.schema) {
		return &ir.Ref{Shape: l.shapes[at.schema.Ref.Target]}
	}
	if never(at.schema) {
		return &ir.Any{} // said plainly: nothing to warn of
	}
	return l.hold(l.view(at.schema), k, at)
}

// isReference reports whether a subschema is a reference, and asserts nothing beside it. Only then is a shape another
// name for what it refers to: with more, it has a rule of its own, and needs a type of its own to enforce it.
func (l *lowering) isReference(s *jsonschema.Schema) bool {
	return s.Bool == nil && s.Ref != nil && countAssertions(s) == 1 && len(l.rules[s].RequiredWhen) == 0
}

// alias returns the shape that a subschema refers to, if beside the reference it says nothing of the form of values.
func (l *lowering) alias(s *jsonschema.Schema, k ir.Kinds) *ir.Shape {
	for s.Bool == nil && structureOf(s) == 0 {
		var next *jsonschema.Schema
		for _, b := range l.conjuncts(s) {
			if l.shapes[b] == nil && l.view(b).structure() == 0 && len(l.conjuncts(b)) == 0 {
				continue // refuses values, and no more
			}
			if next != nil {
				return nil
			}
			next = b
		}
		if next == nil {
			return nil
		}
		if sh := l.shapes[next]; sh != nil {
			if l.kinds(next) != k {
				return nil
			}
			return sh
		}
		s = next
	}
	return nil
}

// conjuncts returns the subschemas that hold with s for the same value.
func (l *lowering) conjuncts(s *jsonschema.Schema) []*jsonschema.Schema {
	var list []*jsonschema.Schema
	for _, t := range []*jsonschema.Schema{target(s.Ref), target(s.DynamicRef)} {
		if t != nil {
			list = append(list, t)
		}
	}
	list = append(list, s.AllOf...)
	if len(s.AnyOf) == 1 {
		list = append(list, s.AnyOf[0])
	}
	if len(s.OneOf) == 1 {
		list = append(list, s.OneOf[0])
	}
	return list
}

// hold returns what holds the values of some kinds that a view accepts. It may hold more: rules refuse the rest.
func (l *lowering) hold(v *view, k ir.Kinds, at place) ir.Type {
	switch k {
	case 0:
		l.nothing(at, v)
		return &ir.Any{}
	case allKinds:
		return &ir.Any{}
	case ir.KindNull:
		return &ir.NullOnly{}
	}
	if t := l.holdValues(v, k, at); t != nil {
		return t
	}
	if k&ir.KindNull != 0 {
		return l.orNull(l.hold(v, k&^ir.KindNull, at.inside(k&^ir.KindNull, "value")))
	}
	if k&ir.KindObject != 0 && l.impossible(v) {
		if k &^= ir.KindObject; k == 0 {
			l.nothing(at, v)
			return &ir.Any{}
		}
	}
	if t := l.holdChoice(v, k, at); t != nil {
		return t
	}
	if single(k) {
		return l.holdKind(v, k, at)
	}
	return l.holdKinds(v, k, at)
}

// orNull returns t or null.
func (l *lowering) orNull(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.Any, *ir.Nullable:
		return t
	case *ir.Ref:
		if l.kinds(l.homes[t.Shape])&ir.KindNull != 0 && l.shapes[l.homes[t.Shape]] == t.Shape {
			return t // null is a value of the shape already
		}
	}
	return &ir.Nullable{Type: t}
}

// holdKind returns what holds values of one JSON type.
func (l *lowering) holdKind(v *view, k ir.Kinds, at place) ir.Type {
	switch k {
	case ir.KindBoolean:
		return &ir.Scalar{Kind: ir.Boolean}
	case ir.KindString:
		return &ir.Scalar{Kind: ir.String}
	case ir.KindInteger:
		if slices.ContainsFunc(v.nodes, unsigned) {
			return &ir.Scalar{Kind: ir.Uint64}
		}
		return &ir.Scalar{Kind: ir.Int64}
	case ir.KindArray:
		return l.list(v)
	case ir.KindObject:
		return l.object(v, at)
	}
	return &ir.Scalar{Kind: ir.Float64}
}

// kindOrder is the order of the variants of a union by JSON type.
var kindOrder = []struct {
	kinds ir.Kinds
	word  string
}{
	{ir.KindString, "string"}, {numbers, "number"}, {ir.KindBoolean, "boolean"},
	{ir.KindArray, "array"}, {ir.KindObject, "object"},
}

// kindWord names one JSON type.
func kindWord(k ir.Kinds) string {
	if k == ir.KindInteger {
		return "integer"
	}
	for _, o := range kindOrder {
		if k&^o.kinds == 0 {
			return o.word
		}
	}
	return "value"
}

// holdKinds returns a union with a variant for each JSON type.
func (l *lowering) holdKinds(v *view, k ir.Kinds, at place) ir.Type {
	sh := l.open(at)
	union := &ir.Union{}
	for _, o := range kindOrder {
		kinds := k & o.kinds
		if kinds == 0 {
			continue
		}
		word := kindWord(kinds)
		inner := at.inside(kinds, word)
		union.Variants = append(union.Variants, &ir.Variant{
			Words: []string{word}, Type: l.holdKind(v, kinds, inner), Rule: inner.held(), Kinds: kinds,
		})
	}
	return l.shut(sh, at, union)
}

// unsigned reports whether a subschema accepts integers alone of which none is negative and some exceed int64.
func unsigned(s *jsonschema.Schema) bool {
	if typeKinds(s)&numbers != ir.KindInteger {
		return false
	}
	low, high := bounds([]*jsonschema.Schema{s})
	return low.above(minusOne) && (low.above(maxInt64) || high != nil && !high.below(twoTo63))
}

// nothing warns of a place that no value can take.
func (l *lowering) nothing(at place, v *view) {
	pos := origin(at.schema.Node)
	hint := "remove it, or change the keywords that contradict each other"
	for _, n := range v.nodes {
		if n.Enum != nil && typeKinds(n)&l.valueKinds(n) == 0 {
			pos = origin(n.Enum)
			hint = "no value of the enum has the type beside it; an enum speaks of the whole value, not of its items"
		}
		if n.AdditionalProperties != nil && never(n.AdditionalProperties) && len(v.nodes) > 1 {
			hint = "additionalProperties looks at the properties beside it alone; unevaluatedProperties sees those of " +
				"allOf, oneOf and $ref too"
		}
	}
	l.report(diag.Diagnostic{
		Severity: diag.Warning, Code: "nothing-matches", Pos: pos.Pos, At: pos.Pointer,
		Message: "no value can match this schema", Hint: hint,
	})
}
