// Package listing writes what a program tells an agent of the tools of a contract: name, description, effect, and the
// JSON Schema of the arguments. A listing stands alone, so references are replaced by what they name; a shape that
// refers to itself goes under "$defs".
package listing

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
)

// JSON returns the tools of a contract as one JSON array without spaces, sorted by name, the members of every object
// sorted too.
func JSON(c *ir.Contract) string {
	tools := slices.SortedFunc(slices.Values(c.Tools), func(a, b *ir.Tool) int { return strings.Compare(a.Name, b.Name) })
	list := make([]any, len(tools))
	for i, t := range tools {
		list[i] = object{"name": t.Name, "description": t.Doc, "effect": t.Effect, "input_schema": Schema(t.Params)}
	}
	return compact(list)
}

// Schema returns the JSON Schema of a shape, which needs no other document. Its size is in proportion to that of the
// rules: what is used more than once is written once.
func Schema(s *ir.Shape) map[string]any {
	w := writer{pass: count, uses: map[*ir.Rule]int{}, names: map[*ir.Rule]string{}, defs: object{}}
	w.root = named(s.Rule)
	w.sub(w.root)
	w.pass = write
	if w.root.Never {
		return object{"not": object{}} // the schema false
	}
	schema := w.described(w.root)
	if _, ok := schema["properties"]; !ok && schema["type"] == "object" {
		schema["properties"] = object{} // readers of listings look for it
	}
	if len(w.defs) > 0 {
		schema["$defs"] = w.defs
	}
	return schema
}

type object = map[string]any

// A writer turns rules into schemas, in two passes.
type writer struct {
	pass  pass
	root  *ir.Rule
	uses  map[*ir.Rule]int    // how often a rule is used
	names map[*ir.Rule]string // names under "$defs"
	defs  object
}

type pass int

const (
	look  pass = iota // at the keywords of one rule, and how many parts it has
	count             // how often each rule is used
	write
)

// sub returns the schema of a rule inside another.
func (w *writer) sub(r *ir.Rule) any {
	if w.pass == look {
		w.uses[r]++
		return nil
	}
	r = named(r)
	switch {
	case r.Never:
		return false
	case w.pass == count:
		if w.uses[r]++; w.uses[r] == 1 {
			w.rule(r)
		}
		return nil
	case w.uses[r] > 1 && !small(r):
		return w.refer(r)
	}
	return w.described(r)
}

// refer names a rule that is used more than once, perhaps by itself.
func (w *writer) refer(r *ir.Rule) object {
	if r == w.root {
		return object{"$ref": "#"}
	}
	if _, ok := w.names[r]; !ok {
		name := "shape" + strconv.Itoa(len(w.names)+1)
		if r.Shape != nil && !r.Shape.Nested {
			name = r.Shape.Wire
		}
		w.names[r] = name
		w.defs[name] = w.described(r)
	}
	return object{"$ref": "#/$defs/" + strings.NewReplacer("~", "~0", "/", "~1", "%", "%25", " ", "%20").Replace(w.names[r])}
}

// described returns the keywords of a rule, and the comments on the properties of its shape.
func (w *writer) described(r *ir.Rule) object {
	schema := w.rule(r)
	if r.Shape == nil {
		return schema
	}
	if fields, ok := r.Shape.Type.(*ir.Struct); ok {
		properties, _ := schema["properties"].(object)
		for _, f := range fields.Fields {
			if p, ok := properties[f.Name].(object); ok {
				p["description"] = f.Doc
				if f.Default != nil {
					p["default"] = json.RawMessage(f.Default.JSON)
				}
			}
		}
	}
	return schema
}

// named returns the rule that a rule stands for: itself, if it says more than that another holds.
func named(r *ir.Rule) *ir.Rule {
	for steps := 0; r.Ref != nil && alone(r) && steps < 1000; steps++ {
		r = r.Ref
	}
	return r
}

// alone reports whether a rule says nothing but that another holds.
func alone(r *ir.Rule) bool {
	bare := *r
	bare.Ref = nil
	w := writer{uses: map[*ir.Rule]int{}}
	return !r.Never && len(w.rule(&bare)) == 0
}

// small reports whether a rule is written faster than a reference to it: it has no parts.
func small(r *ir.Rule) bool {
	w := writer{uses: map[*ir.Rule]int{}}
	w.rule(r)
	return len(w.uses) == 0 && len(r.Enum) <= 32
}

