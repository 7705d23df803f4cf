package lower

import (
	"slices"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/name"
)

// A property is one name of an object with every subschema that the view has for it.
type property struct {
	name    string
	entries []jsonschema.Named
	holders []*jsonschema.Schema // the subschemas whose "properties" the entries stand in
}

// properties returns the properties of a view in source order, and whether any node has "properties" at all.
func (v *view) properties() (list []*property, declared bool) {
	var index map[string]*property
	if len(v.nodes) > 1 {
		index = map[string]*property{}
	}
	for _, n := range v.nodes {
		declared = declared || n.Properties != nil
		for _, e := range n.Properties {
			p := index[e.Name]
			if p == nil {
				p = &property{name: e.Name}
				list = append(list, p)
				if index != nil {
					index[e.Name] = p
				}
			}
			p.entries = append(p.entries, e)
			p.holders = append(p.holders, n)
		}
	}
	return list, declared
}

// size counts the subschemas of a view and their properties.
func (v *view) size() int {
	n := len(v.nodes)
	for _, s := range v.nodes {
		n += len(s.Properties)
	}
	return n
}

// never reports whether the schema false stands for the property.
func (p *property) never() bool {
	for _, e := range p.entries {
		if never(e.Schema) {
			return true
		}
	}
	return false
}

// object returns what holds objects: a struct when the view names properties, else a map.
func (l *lowering) object(v *view, at place) ir.Type {
	if !l.spend(v.size()) {
		return &ir.Any{}
	}
	props, declared := v.properties()
	extra, rule := l.extra(v)
	switch {
	case declared:
	case extra != nil:
		return &ir.Map{Value: extra, Rule: rule}
	case !v.closed():
		return &ir.Map{Value: &ir.Any{}, Rule: l.anyValue(v)}
	}
	sh := l.open(at)
	st := &ir.Struct{Extra: extra, ExtraRule: rule}
	required := v.required()
	names := make([]string, 0, len(props))
	for _, p := range props {
		if p.never() {
			continue // it can never be there
		}
		names = append(names, p.name)
		st.Fields = append(st.Fields, l.field(p, required[p.name]))
	}
	for _, f := range l.undeclared(v, props, required) {
		names = append(names, f.Name)
		st.Fields = append(st.Fields, f)
	}
	l.nameFields(st, names)
	return l.shut(sh, at, st)
}

// nameFields gives the fields of a struct their words. Names that differ only in ways that identifiers do not show are
// spelled out, which is told; names that cannot be told apart at all need a pinned identifier.
func (l *lowering) nameFields(st *ir.Struct, names []string) {
	words, clashes := name.Distinct(names)
	for i, f := range st.Fields {
		f.Words = words[i]
		if f.Pinned == nil {
			l.spelledOut("property", f.Name, words[i], f.Origin)
		}
	}
	for _, c := range clashes {
		var origins []ir.Origin
		for _, i := range c.Names {
			if st.Fields[i].Pinned == nil {
				origins = append(origins, st.Fields[i].Origin)
			}
		}
		l.clash("properties", c.Ident, origins)
	}
}

// field returns the field of a property.
func (l *lowering) field(p *property, required bool) *ir.Field {
	first := p.entries[0]
	f := &ir.Field{
		Name:     p.name,
		Origin:   ir.Origin{Pos: first.NamePos, Pointer: first.Schema.Pointer},
		Presence: ir.Optional,
	}
	schemas := make([]*jsonschema.Schema, len(p.entries))
	l.fields[f] = schemas
	for i, e := range p.entries {
		schemas[i] = e.Schema
		if f.Doc == "" {
			f.Doc = l.written(e.Schema)
		}
		l.describe(f, p.holders[i])
		if e.Schema.Default != nil && f.Default == nil {
			f.Default = l.value(e.Schema.Default)
		}
	}
	f.Type, f.Rule = l.best(schemas)
	switch {
	case required:
		f.Presence, f.Default = ir.Required, nil
	case f.Default != nil:
		f.Presence = ir.Defaulted
	}
	return f
}

// best returns what holds a value for which all the subschemas hold, and the rule of all. Each of their types does: a
// value that all accept is held by any of them. The one that says most is taken.
func (l *lowering) best(schemas []*jsonschema.Schema) (ir.Type, *ir.Rule) {
	if len(schemas) == 1 {
		return l.typeOf(schemas[0], allKinds), l.rules[schemas[0]]
	}
	rule := &ir.Rule{Origin: l.rules[schemas[0]].Origin, Pointer: l.rules[schemas[0]].Pointer}
	l.joined[rule] = schemas
	k := allKinds
	for _, s := range schemas {
		k &= l.kinds(s)
	}
	var best ir.Type
	for _, s := range schemas {
		rule.AllOf = append(rule.AllOf, l.rules[s])
		t := l.typeOf(s, allKinds)
		if k&ir.KindNull == 0 {
			t = withoutNull(t)
		}
		if best == nil || rank(t) > rank(best) || rank(t) == rank(best) && isNamed(t) && !isNamed(best) {
			best = t
		}
	}
	return best, rule
}

// isNamed reports whether a type is one that the schema gives a name, which may stand for more than its form.
func isNamed(t ir.Type) bool {
	r, ok := t.(*ir.Ref)
	return ok && !r.Shape.Nested
}

