package typescript

import (
	"fmt"
	"regexp"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/name"
)

// A plan holds every identifier that one module declares. All are chosen here, in one pass and one scope, so that two
// names that meet are found before a line is emitted.
type plan struct {
	contract *ir.Contract
	shapes   map[*ir.Shape]string // of the type, and of the constant with its checks
	inputs   map[*ir.Shape]string // of the type that the conditions make, for shapes that they reach
	values   []string             // exported constants that are no shape's, in order
	rules    map[*ir.Rule]string  // constants inside the module, of the rules that checks name
	order    []*ir.Rule           // these rules, in order

	taken map[string]ir.Origin // the exported names
	diags diag.List
}

// exported are the names that every module exports.
var exported = []string{
	"assertNever", "ContractError", "Brand", "EnumShape", "JsonValue", "Shape", "Violation", "contract", "shapes",
}

// forMethods are the types of a contract with tools.
var forMethods = []string{
	"Methods", "MethodName", "ParamsOf", "ResultOf", "InputOf", "Inputs", "Client", "Host", "Effect", "Tool", promise,
}

// promise is the type of the language that Client and Host mean: it is taken, though no module exports it.
const promise = "Promise"

// newPlan names everything that the module declares. Collisions are in the plan's diagnostics.
func newPlan(c *ir.Contract) *plan {
	p := &plan{
		contract: c, shapes: map[*ir.Shape]string{}, inputs: map[*ir.Shape]string{}, rules: map[*ir.Rule]string{},
		taken: map[string]ir.Origin{},
	}
	for _, id := range exported {
		p.taken[id] = ir.Origin{}
	}
	p.value("contract")
	p.value("shapes")
	if len(c.Tools) > 0 {
		for _, id := range forMethods {
			p.taken[id] = ir.Origin{}
		}
		p.value("tools")
	}
	if c.Service != nil {
		p.value("service")
	}
	if c.Codes != nil {
		p.taken["AnyCode"] = ir.Origin{}
		p.value("meanings")
	}
	if c.Fixture != nil {
		p.value("fixture")
	}
	if limits(c) != nil {
		p.value("limits")
	}
	for _, s := range c.Shapes {
		id := identifier(s)
		p.usable(id, s.Origin)
		p.claim(id, s.Origin)
		p.shapes[s] = id
		p.nameRule(s.Rule, id)
	}
	for _, s := range conditioned(c) {
		id := p.shapes[s] + "Input"
		p.claim(id, s.Origin)
		p.inputs[s] = id
	}
	return p
}

// value takes the name of an exported constant.
func (p *plan) value(id string) {
	p.taken[id] = ir.Origin{}
	p.values = append(p.values, id)
}

// identifier returns the pinned TypeScript name of a shape, or the one made of its words.
func identifier(s *ir.Shape) string {
	if id := s.Pinned["typescript"]; id != "" {
		return id
	}
	return name.TypeScript(s.Words)
}

// typeName is what a shape can be called. A capital letter first keeps it apart from keywords, from the types of the
// language, and from every name that modules use inside.
var typeName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)

// usable reports whether an identifier can name a shape, and says so if not.
func (p *plan) usable(id string, o ir.Origin) {
	if typeName.MatchString(id) {
		return
	}
	p.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "bad-name", Pos: o.Pos, At: o.Pointer,
		Message: fmt.Sprintf("%q cannot be the name of a type in TypeScript", id),
		Want:    "a capital letter, then letters and digits",
		Hint:    "pin another TypeScript name under \"names\" in contract.yaml",
	})
}

// claim takes an exported name.
func (p *plan) claim(id string, o ir.Origin) {
	old, ok := p.taken[id]
	if !ok {
		p.taken[id] = o
		return
	}
	also := []diag.Related{{Pos: old.Pos, Text: "has this name already"}}
	if !old.Pos.IsValid() {
		also = []diag.Related{{Text: "every generated module has this name"}}
	}
	p.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "name-collision", Pos: o.Pos, At: o.Pointer,
		Message: fmt.Sprintf("the TypeScript name %s is taken", id), Also: also,
		Hint: "pin another TypeScript name under \"names\" in contract.yaml",
	})
}

// nameRule gives a constant to a rule and returns its name. An id is a shape's, or unlike all others.
func (p *plan) nameRule(r *ir.Rule, id string) string {
	r = target(r)
	if name, ok := p.rules[r]; ok {
		return name
	}
	p.rules[r] = "rule" + id
	p.order = append(p.order, r)
	return p.rules[r]
}

// types are the names that the declarations of the module export.
func (p *plan) types() map[string]bool {
	names := map[string]bool{}
	for id := range p.taken {
		if id != promise || len(p.contract.Tools) == 0 {
			names[id] = true
		}
	}
	return names
}

// constants are the names that the module itself exports.
func (p *plan) constants() map[string]bool {
	names := map[string]bool{"assertNever": true, "ContractError": true}
	for _, id := range p.shapes {
		names[id] = true
	}
	for _, id := range p.values {
		names[id] = true
	}
	return names
}
