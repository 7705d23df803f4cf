package lower

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/stretchr/testify/require"
)

// demo returns the model of the demo contract.
func demo(t *testing.T) *ir.Contract {
	t.Helper()
	const folder = "schema/demo/v1/"
	read := func(name string) *source.File {
		text, err := os.ReadFile(filepath.Join("..", "..", folder+name))
		require.NoError(t, err)
		return source.NewFile(folder+name, text)
	}
	doc, diags := load.JSON(read("schema.json"))
	require.False(t, diags.Failed(), "%v", diags)
	s, diags := jsonschema.Parse(doc)
	require.False(t, diags.Failed(), "%v", diags)
	g, diags := jsonschema.Resolve(s, jsonschema.Options{})
	require.False(t, diags.Failed(), "%v", diags)
	doc, diags = load.YAML(read("contract.yaml"))
	require.False(t, diags.Failed(), "%v", diags)
	f, diags := contract.Read(doc)
	require.False(t, diags.Failed(), "%v", diags)
	diags = f.Check(g)
	require.False(t, diags.Failed(), "%v", diags)
	c, diags := Lower(Input{Graph: g, Contract: f})
	require.False(t, diags.Failed(), "%v", diags)
	return c
}
