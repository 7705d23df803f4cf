package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	anyInteger = wire.Rule{At: "/integer", Type: wire.Integer}
	anyArray   = wire.Rule{At: "/array", Type: wire.Array}
	anyObject  = wire.Rule{At: "/object", Type: wire.Object}
	anyString  = wire.Rule{At: "/string", Type: wire.String}
)

func decodeInteger(d *wire.Decoder, v *int64) { *v = d.Int64(&anyInteger) }

func decodeIntegers(d *wire.Decoder, v *[]int64) { *v = wire.List(d, &anyArray, decodeInteger) }

// violation is the violation that err is.
func violation(t *testing.T, err error, text string) wire.Violation {
	var v *wire.Violation
	require.ErrorAs(t, err, &v, text)
	return *v
}

func TestList(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 8, 9, 100, 5000} {
		want := make([]int64, n)
		for i := range want {
			want[i] = int64(i)
		}
		text := strings.ReplaceAll(fmt.Sprint(want), " ", " ,")
		got, err := wire.Decode([]byte(text), decodeIntegers)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.LessOrEqual(t, cap(got), max(n, 1), "an append must not reach what is shared")
	}
	for _, test := range []struct{ text, code, at, keyword string }{
		{`{}`, "type", "", "/array/type"},
		{`null`, "type", "", "/array/type"},
		{`[1,2,"3",4]`, "type", "/2", "/integer/type"},
		{`[1,2,[3],4]`, "type", "/2", "/integer/type"},
		{`[1.5,1.5]`, "type", "/0", "/integer/type"},
		{`[1.5,1.5`, "syntax", "", ""},
		{`[1,]`, "syntax", "", ""},
		{`[,1]`, "syntax", "", ""},
		{`[1 2]`, "syntax", "", ""},
		{`[1,"2",{"a":1,"a":1}]`, "duplicate-member", "/2/a", ""},
		{`["1",`, "syntax", "", ""},
	} {
		_, err := wire.Decode([]byte(test.text), decodeIntegers)
		v := violation(t, err, test.text)
		assert.Equal(t, wire.Violation{Code: test.code, Instance: test.at, Keyword: test.keyword, Message: v.Message, Offset: v.Offset}, v, test.text)
	}
}

func TestListLimits(t *testing.T) {
	limits := wire.Rule{At: "/r", Type: wire.Array, MinItems: 1, MaxItems: 3}
	none := wire.Rule{At: "/r", Type: wire.Array, MaxItems: wire.Zero}
	for _, test := range []struct {
		rule *wire.Rule
		text string
		code string
	}{
		{&limits, `[1]`, ""}, {&limits, `[1,2,3]`, ""}, {&limits, `[]`, "minItems"}, {&limits, `[1,2,3,4]`, "maxItems"},
		{&limits, `[1,2,3,4,5,6,7,8,9,10,11,12]`, "maxItems"}, {&limits, `[1,2,3,"4"]`, "type"},
		{&none, `[]`, ""}, {&none, `[1]`, "maxItems"},
	} {
		_, err := wire.Decode([]byte(test.text), func(d *wire.Decoder, v *[]int64) { *v = wire.List(d, test.rule, decodeInteger) })
		if test.code == "" {
			assert.NoError(t, err, test.text)
			continue
		}
		v := violation(t, err, test.text)
		assert.Equal(t, test.code, v.Code, test.text)
		if test.code != "type" {
			assert.Equal(t, "/r/"+test.code, v.Keyword)
			assert.Equal(t, wire.Check([]byte(test.text), test.rule)[0], v)
		}
	}
}

// TestListsShareNothing reads lists in lists, which share memory, and writes to each of them.
func TestListsShareNothing(t *testing.T) {
	type tree struct {
		N    int64
		List []tree
	}
	var decode func(d *wire.Decoder, v *tree)
	decode = func(d *wire.Decoder, v *tree) {
		if d.Kind() == wire.Number {
			v.N = d.Int64(&anyInteger)
			return
		}
		v.List = wire.List(d, &anyArray, decode)
	}
	var write func(b *strings.Builder, v tree)
	write = func(b *strings.Builder, v tree) {
		if v.List == nil {
			fmt.Fprint(b, v.N)
			return
		}
		b.WriteByte('[')
		for i, item := range v.List {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, item)
		}
		b.WriteByte(']')
	}
	text := "[[1,[2,[3,4],5],[]],6,[[[[7]]],[8,[9,[10,[11,12],13],14],15]]," + strings.Repeat("[[16,[17]],18],", 40) + "[]]"
	got, err := wire.Decode([]byte(text), decode)
	require.NoError(t, err)
	var touch func(v *tree)
	touch = func(v *tree) {
		_ = append(v.List, tree{N: -1})
		for i := range v.List {
			touch(&v.List[i])
		}
	}
	touch(&got)
	var b strings.Builder
	write(&b, got)
	assert.Equal(t, text, b.String())
}

