package rust

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/name"
	"github.com/rightkit/lockstep/gen/source"
)

// A plan holds every identifier that one module declares. All are chosen here, in one pass, so that two names that meet
// are found before a line is emitted.
type plan struct {
	contract *ir.Contract
	shapes   map[*ir.Shape]string
	snake    map[*ir.Shape]string // in the names of the functions that read and write the shape
	fields   map[*ir.Field]string
	values   map[*ir.EnumValue]string
	variants map[*ir.Variant]string
	tools    map[*ir.Tool]string // variants of Method
	methods  map[*ir.Tool]string // methods of Client and Host
	whole    map[*ir.Shape]*inclusion
	shared   map[*ir.Shape]bool // shapes whose type is declared for another shape

	extra map[*ir.Shape]string // the fields of the properties that no other field names
	boxed map[edge]bool        // parts that are held in a box
	named map[*ir.Shape]bool   // shapes with a type of their own, not another name of a type
	float map[*ir.Shape]bool   // shapes that hold an f64 somewhere
	taken map[string]bool      // names of types

	scope name.Scope
	diags diag.List
}

// own are the types that a module may declare besides those of the shapes.
var own = []string{"Client", "Host", "Method", "Effect", "Transport", "Violation", "Shape", "Json"}

func newPlan(c *ir.Contract) *plan {
	p := &plan{
		contract: c, shapes: map[*ir.Shape]string{}, snake: map[*ir.Shape]string{}, fields: map[*ir.Field]string{},
		values: map[*ir.EnumValue]string{}, variants: map[*ir.Variant]string{}, tools: map[*ir.Tool]string{},
		methods: map[*ir.Tool]string{}, whole: map[*ir.Shape]*inclusion{}, shared: map[*ir.Shape]bool{}, extra: map[*ir.Shape]string{},
		taken: map[string]bool{},
	}
	for _, id := range own {
		p.scope.Reserve(id, "a type of every module")
	}
	for _, id := range []string{"Some", "None", "Ok", "Err", "Self"} {
		p.scope.Reserve(id, "a name of the language")
	}
	for i, s := range c.Shapes {
		id := pinned(s.Pinned, name.RustType(s.Words))
		p.usable(id, typeName, "the name of a type", s.Origin)
		p.shapes[s] = id
		p.taken[id] = true
		p.snake[s] = fmt.Sprintf("%s_%d", strings.TrimPrefix(name.RustField(s.Words), "r#"), i)
		p.members(s)
	}
	for i, s := range c.Shapes {
		if p.shared[s] = p.shares(s, c.Shapes[:i]); !p.shared[s] {
			p.claim(&p.scope, p.shapes[s], s.Wire, s.Origin.Pos)
		}
	}
	var tools, methods name.Scope
	for _, t := range c.Tools {
		p.tools[t], p.methods[t] = name.RustVariant(t.Words), name.RustField(t.Words)
		p.claim(&tools, p.tools[t], t.Name, t.Origin.Pos)
		p.claim(&methods, p.methods[t], t.Name, t.Origin.Pos)
	}
	p.rings()
	p.checkSizes()
	for _, s := range c.Shapes {
		p.include(s)
	}
	return p
}

// shares reports whether a shape has the type of an earlier one: the contract file pins that name for it, and the two hold
// the same.
func (p *plan) shares(s *ir.Shape, earlier []*ir.Shape) bool {
	for _, other := range earlier {
		if p.shapes[other] != p.shapes[s] || s.Pinned["rust"] == "" || s.Secret || other.Secret {
			continue
		}
		a, ok := s.Type.(*ir.Struct)
		b, also := other.Type.(*ir.Struct)
		if !ok || !also || len(a.Fields) != len(b.Fields) || a.Extra != nil || b.Extra != nil {
			return false
		}
		for i, f := range a.Fields {
			g := b.Fields[i]
			if f.Presence != g.Presence || p.fields[f] != p.fields[g] || p.fieldType(s, f) != p.fieldType(other, g) {
				return false
			}
		}
		return true
	}
	return false
}

