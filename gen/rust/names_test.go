package rust_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/rust"
)

// TestShadow compiles shapes that are called what the language calls its own types.
func TestShadow(t *testing.T) {
	var defs []string
	names := strings.Fields("String Vec Option Box Result From Sized BTreeMap Duration Clone Debug Default Iterator Send Copy Eq")
	for i, name := range names {
		next := names[(i+1)%len(names)]
		defs = append(defs, `"`+name+`":{"type":"object","properties":{"self":{"type":"string"},"list":{"type":"array","items":{"type":"string"}},`+
			`"map":{"type":"object","additionalProperties":{"type":"integer"}},"next":{"$ref":"#/$defs/`+next+`"},"`+
			`type":{"type":["number","null"]}},"required":["list","type"]}`)
	}
	c, diags := model("loop", []byte(`{"$defs":{`+strings.Join(defs, ",")+`}}`), nil)
	require.False(t, diags.Failed(), "%v", diags)
	text := `{"list":["a"],"type":null,"map":{"b":1},"next":{"list":[],"type":1.5,"next":{"list":[],"type":0}}}`
	var questions []question
	for _, name := range names {
		questions = append(questions, question{
			module: "loop/v1", shape: name, text: []byte(text), rule: rules.Wire(c.Lookup(name).Rule), want: "accept",
		})
	}
	l := newLaneNamed(t, "r#loop", c)
	for i, a := range l.ask(t, questions) {
		assert.Empty(t, judge(questions[i], a))
		assert.Equal(t, `{"list":["a"],"map":{"b":1},"next":{"list":[],"next":{"list":[],"type":0},"type":1.5},"type":null}`, a.text)
	}
}

// TestCollisions refuses names that meet, with the places of both.
func TestCollisions(t *testing.T) {
	for name, schema := range map[string]string{
		"Method":    `{"$defs":{"Method":{"type":"object"}}}`,
		"Violation": `{"$defs":{"violation":{"type":"object"}}}`,
	} {
		c, diags := model("c", []byte(schema), nil)
		require.False(t, diags.Failed(), "%v", diags)
		_, diags = rust.Emit([]*ir.Contract{c}, options)
		require.True(t, diags.Failed(), name)
		assert.Equal(t, "name-collision", diags[0].Code)
		assert.True(t, diags[0].Pos.IsValid())
		assert.Contains(t, diags[0].Message, name)
	}
	c, diags := model("wire", []byte(`{"type":"object"}`), nil)
	require.False(t, diags.Failed(), "%v", diags)
	_, diags = rust.Emit([]*ir.Contract{c}, options)
	require.True(t, diags.Failed())
}

// TestDeep asks a schema that refers to itself at the end of a long chain about a message that is as deep as any: the
// check fits on the stack of a thread.
func TestDeep(t *testing.T) {
	var defs []string
	for i := range 200 {
		defs = append(defs, fmt.Sprintf(`"a%d":{"$ref":"#/$defs/a%d"}`, i, i+1))
	}
	part := `{"type":"object","properties":{"next":{"$ref":"#/$defs/a0"}}}`
	for range 10 {
		part = `{"allOf":[` + part + `],"minProperties":0}`
	}
	defs = append(defs, `"a200":`+part)
	c, diags := model("deep", []byte(`{"$ref":"#/$defs/a0","$defs":{`+strings.Join(defs, ",")+`}}`), nil)
	require.False(t, diags.Failed(), "%v", diags)
	text := strings.Repeat(`{"next":`, 126) + "{}" + strings.Repeat("}", 126)
	rule := rules.Wire(c.Lookup("root").Rule)
	questions := []question{
		{module: "deep/v1", shape: "root", text: []byte(text), rule: rule, want: "accept"},
		{module: "deep/v1", shape: "root", text: []byte(strings.Replace(text, "{}", "1", 1)), rule: rule, want: "refuse"},
	}
	report(t, newLane(t, c).ask(t, questions), questions)
}
