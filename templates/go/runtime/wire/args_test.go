package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// batchArgs are those of a tool with a text key and a list of steps.
func batchArgs(t testing.TB) *Args {
	r := mustRead(t, `{
		"type": "object",
		"properties": {
			"token": {"type": "string"},
			"text": {"type": "string"},
			"mode": {"type": "string", "enum": ["fast", "slow"]},
			"delay": {"type": "integer", "minimum": 0},
			"steps": {"type": "array", "minItems": 1, "maxItems": 20, "items": {"$ref": "#/$defs/step"}}
		},
		"required": ["token", "steps"],
		"$defs": {"step": {
			"type": "object",
			"properties": {"op": {"enum": ["click", "type", "press"]}, "text": {"type": "string"}, "key": {"type": "string"}},
			"required": ["op"]
		}}
	}`)
	step := r.Properties[4].Rule.Items.Ref
	step.RequiredWhen = []Condition{
		{At: "contract.yaml#/conditions/0", Property: "op", Equals: "type", Required: []string{"text"}},
		{At: "contract.yaml#/conditions/1", Property: "op", Equals: "press", Required: []string{"key"}},
	}
	return &Args{Tool: "batch", Rule: r, Text: []string{"token", "text"}}
}

func TestParseArgs(t *testing.T) {
	const steps = `steps=[{"op":"click"}]`
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"token=t", steps}, `{"token":"t","steps":[{"op":"click"}]}`},
		{[]string{steps, "token=1e3"}, `{"steps":[{"op":"click"}],"token":"1e3"}`},
		{[]string{"token=", steps, "text=a=b"}, `{"token":"","steps":[{"op":"click"}],"text":"a=b"}`},
		{[]string{`text={"a":1}`, steps, "token= null "}, `{"text":"{\"a\":1}","steps":[{"op":"click"}],"token":" null "}`},
		{[]string{"token=t", `steps= [ {"op" : "click"} ]` + "\n", "delay= 1e1 "}, `{"token":"t","steps":[ {"op" : "click"} ],"delay":1e1}`},
		{[]string{"token=t", steps, `mode="fast"`}, `{"token":"t","steps":[{"op":"click"}],"mode":"fast"}`},
		{[]string{"token=t", steps, `mode=slow`}, `{"token":"t","steps":[{"op":"click"}],"mode":"slow"}`},
		{[]string{"token=t\n\"\\é", steps}, `{"token":"t\n\"\\é","steps":[{"op":"click"}]}`},
		// What the rule does not know is sent; a text that is no JSON is a string.
		{[]string{"token=t", steps, "Token=5", "x=", "y=[1", `"=1`, "w=nulL", `u="\ud800"`, "v=01", "null=null"},
			`{"token":"t","steps":[{"op":"click"}],"Token":5,"x":"","y":"[1","\"":1,"w":"nulL","u":"\"\\ud800\"","v":"01","null":null}`},
		{[]string{` {"steps":[{"op":"type","text":""}],"token":"t"} `}, `{"steps":[{"op":"type","text":""}],"token":"t"}`},
		{[]string{"token=t", `steps=[` + strings.Repeat(`{"op":"click"},`, 19) + `{"op":"press","key":"x"}]`},
			`{"token":"t","steps":[` + strings.Repeat(`{"op":"click"},`, 19) + `{"op":"press","key":"x"}]}`},
	}
	for _, tt := range tests {
		got, err := ParseArgs(tt.args, batchArgs(t))
		require.NoError(t, err, "%q", tt.args)
		assert.Equal(t, tt.want, string(got))
		assert.True(t, json.Valid(got))
	}
	got, err := ParseArgs(nil, &Args{Tool: "apps", Rule: &Rule{Type: Object}})
	require.NoError(t, err)
	assert.Equal(t, `{}`, string(got))
}

