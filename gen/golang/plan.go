package golang

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/name"
	"github.com/rightkit/lockstep/gen/source"
)

// A plan holds every identifier of one generated package. All are chosen here, in one pass and one scope, so that two
// names that meet are found before a line is emitted.
type plan struct {
	contract *ir.Contract
	shapes   map[*ir.Shape]string     // type name
	fields   map[*ir.Field]string     // field name
	values   map[*ir.EnumValue]string // constant name
	variants map[*ir.Variant]string   // field name in the union's struct
	rules    map[*ir.Rule]string      // variable name, of the rules that code refers to
	order    []*ir.Rule               // rules with a variable, in order of declaration
	tools    map[*ir.Tool]string      // name in constants and types, such as "Batch"
	secrets  map[*ir.Shape]bool       // shapes that hold a secret value somewhere inside
	limits   []limit                  // in order of declaration

	taken map[string]ir.Origin // the scope of the package
	diags diag.List
}

// reserved are the identifiers of every generated package that do not come from the contract.
var reserved = []string{
	"ParseArgs", "Tools", "Tool", "LookupTool", "Shapes", "Shape", "LookupShape", "Violation", "ArgumentError", "Optional",
	"Service", "ClientName", "ContractID", "ContractName", "ContractVersion", "SchemaHash", "SchemaPath", "FixtureApp", "ExitCode",
	"SetTo", "SetToNull", "Effect", "EffectObserve", "EffectAct", "EffectLaunch", "FailClosed",
}

// reservedForTools are the identifiers of every package whose contract has tools.
var reservedForTools = []string{"Client", "NewClient", "Dial", "CallText", "Host", "NewHandler", "Methods", "Listing",
	"Argument"}

// newPlan names everything that the package declares. Collisions are in the plan's diagnostics.
func newPlan(c *ir.Contract) *plan {
	p := &plan{
		contract: c,
		shapes:   map[*ir.Shape]string{}, fields: map[*ir.Field]string{}, values: map[*ir.EnumValue]string{},
		variants: map[*ir.Variant]string{}, rules: map[*ir.Rule]string{}, tools: map[*ir.Tool]string{},
		taken: map[string]ir.Origin{},
	}
	for _, id := range reserved {
		p.taken[id] = ir.Origin{}
	}
	if len(c.Tools) > 0 {
		for _, id := range reservedForTools {
			p.taken[id] = ir.Origin{}
		}
	}
	for _, s := range c.Shapes {
		id := identifier(s.Words, s.Pinned)
		p.exported(id, s.Origin)
		p.claim(id, s.Origin)
		p.claim("Decode"+id, s.Origin)
		p.shapes[s] = id
	}
	for _, t := range c.Tools {
		p.tools[t] = identifier(t.Words, nil)
		p.claim("Tool"+p.tools[t], t.Origin)
	}
	for _, s := range c.Shapes {
		p.nameMembers(s)
		p.nameLimits(s)
		if target(s.Rule) == s.Rule { // else it is another name for the rule of another shape
			p.nameRule("rule"+p.shapes[s], s.Rule)
		}
	}
	p.order = nil // names of shapes go first, declarations do not
	for _, s := range c.Shapes {
		if id, ok := p.rules[s.Rule]; ok {
			p.order = append(p.order, s.Rule)
			p.nameInside(id, s.Rule, s.Type)
		}
	}
	p.findSecrets()
	p.checkSizes()
	return p
}

// identifier returns the pinned Go name, or the one made of words.
func identifier(words []string, pinned map[string]string) string {
	if id := pinned["go"]; id != "" {
		return id
	}
	return name.Go(words)
}

// exported reports whether an identifier may name something that users of the package see, and says so if not.
func (p *plan) exported(id string, o ir.Origin) {
	if token.IsIdentifier(id) && token.IsExported(id) {
		return
	}
	p.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "bad-name", Pos: o.Pos, At: o.Pointer,
		Message: fmt.Sprintf("%q cannot be the name of something exported in Go", id),
		Want:    "a capital letter, then letters and digits",
		Hint:    "pin another Go name under \"names\" in contract.yaml",
	})
}

// claim takes an identifier of the package scope.
func (p *plan) claim(id string, o ir.Origin) {
	old, ok := p.taken[id]
	if !ok {
		p.taken[id] = o
		return
	}
	also := []diag.Related{{Pos: old.Pos, Text: "has this name already"}}
	switch {
	case !old.Pos.IsValid():
		also = []diag.Related{{Text: "every generated package declares this name"}}
	case old.Pos == o.Pos:
		also = []diag.Related{{Text: "another part of the same shape has this name already"}}
	}
	p.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "name-collision", Pos: o.Pos, At: o.Pointer,
		Message: fmt.Sprintf("the Go identifier %s is taken", id), Also: also,
		Hint: "pin another Go name under \"names\" in contract.yaml",
	})
}

