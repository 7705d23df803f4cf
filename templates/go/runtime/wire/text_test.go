package wire

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// read reads a whole text and returns why it is refused.
func read(s string) *Violation {
	t := text{s: s}
	_ = t.kind()
	t.space()
	_ = t.skip() && t.end()
	return t.violation()
}

func TestTextAccepted(t *testing.T) {
	for _, s := range []string{
		`null`, `true`, `false`, `""`, `{}`, `[]`, " \t\r\n[ ] \n", `{ "a" : [ 1 , { } ] , "b" : null }`,
		`0`, `-0`, `-1`, `10`, `0.5`, `1.0`, `1e2`, `1E+2`, `1e-2`, `-12.34e56`, `123456789012345678901234567890`,
		`"é…😀"`, `"\"\\\/\b\f\n\r\t"`, `"\u00e9\u0041"`, `"\ud83d\ude00"`, `"\uD83D\uDE00"`, `"\u0000"`, "\"\u007f\u2028\"",
		`{"a":1,"A":2}`, `{"":1}`, `{"a":{"a":{"a":1}}}`, `[{"a":1},{"a":1}]`, `{"a\u0000":1,"a":2}`,
		strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth),
		strings.Repeat(`{"a":`, MaxDepth) + "1" + strings.Repeat("}", MaxDepth),
	} {
		assert.Nil(t, read(s), "%s", s)
	}
}

