package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// enumsFile emits, per enum:
//
//	const (
//		ElementOpClick ElementOp = "click"
//	)
//	func ElementOpValues() []ElementOp { return []ElementOp{ElementOpClick, ...} }
//	func (v ElementOp) Valid() bool { ... }
//
// and for the error codes also Meaning.
func (e *emitter) enumsFile() *file {
	f := e.newFile()
	none := true
	for _, s := range e.contract.Shapes {
		t, ok := s.Type.(*ir.Enum)
		if !ok {
			continue
		}
		none = false
		id := e.plan.shapes[s]
		prose(f, "The values of "+id+", in the order of the contract.")
		f.Const().DefsFunc(func(g *jen.Group) {
			for _, v := range t.Values {
				if v.Doc != "" {
					prose(g, join(v.Doc))
				}
				g.Id(e.plan.values[v]).Id(id).Op("=").Add(str(v.Value))
			}
		})
		f.Line()
		all := make([]jen.Code, len(t.Values))
		for i, v := range t.Values {
			all[i] = jen.Id(e.plan.values[v])
		}
		prose(f, id+"Values returns the values of "+id+", in the order of the contract.")
		f.Func().Id(id + "Values").Params().Index().Id(id).Block(jen.Return(jen.Index().Id(id).Add(lines(all...))))
		f.Line()
		prose(f, "Valid reports whether v is a value that the contract names.")
		f.Func().Params(jen.Id("v").Id(id)).Id("Valid").Params().Bool().Block(
			jen.Switch(jen.Id("v")).Block(jen.Case(caseList(all)...).Block(jen.Return(jen.True()))),
			jen.Return(jen.False()),
		)
		f.Line()
		if e.contract.Codes != nil && e.contract.Codes.Shape == s {
			e.meanings(f, id, t)
		}
	}
	if none {
		return nil
	}
	return f
}

// caseList puts each value of a case on a line of its own when there are many.
func caseList(values []jen.Code) []jen.Code {
	if len(values) <= 4 {
		return values
	}
	return []jen.Code{jen.Custom(jen.Options{Separator: ",\n"}, values...)}
}

func (e *emitter) meanings(f *file, id string, t *ir.Enum) {
	prose(f, "Meaning returns what the contract says of an error code; \"\" for a code that it does not name.")
	f.Func().Params(jen.Id("v").Id(id)).Id("Meaning").Params().String().Block(
		jen.Switch(jen.Id("v")).BlockFunc(func(g *jen.Group) {
			for _, v := range t.Values {
				g.Case(jen.Id(e.plan.values[v])).Block(jen.Return(str(v.Doc)))
			}
		}),
		jen.Return(str("")),
	)
	f.Line()
}

// unionsFile declares the types that go-jsonschema has no form for.
func (e *emitter) unionsFile() *file {
	f := e.newFile()
	none := true
	for _, s := range e.contract.Shapes {
		if modelled(s.Type) {
			continue
		}
		none = false
		id := e.plan.shapes[s]
		prose(f, e.shapeDoc(s)...)
		switch t := s.Type.(type) {
		case *ir.Ref:
			f.Type().Id(id).Op("=").Id(e.plan.shapes[t.Shape])
		case *ir.Nullable:
			f.Type().Id(id).StructFunc(func(g *jen.Group) {
				prose(g, "Value is nil for null.")
				g.Id("Value").Add(e.heldType(t.Type))
			})
		case *ir.Union:
			f.Type().Id(id).StructFunc(func(g *jen.Group) {
				prose(g, "Exactly one of the fields is set.")
				for _, v := range t.Variants {
					g.Id(e.plan.variants[v]).Add(e.heldType(v.Type))
				}
			})
		}
		f.Line()
	}
	if none {
		return nil
	}
	return f
}
