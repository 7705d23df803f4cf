package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	lockstep "github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/project"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/schema"
)

// A format is a file that people write, described twice: by a JSON Schema, for editors, and by a reader.
type format struct {
	schema string
	read   func(*load.Document) diag.List
	file   string // of this repository
	full   string // says everything that can be said
	more   []string
}

var formats = map[string]format{
	"contract.yaml": {
		schema: schema.Contract,
		read: func(doc *load.Document) diag.List {
			_, diags := contract.Read(doc)
			return diags
		},
		file: "demo/v1/contract.yaml",
		full: `{
			"name": "door", "version": "v1", "schema": "schema.json", "doc": "Opens a door.",
			"service": {"name": "example.door", "client": "door-ctl"},
			"tools": [{
				"name": "door.open", "command": "open", "doc": "Open the door.", "effect": "act", "timeout": "30s",
				"params": "open.params", "result": "open.result", "token": "key",
				"fail_closed": {"property": "state", "value": "safe", "code": "alarm"}
			}],
			"errors": {"shape": "code", "pass_through": true, "meanings": {"alarm": "Alarm."}, "beside": {"lost": "Lost."}},
			"text_keys": ["name", "key"],
			"conditions": [{"shapes": ["open.params"], "property": "how", "equals": "say", "require": ["word"]}],
			"limits": [{
				"shape": "open.params", "property": "doors", "minItems": 1, "maxItems": 9, "minLength": 0, "maxLength": 1,
				"minProperties": 2, "maxProperties": 3
			}],
			"exits": [{"exit": 3, "codes": ["lost", "found"], "doc": "Not allowed."}],
			"fixture": {"app": "app.example.door", "feature": "door"},
			"secrets": ["key", "word"],
			"docs": {"code": {"doc": "Why.", "properties": {"a": "A."}, "values": {"b": "B."}}},
			"names": {"code": {
				"all": "A", "go": "B", "rust": "C", "typescript": "D",
				"properties": {"a": {"all": "A", "go": "B", "rust": "c", "typescript": "d"}},
				"values": {"b": {"all": "A"}}
			}}
		}`,
		more: []string{
			`{"name": "a", "version": "v0", "schema": "./a/.b/c.json"}`,
			`{"name": "a", "version": "v0", "schema": "a", "limits": [{"shape": "", "property": "", "maxItems": 1e0}]}`,
			`{"name": "a", "version": "v0", "schema": "a", "text_keys": []}`,
			`{"name": "a", "version": "v0", "schema": "a", "limits": [{"shape": "", "property": ""}]}`,
			`{"name": "a", "version": "v01", "schema": "a"}`,
			`{"name": "a", "version": "v0", "schema": "a//b"}`,
			`{"name": "a", "version": "v0", "schema": "a/../b"}`,
			`{"name": "a", "version": "v0", "schema": "/a"}`,
			`{"name": "a", "version": "v0", "schema": "a\\b"}`,
			`{"name": "a", "version": "v0", "schema": "a", "docs": {"": {"doc": "\u00a0"}}}`,
			`{"name": "a", "version": "v0", "schema": "a", "docs": {"": {"doc": "\n"}}}`,
		},
	},
	"scenarios.yaml": {
		schema: schema.Scenarios,
		read: func(doc *load.Document) diag.List {
			_, diags := scenario.Read(doc)
			return diags
		},
		file: "demo/v1/scenarios.yaml",
		full: `{
			"control": {"service": "example.door.control", "settings": {"lock": ["open", true], "answer": "any"}},
			"start": {"lock": true},
			"scenarios": [{
				"name": "open-and-shut", "doc": "Opens a door.",
				"steps": [
					{"call": "door.open", "client": "one", "params": {"key": "$$1"}, "result": {"state": "safe"}, "save": "open"},
					{"call": "door.open", "raw": [1], "error": "locked"},
					{"call": "door.open", "error": ["locked", "jammed"]},
					{"call": "door.open", "error": {"code": ["locked"], "retryable": false, "by": "client"}},
					{"arrange": {"lock": "open"}},
					{"kill": "$open.id"},
					{"same": ["$open.id", 1]},
					{"differ": ["$open.id", 1, null]},
					{"send": ["text", {"type": "request"}], "receive": [{"ok": true}]}
				]
			}]
		}`,
		more: []string{
			`{"scenarios": [{"name": "a", "doc": "A.", "steps": [{"send": ["x"], "receive": []}]}]}`,
			`{"scenarios": [{"name": "a", "doc": "A.", "steps": [{"call": "a", "params": {}, "raw": 1}]}]}`,
			`{"scenarios": [{"name": "a", "doc": "A.", "steps": [{"call": "a", "result": {}, "error": "b"}]}]}`,
			`{"scenarios": [{"name": "a", "doc": "A.", "steps": [{"call": "a", "save": "c", "error": "b"}]}]}`,
			`{"scenarios": [{"name": "a", "doc": "A.", "steps": [{"call": "a", "arrange": {"b": 1}}]}]}`,
			`{"scenarios": [{"name": "a", "doc": "A.", "steps": [{"same": [1, 2], "result": 1}]}]}`,
			`{"scenarios": [{"name": "a", "doc": "A.", "steps": [{}]}]}`,
		},
	},
	"lockstep.yaml": {
		schema: schema.Lockstep,
		read: func(doc *load.Document) diag.List {
			_, diags := project.Read(doc)
			return diags
		},
		file: "../lockstep.yaml",
		full: `{
			"version": 1, "contracts": ["schema/demo/v1", "schema/door/v2/contract.yaml"], "out": "generated",
			"repair": "make gen",
			"targets": {
				"go": {
					"out": "generated/go", "import": "example.com/door/generated/go", "packages": {"demo/v1": "demo", "door/v2": "doors"}
				},
				"typescript": {"out": "generated/typescript", "package": "@example/doors", "version": "1.2.0-rc.1"}
			}
		}`,
		more: []string{
			`{"version": 1.0, "contracts": ["."], "targets": {"go": {"out": "./gen/", "import": "gen"}}}`,
			`{"version": 1, "contracts": ["a"], "targets": {"go": {"out": "b", "import": "gen", "packages": {"a/v1": "type"}}}}`,
			`{"version": 1, "contracts": ["a"], "targets": {"go": {"out": "b", "import": "gen", "packages": {"a": "a"}}}}`,
			`{"version": 1, "contracts": ["a"], "targets": {"go": {"out": "b", "import": "gen/../b"}}}`,
			`{"version": 1, "repair": "` + strings.Repeat("x", 60) + `", "contracts": ["a"], "targets": {"go": {"out": "b", "import": "gen"}}}`,
			`{"version": 1, "repair": "` + strings.Repeat("x", 61) + `", "contracts": ["a"], "targets": {"go": {"out": "b", "import": "gen"}}}`,
			`{"version": 1, "repair": "make\u0060gen", "contracts": ["a"], "targets": {"go": {"out": "b", "import": "gen"}}}`,
			`{"version": 2, "contracts": ["a"], "targets": {"go": {"out": "b", "import": "gen"}}}`,
			`{"version": 1, "contracts": ["../a"], "targets": {"go": {"out": "b", "import": "gen"}}}`,
		},
	},
}