// rule writes the keywords of one rule.
func (w *writer) rule(r *ir.Rule) object {
	s := object{}
	w.values(s, r)
	w.arrays(s, r)
	w.objects(s, r)
	var all []any
	if r.Ref != nil {
		all = append(all, w.sub(r.Ref))
	}
	for _, c := range r.RequiredWhen {
		all = append(all, object{
			"if":   object{"properties": object{c.Property: object{"const": c.Equals}}, "required": []string{c.Property}},
			"then": object{"required": c.Required},
		})
	}
	all = append(all, w.list(r.AllOf)...)
	set(s, "allOf", all)
	set(s, "anyOf", w.list(r.AnyOf))
	set(s, "oneOf", w.list(r.OneOf))
	for keyword, sub := range map[string]*ir.Rule{"not": r.Not, "if": r.If, "then": r.Then, "else": r.Else} {
		w.one(s, keyword, sub)
	}
	return s
}

func (w *writer) values(s object, r *ir.Rule) {
	var types []string
	for i, name := range []string{"null", "boolean", "integer", "number", "string", "array", "object"} {
		if r.Types&(1<<i) != 0 {
			types = append(types, name)
		}
	}
	if len(types) == 1 {
		s["type"] = types[0]
	} else {
		set(s, "type", types)
	}
	if r.Enum != nil {
		values := make([]json.RawMessage, len(r.Enum))
		for i, v := range r.Enum {
			values[i] = json.RawMessage(v.JSON)
		}
		s["enum"] = values
	}
	if r.Const != nil {
		s["const"] = json.RawMessage(r.Const.JSON)
	}
	if r.Pattern != nil {
		s["pattern"] = r.Pattern.Source
	}
	for keyword, n := range map[string]*int{
		"minLength": r.MinLength, "maxLength": r.MaxLength, "minItems": r.MinItems, "maxItems": r.MaxItems,
		"minContains": r.MinContains, "maxContains": r.MaxContains, "minProperties": r.MinProperties, "maxProperties": r.MaxProperties,
	} {
		if n != nil {
			s[keyword] = *n
		}
	}
	for keyword, n := range map[string]*ir.Number{
		"minimum": r.Minimum, "maximum": r.Maximum, "exclusiveMinimum": r.ExclusiveMinimum,
		"exclusiveMaximum": r.ExclusiveMaximum, "multipleOf": r.MultipleOf,
	} {
		if n != nil {
			s[keyword] = json.Number(n.Text)
		}
	}
}

func (w *writer) arrays(s object, r *ir.Rule) {
	if r.UniqueItems {
		s["uniqueItems"] = true
	}
	set(s, "prefixItems", w.list(r.PrefixItems))
	w.one(s, "items", r.Items)
	w.one(s, "contains", r.Contains)
	w.one(s, "unevaluatedItems", r.UnevaluatedItems)
}

func (w *writer) objects(s object, r *ir.Rule) {
	if r.Properties != nil {
		s["properties"] = w.properties(r.Properties)
	}
	set(s, "required", r.Required)
	if len(r.PatternProperties) > 0 {
		patterns := object{}
		for _, p := range r.PatternProperties {
			patterns[p.Pattern.Source] = w.sub(p.Rule)
		}
		s["patternProperties"] = patterns
	}
	if len(r.DependentRequired) > 0 {
		dependents := object{}
		for _, d := range r.DependentRequired {
			dependents[d.Name] = append([]string{}, d.Required...) // an empty list, not null
		}
		s["dependentRequired"] = dependents
	}
	if len(r.DependentSchemas) > 0 {
		s["dependentSchemas"] = w.properties(r.DependentSchemas)
	}
	w.one(s, "additionalProperties", r.AdditionalProperties)
	w.one(s, "propertyNames", r.PropertyNames)
	w.one(s, "unevaluatedProperties", r.UnevaluatedProperties)
}

func (w *writer) one(s object, keyword string, r *ir.Rule) {
	if r != nil {
		s[keyword] = w.sub(r)
	}
}

func (w *writer) list(rules []*ir.Rule) []any {
	list := make([]any, len(rules))
	for i, r := range rules {
		list[i] = w.sub(r)
	}
	return list
}

func (w *writer) properties(rules []ir.NamedRule) object {
	properties := object{}
	for _, n := range rules {
		properties[n.Name] = w.sub(n.Rule)
	}
	return properties
}

func set[T any](s object, keyword string, list []T) {
	if len(list) > 0 {
		s[keyword] = list
	}
}

// compact returns a value as JSON on one line. Maps are sorted by encoding/json.
func compact(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("listing: " + err.Error()) // strings, numbers and canonical JSON alone stand in a listing
	}
	return strings.TrimSuffix(b.String(), "\n")
}
