package lower

import (
	"slices"
	"strconv"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// holdChoice returns what holds the values of a view that has alternatives; nil when the alternatives add nothing to
// what the view says without them, so that they only refuse values.
//
// Beside properties, each alternative becomes a struct of those properties and its own: base and (A or B) is (base and
// A) or (base and B). Several choices would need each combination; there the value is held as Any.
func (l *lowering) holdChoice(v *view, k ir.Kinds, at place) ir.Type {
	var found *choice
	for i := range v.choices {
		c := &v.choices[i]
		if l.constrains(v, c, k) {
			continue
		}
		if found != nil {
			return l.severalChoices(k)
		}
		found = c
	}
	if found == nil {
		return nil
	}
	alive := l.alive(found, k)
	base := l.join(found, v)
	if base.structure()&^(hasRequired|hasChoice) != 0 || len(base.required()) > 0 && k == ir.KindObject {
		return l.holdMerged(base, found, alive, k, at)
	}
	if len(alive) == 1 && at.shape != nil {
		return l.hold(l.view(alive[0].schema), k, at) // a shape has a type of its own
	}
	if len(alive) == 1 {
		return l.typeOf(alive[0].schema, k)
	}
	if t := l.constants(alive, at); t != nil {
		return t
	}
	if k&compound == 0 && !disjoint(alive) {
		return nil // strings, numbers and booleans are held by type
	}
	for _, b := range alive {
		if b.kinds == notNull {
			return &ir.Any{} // a variant that holds everything
		}
	}
	return l.union(found, alive, at, func(b branch) ir.Type { return l.typeOf(b.schema, b.kinds) })
}

// severalChoices returns what holds values on which several choices bear: nil for scalars, which are held by type.
func (l *lowering) severalChoices(k ir.Kinds) ir.Type {
	if k&compound == 0 {
		return nil
	}
	return &ir.Any{}
}

// A branch is an alternative that some value can take.
type branch struct {
	schema *jsonschema.Schema
	index  int // in the choice
	kinds  ir.Kinds
}

// alive returns the branches that a value of some kinds can take.
func (l *lowering) alive(c *choice, k ir.Kinds) []branch {
	var list []branch
	if !l.spend(len(c.branches)) {
		return nil
	}
	for i, b := range c.branches {
		if kinds := l.kinds(b) & k; kinds != 0 {
			list = append(list, branch{b, i, kinds})
		}
	}
	return list
}

// constrains reports whether a choice only refuses values: no branch says anything of the form of a value that the
// view does not say without it. Branches of different JSON types always say something, and so does a shape that is the
// only one left: its name.
func (l *lowering) constrains(v *view, c *choice, k ir.Kinds) bool {
	alive := l.alive(c, k)
	if len(alive) == 1 && v.structure() == hasChoice && l.alias(alive[0].schema, k) != nil {
		return false
	}
	declared := map[string]bool{}
	for _, n := range v.nodes {
		for _, p := range n.Properties {
			declared[p.Name] = true
		}
	}
	for _, b := range alive {
		if b.kinds != k || l.shapes[b.schema] != nil && len(declared) == 0 {
			return false
		}
		w := l.view(b.schema)
		set := w.structure() &^ hasRequired
		if set&^hasProperties != 0 {
			return false
		}
		for _, n := range w.nodes {
			for _, p := range n.Properties {
				if !declared[p.Name] {
					return false
				}
			}
		}
		if set != 0 && len(declared) == 0 {
			return false
		}
	}
	return true
}

// disjoint reports whether the JSON type of a value picks the branch.
func disjoint(branches []branch) bool {
	var seen ir.Kinds
	for _, b := range branches {
		if overlap(b.kinds, seen) {
			return false
		}
		seen |= b.kinds
	}
	return true
}

// union returns a union with a variant for each branch, of the type that held returns for it.
func (l *lowering) union(c *choice, branches []branch, at place, held func(branch) ir.Type) ir.Type {
	sh := l.open(at)
	union := &ir.Union{}
	tag := l.rules[c.owner].Tag
	if tag != nil {
		union.Tag = tag.Property
	}
	words := l.variantWords(c)
	for _, b := range branches {
		variant := &ir.Variant{Words: words[b.index], Type: held(b), Rule: l.rules[b.schema], Kinds: b.kinds}
		if tag != nil {
			variant.Values = tag.Values[b.index]
		}
		union.Variants = append(union.Variants, variant)
	}
	return l.shut(sh, at, union)
}

// holdMerged returns what holds objects for which a base and one of the branches hold.
func (l *lowering) holdMerged(base *view, c *choice, alive []branch, k ir.Kinds, at place) ir.Type {
	if k != ir.KindObject || len(base.choices) > 0 {
		return l.severalChoices(k)
	}
	if c.keyword == "anyOf" && slices.ContainsFunc(base.nodes, func(n *jsonschema.Schema) bool { return typed(n.UnevaluatedProperties) }) {
		return &ir.Any{} // when several branches hold, each says of some properties that they are evaluated
	}
	var possible []branch
	var merged []*view
	for _, b := range alive {
		w := l.view(b.schema)
		if len(w.choices) > 0 || !l.spend(base.size()) {
			return &ir.Any{}
		}
		if m := l.join(nil, base, w); !l.impossible(m) {
			possible, merged = append(possible, b), append(merged, m)
		}
	}
	switch len(possible) {
	case 0:
		l.nothing(at, base)
		return &ir.Any{}
	case 1:
		return l.object(merged[0], at)
	}
	i := 0
	return l.union(c, possible, at, func(b branch) ir.Type {
		inner := place{schema: b.schema, rule: with(at.held(), c, l.rules[c.owner], l.rules[b.schema])}
		i++
		return l.object(merged[i-1], inner)
	})
}

// with returns a rule for the values that take one branch of a choice.
func with(r *ir.Rule, c *choice, owner, branch *ir.Rule) *ir.Rule {
	chosen := *r
	chosen.Shape = nil
	chosen.AllOf = append(r.AllOf[:len(r.AllOf):len(r.AllOf)], branch)
	switch { // a choice that stands deeper is asked once more
	case r.Pointer != owner.Pointer:
	case c.keyword == "oneOf":
		chosen.OneOf, chosen.Tag, chosen.Nullable = nil, nil, false
	default:
		chosen.AnyOf, chosen.Tag, chosen.Nullable = nil, nil, false
	}
	return &chosen
}

// variantWords returns the words of each branch of a choice, all different: those of the shape that it refers to, of
// its title, of the tag's value, of a property that it alone has, of its JSON type, or its number.
func (l *lowering) variantWords(c *choice) [][]string {
	key := c.branches[0]
	if words := l.variants[key]; words != nil {
		return words
	}
	words := make([][]string, len(c.branches))
	taken := map[string]bool{}
	for i, b := range c.branches {
		w := l.branchWords(c, i, b)
		if taken[sameName(w)] || len(w) == 0 {
			w = append(w[:len(w):len(w)], "variant", strconv.Itoa(i+1))
		}
		taken[sameName(w)] = true
		words[i] = w
	}
	l.variants[key] = words
	return words
}

func (l *lowering) branchWords(c *choice, i int, b *jsonschema.Schema) []string {
	if sh := l.alias(b, l.kinds(b)); sh != nil {
		return l.wordsOf(l.homes[sh])
	}
	if words := titleWords(b); words != nil {
		return words
	}
	if tag := l.rules[c.owner].Tag; tag != nil && len(tag.Values) == len(c.branches) && len(tag.Values[i]) == 1 {
		return wordsIn(tag.Values[i][0])
	}
	k := l.kinds(b) & l.kinds(c.owner)
	if k == ir.KindObject {
		if words := l.ownProperty(c, b); words != nil {
			return words
		}
	}
	if !single(k) || k&ir.KindNull != 0 {
		return nil
	}
	for j, other := range c.branches {
		if j != i && overlap(k, l.kinds(other)&l.kinds(c.owner)) {
			return nil
		}
	}
	return []string{kindWord(k)}
}

// ownProperty returns the words of the first property that a branch must have and no other branch has; nil for none.
func (l *lowering) ownProperty(c *choice, b *jsonschema.Schema) []string {
	count := l.owners[b]
	if count == nil {
		count = map[string]int{}
		for _, other := range c.branches {
			props, _ := l.view(other).properties()
			for _, p := range props {
				count[p.name]++
			}
			l.owners[other] = count
		}
	}
	v := l.view(b)
	required := v.required()
	props, _ := v.properties()
	for _, p := range props {
		if required[p.name] && count[p.name] == 1 {
			return wordsIn(p.name)
		}
	}
	return nil
}
