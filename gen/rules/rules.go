// Package rules turns the rules of the model (ir.Rule) into those of the Go runtime (wire.Rule), so that a contract can
// validate messages without generated code: for lockstep validate, for defaults, for vectors, and for tests that compare
// generated code with the interpreter. It loses no keyword. The rules it returns may refer to each other in rings, as the
// model's do.
package rules

import (
	"github.com/rightkit/lockstep/gen/ir"
	engine "github.com/rightkit/lockstep/templates/go/runtime/pattern"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// Wire returns the runtime's form of a rule and of all that it refers to; nil for nil. For many rules of one contract,
// use one Wiring.
func Wire(r *ir.Rule) *wire.Rule { return NewWiring().Wire(r) }

// Shapes returns the table of the top-level shapes of a contract, in order.
func Shapes(c *ir.Contract) []wire.Shape {
	w := NewWiring()
	var shapes []wire.Shape
	for _, s := range c.Shapes {
		if !s.Nested {
			shapes = append(shapes, wire.Shape{Name: s.Wire, Rule: w.Wire(s.Rule)})
		}
	}
	return shapes
}

// A Wiring converts each rule once. It is not safe for use by several goroutines.
type Wiring struct{ done map[*ir.Rule]*wire.Rule }

// NewWiring returns a Wiring that has converted nothing yet.
func NewWiring() *Wiring { return &Wiring{map[*ir.Rule]*wire.Rule{}} }

// Wire returns the runtime's form of a rule; nil for nil. The same rule gives the same result. A rule must not change
// once it has been converted.
func (w *Wiring) Wire(r *ir.Rule) *wire.Rule {
	if r == nil {
		return nil
	}
	if to, ok := w.done[r]; ok {
		return to
	}
	// Chains of references can be as long as a contract has shapes, so the work is kept in a list.
	b := builder{w, nil}
	to := b.rule(r)
	for len(b.queue) > 0 {
		last := len(b.queue) - 1
		from := b.queue[last]
		b.queue = b.queue[:last]
		b.fill(w.done[from], from)
	}
	return to
}

// A builder is one call of Wire: the rules in its queue exist and are not filled yet.
type builder struct {
	*Wiring
	queue []*ir.Rule
}

func (b *builder) rule(r *ir.Rule) *wire.Rule {
	if r == nil {
		return nil
	}
	to, ok := b.done[r]
	if !ok {
		to = &wire.Rule{}
		b.done[r] = to
		b.queue = append(b.queue, r)
	}
	return to
}

func (b *builder) fill(to *wire.Rule, r *ir.Rule) {
	to.At = string(r.Pointer)
	to.Never = r.Never
	to.Type = wire.Types(r.Types) // the bits are the same
	to.Enum, to.JSON = enum(r.Enum)
	if r.Const != nil {
		to.Const = r.Const.JSON
	}

	to.MinLength, to.MaxLength = minimum(r.MinLength), maximum(r.MaxLength)
	to.Pattern = pattern(r.Pattern)

	to.Minimum, to.Maximum = number(r.Minimum), number(r.Maximum)
	to.ExclusiveMinimum, to.ExclusiveMaximum = number(r.ExclusiveMinimum), number(r.ExclusiveMaximum)
	to.MultipleOf = number(r.MultipleOf)
	to.Unsigned = r.Unsigned

	to.MinItems, to.MaxItems = minimum(r.MinItems), maximum(r.MaxItems)
	to.UniqueItems = r.UniqueItems
	to.PrefixItems = b.rules(r.PrefixItems)
	to.Items, to.Contains = b.rule(r.Items), b.rule(r.Contains)
	to.MinContains, to.MaxContains = maximum(r.MinContains), maximum(r.MaxContains) // zero is no default here either
	to.UnevaluatedItems = b.rule(r.UnevaluatedItems)

	to.Properties = b.named(r.Properties)
	to.Required = r.Required
	for _, p := range r.PatternProperties {
		to.PatternProperties = append(to.PatternProperties, wire.PatternProperty{Pattern: pattern(p.Pattern), Rule: b.rule(p.Rule)})
	}
	to.AdditionalProperties, to.PropertyNames = b.rule(r.AdditionalProperties), b.rule(r.PropertyNames)
	to.MinProperties, to.MaxProperties = minimum(r.MinProperties), maximum(r.MaxProperties)
	for _, d := range r.DependentRequired {
		to.DependentRequired = append(to.DependentRequired, wire.Dependent{Name: d.Name, Required: d.Required})
	}
	to.DependentSchemas = b.named(r.DependentSchemas)
	to.UnevaluatedProperties = b.rule(r.UnevaluatedProperties)
	for _, c := range r.RequiredWhen {
		to.RequiredWhen = append(to.RequiredWhen, wire.Condition{
			At: c.At, Property: c.Property, Equals: c.Equals, Required: c.Required,
		})
	}

	to.Ref = b.rule(r.Ref)
	to.AllOf, to.AnyOf, to.OneOf = b.rules(r.AllOf), b.rules(r.AnyOf), b.rules(r.OneOf)
	to.Not, to.If, to.Then, to.Else = b.rule(r.Not), b.rule(r.If), b.rule(r.Then), b.rule(r.Else)
	if r.Tag != nil {
		to.Tag = &wire.Tag{Property: r.Tag.Property, Values: r.Tag.Values}
	}
	to.Nullable = r.Nullable
}

func (b *builder) rules(list []*ir.Rule) []*wire.Rule {
	var to []*wire.Rule
	for _, r := range list {
		to = append(to, b.rule(r))
	}
	return to
}

func (b *builder) named(list []ir.NamedRule) []wire.Property {
	var to []wire.Property
	for _, n := range list {
		to = append(to, wire.Property{Name: n.Name, Rule: b.rule(n.Rule)})
	}
	return to
}

// enum returns the values as strings when all are strings, else as JSON; both nil when there is no enum. An enum without
// values, which accepts nothing, stays one.
func enum(values []*ir.Value) (strings, json []string) {
	if values == nil {
		return nil, nil
	}
	json = make([]string, len(values))
	strings = make([]string, 0, len(values))
	for i, v := range values {
		json[i] = v.JSON
		if v.Kind == ir.KindString {
			strings = append(strings, v.Str)
		}
	}
	if len(strings) == len(values) {
		return strings, nil
	}
	return nil, json
}

func pattern(p *ir.Pattern) *wire.Pattern {
	if p == nil {
		return nil
	}
	return &wire.Pattern{Source: p.Source, RE2: p.RE2, Compile: engine.Compile}
}

func number(n *ir.Number) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// minimum returns a limit from below; none is the same as 0.
func minimum(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// maximum returns a limit for which 0 means none.
func maximum(n *int) int {
	switch {
	case n == nil:
		return 0
	case *n == 0:
		return wire.Zero
	}
	return *n
}
