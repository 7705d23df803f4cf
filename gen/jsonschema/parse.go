package jsonschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// Dialect is the URI of JSON Schema 2020-12, the only one that Parse reads; a schema without "$schema" has it too.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// maxFindings is how many diagnostics a stage gives.
const maxFindings = 200

// Parse turns a document into a schema. Each keyword of 2020-12 ends up in its field; any other is reported, as is each
// keyword whose value has a form that the specification does not give it. The schema is nil when the list holds an
// error; notices say which "x-..." keywords were left alone.
func Parse(doc *load.Document) (*Schema, diag.List) {
	p := &parser{keywords: keywords()}
	for name := range p.keywords {
		p.names = append(p.names, name)
	}
	slices.Sort(p.names)
	root := p.schema(doc.Root, nil)
	p.diags.Sort()
	p.diags.Limit(maxFindings)
	if p.diags.Failed() {
		return nil, p.diags
	}
	return root, p.diags
}

// A parser collects what is wrong with one document.
type parser struct {
	diags    diag.List
	keywords map[string]keyword
	names    []string // of the keywords, sorted
}

// fail adds an error that is about a node.
func (p *parser) fail(code string, n *load.Node, d diag.Diagnostic) {
	d.Severity, d.Code, d.Pos = diag.Error, code, n.Pos
	if d.At == "" {
		d.At = n.Pointer
	}
	p.diags.Add(d)
}

// schema reads a subschema; nil when n cannot be one. The depth of the recursion is that of the document.
func (p *parser) schema(n *load.Node, parent *Schema) *Schema {
	s := &Schema{Node: n, Pointer: n.Pointer, Parent: parent}
	switch n.Kind {
	case load.Bool:
		s.Bool = &n.Bool
		return s
	case load.Object:
	default:
		p.fail("schema-type", n, diag.Diagnostic{
			Message: "not a schema", Got: describe(n), Want: "an object, true or false",
		})
		return nil
	}
	for i := range n.Members {
		m := &n.Members[i]
		switch read, ok := p.keywords[m.Name]; {
		case ok:
			read(p, s, m)
		case strings.HasPrefix(m.Name, "x-"):
			s.Extensions = append(s.Extensions, *m)
			p.diags.Add(diag.Diagnostic{
				Severity: diag.Notice, Code: "extension", Pos: m.NamePos, At: s.Pointer,
				Message: fmt.Sprintf("the keyword %q is left alone", m.Name),
			})
		default:
			p.unknown(s, m)
		}
	}
	p.dialect(s)
	return s
}

// unknown reports a keyword that 2020-12 does not have.
func (p *parser) unknown(s *Schema, m *load.Member) {
	hint := foreign[m.Name]
	switch {
	case hint != "":
	case strings.HasPrefix(string(s.Pointer), "/$defs/") && (s.Node.Get("params") != nil || s.Node.Get("result") != nil):
		hint = `an entry of "$defs" that holds schemas by name holds nothing but "params" and "result"`
	default:
		if hint = diag.DidYouMean(diag.Near(m.Name, p.names)); hint == "" {
			hint = `a keyword of your own starts with "x-"`
		}
	}
	p.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "unknown-keyword", Pos: m.NamePos, At: s.Pointer, Hint: hint,
		Message: fmt.Sprintf("unknown keyword %q", m.Name),
	})
}

// foreign says what 2020-12 has for the keywords of older drafts, of OpenAPI and of other languages.
var foreign = map[string]string{
	"id":               `2020-12 spells it "$id"`,
	"definitions":      `2020-12 spells it "$defs", in references too`,
	"dependencies":     `2020-12 has "dependentRequired" for lists of names and "dependentSchemas" for schemas`,
	"additionalItems":  `2020-12 has "items" for the items after those of "prefixItems"`,
	"$recursiveRef":    `2020-12 has "$dynamicRef"`,
	"$recursiveAnchor": `2020-12 has "$dynamicAnchor"`,
	"divisibleBy":      `2020-12 spells it "multipleOf"`,
	"disallow":         `2020-12 has "not"`,
	"extends":          `2020-12 has "allOf"`,
	"optional":         `2020-12 lists the properties that must be there in "required"`,
	"nullable":         `JSON Schema has "type": ["string", "null"] for a string or null`,
	"discriminator":    `JSON Schema has "oneOf" whose branches each give the property a "const"`,
	"example":          `JSON Schema has "examples", an array`,
	"xml":              "remove it; JSON has no such form",
	"externalDocs":     `write the address in the "description"`,
}

