package typescript

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/rightkit/lockstep/gen/ir"
)

// keywords is the condition of a rule, keyword by keyword.
func (w *checkWriter) keywords(r *ir.Rule, at site) expr {
	has := keywordsOf(r)
	own := has & (kwString | kwNumber | kwArray | kwObject)
	switch {
	case has == 0:
		return call(w.rt("isJson"), at.v)
	case r.Never:
		return anyOf{}
	case has&kwRule != 0 || r.Types == 0 && own != 0:
		return w.left(r, at)
	}
	parts := []expr{w.types(r, at), w.values(r, at)}
	if r.Ref != nil {
		parts = append(parts, w.condition(r.Ref, at))
	}
	for i, branch := range r.AllOf {
		parts = append(parts, w.condition(branch, at.branch("All", i)))
	}
	if len(r.AnyOf)+len(r.OneOf) > 0 {
		parts = append(parts, w.unions(r, at)...)
	}
	return both(parts...)
}

// sub and branch name a part of a rule at the same value.
func (s site) sub(word string) site {
	s.id += word
	return s
}

func (s site) branch(word string, i int) site { return s.sub(word + strconv.Itoa(i+1)) }

// left leaves a value to its rule.
func (w *checkWriter) left(r *ir.Rule, at site) expr {
	id, named := w.plan.rules[target(r)]
	if !named {
		id = w.plan.nameRule(r, w.partID(at.id))
	}
	return call(w.rt("accepts"), at.v, id)
}

// types is the condition that the keywords about one JSON type make; nil when there is none.
func (w *checkWriter) types(r *ir.Rule, at site) expr {
	if r.Types == 0 {
		return nil
	}
	if _, closed := stringValues(r.Enum); closed && r.Enum != nil && r.Types&ir.KindString != 0 && keywordsOf(r)&kwString == 0 {
		return nil // a string of the enum is a string
	}
	var kinds anyOf
	add := func(k ir.Kinds, e func() expr) {
		if r.Types&k != 0 {
			kinds = append(kinds, e())
		}
	}
	add(ir.KindNull, func() expr { return same(at.v, "null") })
	add(ir.KindBoolean, func() expr {
		if r.Const != nil && r.Const.Kind == ir.KindBoolean {
			return same(at.v, r.Const.JSON)
		}
		return same("typeof "+at.v, `"boolean"`)
	})
	add(ir.KindInteger|ir.KindNumber, func() expr { return w.number(r, at) })
	add(ir.KindString, func() expr { return w.str(r, at) })
	add(ir.KindArray, func() expr { return w.container(r, ir.KindArray, at) })
	add(ir.KindObject, func() expr { return w.container(r, ir.KindObject, at) })
	return either(kinds...)
}

// container is the condition that a value is an array or an object as the rule wants it: a function's.
func (w *checkWriter) container(r *ir.Rule, kind ir.Kinds, at site) expr {
	bare := &ir.Rule{Origin: r.Origin, Pointer: r.Pointer, Types: kind}
	if kind == ir.KindArray {
		bare.Items, bare.MinItems, bare.MaxItems, bare.UniqueItems = r.Items, r.MinItems, r.MaxItems, r.UniqueItems
		at = at.sub("Array")
	} else {
		bare.Properties, bare.Required, bare.AdditionalProperties = r.Properties, r.Required, r.AdditionalProperties
		bare.RequiredWhen = r.RequiredWhen
		at = at.sub("Object")
	}
	return w.condition(bare, at)
}

func (w *checkWriter) number(r *ir.Rule, at site) expr {
	held := "isInt64"
	switch {
	case r.Types&ir.KindNumber != 0:
		held = "isNumber"
	case r.Unsigned:
		held = "isUint64"
	}
	parts := []expr{call(w.rt(held), at.v)}
	for _, b := range []struct {
		bound              *ir.Number
		operator, opposite string
	}{{r.Minimum, ">=", "<"}, {r.Maximum, "<=", ">"}, {r.ExclusiveMinimum, ">", "<="}, {r.ExclusiveMaximum, "<", ">="}} {
		if b.bound == nil {
			continue
		}
		if n, ok := double(b.bound.Text); ok {
			parts = append(parts, compare(at.v, b.operator, b.opposite, n))
		} else {
			parts = append(parts, compare(w.rt("compare")+"("+at.v+", "+literal(b.bound.Text)+")", b.operator, b.opposite, "0"))
		}
	}
	if r.MultipleOf != nil {
		parts = append(parts, call(w.rt("isMultiple"), at.v, literal(r.MultipleOf.Text)))
	}
	return both(parts...)
}

