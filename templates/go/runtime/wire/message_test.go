package wire

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMessages(t *testing.T) {
	long := strings.Repeat("x", 33)
	tests := []struct{ schema, text, want string }{
		{`{"type":"string"}`, `5`, `got a number, want a string`},
		{`{"type":["integer","null"]}`, `"5"`, `got a string, want null or an integer`},
		{`{"type":"integer"}`, `1.5`, `got 1.5, want an integer`},
		{`{"type":"integer"}`, `null`, `got null, want an integer`},
		{`{"type":"integer"}`, `1` + strings.Repeat("0", 30), `got 1000000000000000000000000000000, want an integer from -9223372036854775808 to 9223372036854775807`},
		{`{"type":"number"}`, `1e999`, `got 1e999, want a number that fits in float64`},
		{`{"type":["array","object","boolean"]}`, `""`, `got a string, want a boolean, an array or an object`},
		{`{"enum":["click","type","press"]}`, `"clik"`, `got "clik", want "click", "type" or "press"`},
		{`{"enum":["a"]}`, `"\n\u202e\u0000"`, `got "\n\u202e\x00", want "a"`},
		{`{"enum":["a",null,1]}`, `"` + long + `"`, `got a string of 33 characters, want "a", null or 1`},
		{`{"enum":["a"]}`, `{"a":"secret"}`, `got an object of 1 property, want "a"`},
		{`{"const":"a"}`, `"secret"`, `got a string of 6 characters, want "a"`},
		{`{"const":true}`, `false`, `got false, want true`},
		{`{"const":"` + long + `"}`, `1`, `got 1, want "` + long[:31] + `…`},
		{`{"minLength":2}`, `"é"`, `got 1 character, want at least 2`},
		{`{"maxLength":0}`, `"abc"`, `got 3 characters, want at most 0`},
		{`{"pattern":"^a"}`, `"secret"`, `got a string of 6 characters, want a match of ^a`},
		{`{"minimum":0}`, `-1`, `got -1, want at least 0`},
		{`{"maximum":1e2}`, `1` + strings.Repeat("0", 40), `got a number of 41 characters, want at most 1e2`},
		{`{"exclusiveMinimum":0}`, `0`, `got 0, want more than 0`},
		{`{"exclusiveMaximum":0}`, `0`, `got 0, want less than 0`},
		{`{"multipleOf":0.1}`, `0.15`, `got 0.15, want a multiple of 0.1`},
		{`{"minItems":1}`, `[]`, `got 0 items, want at least 1`},
		{`{"maxItems":1}`, `[1,2]`, `got 2 items, want at most 1`},
		{`{"uniqueItems":true}`, `[1,0,1]`, `got equal items 0 and 2, want each item once`},
		{`{"contains":true}`, `[]`, `got no item that matches the schema under "contains", want at least 1`},
		{`{"contains":true,"minContains":2}`, `[1]`, `got 1 item that matches the schema under "contains", want at least 2`},
		{`{"contains":true,"maxContains":1}`, `[1,2]`, `got 2 items that match the schema under "contains", want at most 1`},
		{`{"required":["op"]}`, `{}`, `missing property "op"`},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, `missing property "b", required beside "a"`},
		{`{"minProperties":1}`, `{}`, `got 0 properties, want at least 1`},
		{`{"maxProperties":1}`, `{"a":1,"b":2}`, `got 2 properties, want at most 1`},
		{`{"anyOf":[false,false]}`, `[1]`, `got an array of 1 item that matches none of 2 schemas`},
		{`{"oneOf":[true,true]}`, `[]`, `got an array of 0 items that matches more than one of 2 schemas, want exactly one`},
		{`{"not":true}`, `"a"`, `got a string of 1 character, want none that matches the schema under "not"`},
		{`{"properties":{"host":true,"port":true},"additionalProperties":false}`, `{"hots":1}`, `unknown property, did you mean "host"?`},
		{`{"properties":{"host":true,"port":true},"additionalProperties":false}`, `{"port":1,"pork":1}`, `unknown property`},
		{`{"allOf":[{"properties":{"address":true}}],"unevaluatedProperties":false}`, `{"adress":1}`, `unknown property, did you mean "address"?`},
		{`{"propertyNames":false}`, `{"a":1}`, `unknown property, no name is accepted`},
		{`{"items":false}`, `[1]`, `got an item, want none here`},
		{`{"prefixItems":[false]}`, `["secret"]`, `got a string of 6 characters, want no value here`},
	}
	for _, tt := range tests {
		all := Check([]byte(tt.text), mustRead(t, tt.schema))
		require.Len(t, all, 1, "%s %s", tt.schema, tt.text)
		assert.Equal(t, tt.want, all[0].Message)
	}
	many := &Rule{Enum: strings.Split(strings.Repeat("a", 20), "")}
	assert.Equal(t, `got 1, want `+strings.Repeat(`"a", `, 12)[:58]+` or 8 more`, Check([]byte("1"), many)[0].Message)
	when := Condition{Property: "op", Equals: "type"}
	assert.Equal(t, `missing property "text", required when "op" is "type"`, when.explain("text"))
}

