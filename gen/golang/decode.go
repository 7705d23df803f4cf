package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// decodeFile emits, per shape:
//
//	func DecodeStep(data []byte) (Step, error) { return wire.Decode(data, decodeStep) }
//	func (v *Step) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, v, decodeStep) }
//	func decodeStep(d *wire.Decoder, v *Step) { ... }
func (e *emitter) decodeFile() *file {
	f := e.newFile()
	for _, s := range e.contract.Shapes {
		id := e.plan.shapes[s]
		if _, alias := s.Type.(*ir.Ref); alias {
			e.decodeEntry(f, s, "decode"+e.aliased(s))
			continue
		}
		e.decodeEntry(f, s, "decode"+id)
		prose(f, "UnmarshalJSON is Decode"+id+" for encoding/json. It leaves v as it was when it fails.")
		f.Func().Params(jen.Id("v").Op("*").Id(id)).Id("UnmarshalJSON").Params(jen.Id("data").Index().Byte()).Error().
			Block(jen.Return(e.rt("Unmarshal").Call(jen.Id("data"), jen.Id("v"), jen.Id("decode"+id))))
		f.Line()
		f.Func().Id("decode"+id).Params(jen.Id("d").Op("*").Add(e.rt("Decoder")), jen.Id("v").Op("*").Id(id)).
			BlockFunc(func(g *jen.Group) { e.decodeBody(g, s) })
		f.Line()
	}
	return f
}

func (e *emitter) decodeEntry(f *file, s *ir.Shape, inner string) {
	id := e.plan.shapes[s]
	prose(f, "Decode"+id+" reads one "+textOf(s)+". The error is a *Violation: the first reason for which the "+
		"contract refuses the text.")
	f.Func().Id("Decode"+id).Params(jen.Id("data").Index().Byte()).Params(jen.Id(id), jen.Error()).
		Block(jen.Return(e.rt("Decode").Call(jen.Id("data"), jen.Id(inner))))
	f.Line()
}

// aliased returns the type name that a shape that is only a reference stands for.
func (e *emitter) aliased(s *ir.Shape) string {
	for {
		r, ok := s.Type.(*ir.Ref)
		if !ok {
			return e.plan.shapes[s]
		}
		s = r.Shape
	}
}

func (e *emitter) decodeBody(g *jen.Group, s *ir.Shape) {
	rule := e.plan.rules[target(s.Rule)]
	checked := !covered(s.Type, s.Rule)
	switch t := s.Type.(type) {
	case *ir.Struct:
		if checked {
			g.If(jen.Op("!").Id("d").Dot("Check").Call(ref(rule))).Block(jen.Return())
		}
		e.decodeStruct(g, s, t)
	case *ir.Union:
		if checked {
			g.If(jen.Op("!").Id("d").Dot("Check").Call(ref(rule))).Block(jen.Return())
		}
		e.decodeUnion(g, t, s.Rule)
	case *ir.Nullable:
		e.guarded(g, checked, s.Rule, func(g *jen.Group) {
			g.If(jen.Op("!").Id("d").Dot("Null").Call()).BlockFunc(func(g *jen.Group) {
				e.readInto(g, jen.Id("v").Dot("Value"), pointerForm(t.Type), t.Type, notNull(s.Rule), checked)
			})
		})
	case *ir.Enum:
		e.guarded(g, checked, s.Rule, func(g *jen.Group) {
			call := jen.Id("d").Dot("Enum")
			if checked {
				call = jen.Id("d").Dot("String")
			}
			g.Op("*").Id("v").Op("=").Id(e.plan.shapes[s]).Call(call.Call(ref(rule)))
		})
	default:
		e.guarded(g, checked, s.Rule, func(g *jen.Group) {
			value := e.expr(t, s.Rule, checked)
			switch t.(type) {
			case *ir.List, *ir.Map: // assignable as they are
			default:
				value = jen.Id(e.plan.shapes[s]).Call(value)
			}
			g.Op("*").Id("v").Op("=").Add(value)
		})
	}
}

// guarded puts statements behind the interpreter when the decoder alone does not enforce the rule.
func (e *emitter) guarded(g *jen.Group, check bool, r *ir.Rule, body func(*jen.Group)) {
	if !check {
		body(g)
		return
	}
	g.If(jen.Id("d").Dot("Check").Call(e.ruleRef(r))).BlockFunc(body)
}

