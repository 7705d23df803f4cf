package rust

import (
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"

	"github.com/rightkit/lockstep/gen/ir"
	rstemplate "github.com/rightkit/lockstep/templates/rust"
)

// number gives a static to a rule and to all that it refers to.
func (e *emitter) number(r *ir.Rule) {
	open := []*ir.Rule{r}
	for len(open) > 0 {
		r := target(open[len(open)-1]) // a chain of references is one rule, so that no check is deep for its sake
		open = open[:len(open)-1]
		if r == nil {
			continue
		}
		if _, known := e.rules[r]; known {
			continue
		}
		e.rules[r] = len(e.list)
		e.list = append(e.list, r)
		parts := partsOf(r)
		for i := len(parts) - 1; i >= 0; i-- {
			open = append(open, parts[i])
		}
	}
}

// partsOf are the rules that a rule refers to.
func partsOf(r *ir.Rule) []*ir.Rule {
	var list []*ir.Rule
	list = append(list, r.PrefixItems...)
	list = append(list, r.Items, r.Contains, r.UnevaluatedItems)
	for _, p := range r.Properties {
		list = append(list, p.Rule)
	}
	for _, p := range r.PatternProperties {
		list = append(list, p.Rule)
	}
	list = append(list, r.AdditionalProperties, r.PropertyNames)
	for _, p := range r.DependentSchemas {
		list = append(list, p.Rule)
	}
	list = append(list, r.UnevaluatedProperties, r.Ref)
	list = append(append(append(list, r.AllOf...), r.AnyOf...), r.OneOf...)
	return append(list, r.Not, r.If, r.Then, r.Else)
}

// rulesFile emits the rules of the contract as statics, which may refer to each other in rings.
func (e *emitter) rulesFile() (rstemplate.View, error) {
	view := rstemplate.Rules{}
	var patterns []*ir.Pattern
	pattern := func(p *ir.Pattern) string {
		n, known := e.patterns[p.Source]
		if !known {
			n = len(patterns)
			e.patterns[p.Source] = n
			patterns = append(patterns, p)
		}
		return fmt.Sprintf("&P%d", n)
	}
	for i, r := range e.list {
		view.Rules = append(view.Rules, rstemplate.Rule{Name: fmt.Sprintf("R%d", i), Fields: e.ruleFields(r, pattern)})
	}
	for i, p := range patterns {
		start, steps, err := program(p)
		if err != nil {
			return nil, fmt.Errorf("the pattern %q: %w", p.Source, err)
		}
		view.Patterns = append(view.Patterns, rstemplate.Pattern{
			Name: fmt.Sprintf("P%d", i), Source: literal(p.Source), Start: start, Steps: steps,
		})
	}
	return view, nil
}