// members names the fields, values or variants of a shape.
func (p *plan) members(s *ir.Shape) {
	var scope name.Scope
	switch t := s.Type.(type) {
	case *ir.Struct:
		if t.Extra != nil {
			p.extra[s] = "extra"
			for _, f := range t.Fields {
				if pinned(f.Pinned, name.RustField(f.Words)) == "extra" {
					p.extra[s] = "other_properties" // a property of the contract goes first
				}
			}
			scope.Reserve(p.extra[s], "the field of all other properties")
		}
		for _, f := range t.Fields {
			id := pinned(f.Pinned, name.RustField(f.Words))
			p.usable(id, fieldName, "the name of a field", f.Origin)
			p.claim(&scope, id, f.Name, f.Origin.Pos)
			p.fields[f] = id
		}
	case *ir.Enum:
		for _, v := range t.Values {
			id := pinned(v.Pinned, name.RustVariant(v.Words))
			p.usable(id, typeName, "the name of a variant", s.Origin)
			p.claim(&scope, id, v.Value, s.Origin.Pos)
			p.values[v] = id
		}
	case *ir.Union:
		for _, v := range t.Variants {
			id := name.RustVariant(v.Words)
			p.claim(&scope, id, id, s.Origin.Pos)
			p.variants[v] = id
		}
	}
}

func pinned(pins map[string]string, instead string) string {
	if id := pins["rust"]; id != "" {
		return id
	}
	return instead
}

var (
	typeName  = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
	fieldName = regexp.MustCompile(`^(r#)?[a-z_][a-z0-9_]*$`)
)

// usable reports whether an identifier has the form that Rust's own lints ask for, and says so if not.
func (p *plan) usable(id string, form *regexp.Regexp, what string, o ir.Origin) {
	if form.MatchString(id) && id != "_" && id != "Self" && (form == typeName || !keyword(id)) {
		return
	}
	want := "a capital letter, then letters and digits"
	if form == fieldName {
		want = "lower-case letters, digits and underscores, and no keyword"
	}
	p.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "bad-name", Pos: o.Pos, At: o.Pointer,
		Message: fmt.Sprintf("%q cannot be %s in Rust", id, what), Want: want,
		Hint: "pin another Rust name under \"names\" in contract.yaml",
	})
}

// keyword reports whether an identifier is a keyword: as a field it would be written raw.
func keyword(id string) bool {
	written := name.RustField(strings.Split(id, "_"))
	return written == "r#"+id || written == id+"_"
}

// claim takes an identifier in a scope, or says who has it already.
func (p *plan) claim(scope *name.Scope, id, wire string, pos source.Pos) {
	clash := scope.Claim(id, wire, pos)
	if clash == nil {
		return
	}
	var also []diag.Related
	if clash.First.Pos.IsValid() {
		also = []diag.Related{{Pos: clash.First.Pos, Text: "the other"}}
	}
	p.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "name-collision", Pos: pos, Message: "in Rust, " + clash.Error(), Also: also,
		Hint: "pin another Rust name under \"names\" in contract.yaml",
	})
}

// An inclusion is a shape that another one holds as a whole, though on the wire its properties stand beside the others.
type inclusion struct {
	shape *ir.Shape
	field string
	parts map[string]*ir.Field // the fields of the inner shape, by property
}

// include finds the shape that a struct holds as a whole: one that shares a condition of the contract file with it, and
// all of whose properties it has. The contract file says of both in one breath that they are the same thing.
func (p *plan) include(s *ir.Shape) {
	t, ok := s.Type.(*ir.Struct)
	if !ok || len(s.Rule.RequiredWhen) == 0 {
		return
	}
	for _, other := range p.contract.Shapes {
		inner, ok := other.Type.(*ir.Struct)
		if !ok || other == s || other.Nested || other.Secret || inner.Extra != nil || len(inner.Fields) >= len(t.Fields) ||
			len(other.Rule.RequiredWhen) != len(s.Rule.RequiredWhen) {
			continue
		}
		same := true
		for i, c := range other.Rule.RequiredWhen {
			same = same && c.At == s.Rule.RequiredWhen[i].At
		}
		parts := map[string]*ir.Field{}
		for _, f := range inner.Fields {
			g := fieldNamed(t, f.Name)
			same = same && g != nil && g.Presence == f.Presence && p.fieldType(s, g) == p.fieldType(other, f)
			parts[f.Name] = f
		}
		field := name.RustField(other.Words)
		for _, f := range t.Fields {
			if _, moved := parts[f.Name]; !moved && p.fields[f] == field {
				same = false
			}
		}
		if same {
			p.whole[s] = &inclusion{other, field, parts}
			return
		}
	}
}
