package jsonschema_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// parse parses a text that must be JSON.
func parse(t testing.TB, text string) (*jsonschema.Schema, diag.List) {
	t.Helper()
	doc, diags := load.JSON(source.NewFile("schema/a.json", []byte(text)))
	require.Empty(t, diags)
	return jsonschema.Parse(doc)
}

// full has each keyword of 2020-12.
const full = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://a.example/full", "$anchor": "a", "$dynamicAnchor": "d", "$comment": "c",
  "$ref": "#/$defs/one", "$dynamicRef": "#/$defs/one",
  "$defs": {"one": true, "act": {"params": {}, "result": false}}, "$vocabulary": {"https://a.example/v": true},
  "allOf": [{}], "anyOf": [true], "oneOf": [{}, {}], "not": false, "if": {}, "then": {}, "else": {},
  "dependentSchemas": {"a": {}}, "prefixItems": [{}], "items": {}, "contains": {},
  "properties": {"a": {}, "": true}, "patternProperties": {"^a": {}}, "additionalProperties": false,
  "propertyNames": {}, "unevaluatedItems": {}, "unevaluatedProperties": {},
  "type": ["object", "null"], "enum": [1, "a", null], "const": null,
  "multipleOf": 0.01, "maximum": 1e400, "exclusiveMaximum": 2, "minimum": -0, "exclusiveMinimum": -1.5,
  "maxLength": 3, "minLength": 2.0, "pattern": "^a", "maxItems": 1e2, "minItems": 0, "uniqueItems": true,
  "maxContains": 9223372036854775807, "minContains": 100e-2, "maxProperties": 0.3e1, "minProperties": 0e9,
  "required": ["a"], "dependentRequired": {"a": ["b", "c"]},
  "title": "t", "description": "d", "default": {}, "deprecated": false, "readOnly": true, "writeOnly": false,
  "examples": [], "format": "email", "contentEncoding": "base64", "contentMediaType": "text/plain",
  "contentSchema": {}, "x-a": 1
}`

func TestParseFull(t *testing.T) {
	s, diags := parse(t, full)
	require.NotNil(t, s, diags.Error())
	assert.Equal(t, `schema/a.json:17:24: notice: the keyword "x-a" is left alone [extension]`, diags.Error())

	v := reflect.ValueOf(*s)
	for i := range v.NumField() {
		switch name := v.Type().Field(i).Name; name {
		case "Parent", "Bool", "Pointer":
		default:
			assert.False(t, v.Field(i).IsZero(), "the field %s is not set", name)
		}
	}

	assert.Equal(t, "https://a.example/full", s.ID.Value)
	assert.Equal(t, "#/$defs/one", s.Ref.Value)
	assert.Equal(t, "schema/a.json:4:11", s.Ref.Node.Pos.String())
	require.Len(t, s.Defs, 1)
	assert.Equal(t, "one", s.Defs[0].Name)
	assert.True(t, *s.Defs[0].Schema.Bool)
	assert.Same(t, s, s.Defs[0].Schema.Parent)
	require.Len(t, s.Containers, 1)
	act := s.Containers[0]
	assert.Equal(t, "act", act.Name)
	assert.Equal(t, "schema/a.json:5:26", act.NamePos.String())
	require.Len(t, act.Entries, 2)
	assert.Equal(t, source.Pointer("/$defs/act/result"), act.Entries[1].Schema.Pointer)
	assert.Same(t, s, act.Entries[1].Schema.Parent)
	assert.False(t, *act.Entries[1].Schema.Bool)

	assert.Equal(t, "object", s.Types[0].Value)
	assert.Equal(t, load.Null, s.Const.Kind)
	assert.Equal(t, "1e400", s.Maximum.Text)
	assert.Equal(t, "", s.Properties[1].Name)
	assert.Equal(t, source.Pointer("/properties/"), s.Properties[1].Schema.Pointer)
	for name, count := range map[string]*jsonschema.Count{"2": s.MinLength, "3": s.MaxProperties} {
		assert.Equal(t, name, string('0'+rune(count.Value)))
	}
	assert.Equal(t, 100, s.MaxItems.Value)
	assert.Equal(t, 1, s.MinContains.Value)
	assert.Equal(t, 0, s.MinProperties.Value)
	assert.Equal(t, 9223372036854775807, s.MaxContains.Value)
	require.Len(t, s.DependentRequired, 1)
	assert.Equal(t, "c", s.DependentRequired[0].Required[1].Value)
	assert.Equal(t, "x-a", s.Extensions[0].Name)
}

// TestSubschemas: each schema of the document is reached exactly once.
func TestSubschemas(t *testing.T) {
	s, _ := parse(t, full)
	seen := make(map[source.Pointer]int)
	var walk func(*jsonschema.Schema)
	walk = func(s *jsonschema.Schema) {
		seen[s.Pointer]++
		for sub := range s.Subschemas() {
			assert.Same(t, s, sub.Parent)
			walk(sub)
		}
	}
	walk(s)
	assert.Len(t, seen, 24)
	for pointer, count := range seen {
		assert.Equal(t, 1, count, string(pointer))
	}
	stopped := 0
	for range s.Subschemas() { // stopping early is no panic at any place
		stopped++
		n := 0
		for range s.Subschemas() {
			if n++; n == stopped {
				break
			}
		}
	}
}

func TestParseAccepted(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"true", `true`, ""},
		{"empty", `{}`, ""},
		{"empty fragment", `{"$schema": "https://json-schema.org/draft/2020-12/schema#", "$id": "a#"}`, ""},
		{"empty lists that are allowed", `{"required": [], "examples": [], "dependentRequired": {"a": []}, "$defs": {}}`, ""},
		{"empty entry of $defs", `{"$defs": {"a": {}}}`, ""},
		{"values are no schemas", `{"const": {"type": 1}, "default": {"$ref": 1}, "enum": [{"foo": 1}], "examples": [{"$id": 1}]}`, ""},
		{"properties named like keywords", `{"properties": {"$ref": {}, "type": {}, "params": {}}, "$defs": {"type": {}}}`, ""},
		{
			"equal numbers", `{"enum": [1, 1.0, "1", true, 10e-1, [1], [1e0]]}`,
			`schema/a.json:1:14: warning: "enum" has equal values [enum-duplicate]
    at:   /enum/1
    got:  the number 1.0
    also: schema/a.json:1:11: the first of them: the number 1
    hint: remove one of them
