package load_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// read reads a text that must be right.
func read(t *testing.T, name, text string) *load.Document {
	t.Helper()
	doc, diags := load.Read(source.NewFile(name, []byte(text)))
	require.Empty(t, diags)
	require.NotNil(t, doc)
	return doc
}

// dump writes a node a line: pointer, kind, place, value, and the text from its first to its last byte.
func dump(n *load.Node) string {
	var b strings.Builder
	var walk func(*load.Node)
	walk = func(n *load.Node) {
		_, pos, _ := strings.Cut(n.Pos.String(), ":")
		fmt.Fprintf(&b, "%q %s %s %t %q", string(n.Pointer), n.Kind, pos, n.Bool, n.Text)
		if n.Items == nil && n.Members == nil {
			fmt.Fprintf(&b, " <- %q", n.Pos.File.Text[n.Pos.Offset:n.End])
		}
		b.WriteByte('\n')
		for _, item := range n.Items {
			walk(item)
		}
		for _, m := range n.Members {
			_, pos, _ := strings.Cut(m.NamePos.String(), ":")
			fmt.Fprintf(&b, "%q at %s\n", m.Name, pos)
			walk(m.Value)
		}
	}
	walk(n)
	return b.String()
}

func TestJSONNodes(t *testing.T) {
	doc := read(t, "a.json", "\r\n{\"é\": [1.50, -0, 2e+07, \"a\\u00e9\\n\\ud83d\\ude00\\/\"],\n"+
		"\t\"a/b~c\" : {\"\": null , \"t\":true, \"f\":false}, \"e\": [{}, [ ]]}\n")
	assert.Equal(t, `"" object 2:1 false ""
"é" at 2:2
"/é" array 2:7 false ""
"/é/0" number 2:8 false "1.50" <- "1.50"
"/é/1" number 2:14 false "-0" <- "-0"
"/é/2" number 2:18 false "2e+07" <- "2e+07"
"/é/3" string 2:25 false "aé\n😀/" <- "\"a\\u00e9\\n\\ud83d\\ude00\\/\""
"a/b~c" at 3:2
"/a~1b~0c" object 3:12 false ""
"" at 3:13
"/a~1b~0c/" null 3:17 false "" <- "null"
"t" at 3:24
"/a~1b~0c/t" boolean 3:28 true "" <- "true"
"f" at 3:34
"/a~1b~0c/f" boolean 3:38 false "" <- "false"
"e" at 3:46
"/e" array 3:51 false ""
"/e/0" object 3:52 false ""
"/e/1" array 3:56 false ""
`, dump(doc.Root))
	assert.Equal(t, "[ ]", string(doc.File.Text[doc.Root.At("/e/1").Pos.Offset:doc.Root.At("/e/1").End]))
	assert.Equal(t, "2e+07", doc.Root.At("/é/2").Text)
	assert.True(t, doc.Root.At("/a~1b~0c/t").Bool)
	assert.Nil(t, doc.Root.At("/é/02"))
	assert.Nil(t, doc.Root.At("/é/4"))
	assert.Nil(t, doc.Root.At("/e/0/x"))
	assert.Nil(t, doc.Root.At("/e/0/x/y"))
	assert.Nil(t, doc.Root.Get("x").Get("y"))
}

