package rust

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
)

// A call is an expression of type Read, in which d is the decoder.
type call string

var simpleCall = regexp.MustCompile(`^([a-z_0-9]+)\(d\)$`)
var methodCall = regexp.MustCompile(`^d\.([a-z_]+)\(\)$`)

// function is a call as a function of d.
func (c call) function() string {
	if m := simpleCall.FindStringSubmatch(string(c)); m != nil {
		return m[1]
	}
	if m := methodCall.FindStringSubmatch(string(c)); m != nil {
		return "Decoder::" + m[1]
	}
	return "|d| " + string(c)
}

// rule is a reference to the static of a rule; nil is the rule that accepts everything.
func (e *emitter) rule(r *ir.Rule) string {
	if r == nil {
		return "&ANY"
	}
	e.number(r)
	return fmt.Sprintf("&R%d", e.rules[target(r)])
}

// read is how a value of a type is read inside a shape. Where the reader itself does not enforce the rule, the rule is
// asked first.
func (e *emitter) read(s *ir.Shape, t ir.Type, r *ir.Rule) call {
	c := e.readBare(s, t, r)
	if covered(t, r) {
		return c
	}
	return call("d.checked(" + e.rule(r) + ", " + c.function() + ")")
}

func (e *emitter) readBare(s *ir.Shape, t ir.Type, r *ir.Rule) call {
	switch t := t.(type) {
	case *ir.Ref:
		c := "read_" + e.plan.snake[t.Shape] + "(d)"
		if e.plan.boxed[edge{s, t.Shape}] {
			c += ".map(Box::new)"
		}
		return call(c)
	case *ir.Scalar:
		return e.readScalar(t.Kind, r)
	case *ir.Literal:
		return e.readScalar(t.Kind, r)
	case *ir.List:
		rule := target(r)
		var min, max *int
		if rule != nil {
			min, max = rule.MinItems, rule.MaxItems
		}
		return call("d.list(" + counts(min, max) + ", " + e.read(nil, t.Item, t.Rule).function() + ")")
	case *ir.Map:
		rule := target(r)
		var min, max *int
		if rule != nil {
			min, max = rule.MinProperties, rule.MaxProperties
		}
		return call("d.map(" + counts(min, max) + ", " + e.read(nil, t.Value, t.Rule).function() + ")")
	case *ir.Nullable:
		return call("d.nullable(" + e.readBare(s, t.Type, notNull(r)).function() + ")")
	}
	return "d.json()"
}

// counts are two limits as arguments.
func counts(min, max *int) string {
	low, high := "0", "usize::MAX"
	if min != nil {
		low = strconv.Itoa(*min)
	}
	if max != nil {
		high = strconv.Itoa(*max)
	}
	return low + ", " + high
}

// isPlain reports whether a rule says nothing of a scalar but its type, and bounds of an integer.
func isPlain(k ir.ScalarKind, r *ir.Rule) bool {
	r = target(r)
	if r == nil {
		return k == ir.String || k == ir.Boolean
	}
	switch k {
	case ir.String:
		return r.Types&^ir.KindNull == ir.KindString && only(r, kwType)
	case ir.Boolean:
		return r.Types&^ir.KindNull == ir.KindBoolean && only(r, kwType)
	case ir.Int64, ir.Uint64:
		return r.Types&^ir.KindNull == ir.KindInteger && only(r, kwType|kwBounds)
	}
	return r.Types&^ir.KindNull&^ir.KindInteger == ir.KindNumber && only(r, kwType)
}

func (e *emitter) readScalar(k ir.ScalarKind, r *ir.Rule) call {
	plain := isPlain(k, r)
	switch {
	case k == ir.String && plain:
		return "d.string()"
	case k == ir.String:
		return call("d.string_of(" + e.rule(r) + ")")
	case k == ir.Boolean && plain:
		return "d.boolean()"
	case k == ir.Boolean:
		return call("d.boolean_of(" + e.rule(r) + ")")
	case k == ir.Float64:
		return call("d.float_of(" + e.rule(r) + ")")
	case plain:
		low, high := intRange(r, k == ir.Uint64)
		return call("d.integer(" + digits(low) + ", " + digits(high) + ")")
	}
	return call("d.integer_of(" + e.rule(r) + ")")
}

