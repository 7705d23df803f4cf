package lower

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/require"
)

// FuzzLower checks that no schema breaks lowering, that every model is sound, and that the type of a shape holds each
// instance that its rule accepts.
func FuzzLower(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(text), `{"kind": "cat", "id": "a", "must": "b"}`)
	}
	f.Add(`{"oneOf":[{"type":"string"},{"items":{"$ref":"#"}}]}`, `[["a"]]`)
	f.Add(`{"type":["object","null"],"properties":{"a":{"enum":[1,null]}},"required":["b"]}`, `{"a":1,"b":2}`)
	f.Add(`{"prefixItems":[{"const":1}],"items":{"type":"number"},"minItems":1,"type":"array"}`, `[1,2.5]`)
	f.Add(`{"allOf":[{"properties":{"a":{"type":"string"}}},{"additionalProperties":{"type":"integer"}}],"type":"object"}`, `{"x":1}`)
	f.Fuzz(func(t *testing.T, schema, instance string) {
		c, diags := pipeline(schema, jsonschema.Options{})
		if diags.Failed() {
			require.Nil(t, c)
			return
		}
		requireSound(t, c)
		w := rules.NewWiring()
		for _, s := range c.Shapes {
			if len(wire.Check([]byte(instance), w.Wire(s.Rule))) == 0 {
				assertHolds(t, s, instance)
			}
		}
	})
}
