package jsonschema_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// links returns a line for each reference of a graph: where it is, and where it leads.
func links(g *jsonschema.Graph) []string {
	var out []string
	name := func(s *jsonschema.Schema) string {
		text := "#" + string(s.Pointer)
		if s.Node.Pos.File != g.Root.Node.Pos.File {
			text = s.Node.Pos.File.Name + text
		}
		return text
	}
	for _, s := range g.Schemas {
		for _, r := range []*jsonschema.Reference{s.Ref, s.DynamicRef} {
			if r != nil {
				out = append(out, name(s)+" -> "+name(r.Target))
			}
		}
	}
	return out
}

func TestResolveLinks(t *testing.T) {
	tests := []struct {
		name, schema string
		want         []string
	}{
		{
			"pointers",
			`{"properties": {"a": {"$ref": "#/$defs/x"}, "b": {"$ref": "#"}, "c": {"$ref": "#/properties/a"}, "d": {"$ref": ""}},
			 "$defs": {"x": {"anyOf": [{"items": {}}]}, "y": {"$ref": "#/$defs/x/anyOf/0/items"}}}`,
			[]string{
				"#/properties/a -> #/$defs/x", "#/properties/b -> #", "#/properties/c -> #/properties/a", "#/properties/d -> #",
				"#/$defs/y -> #/$defs/x/anyOf/0/items",
			},
		},
		{
			"escapes",
			`{"properties": {"a": {"$ref": "#/$defs/t~0f"}, "b": {"$ref": "#/$defs/s~1f"}, "c": {"$ref": "#/$defs/p%25f"},
			 "d": {"$ref": "#/$defs/q%22f"}, "e": {"$ref": "#/$defs//$defs/"}, "f": {"$ref": "#/$defs/%c3%a9"},
			 "g": {"$ref": "#/$defs/é"}, "h": {"$ref": "#/$defs/a b"}, "i": {"$ref": "#/$defs/%7E1"}},
			 "$defs": {"t~f": {}, "s/f": {}, "p%f": {}, "q\"f": {}, "": {"$defs": {"": {}}}, "é": {}, "a b": {}, "/": {}}}`,
			[]string{
				"#/properties/a -> #/$defs/t~0f", "#/properties/b -> #/$defs/s~1f", "#/properties/c -> #/$defs/p%f",
				"#/properties/d -> #/$defs/q\"f", "#/properties/e -> #/$defs//$defs/", "#/properties/f -> #/$defs/é",
				"#/properties/g -> #/$defs/é", "#/properties/h -> #/$defs/a b", "#/properties/i -> #/$defs/~1",
			},
		},
		{
			"containers",
			`{"$defs": {"batch": {"params": {"items": {"$ref": "#/$defs/end/result/not"}}}, "end": {"result": {"not": {}}},
			 "x": {"$ref": "#/$defs/batch/params"}}}`,
			[]string{"#/$defs/batch/params/items -> #/$defs/end/result/not", "#/$defs/x -> #/$defs/batch/params"},
		},
		{
			"anchors",
			`{"$defs": {"a": {"$anchor": "x"}, "b": {"$dynamicAnchor": "y"}, "c": {"$anchor": "z", "$dynamicAnchor": "z"}},
			 "allOf": [{"$ref": "#x"}, {"$ref": "#y"}, {"$dynamicRef": "#x"}, {"$dynamicRef": "#y"}, {"$dynamicRef": "#/$defs/b"}]}`,
			[]string{
				"#/allOf/0 -> #/$defs/a", "#/allOf/1 -> #/$defs/b", "#/allOf/2 -> #/$defs/a", "#/allOf/3 -> #/$defs/b",
				"#/allOf/4 -> #/$defs/b",
			},
		},
		{
			"embedded resources",
			`{"$id": "https://a.example/dir/root", "allOf": [{"$ref": "b"}, {"$ref": "/dir/b#/not"}, {"$ref": "https://a.example/dir/b#n"},
			 {"$ref": "sub/c"}, {"$ref": "#/$defs/b/not"}, {"$ref": "root#/$defs/b"}],
			 "$defs": {"b": {"$id": "b", "not": {"$anchor": "n"}, "items": {"$ref": "#"}, "$defs": {"c": {"$id": "sub/c", "items": {"$ref": "../b#/not"}}}}}}`,
			[]string{
				"#/allOf/0 -> #/$defs/b", "#/allOf/1 -> #/$defs/b/not", "#/allOf/2 -> #/$defs/b/not", "#/allOf/3 -> #/$defs/b/$defs/c",
				"#/allOf/4 -> #/$defs/b/not", "#/allOf/5 -> #/$defs/b", "#/$defs/b/items -> #/$defs/b",
				"#/$defs/b/$defs/c/items -> #/$defs/b/not",
			},
		},
		{
			"a reference beside an $id starts from that",
			`{"$id": "https://a.example/x/", "properties": {"p": {"$id": "y/", "$ref": "z"}}, "$defs": {"a": {"$id": "z"}, "b": {"$id": "y/z"}}}`,
			[]string{"#/properties/p -> #/$defs/b"},
		},
		{
			"a name as $id",
			`{"$id": "rightkit.agent.demo.v1", "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "rightkit.agent.demo.v1#/$defs/a"},
			 {"$ref": "schema.json#/$defs/a"}], "$defs": {"a": {}}}`,
			[]string{"#/allOf/0 -> #/$defs/a", "#/allOf/1 -> #/$defs/a", "#/allOf/2 -> #/$defs/a"},
		},
		{
			"URNs",
			`{"$id": "urn:example:root", "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "urn:example:root#/$defs/a"}, {"$ref": "urn:example:b#x"}],
			 "$defs": {"a": {}, "b": {"$id": "urn:example:b", "$defs": {"c": {"$anchor": "x"}}}}}`,
			[]string{"#/allOf/0 -> #/$defs/a", "#/allOf/1 -> #/$defs/a", "#/allOf/2 -> #/$defs/b/$defs/c"},
		},
		{
			"recursion through the instance",
			`{"properties": {"a": {"$ref": "#"}}, "patternProperties": {"b": {"$ref": "#"}}, "items": {"$ref": "#"}, "prefixItems": [{"$ref": "#"}],
			 "additionalProperties": {"$ref": "#"}, "propertyNames": {"$ref": "#"}, "contains": {"$ref": "#"}, "unevaluatedItems": {"$ref": "#"},
			 "unevaluatedProperties": {"$ref": "#"}, "contentSchema": {"$ref": "#"}, "$defs": {"x": {"allOf": [{"$ref": "#"}]}}}`,
			[]string{
				"#/properties/a -> #", "#/patternProperties/b -> #", "#/items -> #", "#/prefixItems/0 -> #", "#/additionalProperties -> #",
				"#/propertyNames -> #", "#/contains -> #", "#/unevaluatedItems -> #", "#/unevaluatedProperties -> #", "#/contentSchema -> #",
				"#/$defs/x/allOf/0 -> #",
			},
		},
		{
			"files",
			`{"allOf": [{"$ref": "common/a.json"}, {"$ref": "./common/../common/a.json#/$defs/x"}, {"$ref": "../other/b.yaml#b"},
			 {"$ref": "common/a%20b.json"}, {"$ref": "common/a.json#/$defs/y"}], "$defs": {"here": {}}}`,
			[]string{
				"#/allOf/0 -> schema/common/a.json#", "#/allOf/1 -> schema/common/a.json#/$defs/x", "#/allOf/2 -> other/b.yaml#/$defs/b",
				"#/allOf/3 -> schema/common/a b.json#", "#/allOf/4 -> schema/common/a.json#/$defs/y",
				"schema/common/a.json#/$defs/y -> #/$defs/here", "other/b.yaml#/$defs/c -> schema/common/a.json#",
			},
		},
		{
			"a name as $id, with files beside it",
			`{"$id": "rightkit.agent.demo.v1", "$ref": "common/a.json", "$defs": {"here": {}}}`,
			[]string{"# -> schema/common/a.json#", "schema/common/a.json#/$defs/y -> #/$defs/here"},
		},
		{
			"a document by its $id, once it is read",
			`{"allOf": [{"$ref": "common/id.json"}, {"$ref": "https://a.example/common#/$defs/a"}]}`,
			[]string{"#/allOf/0 -> schema/common/id.json#", "#/allOf/1 -> schema/common/id.json#/$defs/a"},
		},
	}
	files := fstest.MapFS{
		"schema/common/a.json":   {Data: []byte(`{"type": "object", "$defs": {"x": {}, "y": {"$ref": "../schema.json#/$defs/here"}}}`)},
		"schema/common/a b.json": {Data: []byte(`true`)},
		"schema/common/id.json":  {Data: []byte(`{"$id": "https://a.example/common", "$defs": {"a": {}}}`)},
		"other/b.yaml":           {Data: []byte("$defs:\n  b:\n    $anchor: b\n  c:\n    $ref: ../schema/common/a.json\n")},
	}
	opts := jsonschema.Options{Load: func(path string) (*load.Document, error) {
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return nil, err
		}
		doc, diags := load.Read(source.NewFile(path, text))
		require.Empty(t, diags)
		return doc, nil
	}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			graph, diags := compile("schema/schema.json", []byte(test.schema), opts)
			require.NotNil(t, graph, diags.Error())
			assert.Empty(t, diags)
			assert.Equal(t, test.want, links(graph))
		})
	}
}

