package golang

import (
	"bytes"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/output"
)

// driftTest emits the test that fails when the package and its contract part. Constants are proved at compile time: a
// map literal with the key false twice does not compile.
//
//	var _ = map[bool]struct{}{false: {}, ElementOpClick == "click": {}}
//
//	func TestDrift(t *testing.T) { drift.Check(t, drift.Package{...}) }
func (e *emitter) driftTest(files []output.File) ([]byte, error) {
	f := e.newFile()
	driftPkg := path.Join(path.Dir(e.wire), "drift")
	f.ImportName(driftPkg, "drift")
	e.proofs(f)
	c := e.contract
	var hashes []jen.Code
	for _, file := range files {
		hashes = append(hashes, jen.Values(entry("Name", str(relative(e.opt.Dir, file.Path))), entry("Hash", str(hash(file.Content)))))
	}
	prose(f, "TestDrift fails when the schema has moved, when a generated file was edited by hand, or when a rule of this "+
		"package says something else than the schema.")
	f.Func().Id("TestDrift").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Qual(driftPkg, "Check").Call(jen.Id("t"), jen.Qual(driftPkg, "Package").Add(lines(
			entry("Repair", str(e.opt.Repair)),
			entry("SchemaPath", str(relative(e.opt.Dir, c.SchemaPath))),
			entry("Schema", jen.Id("schemaText")),
			entry("Files", jen.Index().Qual(driftPkg, "File").Add(lines(hashes...))),
			entry("Shapes", jen.Id("Shapes")),
		))),
	)
	f.Line()
	prose(f, "schemaText is the canonical schema that this package was generated from.")
	f.Const().Id("schemaText").Op("=").Add(multiline(string(c.Schema)))
	var b bytes.Buffer
	if err := f.Render(&b); err != nil {
		return nil, err
	}
	return groupImports(b.Bytes())
}

func (e *emitter) proofs(f *file) {
	prose(f, "Each line compiles only while the constant has the value that the contract gives it: if one does not, run "+
		e.opt.Repair+".")
	f.Var().DefsFunc(func(g *jen.Group) {
		proof := func(id, value jen.Code) {
			g.Id("_").Op("=").Map(jen.Bool()).Struct().Values(
				jen.False().Op(":").Values(), jen.Add(id).Op("==").Add(value).Op(":").Values())
		}
		proof(jen.Id("SchemaHash"), str(hash(e.contract.Schema)))
		for _, s := range e.contract.Shapes {
			if t, ok := s.Type.(*ir.Enum); ok {
				for _, v := range t.Values {
					proof(jen.Id(e.plan.values[v]), str(v.Value))
				}
			}
		}
		for _, t := range e.contract.Tools {
			proof(jen.Id("Tool"+e.plan.tools[t]), str(t.Name))
		}
		for _, l := range e.plan.limits {
			proof(jen.Id(l.id), jen.Op(l.text))
		}
	})
	f.Line()
}

// multiline returns a text as a raw string literal where Go allows it.
func multiline(s string) *jen.Statement {
	if strings.ContainsAny(s, "`\r\x00\ufeff") || !utf8.ValidString(s) || strings.IndexFunc(s, hidden) >= 0 {
		return str(s)
	}
	return jen.Op("`" + s + "`")
}

// hidden reports whether a reader would not see a character, or not as what it is.
func hidden(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\n' && r != '\t'
	}
	return unicode.IsSpace(r) || diag.OneLine(string(r)) != string(r)
}

// relative returns the path from a folder to a file, both below the project root.
func relative(dir, file string) string {
	from, to := strings.Split(path.Clean(dir), "/"), strings.Split(path.Clean(file), "/")
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + strings.Join(to, "/")
}