// TestListMemory is about texts that make lists look longer than they are, or that nest them.
func TestListMemory(t *testing.T) {
	type wide struct{ Values [64]int64 }
	fields := wire.Fields{Rule: &anyObject}
	decodeWide := func(d *wire.Decoder, v *wide) {
		o := d.Object(&fields)
		for d.Next(&o) {
		}
	}
	braces := []byte(`[{"a":"` + strings.Repeat("{", 100_000) + `"}]`)
	got, err := wire.Decode(braces, func(d *wire.Decoder, v *[]wide) { *v = wire.List(d, &anyArray, decodeWide) })
	require.NoError(t, err)
	assert.Less(t, cap(got), 10)

	type nested struct {
		Items  []nested
		Values [64]int64
	}
	var decode func(d *wire.Decoder, v *nested)
	decode = func(d *wire.Decoder, v *nested) { v.Items = wire.List(d, &anyArray, decode) }
	text := []byte("[" + strings.TrimSuffix(strings.Repeat("[[[[]]]],", 10_000), ",") + "]")
	allocated := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			if _, err := wire.Decode(text, decode); err != nil {
				b.Fatal(err)
			}
		}
	}).AllocedBytesPerOp()
	const item = 8*64 + 24
	assert.Less(t, allocated, int64(8*40_000*item))
}

func TestMap(t *testing.T) {
	limits := wire.Rule{At: "/r", Type: wire.Object, MinProperties: 1, MaxProperties: 3}
	none := wire.Rule{At: "/r", Type: wire.Object, MaxProperties: wire.Zero}
	for _, test := range []struct {
		rule     *wire.Rule
		text     string
		want     map[string]int64
		code, at string
	}{
		{&anyObject, `{}`, map[string]int64{}, "", ""},
		{&limits, ` { "a" : 1 , "\u0062" : 2, "":3 } `, map[string]int64{"a": 1, "b": 2, "": 3}, "", ""},
		{&limits, `{}`, nil, "minProperties", ""},
		{&limits, `{"a":1,"b":2,"c":3,"d":4}`, nil, "maxProperties", ""},
		{&none, `{}`, map[string]int64{}, "", ""},
		{&none, `{"a":1}`, nil, "maxProperties", ""},
		{&limits, `[]`, nil, "type", ""},
		{&limits, `{"a":1,"b/~":"2","c":"3"}`, nil, "type", "/b~1~0"},
		{&limits, `{"a":1,"a":2}`, nil, "duplicate-member", "/a"},
		{&limits, `{"a":1,"b":"2","\u0061":2}`, nil, "duplicate-member", "/a"},
		{&limits, `{"a":1,"b":"2","c":{"d":1,"d":2}}`, nil, "duplicate-member", "/c/d"},
	} {
		got, err := wire.Decode([]byte(test.text), func(d *wire.Decoder, v *map[string]int64) {
			*v = wire.Map(d, test.rule, decodeInteger)
		})
		if test.code == "" {
			assert.NoError(t, err, test.text)
			assert.Equal(t, test.want, got, test.text)
			continue
		}
		v := violation(t, err, test.text)
		assert.Equal(t, []string{test.code, test.at}, []string{v.Code, v.Instance}, test.text)
	}
}

// TestMapOfLists checks that the values of a map do not share what they hold.
func TestMapOfLists(t *testing.T) {
	got, err := wire.Decode([]byte(`{"a":[1,2],"b":[],"c":[3]}`), func(d *wire.Decoder, v *map[string][]int64) {
		*v = wire.Map(d, &anyObject, decodeIntegers)
	})
	require.NoError(t, err)
	assert.Equal(t, map[string][]int64{"a": {1, 2}, "b": {}, "c": {3}}, got)
}

func TestPut(t *testing.T) {
	var m map[string]int
	wire.Put(&m, "a", 1)
	wire.Put(&m, "b", 2)
	assert.Equal(t, map[string]int{"a": 1, "b": 2}, m)
}
