package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
)

// enum reads a list of values: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2. The same
// value twice is an error, and a warning when only the value is the same and not how it is written, as with 1 and 1.0.
func (p *parser) enum(m *load.Member) *load.Node {
	if !p.expect(m, load.Array, "an array of values") || p.empty(m, "at least one value") {
		return nil
	}
	first := make(map[string]*load.Node, len(m.Value.Items))
	for _, n := range m.Value.Items {
		key := string(appendValue(nil, n))
		earlier, ok := first[key]
		if !ok {
			first[key] = n
			continue
		}
		d := diag.Diagnostic{
			Severity: diag.Error, Code: "enum-duplicate", Pos: n.Pos, At: n.Pointer, Got: describe(n),
			Message: `"enum" has equal values`,
			Also:    []diag.Related{{Pos: earlier.Pos, Text: "the first of them: " + describe(earlier)}},
			Hint:    "remove one of them",
		}
		if !sameText(n, earlier) {
			d.Severity = diag.Warning
		}
		p.diags.Add(d)
	}
	return m.Value
}

// appendValue writes a value so that equal values, in the sense of JSON Schema, have equal texts:
// https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2.
func appendValue(b []byte, n *load.Node) []byte {
	switch n.Kind {
	case load.Number:
		if d, ok := decimal.Parse(n.Text); ok {
			return append(b, d.String()...)
		}
		return append(b, n.Text...) // out of proportion: equal only to itself
	case load.String:
		return strconv.AppendQuote(b, n.Text)
	case load.Bool:
		return strconv.AppendBool(b, n.Bool)
	case load.Array:
		b = append(b, '[')
		for _, item := range n.Items {
			b = append(appendValue(b, item), ',')
		}
		return append(b, ']')
	case load.Object:
		b = append(b, '{')
		for _, m := range sorted(n) {
			b = append(strconv.AppendQuote(b, m.Name), ':')
			b = append(appendValue(b, m.Value), ',')
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func sorted(n *load.Node) []load.Member {
	return slices.SortedFunc(slices.Values(n.Members), func(a, b load.Member) int { return strings.Compare(a.Name, b.Name) })
}

// sameText reports whether the numbers in two equal values are written alike, and the members in the same order.
func sameText(a, b *load.Node) bool {
	if a.Kind == load.Number && a.Text != b.Text {
		return false
	}
	for i := range a.Items {
		if !sameText(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for i := range a.Members {
		if a.Members[i].Name != b.Members[i].Name || !sameText(a.Members[i].Value, b.Members[i].Value) {
			return false
		}
	}
	return true
}
