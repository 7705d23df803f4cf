package lower

import (
	"path"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// assemble puts the contract together from the shapes and the contract file.
func (l *lowering) assemble() *ir.Contract {
	root := l.graph.Root
	c := &ir.Contract{Name: l.in.Name, Version: l.in.Version, Shapes: l.out}
	if l.file != nil {
		c.Schema, c.SchemaPath = l.file.Text, l.file.Name
	}
	if root.ID != nil {
		c.ID = root.ID.Value
	}
	if root.Title != nil {
		c.Title = root.Title.Value
	}
	if root.Description != nil {
		c.Doc = root.Description.Value
	}
	f := l.in.Contract
	if f == nil {
		return c
	}
	c.Name, c.Version, c.Origin = f.Name.Value, f.Version.Value, origin(f.Name.Node)
	if f.Doc.Value != "" {
		c.Doc = f.Doc.Value
	}
	if f.Service != nil {
		c.Service = &ir.Service{Name: f.Service.Name.Value, Client: f.Service.Client.Value}
	}
	for _, t := range f.Tools {
		c.Tools = append(c.Tools, l.tool(t))
	}
	c.Codes = l.codes(f.Errors)
	for _, e := range f.Exits {
		c.Exits = append(c.Exits, ir.Exit{Code: e.Exit.Value, Codes: values(e.Codes), Doc: e.Doc.Value})
	}
	if f.Fixture != nil {
		c.Fixture = &ir.Fixture{App: f.Fixture.App.Value, Gate: f.Fixture.Feature.Value}
	}
	return c
}

func (l *lowering) tool(t *contract.Tool) *ir.Tool {
	tool := &ir.Tool{
		Name: t.Name.Value, Command: t.Command.Value, Words: wordsIn(t.Command.Value), Origin: origin(t.Node),
		Doc: t.Doc.Value, Effect: t.Effect.Value, Timeout: t.Timeout.Value,
		Params: l.shapeNamed(t.Params), Result: l.shapeNamed(t.Result),
	}
	if t.FailClosed != nil {
		tool.Closed = &ir.FailClosed{
			Property: t.FailClosed.Property.Value, Value: t.FailClosed.Value.Value, Code: t.FailClosed.Code.Value,
		}
	}
	if tool.Params == nil {
		return tool
	}
	tool.Text = l.textKeys(tool.Params)
	for _, f := range fieldsOf(tool.Params) {
		if t.Token.Node != nil && f.Name == t.Token.Value {
			tool.Token = f
		}
	}
	if t.Token.Node != nil && tool.Token == nil {
		l.report(diag.Diagnostic{
			Severity: diag.Error, Code: "unsupported", Pos: t.Token.Pos, At: t.Token.Node.Pointer,
			Message: "a token in params that have alternatives is not supported yet",
			Also:    []diag.Related{{Pos: tool.Params.Origin.Pos, Text: "the params"}},
			Hint:    "let the params be an object with properties and without oneOf or anyOf",
		})
	}
	return tool
}

// textKeys returns the properties of params, those of alternatives included, that are strings without a closed set of
// values.
func (l *lowering) textKeys(params *ir.Shape) []string {
	v := l.view(l.homes[params])
	views := []*view{v}
	for _, c := range v.choices {
		for _, b := range c.branches {
			views = append(views, l.view(b))
		}
	}
	var keys []string
	seen := map[string]bool{}
	for _, v := range views {
		props, _ := v.properties()
		for _, p := range props {
			if !seen[p.name] && contract.IsText(p.entries[0].Schema) {
				keys = append(keys, p.name)
			}
			seen[p.name] = true
		}
	}
	return keys
}

// find returns the subschema that the contract file names by its wire name or its pointer; nil for none.
func (l *lowering) find(name string) *jsonschema.Schema {
	if l.named == nil {
		l.named = map[string]*jsonschema.Schema{}
		for _, s := range l.graph.Schemas {
			if l.own(s) {
				l.named[string(s.Pointer)] = s
			}
		}
		root := l.graph.Root
		for _, d := range root.Defs {
			l.named[d.Name] = d.Schema
		}
		for _, c := range root.Containers {
			for _, e := range c.Entries {
				l.named[c.Name+"."+e.Name] = e.Schema
			}
		}
	}
	return l.named[name]
}

// shapesNamed returns the subschemas that the contract file needs as shapes.
func (l *lowering) shapesNamed() []*jsonschema.Schema {
	f := l.in.Contract
	if f == nil {
		return nil
	}
	var list []*jsonschema.Schema
	for _, t := range f.Tools {
		list = append(list, l.find(t.Params.Value), l.find(t.Result.Value))
	}
	if f.Errors != nil {
		list = append(list, l.find(f.Errors.Shape.Value))
	}
	return list
}

// shapeNamed returns a shape that the contract file names.
func (l *lowering) shapeNamed(t form.Text) *ir.Shape {
	sh := l.shapes[l.find(t.Value)]
	if sh == nil {
		l.report(unknownShape(t))
	}
	return sh
}

// unknownShape reports a name that leads nowhere, which a check of the contract file finds before.
func unknownShape(t form.Text) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: diag.Error, Code: "unknown-shape", Pos: t.Pos, At: t.Node.Pointer,
		Message: "the schema has no shape " + strconv.Quote(t.Value),
	}
}

