package golang

import (
	"fmt"
	"path"

	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// rulesFile emits the rules of the contract as data, and the field table of each struct:
//
//	var ruleStep = wire.Rule{At: "/$defs/step", Type: wire.Object, ...}
//	var fieldsStep = wire.Fields{Rule: &ruleStep, Names: ..., Keys: ..., Required: 1<<0 | 1<<1}
//
// Rules that refer to each other in a ring are joined in an init function: Go has no literal for a ring.
func (e *emitter) rulesFile() *file {
	f := e.newFile()
	w := &ruleWriter{emitter: e, state: map[*ir.Rule]int{}}
	for _, r := range e.plan.order {
		w.visit(r)
	}
	for _, r := range e.plan.order {
		prose(f, e.plan.rules[r]+" is "+w.location(r)+".")
		f.Var().Id(e.plan.rules[r]).Op("=").Add(w.literal(r))
		f.Line()
	}
	for _, s := range e.contract.Shapes {
		if t, ok := s.Type.(*ir.Struct); ok {
			f.Var().Id("fields" + e.plan.shapes[s]).Op("=").Add(e.fieldTable(s, t))
			f.Line()
		}
	}
	if len(w.rings) > 0 {
		f.Func().Id("init").Params().Block(w.rings...)
	}
	return f
}

func (e *emitter) fieldTable(s *ir.Shape, t *ir.Struct) *jen.Statement {
	names, keys := make([]string, len(t.Fields)), make([]string, len(t.Fields))
	var required *jen.Statement
	for i, f := range t.Fields {
		names[i], keys[i] = f.Name, keyText(f.Name)
		if f.Presence != ir.Required || i >= maxFields {
			continue
		}
		bit := jen.Op(fmt.Sprintf("1<<%d", i))
		if required == nil {
			required = bit
		} else {
			required = required.Op("|").Add(bit)
		}
	}
	items := []jen.Code{entry("Rule", e.ruleRef(s.Rule))}
	if len(names) > 0 {
		items = append(items, entry("Names", strs(names, str)), entry("Keys", strs(keys, raw)))
	}
	if required != nil {
		items = append(items, entry("Required", required))
	}
	if t.Extra != nil {
		items = append(items, entry("Extra", jen.True()))
	}
	return e.rt("Fields").Add(lines(items...))
}

// ruleRef returns &name for a rule with a variable, else the address of a literal.
func (e *emitter) ruleRef(r *ir.Rule) *jen.Statement {
	r = target(r)
	if id, ok := e.plan.rules[r]; ok {
		return ref(id)
	}
	w := &ruleWriter{emitter: e, state: map[*ir.Rule]int{}}
	return jen.Op("&").Add(w.literal(r))
}

// A ruleWriter prints rules as composite literals.
type ruleWriter struct {
	*emitter
	state map[*ir.Rule]int // of rules with a variable: 1 while they are visited, 2 after
	back  map[edge]bool    // references that close a ring
	rings []jen.Code       // statements that join the rings

	owner *ir.Rule // rule whose literal is being written, and the way from it to the part at hand
	path  string
}

// location names a rule for readers.
func (w *ruleWriter) location(r *ir.Rule) string {
	if r.Shape != nil && !r.Shape.Nested {
		return "the rule of " + r.Shape.Wire + ": " + string(r.Pointer)
	}
	return "the rule at " + string(r.Pointer)
}

// literal returns wire.Rule{...} for a rule with a variable of its own.
func (w *ruleWriter) literal(r *ir.Rule) *jen.Statement {
	w.owner, w.path = r, w.plan.rules[r]
	return w.rt("Rule").Add(w.body(r))
}

// part returns what stands for a rule inside another: the address of its variable or of a literal.
func (w *ruleWriter) part(r *ir.Rule, step string) *jen.Statement {
	r = target(r)
	if id, ok := w.plan.rules[r]; ok {
		if w.closes(r) {
			w.rings = append(w.rings, jen.Id(w.path+step).Op("=").Add(ref(id)))
			return jen.Nil()
		}
		return ref(id)
	}
	outer := w.path
	w.path += step
	s := jen.Op("&").Add(w.rt("Rule")).Add(w.body(r))
	w.path = outer
	return s
}

// element is part for an item of a []*wire.Rule, where a literal goes without its type.
func (w *ruleWriter) element(r *ir.Rule, step string) *jen.Statement {
	if _, named := w.plan.rules[target(r)]; named {
		return w.part(r, step)
	}
	outer := w.path
	w.path += step
	s := w.body(target(r))
	w.path = outer
	return s
}

func (w *ruleWriter) body(r *ir.Rule) *jen.Statement {
	var items []jen.Code
	add := func(key string, value jen.Code) { items = append(items, entry(key, value)) }
	number := func(key string, n *ir.Number) {
		if n != nil {
			add(key, str(n.Text))
		}
	}
	minimum := func(key string, n *int) {
		if n != nil && *n > 0 {
			add(key, num(*n))
		}
	}
	maximum := func(key string, n *int) {
		switch {
		case n == nil:
		case *n == 0:
			add(key, w.rt("Zero"))
		default:
			add(key, num(*n))
		}
	}
	one := func(key string, part *ir.Rule) {
		if part == nil {
			return
		}
		value := w.part(part, "."+key)
		if !w.closes(part) {
			add(key, value)
		}
	}
	many := func(key string, list []*ir.Rule) {
		if len(list) == 0 {
			return
		}
		rules := make([]jen.Code, len(list))
		for i, part := range list {
			rules[i] = w.element(part, fmt.Sprintf(".%s[%d]", key, i))
		}
		add(key, jen.Index().Op("*").Add(w.rt("Rule")).Add(lines(rules...)))
	}

	add("At", str(string(r.Pointer)))
	if r.Never {
		add("Never", jen.True())
	}
	if r.Types != 0 {
		add("Type", w.kinds(r.Types))
	}
	if strings, ok := stringValues(r.Enum); ok {
		add("Enum", w.list(strings))
	} else if len(r.Enum) > 0 {
		texts := make([]string, len(r.Enum))
		for i, v := range r.Enum {
			texts[i] = v.JSON
		}
		add("JSON", strs(texts, raw))
	}
	if r.Const != nil {
		add("Const", raw(r.Const.JSON))
	}
	minimum("MinLength", r.MinLength)
	maximum("MaxLength", r.MaxLength)
	if r.Pattern != nil {
		add("Pattern", w.pattern(r.Pattern))
	}
	number("Minimum", r.Minimum)
	number("Maximum", r.Maximum)
	number("ExclusiveMinimum", r.ExclusiveMinimum)
	number("ExclusiveMaximum", r.ExclusiveMaximum)
	number("MultipleOf", r.MultipleOf)
	if r.Unsigned {
		add("Unsigned", jen.True())
	} else if lo, hi, ok := intRange(r); ok {
		add("Int", jen.Op("&").Add(w.rt("IntRange")).Values(entry("Min", jen.Op(lo)), entry("Max", jen.Op(hi))))
	}
	minimum("MinItems", r.MinItems)
	maximum("MaxItems", r.MaxItems)
	if r.UniqueItems {
		add("UniqueItems", jen.True())
	}
	many("PrefixItems", r.PrefixItems)
	one("Items", r.Items)
	one("Contains", r.Contains)
	maximum("MinContains", r.MinContains)
	maximum("MaxContains", r.MaxContains)
	one("UnevaluatedItems", r.UnevaluatedItems)
	w.objectKeywords(r, add, one)
	minimum("MinProperties", r.MinProperties)
	maximum("MaxProperties", r.MaxProperties)
	one("UnevaluatedProperties", r.UnevaluatedProperties)
	one("Ref", r.Ref)
	many("AllOf", r.AllOf)
	many("AnyOf", r.AnyOf)
	many("OneOf", r.OneOf)
	one("Not", r.Not)
	one("If", r.If)
	one("Then", r.Then)
	one("Else", r.Else)
	if r.Tag != nil {
		values := make([]jen.Code, len(r.Tag.Values))
		for i, v := range r.Tag.Values {
			values[i] = jen.Values(strCodes(v)...)
		}
		add("Tag", jen.Op("&").Add(w.rt("Tag")).Values(entry("Property", str(r.Tag.Property)),
			entry("Values", jen.Index().Index().String().Values(values...))))
	}
	if r.Nullable {
		add("Nullable", jen.True())
	}
	if len(items) <= 2 {
		return jen.Values(items...)
	}
	return lines(items...)
}

func (w *ruleWriter) objectKeywords(r *ir.Rule, add func(string, jen.Code), one func(string, *ir.Rule)) {
	named := func(key string, list []ir.NamedRule) {
		if len(list) == 0 {
			return
		}
		items := make([]jen.Code, len(list))
		for i, p := range list {
			items[i] = jen.Values(entry("Name", str(p.Name)), entry("Rule", w.part(p.Rule, fmt.Sprintf(".%s[%d].Rule", key, i))))
		}
		add(key, jen.Index().Add(w.rt("Property")).Add(lines(items...)))
	}
	named("Properties", r.Properties)
	if len(r.Required) > 0 {
		add("Required", strs(r.Required, str))
	}
	if len(r.PatternProperties) > 0 {
		items := make([]jen.Code, len(r.PatternProperties))
		for i, p := range r.PatternProperties {
			items[i] = jen.Values(entry("Pattern", w.pattern(p.Pattern)),
				entry("Rule", w.part(p.Rule, fmt.Sprintf(".PatternProperties[%d].Rule", i))))
		}
		add("PatternProperties", jen.Index().Add(w.rt("PatternProperty")).Add(lines(items...)))
	}
	one("AdditionalProperties", r.AdditionalProperties)
	one("PropertyNames", r.PropertyNames)
	if len(r.DependentRequired) > 0 {
		items := make([]jen.Code, len(r.DependentRequired))
		for i, d := range r.DependentRequired {
			items[i] = jen.Values(entry("Name", str(d.Name)), entry("Required", strs(d.Required, str)))
		}
		add("DependentRequired", jen.Index().Add(w.rt("Dependent")).Add(lines(items...)))
	}
	named("DependentSchemas", r.DependentSchemas)
	if len(r.RequiredWhen) > 0 {
		items := make([]jen.Code, len(r.RequiredWhen))
		for i, c := range r.RequiredWhen {
			items[i] = jen.Values(entry("At", str(c.At)), entry("Property", str(c.Property)),
				entry("Equals", str(c.Equals)), entry("Required", strs(c.Required, str)))
		}
		add("RequiredWhen", jen.Index().Add(w.rt("Condition")).Add(lines(items...)))
	}
}

func (w *ruleWriter) pattern(p *ir.Pattern) *jen.Statement {
	return jen.Op("&").Add(w.rt("Pattern")).Values(entry("Source", raw(p.Source)), entry("RE2", raw(p.RE2)),
		entry("Compile", jen.Qual(path.Join(path.Dir(w.wire), "pattern"), "Compile")))
}

func (w *ruleWriter) kinds(k ir.Kinds) *jen.Statement {
	var s *jen.Statement
	for _, kind := range []struct {
		kind ir.Kinds
		name string
	}{
		{ir.KindNull, "Null"}, {ir.KindBoolean, "Boolean"}, {ir.KindInteger, "Integer"}, {ir.KindNumber, "Number"},
		{ir.KindString, "String"}, {ir.KindArray, "Array"}, {ir.KindObject, "Object"},
	} {
		switch {
		case k&kind.kind == 0:
		case s == nil:
			s = w.rt(kind.name)
		default:
			s = s.Op("|").Add(w.rt(kind.name))
		}
	}
	return s
}

// list is strs with an item a line when there are many.
func (w *ruleWriter) list(items []string) *jen.Statement {
	if len(items) <= 6 {
		return strs(items, str)
	}
	return jen.Index().String().Add(lines(strCodes(items)...))
}

func strCodes(items []string) []jen.Code {
	codes := make([]jen.Code, len(items))
	for i, s := range items {
		codes[i] = str(s)
	}
	return codes
}

// stringValues returns the strings of an enum that holds nothing else.
func stringValues(values []*ir.Value) ([]string, bool) {
	list := make([]string, len(values))
	for i, v := range values {
		if v.Kind != ir.KindString {
			return nil, false
		}
		list[i] = v.Str
	}
	return list, len(list) > 0
}
