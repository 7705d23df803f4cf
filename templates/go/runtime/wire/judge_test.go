package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKind(t *testing.T) {
	for text, want := range map[string]wire.Types{
		` null`: wire.Null, `true`: wire.Boolean, `false`: wire.Boolean, `1`: wire.Number, `-1.5`: wire.Number, `""`: wire.String,
		`[]`: wire.Array, `{}`: wire.Object, ``: 0, `x`: 0,
	} {
		var got wire.Types
		_, _ = wire.Decode([]byte(text), func(d *wire.Decoder, _ *int) { got = d.Kind() })
		assert.Equal(t, want, got, text)
	}
}

func TestNull(t *testing.T) {
	decode := func(d *wire.Decoder, v **int64) {
		if !d.Null() {
			*v = wire.Ptr(d.Int64(&anyInteger))
		}
	}
	got, err := wire.Decode([]byte(` null `), decode)
	require.NoError(t, err)
	assert.Nil(t, got)
	got, err = wire.Decode([]byte(`1`), decode)
	require.NoError(t, err)
	assert.Equal(t, wire.Ptr[int64](1), got)
	for text, code := range map[string]string{`nul`: "syntax", `nulll`: "trailing-text", `"null"`: "type"} {
		_, err = wire.Decode([]byte(text), decode)
		assert.Equal(t, code, violation(t, err, text).Code, text)
	}
}

func TestTagValue(t *testing.T) {
	for text, want := range map[string]string{
		`{"tag":"a"}`: "a", ` { "x" : {"tag":"b"} , "t\u0061g" : "\u0061" }`: "a", `{}`: "", `{"tag":1}`: "", `[{"tag":"a"}]`: "",
		`"tag"`: "", `{"x":1,"tag":"a","tag":"b"}`: "a", `{"x":[1,],"tag":"a"}`: "", `{"tag":"a"`: "a", `{"tag`: "", `{"x"}`: "",
		strings.Repeat("[", 127) + `{"tag":"a"}`: "",
	} {
		var got string
		_, err := wire.Decode([]byte(text), func(d *wire.Decoder, v *json.RawMessage) {
			got = d.TagValue("tag")
			*v = d.Raw(&wire.Rule{}) // nothing has been read
		})
		assert.Equal(t, want, got, text)
		_, rawErr := wire.Decode([]byte(text), func(d *wire.Decoder, v *json.RawMessage) { *v = d.Raw(&wire.Rule{}) })
		assert.Equal(t, rawErr, err, text)
	}
}

func TestRaw(t *testing.T) {
	decode := func(r *wire.Rule) func(*wire.Decoder, *json.RawMessage) {
		return func(d *wire.Decoder, v *json.RawMessage) { *v = d.Raw(r) }
	}
	for _, text := range []string{`null`, `{"a": [1, 2.50, "\u00e9"]}`, `1`, `"a"`} {
		got, err := wire.Decode([]byte(" "+text+" "), decode(&wire.Rule{}))
		require.NoError(t, err)
		assert.Equal(t, text, string(got))
	}
	for _, test := range []struct {
		types      wire.Types
		text, code string
	}{
		{wire.Integer, `1`, ""}, {wire.Integer, `1.5`, "type"}, {wire.Integer | wire.Array, `[1]`, ""},
		{wire.Integer | wire.Array, `1.5`, "type"}, {wire.Integer | wire.Array, `2e0`, ""}, {wire.Number, `1.5`, ""},
		{wire.Null, `null`, ""}, {wire.Null, `0`, "type"}, {wire.Array | wire.Object, `"a"`, "type"}, {wire.Array, `[1,]`, "syntax"},
		{wire.Array, ``, "syntax"}, {0, `x`, "syntax"}, {wire.Object, `{"a":1,"a":1}`, "duplicate-member"},
	} {
		got, err := wire.Decode([]byte(test.text), decode(&wire.Rule{Type: test.types}))
		if test.code == "" {
			require.NoError(t, err, test.text)
			assert.Equal(t, test.text, string(got))
			continue
		}
		assert.Equal(t, test.code, violation(t, err, test.text).Code, test.text)
	}
}

// picky accepts arrays of up to three different integers of which one is 7: more than List looks at.
var picky = wire.Rule{
	At: "/picky", Type: wire.Array, UniqueItems: true, MaxItems: 3, Items: &anyInteger,
	Contains: &wire.Rule{At: "/picky/contains", Const: "7"},
}

