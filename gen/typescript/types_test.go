package typescript_test

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/gen/typescript"
)

// content returns a file of a package, without comments if it is code.
func content(t testing.TB, files []output.File, name string) string {
	t.Helper()
	for _, f := range files {
		if f.Path == path.Join(options.Dir, name) {
			return regexp.MustCompile(`(?m)^ *(?s:/\*\*.*?\*/)\n|^//.*\n`).ReplaceAllString(string(f.Content), "")
		}
	}
	t.Fatalf("%s is not emitted", name)
	return ""
}

// TestTypes shows how each kind of type is declared.
func TestTypes(t *testing.T) {
	for _, tt := range []struct{ title, schema, want string }{
		{"an object", `{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}`,
			"export interface X {\n  a: string;\n  b?: number;\n}\n"},
		{"an object without properties", `{"type": "object", "additionalProperties": false}`,
			"export interface X {\n  [name: string]: never;\n}\n"},
		{"an object without properties that is open", `{"type": "object", "properties": {}}`,
			"export interface X {\n  readonly [name: string]: unknown;\n}\n"},
		{"an enum of integers", `{"enum": [1, 2.0, -3]}`, "export type X = 1 | 2 | -3;\n\nexport declare const X: wire.EnumShape<X>;\n"},
		{"an enum of booleans", `{"enum": [true]}`, "export type X = true;\n"},
		{"an enum of all kinds", `{"enum": ["a", 1, null, true]}`, "export type X = \"a\" | 1 | null | true;\n"},
		{"an enum that JavaScript cannot hold", `{"enum": [9007199254740993]}`, "export type X = number & wire.Brand<\"case/v1/x\">;\n"},
		{"enums inside", `{"type": "object", "required": ["a", "b", "c"], "properties": {"a": {"enum": [1, 2]}, "b": {"type": "array", "items": {"enum": [1, "a"]}},
			"c": {"oneOf": [{"enum": [1, 2]}, {"type": "null"}]}}}`,
			"export interface X {\n  a: 1 | 2;\n  b: (1 | \"a\")[];\n  c: 1 | 2 | null;\n}\n"},
		{"a reference to an enum", `{"$ref": "#/$defs/e"}`, "export type X = E;\n\nexport declare const X: wire.EnumShape<X>;\n"},
		{"a tuple that may be short", `{"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}, {"$ref": "#/$defs/y"}], "items": {"enum": [1, 2]}, "minItems": 1}`,
			"export type X = [string, number?, Y?, ...(1 | 2)[]];\n"},
		{"a closed tuple that may be short", `{"type": "array", "prefixItems": [{"type": ["string", "null"]}], "items": false}`, "export type X = [wire.JsonValue?];\n"},
		{"absent and null", `{"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["number", "null"]}}, "required": ["b"]}`,
			"export interface X {\n  a?: string | null;\n  b: number | null;\n}\n"},
		{"further properties", `{"type": "object", "properties": {"a": {"type": "boolean"}}, "additionalProperties": {"type": "integer"}}`,
			"export interface X {\n  a?: boolean;\n  [name: string]: number | boolean | undefined;\n}\n"},
		{"a map", `{"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}`,
			"export type X = { [name: string]: string[] };\n"},
		{"an enum", `{"enum": ["a", "b\"*/", ""]}`, "export type X = \"a\" | \"b\\\"*/\" | \"\";\n"},
		{"an enum with null", `{"enum": ["a", null]}`, "export type X = XValue | null;\n"},
		{"a literal", `{"const": 7}`, "export type X = 7;\n"},
		{"a list that may hold null", `{"type": "array", "items": {"type": ["integer", "null"]}}`, "export type X = (number | null)[];\n"},
		{"a tuple", `{"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": {"type": "boolean"}, "minItems": 2}`,
			"export type X = [string, number, ...boolean[]];\n"},
		{"a closed tuple", `{"type": "array", "prefixItems": [{"type": "string"}], "items": false, "minItems": 1}`, "export type X = [string];\n"},
		{"a string", `{"type": "string"}`, "export type X = string & wire.Brand<\"case/v1/x\">;\n"},
		{"a number", `{"type": "number"}`, "export type X = number & wire.Brand<\"case/v1/x\">;\n"},
		{"a boolean", `{"type": "boolean"}`, "export type X = boolean;\n"},
		{"null", `{"type": "null"}`, "export type X = null;\n"},
		{"anything", `true`, "export type X = wire.JsonValue;\n"},
		{"a reference", `{"$ref": "#/$defs/y"}`, "export type X = Y;\n"},
		{"a reference or null", `{"oneOf": [{"$ref": "#/$defs/y"}, {"type": "null"}]}`, "export type X = Y | null;\n"},
		{"a union", `{"oneOf": [{"$ref": "#/$defs/y"}, {"$ref": "#/$defs/z"}]}`, "export type X = Y | Z;\n"},
		{"names that every object has", `{"type": "object", "properties": {"constructor": {"type": "string"}, "__proto__": {"type": "string"}, "then": {"type": "string"}}}`,
			"export interface X {\n  constructor?: string | object;\n  \"__proto__\"?: string | object;\n  then?: string;\n}\n"},
		{"an object that holds itself", `{"type": "object", "properties": {"x": {"$ref": "#/$defs/x"}, "list": {"type": "array", "items": {"$ref": "#/$defs/x"}}}}`,
			"export interface X {\n  x?: X;\n  list?: X[];\n}\n"},
	} {
		t.Run(tt.title, func(t *testing.T) {
			schema := `{"$defs": {"x": ` + tt.schema + `, "y": {"type": "object", "properties": {"kind": {"const": "y"}}, "required": ["kind"]},
				"z": {"type": "object", "properties": {"kind": {"const": "z"}}, "required": ["kind"]},
				"e": {"enum": ["a", "b"]}}}`
			c, diags := model("case", []byte(schema), nil)
			require.False(t, diags.Failed(), "%v", diags)
			assert.Contains(t, content(t, emit(t, c), "case/v1/index.d.ts"), "\n"+tt.want)
		})
	}
}

