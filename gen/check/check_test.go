package check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/check"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/lower"
	"github.com/rightkit/lockstep/gen/source"
)

// model lowers the definitions of a schema.
func model(t *testing.T, defs string) *ir.Contract {
	t.Helper()
	text := `{"$defs": {` + defs + `}}`
	doc, diags := load.JSON(source.NewFile("schema.json", []byte(text)))
	require.Empty(t, diags)
	root, diags := jsonschema.Parse(doc)
	require.Empty(t, diags)
	graph, diags := jsonschema.Resolve(root, jsonschema.Options{})
	require.Empty(t, diags)
	c, diags := lower.Lower(lower.Input{Graph: graph, Name: "case", Version: "v1"})
	require.False(t, diags.Failed(), "%v", diags)
	return c
}

func TestRules(t *testing.T) {
	const precision, confusable = "integer-precision", "confusable-name"
	for _, c := range []struct{ name, property, want string }{
		{"no bounds", `"n": {"type": "integer"}`, ""},
		{"small", `"n": {"type": "integer", "minimum": 0, "maximum": 1000}`, ""},
		{"the last safe bound", `"n": {"type": "integer", "maximum": 9007199254740991}`, ""},
		{"2^53", `"n": {"type": "integer", "maximum": 9007199254740992}`, ""},
		{"beyond 2^53", `"n": {"type": "integer", "maximum": 9007199254740993}`, precision},
		{"beyond by an exponent", `"n": {"type": "integer", "maximum": 1e17}`, precision},
		{"beyond and exclusive", `"n": {"type": "integer", "exclusiveMaximum": 1e18}`, precision},
		{"below", `"n": {"type": "integer", "minimum": -9007199254740993}`, precision},
		{"unsigned", `"n": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615}`, precision},
		{"huge exponent", `"n": {"type": "integer", "maximum": 1e9999}`, precision},
		{"tiny exponent", `"n": {"type": "integer", "minimum": -1e-9999}`, ""},
		{"a number", `"n": {"type": "number", "maximum": 1e300}`, ""},
		{"or null", `"n": {"type": ["integer", "null"], "maximum": 1e17}`, precision},
		{"items", `"n": {"type": "array", "items": {"type": "integer", "maximum": 1e17}}`, precision},
		{"map values", `"n": {"type": "object", "additionalProperties": {"type": "integer", "maximum": 1e17}}`, precision},

		{"plain", `"plain-name_1": true`, ""},
		{"empty", `"": true`, ""},
		{"a space", `"a b": true`, ""},
		{"an alphabet of its own", `"\u043a\u043b\u044e\u0447": true`, ""},
		{"accents", `"größe": true`, ""},
		{"a Cyrillic letter among Latin ones", `"p\u0430th": true`, confusable},
		{"a Greek letter among Latin ones", `"\u03bfpen": true`, confusable},
		{"zero width", `"na\u200bme": true`, confusable},
		{"right to left", `"na\u202eme": true`, confusable},
		{"a hard space", `"a\u00a0b": true`, confusable},
		{"a line break", `"a\nb": true`, confusable},
		{"a tag", `"a\udb40\udc41": true`, confusable},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := check.Run(model(t, `"a": {"type": "object", "properties": {`+c.property+`}}`))
			if c.want == "" {
				assert.Empty(t, found)
				return
			}
			require.NotEmpty(t, found)
			for _, d := range found {
				assert.Equal(t, c.want, d.Code)
				assert.Equal(t, diag.Warning, d.Severity)
				assert.True(t, d.Pos.IsValid())
				assert.NotEmpty(t, d.At)
			}
		})
	}
}

// TestFindings shows what a user reads: each place once.
func TestFindings(t *testing.T) {
	found := check.Run(model(t, `
		"big": {"type": "integer", "maximum": 1e17},
		"list": {"type": "array", "items": {"oneOf": [{"type": "null"}, {"type": "integer", "minimum": -1e17}]}},
		"a": {"type": "object", "properties": {"n": {"$ref": "#/$defs/big"}, "p\u0430th": {"type": "integer", "maximum": 1e17}}},
		"b": {"type": "object", "properties": {"c": true}, "additionalProperties": {"type": "integer", "maximum": 1e17}}`))
	var lines []string
	for _, d := range found {
		lines = append(lines, strings.SplitN(d.Text(), "\n", 2)[0])
	}
	assert.Equal(t, []string{
		`schema.json:2:3: warning: shape "big" may exceed 2^53, and JavaScript then loses digits [integer-precision]`,
		`schema.json:3:3: warning: shape "list" may exceed 2^53, and JavaScript then loses digits [integer-precision]`,
		`schema.json:4:72: warning: property "p\u0430th" holds a character that cannot be seen or looks like a Latin letter [confusable-name]`,
		"schema.json:4:72: warning: property \"p\u0430th\" may exceed 2^53, and JavaScript then loses digits [integer-precision]",
		`schema.json:5:3: warning: a property of "b" without a name may exceed 2^53, and JavaScript then loses digits [integer-precision]`,
	}, lines)
}

// TestTable keeps the table of rules a documentation: each has an ID of its own and a purpose in a sentence.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range check.Rules {
		assert.Regexp(t, `^[a-z]+(-[a-z]+)*$`, r.ID)
		assert.Regexp(t, `^[A-Z].*\.$`, r.Purpose)
		assert.False(t, seen[r.ID], r.ID)
		seen[r.ID] = true
		assert.NotNil(t, r.Check)
	}
}