// decodeStruct emits the loop over the members of an object:
//
//	o := d.Object(&fieldsStep)
//	for d.Next(&o) {
//		switch o.Field {
//		case 0: // ref
//			v.Ref = ElementRef(d.String(&ruleElementRef))
//		}
//	}
func (e *emitter) decodeStruct(g *jen.Group, s *ir.Shape, t *ir.Struct) {
	open := jen.Id("o").Op(":=").Id("d").Dot("Object").Call(ref("fields" + e.plan.shapes[s]))
	next := jen.Id("d").Dot("Next").Call(jen.Op("&").Id("o"))
	body := func(g *jen.Group) {
		if len(t.Fields) == 0 && t.Extra == nil {
			return
		}
		g.Switch(jen.Id("o").Dot("Field")).BlockFunc(func(g *jen.Group) {
			for i, f := range t.Fields {
				g.Case(num(i)).Comment("// " + comment(f.Name))
				e.decodeField(g, f)
			}
			if t.Extra != nil {
				g.Case(e.rt("Extra"))
				e.decodeExtra(g, t, s.Rule)
			}
		})
	}
	g.Add(open) // not in the for clause: Go would copy it for each iteration
	g.For(next).BlockFunc(body)
	conditions := e.conditions(t, s.Rule)
	for i, c := range conditions {
		g.If(c.holds).Block(jen.Id("d").Dot("Require").Call(jen.Op("&").Id("o"), e.ruleRef(s.Rule).Dot("RequiredWhen").Index(num(i))))
	}
}

func (e *emitter) decodeField(g *jen.Group, f *ir.Field) {
	form, inner := formOf(f)
	checked := !covered(f.Type, f.Rule)
	lv := jen.Id("v").Dot(e.plan.fields[f])
	e.guarded(g, checked, f.Rule, func(g *jen.Group) {
		if _, nullable := f.Type.(*ir.Nullable); !nullable {
			e.readInto(g, lv, form, inner, f.Rule, checked)
			return
		}
		rule := notNull(f.Rule)
		if form == formOptional {
			g.If(jen.Id("d").Dot("Null").Call()).Block(
				lv.Clone().Op("=").Add(e.rt("SetToNull").Types(e.goType(inner))).Call(),
			).Else().BlockFunc(func(g *jen.Group) { e.readInto(g, lv, form, inner, rule, checked) })
			return
		}
		g.If(jen.Op("!").Id("d").Dot("Null").Call()).BlockFunc(func(g *jen.Group) {
			e.readInto(g, lv, form, inner, rule, checked)
		})
	})
}

func (e *emitter) decodeExtra(g *jen.Group, t *ir.Struct, r *ir.Rule) {
	rule := orEmpty(t.ExtraRule)
	checked := !covered(t.Extra, rule)
	e.guarded(g, checked, rule, func(g *jen.Group) {
		e.extraValue(g, t.Extra, rule, checked)
		g.Add(e.rt("Put").Call(jen.Op("&").Id("v").Dot("Extra"), jen.Id("o").Dot("Name"), jen.Id("x")))
	})
}

// extraValue emits the declaration of x, the value of a property without a field.
func (e *emitter) extraValue(g *jen.Group, t ir.Type, r *ir.Rule, checked bool) {
	n, nullable := t.(*ir.Nullable)
	if value := e.expr(t, r, checked); value != nil && !nullable {
		g.Id("x").Op(":=").Add(value)
		return
	}
	g.Var().Id("x").Add(e.goType(t))
	if !nullable {
		e.readInto(g, jen.Id("x"), formValue, t, r, checked)
		return
	}
	g.If(jen.Op("!").Id("d").Dot("Null").Call()).BlockFunc(func(g *jen.Group) {
		e.readInto(g, jen.Id("x"), pointerForm(n.Type), n.Type, notNull(r), checked)
	})
}