// TestInputs shows what conditions make of types.
func TestInputs(t *testing.T) {
	types := content(t, emit(t, demo(t)), "demo/v1/index.d.ts")
	for _, want := range []string{
		`export type StepInput =
  | {
      ref: ElementRef;
      op: "click";
    }
  | {
      ref: ElementRef;
      op: "type";
      text: string;
    }
  | {
      ref: ElementRef;
      op: "press";
      key: string;
    };
`, `export interface BatchParamsInput {
  token: Token;
  steps: StepInput[];
}
`, "export declare const BatchParams: wire.Shape<BatchParamsInput>;\n",
		"export interface Inputs {\n  \"demo.act\": ActParamsInput;\n  \"demo.batch\": BatchParamsInput;\n}\n",
		"export declare const BatchResult: wire.Shape<BatchResult>;\n",
	} {
		assert.Contains(t, types, want)
	}
}

// TestInputDocs looks for the words of the contract in the members of a union that conditions make.
func TestInputDocs(t *testing.T) {
	schema := bytes.Replace(demoSource(t, "schema.json"), []byte(`"text": {`), []byte(`"count": {"type": "integer", "default": 7}, "text": {`), 1)
	c, diags := model("demo", schema, demoSource(t, "contract.yaml"))
	require.False(t, diags.Failed(), "%v", diags)
	for _, f := range emit(t, c) {
		if !strings.HasSuffix(f.Path, "v1/index.d.ts") {
			continue
		}
		_, input, _ := strings.Cut(string(f.Content), "export type StepInput =")
		input, _, _ = strings.Cut(input, ";\n\n")
		assert.Equal(t, 3, strings.Count(input, "      /** The element to act on, as a snapshot of this session names it. */\n"), input)
		assert.Equal(t, 3, strings.Count(input, "@defaultValue `7`"), input)
		assert.Equal(t, 1, strings.Count(input, "Required for type."), input)
	}
}

// TestDeprecated shows that what the schema marks as deprecated is so for an editor too.
func TestDeprecated(t *testing.T) {
	c, diags := model("case", []byte(`{"$defs": {"x": {"description": "Old.", "deprecated": true, "type": "object", "properties": {
		"a": {"type": "string", "description": "Older.", "deprecated": true}}}}}`), nil)
	require.False(t, diags.Failed(), "%v", diags)
	for _, f := range emit(t, c) {
		if strings.HasSuffix(f.Path, "v1/index.d.ts") {
			assert.Contains(t, string(f.Content), "   * Older.\n   *\n   * @deprecated The schema marks it so.\n   */\n  a?: string;")
			assert.Contains(t, string(f.Content), " * Old.\n *\n * Shape `x` of the contract. Schema: `/$defs/x`\n *\n * @deprecated The schema marks it so.\n */\nexport interface X {")
		}
	}
}

