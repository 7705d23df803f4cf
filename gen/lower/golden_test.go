package lower

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares what each schema of testdata becomes, diagnostics and model, with the text beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			c, diags := pipeline(string(text), jsonschema.Options{})
			requirePlaces(t, diags)
			var b strings.Builder
			for _, d := range diags {
				b.WriteString(d.Text() + "\n")
			}
			if c != nil {
				requireSound(t, c)
				b.WriteString(ir.Dump(c))
			}
			golden(t, strings.TrimSuffix(file, ".json")+".txt", b.String())
		})
	}
}

// TestDemo compares the model of the demo contract with its golden file.
func TestDemo(t *testing.T) {
	c := demo(t)
	requireSound(t, c)
	golden(t, "testdata/demo.txt", ir.Dump(c))
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "go test ./gen/lower -update rewrites %s", file)
}

// requireSound checks what every reader of a model relies on.
func requireSound(t *testing.T, c *ir.Contract) {
	t.Helper()
	listed := map[*ir.Shape]bool{}
	wires := map[string]bool{}
	for _, s := range c.Shapes {
		require.False(t, wires[s.Wire], "two shapes %q", s.Wire)
		listed[s], wires[s.Wire] = true, true
	}
	for _, s := range c.Shapes {
		require.NotNil(t, s.Type, s.Wire)
		require.NotNil(t, s.Rule, s.Wire)
		require.Same(t, s, s.Rule.Shape, "%s: its rule is that of another shape", s.Wire)
		require.NotEmpty(t, s.Doc, s.Wire)
		require.NotEmpty(t, s.Words, s.Wire)
		require.True(t, s.Origin.Pos.IsValid(), s.Wire)
		for r := range ir.Refs(s.Type) {
			require.True(t, listed[r], "%s leads to %s, which is not listed", s.Wire, r.Wire)
		}
		switch u := s.Type.(type) {
		case *ir.Struct:
			for _, f := range u.Fields {
				requirePart(t, f.Type)
				require.NotNil(t, f.Rule, f.Name)
				require.NotEmpty(t, f.Doc, f.Name)
				require.NotEmpty(t, f.Words, f.Name)
				require.NotZero(t, f.Presence, f.Name)
				require.Equal(t, f.Presence == ir.Defaulted, f.Default != nil, f.Name)
			}
		case *ir.Union:
			for _, v := range u.Variants {
				requirePart(t, v.Type)
				require.NotNil(t, v.Rule)
				require.NotEmpty(t, v.Words)
				require.Equal(t, u.Tag != "", len(v.Values) > 0)
			}
		}
	}
}

// requirePart checks that a struct, an enum or a union stands only as the type of a shape.
func requirePart(t *testing.T, part ir.Type) {
	t.Helper()
	switch p := part.(type) {
	case *ir.Struct, *ir.Enum, *ir.Union:
		require.Fail(t, "a part without a name")
	case *ir.List:
		requirePart(t, p.Item)
	case *ir.Map:
		requirePart(t, p.Value)
	case *ir.Nullable:
		requirePart(t, p.Type)
	}
}
