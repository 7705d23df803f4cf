package golang

import "github.com/rightkit/lockstep/gen/ir"

// An edge is a reference from the literal of one rule to the variable of another.
type edge struct{ from, to *ir.Rule }

// visit finds the references between rules with variables that close a ring.
func (w *ruleWriter) visit(r *ir.Rule) {
	if w.state[r] != 0 {
		return
	}
	if w.back == nil {
		w.back = map[edge]bool{}
	}
	w.state[r] = 1
	w.visitParts(r, r, map[*ir.Rule]bool{})
	w.state[r] = 2
}

func (w *ruleWriter) visitParts(owner, r *ir.Rule, seen map[*ir.Rule]bool) {
	for _, part := range parts(r) {
		part = target(part)
		if _, named := w.plan.rules[part]; named {
			if w.state[part] == 1 {
				w.back[edge{owner, part}] = true
			}
			w.visit(part)
			continue
		}
		if !seen[part] {
			seen[part] = true
			w.visitParts(owner, part, seen)
		}
	}
}

// parts returns the subschemas directly inside a rule, in the order in which literal writes them.
func parts(r *ir.Rule) []*ir.Rule {
	var list []*ir.Rule
	add := func(rules ...*ir.Rule) {
		for _, x := range rules {
			if x != nil {
				list = append(list, x)
			}
		}
	}
	add(r.PrefixItems...)
	add(r.Items, r.Contains, r.UnevaluatedItems)
	for _, p := range r.Properties {
		add(p.Rule)
	}
	for _, p := range r.PatternProperties {
		add(p.Rule)
	}
	add(r.AdditionalProperties, r.PropertyNames)
	for _, p := range r.DependentSchemas {
		add(p.Rule)
	}
	add(r.UnevaluatedProperties, r.Ref)
	add(r.AllOf...)
	add(r.AnyOf...)
	add(r.OneOf...)
	add(r.Not, r.If, r.Then, r.Else)
	return list
}

// closes reports whether a reference from the literal being written closes a ring.
func (w *ruleWriter) closes(r *ir.Rule) bool { return w.back[edge{w.owner, target(r)}] }