// TestNothingIsAny looks for the type that takes everything in what a program sees.
func TestNothingIsAny(t *testing.T) {
	for _, f := range emit(t, demo(t)) {
		if strings.Contains(f.Path, ".d.") {
			assert.NotRegexp(t, `[:<|&(,=\[] *any\b`, content(t, []output.File{f}, strings.TrimPrefix(f.Path, options.Dir+"/")), f.Path)
		}
	}
}

// TestCollisions emits schemas in which two names become one: each is an error that names it and its place.
func TestCollisions(t *testing.T) {
	const object = `{"type": "object"}`
	t.Run("a type of the language, without methods that mean it", func(t *testing.T) {
		c, diags := model("case", []byte(`{"$defs": {"promise": {"type": "object"}, "infinity": {"type": "string", "minLength": 1}}}`), nil)
		require.False(t, diags.Failed(), "%v", diags)
		files := emit(t, c)
		assert.Contains(t, content(t, files, "case/v1/index.d.ts"), "export type Promise = ")
		assert.Contains(t, content(t, files, "case/v1/index.js"), "isLength(v, 1)")
	})
	t.Run("a type of the language, with methods that mean it", func(t *testing.T) {
		schema := bytes.Replace(demoSource(t, "schema.json"), []byte(`"token": {`), []byte(`"promise": {"type": "object"}, "token": {`), 1)
		c, diags := model("demo", schema, demoSource(t, "contract.yaml"))
		require.False(t, diags.Failed(), "%v", diags)
		_, diags = typescript.Emit([]*ir.Contract{c}, options)
		require.True(t, diags.Failed())
		assert.Equal(t, "name-collision", diags[0].Code)
		assert.Contains(t, diags[0].Message, "Promise")
	})
	for _, tt := range []struct{ title, defs, want string }{
		{"a type and a nested type", `"a": {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": true}}}}, "aB": ` + object, "AB"},
		{"a type of every module", `"violation": ` + object, "Violation"},
		{"another type of every module", `"json_value": ` + object, "JsonValue"},
	} {
		t.Run(tt.title, func(t *testing.T) {
			c, diags := model("case", []byte(`{"$defs": {`+tt.defs+`}}`), nil)
			if !diags.Failed() {
				var files []output.File
				files, diags = typescript.Emit([]*ir.Contract{c}, options)
				assert.Nil(t, files)
			}
			require.True(t, diags.Failed())
			first := diags[0]
			assert.Equal(t, diag.Error, first.Severity)
			assert.Equal(t, "name-collision", first.Code)
			assert.Contains(t, first.Message, tt.want)
			assert.True(t, first.Pos.IsValid())
			assert.NotEmpty(t, first.Also)
		})
	}
}

// TestManifest shows what the package says of itself.
func TestManifest(t *testing.T) {
	files := emit(t, demo(t))
	assert.False(t, slices.ContainsFunc(files, func(f output.File) bool { return path.Base(f.Path) == "LICENSE" }))
	licensed := options
	licensed.License, licensed.Terms = "MIT OR Apache-2.0", []byte("Do as you like.\n")
	files, diags := typescript.Emit([]*ir.Contract{demo(t)}, licensed)
	require.Empty(t, diags)
	assert.Equal(t, "Do as you like.\n", content(t, files, "LICENSE"))
	assert.Contains(t, content(t, files, "package.json"), `"license": "MIT OR Apache-2.0"`)
	assert.JSONEq(t, `{
		"//": "Code generated by lockstep. DO NOT EDIT.",
		"name": "@rightkit/contracts", "version": "0.1.0", "description": "Types and run-time checks of wire contracts: demo/v1",
		"license": "UNLICENSED", "type": "module", "sideEffects": false, "engines": {"node": ">=18"},
		"exports": {
			"./demo/v1": {
				"import": {"types": "./demo/v1/index.d.ts", "default": "./demo/v1/index.js"},
				"require": {"types": "./demo/v1/index.d.cts", "default": "./demo/v1/index.cjs"}
			},
			"./package.json": "./package.json"
		},
		"files": ["demo/v1", "runtime", "test"],
		"scripts": {"test": "node --test test/drift.test.mjs"}
	}`, content(t, emit(t, demo(t)), "package.json"))
}
