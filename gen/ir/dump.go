package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Dump returns the model as text, for people and golden files. It prints the structure and the docs; of rules only what
// each shape and field adds to its type. Equal contracts have equal dumps.
func Dump(c *Contract) string {
	d := &dumper{}
	d.line(0, "contract %s %s %s", c.Name, c.Version, c.ID)
	d.doc(1, c.Doc)
	if c.Service != nil {
		d.line(1, "service %s, client %s", c.Service.Name, c.Service.Client)
	}
	for _, s := range c.Shapes {
		d.shape(s)
	}
	for _, t := range c.Tools {
		d.tool(t)
	}
	if c.Codes != nil {
		d.line(0, "codes %s%s", c.Codes.Shape.Wire, flag(c.Codes.PassThrough, " pass-through"))
		for _, code := range c.Codes.Beside {
			d.line(1, "beside %s: %s", strconv.Quote(code.Value), code.Doc)
		}
	}
	for _, e := range c.Exits {
		d.line(0, "exit %d %s: %s", e.Code, strings.Join(e.Codes, " "), e.Doc)
	}
	if c.Fixture != nil {
		d.line(0, "fixture %s, gate %s", c.Fixture.App, c.Fixture.Gate)
	}
	return d.b.String()
}

type dumper struct{ b strings.Builder }

func (d *dumper) line(indent int, format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", indent))
	d.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	d.b.WriteByte('\n')
}

func (d *dumper) doc(indent int, doc string) {
	if doc != "" {
		d.line(indent, "// %s", strings.Join(strings.Fields(doc), " "))
	}
}

func (d *dumper) shape(s *Shape) {
	d.line(0, "shape %s [%s]%s%s", s.Wire, strings.Join(s.Words, " "), pins(s.Pinned), flag(s.Secret, " secret"))
	d.doc(1, s.Doc)
	d.line(1, "at %s", s.Origin.Pointer)
	switch t := s.Type.(type) {
	case *Struct:
		d.line(1, "struct%s", flag(t.Extra != nil, " extra ")+TypeString(t.Extra))
		for _, f := range t.Fields {
			d.field(f)
		}
	case *Enum:
		d.line(1, "enum")
		for _, v := range t.Values {
			d.line(2, "%s [%s]%s", strconv.Quote(v.Value), strings.Join(v.Words, " "), pins(v.Pinned))
			d.doc(3, v.Doc)
		}
	case *Union:
		d.line(1, "union%s", flag(t.Tag != "", " by ")+t.Tag)
		for _, v := range t.Variants {
			d.line(2, "[%s] %s (%s)%s", strings.Join(v.Words, " "), TypeString(v.Type), v.Kinds, values(v.Values))
		}
	default:
		d.line(1, "%s", TypeString(s.Type))
	}
	if limits := RuleString(s.Rule); limits != "" {
		d.line(1, "rule %s", limits)
	}
}

func (d *dumper) field(f *Field) {
	d.line(2, "%s [%s]%s %s %s%s", strconv.Quote(f.Name), strings.Join(f.Words, " "), pins(f.Pinned), f.Presence,
		TypeString(f.Type), flag(f.Default != nil, " = ")+f.Default.text())
	d.doc(3, f.Doc)
	if limits := RuleString(f.Rule); limits != "" {
		d.line(3, "rule %s", limits)
	}
}

func (d *dumper) tool(t *Tool) {
	d.line(0, "tool %s command %s: %s -> %s", t.Name, t.Command, wire(t.Params), wire(t.Result))
	d.doc(1, t.Doc)
	d.line(1, "effect %s, timeout %s", t.Effect, t.Timeout)
	if t.Token != nil {
		d.line(1, "token %s", t.Token.Name)
	}
	if len(t.Text) > 0 {
		d.line(1, "text keys %s", strings.Join(t.Text, " "))
	}
	if t.Closed != nil {
		d.line(1, "closed unless %s is %s: %s", t.Closed.Property, strconv.Quote(t.Closed.Value), t.Closed.Code)
	}
}

func wire(s *Shape) string {
	if s == nil {
		return "nothing"
	}
	return s.Wire
}

func values(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " = " + strings.Join(list, " | ")
}

// pins returns pinned identifiers; the targets are in a fixed order.
func pins(p map[string]string) string {
	var b strings.Builder
	for _, target := range []string{"go", "typescript", "rust"} {
		if id := p[target]; id != "" {
			b.WriteString(" " + target + "=" + id)
		}
	}
	return b.String()
}

func flag(set bool, text string) string {
	if set {
		return text
	}
	return ""
}

func (v *Value) text() string {
	if v == nil {
		return ""
	}
	return v.JSON
}

// String returns "required", "optional" or "defaulted".
func (p Presence) String() string {
	switch p {
	case Required:
		return "required"
	case Optional:
		return "optional"
	case Defaulted:
		return "defaulted"
	}
	return fmt.Sprintf("presence(%d)", int(p))
}

// String returns "string", "boolean", "int64", "uint64" or "float64".
func (k ScalarKind) String() string {
	switch k {
	case String:
		return "string"
	case Boolean:
		return "boolean"
	case Int64:
		return "int64"
	case Uint64:
		return "uint64"
	case Float64:
		return "float64"
	}
	return fmt.Sprintf("scalar(%d)", int(k))
}

// String returns the names of the JSON types, joined by "|"; "any" for none.
func (k Kinds) String() string {
	if k == 0 {
		return "any"
	}
	names := [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}
	var set []string
	for i, name := range names {
		if k&(1<<i) != 0 {
			set = append(set, name)
		}
	}
	return strings.Join(set, "|")
}

// TypeString returns a type as one word, such as "[]step", "map[string]int64", "errorCode?"; "" for nil. A reference is
// the wire name of its shape.
func TypeString(t Type) string {
	switch t := t.(type) {
	case *Ref:
		return t.Shape.Wire
	case *Scalar:
		return t.Kind.String()
	case *Literal:
		return t.Value.JSON
	case *List:
		return "[]" + TypeString(t.Item)
	case *Map:
		return "map[string]" + TypeString(t.Value)
	case *Nullable:
		return TypeString(t.Type) + "?"
	case *Tuple:
		items := make([]string, len(t.Items))
		for i, item := range t.Items {
			items[i] = TypeString(item)
		}
		return "(" + strings.Join(items, ", ") + flag(t.Rest != nil, ", ..."+TypeString(t.Rest)) + ")"
	case *Any:
		return "any"
	case *NullOnly:
		return "null"
	case *Struct:
		return "struct"
	case *Enum:
		return "enum"
	case *Union:
		return "union"
	}
	return ""
}
