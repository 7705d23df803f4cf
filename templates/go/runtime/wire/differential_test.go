package wire

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDifferential compares the verdict on random schemas and values with that of another validator.
func TestDifferential(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	accepted, checked := 0, 0
	for range 1000 {
		schema := `{"$defs":{"a":` + g.schema(2) + `,"b":` + g.schema(2) + `},` + g.schema(3)[1:]
		schema = strings.Replace(schema, ",}", "}", 1)
		r, err := readSchema(schema)
		require.NoError(t, err, schema)
		other := compile(t, schema)
		for range 10 {
			text := g.value(3)
			instance, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			require.NoError(t, err, text)
			want := other.Validate(instance)
			all := Check([]byte(text), r)
			if len(all) > 0 && all[len(all)-1].Code == codeLoop {
				continue // not a schema that could be generated from
			}
			if !assert.Equal(t, want == nil, len(all) == 0, "schema %s\nvalue %s\nwant %v\ngot %v", schema, text, want, all) {
				return
			}
			assert.Equal(t, all[:min(1, len(all))], check([]byte(text), r, 1))
			root, _ := parse(text)
			keeping := checker{root: &root, limit: MaxViolations, steps: 1 << 40} // keeps verdicts from the start
			keeping.check(r, &root, codeFalse)
			assert.Equal(t, all, Violations(keeping.found), "with and without verdicts kept")
			checked++
			if want == nil {
				accepted++
			}
		}
	}
	t.Logf("same verdict on %d values, %d of them accepted", checked, accepted)
}

// A generator makes random schemas and values of few names and scalars, so that they meet.
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) scalar() string {
	return g.pick("null", "true", "false", "0", "1", "1.0", "-2", "0.5", "1e1", "7", `""`, `"a"`, `"b"`, `"ab"`, `"é\ud83d\ude00"`, `"1"`)
}

func (g generator) name() string { return g.pick(`"a"`, `"b"`, `"ab"`, `"c"`) }

func (g generator) value(depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		return g.scalar()
	}
	var parts []string
	if g.IntN(2) == 0 {
		for range g.IntN(4) {
			parts = append(parts, g.value(depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	for _, name := range []string{`"a"`, `"b"`, `"ab"`, `"c"`} {
		if g.IntN(2) == 0 {
			parts = append(parts, name+":"+g.value(depth-1))
		}
	}
	g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "{" + strings.Join(parts, ",") + "}"
}

// schema is an object with some keywords, each once.
func (g generator) schema(depth int) string {
	var parts []string
	seen := map[string]bool{}
	for range 1 + g.IntN(4) {
		keyword, value := g.keyword(depth)
		if !seen[keyword] {
			seen[keyword] = true
			parts = append(parts, fmt.Sprintf("%q:%s", keyword, value))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (g generator) sub(depth int) string {
	switch g.IntN(12) {
	case 0:
		return g.pick("true", "false")
	case 1:
		return g.pick(`{"$ref":"#/$defs/a"}`, `{"$ref":"#/$defs/b"}`)
	}
	return g.schema(depth - 1)
}

func (g generator) keyword(depth int) (string, string) {
	n := fmt.Sprint(g.IntN(4))
	if depth == 0 || g.IntN(3) == 0 {
		switch keyword := g.pick("type", "type", "enum", "const", "minLength", "maxLength", "pattern", "minimum", "maximum",
			"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minContains",
			"maxContains", "required", "minProperties", "maxProperties", "dependentRequired"); keyword {
		case "type":
			return keyword, g.pick(`"null"`, `"boolean"`, `"integer"`, `"number"`, `"string"`, `"array"`, `"object"`,
				`"array"`, `"object"`, `["string","array"]`, `["object","null"]`, `["integer","object"]`)
		case "enum":
			return keyword, "[" + g.scalar() + "]"
		case "const":
			return keyword, g.value(1)
		case "pattern":
			return keyword, g.pick(`"a"`, `"^a"`, `"b$"`, `"^.$"`)
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
			return keyword, g.pick("0", "1", "0.5", "-2", "10", "1e1")
		case "multipleOf":
			return keyword, g.pick("1", "2", "0.5", "0.1", "7")
		case "uniqueItems":
			return keyword, g.pick("true", "true", "false")
		case "required":
			return keyword, "[" + g.name() + "]"
		case "dependentRequired":
			return keyword, "{" + g.name() + ":[" + g.name() + "]}"
		default:
			return keyword, n
		}
	}
	switch keyword := g.pick("items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames",
		"unevaluatedProperties", "not", "if", "then", "else", "prefixItems", "allOf", "anyOf", "oneOf", "properties",
		"dependentSchemas", "patternProperties", "unevaluatedItems", "unevaluatedProperties", "properties"); keyword {
	case "prefixItems", "allOf", "anyOf", "oneOf":
		parts := []string{g.sub(depth)}
		for range g.IntN(3) {
			parts = append(parts, g.sub(depth))
		}
		return keyword, "[" + strings.Join(parts, ",") + "]"
	case "properties", "dependentSchemas":
		return keyword, `{"a":` + g.sub(depth) + `,` + g.pick(`"b":`, `"c":`) + g.sub(depth) + `}`
	case "patternProperties":
		return keyword, `{` + g.pick(`"a"`, `"^b"`, `"c$"`) + `:` + g.sub(depth) + `}`
	case "unevaluatedItems", "unevaluatedProperties":
		return keyword, g.pick("false", g.sub(depth))
	default:
		return keyword, g.sub(depth)
	}
}
