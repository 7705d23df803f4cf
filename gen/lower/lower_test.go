package lower

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/stretchr/testify/require"
)

// pipeline takes the text of a schema through all stages up to the model.
func pipeline(text string, opts jsonschema.Options) (*ir.Contract, diag.List) {
	doc, diags := load.JSON(source.NewFile("schema.json", []byte(text)))
	if diags.Failed() {
		return nil, diags
	}
	s, more := jsonschema.Parse(doc)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	g, more := jsonschema.Resolve(s, opts)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	c, more := Lower(Input{Graph: g, Name: "test", Version: "v1"})
	return c, append(diags, more...)
}

// lowered returns the model of a schema that has no error, and what was found.
func lowered(t *testing.T, text string) (*ir.Contract, diag.List) {
	t.Helper()
	c, diags := pipeline(text, jsonschema.Options{})
	require.False(t, diags.Failed(), "%v", diags)
	return c, diags
}

// find returns the first diagnostic with a code.
func find(list diag.List, code string) *diag.Diagnostic {
	for i := range list {
		if list[i].Code == code {
			return &list[i]
		}
	}
	return nil
}

// shared returns a folder beside the module, or skips the test.
func shared(t *testing.T, path string) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "no go.mod above the test")
		dir = filepath.Dir(dir)
	}
	path = filepath.Join(filepath.Dir(dir), "shared", path)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs ../shared beside the module: %v", err)
	}
	return path
}
