package wire

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mustRead is the rule of a schema.
func mustRead(t testing.TB, schema string) *Rule {
	r, err := readSchema(schema)
	require.NoError(t, err, schema)
	return r
}

// places are violations as "code instance keyword".
func places(found []Violation) []string {
	var list []string
	for _, v := range found {
		list = append(list, v.Code+" "+strconv.Quote(v.Instance)+" "+v.Keyword)
	}
	return list
}

// refuses asserts what a rule refuses in a text, all and first, in places.
func refuses(t *testing.T, r *Rule, text string, want ...string) {
	t.Helper()
	all := Check([]byte(text), r)
	assert.Equal(t, want, places(all), "value %.200s", text)
	assert.Equal(t, all[:min(1, len(all))], check([]byte(text), r, 1), "the first violation of %.200s", text)
	root, refused := parse(text)
	require.Nil(t, refused, "text %.200s", text)
	assert.Equal(t, len(all) == 0, r.accepts(&root), "the verdict on %.200s", text)
	for _, v := range all {
		assert.Equal(t, v.Instance, root.locate(v.Offset), "the offset of %v", v)
		assert.NotEmpty(t, v.Message)
	}
}

func TestKeywords(t *testing.T) {
	long := strings.Repeat("1", 30)
	tests := []struct {
		schema   string
		accepted []string
		refused  map[string]string // the only violation, as in places
	}{
		{`true`, []string{`null`, `{}`}, nil},
		{`{}`, []string{`null`, `1e1000000000`, `-` + long, `[{}]`}, nil},
		{`false`, nil, map[string]string{`1`: `false-schema "" `}},
		{`{"type":"null"}`, []string{`null`}, map[string]string{`0`: `type "" /type`, `false`: `type "" /type`, `""`: `type "" /type`}},
		{`{"type":"boolean"}`, []string{`true`, `false`}, map[string]string{`null`: `type "" /type`, `"true"`: `type "" /type`}},
		{`{"type":"integer"}`, []string{`0`, `-0`, `1.0`, `1e2`, `10e-1`, `9223372036854775807`, `-9223372036854775808`},
			map[string]string{`1.5`: `type "" /type`, `"1"`: `type "" /type`, `1e-1000000000`: `type "" /type`, `9223372036854775808`: `range "" /type`,
				`-9223372036854775809`: `range "" /type`, long: `range "" /type`, `1e1000000000`: `range "" /type`}},
		{`{"type":"number"}`, []string{`0`, `1.5`, `1e308`, `1e-1000000000`, long, `18446744073709551616`},
			map[string]string{`1e309`: `range "" /type`, `-1e1000000000`: `range "" /type`, `null`: `type "" /type`}},
		{`{"type":["integer","number"]}`, []string{`1.5`, long}, map[string]string{`1e309`: `range "" /type`}},
		{`{"type":["integer","null"]}`, []string{`null`, `3`}, map[string]string{long: `range "" /type`, `0.5`: `type "" /type`}},
		{`{"type":"string"}`, []string{`""`}, map[string]string{`[]`: `type "" /type`}},
		{`{"type":"array"}`, []string{`[]`}, map[string]string{`{}`: `type "" /type`}},
		{`{"type":"object"}`, []string{`{}`}, map[string]string{`[]`: `type "" /type`}},
		{`{"enum":["a","b"]}`, []string{`"a"`, `"\u0062"`}, map[string]string{`"A"`: `enum "" /enum`, `1`: `enum "" /enum`, `"ab"`: `enum "" /enum`}},
		{`{"enum":[]}`, nil, map[string]string{`1`: `enum "" /enum`, `"a"`: `enum "" /enum`}},
		{`{"enum":["a",1,null,{"x":[1,2],"y":0},"\n"]}`, []string{`"a"`, `1.0`, `null`, `{"y":0.0,"x":[1e0,2]}`, `"\u000a"`},
			map[string]string{`2`: `enum "" /enum`, `{"x":[2,1],"y":0}`: `enum "" /enum`, `false`: `enum "" /enum`, `"n"`: `enum "" /enum`, `""`: `enum "" /enum`}},
		{`{"const":1}`, []string{`1`, `1.0`, `0.1e1`}, map[string]string{`"1"`: `const "" /const`, `true`: `const "" /const`}},
		{`{"const":false}`, []string{`false`}, map[string]string{`0`: `const "" /const`, `null`: `const "" /const`}},
		{`{"const":"1"}`, []string{`"1"`}, map[string]string{`1`: `const "" /const`, `""`: `const "" /const`}},
		{`{"const":[1,[]]}`, []string{`[1.0,[]]`}, map[string]string{`[[],1]`: `const "" /const`, `[1]`: `const "" /const`, `[1,{}]`: `const "" /const`}},
		{`{"minLength":2}`, []string{`"ab"`, `"😀😀"`, `1`, `[]`}, map[string]string{`"a"`: `minLength "" /minLength`, `"😀"`: `minLength "" /minLength`}},
		{`{"maxLength":2}`, []string{`"ab"`, `"\ud83d\ude00é"`, `""`}, map[string]string{`"abc"`: `maxLength "" /maxLength`}},
		{`{"maxLength":0}`, []string{`""`, `1`}, map[string]string{`"a"`: `maxLength "" /maxLength`}},
		{`{"pattern":"b+"}`, []string{`"abc"`, `1`}, map[string]string{`"ac"`: `pattern "" /pattern`}},
		{`{"minimum":1.5}`, []string{`1.5`, `15e-1`, `1e1000000000`, `"a"`}, map[string]string{`1.49999999999999999999999`: `minimum "" /minimum`, `-1e1000000000`: `minimum "" /minimum`}},
		{`{"maximum":0}`, []string{`0`, `-0.0`, `-1e-1000000000`}, map[string]string{`1e-1000000000`: `maximum "" /maximum`}},
		{`{"exclusiveMinimum":1}`, []string{`1.00000000000000000000001`}, map[string]string{`1`: `exclusiveMinimum "" /exclusiveMinimum`, `1.0`: `exclusiveMinimum "" /exclusiveMinimum`}},
		{`{"exclusiveMaximum":1e2}`, []string{`99.9`}, map[string]string{`100`: `exclusiveMaximum "" /exclusiveMaximum`}},
		{`{"multipleOf":0.01}`, []string{`19.99`, `0`, `4.35`, `1e400`, `"a"`}, map[string]string{`0.005`: `multipleOf "" /multipleOf`, `1e-1000000000`: `multipleOf "" /multipleOf`}},
		{`{"minItems":1}`, []string{`[0]`, `{}`}, map[string]string{`[]`: `minItems "" /minItems`}},
		{`{"maxItems":1}`, []string{`[]`, `[0]`}, map[string]string{`[0,0]`: `maxItems "" /maxItems`}},
		{`{"maxItems":0}`, []string{`[]`, `""`}, map[string]string{`[0]`: `maxItems "" /maxItems`}},
		{`{"uniqueItems":true}`, []string{`[]`, `[1,true,"1",null,[],{}]`, `[[1,2],[2,1]]`, `[{"a":1},{"b":1}]`, `["1,1","1",[1],["1"]]`},
			map[string]string{`[1,2,1.0]`: `uniqueItems "" /uniqueItems`, `[{"a":1,"b":2},{"b":2.0,"a":1}]`: `uniqueItems "" /uniqueItems`, `["a","\u0061"]`: `uniqueItems "" /uniqueItems`}},
		{`{"prefixItems":[{"type":"null"},true],"items":{"type":"string"}}`, []string{`[]`, `[null]`, `[null,1,"a"]`},
			map[string]string{`[1]`: `type "/0" /prefixItems/0/type`, `[null,1,2]`: `type "/2" /items/type`}},
		{`{"prefixItems":[false],"items":false}`, []string{`[]`}, map[string]string{`[1]`: `false-schema "/0" /prefixItems/0`}},
		{`{"prefixItems":[true],"items":false}`, []string{`[1]`}, map[string]string{`[1,2]`: `items "/1" /items`}},
		{`{"contains":{"const":1}}`, []string{`[0,1]`, `{}`}, map[string]string{`[]`: `contains "" /contains`, `[0,2]`: `contains "" /contains`}},
		{`{"contains":{"const":1},"minContains":2,"maxContains":3}`, []string{`[1,0,1]`, `[1,1,1]`},
			map[string]string{`[1]`: `minContains "" /minContains`, `[]`: `minContains "" /minContains`, `[1,1,1,1]`: `maxContains "" /maxContains`}},
		{`{"contains":{"const":1},"minContains":0}`, []string{`[]`, `[2]`}, nil},
		{`{"contains":{"type":"integer"}}`, []string{`[` + long + `]`}, map[string]string{`[0.5]`: `contains "" /contains`}},
		{`{"contains":true,"minContains":0,"maxContains":0}`, []string{`[]`}, map[string]string{`[1]`: `maxContains "" /maxContains`}},
		{`{"minContains":2}`, []string{`[]`}, nil},
		{`{"properties":{"a":{"type":"string"},"b/c~":false},"required":["a"]}`, []string{`{"a":"x","A":1}`, `[]`},
			map[string]string{`{}`: `required "" /required`, `{"A":"x"}`: `required "" /required`, `{"a":null}`: `type "/a" /properties/a/type`,
				`{"a":"","b/c~":1}`: `false-schema "/b~1c~0" /properties/b~1c~0`}},
		{`{"properties":{"a":true},"patternProperties":{"^x":{"type":"null"}},"additionalProperties":false}`, []string{`{"a":1,"x1":null}`},
			map[string]string{`{"b":1}`: `additionalProperties "/b" /additionalProperties`, `{"x":1}`: `type "/x" /patternProperties/^x/type`}},
		{`{"additionalProperties":{"type":"integer"}}`, []string{`{"a":1}`}, map[string]string{`{"a":"1"}`: `type "/a" /additionalProperties/type`}},
		{`{"propertyNames":{"maxLength":1}}`, []string{`{"a":1}`, `{"é":1}`, `1`}, map[string]string{`{"a":1,"bc":[2]}`: `maxLength "/bc" /propertyNames/maxLength`}},
		{`{"propertyNames":false}`, []string{`{}`}, map[string]string{`{"a":1}`: `propertyNames "/a" /propertyNames`}},
		{`{"minProperties":1}`, []string{`{"a":1}`, `[]`}, map[string]string{`{}`: `minProperties "" /minProperties`}},
		{`{"maxProperties":0}`, []string{`{}`}, map[string]string{`{"a":1}`: `maxProperties "" /maxProperties`}},
		{`{"dependentRequired":{"a":["b"]}}`, []string{`{}`, `{"b":1}`, `{"a":1,"b":2}`}, map[string]string{`{"a":1}`: `dependentRequired "" /dependentRequired`}},
		{`{"dependentSchemas":{"a":{"required":["b"]},"z":false}}`, []string{`{"b":1}`, `{"a":1,"b":2}`},
			map[string]string{`{"a":1}`: `required "" /dependentSchemas/a/required`, `{"z":1}`: `false-schema "" /dependentSchemas/z`}},
		{`{"$defs":{"s":{"type":"string"}},"$ref":"#/$defs/s"}`, []string{`""`}, map[string]string{`1`: `type "" /$defs/s/type`}},
		{`{"allOf":[{"minimum":1},{"maximum":2}]}`, []string{`1`, `2`}, map[string]string{`0`: `minimum "" /allOf/0/minimum`, `3`: `maximum "" /allOf/1/maximum`}},
		{`{"anyOf":[{"type":"string"},{"minimum":2}]}`, []string{`"a"`, `2`, `null`}, map[string]string{`1`: `anyOf "" /anyOf`}},
		{`{"oneOf":[{"multipleOf":2},{"multipleOf":3}]}`, []string{`2`, `3`}, map[string]string{`6`: `oneOf "" /oneOf`, `7`: `oneOf "" /oneOf`}},
		{`{"not":{"type":"integer"}}`, []string{`1.5`, `"a"`}, map[string]string{`1`: `not "" /not`, long: `not "" /not`}},
		{`{"if":{"type":"integer"},"then":{"minimum":0},"else":false}`, []string{`1`},
			map[string]string{`-1`: `minimum "" /then/minimum`, `"a"`: `else "" /else`, `-` + long: `minimum "" /then/minimum`}},
		{`{"if":{"minimum":0},"then":false}`, []string{`-1`}, map[string]string{`1`: `then "" /then`}},
		{`{"then":false,"else":false}`, []string{`1`}, nil},
		{`{"prefixItems":[true],"unevaluatedItems":false}`, []string{`[1]`}, map[string]string{`[1,2]`: `unevaluatedItems "/1" /unevaluatedItems`}},
		{`{"contains":{"type":"null"},"unevaluatedItems":{"type":"string"}}`, []string{`[null,"a",null]`}, map[string]string{`["a",null,1]`: `type "/2" /unevaluatedItems/type`}},
		{`{"properties":{"a":true},"unevaluatedProperties":false}`, []string{`{"a":1}`}, map[string]string{`{"b":1}`: `unevaluatedProperties "/b" /unevaluatedProperties`}},
	}
	for _, tt := range tests {
		r := mustRead(t, tt.schema)
		for _, text := range tt.accepted {
			refuses(t, r, text)
		}
		for text, want := range tt.refused {
			refuses(t, r, text, want)
		}
	}
}

