package tstemplate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCommonJS(t *testing.T) {
	for _, tt := range []struct{ title, text, want string }{
		{"imports",
			"// About.\n\nimport { a, b } from \"./x.js\";\n\nlet c = a + b;\n",
			"\"use strict\";\n\n// About.\n\nconst { a, b } = require(\"./x.cjs\");\n\nlet c = a + b;\n"},
		{"declarations",
			"export const a = 1;\nexport function f(x) {\n  return x;\n}\nexport class C extends B {}\n",
			"\"use strict\";\n\nconst a = 1;\nfunction f(x) {\n  return x;\n}\nclass C extends B {}\n\nmodule.exports = {\n  a,\n  f,\n  C,\n};\n"},
		{"lists",
			"export { a, b } from \"./x.js\";\nexport { c };\n",
			"\"use strict\";\n\nconst { a, b } = require(\"./x.cjs\");\n\nmodule.exports = {\n  a,\n  b,\n  c,\n};\n"},
		{"words inside", "const important = 1;\n  export_(important);\n", "\"use strict\";\n\nconst important = 1;\n  export_(important);\n"},
	} {
		got, err := commonJS(tt.text)
		require.NoError(t, err, tt.title)
		assert.Equal(t, tt.want, got, tt.title)
	}
	for _, text := range []string{
		`import x from "./x.js";`, `import * as x from "./x.js";`, `import "./x.js";`, `import { a } from "elsewhere";`,
		`export default 1;`, `export * from "./x.js";`, `export let a = 1;`, `export async function f() {}`,
	} {
		_, err := commonJS(text + "\n")
		assert.ErrorContains(t, err, "cannot turn this line into CommonJS", text)
	}
}

func TestRuntime(t *testing.T) {
	files, err := Runtime("out/runtime")
	require.NoError(t, err)
	names := map[string]string{}
	for _, f := range files {
		names[f.Path] = string(f.Content)
		assert.True(t, strings.HasPrefix(string(f.Content), header), f.Path)
		if strings.HasSuffix(f.Path, "cjs") || strings.HasSuffix(f.Path, ".cts") {
			assert.NotContains(t, string(f.Content), ".js\"", f.Path)
		}
	}
	for _, name := range []string{"wire.js", "wire.cjs", "wire.d.ts", "wire.d.cts", "shape.js", "shape.cjs", "shape.d.ts", "shape.d.cts"} {
		assert.Contains(t, names, "out/runtime/"+name)
	}
	assert.Contains(t, names["out/runtime/shape.d.cts"], `from "./wire.cjs"`)
}

// TestTemplates fills each template with a view without content: whatever a view says, a template does not fail.
func TestTemplates(t *testing.T) {
	for _, v := range []View{
		LineComment{}, LineNote{}, BlockComment{}, Text(""), Group{}, Declarations{}, Interface{}, Member{}, Nested{}, Alias{},
		Union{}, Choices{}, Shape{}, Constant{}, Table{}, Methods{}, Module{}, Common{}, Let{}, Function{}, Refusal{}, Enter{}, Read{}, OwnRead{}, Present{},
		IfPresent{}, Length{}, Holes{}, Items{}, Loop{}, CountingLoop{}, RestNone{}, RestJSON{}, RestTyped{}, Several{}, Choose{}, Values{}, Return{}, Readme{}, ReadmeUse{},
		ReadmeMethods{}, DriftTest{}, Assertions{},
	} {
		_, err := Fill(v)
		assert.NoError(t, err, "%T", v)
	}
	assert.Len(t, templates.Templates(), 43+len(files(t)), "a template that no view names, or that this test does not know")
}

func files(t *testing.T) []string {
	entries, err := sources.ReadDir(".")
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
