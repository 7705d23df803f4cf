package rust

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/name"
	rstemplate "github.com/rightkit/lockstep/templates/rust"
)

// A timeout is a constant.
type timeout struct {
	name, doc string
	value     time.Duration
}

// timeouts are the time limits of calls: the most usual one, and those of the methods with another.
func (e *emitter) timeouts() []timeout {
	tools := e.contract.Tools
	if len(tools) == 0 {
		return nil
	}
	count := map[time.Duration]int{}
	usual := tools[0].Timeout
	for _, t := range tools {
		if count[t.Timeout]++; count[t.Timeout] > count[usual] {
			usual = t.Timeout
		}
	}
	list := []timeout{{"CALL_TIMEOUT", "How long a call may take.", usual}}
	for _, t := range tools {
		if t.Timeout != usual {
			list = append(list, timeout{
				strings.ToUpper(strings.TrimPrefix(e.plan.methods[t], "r#")) + "_TIMEOUT",
				"How long a call of " + t.Name + " may take.", t.Timeout,
			})
		}
	}
	return list
}

func (e *emitter) timeoutName(t *ir.Tool) string {
	list := e.timeouts()
	if t.Timeout == list[0].value {
		return list[0].name
	}
	return strings.ToUpper(strings.TrimPrefix(e.plan.methods[t], "r#")) + "_TIMEOUT"
}

// tools are the methods of the service; nil when there is none.
func (e *emitter) tools() rstemplate.View {
	c := e.contract
	if len(c.Tools) == 0 {
		return nil
	}
	v := rstemplate.Tools{
		Count: len(c.Tools), Result: e.plan.std("Result"), String: e.plan.std("String"), Vec: e.plan.std("Vec"),
		From: e.plan.std("From"), Sized: e.plan.std("Sized"),
	}
	seen := map[string]bool{}
	for _, t := range c.Tools {
		v.Methods = append(v.Methods, e.method(t))
		v.Closed = v.Closed || t.Closed != nil
		if !seen[t.Effect] {
			seen[t.Effect] = true
			v.Effects = append(v.Effects, rstemplate.Variant{
				Doc: []string{"The effect " + code(t.Effect) + "."}, Name: name.RustVariant([]string{t.Effect}),
			})
		}
	}
	return v
}

func (e *emitter) method(t *ir.Tool) rstemplate.Method {
	m := rstemplate.Method{
		Doc: prose(sentence(t.Doc)), Variant: e.plan.tools[t], Name: e.plan.methods[t], Wire: literal(t.Name),
		Effect: name.RustVariant([]string{t.Effect}), Token: t.Token != nil, Timeout: e.timeoutName(t),
		Description: literal(t.Doc), Params: e.plan.shapes[t.Params], Result: e.plan.shapes[t.Result],
		ParamsWire: literal(t.Params.Wire), ResultWire: literal(t.Result.Wire),
		ParamsRule: e.rule(t.Params.Rule), ResultRule: e.rule(t.Result.Rule),
	}
	if t.Closed != nil {
		m.ClosedProperty, m.ClosedValue, m.ClosedCode = literal(t.Closed.Property), literal(t.Closed.Value), literal(t.Closed.Code)
	}
	for _, s := range []struct {
		shape       *ir.Shape
		read, write *string
	}{{t.Params, &m.ReadParams, &m.WriteParams}, {t.Result, &m.ReadResult, &m.WriteResult}} {
		*s.read, *s.write = "read_"+e.plan.snake[s.shape], "write_"+e.plan.snake[s.shape]
	}
	return m
}

// codec emits what the types do: how they are read and written, and the tables of enums and methods.
func (e *emitter) codec() rstemplate.View {
	v := rstemplate.Codec{Tools: e.tools()}
	for _, s := range e.contract.Shapes {
		p := e.plan
		read, write := "read_"+p.snake[s], "write_"+p.snake[s]
		v.Functions = append(v.Functions, e.reader(s), e.writer(s))
		if p.named[s] && !p.shared[s] {
			v.Messages = append(v.Messages, fmt.Sprintf("message!(types::%s, %s, %s, %s);", p.shapes[s], e.rule(s.Rule), read, write))
		}
		if !s.Nested {
			rule := e.rule(s.Rule)
			v.Shapes = append(v.Shapes, rstemplate.ShapeRow{Wire: literal(s.Wire), Rule: rule, Read: read, Write: write})
		}
		if t, ok := s.Type.(*ir.Enum); ok {
			table := rstemplate.EnumTable{Name: p.shapes[s], Count: len(t.Values)}
			for _, value := range t.Values {
				table.Values = append(table.Values, rstemplate.EnumRow{
					Name: p.values[value], Value: literal(value.Value), Doc: literal(sentence(value.Doc)),
				})
			}
			table.Meanings = e.contract.Codes != nil && e.contract.Codes.Shape == s
			v.Enums = append(v.Enums, table)
		}
		if s.Secret {
			secret := rstemplate.Secret{Name: p.shapes[s], Redacted: literal(p.shapes[s] + "(<redacted>)")}
			if k, ok := s.Type.(*ir.Scalar); ok {
				secret.Type = map[bool]string{true: "String"}[k.Kind == ir.String]
			}
			v.Secrets = append(v.Secrets, secret)
		}
	}
	return v
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// keyText is a property's name as it stands in a message, with its colon.
func keyText(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range name {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		default:
			if r < 0x20 {
				fmt.Fprintf(&b, `\u%04x`, r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return b.String() + `":`
}