// dialect checks "$schema": https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1.
func (p *parser) dialect(s *Schema) {
	switch {
	case s.Dialect == nil:
	case strings.TrimSuffix(s.Dialect.Value, "#") != Dialect:
		p.fail("dialect", s.Dialect.Node, diag.Diagnostic{
			Message: `the schema is not in the dialect 2020-12`,
			Got:     fmt.Sprintf("%q", shorten(s.Dialect.Value)),
			Want:    fmt.Sprintf("%q", Dialect),
			Hint:    "write the schema in 2020-12 and name that dialect",
		})
	case s.Parent != nil && s.ID == nil:
		p.fail("dialect", s.Dialect.Node, diag.Diagnostic{
			Message: `"$schema" in a subschema without "$id"`,
			Hint:    "remove it: the subschema has the dialect of its document",
		})
	}
}

// schemas reads an array of schemas that must not be empty.
func (p *parser) schemas(m *load.Member, parent *Schema) []*Schema {
	if !p.expect(m, load.Array, "an array of schemas") || p.empty(m, "at least one schema") {
		return nil
	}
	list := make([]*Schema, 0, len(m.Value.Items))
	for _, item := range m.Value.Items {
		if s := p.schema(item, parent); s != nil {
			list = append(list, s)
		}
	}
	return list
}

// named reads an object of schemas.
func (p *parser) named(m *load.Member, parent *Schema) []Named {
	if !p.expect(m, load.Object, "an object of schemas") {
		return nil
	}
	return p.entries(m.Value, parent)
}

func (p *parser) entries(n *load.Node, parent *Schema) []Named {
	list := make([]Named, 0, len(n.Members))
	for _, m := range n.Members {
		if s := p.schema(m.Value, parent); s != nil {
			list = append(list, Named{Name: m.Name, NamePos: m.NamePos, Schema: s})
		}
	}
	return list
}

// defs reads "$defs". At the root, an entry with nothing but params and result holds schemas and is none.
func (p *parser) defs(m *load.Member, parent *Schema) {
	if !p.expect(m, load.Object, "an object of schemas") {
		return
	}
	parent.Defs = make([]Named, 0, len(m.Value.Members))
	for _, m := range m.Value.Members {
		if parent.Parent == nil && isContainer(m.Value) {
			parent.Containers = append(parent.Containers, Container{
				Name: m.Name, NamePos: m.NamePos, Node: m.Value, Entries: p.entries(m.Value, parent),
			})
			continue
		}
		if s := p.schema(m.Value, parent); s != nil {
			parent.Defs = append(parent.Defs, Named{Name: m.Name, NamePos: m.NamePos, Schema: s})
		}
	}
}

func isContainer(n *load.Node) bool {
	for _, m := range n.Members {
		if m.Name != "params" && m.Name != "result" {
			return false
		}
	}
	return len(n.Members) > 0
}

// dependentRequired reads an object of lists of names.
func (p *parser) dependentRequired(m *load.Member) []Dependent {
	if !p.expect(m, load.Object, "an object of arrays of property names") {
		return nil
	}
	list, keyword := make([]Dependent, 0, len(m.Value.Members)), m.Name
	for _, m := range m.Value.Members {
		list = append(list, Dependent{Name: m.Name, NamePos: m.NamePos, Required: p.nameList(keyword, m.Value)})
	}
	return list
}

// nameList reads an array of strings of which none stands twice.
func (p *parser) nameList(keyword string, n *load.Node) []Text {
	const want = "an array of property names"
	if n.Kind != load.Array {
		p.wrong(keyword, n, want, formHint(keyword, n))
		return nil
	}
	list := make([]Text, 0, len(n.Items))
	first := make(map[string]source.Pos, len(n.Items))
	for _, item := range n.Items {
		if item.Kind != load.String {
			p.wrong(keyword, item, want, "")
			continue
		}
		if pos, ok := first[item.Text]; ok {
			p.fail("repeated-name", item, diag.Diagnostic{
				Message: fmt.Sprintf("%q names %q twice", keyword, shorten(item.Text)),
				Also:    []diag.Related{{Pos: pos, Text: "it stands here first"}},
				Hint:    "remove one of them",
			})
			continue
		}
		first[item.Text] = item.Pos
		list = append(list, Text{Value: item.Text, Node: item})
	}
	return list
}
