package typescript

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
)

// ruledType returns how a type is written that a rule narrows. What a rule says and a type of the model cannot hold is a
// closed set of values that are not all strings, and an array that may end inside its prefix:
//
//	export type Level = 1 | 2 | 3;
//	export type Pair = [string, number?];
func (e *emitter) ruledType(t ir.Type, r *ir.Rule, input bool) typeExpr {
	if r == nil {
		return e.typeOf(t, input)
	}
	if values := literalValues(t, r); values != nil {
		types := make([]string, len(values))
		for i, v := range values {
			types[i] = v.value()
		}
		return union(types)
	}
	if l, ok := t.(*ir.List); ok && len(target(r).PrefixItems) > 0 {
		if _, untyped := l.Item.(*ir.Any); untyped && target(r).Types == ir.KindArray {
			return e.openTuple(target(r), input)
		}
	}
	return e.typeOf(t, input)
}

// literalValues returns the values of a closed set that are not all strings; nil when there is no such set, or when
// JavaScript cannot hold one of them exactly.
func literalValues(t ir.Type, r *ir.Rule) []node {
	if !narrowable(t) || r == nil {
		return nil
	}
	r = target(r)
	nullable := false
	if branches := append(slices.Clip(r.OneOf), r.AnyOf...); r.Nullable && len(branches) == 2 && keywordsOf(r).only(kwOneOf|kwAnyOf) {
		if i := slices.IndexFunc(branches, func(b *ir.Rule) bool { return b.Types != ir.KindNull }); i >= 0 {
			r, nullable = target(branches[i]), true
		}
	}
	if _, strings := stringValues(r.Enum); strings {
		return nil
	}
	var list []node
	for _, v := range r.Enum {
		text := v.JSON
		switch v.Kind {
		case ir.KindString:
			text = literal(v.Str)
		case ir.KindInteger, ir.KindNumber:
			n, ok := double(v.JSON)
			f, err := strconv.ParseFloat(v.JSON, 64)
			if !ok || err != nil || math.Abs(f) >= 1<<53 {
				return nil
			}
			text = n
		case ir.KindArray, ir.KindObject:
			return nil
		}
		list = append(list, atom{js: text})
	}
	if null := (atom{js: "null"}); nullable && !slices.Contains(list, node(null)) {
		list = append(list, null)
	}
	return list
}

// narrowable reports whether a type of the model says less than the values that a rule lists.
func narrowable(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.Scalar, *ir.Any:
		return true
	case *ir.Nullable:
		return narrowable(t.Type)
	}
	return false
}

// openTuple returns the type of an array that has prefixItems, of which not all must be there.
func (e *emitter) openTuple(r *ir.Rule, input bool) typeExpr {
	var items []string
	for i, item := range r.PrefixItems {
		mark := "?"
		if r.MinItems != nil && i < *r.MinItems {
			mark = ""
		}
		t := e.typeOfRule(item, input)
		if t.loose && mark != "" {
			t.text = "(" + t.text + ")"
		}
		items = append(items, t.text+mark)
	}
	switch {
	case r.Items == nil:
		items = append(items, "..."+e.typeOf(&ir.Any{}, input).array().text)
	case !target(r.Items).Never:
		items = append(items, "..."+e.typeOfRule(r.Items, input).array().text)
	}
	return typeExpr{"[" + strings.Join(items, ", ") + "]", false}
}

// typeOfRule returns the type of what a rule accepts, as far as the rule itself tells.
func (e *emitter) typeOfRule(r *ir.Rule, input bool) typeExpr {
	r = target(r)
	if r.Shape != nil && e.plan.shapes[r.Shape] != "" {
		return e.typeOf(&ir.Ref{Shape: r.Shape}, input)
	}
	var t ir.Type = &ir.Any{}
	switch r.Types {
	case ir.KindString:
		t = &ir.Scalar{Kind: ir.String}
	case ir.KindBoolean:
		t = &ir.Scalar{Kind: ir.Boolean}
	case ir.KindInteger, ir.KindNumber, ir.KindInteger | ir.KindNumber:
		t = &ir.Scalar{Kind: ir.Float64}
	case ir.KindNull:
		t = &ir.NullOnly{}
	}
	return e.ruledType(t, r, input)
}

// closedValues returns the values of a shape that has a closed set of them, as the module writes them; nil for any other.
func closedValues(s *ir.Shape) []node {
	for range 1000 {
		ref, ok := s.Type.(*ir.Ref)
		if !ok || !keywordsOf(s.Rule).only(kwRef) {
			break
		}
		s = ref.Shape
	}
	if t, ok := s.Type.(*ir.Enum); ok {
		values := make([]node, len(t.Values))
		for i, v := range t.Values {
			values[i] = str(v.Value)
		}
		return values
	}
	return literalValues(s.Type, s.Rule)
}
