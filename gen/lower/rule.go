package lower

import (
	"strconv"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// makeRules turns each subschema of the graph into a rule, keyword by keyword. All rules are made before the first is
// filled, so that references need no order and no recursion.
func (l *lowering) makeRules() {
	rules := make([]ir.Rule, len(l.graph.Schemas))
	for i, s := range l.graph.Schemas {
		l.rules[s] = &rules[i]
	}
	for _, s := range l.graph.Schemas {
		l.fillRule(l.rules[s], s)
	}
}

func (l *lowering) fillRule(r *ir.Rule, s *jsonschema.Schema) {
	r.Origin = ir.Origin{Pos: s.Node.Pos, Pointer: s.Pointer}
	r.Pointer = l.location(s)
	if s.Bool != nil {
		r.Never = !*s.Bool
		return
	}
	for _, t := range s.Types {
		r.Types |= kindNamed(t.Value)
	}
	l.fillValues(r, s)
	r.MinLength, r.MaxLength = count(s.MinLength), count(s.MaxLength)
	if s.Pattern != nil {
		r.Pattern = l.pattern(s.Pattern.Value, origin(s.Pattern.Node))
	}
	r.Minimum, r.Maximum = l.number(s.Minimum), l.number(s.Maximum)
	r.ExclusiveMinimum, r.ExclusiveMaximum = l.number(s.ExclusiveMinimum), l.number(s.ExclusiveMaximum)
	r.MultipleOf = l.number(s.MultipleOf)
	r.Unsigned = unsigned(s)

	r.MinItems, r.MaxItems = count(s.MinItems), count(s.MaxItems)
	r.UniqueItems = s.UniqueItems != nil && s.UniqueItems.Value
	r.PrefixItems = l.rulesOf(s.PrefixItems)
	r.Items, r.Contains = l.ruleOf(s.Items), l.ruleOf(s.Contains)
	r.MinContains, r.MaxContains = count(s.MinContains), count(s.MaxContains)
	r.UnevaluatedItems = l.ruleOf(s.UnevaluatedItems)

	r.Properties = l.namedRules(s.Properties)
	r.Required = texts(s.Required)
	for _, p := range s.PatternProperties {
		at := ir.Origin{Pos: p.NamePos, Pointer: p.Schema.Pointer}
		if pattern := l.pattern(p.Name, at); pattern != nil {
			r.PatternProperties = append(r.PatternProperties, ir.PatternRule{Pattern: pattern, Rule: l.rules[p.Schema]})
		}
	}
	r.AdditionalProperties, r.PropertyNames = l.ruleOf(s.AdditionalProperties), l.ruleOf(s.PropertyNames)
	r.MinProperties, r.MaxProperties = count(s.MinProperties), count(s.MaxProperties)
	for _, d := range s.DependentRequired {
		r.DependentRequired = append(r.DependentRequired, ir.Dependent{Name: d.Name, Required: texts(d.Required)})
	}
	r.DependentSchemas = l.namedRules(s.DependentSchemas)
	r.UnevaluatedProperties = l.ruleOf(s.UnevaluatedProperties)

	r.Ref = l.ruleOf(target(s.Ref))
	r.AllOf, r.AnyOf, r.OneOf = l.rulesOf(s.AllOf), l.rulesOf(s.AnyOf), l.rulesOf(s.OneOf)
	if dynamic := l.ruleOf(target(s.DynamicRef)); r.Ref == nil {
		r.Ref = dynamic
	} else if dynamic != nil {
		r.AllOf = append(r.AllOf, dynamic) // the violations of a branch are those of its own keywords
	}
	r.Not, r.If, r.Then, r.Else = l.ruleOf(s.Not), l.ruleOf(s.If), l.ruleOf(s.Then), l.ruleOf(s.Else)
	l.fillChoice(r, s)
}

// fillValues sets the accepted values. Equal ones, of which Parse has told, become one.
func (l *lowering) fillValues(r *ir.Rule, s *jsonschema.Schema) {
	if s.Const != nil {
		r.Const = l.value(s.Const)
	}
	if s.Enum == nil {
		return
	}
	r.Enum = make([]*ir.Value, 0, len(s.Enum.Items))
	seen := make(map[string]bool, len(s.Enum.Items))
	for _, item := range s.Enum.Items {
		if v := l.value(item); !seen[v.JSON] {
			seen[v.JSON] = true
			r.Enum = append(r.Enum, v)
		}
	}
}

// value returns a value of the schema; it reports a number that is out of bounds.
func (l *lowering) value(n *load.Node) *ir.Value {
	v, err := value(n)
	if err != nil {
		l.report(outOfBounds(n))
		return &ir.Value{Origin: origin(n), Kind: kindOf(n), JSON: "null"}
	}
	return v
}

// number returns a number of a keyword, or nil; it reports one that is out of bounds.
func (l *lowering) number(n *load.Node) *ir.Number {
	if n == nil {
		return nil
	}
	if _, ok := decimal.Parse(n.Text); !ok {
		l.report(outOfBounds(n))
	}
	return &ir.Number{Text: n.Text}
}

func outOfBounds(n *load.Node) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: diag.Error, Code: "unsupported", Pos: n.Pos, At: n.Pointer, Got: short(n.Text),
		Message: "numbers with an exponent beyond " + strconv.Itoa(decimal.MaxExponent) + " are not supported",
	}
}

func (l *lowering) ruleOf(s *jsonschema.Schema) *ir.Rule {
	if s == nil {
		return nil
	}
	return l.rules[s]
}

func (l *lowering) rulesOf(list []*jsonschema.Schema) []*ir.Rule {
	if len(list) == 0 {
		return nil
	}
	rules := make([]*ir.Rule, len(list))
	for i, s := range list {
		rules[i] = l.rules[s]
	}
	return rules
}

func (l *lowering) namedRules(list []jsonschema.Named) []ir.NamedRule {
	if len(list) == 0 {
		return nil
	}
	rules := make([]ir.NamedRule, len(list))
	for i, n := range list {
		rules[i] = ir.NamedRule{Name: n.Name, Rule: l.rules[n.Schema]}
	}
	return rules
}

// location returns the pointer that violations report: below the document for the contract's own schema, else behind
// the name of the file.
func (l *lowering) location(s *jsonschema.Schema) source.Pointer {
	if file := s.Node.Pos.File; file != l.file && file != nil {
		return source.Pointer(file.Name) + "#" + s.Pointer
	}
	return s.Pointer
}

func origin(n *load.Node) ir.Origin { return ir.Origin{Pos: n.Pos, Pointer: n.Pointer} }

func count(c *jsonschema.Count) *int {
	if c == nil {
		return nil
	}
	return &c.Value
}

func texts(list []jsonschema.Text) []string {
	if len(list) == 0 {
		return nil
	}
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = t.Value
	}
	return out
}

// short cuts a text of the schema for a message.
func short(s string) string {
	const limit = 60
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "..."
	}
	return s
}