// nameMembers names the fields, values or variants of a shape, each in a scope of its own or in the package's.
func (p *plan) nameMembers(s *ir.Shape) {
	scope := map[string]source.Pos{}
	extra := false
	member := func(id string, o ir.Origin) string {
		p.exported(id, o)
		if methods[id] || extra && id == "Extra" {
			id += "Field" // Go has one scope for the fields and the methods of a type
		}
		if old, ok := scope[id]; ok {
			p.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "name-collision", Pos: o.Pos, At: o.Pointer,
				Message: fmt.Sprintf("the Go field %s.%s is taken", p.shapes[s], id),
				Also:    []diag.Related{{Pos: old, Text: "has this name already"}},
				Hint:    "pin another Go name under \"names\" in contract.yaml",
			})
		}
		scope[id] = o.Pos
		return id
	}
	switch t := s.Type.(type) {
	case *ir.Struct:
		extra = t.Extra != nil // a field of that name holds the properties that no other field names
		for _, f := range t.Fields {
			p.fields[f] = member(identifier(f.Words, f.Pinned), f.Origin)
		}
		for _, f := range t.Fields {
			if hasDefault(f) {
				member(p.fields[f]+"OrDefault", f.Origin) // a method
			}
		}
	case *ir.Union:
		for _, v := range t.Variants {
			p.variants[v] = member(identifier(v.Words, nil), s.Origin)
		}
	case *ir.Enum:
		p.claim(p.shapes[s]+"Values", s.Origin)
		for _, v := range t.Values {
			id := p.shapes[s] + identifier(v.Words, v.Pinned)
			p.claim(id, s.Origin)
			p.values[v] = id
		}
	}
}

// methods are the methods of generated structs: a field cannot have their names.
var methods = map[string]bool{
	"UnmarshalJSON": true, "MarshalJSON": true, "AppendJSON": true, "LogValue": true, "Format": true,
}

// nameRule gives a variable to a rule.
func (p *plan) nameRule(id string, r *ir.Rule) {
	p.claim(id, r.Origin)
	p.rules[r] = id
	p.order = append(p.order, r)
}

// nameInside names the rules of the parts of a value of type t.
func (p *plan) nameInside(id string, r *ir.Rule, t ir.Type) {
	switch t := t.(type) {
	case *ir.Struct:
		for _, f := range t.Fields {
			p.namePart(id+p.fields[f], f.Rule, f.Type)
		}
		if t.Extra != nil {
			p.namePart(id+"Extra", t.ExtraRule, t.Extra)
		}
	case *ir.Union:
		for _, v := range t.Variants {
			p.namePart(id+p.variants[v], v.Rule, v.Type)
		}
	case *ir.List:
		p.namePart(id+"Item", t.Rule, t.Item)
	case *ir.Map:
		p.namePart(id+"Value", t.Rule, t.Value)
	case *ir.Nullable:
		if inner := notNull(r); inner != r {
			p.namePart(id+"NotNull", inner, t.Type)
		} else {
			p.nameInside(id, r, t.Type)
		}
	}
}

// namePart names the rule of a part and what is inside it, unless it has a name already, as those of shapes do.
func (p *plan) namePart(id string, r *ir.Rule, t ir.Type) {
	r = target(r)
	if _, named := p.rules[r]; r == nil || named {
		return
	}
	for _, taken := p.taken[id]; taken; _, taken = p.taken[id] {
		id += "Part" // stays inside the package: the name of a shape's rule goes before
	}
	p.nameRule(id, r)
	p.nameInside(id, r, t)
}

// findSecrets marks the shapes that hold a secret, themselves or in a part: from each secret to the shapes that refer to
// it.
func (p *plan) findSecrets() {
	users := map[*ir.Shape][]*ir.Shape{}
	var queue []*ir.Shape
	for _, s := range p.contract.Shapes {
		for _, part := range shapesIn(s.Type) {
			users[part] = append(users[part], s)
		}
		if s.Secret {
			queue = append(queue, s)
		}
	}
	p.secrets = map[*ir.Shape]bool{}
	defer p.openSecrets()
	for len(queue) > 0 {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !p.secrets[s] {
			p.secrets[s] = true
			queue = append(queue, users[s]...)
		}
	}
}

// openSecrets reports secrets that stand where Go holds the text of a value, which anybody may print.
func (p *plan) openSecrets() {
	open := func(t ir.Type, o ir.Origin) {
		if _, tuple := t.(*ir.Tuple); tuple && p.holdsSecret(t) {
			p.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "unsupported", Pos: o.Pos, At: o.Pointer,
				Message: "a secret in a tuple cannot be kept from being printed in Go",
				Hint:    "use an object, or take the shape off \"secrets\" in contract.yaml",
			})
		}
	}
	for _, s := range p.contract.Shapes {
		open(s.Type, s.Origin)
		if t, ok := s.Type.(*ir.Struct); ok {
			for _, f := range t.Fields {
				open(f.Type, f.Origin)
			}
		}
	}
}

// holdsSecret reports whether a value of a type may hold a secret.
func (p *plan) holdsSecret(t ir.Type) bool {
	return slices.ContainsFunc(shapesIn(t), func(s *ir.Shape) bool { return p.secrets[s] })
}

// shapesIn returns the shapes that a type refers to.
func shapesIn(t ir.Type) []*ir.Shape {
	switch t := t.(type) {
	case *ir.Ref:
		return []*ir.Shape{t.Shape}
	case *ir.List:
		return shapesIn(t.Item)
	case *ir.Map:
		return shapesIn(t.Value)
	case *ir.Nullable:
		return shapesIn(t.Type)
	}
	var list []*ir.Shape
	switch t := t.(type) {
	case *ir.Struct:
		for _, f := range t.Fields {
			list = append(list, shapesIn(f.Type)...)
		}
		if t.Extra != nil {
			list = append(list, shapesIn(t.Extra)...)
		}
	case *ir.Union:
		for _, v := range t.Variants {
			list = append(list, shapesIn(v.Type)...)
		}
	case *ir.Tuple:
		for _, item := range t.Items {
			list = append(list, shapesIn(item)...)
		}
		if t.Rest != nil {
			list = append(list, shapesIn(t.Rest)...)
		}
	}
	return list
}

// TypeName returns the Go name of a shape's type.
func TypeName(s *ir.Shape) string { return identifier(s.Words, s.Pinned) }
