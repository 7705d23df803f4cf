package rules

import (
	"reflect"
	"testing"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNothingIsLost sets each field of a rule alone and looks for it in the result, so that no keyword is forgotten when
// one is added.
func TestNothingIsLost(t *testing.T) {
	silent := map[string]bool{"Origin": true, "Shape": true}
	two := 2
	examples := map[reflect.Type]any{
		reflect.TypeFor[*int]():             &two,
		reflect.TypeFor[bool]():             true,
		reflect.TypeFor[ir.Kinds]():         ir.KindNull | ir.KindObject,
		reflect.TypeFor[*ir.Rule]():         &ir.Rule{Never: true},
		reflect.TypeFor[[]*ir.Rule]():       []*ir.Rule{{Never: true}},
		reflect.TypeFor[[]string]():         []string{"a"},
		reflect.TypeFor[*ir.Number]():       &ir.Number{Text: "1e2"},
		reflect.TypeFor[*ir.Value]():        &ir.Value{Kind: ir.KindInteger, JSON: "5"},
		reflect.TypeFor[[]*ir.Value]():      []*ir.Value{{Kind: ir.KindString, Str: "a", JSON: `"a"`}},
		reflect.TypeFor[*ir.Pattern]():      &ir.Pattern{Source: "a", RE2: "b"},
		reflect.TypeFor[[]ir.NamedRule]():   []ir.NamedRule{{Name: "a", Rule: &ir.Rule{}}},
		reflect.TypeFor[[]ir.PatternRule](): []ir.PatternRule{{Pattern: &ir.Pattern{Source: "a", RE2: "b"}, Rule: &ir.Rule{}}},
		reflect.TypeFor[[]ir.Dependent]():   []ir.Dependent{{Name: "a", Required: []string{"b"}}},
		reflect.TypeFor[[]ir.Condition]():   []ir.Condition{{At: "a", Property: "b", Equals: "c", Required: []string{"d"}}},
		reflect.TypeFor[*ir.Tag]():          &ir.Tag{Property: "a", Values: [][]string{{"b"}}},
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[ir.Rule]()) {
		if silent[field.Name] {
			continue
		}
		r := &ir.Rule{}
		value := reflect.ValueOf(r).Elem().FieldByIndex(field.Index)
		if field.Name == "Pointer" {
			value.SetString("/a")
		} else {
			example, ok := examples[field.Type]
			require.True(t, ok, "no example of %s %s", field.Name, field.Type)
			value.Set(reflect.ValueOf(example))
		}
		assert.False(t, reflect.ValueOf(Wire(r)).Elem().IsZero(), "%s is lost", field.Name)
	}
	assert.True(t, reflect.ValueOf(Wire(&ir.Rule{})).Elem().IsZero())
	assert.Nil(t, Wire(nil))
}

// TestKinds checks that the bits of both packages are the same.
func TestKinds(t *testing.T) {
	kinds := []ir.Kinds{ir.KindNull, ir.KindBoolean, ir.KindInteger, ir.KindNumber, ir.KindString, ir.KindArray, ir.KindObject}
	types := []wire.Types{wire.Null, wire.Boolean, wire.Integer, wire.Number, wire.String, wire.Array, wire.Object}
	for i, k := range kinds {
		assert.Equal(t, types[i], Wire(&ir.Rule{Types: k}).Type)
	}
}

func TestLimits(t *testing.T) {
	zero, three := 0, 3
	r := Wire(&ir.Rule{MinItems: &zero, MaxItems: &zero, MaxLength: &three, MinContains: &zero})
	assert.Equal(t, 0, r.MinItems)
	assert.Equal(t, wire.Zero, r.MaxItems)
	assert.Equal(t, 3, r.MaxLength)
	assert.Equal(t, wire.Zero, r.MinContains)
	assert.Equal(t, 0, r.MaxProperties)
}

func TestEnum(t *testing.T) {
	text := &ir.Value{Kind: ir.KindString, Str: "a", JSON: `"a"`}
	null := &ir.Value{Kind: ir.KindNull, JSON: "null"}
	for _, test := range []struct {
		values        []*ir.Value
		strings, json []string
	}{
		{nil, nil, nil},
		{[]*ir.Value{}, []string{}, nil},
		{[]*ir.Value{text}, []string{"a"}, nil},
		{[]*ir.Value{text, null}, nil, []string{`"a"`, "null"}},
	} {
		r := Wire(&ir.Rule{Enum: test.values})
		assert.Equal(t, test.strings, r.Enum)
		assert.Equal(t, test.json, r.JSON)
	}
}

// TestRing converts rules that refer to each other.
func TestRing(t *testing.T) {
	list := &ir.Rule{Types: ir.KindArray}
	item := &ir.Rule{AnyOf: []*ir.Rule{{Types: ir.KindNull}, {Ref: list}}}
	list.Items = item
	w := NewWiring()
	r := w.Wire(list)
	assert.Same(t, r, r.Items.AnyOf[1].Ref)
	assert.Same(t, r, w.Wire(list))
	assert.Same(t, r.Items, w.Wire(item))
	assert.Empty(t, wire.Check([]byte(`[null, [[], null]]`), r))
	assert.NotEmpty(t, wire.Check([]byte(`[null, [[], 1]]`), r))
}

// TestLongChain converts more references in a row than recursion should take.
func TestLongChain(t *testing.T) {
	r := &ir.Rule{}
	for range 100_000 {
		r = &ir.Rule{Ref: r}
	}
	assert.NotNil(t, Wire(r).Ref)
}

func TestShapes(t *testing.T) {
	inner := &ir.Shape{Wire: "a#/x", Nested: true, Rule: &ir.Rule{}}
	outer := &ir.Shape{Wire: "a", Rule: &ir.Rule{Types: ir.KindString}}
	shapes := Shapes(&ir.Contract{Shapes: []*ir.Shape{outer, inner}})
	require.Len(t, shapes, 1)
	assert.Equal(t, "a", shapes[0].Name)
	assert.Equal(t, wire.String, shapes[0].Rule.Type)
}
