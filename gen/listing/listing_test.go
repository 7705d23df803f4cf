package listing_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/listing"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/lower"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// model runs the pipeline on a schema, and on the contract.yaml beside it unless that is empty.
func model(schema, about string) (*ir.Contract, diag.List) {
	doc, diags := load.JSON(source.NewFile("schema.json", []byte(schema)))
	if diags.Failed() {
		return nil, diags
	}
	root, diags := jsonschema.Parse(doc)
	if diags.Failed() {
		return nil, diags
	}
	graph, diags := jsonschema.Resolve(root, jsonschema.Options{})
	if diags.Failed() {
		return nil, diags
	}
	in := lower.Input{Graph: graph, Name: "case", Version: "v1"}
	if about != "" {
		doc, diags := load.YAML(source.NewFile("contract.yaml", []byte(about)))
		if diags.Failed() {
			return nil, diags
		}
		if in.Contract, diags = contract.Read(doc); diags.Failed() {
			return nil, diags
		}
	}
	return lower.Lower(in)
}

// again returns the rule of a schema that a listing has.
func again(t *testing.T, schema map[string]any) *wire.Rule {
	t.Helper()
	if len(schema) == 0 {
		return &wire.Rule{} // no shape comes of a schema that accepts everything
	}
	text, err := json.Marshal(schema)
	require.NoError(t, err)
	c, diags := model(string(text), "")
	require.False(t, diags.Failed(), "%s: %v", text, diags)
	for _, s := range c.Shapes {
		if s.Rule.Origin.Pointer == "" {
			return rules.Wire(s.Rule)
		}
	}
	require.FailNow(t, "no shape for the whole of "+string(text))
	return nil
}

func demo(t *testing.T) *ir.Contract {
	t.Helper()
	schema, err := os.ReadFile("../../schema/demo/v1/schema.json")
	require.NoError(t, err)
	about, err := os.ReadFile("../../schema/demo/v1/contract.yaml")
	require.NoError(t, err)
	c, diags := model(string(schema), string(about))
	require.False(t, diags.Failed(), "%v", diags)
	return c
}

// TestJSON reads the listing of the demo contract as an agent would: it is sorted, stands alone, and refuses what the
// contract refuses.
func TestJSON(t *testing.T) {
	c := demo(t)
	var tools []struct {
		Description, Effect, Name string
		InputSchema               map[string]any `json:"input_schema"`
	}
	text := listing.JSON(c)
	assert.NotContains(t, text, "\n")
	assert.NotContains(t, text, "$ref")
	require.NoError(t, json.Unmarshal([]byte(text), &tools))
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
		assert.NotEmpty(t, tool.Description)
		assert.Equal(t, "object", tool.InputSchema["type"], tool.Name)
		assert.Contains(t, tool.InputSchema, "properties", tool.Name)
	}
	assert.Equal(t, []string{"demo.act", "demo.apps", "demo.batch", "demo.end", "demo.request", "demo.snapshot"}, names)
	step := `{"ref":"e1","op":"click"}`
	for _, x := range []struct {
		tool int
		text string
		ok   bool
	}{
		{0, `{"token":"t","ref":"e1","op":"click"}`, true},
		{0, `{"token":"t","ref":"e1","op":"type"}`, false}, // a condition of contract.yaml
		{0, `{"token":"t","ref":"e1","op":"type","text":""}`, true},
		{1, `{}`, true},
		{1, `[]`, false},
		{2, `{"token":"t","steps":[` + step + `]}`, true},
		{2, `{"token":"t","steps":[]}`, false},
		{2, `{"token":"t","steps":[` + strings.Repeat(step+",", 20) + step + `]}`, false},
		{2, `{"token":"t","steps":[{"ref":"e1","op":"press"}]}`, false},
		{3, `{"token":null}`, false},
		{4, `{"app":"a","agent_name":"n"}`, true},
	} {
		found := wire.Check([]byte(x.text), again(t, tools[x.tool].InputSchema))
		assert.Equal(t, x.ok, len(found) == 0, "%s %s: %v", tools[x.tool].Name, x.text, found)
	}
}

// TestSchemaRecursive has shapes that refer to themselves and to each other.
func TestSchemaRecursive(t *testing.T) {
	c, diags := model(`{"$defs": {
		"tree": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}, "leaf": {"$ref": "#/$defs/leaf"}}},
		"leaf": {"type": "object", "properties": {"of": {"$ref": "#/$defs/tree"}, "n": {"type": "integer"}}, "required": ["n"]}}}`, "")
	require.False(t, diags.Failed(), "%v", diags)
	rule := again(t, listing.Schema(c.Lookup("tree")))
	for text, ok := range map[string]bool{
		`{"kids":[{"kids":[{}]}],"leaf":{"n":1,"of":{"kids":[]}}}`: true,
		`{"kids":[{"kids":[{"leaf":{}}]}]}`:                        false,
		`{"leaf":{"n":1,"of":{"leaf":{"n":"1"}}}}`:                 false,
	} {
		assert.Equal(t, ok, len(wire.Check([]byte(text), rule)) == 0, text)
	}
}

// TestSchemaSize has 40 shapes, each with the next one twice inside: written out, the first would have 2^40 parts.
func TestSchemaSize(t *testing.T) {
	var defs []string
	for i := range 40 {
		next := fmt.Sprintf(`{"$ref": "#/$defs/s%d"}`, i+1)
		defs = append(defs, fmt.Sprintf(`"s%d": {"type": "object", "properties": {"a": %s, "b": %s}}`, i, next, next))
	}
	c, diags := model(`{"$defs": {`+strings.Join(defs, ",")+`, "s40": {"type": "string"}}}`, "")
	require.False(t, diags.Failed(), "%v", diags)
	text, err := json.Marshal(listing.Schema(c.Lookup("s0")))
	require.NoError(t, err)
	assert.Less(t, len(text), 20_000)
}

// TestSuite writes each schema of the official suite out and reads it again: the verdicts stay the same. It reads
// ../shared, which a clone may lack.
func TestSuite(t *testing.T) {
	files, err := filepath.Glob("../../../shared/suites/json-schema-test-suite/tests/draft2020-12/*.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("../shared is absent")
	}
	compared := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var groups []struct {
			Description string
			Schema      json.RawMessage
			Tests       []struct{ Data json.RawMessage }
		}
		require.NoError(t, json.Unmarshal(text, &groups))
		for _, g := range groups {
			c, diags := model(string(g.Schema), "")
			if diags.Failed() {
				continue // another test counts what is refused
			}
			for _, s := range c.Shapes {
				if s.Rule.Origin.Pointer != "" {
					continue
				}
				rule := again(t, listing.Schema(s))
				for _, x := range g.Tests {
					before, after := wire.Check(x.Data, rules.Wire(s.Rule)), wire.Check(x.Data, rule)
					assert.Equal(t, len(before) == 0, len(after) == 0, "%s: %s: %s", filepath.Base(file), g.Description, x.Data)
					compared++
				}
			}
		}
	}
	assert.Greater(t, compared, 1000)
}