func TestTextRefused(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth)
	for _, test := range []struct {
		text, code string
		offset     int
	}{
		// RFC 8259.
		{``, CodeSyntax, 0},
		{` `, CodeSyntax, 1},
		{`nul`, CodeSyntax, 0},
		{`nulL`, CodeSyntax, 0},
		{`NaN`, CodeSyntax, 0},
		{`'a'`, CodeSyntax, 0},
		{`01`, CodeSyntax, 1},
		{`-`, CodeSyntax, 1},
		{`+1`, CodeSyntax, 0},
		{`.5`, CodeSyntax, 0},
		{`1.`, CodeSyntax, 2},
		{`1.e1`, CodeSyntax, 2},
		{`1e`, CodeSyntax, 2},
		{`1e+`, CodeSyntax, 3},
		{`[1,]`, CodeSyntax, 3},
		{`[1 2]`, CodeSyntax, 3},
		{`[1}`, CodeSyntax, 2},
		{`[`, CodeSyntax, 1},
		{`[,1]`, CodeSyntax, 1},
		{`{"a":1,}`, CodeSyntax, 7},
		{`{"a" 1}`, CodeSyntax, 5},
		{`{"a":}`, CodeSyntax, 5},
		{`{"a"}`, CodeSyntax, 4},
		{`{a:1}`, CodeSyntax, 1},
		{`{1:1}`, CodeSyntax, 1},
		{`{"a":1`, CodeSyntax, 6},
		{`{`, CodeSyntax, 1},
		{`[1]/**/`, CodeTrailing, 3},
		{"\v1", CodeSyntax, 0},
		{"\u00a01", CodeSyntax, 0},
		{"\ufeff1", CodeSyntax, 0},
		{"\xff", CodeSyntax, 0},
		// Text after the value.
		{`1 2`, CodeTrailing, 2},
		{`{}}`, CodeTrailing, 2},
		{"null\x00", CodeTrailing, 4},
		// Strings.
		{`"`, CodeSyntax, 1},
		{`"abcdefghijk`, CodeSyntax, 12},
		{"\"a\nb\"", CodeSyntax, 2},
		{"\"abcdefghij\x1fb\"", CodeSyntax, 11},
		{`"\`, CodeSyntax, 1},
		{`"\x"`, CodeSyntax, 1},
		{`"\u12"`, CodeSyntax, 1},
		{`"\u12g4"`, CodeSyntax, 1},
		{`"\U0041"`, CodeSyntax, 1},
		// UTF-8.
		{"\"\xff\"", CodeUTF8, 1},
		{"\"abcdefghijklm\xc3\"", CodeUTF8, 14},
		{"\"\xc0\xaf\"", CodeUTF8, 1},
		{"\"\xed\xa0\x80\"", CodeUTF8, 1},
		{"\"\xf4\x90\x80\x80\"", CodeUTF8, 1},
		{"{\"\xff\":1}", CodeUTF8, 2},
		{"\"\xff", CodeUTF8, 1},
		// Half a surrogate pair.
		{`"\ud83d"`, CodeSurrogate, 1},
		{`"\ude00"`, CodeSurrogate, 1},
		{`"\ude00\ud83d"`, CodeSurrogate, 1},
		{`"\ud83dA"`, CodeSurrogate, 1},
		{`"\ud83d\u0041"`, CodeSurrogate, 1},
		{`"\ud83d\ud83d\ude00"`, CodeSurrogate, 1},
		{`"\ud83d\u12"`, CodeSurrogate, 1},
		// What comes first counts.
		{"\"\xff\\x\"", CodeUTF8, 1},
		{"\"\\x\xff\"", CodeSyntax, 1},
		{"\"\xff\n\"", CodeUTF8, 1},
		{"\"\n\xff\"", CodeSyntax, 1},
		{`["\ud83d",]`, CodeSurrogate, 2},
		// Depth.
		{deep + `[`, CodeDepth, MaxDepth},
		{deep + `{`, CodeDepth, MaxDepth},
		{strings.Repeat(`{"a":`, 1_000_000), CodeDepth, 5 * MaxDepth},
	} {
		v := read(test.text)
		if assert.NotNil(t, v, "%.40q", test.text) {
			assert.Equal(t, Violation{Code: test.code, Offset: test.offset, Message: v.Message}, *v, "%.40q", test.text)
			assert.NotEmpty(t, v.Message)
		}
	}
}

func TestTextDuplicateMember(t *testing.T) {
	many := make([]string, 40)
	for i := range many {
		many[i] = `"m` + strconv.Itoa(i) + `":0`
	}
	for _, test := range []struct {
		text, instance string
		offset         int
	}{
		{`{"a":1,"a":2}`, "/a", 7},
		{`{"a":1,"b":2,"a":}`, "/a", 13},
		{`{"a":1,"\u0061":2}`, "/a", 7},
		{`{"\u0061":1,"a":2}`, "/a", 12},
		{`{"":1,"":2}`, "/", 6},
		{`{"a/b~c":1,"a/b~c":2}`, "/a~1b~0c", 11},
		{`[0,{"x":[{},{"y":{"a":1,"a":2}}]}]`, "/1/x/1/y/a", 24},
		{`{"a":{"b":1},"b":2,"c":{"b":1,"b":2}}`, "/c/b", 30},
		{`{` + strings.Join(many, ",") + `,"m0":0}`, "/m0", 311},
		{`{` + strings.Join(many, ",") + `,"m39":0}`, "/m39", 311},
		{`{` + strings.Join(many[:few], ",") + `,"m15":0}`, "/m15", 119},
	} {
		v := read(test.text)
		if assert.NotNil(t, v, test.text) {
			assert.Equal(t, CodeDuplicateMember, v.Code, test.text)
			assert.Equal(t, test.instance, v.Instance, test.text)
			assert.Equal(t, test.offset, v.Offset, test.text)
		}
	}
	assert.Nil(t, read(`{`+strings.Join(many, ",")+`}`))
}

// TestTextStaysRefused asks on after a failure.
func TestTextStaysRefused(t *testing.T) {
	x := text{s: `[1,] {"a":1} "b" 2 true`}
	require.False(t, x.skip())
	first := *x.violation()
	x.space()
	assert.False(t, x.skip())
	assert.False(t, x.literal("true"))
	assert.False(t, x.colon())
	assert.False(t, x.more(']'))
	assert.False(t, x.enter() && x.skip())
	assert.False(t, x.end())
	_, ok := x.str()
	assert.False(t, ok)
	_, ok = x.num()
	assert.False(t, ok)
	_, ok = x.name()
	assert.False(t, ok)
	assert.Equal(t, first, *x.violation())
}

func TestTextValues(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`""`, ""},
		{`"plain"`, "plain"},
		{`"é…😀"`, "é…😀"},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"\u00e9\u00E9\u20ac\ud83d\ude00\u0000"`, "éé€😀\x00"},
		{`"before\nand a long text after, without an escape"`, "before\nand a long text after, without an escape"},
		{`"\nx\n"`, "\nx\n"},
	} {
		x := text{s: test.text}
		got, ok := x.str()
		assert.True(t, ok, test.text)
		assert.Equal(t, test.want, got)
		assert.True(t, x.end())
	}
	x := text{s: `"a\nb" "a\tb"`}
	first, _ := x.str()
	x.space()
	second, _ := x.str()
	assert.Equal(t, "a\nb", first, "a string must not change when the next one is read")
	assert.Equal(t, "a\tb", second)
	for _, s := range []string{`0`, `-0`, `12`, `-1.50e+07`} {
		x := text{s: s + ","}
		got, ok := x.num()
		assert.True(t, ok)
		assert.Equal(t, s, got)
	}
}

func TestTextMessages(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{``, "got the end of the text, want a value"},
		{`[1;2]`, "got ';', want ',' or ']'"},
		{`{"a":1]`, "got ']', want ',' or '}'"},
		{"[1\u00a0]", "got U+00A0, want ',' or ']'"},
		{"\xfe", "got byte 0xfe, want a value"},
		{"\"\xfe\"", "got byte 0xfe, want UTF-8"},
		{`{"a":1,}`, "got '}', want the name of a member"},
		{`1 2`, "got '2' after the value, want the end of the text"},
		{`"\q"`, `got '\' and 'q', want an escape`},
		{"\"\x01\"", "got U+0001 in a string, want it escaped"},
	} {
		v := read(test.text)
		if assert.NotNil(t, v, test.text) {
			assert.Equal(t, test.want, v.Message)
		}
	}
}

// TestTextManyMembers is about objects with so many members that comparing each name with each other one is no option.
func TestTextManyMembers(t *testing.T) {
	x := text{}
	m := x.open()
	for i := range 100 {
		require.True(t, x.declare(&m, strconv.Itoa(i), i))
	}
	assert.Len(t, x.names, few, "names are compared one by one")
	assert.Len(t, m.set, 100, "names are looked up")
	x.close(m)
	assert.Empty(t, x.names)

	var b strings.Builder
	b.WriteString(`{"m":0`)
	for i := range 1_000_000 {
		b.WriteString(`,"` + strconv.Itoa(i) + `":{"a":[]}`)
	}
	assert.Nil(t, read(b.String()+"}"))
	assert.Equal(t, "/m", read(b.String()+`,"m":0}`).Instance)
}

// TestTextKeepsNothing looks at the memory that is kept for the next text.
func TestTextKeepsNothing(t *testing.T) {
	x := text{s: `[{"a":{"b":{"c":"\n"}}},"\n",{"d":1,"d":`}
	require.False(t, x.skip())
	require.NotNil(t, x.violation())
	x.empty()
	assert.Equal(t, make([]string, cap(x.names)), x.names[:cap(x.names)])
	assert.Equal(t, make([]string, cap(x.path)), x.path[:cap(x.path)])
	assert.Equal(t, text{names: x.names, path: x.path, plain: x.plain}, x)

	x.names = make([]string, 0, 1000)
	x.plain = make([]byte, 0, 1<<20)
	x.empty()
	assert.Zero(t, cap(x.names))
	assert.Zero(t, cap(x.plain))
}
