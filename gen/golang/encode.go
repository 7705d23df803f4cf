package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// encodeFile emits, per shape:
//
//	func (v Step) AppendJSON(dst []byte) ([]byte, error) { return wire.Append(dst, &v, &ruleStep, appendStep) }
//	func (v Step) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }
//	func appendStep(e *wire.Encoder, v *Step) { ... }
func (e *emitter) encodeFile() *file {
	f := e.newFile()
	for _, s := range e.contract.Shapes {
		if _, alias := s.Type.(*ir.Ref); alias {
			continue
		}
		id := e.plan.shapes[s]
		prose(f, "AppendJSON appends v as JSON to dst, members in the order of the schema. It writes only what Decode"+id+
			" accepts: otherwise it returns dst as it was and the *Violation that Decode"+id+" would report.")
		f.Func().Params(jen.Id("v").Id(id)).Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).
			Params(jen.Index().Byte(), jen.Error()).
			Block(jen.Return(e.rt("Append").Call(jen.Id("dst"), jen.Op("&").Id("v"), e.ruleRef(s.Rule), jen.Id("append"+id))))
		f.Line()
		prose(f, "MarshalJSON is AppendJSON for encoding/json.")
		f.Func().Params(jen.Id("v").Id(id)).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).
			Block(jen.Return(jen.Id("v").Dot("AppendJSON").Call(jen.Nil())))
		f.Line()
		f.Func().Id("append"+id).Params(jen.Id("e").Op("*").Add(e.rt("Encoder")), jen.Id("v").Op("*").Id(id)).
			BlockFunc(func(g *jen.Group) { e.encodeBody(g, s) })
		f.Line()
	}
	return f
}

func (e *emitter) encodeBody(g *jen.Group, s *ir.Shape) {
	suspect := !covered(s.Type, s.Rule)
	if _, ok := s.Type.(*ir.Struct); ok && keywords(target(s.Rule))&kwPropertyCount != 0 {
		suspect = true // members are not counted while they are written
	}
	if suspect {
		g.Id("e").Dot("Suspect").Call()
	}
	switch t := s.Type.(type) {
	case *ir.Struct:
		e.appendStruct(g, s, t, suspect)
	case *ir.Union:
		e.appendUnion(g, t)
	case *ir.Nullable:
		e.appendNullable(g, jen.Id("v").Dot("Value"), pointerForm(t.Type), t.Type, notNull(s.Rule))
	case *ir.Enum:
		method := "Enum"
		if !covered(s.Type, s.Rule) {
			method = "String"
		}
		g.Id("e").Dot(method).Call(jen.String().Call(jen.Op("*").Id("v")), e.ruleRef(s.Rule))
	case *ir.Scalar:
		g.Id("e").Dot(readers[t.Kind]).Call(scalarType(t.Kind).Call(jen.Op("*").Id("v")), e.ruleRef(s.Rule))
	case *ir.Literal:
		g.Id("e").Dot(readers[t.Kind]).Call(scalarType(t.Kind).Call(jen.Op("*").Id("v")), e.ruleRef(s.Rule))
	case *ir.List, *ir.Map:
		e.appendValue(g, jen.Op("*").Id("v"), formValue, t, s.Rule)
	default:
		g.Id("e").Dot("Raw").Call(jen.Qual("encoding/json", "RawMessage").Call(jen.Op("*").Id("v")), e.ruleRef(s.Rule))
	}
}

// appendStruct emits the members of an object in the order of the schema:
//
//	e.Open()
//	e.Key(`"ref":`)
//	e.String(string(v.Ref), &ruleElementRef)
//	e.Close()
func (e *emitter) appendStruct(g *jen.Group, s *ir.Shape, t *ir.Struct, suspect bool) {
	g.Id("e").Dot("Open").Call()
	for _, f := range t.Fields {
		e.appendField(g, f, suspect)
	}
	if t.Extra != nil {
		rule := orEmpty(t.ExtraRule)
		g.Add(e.rt("AppendExtra")).Call(jen.Id("e"), jen.Id("v").Dot("Extra"), ref("fields"+e.plan.shapes[s]), e.appendFunc(t.Extra, rule))
	}
	g.Id("e").Dot("Close").Call()
	for _, c := range e.conditions(t, s.Rule) {
		if c.lacking != nil {
			g.If(c.holds.Clone().Op("&&").Add(c.lacking)).Block(jen.Id("e").Dot("Suspect").Call())
		}
	}
}

