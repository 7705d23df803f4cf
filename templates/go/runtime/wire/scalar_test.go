package wire_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/pattern"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reading is a decode function that reads one value with a method of the decoder.
func reading[T any](method func(*wire.Decoder, *wire.Rule) T, r *wire.Rule) func(*wire.Decoder, *T) {
	return func(d *wire.Decoder, v *T) { *v = method(d, r) }
}

// A scalarTest reads text, alone and inside an array. It is accepted as want when code is empty.
type scalarTest[T any] struct {
	rule wire.Rule
	text string
	want T
	code string
}

func testScalar[T any](t *testing.T, method func(*wire.Decoder, *wire.Rule) T, tests []scalarTest[T]) {
	for _, test := range tests {
		r := test.rule
		r.At = "/r"
		decode := reading(method, &r)
		got, err := wire.Decode([]byte(test.text), decode)
		list, listErr := wire.Decode([]byte("[ "+test.text+" ]"), func(d *wire.Decoder, v *[]T) {
			*v = wire.List(d, &wire.Rule{Type: wire.Array}, decode)
		})
		if test.code == "" {
			assert.NoError(t, err, test.text)
			assert.Equal(t, test.want, got, test.text)
			assert.NoError(t, listErr, test.text)
			assert.Equal(t, []T{test.want}, list, test.text)
			assert.Empty(t, wire.Check([]byte(test.text), &r), test.text)
			continue
		}
		var v *wire.Violation
		if assert.ErrorAs(t, err, &v, test.text) {
			assert.Equal(t, test.code, v.Code, test.text)
			assert.Equal(t, wire.Check([]byte(test.text), &r)[0], *v, test.text)
		}
		if assert.ErrorAs(t, listErr, &v, test.text) {
			assert.Equal(t, test.code, v.Code, test.text)
			assert.Equal(t, "/0", v.Instance, test.text)
			assert.Equal(t, 2, v.Offset, test.text)
		}
	}
}

func TestString(t *testing.T) {
	plain := wire.Rule{Type: wire.String}
	length := wire.Rule{Type: wire.String, MinLength: 2, MaxLength: 4}
	long := wire.Rule{Type: wire.String, MaxLength: 100}
	none := wire.Rule{Type: wire.String, MaxLength: wire.Zero}
	letters := wire.Rule{Type: wire.String, Pattern: &wire.Pattern{Source: "^a+$", RE2: "^a+$", Compile: pattern.Compile}}
	testScalar(t, (*wire.Decoder).String, []scalarTest[string]{
		{plain, `""`, "", ""},
		{plain, `"a"`, "a", ""},
		{plain, `"1234567"`, "1234567", ""},
		{plain, `"12345678"`, "12345678", ""},
		{plain, `"123456789"`, "123456789", ""},
		{plain, `"1234567é90"`, "1234567é90", ""},
		{plain, `"12345678\u00e9"`, "12345678é", ""},
		{plain, `"😀"`, "😀", ""},
		{plain, ` "a" `, "a", ""},
		{plain, `1`, "", "type"},
		{plain, `null`, "", "type"},
		{plain, `["a"]`, "", "type"},
		{length, `"a"`, "", "minLength"},
		{length, `"é"`, "", "minLength"},
		{length, `"ab"`, "ab", ""},
		{length, `"😀😀😀😀"`, "😀😀😀😀", ""},
		{length, `"\ud83d\ude00\ud83d\ude00"`, "😀😀", ""},
		{length, `"abcde"`, "", "maxLength"},
		{length, `"ééééé"`, "", "maxLength"},
		{long, `"` + strings.Repeat("é", 100) + `"`, strings.Repeat("é", 100), ""},
		{long, `"` + strings.Repeat("é", 101) + `"`, "", "maxLength"},
		{none, `""`, "", ""},
		{none, `"a"`, "", "maxLength"},
		{letters, `"aaa"`, "aaa", ""},
		{letters, `"aab"`, "", "pattern"},
		{wire.Rule{Type: wire.String, Const: `"a\"b"`}, `"a\u0022b"`, `a"b`, ""},
		{wire.Rule{Type: wire.String, Const: `"a"`}, `"b"`, "", "const"},
		{wire.Rule{Type: wire.String, Enum: []string{"a", "b"}}, `"b"`, "b", ""},
		{wire.Rule{Type: wire.String, Enum: []string{"a", "b"}}, `"c"`, "", "enum"},
	})
}