func TestCheck(t *testing.T) {
	decode := func(d *wire.Decoder, v *[][]int64) {
		*v = wire.List(d, &anyArray, func(d *wire.Decoder, v *[]int64) {
			if d.Check(&picky) {
				*v = wire.List(d, &picky, func(d *wire.Decoder, v *int64) {
					if assert.True(t, d.Check(&picky), "what is inside has been checked") {
						*v = d.Int64(&anyInteger)
					}
				})
			}
		})
	}
	got, err := wire.Decode([]byte(`[[7], [1 , 7.0] ,[2,7,1]]`), decode)
	require.NoError(t, err)
	assert.Equal(t, [][]int64{{7}, {1, 7}, {2, 7, 1}}, got)
	for _, test := range []struct{ text, code, at, keyword string }{
		{`[[7],[1]]`, "contains", "/1", "/picky/contains"},
		{`[[7],[7,7]]`, "uniqueItems", "/1", "/picky/uniqueItems"},
		{`[[7],[7,"1"]]`, "type", "/1/1", "/integer/type"},
		{`[[7],{"a":[7]}]`, "type", "/1", "/picky/type"},
		{`[[7],[1],{"a":1,"a":2}]`, "duplicate-member", "/2/a", ""},
		{`[[7],[7,{"a":{"b":1,"b":2}}]]`, "duplicate-member", "/1/1/a/b", ""},
		{`[[7],[1],`, "syntax", "", ""},
		{`[[7],`, "syntax", "", ""},
	} {
		_, err := wire.Decode([]byte(test.text), decode)
		v := violation(t, err, test.text)
		assert.Equal(t, []string{test.code, test.at, test.keyword}, []string{v.Code, v.Instance, v.Keyword}, test.text)
	}
}

// A union of strings and lists of integers, by trying, and then by the kind of the value.
func TestMatchesAndRefuse(t *testing.T) {
	r := wire.Rule{At: "/union", OneOf: []*wire.Rule{&anyString, &picky}}
	type union struct {
		Text *string
		List []int64
	}
	tried := func(d *wire.Decoder, v *union) {
		switch {
		case d.Matches(&anyString):
			v.Text = wire.Ptr(d.String(&anyString))
		case d.Matches(&picky):
			v.List = wire.List(d, &picky, decodeInteger)
		default:
			d.Refuse(&r, "oneOf")
		}
	}
	kinded := func(d *wire.Decoder, v *union) {
		switch d.Kind() {
		case wire.String:
			v.Text = wire.Ptr(d.String(&anyString))
		case wire.Array:
			if d.Check(&r) {
				v.List = wire.List(d, &picky, decodeInteger)
			}
		default:
			d.Refuse(&r, "oneOf")
		}
	}
	for _, decode := range []func(*wire.Decoder, *union){tried, kinded} {
		got, err := wire.Decode([]byte(` "a"`), decode)
		require.NoError(t, err)
		assert.Equal(t, union{Text: wire.Ptr("a")}, got)
		got, err = wire.Decode([]byte(` [7]`), decode)
		require.NoError(t, err)
		assert.Equal(t, union{List: []int64{7}}, got)
		for _, text := range []string{`1`, `[1]`, `{"a":[7]}`, `{"a":1,"a":2}`, `[7,`, `[1,`, `x`, ``, `[1] 1`, `{"a":[7]`} {
			_, err := wire.Decode([]byte(text), decode)
			assert.Equal(t, wire.Check([]byte(text), &r)[0], violation(t, err, text), text)
		}
	}
	never := func(d *wire.Decoder, v *union) { d.Refuse(&wire.Rule{At: "/r"}, "oneOf") }
	_, err := wire.Decode([]byte(`1`), never)
	assert.Equal(t, []string{"oneOf", "/r/oneOf"}, []string{violation(t, err, "").Code, violation(t, err, "").Keyword})
}

// TestAfterFailure calls every method on a decoder that has failed, by a rule or by the text. Nothing is read then, and
// the first violation stays.
func TestAfterFailure(t *testing.T) {
	fields := wire.Fields{Rule: &anyObject, Names: []string{"a"}, Keys: []string{`"a":`}}
	for text, code := range map[string]string{
		`[1,"x",null]`: "type", `["x";1]`: "syntax", `["x","a":1]`: "syntax", `[{"a":1} , {"a":1} ]`: "type", `["x\q",1]`: "syntax",
		`1`: "type", `{"a":1}`: "type", `[true,[1],{"b":1,"b":1}]`: "duplicate-member", `[1] "x"`: "trailing-text",
	} {
		_, err := wire.Decode([]byte(text), func(d *wire.Decoder, _ *int) {
			_ = wire.List(d, &anyArray, func(d *wire.Decoder, _ *string) {
				d.String(&anyString)
				if d.Kind() != wire.Number {
					d.Enum(&anyString)
				}
				for range 2 {
					assert.Zero(t, d.String(&anyString))
					assert.Zero(t, d.Enum(&anyString))
					assert.Zero(t, d.Int64(&anyInteger))
					assert.Zero(t, d.Uint64(&anyInteger))
					assert.Zero(t, d.Float64(&anyInteger))
					assert.Zero(t, d.Bool(&wire.Rule{}))
					assert.False(t, d.Null())
					assert.Nil(t, d.Raw(&wire.Rule{}))
					assert.False(t, d.Check(&wire.Rule{}))
					assert.False(t, d.Matches(&wire.Rule{}))
					assert.Zero(t, d.TagValue("a"))
					d.Refuse(&anyString, "oneOf")
					assert.Nil(t, wire.List(d, &anyArray, decodeInteger))
					assert.Nil(t, wire.Map(d, &anyObject, decodeInteger))
					o := d.Object(&fields)
					assert.False(t, d.Next(&o))
					assert.False(t, d.Next(&o))
					d.Require(&o, &wire.Condition{Required: []string{"a"}})
				}
			})
		})
		assert.Equal(t, code, violation(t, err, text).Code, text)
	}
}
