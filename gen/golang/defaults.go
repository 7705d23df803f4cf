package golang

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// defaultsFile emits a method for each property with a default:
//
//	func (v ListParams) LimitOrDefault() int64 {
//		if v.Limit == nil {
//			return 50
//		}
//		return *v.Limit
//	}
//
// The field itself stays nil when the property is absent, so that a message is encoded as it was decoded.
func (e *emitter) defaultsFile() *file {
	f := e.newFile()
	none := true
	for _, s := range e.contract.Shapes {
		t, ok := s.Type.(*ir.Struct)
		if !ok {
			continue
		}
		for _, field := range t.Fields {
			if !hasDefault(field) {
				continue
			}
			none = false
			e.defaultMethod(f, e.plan.shapes[s], field)
		}
	}
	if none {
		return nil
	}
	return f
}

func (e *emitter) defaultMethod(f *file, id string, field *ir.Field) {
	name := e.plan.fields[field]
	prose(f, name+"OrDefault returns "+name+", or "+field.Default.JSON+" when it is absent.")
	f.Func().Params(jen.Id("v").Id(id)).Id(name+"OrDefault").Params().Add(e.goType(field.Type)).Block(
		jen.If(jen.Id("v").Dot(name).Op("==").Nil()).Block(jen.Return(e.defaultLit(field))),
		jen.Return(jen.Op("*").Id("v").Dot(name)),
	)
	f.Line()
}

// hasDefault reports whether a field has a default that Go has a literal for: a scalar's or an enum's. Others are in the
// comment of the field alone.
func hasDefault(f *ir.Field) bool {
	if f.Presence != ir.Defaulted || f.Default == nil {
		return false
	}
	t := f.Type
	for {
		r, ok := t.(*ir.Ref)
		if !ok {
			break
		}
		t = r.Shape.Type
	}
	switch t.(type) {
	case *ir.Scalar, *ir.Enum:
		return true
	}
	return false
}

// defaultLit returns the default of a field as a Go literal.
func (e *emitter) defaultLit(f *ir.Field) *jen.Statement {
	v := f.Default
	if enum := enumOf(f.Type); enum != nil {
		for _, x := range enum.Values {
			if x.Value == v.Str {
				return jen.Id(e.plan.values[x])
			}
		}
	}
	switch v.Kind {
	case ir.KindString:
		return str(v.Str)
	case ir.KindBoolean:
		return jen.Lit(v.JSON == "true")
	}
	if _, err := strconv.ParseUint(v.JSON, 10, 64); err == nil {
		return jen.Op(v.JSON)
	}
	if _, err := strconv.ParseInt(v.JSON, 10, 64); err == nil {
		return jen.Op(v.JSON)
	}
	x, _ := strconv.ParseFloat(v.JSON, 64) // lowering has seen that it fits
	return jen.Lit(x)
}
