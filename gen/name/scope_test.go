package name

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/source"
)

func TestScope(t *testing.T) {
	file := source.NewFile("schema.json", []byte("{}"))
	at := func(offset int) source.Pos { return source.Pos{File: file, Offset: offset} }

	var s Scope
	s.Reserve("UnmarshalJSON", "a method of every shape")
	require.Nil(t, s.Claim("FooBar", "foo-bar", at(0)))
	require.Nil(t, s.Claim("Foobar", "foobar", at(1)), "identifiers are compared exactly")

	c := s.Claim("FooBar", "foo_bar", at(2))
	require.NotNil(t, c)
	assert.Equal(t, &Collision{"FooBar", Owner{"foo-bar", at(0)}, Owner{"foo_bar", at(2)}}, c)
	assert.EqualError(t, c, `"foo-bar" and "foo_bar" both become the identifier FooBar`)

	c = s.Claim("UnmarshalJSON", "unmarshalJSON", at(1))
	require.NotNil(t, c)
	assert.EqualError(t, c, `"unmarshalJSON" becomes the identifier UnmarshalJSON, which is taken: a method of every shape`)
}
