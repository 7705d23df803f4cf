package diag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/source"
)

func TestNear(t *testing.T) {
	names := []string{"pattern", "patternProperties", "properties", "type", "if", "$id", "items", "token", "Token"}
	tests := []struct {
		word string
		want []string
	}{
		{"patern", []string{"pattern"}},
		{"tpye", []string{"type"}},
		{"proprties", []string{"properties"}},
		{"Items", []string{"items"}},
		{"$di", []string{"$id"}},
		{"IF", []string{"if"}},
		{"is", nil},
		{"tokn", []string{"token"}},
		{"TOKEN", []string{"token", "Token"}},
		{"pattern", nil},
		{"unheard", nil},
		{strings.Repeat("x", 1000), nil},
	}
	for _, test := range tests {
		t.Run(test.word[:min(10, len(test.word))], func(t *testing.T) {
			assert.Equal(t, test.want, Near(test.word, names))
		})
	}
}

func TestDidYouMean(t *testing.T) {
	assert.Empty(t, DidYouMean(nil))
	assert.Equal(t, `did you mean "a"?`, DidYouMean([]string{"a"}))
	assert.Equal(t, `did you mean "a" or "b"?`, DidYouMean([]string{"a", "b"}))
	assert.Equal(t, `did you mean "a", "b" or "c"?`, DidYouMean([]string{"a", "b", "c"}))
}

func TestLimit(t *testing.T) {
	file := source.NewFile("a.json", []byte("0123456789"))
	at := func(severity Severity, offset int) Diagnostic {
		return Diagnostic{Severity: severity, Code: "c", Message: "m", Pos: source.Pos{File: file, Offset: offset}}
	}
	list := List{at(Notice, 0), at(Warning, 1), at(Error, 2), at(Error, 3)}

	kept := append(List(nil), list...)
	kept.Limit(4)
	assert.Equal(t, list, kept, "a list that is short enough stays")

	kept.Limit(3)
	require.Len(t, kept, 4)
	assert.Equal(t, List{at(Warning, 1), at(Error, 2), at(Error, 3)}, kept[:3], "errors stay longest, the order is kept")
	assert.Equal(t, "notice: 1 more finding is not shown [too-many]", kept[3].Text())

	kept = append(List(nil), list...)
	kept.Limit(1)
	require.Len(t, kept, 2)
	assert.Equal(t, "3 more findings are not shown [too-many]", kept[1].Text(), "an error was dropped")
}