// double returns a decimal number as a literal, if the nearest double is written like it: then comparing doubles is exact.
func double(text string) (string, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || len(text) > 40 {
		return "", false
	}
	shortest := strconv.FormatFloat(f, 'g', -1, 64)
	exact, ok := new(big.Rat).SetString(text)
	written, fine := new(big.Rat).SetString(shortest)
	if !ok || !fine || exact.Cmp(written) != 0 {
		return "", false
	}
	if plain := strconv.FormatFloat(f, 'f', -1, 64); len(plain) <= 17 {
		return plain, true
	}
	return shortest, true
}

func (w *checkWriter) str(r *ir.Rule, at site) expr {
	parts := []expr{same("typeof "+at.v, `"string"`)}
	if r.MinLength != nil && *r.MinLength > 0 || r.MaxLength != nil {
		arguments := []string{at.v, "0"}
		if r.MinLength != nil {
			arguments[1] = strconv.Itoa(*r.MinLength)
		}
		if r.MaxLength != nil {
			arguments = append(arguments, strconv.Itoa(*r.MaxLength))
		}
		parts = append(parts, call(w.rt("isLength"), arguments...))
	}
	if r.Pattern != nil {
		parts = append(parts, call(w.rt("isMatch"), at.v, literal(r.Pattern.Source)))
	}
	return both(parts...)
}

// values is the condition of enum and const; nil when there is none.
func (w *checkWriter) values(r *ir.Rule, at site) expr {
	var parts []expr
	if r.Enum != nil {
		list := make([]expr, len(r.Enum))
		for i, v := range r.Enum {
			list[i] = w.equal(v, at)
		}
		parts = append(parts, either(list...))
	}
	if r.Const != nil && !(r.Const.Kind == ir.KindBoolean && r.Types&ir.KindBoolean != 0) {
		parts = append(parts, w.equal(r.Const, at))
	}
	if parts == nil {
		return nil
	}
	return both(parts...)
}

// equal is the condition that a value is one of the contract's.
func (w *checkWriter) equal(v *ir.Value, at site) expr {
	switch v.Kind {
	case ir.KindString:
		return same(at.v, literal(v.Str))
	case ir.KindNull, ir.KindBoolean:
		return same(at.v, v.JSON)
	case ir.KindInteger, ir.KindNumber:
		if n, ok := double(v.JSON); ok {
			return same(at.v, n)
		}
	}
	// What isEqual is asked about has to be a JSON value.
	return both(call(w.rt("isJson"), at.v), call(w.rt("isEqual"), at.v, literal(v.JSON)))
}

// unions are the conditions of anyOf and oneOf. Tag and Nullable speak of oneOf when there are both.
func (w *checkWriter) unions(r *ir.Rule, at site) []expr {
	if other := notNull(r); other != nil {
		return []expr{either(same(at.v, "null"), w.condition(other, at))}
	}
	var parts []expr
	alone := keywordsOf(r) == kwAnyOf
	switch {
	case len(r.AnyOf) == 0:
	case r.Tag != nil && len(r.OneOf) == 0 && !alone:
		parts = append(parts, w.condition(&ir.Rule{Pointer: r.Pointer, AnyOf: r.AnyOf, Tag: r.Tag}, at.sub("Choice")))
	default:
		var branches []expr
		for i, b := range r.AnyOf {
			branches = append(branches, w.condition(b, at.branch("Case", i)))
		}
		parts = append(parts, either(branches...))
	}
	if len(r.OneOf) > 0 {
		parts = append(parts, w.condition(&ir.Rule{Pointer: r.Pointer, OneOf: r.OneOf, Tag: r.Tag}, at.sub("Choice")))
	}
	return parts
}

// notNull returns the other branch of a union that is one schema and null; nil for any other rule.
func notNull(r *ir.Rule) *ir.Rule {
	branches := r.OneOf
	if len(branches) == 0 {
		branches = r.AnyOf
	}
	if !r.Nullable || len(branches) != 2 || len(r.OneOf) > 0 && len(r.AnyOf) > 0 {
		return nil
	}
	i := slices.IndexFunc(branches, func(b *ir.Rule) bool { return b.Types != ir.KindNull })
	if i < 0 {
		return nil
	}
	if other := target(branches[i]); other.Types != 0 && other.Types&ir.KindNull == 0 {
		return other
	}
	return nil // it may accept null itself
}