// ruleFields are the keywords of a rule, each as "name: value".
func (e *emitter) ruleFields(r *ir.Rule, pattern func(*ir.Pattern) string) []string {
	fields := []string{"at: " + literal(string(r.Pointer))}
	add := func(set bool, name, value string) {
		if set {
			fields = append(fields, name+": "+value)
		}
	}
	some := func(s string) string { return "Some(" + s + ")" }
	one := func(name string, part *ir.Rule) {
		if part != nil {
			add(true, name, some(e.rule(part)))
		}
	}
	list := func(name string, parts []*ir.Rule) {
		var items []string
		for _, part := range parts {
			items = append(items, e.rule(part))
		}
		add(len(items) > 0, name, "&["+strings.Join(items, ", ")+"]")
	}
	named := func(name string, parts []ir.NamedRule) {
		var items []string
		for _, p := range parts {
			items = append(items, "Property { name: "+literal(p.Name)+", rule: "+e.rule(p.Rule)+" }")
		}
		add(len(items) > 0, name, "&["+strings.Join(items, ", ")+"]")
	}
	least := func(name string, n *int) {
		if n != nil {
			add(true, name, strconv.Itoa(*n))
		}
	}
	most := func(name string, n *int) {
		if n != nil {
			add(true, name, some(strconv.Itoa(*n)))
		}
	}
	number := func(name string, n *ir.Number) {
		if n != nil {
			add(true, name, some(literal(n.Text)))
		}
	}
	add(r.Never, "never", "true")
	add(r.Types != 0, "types", strings.Join(kinds(r.Types, false), " | "))
	if r.Enum != nil {
		strs, json := enum(r.Enum)
		add(strs != nil, "strings", some("&["+literals(strs)+"]"))
		add(strs == nil, "json", some("&["+literals(json)+"]"))
	}
	if r.Const != nil {
		add(true, "constant", some(literal(r.Const.JSON)))
	}
	least("min_length", r.MinLength)
	most("max_length", r.MaxLength)
	if r.Pattern != nil {
		add(true, "pattern", some(pattern(r.Pattern)))
	}
	number("minimum", r.Minimum)
	number("maximum", r.Maximum)
	number("exclusive_minimum", r.ExclusiveMinimum)
	number("exclusive_maximum", r.ExclusiveMaximum)
	number("multiple_of", r.MultipleOf)
	add(r.Unsigned, "unsigned", "true")
	least("min_items", r.MinItems)
	most("max_items", r.MaxItems)
	add(r.UniqueItems, "unique_items", "true")
	list("prefix_items", r.PrefixItems)
	one("items", r.Items)
	one("contains", r.Contains)
	most("min_contains", r.MinContains)
	most("max_contains", r.MaxContains)
	one("unevaluated_items", r.UnevaluatedItems)
	named("properties", r.Properties)
	add(len(r.Required) > 0, "required", "&["+literals(r.Required)+"]")
	var items []string
	for _, p := range r.PatternProperties {
		items = append(items, "PatternProperty { pattern: "+pattern(p.Pattern)+", rule: "+e.rule(p.Rule)+" }")
	}
	add(len(items) > 0, "pattern_properties", "&["+strings.Join(items, ", ")+"]")
	one("additional_properties", r.AdditionalProperties)
	one("property_names", r.PropertyNames)
	least("min_properties", r.MinProperties)
	most("max_properties", r.MaxProperties)
	items = nil
	for _, d := range r.DependentRequired {
		items = append(items, "Dependent { name: "+literal(d.Name)+", required: &["+literals(d.Required)+"] }")
	}
	add(len(items) > 0, "dependent_required", "&["+strings.Join(items, ", ")+"]")
	named("dependent_schemas", r.DependentSchemas)
	one("unevaluated_properties", r.UnevaluatedProperties)
	items = nil
	for _, c := range r.RequiredWhen {
		items = append(items, fmt.Sprintf("Condition { at: %s, property: %s, equals: %s, required: &[%s] }",
			literal(c.At), literal(c.Property), literal(c.Equals), literals(c.Required)))
	}
	add(len(items) > 0, "required_when", "&["+strings.Join(items, ", ")+"]")
	one("reference", r.Ref)
	list("all_of", r.AllOf)
	list("any_of", r.AnyOf)
	list("one_of", r.OneOf)
	one("not", r.Not)
	one("when", r.If)
	one("then", r.Then)
	one("otherwise", r.Else)
	if r.Tag != nil {
		var values []string
		for _, v := range r.Tag.Values {
			values = append(values, "&["+literals(v)+"]")
		}
		add(true, "tag", some("&Tag { property: "+literal(r.Tag.Property)+", values: &["+strings.Join(values, ", ")+"] }"))
	}
	add(r.Nullable, "nullable", "true")
	return fields
}

// enum returns the values as strings when all are strings, else as JSON.
func enum(values []*ir.Value) (strs, json []string) {
	strs = []string{}
	for _, v := range values {
		json = append(json, v.JSON)
		if v.Kind == ir.KindString {
			strs = append(strs, v.Str)
		}
	}
	if len(strs) == len(values) {
		return strs, nil
	}
	return nil, json
}

// program compiles a pattern for the runtime's machine, by way of package regexp.
func program(p *ir.Pattern) (start int, steps []string, err error) {
	re, err := syntax.Parse(p.RE2, syntax.Perl)
	if err != nil {
		return 0, nil, err
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return 0, nil, err
	}
	for i := range prog.Inst {
		step, err := stepOf(&prog.Inst[i])
		if err != nil {
			return 0, nil, err
		}
		steps = append(steps, step)
	}
	return prog.Start, steps, nil
}

// nowhere is a step that does not exist.
const nowhere = "usize::MAX"

func stepOf(in *syntax.Inst) (string, error) {
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return fmt.Sprintf("Both(%d, %d)", in.Out, in.Arg), nil
	case syntax.InstCapture, syntax.InstNop:
		return fmt.Sprintf("Go(%d)", in.Out), nil
	case syntax.InstEmptyWidth:
		return fmt.Sprintf("Assert(%d, %d)", in.Arg, in.Out), nil
	case syntax.InstMatch:
		return "Match", nil
	case syntax.InstFail:
		return "Go(" + nowhere + ")", nil
	case syntax.InstRuneAny:
		return fmt.Sprintf("Take(&[(0, %d)], %d)", unicode.MaxRune, in.Out), nil
	case syntax.InstRuneAnyNotNL:
		return fmt.Sprintf("Take(&[(0, 9), (11, %d)], %d)", unicode.MaxRune, in.Out), nil
	}
	if len(in.Rune) == 1 {
		if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
			return "", fmt.Errorf("case that does not count is not supported")
		}
		return fmt.Sprintf("Take(&[(%d, %d)], %d)", in.Rune[0], in.Rune[0], in.Out), nil
	}
	var ranges []string
	for i := 0; i+1 < len(in.Rune); i += 2 {
		ranges = append(ranges, fmt.Sprintf("(%d, %d)", in.Rune[i], in.Rune[i+1]))
	}
	return fmt.Sprintf("Take(&[%s], %d)", strings.Join(ranges, ", "), in.Out), nil
}