// TestResolveOrder: the schemas of a graph are in the order of the text.
func TestResolveOrder(t *testing.T) {
	text := `{"$defs": {"b": {"not": {}}, "c": {"result": {}, "params": {}}}, "items": {"anyOf": [{}, {}]}, "allOf": [{}], "properties": {"a": {}}}`
	graph, diags := compile("a.json", []byte(text), jsonschema.Options{})
	require.NotNil(t, graph, diags.Error())
	var got []string
	for _, s := range graph.Schemas {
		got = append(got, string(s.Pointer))
	}
	assert.Equal(t, []string{
		"", "/$defs/b", "/$defs/b/not", "/$defs/c/result", "/$defs/c/params", "/items", "/items/anyOf/0", "/items/anyOf/1",
		"/allOf/0", "/properties/a",
	}, got)
}

func TestResolveRequired(t *testing.T) {
	const warned = "required-undeclared"
	tests := []struct{ name, schema, code string }{
		{"declared", `{"properties": {"a": {}}, "required": ["a"]}`, ""},
		{"not declared", `{"properties": {"phone": {}}, "required": ["name"]}`, warned},
		{"no properties", `{"required": ["name"]}`, warned},
		{"declared around it", `{"properties": {"a": {}, "b": {}}, "oneOf": [{"required": ["a"]}, {"not": {"required": ["b"]}}]}`, ""},
		{"declared within it", `{"required": ["a"], "allOf": [{"properties": {"a": {}}}]}`, ""},
		{"declared where it refers to", `{"required": ["a"], "allOf": [{"$ref": "#/$defs/x"}], "$defs": {"x": {"properties": {"a": {}}}}}`, ""},
		{"declared for another instance", `{"required": ["ab"], "properties": {"x": {"properties": {"ab": {}}}}}`, warned},
		{"near, but declared", `{"required": ["name"], "properties": {"names": {}}, "allOf": [{"properties": {"name": {}}}]}`, ""},
		{"short names are not near", `{"required": ["a"], "properties": {"b": {}}}`, warned},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			graph, diags := compile("a.json", []byte(test.schema), jsonschema.Options{})
			require.NotNil(t, graph, diags.Error())
			if test.code == "" {
				assert.Empty(t, diags)
				return
			}
			require.Len(t, diags, 1)
			assert.Equal(t, test.code, diags[0].Code)
		})
	}
}

