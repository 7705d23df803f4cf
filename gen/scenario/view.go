package scenario

import (
	"slices"

	"github.com/rightkit/lockstep/gen/ir"
)

// A view is what a contract says of one value: every rule that may speak of it. An empty view says nothing.
type view []*ir.Rule

// viewOf returns the view of a value under a rule.
func viewOf(rules ...*ir.Rule) view {
	var v view
	seen := map[*ir.Rule]bool{}
	var add func(r *ir.Rule)
	add = func(r *ir.Rule) {
		if r == nil || seen[r] {
			return
		}
		seen[r] = true
		v = append(v, r)
		for _, sub := range slices.Concat([]*ir.Rule{r.Ref, r.Then, r.Else}, r.AllOf, r.AnyOf, r.OneOf) {
			add(sub)
		}
	}
	for _, r := range rules {
		add(r)
	}
	return v
}

// property returns the view of a property; false when the contract knows none of that name.
func (v view) property(name string) (view, bool) {
	var found []*ir.Rule
	known, named := false, false
	for _, r := range v {
		named = named || r.Properties != nil || ofStruct(r)
		for _, p := range r.Properties {
			if p.Name == name {
				known = true
				found = append(found, p.Rule)
			}
		}
		for _, p := range r.PatternProperties {
			known = true // as far as can be told without its expression
			found = append(found, p.Rule)
		}
		if a := r.AdditionalProperties; a != nil && !a.Never {
			known = true
			found = append(found, a)
		}
	}
	return viewOf(found...), known || !named
}

// ofStruct reports whether a rule is that of a shape whose properties are named, even if there is none.
func ofStruct(r *ir.Rule) bool {
	if r.Shape == nil {
		return false
	}
	s, ok := r.Shape.Type.(*ir.Struct)
	return ok && s.Extra == nil
}

// names are the properties that the contract names.
func (v view) names() []string {
	var list []string
	for _, r := range v {
		for _, p := range r.Properties {
			if !slices.Contains(list, p.Name) {
				list = append(list, p.Name)
			}
		}
	}
	return list
}

// item returns the view of an item of a list.
func (v view) item(i int) view {
	var found []*ir.Rule
	for _, r := range v {
		if i < len(r.PrefixItems) {
			found = append(found, r.PrefixItems[i])
		} else if r.Items != nil {
			found = append(found, r.Items)
		}
	}
	return viewOf(found...)
}

// list reports whether the value can be a list.
func (v view) list() bool {
	for _, r := range v {
		if r.Items != nil || r.PrefixItems != nil || r.Types&ir.KindArray != 0 {
			return true
		}
	}
	return len(v) == 0
}

// secret reports whether the value must not be printed.
func (v view) secret() bool {
	return slices.ContainsFunc(v, func(r *ir.Rule) bool { return r.Shape != nil && r.Shape.Secret })
}