func TestUnevaluated(t *testing.T) {
	const end = `,"unevaluatedProperties":false}`
	tests := []struct {
		schema, text string
		want         []string
	}{
		{`{"allOf":[{"properties":{"a":true}}]` + end, `{"a":1}`, nil},
		{`{"anyOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":true},"required":["b"]}]` + end, `{"a":1,"b":2}`, nil},
		{`{"anyOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}]` + end, `{"a":1,"b":2}`,
			[]string{`unevaluatedProperties "/b" /unevaluatedProperties`}},
		{`{"oneOf":[{"properties":{"a":{"const":1}}},{"properties":{"a":{"const":2},"b":true},"required":["b"]}]` + end, `{"a":1,"b":2}`,
			[]string{`unevaluatedProperties "/b" /unevaluatedProperties`}},
		{`{"not":{"not":{"properties":{"a":true}}}` + end, `{"a":1}`, []string{`unevaluatedProperties "/a" /unevaluatedProperties`}},
		{`{"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"properties":{"b":true}},"else":{"properties":{"c":true}}` + end, `{"a":1,"b":1}`, nil},
		{`{"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"properties":{"b":true}},"else":{"properties":{"c":true}}` + end, `{"a":2,"c":1}`,
			[]string{`unevaluatedProperties "/a" /unevaluatedProperties`}},
		{`{"dependentSchemas":{"a":{"properties":{"b":true}}},"properties":{"a":true}` + end, `{"a":1,"b":1}`, nil},
		{`{"$defs":{"x":{"properties":{"a":true}}},"$ref":"#/$defs/x"` + end, `{"a":1,"b":1}`, []string{`unevaluatedProperties "/b" /unevaluatedProperties`}},
		// What stands beside a subschema, or in another one, does not count for it.
		{`{"properties":{"a":true},"allOf":[{"unevaluatedProperties":false}]}`, `{"a":1}`, []string{`unevaluatedProperties "/a" /allOf/0/unevaluatedProperties`}},
		{`{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]}`, `{"a":1}`, []string{`unevaluatedProperties "/a" /allOf/1/unevaluatedProperties`}},
		// Nor does what is evaluated further in.
		{`{"properties":{"a":{"properties":{"b":true}}}` + end, `{"a":{"b":1},"b":1}`, []string{`unevaluatedProperties "/b" /unevaluatedProperties`}},
		{`{"allOf":[{"properties":{"a":true},"unevaluatedProperties":{"type":"null"}}]` + end, `{"a":1,"b":null}`, nil},
		{`{"patternProperties":{"^a":true},"allOf":[{"additionalProperties":{"type":"null"}}]` + end, `{"b":null}`, nil},
		// A subschema that refuses the value has evaluated what it looked at; one of the wrong type has not.
		{`{"allOf":[{"properties":{"a":{"type":"null"}},"required":["x"]}]` + end, `{"a":1,"b":2}`,
			[]string{`type "/a" /allOf/0/properties/a/type`, `required "" /allOf/0/required`, `unevaluatedProperties "/b" /unevaluatedProperties`}},
		{`{"allOf":[{"type":"array","properties":{"a":true}}]` + end, `{"a":1}`, []string{`type "" /allOf/0/type`, `unevaluatedProperties "/a" /unevaluatedProperties`}},
		{`{"allOf":[{"prefixItems":[true]},{"contains":{"const":3}}],"unevaluatedItems":false}`, `[1,2,3,4]`,
			[]string{`unevaluatedItems "/1" /unevaluatedItems`, `unevaluatedItems "/3" /unevaluatedItems`}},
		{`{"allOf":[{"items":true}],"unevaluatedItems":false}`, `[1,2]`, nil},
		{`{"anyOf":[{"prefixItems":[true,{"const":2}]},{"prefixItems":[true]}],"unevaluatedItems":false}`, `[1,3]`, []string{`unevaluatedItems "/1" /unevaluatedItems`}},
	}
	for _, tt := range tests {
		refuses(t, mustRead(t, tt.schema), tt.text, tt.want...)
	}
}

