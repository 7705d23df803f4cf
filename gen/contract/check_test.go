package contract

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// doorSchema is the schema that door speaks of.
const doorSchema = `{
  "$id": "example.door.v1",
  "$defs": {
    "key": {"type": "string", "description": "Opens the door."},
    "how": {"type": "string", "enum": ["turn", "say"]},
    "code": {"type": "string", "enum": ["alarm", "locked"]},
    "knock": {
      "params": {"type": "object", "properties": {"name": {"type": "string"}, "loud": {"type": "boolean"}}},
      "result": {"type": "object", "properties": {}}
    },
    "open": {
      "params": {
        "type": "object",
        "properties": {
          "key": {"$ref": "#/$defs/key"},
          "how": {"$ref": "#/$defs/how"},
          "word": {"type": "string"},
          "doors": {"type": "array", "minItems": 1, "maxItems": 9}
        }
      },
      "result": {
        "type": "object",
        "properties": {"state": {"enum": ["safe"]}, "note": {"type": "string"}}
      }
    }
  }
}
`

func TestCheck(t *testing.T) {
	f, diags := Read(parse(t, door))
	require.Empty(t, diags)
	assert.Empty(t, f.Check(graph(t, doorSchema)))
}

func TestCheckErrors(t *testing.T) {
	tests := []struct {
		name      string
		old, new  string // edit of door
		olds, was string // edit of doorSchema, when not ""
		want      string
	}{
		{
			name: "tool without a shape",
			old:  "params: open.params", new: "params: opem.params",
			want: join(`contract.yaml:21:13: the schema has no shape "opem.params" [tool-without-shape]`,
				`    at:   /tools/1/params`,
				`    also: schema.json:3:12: the shapes`,
				`    hint: did you mean "open.params"?`),
		},
		{
			name: "shape that is a container",
			old:  "result: knock.result", new: "result: knock",
			want: join(`contract.yaml:15:13: the schema has no shape "knock", only a container of that name [tool-without-shape]`,
				`    at:   /tools/0/result`,
				`    also: schema.json:3:12: the shapes`,
				`    hint: did you mean "knock.params" or "knock.result"?`),
		},
		{
			name: "params that are no object",
			old:  "result: knock.result", new: "result: knock.result # none",
			olds: `"params": {"type": "object", "properties": {"name"`,
			was:  `"params": {"properties": {"name"`,
			want: join(`contract.yaml:14:13: params must be an object: "type": "object" [params-not-object]`,
				`    at:   /tools/0/params`,
				`    also: schema.json:8:17: the shape`),
		},
		{
			name: "token that is no property",
			old:  "token: key", new: "token: keys",
			want: join(`contract.yaml:23:12: "open.params" has no property "keys" [token-unknown]`,
				`    at:   /tools/1/token`,
				`    also: schema.json:12:17: the shape`,
				`    hint: did you mean "key"?`),
		},
		{
			name: "fail-closed property",
			old:  "property: state", new: "property: sate",
			want: join(`contract.yaml:25:17: "open.result" has no property "sate" [fail-closed-unknown]`,
				`    at:   /tools/1/fail_closed/property`,
				`    also: schema.json:21:17: the shape`,
				`    hint: did you mean "state"?`),
		},
		{
			name: "fail-closed value",
			old:  "value: safe", new: "value: save",
			want: join(`contract.yaml:26:14: the schema does not have the value "save" [fail-closed-unknown]`,
				`    at:   /tools/1/fail_closed/value`,
				`    also: schema.json:23:42: the values`,
				`    hint: did you mean "safe"?`),
		},
		{
			name: "fail-closed code",
			old:  "code: alarm", new: "code: fire",
			want: join(`contract.yaml:27:13: no error code "fire" [code-unknown]`,
				`    at:   /tools/1/fail_closed/code`,
				`    also: contract.yaml:29:3: the codes`,
				`    hint: give a code that no message carries a meaning under "beside" of "errors"`),
		},
		{
			name: "errors without a shape",
			old:  "shape: code", new: "shape: codes",
			want: join(`contract.yaml:29:10: the schema has no shape "codes" [errors-without-shape]`,
				`    at:   /errors/shape`,
				`    also: schema.json:3:12: the shapes`,
				`    hint: did you mean "code"?`),
		},
		{
			name: "errors that are no enum",
			old:  "shape: code", new: "shape: key",
			want: join(`contract.yaml:29:10: "key" is not an enum of strings [errors-not-enum]`,
				`    at:   /errors/shape`,
				`    also: schema.json:4:12: the shape`),
		},
		{
			name: "code without a meaning",
			old:  "    locked: The door is locked.\n", new: "",
			want: join(`contract.yaml:32:5: no meaning for the code "locked" [code-without-meaning]`,
				`    at:   /errors/meanings`,
				`    also: schema.json:6:50: the code`),
		},
		{
			name: "meaning without a code",
			old:  "    not_allowed: The", new: "    other: Other.\n    not_allowed: The",
			olds: `["alarm", "locked"]`, was: `["alarm"]`,
			want: join(`contract.yaml:33:5: the schema has no code "locked" [meaning-without-code]`,
				`    at:   /errors/meanings/locked`,
				`    also: schema.json:6:40: the codes`),
		},
		{
			name: "code that the schema has",
			old:  "    locked: The door is locked.\n  beside:\n", new: "  beside:\n    locked: The door is locked.\n",
			want: join(`contract.yaml:34:5: the schema has the code "locked" [code-not-beside]`,
				`    at:   /errors/beside/locked`,
				`    also: schema.json:6:50: the code`,
				`    hint: move it to "meanings"`),
		},
		{
			name: "exit of an unknown code",
			old:  "codes: [not_allowed]", new: "codes: [not_alowed]",
			want: join(`contract.yaml:49:13: no error code "not_alowed" [code-unknown]`,
				`    at:   /exits/0/codes/0`,
				`    also: contract.yaml:29:3: the codes`,
				`    hint: did you mean "not_allowed"?`),
		},
		{
			name: "text key that is an enum",
			old:  "[name, key, word]", new: "[name, key, word, how]",
			want: join(`contract.yaml:36:30: "how" is not a string without an enum [text-key-not-string]`,
				`    at:   /text_keys/3`,
				`    also: schema.json:16:18: the property`),
		},
		{
			name: "text key that is no string",
			old:  "[name, key, word]", new: "[name, key, word, loud]",
			want: join(`contract.yaml:36:30: "loud" is not a string without an enum [text-key-not-string]`,
				`    at:   /text_keys/3`,
				`    also: schema.json:8:87: the property`),
		},
		{
			name: "text key that no tool has",
			old:  "[name, key, word]", new: "[name, key, word, words]",
			want: join(`contract.yaml:36:30: no tool has a parameter "words" [text-key-not-string]`,
				`    at:   /text_keys/3`,
				`    also: schema.json:3:12: the shapes`,
				`    hint: did you mean "word"?`),
		},
		{
			name: "text key that is not listed",
			old:  "[name, key, word]", new: "[name, key]",
			want: join(`contract.yaml:36:12: the text key "word" is missing [text-key-unlisted]`,
				`    at:   /text_keys`,
				`    also: schema.json:17:19: a string without an enum, in open.params`),
		},
		{
			name: "condition on an unknown shape",
			old:  "shapes: [open.params]", new: "shapes: [open]",
			want: join(`contract.yaml:38:14: the schema has no shape "open", only a container of that name [condition-unknown]`,
				`    at:   /conditions/0/shapes/0`,
				`    also: schema.json:3:12: the shapes`,
				`    hint: did you mean "open.params" or "open.result"?`),
		},
		{
			name: "condition on an unknown property",
			old:  "property: how", new: "property: who",
			want: join(`contract.yaml:39:15: "open.params" has no property "who" [condition-unknown]`,
				`    at:   /conditions/0/property`,
				`    also: schema.json:12:17: the shape`),
		},
		{
			name: "condition that never holds",
			old:  "equals: say", new: "equals: sing",
			want: join(`contract.yaml:40:13: the schema does not have the value "sing" [condition-unknown]`,
				`    at:   /conditions/0/equals`,
				`    also: schema.json:5:39: the values`),
		},
		{
			name: "condition on a property that is no string",
			old:  "property: how", new: "property: doors",
			want: join(`contract.yaml:40:13: the schema does not have the value "say" [condition-unknown]`,
				`    at:   /conditions/0/equals`,
				`    also: schema.json:18:20: no enum of strings`),
		},
		{
			name: "condition that requires an unknown property",
			old:  "require: [word]", new: "require: [wrod]",
			want: join(`contract.yaml:41:15: "open.params" has no property "wrod" [condition-unknown]`,
				`    at:   /conditions/0/require/0`,
				`    also: schema.json:12:17: the shape`,
				`    hint: did you mean "word"?`),
		},
		{
			name: "limit of an unknown shape",
			old:  "  - shape: open.params\n", new: "  - shape: opens\n",
			want: join(`contract.yaml:43:12: the schema has no shape "opens" [limit-unknown]`,
				`    at:   /limits/0/shape`,
				`    also: schema.json:3:12: the shapes`),
		},
		{
			name: "limit of an unknown property",
			old:  "property: doors", new: "property: door",
			want: join(`contract.yaml:44:15: "open.params" has no property "door" [limit-unknown]`,
				`    at:   /limits/0/property`,
				`    also: schema.json:12:17: the shape`,
				`    hint: did you mean "doors"?`),
		},
		{
			name: "limit that differs",
			old:  "maxItems: 9", new: "maxItems: 8",
			want: join(`contract.yaml:46:15: "maxItems" of doors in open.params is not that of the schema [limit-differs]`,
				`    at:   /limits/0/maxItems`,
				`    got:  8`,
				`    want: 9`,
				`    also: schema.json:18:65: the schema`),
		},
		{
			name: "limit that the schema does not have",
			old:  "maxItems: 9", new: "maxLength: 9",
			want: join(`contract.yaml:46:16: "maxLength" of doors in open.params is not that of the schema [limit-differs]`,
				`    at:   /limits/0/maxLength`,
				`    got:  9`,
				`    want: none`,
				`    also: schema.json:18:20: the property`),
		},
		{
			name: "secret that is no shape",
			old:  "secrets: [key]", new: "secrets: [kay]",
			want: join(`contract.yaml:56:11: the schema has no shape "kay" [secret-unknown]`,
				`    at:   /secrets/0`,
				`    also: schema.json:3:12: the shapes`,
				`    hint: did you mean "key"?`),
		},
		{
			name: "secret that is no string",
			old:  "secrets: [key]", new: "secrets: [how]",
			want: join(`contract.yaml:56:11: "how" is not a string without an enum [secret-not-string]`,
				`    at:   /secrets/0`,
				`    also: schema.json:5:12: the shape`),
		},
		{
			name: "docs of an unknown shape",
			old:  "  knock.params:\n    doc:", new: "  knok.params:\n    doc:",
			want: join(`contract.yaml:61:3: the schema has no shape "knok.params" [doc-unknown-shape]`,
				`    at:   /docs/knok.params`,
				`    also: schema.json:3:12: the shapes`,
				`    hint: did you mean "knock.params"?`),
		},
		{
			name: "doc of an unknown property",
			old:  "      name: Name of", new: "      nmae: Name of",
			want: join(`contract.yaml:64:7: "knock.params" has no property "nmae" [doc-unknown-property]`,
				`    at:   /docs/knock.params/properties/nmae`,
				`    also: schema.json:8:17: the shape`,
				`    hint: did you mean "name"?`),
		},
		{
			name: "doc of an unknown value",
			old:  "    values:\n      alarm:", new: "    values:\n      fire:",
			want: join(`contract.yaml:60:7: the schema does not have the value "fire" [doc-unknown-value]`,
				`    at:   /docs/code/values/fire`,
				`    also: schema.json:6:40: the values`),
		},
		{
			name: "doc beside a description",
			old:  "  knock.params:\n    doc:", new: "  key: {doc: A key.}\n  knock.params:\n    doc:",
			want: join(`contract.yaml:61:14: the schema has a description [doc-repeated]`,
				`    at:   /docs/key/doc`,
				`    also: schema.json:4:46: the description`,
				`    hint: remove one of the two`),
		},
		{
			name: "shape twice",
			old:  "  knock.params:\n    doc:", new: "  /$defs/code: {doc: Why.}\n  knock.params:\n    doc:",
			want: join(`contract.yaml:61:3: "/$defs/code" and "code" are one shape [duplicate-shape]`,
				`    at:   /docs/~1$defs~1code`,
				`    also: contract.yaml:58:3: first`,
				`    also: schema.json:6:13: the shape`),
		},
		{
			name: "name of an unknown pointer",
			old:  "  /$defs/open/result/properties/state:", new: "  /$defs/open/result/state:",
			want: join(`contract.yaml:66:3: the schema has no shape "/$defs/open/result/state" [name-unknown-pointer]`,
				`    at:   /names/~1$defs~1open~1result~1state`,
				`    also: schema.json:3:12: the shapes`),
		},
		{
			name: "name of an unknown property",
			old:  "      key: {rust: door_key}", new: "      keys: {rust: door_key}",
			want: join(`contract.yaml:73:7: "open.params" has no property "keys" [name-unknown-property]`,
				`    at:   /names/open.params/properties/keys`,
				`    also: schema.json:12:17: the shape`,
				`    hint: did you mean "key"?`),
		},
		{
			name: "name of an unknown value",
			old:  "      safe: {go: Safe}", new: "      saf: {go: Safe}",
			want: join(`contract.yaml:70:7: the schema does not have the value "saf" [name-unknown-value]`,
				`    at:   /names/~1$defs~1open~1result~1properties~1state/values/saf`,
				`    also: schema.json:23:42: the values`,
				`    hint: did you mean "safe"?`),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			schema := doorSchema
			if test.olds != "" {
				schema = edit(t, schema, test.olds, test.was)
			}
			f, diags := Read(parse(t, edit(t, door, test.old, test.new)))
			require.Empty(t, diags)
			assert.Equal(t, test.want, f.Check(graph(t, schema)).Error())
		})
	}
}

