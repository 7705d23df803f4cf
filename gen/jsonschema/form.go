package jsonschema

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
)

// wrong adds the error for a value that a keyword cannot have.
func (p *parser) wrong(keyword string, n *load.Node, want, hint string) {
	p.fail("keyword-value", n, diag.Diagnostic{
		Message: fmt.Sprintf("wrong value for %q", keyword), Got: describe(n), Want: want, Hint: hint,
	})
}

// expect reports whether the value of a keyword has a JSON type, and adds an error if not.
func (p *parser) expect(m *load.Member, kind load.Kind, want string) bool {
	if m.Value.Kind == kind {
		return true
	}
	p.wrong(m.Name, m.Value, want, formHint(m.Name, m.Value))
	return false
}

// formHint says what 2020-12 has for a form that older drafts gave a keyword.
func formHint(keyword string, n *load.Node) string {
	switch {
	case keyword == "items" && n.Kind == load.Array:
		return `2020-12 has "prefixItems" for a list of schemas for the first items`
	case (keyword == "exclusiveMinimum" || keyword == "exclusiveMaximum") && n.Kind == load.Bool:
		bound := strings.ToLower(strings.TrimPrefix(keyword, "exclusive"))
		return fmt.Sprintf("2020-12 has the bound itself in %q, in place of %q", keyword, bound)
	case keyword == "required" && n.Kind == load.Bool:
		return `the object lists the names of its required properties: "required": ["name"]`
	}
	return ""
}

// empty reports whether an array is empty, and adds an error if it is.
func (p *parser) empty(m *load.Member, want string) bool {
	if len(m.Value.Items) > 0 {
		return false
	}
	p.wrong(m.Name, m.Value, want, "")
	return true
}

// text reads a string; nil when it is none.
func (p *parser) text(m *load.Member) *Text {
	if !p.expect(m, load.String, "a string") {
		return nil
	}
	return &Text{Value: m.Value.Text, Node: m.Value}
}

func (p *parser) flag(m *load.Member) *Flag {
	if !p.expect(m, load.Bool, "true or false") {
		return nil
	}
	return &Flag{Value: m.Value.Bool, Node: m.Value}
}

func (p *parser) number(m *load.Member) *load.Node {
	if !p.expect(m, load.Number, "a number") {
		return nil
	}
	return m.Value
}

func (p *parser) array(m *load.Member, want string) *load.Node {
	if !p.expect(m, load.Array, want) {
		return nil
	}
	return m.Value
}

func (p *parser) reference(m *load.Member) *Reference {
	if t := p.text(m); t != nil {
		return &Reference{Text: *t}
	}
	return nil
}

// multipleOf reads a number above 0:
// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.1.
func (p *parser) multipleOf(m *load.Member) *load.Node {
	n := p.number(m)
	if n == nil {
		return nil
	}
	if d, ok := decimal.Parse(n.Text); ok && d.Sign() <= 0 || !ok && n.Text[0] == '-' {
		p.wrong(m.Name, n, "a number above 0", "")
		return nil
	}
	return n
}

// count reads an integer that is not negative: 3, 3.0 or 3e2.
func (p *parser) count(m *load.Member) *Count {
	n := p.number(m)
	if n == nil {
		return nil
	}
	d, ok := decimal.Parse(n.Text)
	if ok && (d.Negative || !d.IsInteger()) {
		p.wrong(m.Name, n, "an integer that is not negative", "")
		return nil
	}
	value, fits := d.Int()
	if !ok || !fits {
		p.wrong(m.Name, n, fmt.Sprintf("at most %d", math.MaxInt), "leave the keyword out if there is no limit")
		return nil
	}
	return &Count{Value: value, Node: n}
}

// typeNames are the JSON types: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1.
var typeNames = []string{"null", "boolean", "object", "array", "number", "string", "integer"}

// typeWords are words of programming languages for them.
var typeWords = map[string]string{
	"int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number", "bool": "boolean",
	"str": "string", "text": "string", "list": "array", "tuple": "array", "map": "object", "dict": "object",
	"nil": "null", "none": "null",
}

// types reads the name of a type, or a list of them.
func (p *parser) types(m *load.Member) []Text {
	list := []*load.Node{m.Value}
	switch m.Value.Kind {
	case load.String:
	case load.Array:
		if p.empty(m, "at least one type") {
			return nil
		}
		list = m.Value.Items
	default:
		p.expect(m, load.String, "the name of a type, or an array of them")
		return nil
	}
	types := make([]Text, 0, len(typeNames))
	for _, n := range list {
		if n.Kind != load.String || !slices.Contains(typeNames, n.Text) {
			p.badType(n)
			continue
		}
		if i := slices.IndexFunc(types, func(t Text) bool { return t.Value == n.Text }); i >= 0 {
			p.fail("repeated-name", n, diag.Diagnostic{
				Message: fmt.Sprintf(`"type" names %q twice`, n.Text),
				Also:    []diag.Related{{Pos: types[i].Node.Pos, Text: "it stands here first"}},
				Hint:    "remove one of them",
			})
			continue
		}
		types = append(types, Text{Value: n.Text, Node: n})
	}
	return types
}

func (p *parser) badType(n *load.Node) {
	hint := ""
	if n.Kind == load.String {
		near := diag.Near(n.Text, typeNames)
		if word, ok := typeWords[strings.ToLower(n.Text)]; ok {
			near = []string{word}
		}
		hint = diag.DidYouMean(near)
		if n.Text == "any" {
			hint = `leave "type" out to accept any value`
		}
	}
	p.wrong("type", n, `"null", "boolean", "object", "array", "number", "string" or "integer"`, hint)
}

// describe says what a node is, in a few words.
func describe(n *load.Node) string {
	switch n.Kind {
	case load.Null:
		return "null"
	case load.Bool:
		return strconv.FormatBool(n.Bool)
	case load.Number:
		return "the number " + shorten(n.Text)
	case load.String:
		return "the string " + strconv.Quote(shorten(n.Text))
	case load.Array:
		if len(n.Items) == 0 {
			return "an empty array"
		}
		return "an array"
	}
	return "an object"
}

// shorten cuts a text that a diagnostic quotes.
func shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	end := most
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "..."
}
