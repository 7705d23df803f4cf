package contract

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// demo reads the demo contract of this repository.
func demo(t *testing.T) (*File, *jsonschema.Graph) {
	t.Helper()
	text, err := os.ReadFile("../../schema/demo/v1/contract.yaml")
	require.NoError(t, err)
	f, diags := Read(parse(t, string(text)))
	require.Empty(t, diags)
	schema, err := os.ReadFile("../../schema/demo/v1/schema.json")
	require.NoError(t, err)
	return f, graph(t, string(schema))
}

func TestDemo(t *testing.T) {
	f, g := demo(t)
	assert.Empty(t, f.Check(g))

	type tool struct {
		name, effect string
		timeout      time.Duration
		token        bool
	}
	var tools []tool
	for _, d := range f.Tools {
		assert.Equal(t, "demo."+d.Command.Value, d.Name.Value)
		assert.Equal(t, d.Command.Value+".params", d.Params.Value)
		assert.Equal(t, d.Command.Value+".result", d.Result.Value)
		tools = append(tools, tool{d.Name.Value, d.Effect.Value, d.Timeout.Value, d.Token.Node != nil})
	}
	assert.Equal(t, []tool{
		{"demo.request", "launch", 600 * time.Second, false},
		{"demo.apps", "observe", 30 * time.Second, false},
		{"demo.snapshot", "observe", 30 * time.Second, true},
		{"demo.act", "act", 30 * time.Second, true},
		{"demo.batch", "act", 30 * time.Second, true},
		{"demo.end", "launch", 30 * time.Second, true},
	}, tools)
	assert.Len(t, f.Errors.Meanings, 13)
	assert.True(t, f.Errors.PassThrough.Value)
	assert.Len(t, f.TextKeys, 6)
	assert.True(t, f.Secret("token", "/$defs/token"))
}

// Every shape and every property of the demo contract has words of its own, or those of the shape that it refers to.
func TestDemoIsDocumented(t *testing.T) {
	f, g := demo(t)
	wires := indexShapes(g)
	wireOf := map[*jsonschema.Schema]string{}
	for _, name := range wires.names {
		wireOf[wires.named[name]] = name
	}
	described := func(s *jsonschema.Schema) bool {
		d := f.ShapeDoc(wireOf[s], s.Pointer)
		return s.Description != nil || d != nil && d.Doc.Node != nil
	}
	for _, s := range g.Schemas {
		if s == g.Root || wireOf[s] == "" && s.Properties == nil && s.Enum == nil {
			continue // neither a shape nor one in the making
		}
		assert.True(t, described(s), "%s has no doc", s.Pointer)
		var docs []Doc
		if d := f.ShapeDoc(wireOf[s], s.Pointer); d != nil {
			docs = d.Properties
		}
		for _, p := range s.Properties {
			own := slices.ContainsFunc(docs, func(d Doc) bool { return d.Name.Value == p.Name })
			target := p.Schema.Ref != nil && described(p.Schema.Ref.Target)
			assert.True(t, own || target || p.Schema.Description != nil, "%s has no doc", p.Schema.Pointer)
		}
	}
}

// A change of the schema that the file does not follow is found.
func TestDemoDrift(t *testing.T) {
	f, _ := demo(t)
	text, err := os.ReadFile("../../schema/demo/v1/schema.json")
	require.NoError(t, err)
	tests := []struct{ old, new, code string }{
		{`"maxItems": 20`, `"maxItems": 50`, "limit-differs"},
		{`"not_armed",`, `"not_armed", "too_many",`, "code-without-meaning"},
		{`"demo_disabled", `, ``, "meaning-without-code"},
		{`"agent_name": {"type": "string"}`, `"agent_name": {"type": "integer"}`, "text-key-not-string"},
		{`"properties": {}`, `"properties": {"filter": {"type": "string"}}`, "text-key-unlisted"},
		{`"enum": ["click", "type", "press"]`, `"enum": ["click", "input", "press"]`, "condition-unknown"},
		{`"enum": ["safe"]`, `"enum": ["clean"]`, "fail-closed-unknown"},
		{`"bundle_state": {`, `"bundle_state": {"description": "State.", `, "doc-repeated"},
	}
	for _, test := range tests {
		t.Run(test.code, func(t *testing.T) {
			var codes []string
			for _, d := range f.Check(graph(t, edit(t, string(text), test.old, test.new))) {
				codes = append(codes, d.Code)
				assert.True(t, d.Pos.IsValid())
				assert.NotEmpty(t, d.Also, "both places")
			}
			assert.Contains(t, codes, test.code)
		})
	}
}

func TestPinned(t *testing.T) {
	p := Pinned{All: form.Text{Value: "App"}, Rust: form.Text{Value: "DemoApp"}}
	assert.Equal(t, "DemoApp", p.For("rust"))
	assert.Equal(t, "App", p.For("go"))
	assert.Equal(t, "App", p.For("typescript"))
	assert.Empty(t, Pinned{}.For("go"))
}
