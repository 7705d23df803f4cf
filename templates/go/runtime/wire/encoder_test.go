package wire_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/pattern"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAppend(t *testing.T) {
	for _, test := range []struct {
		v    interface{ AppendJSON([]byte) ([]byte, error) }
		want string
	}{
		{ActParams{Token: "t", Ref: "r", Op: "click"}, `{"token":"t","ref":"r","op":"click"}`},
		{ActParams{Op: "click", Text: wire.Ptr(""), Key: wire.Ptr("k\n")}, `{"token":"","ref":"","op":"click","text":"","key":"k\n"}`},
		{BatchParams{Token: "t", Steps: []Step{{Ref: "a", Op: "click"}, {Ref: "b", Op: "type", Text: wire.Ptr("x")}}},
			`{"token":"t","steps":[{"ref":"a","op":"click"},{"ref":"b","op":"type","text":"x"}]}`},
		{BatchResult{}, `{"completed":0,"results":[],"failed_step":null,"error_code":null}`},
		{BatchResult{Completed: 1, Results: []BatchResultItem{{"a"}, {"b"}}, FailedStep: wire.Ptr[int64](1), ErrorCode: wire.Ptr[ErrorCode]("not_armed")},
			`{"completed":1,"results":[{"receipt_id":"a"},{"receipt_id":"b"}],"failed_step":1,"error_code":"not_armed"}`},
		{SnapshotResult{CaptureState: "safe", Elements: []SnapshotResultElement{{Ref: "é"}}},
			`{"capture_state":"safe","elements":[{"ref":"é","role":"","label":"","ops":[]}]}`},
	} {
		for _, dst := range []string{"", "before"} {
			for _, room := range []int{0, 1, 1000} {
				buffer := append(make([]byte, 0, len(dst)+room), dst...)
				if room == 0 && dst == "" {
					buffer = nil
				}
				got, err := test.v.AppendJSON(buffer)
				require.NoError(t, err)
				assert.Equal(t, dst+test.want, string(got))
			}
		}
		got, err := json.Marshal(test.v)
		require.NoError(t, err)
		assert.Equal(t, test.want, string(got))
	}
}