// readInto emits the statements that read a value of type t, known not to be null, into lv.
func (e *emitter) readInto(g *jen.Group, lv *jen.Statement, form form, t ir.Type, r *ir.Rule, checked bool) {
	value := e.expr(t, r, checked)
	if value == nil { // a shape with a decoder of its own
		id := e.plan.shapes[t.(*ir.Ref).Shape]
		call := func(to jen.Code) *jen.Statement { return jen.Id("decode"+e.decoderOf(t)).Call(jen.Id("d"), to) }
		switch form {
		case formPointer:
			g.Add(lv.Clone()).Op("=").New(jen.Id(id))
			g.Add(call(lv.Clone()))
		case formOptional:
			g.Var().Id("x").Id(id)
			g.Add(call(jen.Op("&").Id("x")))
			g.Add(lv.Clone()).Op("=").Add(e.rt("SetTo")).Call(jen.Id("x"))
		default:
			g.Add(call(jen.Op("&").Add(lv.Clone())))
		}
		return
	}
	scalar, _ := t.(*ir.Scalar)
	switch {
	case form == formPointer && scalar != nil && scalar.Kind == ir.String:
		value = jen.Id("d").Dot("StringPtr").Call(e.ruleRef(r))
	case form == formPointer:
		value = e.rt("Ptr").Call(value)
	case form == formOptional:
		value = e.rt("SetTo").Call(value)
	}
	g.Add(lv.Clone()).Op("=").Add(value)
}

// expr returns the expression that reads a value of type t; nil when that is a shape with a decoder of its own.
func (e *emitter) expr(t ir.Type, r *ir.Rule, checked bool) *jen.Statement {
	d := func(method string, args ...jen.Code) *jen.Statement { return jen.Id("d").Dot(method).Call(args...) }
	switch t := t.(type) {
	case *ir.Ref:
		return e.exprOfShape(t.Shape)
	case *ir.Scalar:
		return d(readers[t.Kind], e.ruleRef(r))
	case *ir.Literal:
		return d(readers[t.Kind], e.ruleRef(r))
	case *ir.List:
		return e.rt("List").Call(jen.Id("d"), e.ruleRef(r), e.decodeFunc(t.Item, t.Rule))
	case *ir.Map:
		return e.rt("Map").Call(jen.Id("d"), e.ruleRef(r), e.decodeFunc(t.Value, t.Rule))
	}
	return d("Raw", e.ruleRef(r)) // Any, Tuple, NullOnly: the text of the value
}

// readers are the methods of the runtime's Decoder that read a scalar.
var readers = map[ir.ScalarKind]string{
	ir.String: "String", ir.Boolean: "Bool", ir.Int64: "Int64", ir.Uint64: "Uint64", ir.Float64: "Float64",
}

// exprOfShape returns the expression that reads an enum or a scalar with a name; nil for other shapes.
func (e *emitter) exprOfShape(s *ir.Shape) *jen.Statement {
	if !covered(s.Type, s.Rule) {
		return nil
	}
	method := ""
	switch t := s.Type.(type) {
	case *ir.Enum:
		method = "Enum"
	case *ir.Scalar:
		method = readers[t.Kind]
	default:
		return nil
	}
	return jen.Id(e.plan.shapes[s]).Call(jen.Id("d").Dot(method).Call(e.ruleRef(s.Rule)))
}

// decoderOf returns the type name in the decoder's name of a shape.
func (e *emitter) decoderOf(t ir.Type) string { return e.aliased(t.(*ir.Ref).Shape) }

// decodeFunc returns a func(*wire.Decoder, *T) that reads an item or a map's value.
func (e *emitter) decodeFunc(t ir.Type, r *ir.Rule) *jen.Statement {
	r = orEmpty(r)
	checked := !covered(t, r)
	if t, ok := t.(*ir.Ref); ok && !checked {
		return jen.Id("decode" + e.decoderOf(t))
	}
	return jen.Func().Params(jen.Id("d").Op("*").Add(e.rt("Decoder")), jen.Id("v").Op("*").Add(e.goType(t))).
		BlockFunc(func(g *jen.Group) {
			e.guarded(g, checked, r, func(g *jen.Group) {
				if n, ok := t.(*ir.Nullable); ok {
					form := formValue
					if !nilable(n.Type) {
						form = formPointer
					}
					g.If(jen.Op("!").Id("d").Dot("Null").Call()).BlockFunc(func(g *jen.Group) {
						e.readItem(g, form, n.Type, notNull(r), checked)
					})
					return
				}
				e.readItem(g, formValue, t, r, checked)
			})
		})
}

// readItem is readInto for the pointer v of a function that reads an item.
func (e *emitter) readItem(g *jen.Group, form form, t ir.Type, r *ir.Rule, checked bool) {
	if e.expr(t, r, checked) == nil && form == formValue {
		g.Id("decode"+e.decoderOf(t)).Call(jen.Id("d"), jen.Id("v"))
		return
	}
	e.readInto(g, jen.Op("*").Id("v"), form, t, r, checked)
}