// TestOrder takes every step of the order on one value.
func TestOrder(t *testing.T) {
	r := mustRead(t, `{
		"unevaluatedProperties": false,
		"if": true, "then": {"required": ["then"]},
		"not": {}, "oneOf": [false, false], "anyOf": [false],
		"allOf": [false, {"required": ["all"]}],
		"$ref": "#/$defs/other",
		"dependentSchemas": {"z": {"required": ["ds"]}, "a": {"required": ["ds2"]}},
		"maxProperties": 1, "minProperties": 9,
		"dependentRequired": {"a": ["dr1", "dr2"]},
		"required": ["r1", "a", "r2"],
		"propertyNames": {"minLength": 2},
		"properties": {"a": {"type": "string"}, "z": {"minItems": 3, "items": {"type": "null"}, "uniqueItems": true}},
		"patternProperties": {"^a": {"enum": ["x"]}},
		"const": 1, "enum": ["e"],
		"$defs": {"other": {"type": "object", "required": ["ref"]}}
	}`)
	r.RequiredWhen = []Condition{{At: "contract.yaml#/conditions/0", Property: "k", Equals: "on", Required: []string{"w1", "k", "w2"}},
		{At: "contract.yaml#/conditions/1", Property: "k", Equals: "off", Required: []string{"w3"}}}
	refuses(t, r, `{"z":[1,1],"k":"on","a":5}`,
		`enum "" /enum`, `const "" /const`,
		`minLength "/z" /propertyNames/minLength`, `type "/z/0" /properties/z/items/type`, `type "/z/1" /properties/z/items/type`,
		`minItems "/z" /properties/z/minItems`, `uniqueItems "/z" /properties/z/uniqueItems`,
		`minLength "/k" /propertyNames/minLength`,
		`minLength "/a" /propertyNames/minLength`, `type "/a" /properties/a/type`, `enum "/a" /patternProperties/^a/enum`,
		`required "" /required`, `required "" /required`,
		`dependentRequired "" /dependentRequired`, `dependentRequired "" /dependentRequired`,
		`minProperties "" /minProperties`, `maxProperties "" /maxProperties`,
		`required "" contract.yaml#/conditions/0`, `required "" contract.yaml#/conditions/0`,
		`required "" /dependentSchemas/z/required`, `required "" /dependentSchemas/a/required`,
		`required "" /$defs/other/required`,
		`false-schema "" /allOf/0`, `required "" /allOf/1/required`,
		`anyOf "" /anyOf`, `oneOf "" /oneOf`, `not "" /not`, `required "" /then/required`,
		`unevaluatedProperties "/k" /unevaluatedProperties`)
	numbers := mustRead(t, `{"type":"integer","multipleOf":7,"exclusiveMaximum":3,"exclusiveMinimum":20,"maximum":3,"minimum":20,"const":1,"enum":[2]}`)
	refuses(t, numbers, `10`, `enum "" /enum`, `const "" /const`, `minimum "" /minimum`, `maximum "" /maximum`,
		`exclusiveMinimum "" /exclusiveMinimum`, `exclusiveMaximum "" /exclusiveMaximum`, `multipleOf "" /multipleOf`)
	refuses(t, numbers, `"a"`, `type "" /type`)
	refuses(t, mustRead(t, `{"pattern":"^b","maxLength":1,"minLength":4}`), `"aa"`, `minLength "" /minLength`, `maxLength "" /maxLength`, `pattern "" /pattern`)
	refuses(t, mustRead(t, `{"contains":{"const":9},"maxItems":1,"minItems":3,"uniqueItems":true,"items":{"type":"string"}}`), `[1,1]`,
		`type "/0" /items/type`, `type "/1" /items/type`, `minItems "" /minItems`, `maxItems "" /maxItems`, `uniqueItems "" /uniqueItems`, `contains "" /contains`)
}

