package jsonschema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode"

	oracle "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// FuzzParse: what Parse accepts is a schema for the official meta-schema; what Resolve accepts is linked; and nothing
// that a diagnostic quotes can forge a line.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/bad/*.json")
	require.NoError(f, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(full))
	metaschema, err := oracle.NewCompiler().Compile(jsonschema.Dialect)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, _ := load.JSON(source.NewFile("a.json", text))
		if doc == nil {
			return
		}
		root, diags := jsonschema.Parse(doc)
		for _, d := range diags {
			for _, r := range d.Text() {
				require.True(t, r == '\n' || !unicode.IsControl(r), "%q", d.Text())
			}
		}
		if root == nil {
			require.True(t, diags.Failed())
			return
		}
		value, err := oracle.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		assert.NoError(t, metaschema.Validate(value), "%q", text)

		graph, diags := jsonschema.Resolve(root, jsonschema.Options{})
		if graph == nil {
			require.True(t, diags.Failed())
			return
		}
		for _, s := range graph.Schemas {
			require.Same(t, s.Node, doc.Root.At(s.Pointer))
			for _, r := range []*jsonschema.Reference{s.Ref, s.DynamicRef} {
				require.True(t, r == nil || r.Target != nil)
			}
		}
	})
}

func BenchmarkParseResolve(b *testing.B) {
	doc, diags := load.JSON(source.NewFile("a.json", synthetic(5000)))
	require.Empty(b, diags)
	b.SetBytes(int64(len(doc.File.Text)))
	for b.Loop() {
		root, _ := jsonschema.Parse(doc)
		graph, diags := jsonschema.Resolve(root, jsonschema.Options{})
		if graph == nil {
			b.Fatal(diags)
		}
	}
}
