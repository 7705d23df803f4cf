package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// shapesFile emits the identity of the contract, the names that users of the package need from the runtime, and the
// table of the shapes by name.
func (e *emitter) shapesFile() *file {
	f := e.newFile()
	c := e.contract
	prose(f, "The contract that this package was generated from.")
	f.Const().Defs(
		jen.Id("ContractID").Op("=").Add(str(c.ID)),
		jen.Id("ContractName").Op("=").Add(str(c.Name)),
		jen.Id("ContractVersion").Op("=").Add(str(c.Version)),
		jen.Comment("// SchemaHash is the SHA-256 of the canonical schema."),
		jen.Id("SchemaHash").Op("=").Add(str(hash(c.Schema))),
	)
	f.Line()
	prose(f, "A Violation says why a message is refused. Its fields are Code (the keyword, or \"syntax\" and the like), "+
		"Instance (a JSON pointer into the message), Keyword (one into the schema), Message, and Offset (in bytes).")
	f.Type().Id("Violation").Op("=").Add(e.rt("Violation"))
	f.Line()
	if e.usesOptional() {
		prose(f, "An Optional is a property that may be absent, null, or a value. Its zero value is absent; Get returns the "+
			"value and whether there is one, IsSet and IsNull tell the others apart.")
		f.Type().Id("Optional").Types(jen.Id("T").Any()).Op("=").Add(e.rt("Optional")).Types(jen.Id("T"))
		f.Line()
		prose(f, "SetTo returns an Optional that holds a value.")
		f.Func().Id("SetTo").Types(jen.Id("T").Any()).Params(jen.Id("v").Id("T")).Id("Optional").Types(jen.Id("T")).
			Block(jen.Return(e.rt("SetTo").Call(jen.Id("v"))))
		f.Line()
		prose(f, "SetToNull returns an Optional that is null.")
		f.Func().Id("SetToNull").Types(jen.Id("T").Any()).Params().Id("Optional").Types(jen.Id("T")).
			Block(jen.Return(e.rt("SetToNull").Types(jen.Id("T")).Call()))
		f.Line()
	}
	prose(f, "A Shape is a type of the contract under its wire name. Its Check method returns every violation of a text.")
	f.Type().Id("Shape").Op("=").Add(e.rt("Shape"))
	f.Line()
	var shapes []jen.Code
	for _, s := range c.Shapes {
		if !s.Nested {
			shapes = append(shapes, jen.Values(entry("Name", str(s.Wire)), entry("Rule", e.ruleRef(s.Rule))))
		}
	}
	prose(f, "Shapes are the shapes of the contract, in the order of the schema.")
	f.Var().Id("Shapes").Op("=").Index().Id("Shape").Add(lines(shapes...))
	f.Line()
	prose(f, "LookupShape returns the shape with a wire name, such as \""+c.Shapes[0].Wire+"\".")
	f.Func().Id("LookupShape").Params(jen.Id("name").String()).Params(jen.Id("Shape"), jen.Bool()).Block(
		jen.For(jen.List(jen.Id("_"), jen.Id("s")).Op(":=").Range().Id("Shapes")).Block(
			jen.If(jen.Id("s").Dot("Name").Op("==").Id("name")).Block(jen.Return(jen.Id("s"), jen.True())),
		),
		jen.Return(jen.Id("Shape").Values(), jen.False()),
	)
	return f
}

// usesOptional reports whether a field may be absent, null or a value.
func (e *emitter) usesOptional() bool {
	for _, s := range e.contract.Shapes {
		t, ok := s.Type.(*ir.Struct)
		if !ok {
			continue
		}
		for _, f := range t.Fields {
			if form, _ := formOf(f); form == formOptional {
				return true
			}
		}
	}
	return false
}

// A limit is a constant for one bound of a property.
type limit struct {
	id   string
	text string // as an untyped Go constant
	doc  string
}

// nameLimits names the counts and lengths that the contract bounds, in the order of the schema.
func (p *plan) nameLimits(s *ir.Shape) {
	t, ok := s.Type.(*ir.Struct)
	if !ok {
		return
	}
	for _, f := range t.Fields {
		r := notNull(f.Rule)
		for _, bound := range []struct {
			word  string
			value *int
			what  string
		}{
			{"MinItems", r.MinItems, "the least number of items"}, {"MaxItems", r.MaxItems, "the greatest number of items"},
			{"MinLength", r.MinLength, "the least length in code points"}, {"MaxLength", r.MaxLength, "the greatest length in code points"},
		} {
			if bound.value == nil || r.Shape != nil && !r.Shape.Nested {
				continue
			}
			id := p.shapes[s] + p.fields[f] + bound.word
			p.claim(id, f.Origin)
			p.limits = append(p.limits, limit{id, num(*bound.value).GoString(),
				id + " is " + bound.what + " of " + f.Name + " in " + s.Wire + "."})
		}
	}
}

// limitsFile emits the limits of the contract as constants.
func (e *emitter) limitsFile() *file {
	limits := e.plan.limits
	if len(limits) == 0 {
		return nil
	}
	f := e.newFile()
	prose(f, "The limits of the contract.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, l := range limits {
			prose(g, l.doc)
			g.Id(l.id).Op("=").Op(l.text)
		}
	})
	return f
}
