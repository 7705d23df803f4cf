package lower

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	oracle "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRandom makes schemas and instances at random, the same ones on each run. The rule must give the verdict of another
// validator, and the type must hold what the rule accepts.
func TestRandom(t *testing.T) {
	rounds := 1000
	if testing.Short() {
		rounds = 200
	}
	lowered, accepted := 0, 0
	for seed := range rounds {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 7))}
		defs := map[string]any{}
		for i := range 4 {
			defs[fmt.Sprintf("d%d", i)] = g.schema(3)
		}
		text, err := json.Marshal(map[string]any{"$defs": defs})
		require.NoError(t, err)
		c, diags := pipeline(string(text), jsonschema.Options{})
		if slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return refusals[d.Code] && d.Severity == diag.Error }) {
			continue
		}
		require.False(t, diags.Failed(), "seed %d: %v\n%s", seed, diags, text)
		requireSound(t, c)
		lowered++
		for name := range 4 {
			other := compile(t, string(text), fmt.Sprintf("#/$defs/d%d", name))
			shape := c.Lookup(fmt.Sprintf("d%d", name))
			r := rules.Wire(shape.Rule)
			for range 25 {
				instance, err := json.Marshal(g.value(3))
				require.NoError(t, err)
				v, err := oracle.UnmarshalJSON(strings.NewReader(string(instance)))
				require.NoError(t, err)
				ok := len(wire.Check(instance, r)) == 0
				if !assert.Equal(t, other.Validate(v) == nil, ok, "seed %d, %s: %s\n%s", seed, shape.Wire, instance, text) {
					return
				}
				if ok {
					accepted++
					assertHolds(t, shape, string(instance))
				}
			}
			if t.Failed() {
				require.Fail(t, "not held", "seed %d: %s", seed, text)
			}
		}
	}
	t.Logf("%d of %d schemas lowered, %d instances accepted", lowered, rounds, accepted)
	assert.Greater(t, lowered, rounds/3)
}

// refusals are the codes of schemas that are refused for a good reason.
var refusals = map[string]bool{
	"reference-loop": true, "infinite-type": true, "required-undeclared": true, "name-collision": true,
}

func compile(t *testing.T, text, at string) *oracle.Schema {
	t.Helper()
	doc, err := oracle.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	compiler := oracle.NewCompiler()
	require.NoError(t, compiler.AddResource("schema.json", doc))
	s, err := compiler.Compile("schema.json" + at)
	require.NoError(t, err)
	return s
}

// A generator makes small schemas and values that are likely to meet: few names, few numbers.
type generator struct{ *rand.Rand }

func pick[T any](g generator, list ...T) T { return list[g.IntN(len(list))] }

func (g generator) name() string { return pick(g, "a", "b", "c") }

// value returns a JSON value.
func (g generator) value(depth int) any {
	n := 9
	if depth == 0 {
		n = 7
	}
	switch g.IntN(n) {
	case 0:
		return nil
	case 1:
		return g.IntN(2) == 0
	case 2, 3:
		return pick(g, 0, 1, 2, -1)
	case 4:
		return pick(g, 0.5, 1.5)
	case 5, 6:
		return pick(g, "", "a", "b", "abc")
	case 7:
		list := make([]any, g.IntN(4))
		for i := range list {
			list[i] = g.value(depth - 1)
		}
		return list
	}
	object := map[string]any{}
	for range g.IntN(4) {
		object[g.name()] = g.value(depth - 1)
	}
	return object
}

func (g generator) values() []any {
	var list []any
	seen := map[string]bool{}
	for range 1 + g.IntN(3) {
		v := g.value(1)
		if text := fmt.Sprintf("%T%v", v, v); !seen[text] {
			seen[text] = true
			list = append(list, v)
		}
	}
	return list
}

func (g generator) schemas(depth int) []any {
	list := make([]any, 1+g.IntN(3))
	for i := range list {
		list[i] = g.schema(depth)
	}
	return list
}

func (g generator) named(depth int) map[string]any {
	m := map[string]any{}
	for range 1 + g.IntN(3) {
		m[g.name()] = g.schema(depth)
	}
	return m
}

// schema returns a schema with a few keywords.
func (g generator) schema(depth int) any {
	if g.IntN(12) == 0 {
		return g.IntN(3) > 0
	}
	s := map[string]any{}
	if g.IntN(3) > 0 {
		s["type"] = pick[any](g, "object", "object", "string", "integer", "number", "array", "null", "boolean",
			[]string{"string", "null"}, []string{"object", "null"}, []string{"integer", "string", "array"})
	}
	for range 1 + g.IntN(3) {
		g.keyword(s, depth)
	}
	return s
}

func (g generator) keyword(s map[string]any, depth int) {
	if depth == 0 || g.IntN(4) == 0 {
		switch g.IntN(9) {
		case 0:
			s["enum"] = g.values()
		case 1:
			s["const"] = g.value(1)
		case 2:
			s["minLength"] = g.IntN(3)
		case 3:
			s["maximum"] = pick(g, 0, 1.5, 2)
		case 4:
			s["required"] = []string{g.name()}
		case 5:
			s["minItems"] = g.IntN(3)
		case 6:
			s["maxProperties"] = g.IntN(3)
		default:
			s["$ref"] = fmt.Sprintf("#/$defs/d%d", g.IntN(4))
		}
		return
	}
	depth--
	switch g.IntN(18) {
	case 0, 1, 2:
		s["properties"] = g.named(depth)
	case 3:
		s["additionalProperties"] = g.schema(depth)
	case 4:
		s["patternProperties"] = map[string]any{pick(g, "^a", "b"): g.schema(depth)}
	case 5:
		s["items"] = g.schema(depth)
	case 6:
		s["prefixItems"] = g.schemas(depth)
	case 7:
		s["allOf"] = g.schemas(depth)
	case 8, 9:
		s["anyOf"] = g.schemas(depth)
	case 10, 11:
		s["oneOf"] = g.schemas(depth)
	case 12:
		s["not"] = g.schema(depth)
	case 13:
		s["if"], s["then"], s["else"] = g.schema(depth), g.schema(depth), g.schema(depth)
	case 14:
		s["unevaluatedProperties"] = g.schema(depth)
	case 15:
		s["unevaluatedItems"] = g.schema(depth)
	case 16:
		s[pick(g, "oneOf", "anyOf")] = []any{g.tagged("a", depth), g.tagged("b", depth)}
	case 17:
		s[pick(g, "oneOf", "anyOf")] = []any{g.schema(depth), pick[any](g, map[string]any{"type": "null"}, map[string]any{"const": nil})}
	}
}

// tagged returns the schema of an object with a tag.
func (g generator) tagged(value string, depth int) any {
	properties := g.named(depth)
	properties["a"] = pick[any](g, map[string]any{"const": value}, map[string]any{"enum": []string{value, value + "c"}})
	return map[string]any{"type": "object", "properties": properties, "required": []string{"a"}}
}
