package wire

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzText compares the verdict on a text with that of encoding/json and the rules that it lacks.
func FuzzText(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x\u00e9\ud83d\ude00\n"],"b":{}}`, ` [ { } , [ ] ] `, `{"a":1,"\u0061":2}`, `"\ud83d\u0041"`,
		"\"\xff\"", strings.Repeat("[", 127) + strings.Repeat("]", 127), strings.Repeat("[", 128) + strings.Repeat("]", 128),
		`{"a":{"b":1,"c":{"b":1,"b":2}}}`, `[01]`, `"\/\b\f"`, `{"":0,"":1}`, `1 2`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := read(s)
		require.Equal(t, acceptable(s), v == nil, "%v", v)
		_, parsed := parse(s)
		require.Equal(t, v, parsed)
		if v != nil {
			assert.LessOrEqual(t, v.Offset, len(s))
			assert.True(t, utf8.ValidString(v.Message) && v.Message != "")
			return
		}
		x := text{s: strings.Trim(s, " \t\r\n")}
		var want any
		decoder := json.NewDecoder(strings.NewReader(s))
		decoder.UseNumber()
		require.NoError(t, decoder.Decode(&want))
		switch want := want.(type) {
		case string:
			got, ok := x.str()
			assert.True(t, ok)
			assert.Equal(t, want, got)
		case json.Number:
			got, ok := x.num()
			assert.True(t, ok)
			assert.Equal(t, string(want), got)
		}
	})
}

// acceptable is the policy for texts on top of encoding/json.
func acceptable(s string) bool {
	return json.Valid([]byte(s)) && utf8.ValidString(s) && wholeSurrogates(s) && distinctMembers(s)
}

func wholeSurrogates(s string) bool {
	units := func(s string) rune {
		if len(s) < 6 || s[:2] != `\u` {
			return -1
		}
		n, err := strconv.ParseUint(s[2:6], 16, 16)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if r := units(s[i:]); r < 0 {
			i++
		} else if !utf16.IsSurrogate(r) {
			i += 5
		} else if utf16.DecodeRune(r, units(s[i+6:])) != utf8.RuneError {
			i += 11
		} else {
			return false
		}
	}
	return true
}

// distinctMembers is true when no object has a member twice, and nothing is nested too deep.
func distinctMembers(s string) bool {
	type container struct {
		names  map[string]bool // nil for an array
		tokens int
	}
	var open []container
	decoder := json.NewDecoder(strings.NewReader(s))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return true
		}
		if n := len(open); n > 0 && token != json.Delim('}') && token != json.Delim(']') {
			c := &open[n-1]
			if name, ok := token.(string); ok && c.names != nil && c.tokens%2 == 0 {
				if c.names[name] {
					return false
				}
				c.names[name] = true
			}
			c.tokens++
		}
		switch token {
		case json.Delim('{'):
			open = append(open, container{names: map[string]bool{}})
		case json.Delim('['):
			open = append(open, container{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if len(open) > MaxDepth {
			return false
		}
	}
}

// FuzzAppendString reads what is written.
func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "a", "12345678", "\x00\"\\\n\u2028é😀", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var e Encoder
		e.String(s, &Rule{})
		assert.Equal(t, appendString(nil, s), e.buf, "two ways to the same text")
		assert.Equal(t, !utf8.ValidString(s), e.suspect)
		x := text{s: string(e.buf)}
		got, ok := x.str()
		assert.Equal(t, utf8.ValidString(s), ok && x.end())
		if ok {
			assert.Equal(t, s, got)
		}
	})
}

// FuzzAppendFloat compares with encoding/json, which lays numbers out as ECMAScript does but for -0.
func FuzzAppendFloat(f *testing.F) {
	for _, x := range []float64{0, 1, -1.5, 1e21, 1e-7, 5e-324, math.MaxFloat64, 123456789} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		want, err := json.Marshal(x)
		if err != nil || x == 0 {
			return
		}
		got := appendFloat(nil, x)
		assert.Equal(t, string(want), string(got))
		back, ok := parseFloat(string(got))
		assert.True(t, ok)
		assert.Equal(t, x, back)
	})
}
