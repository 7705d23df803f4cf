package lower

import (
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
	for _, n := range l.view(branches[0]).nodes {
		for _, p := range n.Properties {
			if t := disjointTag(p.Name, tags); t != nil {
				return t
			}
		}
	}
	return nil
}

// disjointTag returns the tag with a name if each branch has it and no value stands in two.
func disjointTag(name string, tags []map[string][]string) *ir.Tag {
	t := &ir.Tag{Property: name}
	seen := map[string]bool{}
	for _, branch := range tags {
		values := branch[name]
		if len(values) == 0 {
			return nil
		}
		for _, v := range values {
			if seen[v] {
				return nil
			}
			seen[v] = true
		}
		t.Values = append(t.Values, values)
	}
	return t
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