func (l *lowering) codes(e *contract.Errors) *ir.Codes {
	if e == nil {
		return nil
	}
	codes := &ir.Codes{Shape: l.shapeNamed(e.Shape), PassThrough: e.PassThrough.Value}
	for _, m := range e.Beside {
		codes.Beside = append(codes.Beside, ir.Code{Value: m.Name.Value, Doc: m.Text.Value})
	}
	if codes.Shape == nil {
		return codes
	}
	enum, ok := resolved(codes.Shape.Type).(*ir.Enum)
	if !ok {
		return codes
	}
	meanings := make(map[string]string, len(e.Meanings))
	for _, m := range e.Meanings {
		meanings[m.Name.Value] = m.Text.Value
	}
	for _, v := range enum.Values {
		if doc := meanings[v.Value]; doc != "" {
			v.Doc = doc
		}
	}
	return codes
}

// conditions adds the conditions of the contract file to the rules of the shapes that they speak of.
func (l *lowering) conditions() {
	f := l.in.Contract
	if f == nil || len(f.Conditions) == 0 {
		return
	}
	for _, c := range f.Conditions {
		for _, t := range c.Shapes {
			s := l.find(t.Value)
			if s == nil {
				l.report(unknownShape(t))
				continue
			}
			r := l.rules[s]
			r.RequiredWhen = append(r.RequiredWhen, ir.Condition{
				Origin: origin(c.Node), At: path.Base(c.Node.Pos.File.Name) + "#" + string(c.Node.Pointer),
				Property: c.Property.Value, Equals: c.Equals.Value, Required: values(c.Require),
			})
		}
	}
}

func values(list []form.Text) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.Value)
	}
	return out
}

// fieldsOf returns the fields of a shape that is a struct, or refers to one.
func fieldsOf(sh *ir.Shape) []*ir.Field {
	if st, ok := resolved(sh.Type).(*ir.Struct); ok {
		return st.Fields
	}
	return nil
}

// resolved follows references to the type that they stand for.
func resolved(t ir.Type) ir.Type {
	for range maxInPlace {
		r, ok := t.(*ir.Ref)
		if !ok {
			return t
		}
		t = r.Shape.Type
	}
	return t
}

// foreignWire names a shape of another document: by its file and its key in $defs, or its pointer.
func (l *lowering) foreignWire(s *jsonschema.Schema) string {
	file := foreignName(s)
	tokens := s.Pointer.Tokens()
	switch {
	case len(tokens) == 0:
		return file
	case len(tokens) == 2 && (tokens[0] == "$defs" || tokens[0] == "definitions"):
		return file + "." + tokens[1]
	}
	return file + "#" + string(s.Pointer)
}

// foreignWords returns the words of a shape of another document, or of a place in this one that is in no shape.
func (l *lowering) foreignWords(s *jsonschema.Schema) []string {
	words := wordsIn(foreignName(s))
	for _, token := range s.Pointer.Tokens() {
		if token != "$defs" && token != "definitions" && token != "properties" {
			words = append(words, wordsIn(token)...)
		}
	}
	return words
}

// foreignName returns the name of a subschema's file without folder and extensions.
func foreignName(s *jsonschema.Schema) string {
	if s.Node.Pos.File == nil {
		return "root"
	}
	base, _, _ := strings.Cut(path.Base(s.Node.Pos.File.Name), ".")
	return base
}
