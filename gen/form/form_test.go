package form_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

func parse(t *testing.T, text string) *load.Node {
	t.Helper()
	doc, diags := load.JSON(source.NewFile("f.json", []byte(text)))
	require.Empty(t, diags)
	return doc.Root
}

func TestObject(t *testing.T) {
	var diags diag.List
	n := parse(t, `{"s": "x", "i": 2.0, "f": false, "d": "1500ms", "p": "./a/b/", "c": "two", "l": ["a", "b"], "m": {"k": "v"}}`)
	o := form.Open(n, &diags, "s")
	s, i, f, d := o.Text("s", form.Value), o.Int("i", 0, 9), o.Flag("f"), o.Duration("d")
	p, c, l := o.Path("p"), o.Choice("c", "one", "two"), o.Texts("l", 1, form.Value)
	m := form.Map(o, "m", func(key form.Text, n *load.Node) string { return key.Value + "=" + n.Text })
	absent, none := o.Text("absent", form.Value), form.List(o, "none", 1, func(*load.Node) int { return 1 })
	o.Close()

	assert.Empty(t, diags)
	assert.Equal(t, "x", s.Value)
	assert.Equal(t, "f.json:1:7", s.Pos.String())
	assert.Equal(t, 2, i.Value)
	assert.False(t, f.Value)
	assert.NotNil(t, f.Node)
	assert.Equal(t, 1500*time.Millisecond, d.Value)
	assert.Equal(t, "a/b", p.Value)
	assert.Equal(t, "two", c.Value)
	assert.Equal(t, "b", l[1].Value)
	assert.Equal(t, []string{"k=v"}, m)
	assert.Nil(t, absent.Node)
	assert.Nil(t, none)
}

func TestErrors(t *testing.T) {
	tests := []struct {
		text string
		read func(o *form.Object)
		want string
	}{
		{`{}`, func(o *form.Object) { o.Text("name", form.Value) }, `the document lacks the key "name" [missing-key]`},
		{`{"name": 1}`, func(o *form.Object) { o.Text("name", form.Value) }, `"name" must be a string [wrong-type]`},
		{`{"name": ""}`, func(o *form.Object) { o.Text("name", form.Prose) }, `"name" must be a text that is not blank [bad-value]`},
		{`{"name": "on"}`, func(o *form.Object) { o.Flag("name") }, `"name" must be a boolean [wrong-type]`},
		{`{"name": "30"}`, func(o *form.Object) { o.Duration("name") }, `"name" must be a time such as "30s" (ms, s, m or h) [bad-value]`},
		{`{"name": 1.5}`, func(o *form.Object) { o.Int("name", 1, 2) }, `"name" must be a whole number from 1 to 2 [bad-value]`},
		{`{"name": 1e400}`, func(o *form.Object) { o.Int("name", 1, 1) }, `"name" must be 1 [bad-value]`},
		{`{"name": "c"}`, func(o *form.Object) { o.Choice("name", "a", "b") }, `"name" must be "a" or "b" [bad-value]`},
		{`{"name": []}`, func(o *form.Object) { o.Paths("name", 1) }, `"name" must be an array of at least 1 item [bad-value]`},
		{`{"name": ["a", 2]}`, func(o *form.Object) { o.Paths("name", 1) }, `"name/1" must be a string [wrong-type]`},
		{`{"name": ["a", "a"]}`, func(o *form.Object) { o.Paths("name", 1) }, `"a" stands twice [duplicate-item]`},
		{`{"name": {}}`, func(o *form.Object) {
			form.Map(o, "name", func(form.Text, *load.Node) int { return 0 })
		}, `"name" must be an object of at least 1 entry [bad-value]`},
		{`{"title": "a\nb"}`, func(o *form.Object) {
			o.NamedBy("tool", "title")
			o.Text("title", form.Value)
		}, `tool "a\nb" lacks the key "name" [missing-key]`},
		{`{"name": "", "a": 1}`, func(o *form.Object) {
			o.RequiredBy("a", "b")
			o.RequiredBy("c", "d")
			o.Text("name", form.Value)
			o.Int("a", 0, 9)
		}, `the document lacks the key "b", which "a" needs [missing-key]`},
		{`{"nam": ""}`, func(o *form.Object) { o.Text("name", form.Value) }, `unknown key "nam" [unknown-key]`},
		{`{"name": "", "a": 1}`, func(o *form.Object) { o.Text("name", form.Value) }, `unknown key "a" [unknown-key]`},
		{`{"name": ""}`, func(o *form.Object) {
			o.Text("name", form.Value)
			o.AtLeast(2)
		}, `the document says too little [missing-key]`},
	}
	for _, test := range tests {
		t.Run(test.want, func(t *testing.T) {
			var diags diag.List
			o := form.Open(parse(t, test.text), &diags, "name")
			test.read(o)
			o.Close()
			require.Len(t, diags, 1)
			first, _, _ := strings.Cut(diags[0].Text(), "\n")
			_, message, _ := strings.Cut(first, ": ")
			assert.Equal(t, test.want, message)
		})
	}
}

// What is absent, and what is wrong, is read as zero; every error is reported once.
func TestObjectThatIsNone(t *testing.T) {
	var diags diag.List
	o := form.Open(parse(t, `"text"`), &diags, "s")
	assert.Zero(t, o.Text("s", form.Value))
	assert.Nil(t, form.Map(o, "m", func(form.Text, *load.Node) int { return 1 }))
	o.Close()
	assert.Equal(t, "f.json:1:1: the document must be an object [wrong-type]\n    got:  \"text\"", diags.Error())
}

// A value that is long or holds control characters cannot spoil a report.
func TestHostileValues(t *testing.T) {
	var diags diag.List
	o := form.Open(parse(t, `{"a": "\n\u202e`+strings.Repeat("x", 1000)+`", "b": `+strings.Repeat("1", 1000)+`}`), &diags)
	o.Choice("a", "x")
	o.Int("b", 0, 9)
	o.Close()
	assert.Equal(t, `f.json:1:7: "a" must be "x" [bad-value]`+"\n"+
		`    at:   /a`+"\n"+
		`    got:  "\n\u202e`+strings.Repeat("x", 58)+`"...`+"\n"+
		`f.json:1:1024: "b" must be a whole number from 0 to 9 [bad-value]`+"\n"+
		`    at:   /b`+"\n"+
		`    got:  `+strings.Repeat("1", 60)+`...`, diags.Error())
}

func TestPaths(t *testing.T) {
	tests := map[string]string{
		".":               ".",
		"a":               "a",
		"./a":             "a",
		"a/b/":            "a/b",
		".github/x.y":     ".github/x.y",
		"schema/demo@2/v": "schema/demo@2/v",
		"":                "",
		"/a":              "",
		"..":              "",
		"a/..":            "",
		"a/../b":          "",
		"a/./b":           "",
		"a//b":            "",
		`a\b`:             "",
		"C:a":             "",
		"a\nb":            "",
		"a b":             "",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			var diags diag.List
			n := parse(t, `{}`)
			n.Kind, n.Members = load.Object, []load.Member{{Name: "p", Value: &load.Node{Kind: load.String, Text: text, Pos: n.Pos}}}
			o := form.Open(n, &diags)
			assert.Equal(t, want, o.Path("p").Value)
			assert.Equal(t, want == "", diags.Failed())
		})
	}
}
