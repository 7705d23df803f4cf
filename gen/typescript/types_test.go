package typescript_test

import (
	"path"
	"regexp"
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
				"z": {"type": "object", "properties": {"kind": {"const": "z"}}, "required": ["kind"]}}}`
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
  | { ref: ElementRef; op: "click" }
  | { ref: ElementRef; op: "type"; text: string }
  | { ref: ElementRef; op: "press"; key: string };
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
	assert.JSONEq(t, `{
		"//": "Code generated by lockstep. DO NOT EDIT.",
		"name": "@rightkit/contracts", "version": "0.1.0", "description": "Types and run-time checks of wire contracts: demo/v1",
		"license": "MIT", "type": "module", "sideEffects": false, "engines": {"node": ">=18"},
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
