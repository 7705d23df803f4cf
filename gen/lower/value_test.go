package lower

import (
	"testing"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func node(t *testing.T, text string) *load.Node {
	t.Helper()
	doc, diags := load.JSON(source.NewFile("value.json", []byte(text)))
	require.False(t, diags.Failed(), "%v", diags)
	return doc.Root
}

func TestCanonical(t *testing.T) {
	for _, test := range []struct{ text, want, kind string }{
		{`1`, `1`, "integer"},
		{`1.0`, `1`, "integer"},
		{`1e2`, `100`, "integer"},
		{`-0`, `0`, "integer"},
		{`0.00`, `0`, "integer"},
		{`0e999999999`, `0`, "integer"},
		{`12.50`, `12.5`, "number"},
		{`-0.05`, `-0.05`, "number"},
		{`5e-3`, `0.005`, "number"},
		{`100.0e-2`, `1`, "integer"},
		{`9007199254740993`, `9007199254740993`, "integer"},
		{`1e400`, `1e400`, "integer"},
		{`10e399`, `1e400`, "integer"},
		{`12e-400`, `12e-400`, "number"},
		{`"a\u0000\n\"\\é/"`, `"a\u0000\n\"\\é/"`, "string"},
		{`{"b": [1.0, null], "a": {"d": true, "c": false}}`, `{"a":{"c":false,"d":true},"b":[1,null]}`, "object"},
		{`[]`, `[]`, "array"},
	} {
		v, err := value(node(t, test.text))
		require.NoError(t, err, test.text)
		assert.Equal(t, test.want, v.JSON, test.text)
		assert.Equal(t, test.kind, v.Kind.String(), test.text)
	}
	_, err := value(node(t, `[1e100001]`))
	assert.ErrorIs(t, err, errExponent)
	_, err = value(node(t, `1e99999999999999999999`))
	assert.ErrorIs(t, err, errExponent)
}