func TestParseArgsErrors(t *testing.T) {
	const ok = `steps=[{"op":"click"}]`
	step := func(n int) string {
		return "steps=[" + strings.TrimSuffix(strings.Repeat(`{"op":"click"},`, n), ",") + "]"
	}
	tests := []struct {
		args    []string
		message string
		code    string // of the violation
	}{
		{[]string{"tok"}, `got "tok" without '=', want key=value pairs or one JSON object`, ""},
		{[]string{"token=t", strings.Repeat("x", 17)}, `got argument 2 without '=', want key=value pairs or one JSON object`, ""},
		{[]string{strings.Repeat("x", 16)}, `got "xxxxxxxxxxxxxxxx" without '=', want key=value pairs or one JSON object`, ""},
		{[]string{"t-secret"}, `got argument 1 without '=', want key=value pairs or one JSON object`, ""}, // a token
		{[]string{"token=t", "9secret"}, `got argument 2 without '=', want key=value pairs or one JSON object`, ""},
		{[]string{"sécret"}, `got argument 1 without '=', want key=value pairs or one JSON object`, ""},
		{[]string{""}, `got argument 1 without '=', want key=value pairs or one JSON object`, ""},
		{[]string{"[1]"}, `got argument 1 without '=', want key=value pairs or one JSON object`, ""},
		{[]string{"token=t", "=x"}, `argument 2 has no key before its '=', want key=value`, ""},
		{[]string{"token=secret", ok, "token=secret"}, `got the key "token" twice`, ""},
		{[]string{"{}", "token=secret"}, `got a JSON object beside other arguments, want key=value pairs or one JSON object`, ""},
		{[]string{"token=secret", ` {"a":1}`}, `got a JSON object beside other arguments, want key=value pairs or one JSON object`, ""},
		{[]string{"{}", "{}"}, `got a JSON object beside other arguments, want key=value pairs or one JSON object`, ""},
		{[]string{"token=t", "x=\xff"}, `argument 2 is not valid UTF-8`, ""},
		{[]string{"x=\x00"}, `argument 1 holds a NUL character`, ""},
		{nil, `missing property "token", give it as "token=TEXT"`, "required"},
		{[]string{"token=t"}, `missing property "steps", give it as "steps=VALUE"`, "required"},
		{[]string{"tokne=secret", ok}, `missing property "token", give it as "token=TEXT"; got "tokne", did you mean "token"?`, "required"},
		{[]string{"Token=secret", ok}, `missing property "token", give it as "token=TEXT"; got "Token", did you mean "token"?`, "required"},
		{[]string{"text=token", ok}, `missing property "token", give it as "token=TEXT"`, "required"},
		{[]string{"token=t", step(0)}, `steps: got 0 items, want at least 1`, "minItems"},
		{[]string{"token=t", step(21)}, `steps: got 21 items, want at most 20`, "maxItems"},
		{[]string{"token=t", "steps=click"}, `steps: got a string, want an array`, "type"},
		{[]string{"token=t", ok, "delay=soon"}, `delay: got a string, want an integer`, "type"},
		{[]string{"token=t", ok, "delay=-1"}, `delay: got -1, want at least 0`, "minimum"},
		{[]string{"token=t", ok, "mode=fats"}, `mode: got "fats", want "fast" or "slow"`, "enum"},
		{[]string{"token=t", `steps=[{"op":"click"},{"op":"type"}]`}, `steps[1]: missing property "text", required when "op" is "type"`, "required"},
		{[]string{"token=t", `steps=[{"op":"press"}]`}, `steps[0]: missing property "key", required when "op" is "press"`, "required"},
		{[]string{"token=t", `steps=[{"op":"clik"}]`}, `steps[0].op: got "clik", want "click", "type" or "press"`, "enum"},
		{[]string{`{"token":"secret","steps":[}`}, `got '}', want a value, at character 28 of the JSON object`, CodeSyntax},
		{[]string{"token=t", ok, `z={"a":1,"a":2}`}, `got the key z.a twice`, ""},
		{[]string{"token=t", `steps=[{"op":"click","op":"type"}]`}, `got the key steps[0].op twice`, ""},
		{[]string{"token=t", ok, "z=" + strings.Repeat("[", 200)}, `z: nested deeper than 127 levels`, ""},
		{[]string{"token=t", `steps=[1`}, `steps: got a string, want an array; as JSON it is wrong at character 3: got the end of the text, want ',' or ']'`, "type"},
		{[]string{"\u00a0{}"}, `got U+00A0, want a value, at character 1 of the JSON object`, CodeSyntax},
		{[]string{`{"é":1,"é":2}`}, `got the key é twice in the JSON object`, CodeDuplicateMember},
		{[]string{` {"é":1} x`}, `got 'x' after the value, want the end of the text, at character 9 of the JSON object`, CodeTrailing},
		{[]string{`{"token":"\ud800"}`}, `got half a surrogate pair, at character 11 of the JSON object`, CodeSurrogate},
		{[]string{`{"token":5}`}, `token: got a number, want a string`, "type"},
		{[]string{"x=" + strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)}, `nested deeper than 127 levels`, CodeDepth},
	}
	for _, tt := range tests {
		params, err := ParseArgs(tt.args, batchArgs(t))
		assert.Nil(t, params)
		var refused *ArgumentError
		require.ErrorAs(t, err, &refused, "%q", tt.args)
		assert.Equal(t, "invalid_arguments", refused.Code)
		assert.Equal(t, "batch: "+tt.message, err.Error())
		var violation *Violation
		require.Equal(t, tt.code != "", errors.As(err, &violation), "%q", tt.args)
		if violation != nil {
			assert.Equal(t, tt.code, violation.Code)
			assert.Same(t, refused.Violation, violation)
		}
		assert.NotContains(t, fmt.Sprintf("%+v %+v", refused, violation), "secret")
	}
}