func TestYAMLNodes(t *testing.T) {
	doc := read(t, "a.yaml", `# a comment
é: [1.50, -0, 2e+07, "a\u00e9\n"] # another
a/b~c:
  '': null
  t: true
  "f": false
e:
- {}
- []
s:
  - plain text
  - 'it''s'
  - "say \"x\""
  - |
    a
    b
  - y
  - "no"
  - 1.2.3
  - 2024-11
`)
	assert.Equal(t, `"" object 2:1 false ""
"é" at 2:1
"/é" array 2:4 false ""
"/é/0" number 2:5 false "1.50" <- "1.50"
"/é/1" number 2:11 false "-0" <- "-0"
"/é/2" number 2:15 false "2e+07" <- "2e+07"
"/é/3" string 2:22 false "aé\n" <- "\"a\\u00e9\\n\""
"a/b~c" at 3:1
"/a~1b~0c" object 4:3 false ""
"" at 4:3
"/a~1b~0c/" null 4:7 false "" <- "null"
"t" at 5:3
"/a~1b~0c/t" boolean 5:6 true "" <- "true"
"f" at 6:3
"/a~1b~0c/f" boolean 6:8 false "" <- "false"
"e" at 7:1
"/e" array 8:1 false ""
"/e/0" object 8:3 false ""
"/e/1" array 9:3 false ""
"s" at 10:1
"/s" array 11:3 false ""
"/s/0" string 11:5 false "plain text" <- "plain text"
"/s/1" string 12:5 false "it's" <- "'it''s'"
"/s/2" string 13:5 false "say \"x\"" <- "\"say \\\"x\\\"\""
"/s/3" string 14:5 false "a\nb\n" <- "|"
"/s/4" string 17:5 false "y" <- "y"
"/s/5" string 18:5 false "no" <- "\"no\""
"/s/6" string 19:5 false "1.2.3" <- "1.2.3"
"/s/7" string 20:5 false "2024-11" <- "2024-11"
`, dump(doc.Root))
}

// TestYAMLReadsJSON: JSON is YAML, and means the same, places included.
func TestYAMLReadsJSON(t *testing.T) {
	text := `{"a": [1, -2.5e3, "x\ty", true, null, {}],
 "b": {"c": [[]]}, "true": "yes"}`
	fromJSON, fromYAML := read(t, "a.json", text), read(t, "a.yaml", text)
	assert.Equal(t, dump(fromJSON.Root), dump(fromYAML.Root))
}

func TestDepth(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	block := func(n int) string { return strings.Repeat("- ", n) + "1\n" }
	read(t, "a.json", nested(load.MaxDepth))
	read(t, "a.yaml", nested(load.MaxDepth))
	read(t, "a.yaml", block(load.MaxDepth))
	mixed := strings.Repeat("- ", load.MaxDepth-1) + nested(2) // each kind of nesting alone is small enough
	for name, text := range map[string]string{
		"a.json": strings.Repeat("[", 1<<20), "a.yaml": strings.Repeat("[", 1<<18), "b.yaml": block(load.MaxDepth + 1),
		"c.yaml": mixed, "d.yml": strings.Repeat("? ", 1<<18),
	} {
		_, diags := load.Read(source.NewFile(name, []byte(text)))
		require.Len(t, diags, 1, name)
		assert.Equal(t, "depth", diags[0].Code, name)
	}
}

func TestSize(t *testing.T) {
	tests := []struct{ name, text string }{
		{"a.json", strings.Repeat(" ", load.MaxSize) + "1"},
		{"a.yaml", strings.Repeat(" ", load.MaxSize) + "1"},
		{"b.yaml", "[" + strings.Repeat("1,", 1<<19) + "1]"},
		// Each value has the long name in its pointer.
		{"b.json", `{"` + strings.Repeat("a", 1<<20) + `": [` + strings.Repeat("1,", 1<<11) + "1]}"},
	}
	for _, test := range tests {
		doc, diags := load.Read(source.NewFile(test.name, []byte(test.text)))
		assert.Nil(t, doc)
		require.Len(t, diags, 1)
		assert.Equal(t, "size", diags[0].Code)
	}
}

func TestManyFindings(t *testing.T) {
	text := "{" + strings.Repeat(`"a": 1, `, 1000) + `"a": 1}`
	_, diags := load.JSON(source.NewFile("a.json", []byte(text)))
	require.Len(t, diags, 201)
	assert.Equal(t, "800 more findings are not shown [too-many]", diags[200].Text())
}

func TestReadUnknownExtension(t *testing.T) {
	_, diags := load.Read(source.NewFile("schema.toml", []byte("{}")))
	assert.Equal(t, `schema.toml:1:1: the file's extension does not say what it holds [file-type]
    got:  ".toml"
    want: ".json", ".yaml" or ".yml"`, diags.Error())
}