// appendField emits one member. The whole text is checked anyway when suspect is set.
func (e *emitter) appendField(g *jen.Group, f *ir.Field, suspect bool) {
	form, inner := formOf(f)
	lv := jen.Id("v").Dot(e.plan.fields[f])
	key := jen.Id("e").Dot("Key").Call(raw(keyText(f.Name)))
	rule := target(f.Rule)
	_, nullable := f.Type.(*ir.Nullable)
	if !suspect && !covered(f.Type, f.Rule) {
		if _, shape := f.Type.(*ir.Ref); !shape || target(f.Rule).Shape == nil {
			g.Id("e").Dot("Suspect").Call()
		}
	}
	if nullable {
		rule = notNull(rule)
	}
	switch {
	case form == formOptional:
		g.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Add(lv.Clone()).Dot("Get").Call(), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
			g.Add(key.Clone())
			e.appendValue(g, jen.Id("x"), formValue, inner, rule)
		}).Else().If(lv.Clone().Dot("IsNull").Call()).Block(key.Clone(), jen.Id("e").Dot("Null").Call())
	case nullable: // required: null is written
		g.Add(key)
		e.appendNullable(g, lv, form, inner, rule)
	case isConstant(f):
		g.Add(key)
		g.Id("e").Dot("Literal").Call(lv, e.ruleRef(rule))
	case f.Presence == ir.Required:
		g.Add(key)
		e.appendValue(g, lv, form, inner, rule)
	default:
		g.If(lv.Clone().Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
			g.Add(key)
			e.appendValue(g, lv, form, inner, rule)
		})
	}
}

// isConstant reports whether a field holds one string and must be there, as the tag of a union does: "" stands for it.
func isConstant(f *ir.Field) bool {
	t, ok := f.Type.(*ir.Literal)
	return ok && t.Kind == ir.String && f.Presence == ir.Required && target(f.Rule).Const != nil
}

// appendNullable emits null for nil, else the value.
func (e *emitter) appendNullable(g *jen.Group, lv *jen.Statement, form form, t ir.Type, r *ir.Rule) {
	g.If(lv.Clone().Op("==").Nil()).Block(jen.Id("e").Dot("Null").Call()).Else().BlockFunc(func(g *jen.Group) {
		e.appendValue(g, lv, form, t, r)
	})
}

// appendValue emits the encoding of a value that is there.
func (e *emitter) appendValue(g *jen.Group, lv *jen.Statement, form form, t ir.Type, r *ir.Rule) {
	value, address := lv.Clone(), jen.Op("&").Add(lv.Clone())
	if form == formPointer {
		value, address = jen.Op("*").Add(lv.Clone()), lv.Clone()
	}
	call := func(method string, args ...jen.Code) { g.Id("e").Dot(method).Call(args...) }
	switch t := t.(type) {
	case *ir.Ref:
		s := t.Shape
		switch u := s.Type.(type) {
		case *ir.Enum:
			if covered(u, s.Rule) {
				call("Enum", jen.String().Call(value), e.ruleRef(s.Rule))
				return
			}
		case *ir.Scalar:
			if covered(u, s.Rule) {
				call(readers[u.Kind], scalarType(u.Kind).Call(value), e.ruleRef(s.Rule))
				return
			}
		}
		g.Id("append"+e.decoderOf(t)).Call(jen.Id("e"), address)
	case *ir.Scalar:
		call(readers[t.Kind], value, e.ruleRef(r))
	case *ir.Literal:
		call(readers[t.Kind], value, e.ruleRef(r))
	case *ir.List:
		g.Add(e.rt("AppendList")).Call(jen.Id("e"), value, e.ruleRef(r), e.appendFunc(t.Item, t.Rule))
	case *ir.Map:
		g.Add(e.rt("AppendMap")).Call(jen.Id("e"), value, e.ruleRef(r), e.appendFunc(t.Value, t.Rule))
	default:
		call("Raw", value, e.ruleRef(r))
	}
}