func TestIsText(t *testing.T) {
	tests := map[string]bool{
		`{"type": "string"}`:                                           true,
		`{"type": ["string"]}`:                                         true,
		`{"type": "string", "maxLength": 3}`:                           true,
		`{"$ref": "#/$defs/text"}`:                                     true,
		`{"allOf": [{"$ref": "#/$defs/text"}], "minLength": 1}`:        true,
		`{"$ref": "#/$defs/choice"}`:                                   false,
		`{"$ref": "#/$defs/text", "enum": ["a"]}`:                      false,
		`{"type": "string", "const": "a"}`:                             false,
		`{"type": ["string", "null"]}`:                                 false,
		`{"type": "integer"}`:                                          false,
		`{"minLength": 1}`:                                             false,
		`true`:                                                         false,
		`{"oneOf": [{"$ref": "#/$defs/text"}, {"type": "null"}]}`:      false,
		`{"anyOf": [{"type": "string"}, {"type": "string"}]}`:          false,
		`{"allOf": [{"type": "string"}, {"enum": ["one", "two", 3]}]}`: false,
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			g := graph(t, `{"$defs": {"text": {"type": "string"}, "choice": {"type": "string", "enum": ["a"]}, "x": `+text+`}}`)
			assert.Equal(t, want, IsText(g.Root.Defs[2].Schema))
		})
	}
}

// graph reads a schema that is right.
func graph(t *testing.T, text string) *jsonschema.Graph {
	t.Helper()
	doc, diags := load.JSON(source.NewFile("schema.json", []byte(text)))
	require.Empty(t, diags)
	root, diags := jsonschema.Parse(doc)
	require.Empty(t, diags)
	g, diags := jsonschema.Resolve(root, jsonschema.Options{})
	require.Empty(t, diags)
	return g
}