func TestEnum(t *testing.T) {
	r := wire.Rule{Type: wire.String, Enum: []string{"a", "", "longer than eight", `"q"`, `\`, "é", "x\ty"}}
	testScalar(t, (*wire.Decoder).Enum, []scalarTest[string]{
		{r, `"a"`, "a", ""},
		{r, `""`, "", ""},
		{r, `"longer than eight"`, "longer than eight", ""},
		{r, `"\"q\""`, `"q"`, ""},
		{r, `"\\"`, `\`, ""},
		{r, `"é"`, "é", ""},
		{r, `"\u00e9"`, "é", ""},
		{r, `"x\ty"`, "x\ty", ""},
		{r, `"b"`, "", "enum"},
		{r, `"A"`, "", "enum"},
		{r, `"a "`, "", "enum"},
		{r, `"\""`, "", "enum"},
		{r, `null`, "", "type"},
		{wire.Rule{Enum: []string{"a"}}, `1`, "", "enum"}, // without type
		{wire.Rule{Enum: []string{"a"}}, `{"a":1}`, "", "enum"},
	})
	text := []byte(`"a"`)
	got, err := wire.Decode(text, reading((*wire.Decoder).Enum, &r))
	require.NoError(t, err)
	assert.Equal(t, r.Enum[0], got)
}

func TestBool(t *testing.T) {
	r := wire.Rule{Type: wire.Boolean}
	yes := wire.Rule{Type: wire.Boolean, Const: "true"}
	testScalar(t, (*wire.Decoder).Bool, []scalarTest[bool]{
		{r, `true`, true, ""},
		{r, ` false`, false, ""},
		{r, `0`, false, "type"},
		{r, `"true"`, false, "type"},
		{r, `null`, false, "type"},
		{yes, `true`, true, ""},
		{yes, `false`, false, "const"},
	})
	for _, text := range []string{"tru", "f", "truefalse", "True"} {
		_, err := wire.Decode([]byte(text), reading((*wire.Decoder).Bool, &r))
		assert.Error(t, err, text)
	}
}

func TestInt64(t *testing.T) {
	r := wire.Rule{Type: wire.Integer}
	nullable := wire.Rule{Type: wire.Integer | wire.Null}
	bounds := wire.Rule{Type: wire.Integer, Minimum: "-5", ExclusiveMaximum: "7.5", Int: &wire.IntRange{Min: -5, Max: 7}}
	slow := wire.Rule{Type: wire.Integer, Minimum: "-5", Maximum: "7"}
	even := wire.Rule{Type: wire.Integer, MultipleOf: "2"}
	one := wire.Rule{Type: wire.Integer, Const: "1"}
	testScalar(t, (*wire.Decoder).Int64, []scalarTest[int64]{
		{r, `0`, 0, ""},
		{r, `-0`, 0, ""},
		{r, `42`, 42, ""},
		{r, `-17`, -17, ""},
		{r, `1.0`, 1, ""},
		{r, `1e2`, 100, ""},
		{r, `-120e-1`, -12, ""},
		{r, `0e999999999999999999999`, 0, ""},
		{r, `999999999999999999`, 999999999999999999, ""},
		{r, `9223372036854775807`, math.MaxInt64, ""},
		{r, `9223372036854775807.0`, math.MaxInt64, ""},
		{r, `-9223372036854775808`, math.MinInt64, ""},
		{r, `9223372036854775808`, 0, "range"},
		{r, `-9223372036854775809`, 0, "range"},
		{r, `123456789012345678901234567890`, 0, "range"},
		{r, `1e1000000000`, 0, "range"},
		{r, `1.5`, 0, "type"},
		{r, `1e-1`, 0, "type"},
		{r, `1e-1000000000`, 0, "type"},
		{r, `"1"`, 0, "type"},
		{r, `true`, 0, "type"},
		{nullable, `1`, 1, ""},
		{nullable, `"1"`, 0, "type"},
		{bounds, `-5`, -5, ""},
		{bounds, `7`, 7, ""},
		{bounds, `-6`, 0, "minimum"},
		{bounds, `8`, 0, "exclusiveMaximum"},
		{bounds, `7.5`, 0, "type"},
		{slow, `-5`, -5, ""},
		{slow, `8`, 0, "maximum"},
		{even, `4`, 4, ""},
		{even, `5`, 0, "multipleOf"},
		{one, `1.0`, 1, ""},
		{one, `2`, 0, "const"},
		{wire.Rule{Type: wire.Integer, JSON: []string{"1", "2"}}, `2`, 2, ""},
		{wire.Rule{Type: wire.Integer, JSON: []string{"1", "2"}}, `3`, 0, "enum"},
	})
}

// TestInt64WithoutType reads with a rule that says less than the method needs.
func TestInt64WithoutType(t *testing.T) {
	for text, code := range map[string]string{`1.5`: "range", `1e30`: "range", `"a"`: "type"} {
		_, err := wire.Decode([]byte(text), reading((*wire.Decoder).Int64, &wire.Rule{At: "/r"}))
		var v *wire.Violation
		require.ErrorAs(t, err, &v, text)
		assert.Equal(t, code, v.Code)
		assert.Equal(t, "/r/type", v.Keyword)
	}
}

func TestUint64(t *testing.T) {
	r := wire.Rule{Type: wire.Integer, Unsigned: true}
	from := wire.Rule{Type: wire.Integer, Unsigned: true, Minimum: "10"}
	held := wire.Rule{Type: wire.Integer, Int: &wire.IntRange{Min: 0, Max: 9}, Minimum: "0", Maximum: "9"}
	testScalar(t, (*wire.Decoder).Uint64, []scalarTest[uint64]{
		{r, `0`, 0, ""},
		{r, `-0`, 0, ""},
		{r, `18446744073709551615`, math.MaxUint64, ""},
		{r, `1.8446744073709551615e19`, math.MaxUint64, ""},
		{r, `18446744073709551616`, 0, "range"},
		{r, `-1`, 0, "range"},
		{r, `0.5`, 0, "type"},
		{r, `"1"`, 0, "type"},
		{from, `10`, 10, ""},
		{from, `9`, 0, "minimum"},
		{held, `9`, 9, ""},
		{held, `10`, 0, "maximum"},
	})
}

func TestFloat64(t *testing.T) {
	r := wire.Rule{Type: wire.Number}
	bounds := wire.Rule{Type: wire.Number, ExclusiveMinimum: "0", Maximum: "1"}
	cents := wire.Rule{Type: wire.Number, MultipleOf: "0.01"}
	testScalar(t, (*wire.Decoder).Float64, []scalarTest[float64]{
		{r, `0`, 0, ""},
		{r, `-1.5e3`, -1500, ""},
		{r, `1.7976931348623157e308`, math.MaxFloat64, ""},
		{r, `1e-400`, 0, ""},
		{r, `1e309`, 0, "range"},
		{r, `"1"`, 0, "type"},
		{r, `{}`, 0, "type"},
		{bounds, `0.1`, 0.1, ""},
		{bounds, `1.0`, 1, ""},
		{bounds, `0`, 0, "exclusiveMinimum"},
		{bounds, `1.0000000000000000000000001`, 0, "maximum"},
		{cents, `0.07`, 0.07, ""},
		{cents, `0.075`, 0, "multipleOf"},
	})
}