func TestUnsigned(t *testing.T) {
	r := &Rule{Type: Integer, Unsigned: true}
	refuses(t, r, `18446744073709551615`)
	refuses(t, r, `18446744073709551616`, `range "" /type`)
	refuses(t, r, `-1`, `range "" /type`)
	refuses(t, r, `0.5`, `type "" /type`)
}

func TestNullable(t *testing.T) {
	for _, keyword := range []string{"oneOf", "anyOf"} {
		for _, list := range []string{`{"type":"null"},{"$ref":"#/$defs/x"}`, `{"$ref":"#/$defs/x"},{"type":"null"}`} {
			r := mustRead(t, `{"$defs":{"x":{"type":"object","required":["a"]}},"`+keyword+`":[`+list+`]}`)
			refuses(t, r, `{}`, keyword+` "" /`+keyword)
			r.Nullable = true
			refuses(t, r, `null`)
			refuses(t, r, `{"a":1}`)
			refuses(t, r, `{}`, `required "" /$defs/x/required`)
			refuses(t, r, `5`, `type "" /$defs/x/type`)
		}
	}
}

func TestTag(t *testing.T) {
	r := mustRead(t, `{"unevaluatedProperties":false,"oneOf":[
		{"type":"object","properties":{"kind":{"const":"a"},"n":{"type":"integer"}},"required":["kind"]},
		{"type":"object","properties":{"kind":{"enum":["b","c"]},"s":{"type":"string"}},"required":["kind","s"]}]}`)
	refuses(t, r, `{"kind":"a","n":""}`, `oneOf "" /oneOf`, `unevaluatedProperties "/kind" /unevaluatedProperties`, `unevaluatedProperties "/n" /unevaluatedProperties`)
	r.Tag = &Tag{Property: "kind", Values: [][]string{{"a"}, {"b", "c"}}}
	refuses(t, r, `{"kind":"a","n":1}`)
	refuses(t, r, `{"s":"","kind":"c"}`)
	refuses(t, r, `{"kind":"a","n":""}`, `type "/n" /oneOf/0/properties/n/type`)
	refuses(t, r, `{"kind":"b","n":1}`, `required "" /oneOf/1/required`, `unevaluatedProperties "/n" /unevaluatedProperties`)
	for text, message := range map[string]string{
		`{"kind":"d"}`: `got "d" as "kind", want "a", "b" or "c"`,
		`{"kind":5}`:   `got 5 as "kind", want "a", "b" or "c"`,
		`{}`:           `got no "kind", want "a", "b" or "c"`,
		`"a"`:          `got a string of 1 character that matches none of 2 schemas, want exactly one`,
	} {
		all := Check([]byte(text), r)
		require.NotEmpty(t, all)
		assert.Equal(t, Violation{Code: "oneOf", Keyword: "/oneOf", Message: message}, all[0])
	}
	both := &Rule{OneOf: r.OneOf, AnyOf: []*Rule{{Never: true, At: "/anyOf/0"}}, Tag: r.Tag}
	refuses(t, both, `{"kind":"a"}`, `anyOf "" /anyOf`)
}

