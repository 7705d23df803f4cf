package typescript

import (
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
)

// A typeExpr is a type as it is written. Loose says that it needs parentheses before "[]".
type typeExpr struct {
	text  string
	loose bool
}

func (t typeExpr) array() typeExpr {
	if t.loose {
		return typeExpr{"(" + t.text + ")[]", false}
	}
	return typeExpr{t.text + "[]", false}
}

func union(types []string) typeExpr { return typeExpr{strings.Join(types, " | "), len(types) > 1} }

// typeOf returns how a type is written. With input, parts have the types that conditions make of them.
func (e *emitter) typeOf(t ir.Type, input bool) typeExpr {
	switch t := t.(type) {
	case *ir.Ref:
		if id, ok := e.plan.inputs[t.Shape]; ok && input {
			return typeExpr{e.prefix + id, false}
		}
		return typeExpr{e.prefix + e.plan.shapes[t.Shape], false}
	case *ir.Scalar:
		return typeExpr{scalarType(t.Kind), false}
	case *ir.Literal:
		return typeExpr{literalType(t.Value), false}
	case *ir.List:
		return e.ruledType(t.Item, t.Rule, input).array()
	case *ir.Tuple:
		var items []string
		for i, item := range t.Items {
			items = append(items, e.ruledType(item, t.Rules[i], input).text)
		}
		if t.Rest != nil {
			items = append(items, "..."+e.typeOf(t.Rest, input).array().text)
		}
		return typeExpr{"[" + strings.Join(items, ", ") + "]", false}
	case *ir.Map:
		return typeExpr{"{ [name: string]: " + e.ruledType(t.Value, t.Rule, input).text + " }", false}
	case *ir.Nullable:
		return typeExpr{e.typeOf(t.Type, input).text + " | null", true}
	case *ir.Union:
		var variants []string
		for _, v := range t.Variants {
			variants = append(variants, e.typeOf(v.Type, input).text)
		}
		return union(variants)
	case *ir.NullOnly:
		return typeExpr{"null", false}
	}
	if e.prefix != "" {
		return typeExpr{e.prefix + "JsonValue", false}
	}
	return typeExpr{"wire.JsonValue", false}
}

func scalarType(k ir.ScalarKind) string {
	switch k {
	case ir.String:
		return "string"
	case ir.Boolean:
		return "boolean"
	}
	return "number"
}

// literalType returns the type of one value.
func literalType(v *ir.Value) string {
	if v.Kind == ir.KindString {
		return literal(v.Str)
	}
	return v.JSON // true, false, or a number in plain decimal form
}

// inherited are the names that every object has. An object without such a property of its own still has a value there,
// which is the one of Object.prototype.
var inherited = map[string]bool{
	"constructor": true, "hasOwnProperty": true, "isPrototypeOf": true, "propertyIsEnumerable": true,
	"toLocaleString": true, "toString": true, "valueOf": true, "__defineGetter__": true, "__defineSetter__": true,
	"__lookupGetter__": true, "__lookupSetter__": true, "__proto__": true,
}

// fieldType returns the type of a property, and "?" when it may be absent.
func (e *emitter) fieldType(f *ir.Field, input bool) (typ, mark string) {
	t := e.ruledType(f.Type, f.Rule, input).text
	if f.Presence == ir.Required {
		return t, ""
	}
	if inherited[f.Name] {
		t += " | object" // what {} has there
	}
	return t, "?"
}

// extraType returns the type of the properties that no field names. In TypeScript it has to take in those of the fields.
func (e *emitter) extraType(t *ir.Struct, input bool) string {
	seen := map[string]bool{}
	var types []string
	add := func(typ string) {
		if !seen[typ] {
			seen[typ] = true
			types = append(types, typ)
		}
	}
	add(e.ruledType(t.Extra, t.ExtraRule, input).text)
	for _, f := range t.Fields {
		typ, mark := e.fieldType(f, input)
		add(typ)
		if mark != "" {
			add("undefined")
		}
	}
	return strings.Join(types, " | ")
}