func TestNearest(t *testing.T) {
	known := []string{"host", "port", "id", "timeout", "timeouts", "größe"}
	tests := map[string]string{
		"hots": "host", "ost": "host", "hosts": "host", "hst": "host", "prt": "port", "HOST": "", "Host": "host", "x": "",
		"di": "", "idd": "", "timeut": "timeout", "tmeut": "timeout", "tmet": "", "timeoutss": "timeouts", "grösse": "größe", "": "",
		strings.Repeat("x", 1000): "",
	}
	for name, want := range tests {
		assert.Equal(t, want, nearest(name, known), name)
	}
}

func TestViolations(t *testing.T) {
	r := mustRead(t, `{"items":{"type":"null"}}`)
	all := Check([]byte(`[1,null,2]`), r)
	assert.EqualError(t, all.Err(), "/0: got a number, want null [type]\n/2: got a number, want null [type]")
	assert.NoError(t, Check([]byte(`[]`), r).Err())
	assert.Nil(t, Check([]byte(`[]`), r))
	assert.Equal(t, all, Shape{Name: "list", Rule: r}.Check([]byte(`[1,null,2]`)))
}

// TestTexts asks for the violation of texts that are no messages: it stands alone, whatever the rule says.
func TestTexts(t *testing.T) {
	never := &Rule{Never: true}
	deep := strings.Repeat("[", MaxDepth)
	tests := []struct {
		text, code, instance string
		offset               int
	}{
		{``, CodeSyntax, "", 0}, {`{"a":1,}`, CodeSyntax, "", 7}, {`[1 2]`, CodeSyntax, "", 3}, {`01`, CodeSyntax, "", 1},
		{`{"a":1} x`, CodeTrailing, "", 8}, {"\"\xff\"", CodeUTF8, "", 1}, {`["\ud800"]`, CodeSurrogate, "", 2},
		{deep + "[", CodeDepth, "", MaxDepth}, {`{"a":1,"b":[{"c":1,"c":2}]}`, CodeDuplicateMember, "/b/0/c", 19},
		{`{"a":{"~/":1,"\u007e/":2}}`, CodeDuplicateMember, "/a/~0~1", 13},
		{`{"a":1,"a":2`, CodeDuplicateMember, "/a", 7}, {`nul`, CodeSyntax, "", 0}, {`[1,2`, CodeSyntax, "", 4},
	}
	for _, tt := range tests {
		all := Check([]byte(tt.text), never)
		require.Len(t, all, 1, tt.text)
		assert.NotEmpty(t, all[0].Message)
		all[0].Message = ""
		assert.Equal(t, Violation{Code: tt.code, Instance: tt.instance, Offset: tt.offset}, all[0], tt.text)
	}
}
