package ir

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTypeString(t *testing.T) {
	step := &Shape{Wire: "step"}
	for _, test := range []struct {
		typ  Type
		want string
	}{
		{nil, ""},
		{&Scalar{Kind: Uint64}, "uint64"},
		{&Ref{Shape: step}, "step"},
		{&List{Item: &Nullable{Type: &Ref{Shape: step}}}, "[]step?"},
		{&Map{Value: &Any{}}, "map[string]any"},
		{&Tuple{Items: []Type{&Scalar{Kind: String}, &NullOnly{}}}, "(string, null)"},
		{&Tuple{Items: []Type{&Scalar{Kind: String}}, Rest: &Any{}}, "(string, ...any)"},
		{&Literal{Value: &Value{JSON: "true"}, Kind: Boolean}, "true"},
		{&Union{}, "union"},
	} {
		assert.Equal(t, test.want, TypeString(test.typ))
	}
}

func TestRuleString(t *testing.T) {
	one, twenty := 1, 20
	r := &Rule{Types: KindArray, MinItems: &one, MaxItems: &twenty, Items: &Rule{}}
	assert.Equal(t, "minItems=1 maxItems=20", RuleString(r))
	r = &Rule{RequiredWhen: []Condition{{Property: "op", Equals: "type", Required: []string{"text"}}}, Nullable: true}
	assert.Equal(t, `[text when op is "type"] nullable`, RuleString(r))
	assert.Empty(t, RuleString(nil))
}

func TestKindsString(t *testing.T) {
	assert.Equal(t, "any", Kinds(0).String())
	assert.Equal(t, "null|string|object", (KindString | KindNull | KindObject).String())
}

func TestRefs(t *testing.T) {
	a, b, c := &Shape{Wire: "a"}, &Shape{Wire: "b"}, &Shape{Wire: "c"}
	st := &Struct{
		Fields: []*Field{
			{Type: &List{Item: &Ref{Shape: a}}},
			{Type: &Tuple{Items: []Type{&Ref{Shape: b}}, Rest: &Nullable{Type: &Ref{Shape: a}}}},
		},
		Extra: &Map{Value: &Ref{Shape: c}},
	}
	assert.Equal(t, []*Shape{a, b, a, c}, slices.Collect(Refs(st)))
	for range Refs(st) {
		break // the iteration can be left
	}
	assert.Empty(t, slices.Collect(Refs(&Struct{})))
	assert.Equal(t, []*Shape{b}, slices.Collect(Refs(&Union{Variants: []*Variant{{Type: &Ref{Shape: b}}}})))
}
