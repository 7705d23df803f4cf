package lower

import (
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
)

// fillChoice says how the branches of anyOf or oneOf are told apart, when one of the two stands alone.
func (l *lowering) fillChoice(r *ir.Rule, s *jsonschema.Schema) {
	branches := s.OneOf
	if len(branches) == 0 {
		branches = s.AnyOf
	} else if len(s.AnyOf) > 0 {
		return
	}
	switch len(branches) {
	case 0, 1:
		return
	case 2:
		r.Nullable = l.nullable(branches[0], branches[1]) || l.nullable(branches[1], branches[0])
	}
	if !r.Nullable {
		r.Tag = l.tag(s, branches)
	}
}

// nullable reports whether null accepts null and nothing else, and other accepts no null. The rule of null then says so
// by its type, however the schema spells it, so that every target recognises the branch.
func (l *lowering) nullable(null, other *jsonschema.Schema) bool {
	if !onlyNull(null) || l.kinds(other)&ir.KindNull != 0 {
		return false
	}
	l.rules[null].Types = ir.KindNull
	return true
}

// onlyNull reports whether a subschema is null in one of its spellings, and asserts nothing else.
func onlyNull(s *jsonschema.Schema) bool {
	spelled := len(s.Types) == 1 && s.Types[0].Value == "null" ||
		s.Const != nil && s.Const.Kind == load.Null ||
		s.Enum != nil && len(s.Enum.Items) == 1 && s.Enum.Items[0].Kind == load.Null
	return spelled && countAssertions(s) == 1
}

// countAssertions counts the keywords that can refuse a value.
func countAssertions(s *jsonschema.Schema) int {
	n := 0
	for i := range s.Node.Members {
		if assertions[s.Node.Members[i].Name] {
			n++
		}
	}
	return n
}

// assertions are the keywords that can refuse a value.
var assertions = map[string]bool{
	"$ref": true, "$dynamicRef": true, "type": true, "enum": true, "const": true,
	"minLength": true, "maxLength": true, "pattern": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
	"minItems": true, "maxItems": true, "uniqueItems": true, "prefixItems": true, "items": true,
	"contains": true, "minContains": true, "maxContains": true, "unevaluatedItems": true,
	"properties": true, "required": true, "patternProperties": true, "additionalProperties": true,
	"propertyNames": true, "minProperties": true, "maxProperties": true, "dependentRequired": true,
	"dependentSchemas": true, "unevaluatedProperties": true,
	"allOf": true, "anyOf": true, "oneOf": true, "not": true, "if": true, "then": true, "else": true,
}

// tag finds the property that tells branches apart: each branch is an object that must have it, as one of a set of
// strings, and no two sets meet. The first property of the first branch that does wins.
func (l *lowering) tag(s *jsonschema.Schema, branches []*jsonschema.Schema) *ir.Tag {
	inherited := typeKinds(s)
	tags := make([]map[string][]string, len(branches))
	for i, b := range branches {
		if l.kinds(b)&inherited != ir.KindObject {
			return nil
		}
		if tags[i] = l.tags(b); len(tags[i]) == 0 {
			return nil
		}
	}
	var shared *overlapping
	for _, n := range l.view(branches[0]).nodes {
		for _, p := range n.Properties {
			t, o := disjointTag(p.Name, tags)
			if t != nil {
				return t
			}
			if shared == nil {
				shared = o
			}
		}
	}
	if shared != nil {
		l.ambiguous(branches, shared)
	}
	return nil
}

// An overlapping is a property that would tell branches apart, if one of its values did not stand in two of them.
type overlapping struct {
	property, value string
	first, second   int // the branches
}

// disjointTag returns the tag with a name if each branch has it and no value stands in two; else the value that does, if
// each branch has the property at least.
func disjointTag(name string, tags []map[string][]string) (*ir.Tag, *overlapping) {
	t := &ir.Tag{Property: name}
	var shared *overlapping
	seen := map[string]int{}
	for i, branch := range tags {
		values := branch[name]
		if len(values) == 0 {
			return nil, nil
		}
		for _, v := range values {
			first, twice := seen[v]
			if !twice {
				seen[v] = i
			} else if shared == nil {
				shared = &overlapping{name, v, first, i}
			}
		}
		t.Values = append(t.Values, values)
	}
	if shared != nil {
		return nil, shared
	}
	return t, nil
}

// ambiguous warns of branches that a property would tell apart but for one value.
func (l *lowering) ambiguous(branches []*jsonschema.Schema, o *overlapping) {
	place := func(branch int) ir.Origin {
		for _, n := range l.view(branches[branch]).nodes {
			for _, p := range n.Properties {
				if p.Name == o.property {
					return ir.Origin{Pos: p.NamePos, Pointer: p.Schema.Pointer}
				}
			}
		}
		return origin(branches[branch].Node)
	}
	first, second := place(o.first), place(o.second)
	l.report(diag.Diagnostic{
		Severity: diag.Warning, Code: "ambiguous-variants", Pos: second.Pos, At: second.Pointer,
		Message: "the property " + quoted(o.property) + " does not tell the alternatives apart: " + quoted(o.value) +
			" stands in two",
		Also: []diag.Related{{Pos: first.Pos, Text: "the other alternative"}},
		Hint: "give each alternative values of its own; until then, decoding tries one after the other",
	})
}

// tags returns the properties that an object must have as one of some strings.
func (l *lowering) tags(s *jsonschema.Schema) map[string][]string {
	if t, ok := l.tagged[s]; ok {
		return t
	}
	v := l.view(s)
	required := v.required()
	tags := map[string][]string{}
	for _, n := range v.nodes {
		for _, p := range n.Properties {
			if !required[p.Name] || tags[p.Name] != nil {
				continue
			}
			if values := l.strings(p.Schema); values != nil {
				tags[p.Name] = values
			}
		}
	}
	l.tagged[s] = tags
	return tags
}

// strings returns the strings that a subschema accepts when enum or const name them all; else nil.
func (l *lowering) strings(s *jsonschema.Schema) []string {
	for _, n := range l.view(s).nodes {
		switch {
		case n.Const != nil && n.Const.Kind == load.String:
			return []string{n.Const.Text}
		case n.Const != nil || n.Enum == nil:
			continue
		}
		values := make([]string, 0, len(n.Enum.Items))
		for _, item := range n.Enum.Items {
			if item.Kind == load.String {
				values = append(values, item.Text)
			}
		}
		if len(values) == len(n.Enum.Items) {
			return values
		}
	}
	return nil
}

// required returns the names that a value must have.
func (v *view) required() map[string]bool {
	names := map[string]bool{}
	for _, n := range v.nodes {
		for _, r := range n.Required {
			names[r.Value] = true
		}
	}
	return names
}
