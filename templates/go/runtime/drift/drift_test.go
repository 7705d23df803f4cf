package drift

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const schema = `{"$defs": {
	"op": {"type": "string", "enum": ["click", "type"]},
	"step": {"type": "object", "properties": {"op": {"$ref": "#/$defs/op"}, "n": {"type": ["null", "integer"]}}, "required": ["op"]},
	"steps": {"type": "array", "items": {"$ref": "#/$defs/step"}, "minItems": 1, "maxItems": 20}
}}`

func shapes() []wire.Shape {
	op := &wire.Rule{At: "/$defs/op", Type: wire.String, Enum: []string{"click", "type"}}
	step := &wire.Rule{
		At: "/$defs/step", Type: wire.Object, Required: []string{"op"},
		Properties: []wire.Property{
			{Name: "op", Rule: op},
			{Name: "n", Rule: &wire.Rule{At: "/$defs/step/properties/n", Type: wire.Null | wire.Integer}},
		},
	}
	steps := &wire.Rule{At: "/$defs/steps", Type: wire.Array, Items: step, MinItems: 1, MaxItems: 20}
	return []wire.Shape{{Name: "op", Rule: op}, {Name: "step", Rule: step}, {Name: "steps", Rule: steps}}
}

func TestCompare(t *testing.T) {
	assert.Empty(t, Compare([]byte(schema), shapes()))
	elsewhere := []wire.Shape{{Name: "money", Rule: &wire.Rule{At: "common.json#/$defs/money", Type: wire.Integer}}}
	assert.Empty(t, Compare([]byte(schema), elsewhere))
	tests := []struct {
		want   string
		change func(op, step, steps *wire.Rule)
	}{
		{`shape op: /$defs/op/enum: the package has [click], the schema has [click type]`, func(op, _, _ *wire.Rule) { op.Enum = op.Enum[:1] }},
		{`shape op: /$defs/op/type: the package has [integer], the schema has string`, func(op, _, _ *wire.Rule) { op.Type = wire.Integer }},
		{`shape step: /$defs/step/required: the package has [], the schema has [op]`, func(_, step, _ *wire.Rule) { step.Required = nil }},
		{`shape step: /$defs/step/properties: the package has 1, the schema has 2`, func(_, step, _ *wire.Rule) { step.Properties = step.Properties[:1] }},
		{`shape step: /$defs/step/properties: the package has "k", the schema has no such property`, func(_, step, _ *wire.Rule) { step.Properties[1].Name = "k" }},
		{`shape steps: /$defs/steps/maxItems: the package has 21, the schema has 20`, func(_, _, steps *wire.Rule) { steps.MaxItems = 21 }},
		{`shape steps: /$defs/steps/minItems: the package has 0, the schema has 1`, func(_, _, steps *wire.Rule) { steps.MinItems = 0 }},
		{`shape op: the schema has nothing at "/$defs/gone"`, func(op, _, _ *wire.Rule) { op.At = "/$defs/gone" }},
	}
	for _, test := range tests {
		list := shapes()
		test.change(list[0].Rule, list[1].Rule, list[2].Rule)
		assert.Equal(t, []string{test.want}, Compare([]byte(schema), list))
	}
}

// A recorder keeps what a test would print.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("decode.go", []byte("package p\n"), 0o644))
	require.NoError(t, os.WriteFile("schema.json", []byte(schema), 0o644))
	p := Package{
		Repair: "make gen", SchemaPath: filepath.Join(".", "schema.json"), Schema: schema, Shapes: shapes(),
		Files: []File{{Name: "decode.go", Hash: hash([]byte("package p\n"))}},
	}
	check := func() []string {
		r := &recorder{TB: t}
		Check(r, p)
		return r.errors
	}
	assert.Empty(t, check())
	require.NoError(t, os.WriteFile("decode.go", []byte("package p // mine\n"), 0o644))
	assert.Equal(t, []string{"decode.go was edited by hand: it is generated, change the schema and run make gen"}, check())
	require.NoError(t, os.Remove("decode.go"))
	assert.Equal(t, []string{"decode.go is missing; run make gen"}, check())
	p.Files = nil
	require.NoError(t, os.WriteFile("schema.json", []byte(schema+"\n"), 0o644))
	assert.Equal(t, []string{"schema.json:5: the schema has changed since this package was generated; run make gen"}, check())
	require.NoError(t, os.Remove("schema.json"))
	assert.Empty(t, check(), "a package away from its contract")
}
