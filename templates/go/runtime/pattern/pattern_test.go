package pattern

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCompile(t *testing.T) {
	match := Compile(`b[0-9]`)
	assert.True(t, match("ab1c"))
	assert.False(t, match("ab"))
	assert.False(t, Compile(`(?=a)`)("a"), "an expression that does not compile")
}
