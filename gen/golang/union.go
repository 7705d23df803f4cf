package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// A union is a struct with a field per variant, of which exactly one is set:
//
//	type Payment struct {
//		Card *Card
//		Cash *Cash
//	}

// pointerForm is the form in which a variant, or the value of a nullable shape, is held: its nil is "not this one".
func pointerForm(t ir.Type) form {
	if nilable(t) {
		return formNil
	}
	return formPointer
}

// heldType returns the Go type of a value in its pointerForm.
func (e *emitter) heldType(t ir.Type) *jen.Statement {
	if nilable(t) {
		return e.goType(t)
	}
	return jen.Op("*").Add(e.goType(t))
}

// decodeUnion emits the choice of a variant, by tag, by JSON type, or by trying each:
//
//	switch d.TagValue("type") {
//	case "card":
//		v.Card = new(Card)
//		decodeCard(d, v.Card)
//	default:
//		d.Refuse(&rulePayment, "oneOf")
//	}
func (e *emitter) decodeUnion(g *jen.Group, t *ir.Union, r *ir.Rule) {
	var on *jen.Statement
	how := tried
	switch {
	case t.Tag != "":
		on, how = jen.Id("d").Dot("TagValue").Call(str(t.Tag)), tagged
	case disjoint(t):
		on, how = jen.Id("d").Dot("Kind").Call(), kinded
	}
	g.Switch(on).BlockFunc(func(g *jen.Group) {
		for _, v := range t.Variants {
			g.Case(e.variantCases(v, how)...)
			checked := !covered(v.Type, v.Rule)
			e.readInto(g, jen.Id("v").Dot(e.plan.variants[v]), pointerForm(v.Type), v.Type, v.Rule, checked)
		}
		keyword := "anyOf"
		if len(target(r).OneOf) > 0 {
			keyword = "oneOf"
		}
		g.Default().Id("d").Dot("Refuse").Call(e.ruleRef(r), str(keyword))
	})
}

type choice int

const (
	tried choice = iota + 1
	tagged
	kinded
)

func (e *emitter) variantCases(v *ir.Variant, how choice) []jen.Code {
	var cases []jen.Code
	switch how {
	case tagged:
		for _, value := range v.Values {
			cases = append(cases, str(value))
		}
	case kinded:
		for _, k := range runtimeKinds(v.Kinds) {
			cases = append(cases, e.rt(k))
		}
	default:
		cases = append(cases, jen.Id("d").Dot("Matches").Call(e.ruleRef(v.Rule)))
	}
	return cases
}

// disjoint reports whether the JSON type of a value picks the variant.
func disjoint(t *ir.Union) bool {
	var seen ir.Kinds
	for _, v := range t.Variants {
		kinds := v.Kinds
		if kinds&(ir.KindInteger|ir.KindNumber) != 0 {
			kinds |= ir.KindInteger | ir.KindNumber
		}
		if kinds&seen != 0 || kinds == 0 {
			return false
		}
		seen |= kinds
	}
	return true
}

// runtimeKinds returns the runtime's names of JSON types as Decoder.Kind tells them: every number is a Number.
func runtimeKinds(k ir.Kinds) []string {
	var names []string
	for _, kind := range []struct {
		set  ir.Kinds
		name string
	}{
		{ir.KindNull, "Null"}, {ir.KindBoolean, "Boolean"}, {ir.KindInteger | ir.KindNumber, "Number"},
		{ir.KindString, "String"}, {ir.KindArray, "Array"}, {ir.KindObject, "Object"},
	} {
		if k&kind.set != 0 {
			names = append(names, kind.name)
		}
	}
	return names
}

// appendUnion emits the encoder of a union:
//
//	if !e.One(v.Card != nil, v.Cash != nil) {
//		return
//	}
//	switch {
//	case v.Card != nil:
//		appendCard(e, v.Card)
//	...
func (e *emitter) appendUnion(g *jen.Group, t *ir.Union) {
	set := make([]jen.Code, len(t.Variants))
	for i, v := range t.Variants {
		set[i] = jen.Id("v").Dot(e.plan.variants[v]).Op("!=").Nil()
	}
	g.If(jen.Op("!").Id("e").Dot("One").Call(set...)).Block(jen.Return())
	g.Switch().BlockFunc(func(g *jen.Group) {
		for i, v := range t.Variants {
			g.Case(set[i])
			e.appendValue(g, jen.Id("v").Dot(e.plan.variants[v]), pointerForm(v.Type), v.Type, v.Rule)
		}
	})
}
