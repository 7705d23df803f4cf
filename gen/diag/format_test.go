package diag

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/source"
)

func TestFormat(t *testing.T) {
	schema := source.NewFile("a,b:c%.json", []byte("{\n  \"é\": 1\n}\n"))
	list := List{
		{
			Severity: Error,
			Code:     "unknown-keyword",
			Pos:      source.Pos{File: schema, Offset: 7},
			Message:  "unknown keyword \"<é>\"\n::error::forged",
			At:       "/é",
			Got:      "100%",
			Want:     "a: b, c",
			Also:     []Related{{source.Pos{File: schema}, "here too"}, {source.Pos{}, "and nowhere"}},
			Hint:     "leave it out",
		},
		{Severity: Warning, Code: "no-place", Instance: "/a\n/0", Message: "worth a change"},
		{Severity: Notice, Code: "no-place", Message: "good to know"},
	}
	for _, c := range []struct{ format, want string }{
		{"text", `a,b:c%.json:2:5: unknown keyword "<é>"\n::error::forged [unknown-keyword]
    at:   /é
    got:  100%
    want: a: b, c
    also: a,b:c%.json:1:1: here too
    also: and nowhere
    hint: leave it out
warning: /a\n/0: worth a change [no-place]
notice: good to know [no-place]
`},
		{"github", `::error file=a%2Cb%3Ac%25.json,line=2,col=5,title=unknown-keyword::unknown keyword "<é>"\n::error::forged [unknown-keyword]` +
			`%0A    at:   /é%0A    got:  100%25%0A    want: a: b, c%0A    also: a,b:c%25.json:1:1: here too%0A    also: and nowhere%0A    hint: leave it out
::warning title=no-place::/a\n/0: worth a change [no-place]
::notice title=no-place::good to know [no-place]
`},
		{"json", `[
  {
    "severity": "error",
    "code": "unknown-keyword",
    "file": "a,b:c%.json",
    "line": 2,
    "col": 5,
    "message": "unknown keyword \"<é>\"\n::error::forged",
    "at": "/é",
    "got": "100%",
    "want": "a: b, c",
    "also": [
      {
        "file": "a,b:c%.json",
        "line": 1,
        "col": 1,
        "text": "here too"
      },
      {
        "text": "and nowhere"
      }
    ],
    "hint": "leave it out"
  },
  {
    "severity": "warning",
    "code": "no-place",
    "instance": "/a\n/0",
    "message": "worth a change"
  },
  {
    "severity": "notice",
    "code": "no-place",
    "message": "good to know"
  }
]
`},
	} {
		t.Run(c.format, func(t *testing.T) {
			got, err := list.Format(c.format)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
	_, err := list.Format("xml")
	assert.EqualError(t, err, `unknown format "xml", want text, json, github`)
}

func TestFormatOfNothing(t *testing.T) {
	for _, name := range Formats {
		got, err := List(nil).Format(name)
		require.NoError(t, err)
		if name == "json" {
			assert.True(t, json.Valid(got))
			assert.Equal(t, "[]\n", string(got))
		} else {
			assert.Empty(t, got)
		}
	}
}
