package typescript

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKeywords gives a rule each of its fields, alone and together: whatever is written of it has the constant of the
// runtime that enforces it, in the order of the runtime, for a field without its constant would not be enforced.
func TestKeywords(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "templates", "typescript", "runtime", "wire.d.ts"))
	require.NoError(t, err)
	var order []string
	enforced := map[string][]string{} // constant -> fields
	declared := regexp.MustCompile(`/\*\*(?:\n \*)? ([\w, ]+)(?:;[^/]*)?\*/\nexport const (keyword\w+): Keyword;`)
	for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
		order = append(order, m[2])
		enforced[m[2]] = strings.Split(strings.TrimSpace(m[1]), ", ")
	}
	require.Greater(t, len(order), 20)

	one, sub, value := 1, &ir.Rule{Pointer: "/sub"}, &ir.Value{Kind: ir.KindInteger, JSON: "1"}
	number, pattern := &ir.Number{Text: "1"}, &ir.Pattern{Source: "a"}
	named := []ir.NamedRule{{Name: "a", Rule: sub}}
	whole := ir.Rule{
		Pointer: "/whole", Never: true, Types: ir.KindString, Enum: []*ir.Value{value}, Const: value,
		MinLength: &one, MaxLength: &one, Pattern: pattern,
		Minimum: number, Maximum: number, ExclusiveMinimum: number, ExclusiveMaximum: number, MultipleOf: number, Unsigned: true,
		MinItems: &one, MaxItems: &one, UniqueItems: true, PrefixItems: []*ir.Rule{sub}, Items: sub, Contains: sub,
		MinContains: &one, MaxContains: &one, UnevaluatedItems: sub,
		Properties: named, Required: []string{"a"}, PatternProperties: []ir.PatternRule{{Pattern: pattern, Rule: sub}},
		AdditionalProperties: sub, PropertyNames: sub, MinProperties: &one, MaxProperties: &one,
		DependentRequired: []ir.Dependent{{Name: "a", Required: []string{"b"}}}, DependentSchemas: named, UnevaluatedProperties: sub,
		RequiredWhen: []ir.Condition{{At: "c", Property: "a", Equals: "b", Required: []string{"c"}}},
		Ref:          sub, AllOf: []*ir.Rule{sub}, AnyOf: []*ir.Rule{sub}, OneOf: []*ir.Rule{sub}, Not: sub, If: sub, Then: sub, Else: sub,
		Tag: &ir.Tag{Property: "a", Values: [][]string{{"b"}}},
	}
	rules := map[string]*ir.Rule{"whole": &whole, "empty": {}, "strings": {Enum: []*ir.Value{{Kind: ir.KindString, Str: "a", JSON: `"a"`}}}}
	rules["nullable"] = &ir.Rule{OneOf: []*ir.Rule{{Types: ir.KindString}, {Types: ir.KindNull}}, Nullable: true}
	rules["nullable by chance"] = &ir.Rule{OneOf: []*ir.Rule{sub, {Types: ir.KindNull}}, Nullable: true}
	rules["nullable in another way"] = &ir.Rule{AnyOf: []*ir.Rule{sub, {Types: ir.KindNull}}, Nullable: true}
	for i := range reflect.TypeOf(whole).NumField() {
		field := reflect.TypeOf(whole).Field(i)
		if slices.Contains([]string{"Origin", "Pointer", "Shape", "Nullable", "Tag"}, field.Name) {
			continue // they are where a rule stands, or go with others
		}
		assert.False(t, reflect.ValueOf(whole).Field(i).IsZero(), "%s is a field that this test does not know", field.Name)
		single := &ir.Rule{}
		reflect.ValueOf(single).Elem().Field(i).Set(reflect.ValueOf(whole).Field(i))
		rules[field.Name] = single
	}
	for name, r := range rules {
		w := &ruleWriter{state: map[*ir.Rule]int{}, used: map[string]bool{}}
		keywords, fields := []string{}, []string{}
		for _, e := range w.body(r).entries {
			switch e.key {
			case "at", "type", "unsigned":
			case "keywords", "evaluators":
				for _, item := range e.node.(list).items {
					keywords = append(keywords, item.value())
				}
			default:
				fields = append(fields, e.key)
			}
		}
		if last := len(order) - 1; len(keywords) > 0 && keywords[0] == order[last] { // it goes before the others
			keywords = append(keywords[1:], order[last])
		}
		assert.Equal(t, keywords, slices.DeleteFunc(slices.Clone(order), func(k string) bool { return !slices.Contains(keywords, k) }), name)
		for _, f := range fields {
			assert.True(t, slices.ContainsFunc(keywords, func(k string) bool { return slices.Contains(enforced[k], f) }), "%s: %s has no keyword", name, f)
		}
		for _, k := range keywords {
			assert.True(t, slices.ContainsFunc(enforced[k], func(f string) bool { return slices.Contains(fields, f) }), "%s: %s enforces nothing", name, k)
			assert.True(t, w.used[k], "%s: %s is not imported", name, k)
		}
	}
}