// beyond are the codes of what a reader finds and a JSON Schema cannot say.
var beyond = []string{
	"duplicate-tool", "duplicate-command", "duplicate-code", "duplicate-exit", "duplicate-exit-code",
	"duplicate-contract", "output-over-source", "output-over-output",
}

// The schema and the reader of a format give the same verdict on whole files and on every file that differs from one in
// a single place.
func TestReadersAgreeWithSchemas(t *testing.T) {
	for name, f := range formats {
		t.Run(name, func(t *testing.T) {
			s := compile(t, f.schema)
			files := mutants(decode(t, f.full))
			for _, text := range f.more {
				files = append(files, decode(t, text))
			}
			accepted := 0
			for _, file := range files {
				text, err := json.Marshal(file)
				require.NoError(t, err)
				doc, diags := load.JSON(source.NewFile(name, text))
				require.Empty(t, diags)
				var found diag.List
				for _, d := range f.read(doc) {
					if !slices.Contains(beyond, d.Code) {
						found.Add(d)
					}
				}
				refused := s.Validate(file)
				if refused == nil {
					accepted++
				}
				assert.Equal(t, refused != nil, found.Failed(), "%s\nschema: %v\nreader: %s", text, refused, found.Error())
			}
			t.Logf("%d files, %d of them accepted", len(files), accepted)
			assert.Greater(t, accepted, 5)
			assert.Greater(t, len(files)-accepted, 100)
		})
	}
}

// The files of this repository are accepted by their schemas and by their readers.
func TestFilesOfThisRepository(t *testing.T) {
	for name, f := range formats {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(f.file)
			require.NoError(t, err)
			doc, diags := load.YAML(source.NewFile(f.file, text))
			require.Empty(t, diags)
			assert.Empty(t, f.read(doc))
			assert.NoError(t, compile(t, f.schema).Validate(value(doc.Root)))

			line, _, _ := strings.Cut(string(text), "\n")
			assert.Regexp(t, `^# yaml-language-server: \$schema=[./a-z]*`+strings.TrimSuffix(name, ".yaml")+`\.schema\.json$`, line)
		})
	}
}