func TestAppendRefused(t *testing.T) {
	step := Step{Ref: "r", Op: "click"}
	for _, test := range []struct {
		v                 interface{ AppendJSON([]byte) ([]byte, error) }
		code, at, keyword string
	}{
		{ActParams{}, "enum", "/op", "/$defs/elementOp/enum"},
		{ActParams{Op: "Click"}, "enum", "/op", "/$defs/elementOp/enum"},
		{ActParams{Op: "click", Token: "\xff"}, "invalid-utf8", "", ""},
		{ActParams{Op: "click", Text: wire.Ptr("a\n\xff")}, "invalid-utf8", "", ""},
		{ActParams{Op: "x", Text: wire.Ptr("\xff")}, "invalid-utf8", "", ""},
		{BatchParams{}, "minItems", "/steps", "/$defs/batch/params/properties/steps/minItems"},
		{BatchParams{Steps: []Step{step, {Op: "type"}}}, "required", "/steps/1", "contract.yaml#/conditions/0"},
		{BatchParams{Steps: []Step{step, {Op: "press"}}}, "required", "/steps/1", "contract.yaml#/conditions/1"},
		{BatchParams{Steps: make([]Step, 21)}, "enum", "/steps/0/op", "/$defs/elementOp/enum"},
		{BatchParams{Steps: slices.Repeat([]Step{step}, 21)}, "maxItems", "/steps", "/$defs/batch/params/properties/steps/maxItems"},
		{BatchResult{Completed: -1}, "minimum", "/completed", "/$defs/batch/result/properties/completed/minimum"},
		{BatchResult{ErrorCode: wire.Ptr[ErrorCode]("")}, "enum", "/error_code", "/$defs/errorCode/enum"},
	} {
		dst := append(make([]byte, 0, 100), "before"...)
		for _, dst := range [][]byte{dst, dst[:len(dst):len(dst)], nil} {
			got, err := test.v.AppendJSON(dst)
			v := violation(t, err, test.code)
			assert.Equal(t, []string{test.code, test.at, test.keyword}, []string{v.Code, v.Instance, v.Keyword})
			assert.Equal(t, dst, got)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	testRoundTrip(t, actMessage("type"), DecodeActParams)
	testRoundTrip(t, batchMessage("click"), DecodeBatchParams)
	testRoundTrip(t, snapshotMessage(500, "press"), DecodeSnapshotResult)
}

func testRoundTrip[T interface {
	AppendJSON([]byte) ([]byte, error)
}](t *testing.T, data []byte, decode func([]byte) (T, error)) {
	v, err := decode(data)
	require.NoError(t, err)
	text, err := v.AppendJSON(nil)
	require.NoError(t, err)
	assert.JSONEq(t, string(data), string(text))
	again, err := decode(text)
	require.NoError(t, err)
	assert.Equal(t, v, again)
}

// encoding is what write puts into a text whose rule accepts everything.
func encoding(t *testing.T, write func(e *wire.Encoder)) string {
	got, err := wire.Append(nil, new(int), &wire.Rule{}, func(e *wire.Encoder, _ *int) { write(e) })
	require.NoError(t, err)
	return string(got)
}

func TestEncoderString(t *testing.T) {
	for s, want := range map[string]string{
		"": `""`, "a": `"a"`, "1234567": `"1234567"`, "12345678": `"12345678"`, "123456789": `"123456789"`,
		"\"\\\b\f\n\r\t": `"\"\\\b\f\n\r\t"`, "\x00\x01\x0b\x1f\x7f": `"\u0000\u0001\u000b\u001f` + "\x7f" + `"`,
		"</script>&'/": `"</script>&'/"`, "\u2028\u2029é😀": "\"\u2028\u2029é😀\"", "12345678\n": `"12345678\n"`, "1234567\"89012345": `"1234567\"89012345"`,
	} {
		assert.Equal(t, want, encoding(t, func(e *wire.Encoder) { e.String(s, &anyString) }))
		var back string
		require.NoError(t, json.Unmarshal([]byte(want), &back))
		assert.Equal(t, s, back)
	}
}

func TestEncoderNumbers(t *testing.T) {
	number := wire.Rule{Type: wire.Number}
	for _, test := range []struct {
		f    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-1.5, "-1.5"}, {0.1, "0.1"}, {1e20, "100000000000000000000"}, {1e21, "1e+21"},
		{123456789012345680000, "123456789012345680000"}, {1.5e300, "1.5e+300"}, {1e-6, "0.000001"}, {1e-7, "1e-7"}, {1.5e-9, "1.5e-9"},
		{-1.25e-10, "-1.25e-10"}, {5e-324, "5e-324"}, {math.MaxFloat64, "1.7976931348623157e+308"}, {1 << 53, "9007199254740992"},
	} {
		assert.Equal(t, test.want, encoding(t, func(e *wire.Encoder) { e.Float64(test.f, &number) }))
		back, err := wire.Decode([]byte(test.want), reading((*wire.Decoder).Float64, &number))
		require.NoError(t, err)
		assert.Equal(t, test.f, back)
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := wire.Append(nil, &f, &wire.Rule{}, func(e *wire.Encoder, v *float64) { e.Float64(*v, &wire.Rule{}) })
		assert.Equal(t, "no-value", violation(t, err, "").Code)
	}
	assert.Equal(t, "-9223372036854775808", encoding(t, func(e *wire.Encoder) { e.Int64(math.MinInt64, &anyInteger) }))
	unsigned := wire.Rule{Type: wire.Integer, Unsigned: true}
	assert.Equal(t, "18446744073709551615", encoding(t, func(e *wire.Encoder) { e.Uint64(math.MaxUint64, &unsigned) }))
	assert.Equal(t, "true", encoding(t, func(e *wire.Encoder) { e.Bool(true, &wire.Rule{Type: wire.Boolean}) }))
	assert.Equal(t, "null", encoding(t, (*wire.Encoder).Null))
}

// TestEncoderSuspects writes values that are not what the rule of their place says.
func TestEncoderSuspects(t *testing.T) {
	for _, test := range []struct {
		rule  wire.Rule
		write func(e *wire.Encoder, r *wire.Rule)
		code  string // "" when the value is fine
	}{
		{wire.Rule{Type: wire.String, MinLength: 2}, func(e *wire.Encoder, r *wire.Rule) { e.String("é", r) }, "minLength"},
		{wire.Rule{Type: wire.String, MaxLength: 2}, func(e *wire.Encoder, r *wire.Rule) { e.String("éé", r) }, ""},
		{wire.Rule{Type: wire.String, MaxLength: 2}, func(e *wire.Encoder, r *wire.Rule) { e.String("abc", r) }, "maxLength"},
		{wire.Rule{Type: wire.String, Pattern: &wire.Pattern{Source: "a", RE2: "a", Compile: pattern.Compile}}, func(e *wire.Encoder, r *wire.Rule) { e.String("xax", r) }, ""},
		{wire.Rule{Type: wire.String, Pattern: &wire.Pattern{Source: "a", RE2: "a", Compile: pattern.Compile}}, func(e *wire.Encoder, r *wire.Rule) { e.String("b", r) }, "pattern"},
		{wire.Rule{Type: wire.String, Const: `"a"`}, func(e *wire.Encoder, r *wire.Rule) { e.String("b", r) }, "const"},
		{wire.Rule{Type: wire.Boolean, Const: `true`}, func(e *wire.Encoder, r *wire.Rule) { e.Bool(true, r) }, ""},
		{wire.Rule{Type: wire.Boolean, Const: `true`}, func(e *wire.Encoder, r *wire.Rule) { e.Bool(false, r) }, "const"},
		{wire.Rule{Type: wire.Integer, Minimum: "1"}, func(e *wire.Encoder, r *wire.Rule) { e.Int64(0, r) }, "minimum"},
		{wire.Rule{Type: wire.Integer, MultipleOf: "2"}, func(e *wire.Encoder, r *wire.Rule) { e.Int64(4, r) }, ""},
		{wire.Rule{Type: wire.Integer, MultipleOf: "2"}, func(e *wire.Encoder, r *wire.Rule) { e.Int64(5, r) }, "multipleOf"},
		{wire.Rule{Type: wire.Integer, Unsigned: true, Maximum: "9"}, func(e *wire.Encoder, r *wire.Rule) { e.Uint64(10, r) }, "maximum"},
		{wire.Rule{Type: wire.Number, ExclusiveMaximum: "1"}, func(e *wire.Encoder, r *wire.Rule) { e.Float64(1, r) }, "exclusiveMaximum"},
		{wire.Rule{Type: wire.Number, ExclusiveMaximum: "1"}, func(e *wire.Encoder, r *wire.Rule) { e.Float64(0.5, r) }, ""},
		{wire.Rule{Type: wire.Array}, func(e *wire.Encoder, r *wire.Rule) { e.Raw([]byte("{}"), r) }, "type"},
		{wire.Rule{Type: wire.Array}, func(e *wire.Encoder, r *wire.Rule) { e.Raw([]byte("[]"), r) }, ""},
		{wire.Rule{Type: wire.Null}, func(e *wire.Encoder, r *wire.Rule) { e.Null(); e.Suspect() }, ""},
		{wire.Rule{}, func(e *wire.Encoder, r *wire.Rule) { e.Lacks("why") }, "no-value"},
		{wire.Rule{}, func(e *wire.Encoder, r *wire.Rule) { e.Raw(nil, r) }, "no-value"},
		{wire.Rule{}, func(e *wire.Encoder, r *wire.Rule) { e.Raw([]byte(`{"a":1,"a":2}`), r) }, "duplicate-member"},
		{wire.Rule{}, func(e *wire.Encoder, r *wire.Rule) { e.Raw([]byte(`1,2`), r) }, "trailing-text"},
		{wire.Rule{Type: wire.Object, MinProperties: 1}, func(e *wire.Encoder, r *wire.Rule) {
			wire.AppendMap(e, map[string]int64{}, r, encodeInteger)
		}, "minProperties"},
		{wire.Rule{Type: wire.Object, MaxProperties: 1}, func(e *wire.Encoder, r *wire.Rule) {
			wire.AppendMap(e, map[string]int64{"a": 1, "b": 2}, r, encodeInteger)
		}, "maxProperties"},
		{wire.Rule{Type: wire.Object}, func(e *wire.Encoder, r *wire.Rule) {
			wire.AppendMap(e, map[string]int64{"\xff": 1}, r, encodeInteger)
		}, "invalid-utf8"},
	} {
		r := test.rule
		_, err := wire.Append(nil, new(int), &r, func(e *wire.Encoder, _ *int) { test.write(e, &r) })
		if test.code == "" {
			assert.NoError(t, err)
			continue
		}
		assert.Equal(t, test.code, violation(t, err, test.code).Code)
	}
}

func encodeInteger(e *wire.Encoder, v *int64) { e.Int64(*v, &anyInteger) }

func TestEncoderRaw(t *testing.T) {
	raw := " { \"a b\" : [ 1 , \"\\\" \\\\\" , {\n} ] ,\t\"c\":null } "
	got := encoding(t, func(e *wire.Encoder) {
		e.Open()
		e.Key(`"raw":`)
		e.Raw([]byte(raw), &wire.Rule{})
		e.Key(`"next":`)
		e.Raw([]byte(`2`), &wire.Rule{})
		e.Close()
	})
	assert.Equal(t, `{"raw":{"a b":[1,"\" \\",{}],"c":null},"next":2}`, got)

	deep := strings.Repeat("[", wire.MaxDepth) + strings.Repeat("]", wire.MaxDepth)
	assert.Equal(t, deep, encoding(t, func(e *wire.Encoder) { e.Raw([]byte(deep), &wire.Rule{}) }))
	_, err := wire.Append(nil, new(int), &wire.Rule{}, func(e *wire.Encoder, _ *int) {
		e.Open()
		e.Key(`"raw":`)
		e.Raw([]byte(deep), &wire.Rule{})
		e.Close()
	})
	assert.Equal(t, "depth", violation(t, err, "").Code)
}

func TestEncoderMaps(t *testing.T) {
	m := map[string]int64{"b": 2, "a": 1, "": 0, "é\"": 3}
	assert.Equal(t, `{"":0,"a":1,"b":2,"é\"":3}`, encoding(t, func(e *wire.Encoder) { wire.AppendMap(e, m, &anyObject, encodeInteger) }))
	assert.Equal(t, `{}`, encoding(t, func(e *wire.Encoder) { wire.AppendMap(e, nil, &anyObject, encodeInteger) }))
	assert.Equal(t, `[{},{"a":1},{}]`, encoding(t, func(e *wire.Encoder) {
		list := []map[string]int64{{}, {"a": 1}, nil}
		wire.AppendList(e, list, &anyArray, func(e *wire.Encoder, v *map[string]int64) { wire.AppendMap(e, *v, &anyObject, encodeInteger) })
	}))

	fields := wire.Fields{Rule: &anyObject, Names: []string{"x", "y"}}
	object := func(m map[string]int64, x bool) func(e *wire.Encoder, _ *int) {
		return func(e *wire.Encoder, _ *int) {
			e.Open()
			if x {
				e.Key(`"x":`)
				e.Null()
			}
			wire.AppendExtra(e, m, &fields, encodeInteger)
			e.Close()
		}
	}
	for _, test := range []struct {
		m    map[string]int64
		x    bool
		want string
	}{
		{nil, false, `{}`}, {nil, true, `{"x":null}`}, {map[string]int64{"b": 2, "a": 1}, false, `{"a":1,"b":2}`}, {map[string]int64{"a": 1}, true, `{"x":null,"a":1}`},
	} {
		got, err := wire.Append(nil, new(int), &anyObject, object(test.m, test.x))
		require.NoError(t, err)
		assert.Equal(t, test.want, string(got))
	}
	for _, x := range []bool{true, false} {
		_, err := wire.Append(nil, new(int), &anyObject, object(map[string]int64{"x": 1}, x))
		v := violation(t, err, "")
		assert.Equal(t, []string{"duplicate-member", "/x"}, []string{v.Code, v.Instance})
	}
}

// TestEncoderDeep writes values that are nested too deep, or without an end.
func TestEncoderDeep(t *testing.T) {
	type node struct{ Next *node }
	var encode func(e *wire.Encoder, v *node)
	encode = func(e *wire.Encoder, v *node) {
		e.Open()
		if v.Next != nil {
			e.Key(`"next":`)
			encode(e, v.Next)
		}
		e.Close()
	}
	chain := func(n int) *node {
		v := new(node)
		for range n - 1 {
			v = &node{v}
		}
		return v
	}
	_, err := wire.Append(nil, chain(wire.MaxDepth), &wire.Rule{}, encode)
	assert.NoError(t, err)
	_, err = wire.Append(nil, chain(wire.MaxDepth+1), &wire.Rule{}, encode)
	assert.Equal(t, "depth", violation(t, err, "").Code)
	loop := new(node)
	loop.Next = loop
	dst := []byte("before")
	got, err := wire.Append(dst, loop, &wire.Rule{}, encode)
	assert.Equal(t, "depth", violation(t, err, "").Code)
	assert.Equal(t, dst, got)
	assert.PanicsWithValue(t, "mine", func() {
		_, _ = wire.Append(nil, loop, &wire.Rule{}, func(*wire.Encoder, *node) { panic("mine") })
	})
}
