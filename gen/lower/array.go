package lower

import (
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// list returns what holds arrays: a tuple when each of the first items has a subschema of its own and must be there,
// else a list of one item type.
func (l *lowering) list(v *view) ir.Type {
	var items []*jsonschema.Schema
	var prefix *jsonschema.Schema
	count := 0
	for _, n := range v.nodes {
		if len(n.PrefixItems) > 0 {
			prefix = n
		}
		if len(n.PrefixItems) > 0 || n.Items != nil {
			count++
		}
		if typed(n.Items) {
			items = append(items, n.Items)
		}
	}
	if prefix != nil {
		if count == 1 && v.minItems() >= len(prefix.PrefixItems) {
			return l.tuple(v, prefix)
		}
		return &ir.List{Item: &ir.Any{}}
	}
	if len(items) == 0 {
		return &ir.List{Item: &ir.Any{}, Rule: v.anyItem(l)}
	}
	item, rule := l.best(items)
	return &ir.List{Item: item, Rule: rule}
}

// anyItem returns the rule of "items" when it is true or false; nil when there is none.
func (v *view) anyItem(l *lowering) *ir.Rule {
	for _, n := range v.nodes {
		if n.Items != nil {
			return l.rules[n.Items]
		}
	}
	return nil
}

func (l *lowering) tuple(v *view, s *jsonschema.Schema) ir.Type {
	t := &ir.Tuple{}
	for _, item := range s.PrefixItems {
		t.Items = append(t.Items, l.typeOf(item, allKinds))
		t.Rules = append(t.Rules, l.rules[item])
	}
	switch {
	case never(s.Items):
	case s.Items == nil && never(s.UnevaluatedItems) && len(v.nodes) == 1 && len(v.choices) == 0 &&
		!conditional(s) && s.Contains == nil: // nothing else evaluates an item
	case s.Items != nil:
		t.Rest = l.typeOf(s.Items, allKinds)
	default:
		t.Rest = &ir.Any{}
	}
	return t
}

// minItems returns how many items an array must have.
func (v *view) minItems() int {
	least := 0
	for _, n := range v.nodes {
		if n.MinItems != nil {
			least = max(least, n.MinItems.Value)
		}
	}
	return least
}