func TestResolveNoLoader(t *testing.T) {
	graph, diags := compile("a.json", []byte(`{"$ref": "b.json"}`), jsonschema.Options{})
	assert.Nil(t, graph)
	assert.Equal(t, `a.json:1:10: references to other files are not read here [ref-file]
    at:   /$ref
    got:  the string "b.json"`, diags.Error())
}

// TestResolveFileLimit: files that refer to ever more files come to an end.
func TestResolveFileLimit(t *testing.T) {
	read := 0
	opts := jsonschema.Options{Load: func(path string) (*load.Document, error) {
		read++
		doc, _ := load.JSON(source.NewFile(path, fmt.Appendf(nil, `{"items": {"$ref": "f%d.json"}}`, read)))
		return doc, nil
	}}
	graph, diags := compile("a.json", []byte(`{"items": {"$ref": "f.json"}}`), opts)
	assert.Nil(t, graph)
	require.Len(t, diags, 1)
	assert.Equal(t, "ref-file", diags[0].Code)
	assert.Less(t, read, 1001)
}

// TestResolveLarge: time and stack stay small on chains, wide schemas and deep ones.
func TestResolveLarge(t *testing.T) {
	const n = 50_000
	var chain, near strings.Builder
	for i := range n {
		fmt.Fprintf(&chain, `"s%d": {"$ref": "#/$defs/s%d", "required": ["a"], "properties": {"a": {}}},`, i, i+1)
		fmt.Fprintf(&near, `"shape%d": {"$ref": "#/$defs/shap%d"},`, i, i)
	}
	graph, diags := compile("a.json", []byte(`{"$defs": {`+chain.String()+fmt.Sprintf(`"s%d": true}}`, n)), jsonschema.Options{})
	require.NotNil(t, graph, diags.Error())
	assert.Len(t, graph.Schemas, 2*n+2)

	graph, diags = compile("a.json", []byte(`{"$defs": {`+chain.String()+fmt.Sprintf(`"s%d": {"$ref": "#/$defs/s0"}}}`, n)), jsonschema.Options{})
	assert.Nil(t, graph)
	assert.Equal(t, "reference-loop", diags[0].Code)

	graph, diags = compile("a.json", []byte(`{"$defs": {`+near.String()+`"x": true}}`), jsonschema.Options{})
	assert.Nil(t, graph)
	assert.Len(t, diags, 201)

	deep := strings.Repeat(`{"not": `, load.MaxDepth) + "true" + strings.Repeat("}", load.MaxDepth)
	graph, diags = compile("a.json", []byte(deep), jsonschema.Options{})
	require.NotNil(t, graph, diags.Error())
	assert.Len(t, graph.Schemas, load.MaxDepth+1)
}

// TestDemo resolves the contract that this repository generates.
func TestDemo(t *testing.T) {
	text, err := os.ReadFile("../../schema/demo/v1/schema.json")
	require.NoError(t, err)
	graph, diags := compile("schema/demo/v1/schema.json", text, jsonschema.Options{})
	require.NotNil(t, graph, diags.Error())
	assert.Empty(t, diags)
	assert.Len(t, graph.Root.Defs, 5)
	var names []string
	for _, c := range graph.Root.Containers {
		names = append(names, c.Name)
	}
	assert.Equal(t, []string{"request", "apps", "snapshot", "act", "batch", "end"}, names)
	assert.Contains(t, links(graph), "#/$defs/batch/params/properties/steps/items -> #/$defs/step")
}
