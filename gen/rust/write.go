package rust

import (
	"fmt"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
)

// A place is an expression whose value is to be written: a field of v, or v itself, which is a reference then.
type place string

// ref is the place as a reference.
func (p place) ref() string {
	if p == "v" {
		return "v"
	}
	return "&" + string(p)
}

// value is what stands there, where it can be copied.
func (p place) value() string {
	if p == "v" {
		return "*v"
	}
	return string(p)
}

// write is the statement that writes what stands at a place. Suspect says that the text is checked as a whole anyway.
func (e *emitter) write(t ir.Type, r *ir.Rule, at place) string {
	switch t := t.(type) {
	case *ir.Ref:
		return "write_" + e.plan.snake[t.Shape] + "(e, " + at.ref() + ")"
	case *ir.Scalar:
		return writeScalar(t.Kind, r, at)
	case *ir.Literal:
		return writeScalar(t.Kind, r, at)
	case *ir.List:
		rule := target(r)
		var min, max *int
		if rule != nil {
			min, max = rule.MinItems, rule.MaxItems
		}
		return "e.list(" + at.ref() + ", " + counts(min, max) + ", " + e.writeFunction(t.Item, t.Rule) + ")"
	case *ir.Map:
		rule := target(r)
		var min, max *int
		if rule != nil {
			min, max = rule.MinProperties, rule.MaxProperties
		}
		return "e.map(" + at.ref() + ", " + counts(min, max) + ", " + e.writeFunction(t.Value, t.Rule) + ")"
	case *ir.Nullable:
		return "e.nullable(" + strings.TrimPrefix(string(at), "&") + ".as_ref(), " + e.writeFunction(t.Type, notNull(r)) + ")"
	}
	return "e.json(" + at.ref() + ")"
}

// writeFunction is write as a function of the encoder and a reference.
func (e *emitter) writeFunction(t ir.Type, r *ir.Rule) string {
	if ref, ok := t.(*ir.Ref); ok && !e.plan.inRing(ref.Shape) {
		return "write_" + e.plan.snake[ref.Shape]
	}
	return "|e, v| " + e.write(t, r, "v")
}

// inRing reports whether something holds a shape in a box.
func (p *plan) inRing(s *ir.Shape) bool {
	for e := range p.boxed {
		if e.to == s {
			return true
		}
	}
	return false
}

func writeScalar(k ir.ScalarKind, r *ir.Rule, at place) string {
	switch k {
	case ir.String:
		return "e.string(" + at.ref() + ")"
	case ir.Boolean:
		return "e.boolean(" + at.value() + ")"
	case ir.Float64:
		return "e.float(" + at.value() + ")"
	}
	low, high := intRange(r, k == ir.Uint64)
	return "e.integer(" + at.value() + ", " + digits(low) + ", " + digits(high) + ")"
}

// sure reports whether what is written at a place needs no further check: the writer notes by itself what the rule
// refuses.
func sure(t ir.Type, r *ir.Rule) bool {
	if !covered(t, r) {
		return false
	}
	switch t := t.(type) {
	case *ir.Scalar:
		return isPlain(t.Kind, r) || r == nil
	case *ir.Literal:
		return isPlain(t.Kind, r)
	case *ir.List:
		return sure(t.Item, t.Rule)
	case *ir.Map:
		return sure(t.Value, t.Rule)
	case *ir.Nullable:
		return sure(t.Type, notNull(r))
	}
	return true
}

// constantBool is the one boolean that a rule accepts.
func constantBool(t ir.Type, r *ir.Rule) (string, bool) {
	l, ok := t.(*ir.Literal)
	r = target(r)
	if !ok || l.Kind != ir.Boolean || r == nil || r.Const == nil || !only(r, kwType|kwConst) {
		return "", false
	}
	return r.Const.JSON, true
}