// TestParseArgsSecret has an enum on a text key: the value is not shown even there.
func TestParseArgsSecret(t *testing.T) {
	r := mustRead(t, `{"properties":{"a/b":{"enum":["x"]}}}`)
	_, err := ParseArgs([]string{"a/b=secret"}, &Args{Tool: "t", Rule: r, Text: []string{"a/b"}})
	require.EqualError(t, err, "t: a/b: got a string that is none of the accepted values")
	assert.NotContains(t, errors.Unwrap(err).Error(), "secret")
}

// FuzzArgs looks for panics, results that are no JSON objects or not what the arguments say, and messages with secrets.
func FuzzArgs(f *testing.F) {
	for _, seed := range []string{"", "token=t\nsteps=[{\"op\":\"click\"}]", "{}", ` {"token":"` + "\n{", "a=1\na=2", "token=\x00", "\xff=", "text=secret\nx=[1,2", "==\n="} {
		f.Add(seed)
	}
	args := batchArgs(f)
	args.Rule.Required = nil
	f.Fuzz(func(t *testing.T, lines string) {
		list := strings.Split(lines, "\n")
		const secret = "s3cr3t-t0k3n"
		list = append(list, "token="+secret)
		params, err := ParseArgs(list, args)
		if err != nil {
			assert.Nil(t, params)
			assert.NotContains(t, err.Error(), secret)
			assert.True(t, utf8.ValidString(err.Error()))
			assert.NotContains(t, err.Error(), "\n")
			return
		}
		var got map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(params, &got))
		assert.Len(t, got, len(list))
		for _, arg := range list {
			key, value, _ := strings.Cut(arg, "=")
			require.Contains(t, got, key)
			var s string
			if key == "token" || key == "text" || !json.Valid([]byte(value)) {
				require.NoError(t, json.Unmarshal(got[key], &s))
				assert.Equal(t, value, s)
			}
		}
		assert.Empty(t, Check(params, args.Rule))
	})
}
