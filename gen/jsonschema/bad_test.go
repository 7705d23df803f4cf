package jsonschema_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

// from returns a loader for the files of a folder, which stands for the root of a project.
func from(folder string) jsonschema.Options {
	return jsonschema.Options{Load: func(path string) (*load.Document, error) {
		if filepath.Base(path) == "unreadable.json" {
			return nil, errors.New("open /secret/place: hunter2")
		}
		text, err := fs.ReadFile(os.DirFS(folder), path)
		if err != nil {
			return nil, err
		}
		doc, diags := load.Read(source.NewFile(path, text))
		if doc == nil {
			return nil, diags
		}
		return doc, nil
	}}
}

// compile loads, parses and resolves a text, and returns what the stages found, up to the first that failed.
func compile(name string, text []byte, opts jsonschema.Options) (*jsonschema.Graph, diag.List) {
	doc, diags := load.Read(source.NewFile(name, text))
	if doc == nil {
		return nil, diags
	}
	root, found := jsonschema.Parse(doc)
	diags = append(diags, found...)
	if root == nil {
		return nil, diags
	}
	graph, found := jsonschema.Resolve(root, opts)
	return graph, append(diags, found...)
}

// TestBad compares the diagnostics of each file of testdata/bad with the golden file beside it.
func TestBad(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.json")
	require.NoError(t, err)
	codes := make(map[string]bool)
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			graph, diags := compile(filepath.Base(name), text, from("testdata/bad"))
			assert.Nil(t, graph, "a graph although there are errors")
			require.True(t, diags.Failed())
			for _, d := range diags {
				codes[d.Code] = true
			}
			got := diags.Error() + "\n"
			assert.NotContains(t, got, "hunter2", "text of another file shows")
			golden := strings.TrimSuffix(name, ".json") + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err, "run the test with -update")
			assert.Equal(t, string(want), got)
		})
	}
	for _, code := range []string{
		"dialect", "duplicate-anchor", "duplicate-id", "dynamic-ref", "enum-duplicate", "keyword-value", "ref-file",
		"ref-network", "ref-outside", "ref-syntax", "ref-target", "reference-loop", "repeated-name",
		"required-undeclared", "schema-type", "unknown-keyword",
	} {
		assert.True(t, codes[code], "no file of testdata/bad gives %s", code)
	}
}
