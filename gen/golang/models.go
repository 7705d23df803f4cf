package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/atombender/go-jsonschema/pkg/generator"
	"github.com/atombender/go-jsonschema/pkg/schemas"
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// modelsFile emits the type declarations. go-jsonschema writes them, each from a lowered schema of its own, in which every
// property names the Go type that the plan chose for it, and every one has a comment:
//
//	// Step is one action on one element.
//	type Step struct {
//		// Ref is the element to act on.
//		Ref ElementRef `json:"ref"`
//	}
//
// One run per shape keeps the order of the contract, and the time linear: that of a run grows faster than the number of
// definitions in it. Unions, nullable shapes and aliases have no counterpart there; jennifer writes them in unions.go.
func (e *emitter) modelsFile() ([]byte, error) {
	var body bytes.Buffer
	for _, s := range e.contract.Shapes {
		if !modelled(s.Type) {
			continue
		}
		src, err := e.modelSource(s)
		if err != nil {
			return nil, err
		}
		decls, err := declarations(src, e.plan.shapes[s])
		if err != nil {
			return nil, err
		}
		body.Write(decls)
	}
	return e.withImports(body.Bytes())
}

// modelled reports whether go-jsonschema can declare a type.
func modelled(t ir.Type) bool {
	switch t.(type) {
	case *ir.Union, *ir.Nullable, *ir.Ref:
		return false
	}
	return true
}

// placeholder is what go-jsonschema calls every type. It makes identifiers by rules of its own, which would turn the name
// of the plan into another one; this name stays as it is.
const placeholder = "Model"

// modelSource runs go-jsonschema on one shape.
func (e *emitter) modelSource(s *ir.Shape) ([]byte, error) {
	var warnings []string
	g, err := generator.New(generator.Config{
		DefaultPackageName: e.pkg, DefaultOutputName: "models.go", OnlyModels: true,
		DisableCustomTypesForMaps: true, DisableOmitZero: true,
		Warner: func(text string) { warnings = append(warnings, text) },
	})
	if err != nil {
		return nil, fmt.Errorf("go-jsonschema: %w", err)
	}
	schema := &schemas.Schema{
		ObjectAsType: &schemas.ObjectAsType{},
		Definitions:  schemas.Definitions{placeholder: e.model(s)},
	}
	if err := g.AddFile("models", schema); err != nil {
		return nil, fmt.Errorf("go-jsonschema: %w", err)
	}
	sources, err := g.Sources()
	if err != nil {
		return nil, fmt.Errorf("go-jsonschema: %w", err)
	}
	if len(warnings) > 0 {
		return nil, fmt.Errorf("go-jsonschema: %s", strings.Join(warnings, "; "))
	}
	return sources["models.go"], nil
}

// model returns the lowered schema of a shape.
func (e *emitter) model(s *ir.Shape) *schemas.Type {
	doc := strings.Join(proseLines(e.shapeDoc(s)...), "\n")
	t, ok := s.Type.(*ir.Struct)
	if !ok || len(t.Fields) == 0 && t.Extra == nil {
		return &schemas.Type{Description: doc, GoJSONSchemaExtension: &schemas.GoJSONSchemaExtension{Type: e.declared(s)}}
	}
	m := &schemas.Type{Type: schemas.TypeList{"object"}, Description: doc, Properties: map[string]*schemas.Type{}}
	for i, f := range t.Fields {
		// go-jsonschema sorts properties by name: the number keeps the order of the schema, and the Go name and the
		// tag are given, so that it shows nowhere.
		key := fmt.Sprintf("%04d", i)
		m.Required = append(m.Required, key)
		m.Properties[key] = e.modelField(e.plan.fields[f], e.fieldDoc(f), e.fieldType(f), jsonTag(f))
	}
	if t.Extra != nil {
		key := fmt.Sprintf("%04d", len(t.Fields))
		m.Required = append(m.Required, key)
		m.Properties[key] = e.modelField("Extra", "Extra holds the properties that no other field names.",
			jen.Map(jen.String()).Add(e.goType(t.Extra)), "-")
	}
	return m
}

func (e *emitter) modelField(id, doc string, typ *jen.Statement, tag string) *schemas.Type {
	ext := &schemas.GoJSONSchemaExtension{Type: e.source(typ), Identifier: &id, Nillable: true}
	if tag != "" {
		ext.ExtraTags = map[string]string{"json": tag}
	}
	return &schemas.Type{Description: doc, GoJSONSchemaExtension: ext}
}

// declared returns the Go type behind the name of a shape that is no struct with fields.
func (e *emitter) declared(s *ir.Shape) *string {
	declared := "string" // an enum
	switch s.Type.(type) {
	case *ir.Enum:
	case *ir.Struct:
		declared = "struct{}"
	default:
		return e.source(e.goType(s.Type))
	}
	return &declared
}

// source returns a Go type as text. Packages are named by the last element of their path.
func (e *emitter) source(t *jen.Statement) *string {
	s := strings.NewReplacer("\n", "", "\t", "").Replace(fmt.Sprintf("%#v", t))
	return &s
}

// jsonTag returns the json tag of a field, for readers and for tools that look at tags; decoding and encoding do not.
// Names that a tag cannot hold get none.
func jsonTag(f *ir.Field) string {
	for _, r := range f.Name {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-$.@:/+", r)) {
			return ""
		}
	}
	if f.Name == "" || f.Name == "-" {
		return ""
	}
	if f.Presence != ir.Required {
		return f.Name + ",omitempty"
	}
	return f.Name
}

// declarations returns the source after the package clause and the imports, with the name of the type in it.
func declarations(src []byte, name string) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "models.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("go-jsonschema wrote Go that does not parse: %w", err)
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	from, named := offset(f.Name.End()), 0
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		switch {
		case ok && g.Tok == token.IMPORT:
			from = offset(g.End())
		case ok && g.Tok == token.TYPE && g.Specs[0].(*ast.TypeSpec).Name.Name == placeholder:
			named = offset(g.Specs[0].Pos())
		}
	}
	if named == 0 {
		return nil, fmt.Errorf("go-jsonschema did not write the type %s", name)
	}
	out := append([]byte{'\n'}, bytes.TrimLeft(src[from:named], "\n")...)
	return append(append(out, name...), src[named+len(placeholder):]...), nil
}

// withImports puts the header, the package clause and the imports that the declarations need before them.
func (e *emitter) withImports(body []byte) ([]byte, error) {
	fset := token.NewFileSet()
	clause := "package " + e.pkg + "\n"
	f, err := parser.ParseFile(fset, "models.go", append([]byte(clause), body...), parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("models.go: %w", err)
	}
	used := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	var out bytes.Buffer
	fmt.Fprintf(&out, "// %s\n\n%s", header, clause)
	var imports []string
	for _, path := range []string{"encoding/json", e.wire} {
		if used[path[strings.LastIndex(path, "/")+1:]] {
			imports = append(imports, strconv.Quote(path))
		}
	}
	switch len(imports) {
	case 0:
	case 1:
		fmt.Fprintf(&out, "\nimport %s\n", imports[0])
	default:
		fmt.Fprintf(&out, "\nimport (\n\t%s\n)\n", strings.Join(imports, "\n\t"))
	}
	out.Write(body)
	return out.Bytes(), nil
}