// rank orders types by how much they say of a value.
func rank(t ir.Type) int {
	switch t := t.(type) {
	case *ir.Any:
		return 0
	case *ir.Union, *ir.Nullable:
		return 1
	case *ir.List:
		return rankOfMany(t.Item)
	case *ir.Map:
		return rankOfMany(t.Value)
	case *ir.Scalar:
		return 3
	case *ir.Ref:
		if t.Shape.Type == nil { // a shape that is being made
			return 4
		}
		return rank(t.Shape.Type)
	case *ir.Enum, *ir.Tuple, *ir.Struct:
		return 5
	}
	return 6 // Literal, NullOnly
}

// rankOfMany is the rank of a list or a map.
func rankOfMany(t ir.Type) int {
	if _, any := t.(*ir.Any); any {
		return 2
	}
	return 4
}

// undeclared returns a field for each name that must be there although no "properties" has it. Where such names are
// data, as in a map, they get none.
func (l *lowering) undeclared(v *view, props []*property, required map[string]bool) []*ir.Field {
	missing := len(required)
	for _, p := range props {
		if required[p.name] {
			missing--
		}
	}
	if missing == 0 {
		return nil
	}
	declared := make(map[string]bool, len(props))
	for _, p := range props {
		declared[p.name] = true
	}
	if v.structure()&hasExtra != 0 {
		return nil
	}
	l.declareElsewhere(v, declared)
	var fields []*ir.Field
	for _, n := range v.nodes {
		for i := range n.Required {
			r := &n.Required[i]
			if declared[r.Value] {
				continue
			}
			declared[r.Value] = true
			at := origin(r.Node)
			fields = append(fields, &ir.Field{
				Name: r.Value, Origin: at, Presence: ir.Required, Type: &ir.Any{},
				Rule: &ir.Rule{Origin: at, Pointer: l.rules[n].Pointer},
			})
		}
	}
	return fields
}

// declareElsewhere adds the properties that alternatives and conditions of a view have.
func (l *lowering) declareElsewhere(v *view, declared map[string]bool) {
	add := func(s *jsonschema.Schema) {
		if s == nil {
			return
		}
		for _, n := range l.view(s).nodes {
			for _, p := range n.Properties {
				declared[p.Name] = true
			}
		}
	}
	for _, c := range v.choices {
		for _, b := range c.branches {
			add(b)
		}
	}
	for _, n := range v.nodes {
		add(n.If)
		add(n.Then)
		add(n.Else)
		for _, d := range n.DependentSchemas {
			add(d.Schema)
		}
	}
}

// extra returns the type of the properties that no field names, and its rule; nil when no keyword types them. The rule
// is nil when no single subschema holds for all of them.
func (l *lowering) extra(v *view) (ir.Type, *ir.Rule) {
	var schemas []*jsonschema.Schema
	patterns, open := 0, false
	for _, n := range v.nodes {
		for _, p := range n.PatternProperties {
			if !never(p.Schema) {
				schemas = append(schemas, p.Schema)
				patterns++
			}
		}
		other := n.AdditionalProperties
		if n.UnevaluatedProperties != nil && v.plainlyEvaluated() {
			other = n.UnevaluatedProperties
		}
		switch {
		case typed(other):
			schemas = append(schemas, other)
		case len(n.PatternProperties) > 0 && !never(other):
			open = true // a property that matches no pattern is anything
		}
	}
	switch {
	case len(schemas) == 0, open && !slices.ContainsFunc(schemas, typed):
		return nil, nil
	case patterns > 0 && (open || len(schemas) > 1):
		return &ir.Any{}, nil
	}
	return l.best(schemas)
}

// plainlyEvaluated reports whether "unevaluatedProperties" speaks of just those properties that no "properties" and no
// pattern of the view has: nothing else evaluates some.
func (v *view) plainlyEvaluated() bool {
	unevaluated := 0
	for _, n := range v.nodes {
		if n.UnevaluatedProperties != nil {
			unevaluated++
		}
		if n.AdditionalProperties != nil || conditional(n) {
			return false
		}
	}
	return unevaluated == 1 && len(v.choices) == 0
}

// conditional reports whether subschemas that hold for some values alone may evaluate properties and items.
func conditional(s *jsonschema.Schema) bool {
	return s.If != nil || len(s.DependentSchemas) > 0
}

// anyValue returns the rule of an "additionalProperties" that types nothing; nil when there is none.
func (l *lowering) anyValue(v *view) *ir.Rule {
	for _, n := range v.nodes {
		if n.AdditionalProperties != nil {
			return l.rules[n.AdditionalProperties]
		}
	}
	return nil
}

// closed reports whether an object may have no property at all beyond those of its fields.
func (v *view) closed() bool {
	for _, n := range v.nodes {
		if never(n.AdditionalProperties) || never(n.UnevaluatedProperties) && v.plainlyEvaluated() {
			return true
		}
	}
	return false
}

// impossible reports whether no object can match: a name that must be there is refused.
func (l *lowering) impossible(v *view) bool {
	required := v.required()
	if len(required) == 0 {
		return false
	}
	for _, n := range v.nodes {
		own := make(map[string]bool, len(n.Properties))
		for _, p := range n.Properties {
			own[p.Name] = true
			if required[p.Name] && never(p.Schema) {
				return true
			}
		}
		if !never(n.AdditionalProperties) || len(n.PatternProperties) > 0 {
			continue
		}
		for name := range required {
			if !own[name] {
				return true
			}
		}
	}
	return false
}