func TestLoop(t *testing.T) {
	self := &Rule{At: "/$defs/self"}
	self.Ref = self
	refuses(t, self, `1`, `schema-loop "" /$defs/self`)
	twice := &Rule{At: "/a"}
	twice.AnyOf = []*Rule{twice, twice}
	twice.Not = twice
	refuses(t, twice, `1`, `schema-loop "" /a`)
	refuses(t, &Rule{Required: []string{"x"}, AllOf: []*Rule{twice}}, `{}`, `required "" /required`, `schema-loop "" /a`)
	refuses(t, &Rule{Not: self}, `1`, `schema-loop "" /$defs/self`)
	list := &Rule{Type: Array}
	list.Items = &Rule{Ref: list}
	refuses(t, list, strings.Repeat("[", MaxDepth)+strings.Repeat("]", MaxDepth))
}

func TestLimit(t *testing.T) {
	r := mustRead(t, `{"items":false}`)
	text := []byte("[0" + strings.Repeat(",0", 2000) + "]")
	all := Check(text, r)
	require.Len(t, all, MaxViolations)
	assert.Equal(t, fmt.Sprint("/", MaxViolations-1), all[MaxViolations-1].Instance)
}

// TestHostile checks values that a naive validator needs minutes or hours for.
func TestHostile(t *testing.T) {
	numbers := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ",%d", i)
		}
		return b.String()[1:]
	}
	members := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"m%d":%d`, i, i)
		}
		return b.String()[1:]
	}
	nest := func(n int, open, inner, end string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	many := mustRead(t, `{"allOf":[]}`)
	for i := range 1000 {
		many.Required = append(many.Required, fmt.Sprint("m", i))
		many.Properties = append(many.Properties, Property{fmt.Sprint("m", i), &Rule{}})
	}
	many.AdditionalProperties = &Rule{Never: true, At: "/additionalProperties"}
	tests := []struct {
		name string
		rule *Rule
		text string
		want int // violations
	}{
		{"unique numbers", mustRead(t, `{"uniqueItems":true}`), "[" + numbers(300_000) + "]", 0},
		{"unique lists", mustRead(t, `{"uniqueItems":true}`), "[[" + strings.ReplaceAll(numbers(100_000), ",", "],[") + "]]", 0},
		{"unique at each depth", mustRead(t, `{"$ref":"#/$defs/a","$defs":{"a":{"uniqueItems":true,"items":{"$ref":"#/$defs/a"}}}}`), nest(100, "[-1,", numbers(20_000), "]"), 0},
		{"large items", mustRead(t, `{"uniqueItems":true}`), "[[" + numbers(100_000) + "],[" + numbers(100_000) + "]]", 1},
		{"large const", &Rule{Const: "{" + members(20_000) + "}"}, `{"m0":0` + strings.TrimPrefix("{"+members(20_000), `{"m0":0`) + "}", 0},
		{"many members", many, "{" + members(50_000) + "}", MaxViolations},
		{"none of many required", many, "{}", 1000},
		{"long numbers", mustRead(t, `{"items":{"multipleOf":0.01,"minimum":0}}`), "[" + strings.Repeat("1", 1_000_000) + ",1e1000000000]", 0},
		// Both branches ask for the same child: without memory, 2^120 steps.
		{"branches", mustRead(t, `{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[
			{"properties":{"x":{"$ref":"#/$defs/a"}},"required":["p"]},
			{"properties":{"x":{"$ref":"#/$defs/a"}},"required":["q"]},{"type":"null"}]}}}`), nest(120, `{"x":`, "1", "}"), 1},
		{"branches with marks", mustRead(t, `{"$ref":"#/$defs/a","$defs":{"a":{"unevaluatedProperties":false,"oneOf":[
			{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"required":["p"]},
			{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}}},{"type":"null"}]}}}`), nest(120, `{"x":`, "null", "}"), 0},
		{"all of", mustRead(t, `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[
			{"properties":{"x":{"$ref":"#/$defs/a"}}},{"properties":{"x":{"$ref":"#/$defs/a"}}}]}}}`), nest(120, `{"x":`, "1", "}"), 0},
		{"all of, refused", mustRead(t, `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object","allOf":[
			{"properties":{"x":{"$ref":"#/$defs/a"}}},{"properties":{"x":{"$ref":"#/$defs/a"}}}]}}}`), nest(120, `{"x":`, "1", "}"), MaxViolations},
		{"not", mustRead(t, `{"$ref":"#/$defs/a","$defs":{"a":{"not":{"properties":{"x":{"$ref":"#/$defs/a"}},"required":["x"]},
			"if":{"properties":{"x":{"$ref":"#/$defs/a"}}},"else":{"properties":{"x":{"$ref":"#/$defs/a"}}}}}}`), nest(120, `{"x":`, "1", "}"), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			assert.Len(t, Check([]byte(tt.text), tt.rule), tt.want)
			assert.Less(t, time.Since(start), 3*time.Second)
		})
	}
}