// The schemas use nothing that Lockstep does not read, so that it can check the files with them itself.
func TestSchemasAreContracts(t *testing.T) {
	for name, f := range formats {
		t.Run(name, func(t *testing.T) {
			doc, diags := load.JSON(source.NewFile(name, []byte(f.schema)))
			require.Empty(t, diags)
			root, diags := lockstep.Parse(doc)
			require.Empty(t, diags)
			_, diags = lockstep.Resolve(root, lockstep.Options{})
			require.Empty(t, diags)
		})
	}
}

// Every object of the schemas is closed, so that an editor marks a key that nobody reads, and every key has words that
// an editor can show.
func TestSchemasAreClosed(t *testing.T) {
	for name, f := range formats {
		t.Run(name, func(t *testing.T) {
			walk("", decode(t, f.schema), func(pointer string, m map[string]any) {
				properties, ok := m["properties"].(map[string]any)
				if !ok || m["type"] != "object" {
					return
				}
				assert.Equal(t, false, m["additionalProperties"], "%s is open", pointer)
				for key, p := range properties {
					p := p.(map[string]any)
					if target, ok := p["$ref"].(string); ok && p["description"] == nil {
						p = find(decode(t, f.schema), strings.TrimPrefix(target, "#/")).(map[string]any)
					}
					assert.NotEmpty(t, p["description"], "%s/properties/%s", pointer, key)
				}
			})
		})
	}
}

func TestContractsAreEmbedded(t *testing.T) {
	embedded, err := schema.Contracts.ReadFile("demo/v1/schema.json")
	require.NoError(t, err)
	onDisk, err := os.ReadFile("demo/v1/schema.json")
	require.NoError(t, err)
	assert.True(t, bytes.Equal(onDisk, embedded))
}

func compile(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", decode(t, text)))
	s, err := c.Compile("schema.json")
	require.NoError(t, err)
	return s
}

func decode(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	return v
}

// value returns a node as encoding/json would.
func value(n *load.Node) any {
	switch n.Kind {
	case load.Bool:
		return n.Bool
	case load.Number:
		return json.Number(n.Text)
	case load.String:
		return n.Text
	case load.Array:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, value(item))
		}
		return list
	case load.Object:
		m := map[string]any{}
		for _, member := range n.Members {
			m[member.Name] = value(member.Value)
		}
		return m
	}
	return nil
}

// mutants returns v and copies of it, each of which differs in one place.
func mutants(v any) []any {
	list := []any{
		v, nil, true, "", " ", "x", "X y", "../x", "a.b", "1", "30s", json.Number("0"), json.Number("1"), json.Number("-1"),
		json.Number("1.5"), json.Number("3000000000"), []any{}, []any{"a"}, []any{"a", "a"}, map[string]any{},
		map[string]any{"a": "b"},
	}
	switch v := v.(type) {
	case string:
		for _, c := range []string{"x", "X", "9", "-", "_", ".", "/", "\n", "é"} {
			list = append(list, v+c, c+v, v+c+"x")
		}
	case []any:
		for i, item := range v {
			for _, m := range mutants(item)[1:] {
				list = append(list, slices.Concat(v[:i], []any{m}, v[i+1:]))
			}
		}
		if len(v) > 0 {
			list = append(list, slices.Concat(v, v[:1]))
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			for _, m := range mutants(v[key])[1:] {
				list = append(list, with(v, key, m))
			}
			without := maps.Clone(v)
			delete(without, key)
			list = append(list, without, with(without, key+"s", v[key]))
		}
		list = append(list, with(v, "extra", "x"))
	}
	return list
}

func with(m map[string]any, key string, v any) map[string]any {
	m = maps.Clone(m)
	m[key] = v
	return m
}

// walk visits each object in v.
func walk(pointer string, v any, visit func(pointer string, m map[string]any)) {
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			walk(fmt.Sprint(pointer, "/", i), item, visit)
		}
	case map[string]any:
		visit(pointer, v)
		for key, item := range v {
			walk(pointer+"/"+key, item, visit)
		}
	}
}

// find returns what a path of keys leads to.
func find(v any, path string) any {
	for key := range strings.SplitSeq(path, "/") {
		v = v.(map[string]any)[key]
	}
	return v
}
