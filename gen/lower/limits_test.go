package lower

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// join writes n members or items, each made by the function.
func join(n int, write func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = write(i)
	}
	return strings.Join(parts, ",")
}

// TestLimits lowers small schemas that stand for much. None may take long, whatever becomes of it.
func TestLimits(t *testing.T) {
	def := func(body string) string { return `{"$defs":{` + body + `}}` }
	for _, test := range []struct{ name, schema, code string }{
		{"a chain of references", def(join(1000, func(i int) string {
			return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1)
		}) + `,"d1000":{"type":"string"}`), "too-deep"},
		{"a short chain", def(join(400, func(i int) string {
			return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1)
		}) + `,"d400":{"type":"string"}`), ""},
		{"allOf that doubles", def(join(100, func(i int) string {
			return fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1)
		}) + `,"d100":{"type":"object","properties":{"a":{}}}`), "too-large"},
		{"values beside allOf that doubles", def(join(14, func(i int) string {
			return fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1)
		}) + `,"d14":{"type":"string"},"e":{"$ref":"#/$defs/d0","enum":[` +
			join(5000, func(i int) string { return fmt.Sprintf(`"v%d"`, i) }) + `]}`), "too-large"},
		{"a default beside allOf that doubles", def(join(14, func(i int) string {
			return fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1)
		}) + `,"d14":{},"e":{"type":"object","properties":{"a":{"$ref":"#/$defs/d0","default":[` +
			join(5000, func(int) string { return "1" }) + `]}}}`), "too-large"},
		{"many unknown formats", def(join(20_000, func(i int) string {
			return fmt.Sprintf(`"d%d":{"type":"string","format":"f%030d"}`, i, i)
		})), ""},
		{"a long chain of words", def(join(300, func(i int) string {
			return fmt.Sprintf(`"d%d":{"oneOf":[{"type":"array","items":{"$ref":"#/$defs/d%d"}},{"type":"object","additionalProperties":{"$ref":"#/$defs/d%d"}},{"type":"string"}]}`,
				i, (i+1)%300, (i+7)%300)
		})), ""},
		{"properties beside many alternatives", def(fmt.Sprintf(`"d":{"type":"object","properties":{%s},"oneOf":[%s]}`,
			join(2000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"string"}`, i) }),
			join(2000, func(i int) string { return fmt.Sprintf(`{"properties":{"q%d":{"type":"string"}}}`, i) }),
		)), "too-large"},
		{"an allOf that many include", def(fmt.Sprintf(`"base":{"type":"object","properties":{%s}},%s`,
			join(2000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"string"}`, i) }),
			join(2000, func(i int) string {
				return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/base","properties":{"q":{"type":"string"}}}`, i)
			}),
		)), "too-large"},
		{"a large enum", def(`"d":{"maxLength":9,"enum":[` +
			join(50_000, func(i int) string { return fmt.Sprintf(`"v%d"`, i) }) + `]}`), ""},
		{"a large tag", def(`"d":{"oneOf":[` + join(2000, func(i int) string {
			return fmt.Sprintf(`{"type":"object","properties":{"tag":{"const":"v%d"},"p%d":{"type":"string"}},"required":["tag"]}`, i, i)
		}) + `]}`), ""},
		{"many required names of nothing", `{"type":"object","required":[` +
			join(5000, func(i int) string { return fmt.Sprintf(`"r%d"`, i) }) + `],"allOf":[{"properties":{"z":{}}}],"oneOf":[` +
			join(50, func(i int) string { return fmt.Sprintf(`{"properties":{"q%d":{}}}`, i) }) + `]}`, ""},
		{"nesting", strings.Repeat(`{"type":"object","properties":{"a":`, 60) + `{}` + strings.Repeat(`}}`, 60), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			c, diags := pipeline(test.schema, jsonschema.Options{})
			assert.Less(t, time.Since(start), 20*time.Second)
			if test.code != "" {
				require.NotNil(t, find(diags, test.code), "%v", diags)
				return
			}
			require.False(t, diags.Failed(), "%v", diags)
			requireSound(t, c)
		})
	}
}

func TestOtherFiles(t *testing.T) {
	files := map[string]string{
		"lib/common.json": `{"$defs":{"id":{"type":"string"},"used":{"type":"object","properties":{"id":{"$ref":"#/$defs/id"}}},"idle":{}}}`,
		"whole.json":      `{"type":"array","items":{"$ref":"#"}}`,
	}
	load := func(path string) (*load.Document, error) {
		text, ok := files[path]
		if !ok {
			return nil, fs.ErrNotExist
		}
		doc, diags := load.JSON(source.NewFile(path, []byte(text)))
		if diags.Failed() {
			return nil, diags
		}
		return doc, nil
	}
	c, diags := pipeline(`{"$defs":{
		"own":{"type":"object","properties":{"a":{"$ref":"lib/common.json#/$defs/used"},"b":{"$ref":"whole.json"}}}
	}}`, jsonschema.Options{Load: load})
	require.False(t, diags.Failed(), "%v", diags)
	requireSound(t, c)
	var wires []string
	for _, s := range c.Shapes {
		wires = append(wires, s.Wire)
	}
	assert.Equal(t, []string{"own", "common.id", "common.used", "whole"}, wires)
	assert.Equal(t, "lib/common.json#/$defs/used", string(c.Lookup("common.used").Rule.Pointer))
	assert.Equal(t, "[]whole", ir.TypeString(c.Lookup("whole").Type))
}

// TestOrder checks that the model does not depend on which shape is lowered first.
func TestOrder(t *testing.T) {
	first := `"base":{"type":"object","properties":{"in":{"type":"object","properties":{"x":{}}}}}`
	second := `"derived":{"allOf":[{"$ref":"#/$defs/base"}],"properties":{"own":{}}}`
	a, _ := lowered(t, `{"$defs":{`+first+`,`+second+`}}`)
	b, _ := lowered(t, `{"$defs":{`+second+`,`+first+`}}`)
	for _, s := range a.Shapes {
		other := b.Lookup(s.Wire)
		require.NotNil(t, other, s.Wire)
		assert.Equal(t, s.Words, other.Words)
		assert.Equal(t, s.Doc, other.Doc)
	}
	assert.Len(t, b.Shapes, len(a.Shapes))
}

func BenchmarkLower(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		text := `{"$defs":{` + join(n, func(i int) string {
			return fmt.Sprintf(`"d%d":{"type":"object","properties":{"id":{"type":"string","minLength":1},"kind":{"enum":["a","b"]},`+
				`"next":{"oneOf":[{"$ref":"#/$defs/d%d"},{"type":"null"}]},"all":{"type":"array","items":{"$ref":"#/$defs/d%d"}}},"required":["id"]}`,
				i, (i*7+1)%n, (i*3+2)%n)
		}) + `}}`
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			doc, _ := load.JSON(source.NewFile("schema.json", []byte(text)))
			s, _ := jsonschema.Parse(doc)
			g, diags := jsonschema.Resolve(s, jsonschema.Options{})
			require.False(b, diags.Failed(), "%v", diags)
			for b.Loop() {
				if c, diags := Lower(Input{Graph: g}); c == nil {
					b.Fatal(diags)
				}
			}
		})
	}
}