// digits spells a number as clippy likes it, with separators.
func digits(n *big.Int) string {
	s := new(big.Int).Abs(n).String()
	var parts []string
	for len(s) > 3 {
		parts = append([]string{s[len(s)-3:]}, parts...)
		s = s[:len(s)-3]
	}
	s = strings.Join(append([]string{s}, parts...), "_")
	if len(parts) == 1 { // four to six digits
		s = strings.ReplaceAll(s, "_", "")
		if len(s) > 5 {
			s = s[:len(s)-3] + "_" + s[len(s)-3:]
		}
	}
	if n.Sign() < 0 {
		return "-" + s
	}
	return s
}

// reader emits the function that reads a shape.
func (e *emitter) reader(s *ir.Shape) string {
	var b strings.Builder
	fmt.Fprintf(&b, "fn read_%s(d: &mut Decoder<'_>) -> Read<types::%s> {\n", e.plan.snake[s], e.plan.shapes[s])
	own := "types::" + e.plan.shapes[s]
	check := ""
	if !covered(s.Type, s.Rule) {
		check = "    d.check(" + e.rule(s.Rule) + ")?;\n"
	}
	switch t := s.Type.(type) {
	case *ir.Struct:
		b.WriteString(check)
		e.readStruct(&b, s, t)
	case *ir.Union:
		b.WriteString(check)
		e.readUnion(&b, s, t)
	case *ir.Enum:
		b.WriteString(check)
		fmt.Fprintf(&b, "    d.choice(|s| s.parse().ok())\n")
	default:
		c := string(e.read(s, t, s.Rule))
		if e.plan.named[s] {
			c += ".map(" + own + ")"
		}
		b.WriteString("    " + c + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

func (e *emitter) readStruct(b *strings.Builder, s *ir.Shape, t *ir.Struct) {
	for i := range t.Fields {
		fmt.Fprintf(b, "    let mut f%d = None;\n", i)
	}
	if t.Extra != nil {
		b.WriteString("    let mut extra = BTreeMap::new();\n")
	}
	b.WriteString("    let mut o = d.object()?;\n")
	rest := "d.other(&mut o, name)?"
	rule := target(s.Rule)
	switch {
	case t.Extra != nil:
		rest = "d.put(&mut extra, name, " + e.read(nil, t.Extra, t.ExtraRule).function() + ")?"
	case covered(t, rule) && rule.AdditionalProperties != nil && rule.AdditionalProperties.Never:
		rest = "return Err(Stop)"
	}
	if len(t.Fields) == 0 && strings.HasPrefix(rest, "return") {
		b.WriteString("    if d.member(&mut o)?.is_some() {\n        return Err(Stop);\n    }\n    Ok(types::" + e.plan.shapes[s] + " {})\n")
		return
	}
	b.WriteString("    while let Some(name) = d.member(&mut o)? {\n")
	if len(t.Fields) == 0 {
		b.WriteString("        " + rest + ";\n")
	} else {
		b.WriteString("        match &*name {\n")
		for i, f := range t.Fields {
			fmt.Fprintf(b, "            %s => d.field(&mut f%d, %s)?,\n", literal(f.Name), i, e.read(s, f.Type, f.Rule).function())
		}
		b.WriteString("            _ => " + rest + ",\n        }\n")
	}
	b.WriteString("    }\n")
	if covered(t, rule) {
		e.conditions(b, t, rule)
	}
	b.WriteString("    Ok(types::" + e.plan.shapes[s] + " {\n")
	within := e.plan.whole[s]
	for i, f := range t.Fields {
		if within == nil || within.parts[f.Name] == nil {
			fmt.Fprintf(b, "        %s: %s,\n", e.plan.fields[f], fieldValue(f, i))
		}
	}
	if within != nil {
		fmt.Fprintf(b, "        %s: types::%s {\n", within.field, e.plan.shapes[within.shape])
		for i, f := range t.Fields {
			if part := within.parts[f.Name]; part != nil {
				fmt.Fprintf(b, "            %s: %s,\n", e.plan.fields[part], fieldValue(f, i))
			}
		}
		b.WriteString("        },\n")
	}
	if t.Extra != nil {
		if id := e.plan.extra[s]; id == "extra" {
			b.WriteString("        extra,\n")
		} else {
			b.WriteString("        " + id + ": extra,\n")
		}
	}
	b.WriteString("    })\n")
}

func fieldValue(f *ir.Field, i int) string {
	if f.Presence == ir.Required {
		return fmt.Sprintf("f%d.ok_or(Stop)?", i)
	}
	return fmt.Sprintf("f%d", i)
}

// conditions emits what the contract file asks for beside the schema.
func (e *emitter) conditions(b *strings.Builder, t *ir.Struct, r *ir.Rule) {
	for i := range r.RequiredWhen {
		c := &r.RequiredWhen[i]
		at := indexOf(t, c.Property)
		value := e.variantOf(enumOf(t.Fields[at].Type), c.Equals)
		var lacking []string
		for _, name := range c.Required {
			lacking = append(lacking, fmt.Sprintf("f%d.is_none()", indexOf(t, name)))
		}
		if value != "" && len(lacking) > 0 {
			fmt.Fprintf(b, "    if f%d == Some(%s) && %s {\n        return Err(Stop);\n    }\n", at, value, oneOf(lacking))
		}
	}
}

func oneOf(terms []string) string {
	if len(terms) == 1 {
		return terms[0]
	}
	return "(" + strings.Join(terms, " || ") + ")"
}

func indexOf(t *ir.Struct, wire string) int {
	for i, f := range t.Fields {
		if f.Name == wire {
			return i
		}
	}
	return -1
}

// variantOf is the path of the variant that stands for a string; "" when there is none.
func (e *emitter) variantOf(s *ir.Shape, value string) string {
	for _, v := range s.Type.(*ir.Enum).Values {
		if v.Value == value {
			return "types::" + e.plan.shapes[s] + "::" + e.plan.values[v]
		}
	}
	return ""
}

func (e *emitter) readUnion(b *strings.Builder, s *ir.Shape, t *ir.Union) {
	variant := func(v *ir.Variant) string {
		c := e.read(s, v.Type, v.Rule)
		return string(c) + ".map(types::" + e.plan.shapes[s] + "::" + e.plan.variants[v] + ")"
	}
	switch {
	case t.Tag != "":
		fmt.Fprintf(b, "    match &*d.tag(%s)? {\n", literal(t.Tag))
		for _, v := range t.Variants {
			if len(v.Values) > 0 {
				fmt.Fprintf(b, "        %s => %s,\n", strings.ReplaceAll(literals(v.Values), ", ", " | "), variant(v))
			}
		}
		b.WriteString("        _ => Err(Stop),\n    }\n")
	case disjoint(t):
		b.WriteString("    match d.kind() {\n")
		for _, v := range t.Variants {
			fmt.Fprintf(b, "        %s => %s,\n", strings.Join(kinds(v.Kinds, true), " | "), variant(v))
		}
		b.WriteString("        _ => Err(Stop),\n    }\n")
	default:
		for _, v := range t.Variants {
			fmt.Fprintf(b, "    if d.matches(%s)? {\n        return %s;\n    }\n", e.rule(v.Rule), variant(v))
		}
		b.WriteString("    Err(Stop)\n")
	}
}

// disjoint reports whether the JSON type of a value picks the variant.
func disjoint(t *ir.Union) bool {
	var seen ir.Kinds
	for _, v := range t.Variants {
		k := v.Kinds
		if k&(ir.KindInteger|ir.KindNumber) != 0 {
			k |= ir.KindInteger | ir.KindNumber
		}
		if k&seen != 0 || k == 0 {
			return false
		}
		seen |= k
	}
	return true
}

// kinds returns the runtime's names of JSON types. With told, as the first byte of a value tells them: every number is a
// NUMBER.
func kinds(k ir.Kinds, told bool) []string {
	var names []string
	if told && k&ir.KindInteger != 0 {
		k = k&^ir.KindInteger | ir.KindNumber
	}
	for _, kind := range []struct {
		kind ir.Kinds
		name string
	}{
		{ir.KindNull, "NULL"}, {ir.KindBoolean, "BOOLEAN"}, {ir.KindInteger, "INTEGER"}, {ir.KindNumber, "NUMBER"},
		{ir.KindString, "STRING"}, {ir.KindArray, "ARRAY"}, {ir.KindObject, "OBJECT"},
	} {
		if k&kind.kind != 0 {
			names = append(names, "wire::"+kind.name)
		}
	}
	return names
}