schema/a.json:1:30: warning: "enum" has equal values [enum-duplicate]
    at:   /enum/4
    got:  the number 10e-1
    also: schema/a.json:1:11: the first of them: the number 1
    hint: remove one of them
schema/a.json:1:42: warning: "enum" has equal values [enum-duplicate]
    at:   /enum/6
    got:  an array
    also: schema/a.json:1:37: the first of them: an array
    hint: remove one of them`,
		},
		{
			"members in another order", `{"enum": [{"a": 1, "b": 2}, {"b": 2, "a": 1}]}`,
			`schema/a.json:1:29: warning: "enum" has equal values [enum-duplicate]
    at:   /enum/1
    got:  an object
    also: schema/a.json:1:11: the first of them: an object
    hint: remove one of them`,
		},
		{"values that differ", `{"enum": [0, -1, 1e1, 1e-1, 100, "a", "A", "é", "e\u0301", null, false, [], {}, [[]], {"a": 1}, {"a": 2}, 1e400, 1e401, 1e99999999999999999999]}`, ""},
		{"zeros", `{"enum": [0, 1, 2], "const": -0.0e7}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, diags := parse(t, test.schema)
			assert.NotNil(t, s)
			assert.Equal(t, test.want, diags.Error())
		})
	}
}

func TestParseManyFindings(t *testing.T) {
	_, diags := parse(t, `{"x-a": 1, "anyOf": [`+strings.Repeat(`{"x-a": 1, "a": 1},`, 500)+`{}]}`)
	require.Len(t, diags, 201)
	assert.Equal(t, "801 more findings are not shown [too-many]", diags[200].Text())
	assert.Equal(t, "unknown-keyword", diags[0].Code, "errors come before notices when there is no room for all")
}

// TestParseYAML: a schema in YAML has places too.
func TestParseYAML(t *testing.T) {
	doc, diags := load.YAML(source.NewFile("a.yaml", []byte("type: object\nproperties:\n  a:\n    type: strng\n")))
	require.Empty(t, diags)
	_, diags = jsonschema.Parse(doc)
	require.Len(t, diags, 1)
	assert.Equal(t, "a.yaml:4:11", diags[0].Pos.String())
}

// synthetic returns a schema with n definitions that refer to each other.
func synthetic(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"$defs": {"last": true`)
	for i := range n {
		fmt.Fprintf(&b, `,
  "shape%d": {"type": "object", "description": "The shape with number %d.", "properties": {
    "name": {"type": "string", "maxLength": 64}, "kind": {"enum": ["first", "second", null]},
    "next": {"$ref": "#/$defs/shape%d"}, "values": {"type": "array", "items": {"type": "number"}}
  }, "required": ["name", "kind"], "additionalProperties": false}`, i, i, i/2)
	}
	b.WriteString("}}\n")
	return []byte(b.String())
}
