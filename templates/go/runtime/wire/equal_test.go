package wire

import (
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/pattern"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEqual(t *testing.T) {
	groups := [][]string{ // values are equal within a group, and to none of another
		{`null`}, {`true`}, {`false`}, {`"true"`}, {`"null"`}, {`""`}, {`"a"`, `"\u0061"`}, {`"A"`}, {`"e\u0301"`}, {`"é"`, `"\u00e9"`},
		{`0`, `-0`, `0.0e5`}, {`1`, `1.0`, `10e-1`, `0.1E+1`}, {`-1`, `-1.00`}, {`1e1000000000`, `10e999999999`}, {`1e1000000001`},
		{`9007199254740993`}, {`9007199254740992`, `9007199254740992.0`}, {`"1"`},
		{`[]`, `[ ]`}, {`[[]]`}, {`[1,2]`, `[1.0,2e0]`}, {`[2,1]`}, {`[1]`}, {`["1,2"]`}, {`["1","2"]`}, {`[null]`}, {`["n"]`},
		{`{}`}, {`[{}]`}, {`{"a":1,"b":[2]}`, `{"b":[2.0],"\u0061":1}`}, {`{"a":[2],"b":1}`}, {`{"a":1}`}, {`{"a":null}`}, {`{"":{}}`}, {`{"a\":1,\"b":[2]}`},
	}
	for i, group := range groups {
		for _, a := range group {
			x, refused := parse(a)
			require.Nil(t, refused, a)
			for j, other := range groups {
				for _, b := range other {
					y, _ := parse(b)
					assert.Equal(t, i == j, equal(&x, &y), "%s and %s", a, b)
					assert.Equal(t, i == j, string(x.appendKey(nil)) == string(y.appendKey(nil)), "keys of %s and %s", a, b)
					assert.Equal(t, i == j, x.equals(b), "%s and the text %s", a, b)
				}
			}
		}
	}
	x, _ := parse(`1`)
	for _, text := range []string{"", "\"", "1 1", "[", "nul"} {
		assert.False(t, x.equals(text), "a text that is no JSON equals nothing")
	}
}

func TestFirstRepeat(t *testing.T) {
	tests := []struct {
		text string
		i, j int // 0, 0: none
	}{
		{`[]`, 0, 0}, {`[1]`, 0, 0}, {`[1,2,1,2]`, 0, 2}, {`[1,2,2,1]`, 1, 2},
		{`[0,1,2,3,4,5,6,7,8,9]`, 0, 0}, {`[0,1,2,3,4,5,6,7,8,9,5.0,0]`, 5, 10}, {`[[0],1,2,3,4,5,6,7,8,9,[0.0]]`, 0, 10},
	}
	for _, tt := range tests {
		v, _ := parse(tt.text)
		i, j, ok := firstRepeat(v.list)
		assert.Equal(t, []any{tt.i, tt.j, tt.j > 0}, []any{i, j, ok}, tt.text)
	}
}

func TestPattern(t *testing.T) {
	p := &Pattern{Source: `b\d`, RE2: `b[0-9]`, Compile: pattern.Compile}
	assert.True(t, p.match("ab1c"))
	assert.False(t, p.match("b"))
	assert.False(t, (&Pattern{Source: `(?=a)`, RE2: `(?=a)`, Compile: pattern.Compile}).match("a"), "a pattern that does not compile")
}