// writer emits the function that writes a shape.
func (e *emitter) writer(s *ir.Shape) string {
	var b strings.Builder
	own := "types::" + e.plan.shapes[s]
	param := "&" + own
	body := &strings.Builder{}
	if !covered(s.Type, s.Rule) {
		body.WriteString("    e.suspect();\n")
	}
	arg := "v"
	switch t := s.Type.(type) {
	case *ir.Struct:
		if len(t.Fields) == 0 && t.Extra == nil {
			arg = "_"
		}
		e.writeStruct(body, s, t)
	case *ir.Union:
		body.WriteString("    match v {\n")
		for _, v := range t.Variants {
			line := e.write(v.Type, v.Rule, "v")
			if !sure(v.Type, v.Rule) {
				line = "{\n            e.suspect();\n            " + line + ";\n        }"
			}
			fmt.Fprintf(body, "        %s::%s(v) => %s,\n", own, e.plan.variants[v], line)
		}
		body.WriteString("    }\n")
	case *ir.Enum:
		body.WriteString("    e.string(v.as_str());\n")
	default:
		at := place("v")
		if e.plan.named[s] {
			at = "v.0"
		}
		if covered(t, s.Rule) && !sure(t, s.Rule) {
			body.WriteString("    e.suspect();\n")
		}
		body.WriteString("    " + e.write(t, s.Rule, at) + ";\n")
	}
	fmt.Fprintf(&b, "fn write_%s(e: &mut Encoder, %s: %s) {\n%s}\n", e.plan.snake[s], arg, param, body)
	return b.String()
}

func (e *emitter) writeStruct(b *strings.Builder, s *ir.Shape, t *ir.Struct) {
	at := func(f *ir.Field) place {
		if within := e.plan.whole[s]; within != nil && within.parts[f.Name] != nil {
			return place("v." + within.field + "." + e.plan.fields[within.parts[f.Name]])
		}
		return place("v." + e.plan.fields[f])
	}
	rule := target(s.Rule)
	if covered(t, rule) {
		for i := range rule.RequiredWhen {
			c := &rule.RequiredWhen[i]
			f := fieldNamed(t, c.Property)
			value := e.variantOf(enumOf(f.Type), c.Equals)
			if f.Presence != ir.Required {
				value = "Some(" + value + ")"
			}
			var lacking []string
			for _, name := range c.Required {
				if g := fieldNamed(t, name); g.Presence != ir.Required {
					lacking = append(lacking, string(at(g))+".is_none()")
				}
			}
			if len(lacking) > 0 {
				fmt.Fprintf(b, "    e.suspect_if(%s == %s && %s);\n", at(f), value, oneOf(lacking))
			}
		}
	}
	b.WriteString("    if !e.open() {\n        return;\n    }\n")
	var names []string
	for _, f := range t.Fields {
		e.writeField(b, f, at(f))
		names = append(names, f.Name)
	}
	if t.Extra != nil {
		if !sure(t.Extra, t.ExtraRule) {
			fmt.Fprintf(b, "    e.suspect_if(!v.%s.is_empty());\n", e.plan.extra[s])
		}
		fmt.Fprintf(b, "    e.members(&v.%s, &[%s], %s);\n", e.plan.extra[s], literals(names), e.writeFunction(t.Extra, t.ExtraRule))
	}
	b.WriteString("    e.close();\n")
}

func (e *emitter) writeField(b *strings.Builder, f *ir.Field, at place) {
	key := literal(keyText(f.Name))
	suspect := ""
	if !sure(f.Type, f.Rule) {
		suspect = "e.suspect();\n"
	}
	value := place("v")
	indent := "        "
	if f.Presence == ir.Required {
		value, indent = at, "    "
	} else {
		fmt.Fprintf(b, "    if let Some(v) = &%s {\n", at)
	}
	if constant, ok := constantBool(f.Type, f.Rule); ok {
		suspect = "e.suspect_if(" + map[string]string{"true": "!", "false": ""}[constant] + value.value() + ");\n"
	}
	if suspect != "" {
		b.WriteString(indent + suspect)
	}
	fmt.Fprintf(b, "%se.key(%s);\n%s%s;\n", indent, key, indent, e.write(f.Type, f.Rule, value))
	if f.Presence != ir.Required {
		b.WriteString("    }\n")
	}
}
