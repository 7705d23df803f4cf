package load_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// appendJSON writes a node as JSON.
func appendJSON(b []byte, n *load.Node) []byte {
	quote := func(s string) {
		text, err := json.Marshal(s)
		if err != nil {
			panic(err)
		}
		b = append(b, text...)
	}
	switch n.Kind {
	case load.Null:
		b = append(b, "null"...)
	case load.Bool:
		if n.Bool {
			b = append(b, "true"...)
		} else {
			b = append(b, "false"...)
		}
	case load.Number:
		b = append(b, n.Text...)
	case load.String:
		quote(n.Text)
	case load.Array:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		b = append(b, ']')
	case load.Object:
		b = append(b, '{')
		for i, m := range n.Members {
			if i > 0 {
				b = append(b, ',')
			}
			quote(m.Name)
			b = append(b, ':')
			b = appendJSON(b, m.Value)
		}
		b = append(b, '}')
	}
	return b
}

// value decodes JSON with numbers as they are written.
func value(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), "%q", text)
	return v
}

// checkNodes fails unless each node is where its place and its pointer say.
func checkNodes(t *testing.T, doc *load.Document) {
	t.Helper()
	var walk func(n *load.Node)
	walk = func(n *load.Node) {
		require.Same(t, n, doc.Root.At(n.Pointer))
		require.True(t, 0 <= n.Pos.Offset && n.Pos.Offset <= n.End && n.End <= len(doc.File.Text))
		for _, item := range n.Items {
			walk(item)
		}
		for _, m := range n.Members {
			require.True(t, m.NamePos.Offset < n.End || strings.HasSuffix(doc.File.Name, ".yaml"))
			walk(m.Value)
		}
	}
	walk(doc.Root)
}

func seed(f *testing.F, extension string) {
	files, err := filepath.Glob("testdata/bad/*" + extension)
	require.NoError(f, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"a": [1.5e3, "é\u00e9\ud83d\ude00", true, null], "b/~": {}}`))
	f.Add([]byte("a:\n- 1\n- 'b'\n- {c: |\n   d}\n"))
}

// stricter are the codes of what encoding/json accepts.
var stricter = []string{"duplicate-member", "invalid-utf8", "lone-surrogate", "depth", "size"}

// FuzzJSON compares JSON with encoding/json: whether the text is JSON, and what it holds.
func FuzzJSON(f *testing.F) {
	seed(f, ".json")
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, diags := load.JSON(source.NewFile("a.json", text))
		if doc == nil {
			require.True(t, diags.Failed())
			if json.Valid(text) {
				assert.Contains(t, stricter, diags[0].Code, "%q: %s", text, diags)
			}
			return
		}
		require.True(t, json.Valid(text), "%q", text)
		assert.Equal(t, value(t, text), value(t, appendJSON(nil, doc.Root)))
		checkNodes(t, doc)
	})
}

// FuzzYAML holds YAML to its promise: what it accepts, and means, is JSON; and JSON that has the form of YAML means the
// same as YAML.
func FuzzYAML(f *testing.F) {
	seed(f, ".yaml")
	seed(f, ".json")
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, diags := load.YAML(source.NewFile("a.yaml", text))
		if doc == nil {
			require.True(t, diags.Failed())
			return
		}
		checkNodes(t, doc)
		again := appendJSON(nil, doc.Root)
		require.True(t, json.Valid(again), "%q", again)
		if fromJSON, _ := load.JSON(source.NewFile("a.json", text)); fromJSON != nil {
			assert.Equal(t, value(t, text), value(t, again))
		}
	})
}