// appendFunc returns a func(*wire.Encoder, *T) that writes an item or a map's value.
func (e *emitter) appendFunc(t ir.Type, r *ir.Rule) *jen.Statement {
	r = orEmpty(r)
	suspect := !covered(t, r)
	if t, ok := t.(*ir.Ref); ok && !suspect {
		return jen.Id("append" + e.decoderOf(t))
	}
	return jen.Func().Params(jen.Id("e").Op("*").Add(e.rt("Encoder")), jen.Id("v").Op("*").Add(e.goType(t))).
		BlockFunc(func(g *jen.Group) {
			if suspect {
				g.Id("e").Dot("Suspect").Call()
			}
			n, ok := t.(*ir.Nullable)
			switch {
			case !ok:
				e.appendItem(g, t, r)
			case nilable(n.Type):
				e.appendNullable(g, jen.Op("*").Id("v"), formNil, n.Type, notNull(r))
			default:
				g.If(jen.Op("*").Id("v").Op("==").Nil()).Block(jen.Id("e").Dot("Null").Call()).Else().BlockFunc(func(g *jen.Group) {
					e.appendValue(g, jen.Parens(jen.Op("*").Id("v")), formPointer, n.Type, notNull(r))
				})
			}
		})
}

func (e *emitter) appendItem(g *jen.Group, t ir.Type, r *ir.Rule) {
	if _, ok := t.(*ir.Ref); ok {
		e.appendValue(g, jen.Id("v"), formPointer, t, r)
		return
	}
	e.appendValue(g, jen.Op("*").Id("v"), formValue, t, r)
}

// keyText is a member's name as it usually stands in a text, with its colon.
func keyText(name string) string { return jsonString(name) + ":" }

// A condition is one of a rule's RequiredWhen in terms of Go.
type condition struct {
	holds   *jen.Statement // v.Op == ElementOpType
	lacking *jen.Statement // v.Text == nil; nil when the fields are always there
}

// conditions returns the conditions of a struct, in the order of the rule.
func (e *emitter) conditions(t *ir.Struct, r *ir.Rule) []condition {
	var list []condition
	if !covered(t, r) {
		return nil // the interpreter looks at them
	}
	for _, c := range target(r).RequiredWhen {
		f := fieldNamed(t, c.Property)
		value := jen.Id("v").Dot(e.plan.fields[f])
		want := str(c.Equals)
		for _, v := range enumOf(f.Type).Values {
			if v.Value == c.Equals {
				want = jen.Id(e.plan.values[v])
			}
		}
		holds := value.Clone().Op("==").Add(want)
		if form, _ := formOf(f); form == formPointer {
			holds = value.Clone().Op("!=").Nil().Op("&&").Op("*").Add(value.Clone()).Op("==").Add(want)
		}
		var lacking *jen.Statement
		for _, name := range c.Required {
			field := fieldNamed(t, name)
			if field == nil {
				continue
			}
			var missing *jen.Statement
			switch form, _ := formOf(field); form {
			case formPointer, formNil:
				missing = jen.Id("v").Dot(e.plan.fields[field]).Op("==").Nil()
			case formOptional:
				missing = jen.Op("!").Id("v").Dot(e.plan.fields[field]).Dot("IsSet").Call()
			default:
				continue
			}
			if lacking == nil {
				lacking = missing
			} else {
				lacking = lacking.Op("||").Add(missing)
			}
		}
		if lacking != nil && len(c.Required) > 1 {
			lacking = jen.Parens(lacking)
		}
		list = append(list, condition{holds: holds, lacking: lacking})
	}
	return list
}
