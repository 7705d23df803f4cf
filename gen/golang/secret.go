package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// secretFile keeps secret values out of logs: fmt prints "[redacted]" for them, and slog prints structs that hold one
// as a group in which the secret is redacted.
//
//	func (Token) Format(f fmt.State, _ rune) { io.WriteString(f, "[redacted]") }
//	func (v ActParams) LogValue() slog.Value { return slog.GroupValue(...) }
func (e *emitter) secretFile() *file {
	f := e.newFile()
	none := true
	for _, s := range e.contract.Shapes {
		if !e.plan.secrets[s] {
			continue
		}
		id := e.plan.shapes[s]
		switch t := s.Type.(type) {
		case *ir.Struct:
			if s.Secret {
				e.redact(f, id)
			} else {
				e.logStruct(f, id, t)
			}
		case *ir.Union:
			if s.Secret {
				e.redact(f, id)
			} else {
				e.logUnion(f, id, t)
			}
		case *ir.Nullable:
			held := &ir.Variant{Type: t.Type}
			e.plan.variants[held] = "Value"
			e.logUnion(f, id, &ir.Union{Variants: []*ir.Variant{held}})
		case *ir.Ref: // an alias has the methods of its target
			continue
		default:
			if !s.Secret {
				continue
			}
			e.redact(f, id)
			if scalar, ok := t.(*ir.Scalar); ok && scalar.Kind == ir.String {
				prose(f, "Expose returns the secret. fmt does not print it, and slog does not where it stands in a struct or a union of "+
					"this package. JSON does, since that is the wire: do not log slices and maps of messages as JSON.")
				f.Func().Params(jen.Id("v").Id(id)).Id("Expose").Params().String().Block(jen.Return(jen.String().Call(jen.Id("v"))))
				f.Line()
			}
		}
		none = false
	}
	if none {
		return nil
	}
	return f
}

func (e *emitter) redact(f *file, id string) {
	prose(f, "Format prints \"[redacted]\" for every verb of fmt.")
	f.Func().Params(jen.Id(id)).Id("Format").Params(jen.Id("f").Qual("fmt", "State"), jen.Id("_").Rune()).
		Block(jen.List(jen.Id("_"), jen.Id("_")).Op("=").Id("f").Dot("Write").Call(jen.Index().Byte().Call(str("[redacted]"))))
	f.Line()
	prose(f, "LogValue is \"[redacted]\".")
	f.Func().Params(jen.Id(id)).Id("LogValue").Params().Qual("log/slog", "Value").
		Block(jen.Return(jen.Qual("log/slog", "StringValue").Call(str("[redacted]"))))
	f.Line()
}

func (e *emitter) logStruct(f *file, id string, t *ir.Struct) {
	prose(f, "LogValue is a group of the properties, in which secrets are redacted. Absent properties are left out.")
	attr := func(wire string, value jen.Code) *jen.Statement {
		return jen.Qual("log/slog", "Any").Call(str(wire), value)
	}
	f.Func().Params(jen.Id("v").Id(id)).Id("LogValue").Params().Qual("log/slog", "Value").BlockFunc(func(g *jen.Group) {
		g.Id("attrs").Op(":=").Make(jen.Index().Qual("log/slog", "Attr"), num(0), num(len(t.Fields)))
		add := func(g *jen.Group, a *jen.Statement) {
			g.Id("attrs").Op("=").Append(jen.Id("attrs"), a)
		}
		for _, field := range t.Fields {
			lv := jen.Id("v").Dot(e.plan.fields[field])
			form, inner := formOf(field)
			switch {
			case form == formOptional:
				g.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Add(lv).Dot("Get").Call(), jen.Id("ok")).
					BlockFunc(func(g *jen.Group) { add(g, attr(field.Name, e.logged(jen.Id("x"), inner))) })
			case form == formPointer:
				g.If(lv.Clone().Op("!=").Nil()).
					BlockFunc(func(g *jen.Group) { add(g, attr(field.Name, e.logged(jen.Op("*").Add(lv), inner))) })
			case form == formNil:
				g.If(lv.Clone().Op("!=").Nil()).
					BlockFunc(func(g *jen.Group) { add(g, attr(field.Name, e.logged(lv, inner))) })
			default:
				add(g, attr(field.Name, e.logged(lv, inner)))
			}
		}
		g.Return(jen.Qual("log/slog", "GroupValue").Call(jen.Id("attrs").Op("...")))
	})
	f.Line()
}

// logUnion emits LogValue of a union: that of the variant that is set.
func (e *emitter) logUnion(f *file, id string, t *ir.Union) {
	prose(f, "LogValue is that of the variant that is set, with secrets redacted.")
	f.Func().Params(jen.Id("v").Id(id)).Id("LogValue").Params().Qual("log/slog", "Value").Block(
		jen.Switch().BlockFunc(func(g *jen.Group) {
			for _, variant := range t.Variants {
				lv := jen.Id("v").Dot(e.plan.variants[variant])
				value := lv.Clone()
				if pointerForm(variant.Type) == formPointer {
					value = jen.Op("*").Add(lv.Clone())
				}
				g.Case(lv.Clone().Op("!=").Nil()).Block(
					jen.Return(jen.Qual("log/slog", "AnyValue").Call(e.logged(value, variant.Type))))
			}
		}),
		jen.Return(jen.Qual("log/slog", "Value").Values()),
	)
	f.Line()
}

// logged returns what slog is given for a value: containers of secrets as fmt prints them, since a handler would
// otherwise encode them as JSON, which is the wire and holds the secret.
func (e *emitter) logged(v *jen.Statement, t ir.Type) *jen.Statement {
	switch t.(type) {
	case *ir.List, *ir.Map:
		if e.plan.holdsSecret(t) {
			return jen.Qual("fmt", "Sprint").Call(v)
		}
	}
	return v
}
