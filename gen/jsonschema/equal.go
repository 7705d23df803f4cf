package jsonschema

import (
	"slices"
	"strconv"
	"strings"

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
		return append(b, decimalOf(n.Text).String()...)
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

// A decimal is the value of a number without its spelling: 0.digits times 10 to the power of exponent, where the first
// and the last digit are not 0. Equal numbers have equal decimals, but for those whose exponent is beyond 18 digits:
// these keep it as it was written. Zero has no digits.
type decimal struct {
	negative bool
	digits   string
	exponent string
}

// decimalOf returns the value of a number in JSON's grammar, in time linear in its length.
func decimalOf(text string) decimal {
	var d decimal
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	mantissa, d.negative = strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	significant := strings.TrimLeft(all, "0")
	d.digits = strings.TrimRight(significant, "0")
	if d.digits == "" {
		return decimal{}
	}
	point := len(whole) - (len(all) - len(significant))
	sign := ""
	if rest, ok := strings.CutPrefix(exponent, "-"); ok {
		sign, exponent = "-", rest
	}
	exponent = sign + strings.TrimLeft(exponent, "+0")
	if len(exponent) > 18 {
		d.exponent = exponent + "+" + strconv.Itoa(point)
		return d
	}
	n, _ := strconv.Atoi(exponent) // "" and "-" are 0
	d.exponent = strconv.Itoa(n + point)
	return d
}

// power returns the exponent, and whether it is small enough for an int.
func (d decimal) power() (int, bool) {
	n, err := strconv.Atoi(d.exponent)
	return n, err == nil
}

// fraction reports whether d is no integer.
func (d decimal) fraction() bool {
	if d.digits == "" {
		return false
	}
	n, ok := d.power()
	if !ok {
		return strings.HasPrefix(d.exponent, "-")
	}
	return n < len(d.digits)
}

// integer returns d as an int, and whether that can hold it.
func (d decimal) integer() (int, bool) {
	if d.digits == "" {
		return 0, true
	}
	n, ok := d.power()
	if !ok || d.fraction() || n > 19 {
		return 0, false
	}
	text := d.digits + strings.Repeat("0", n-len(d.digits))
	if d.negative {
		text = "-" + text
	}
	value, err := strconv.Atoi(text)
	return value, err == nil
}

// String returns a text that equal numbers have in common.
func (d decimal) String() string {
	sign := ""
	if d.negative {
		sign = "-"
	}
	return sign + "0." + d.digits + "e" + d.exponent
}
