package gen

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBuild builds this repository's own project: no diagnostic, and the same bytes each time.
func TestBuild(t *testing.T) {
	build := func() map[string]string {
		p, diags := Open(".")
		require.Empty(t, diags)
		defer p.Close()
		set, diags := p.Build()
		require.Empty(t, diags)
		files := map[string]string{}
		for _, f := range set.Files() {
			files[f.Path] = string(f.Content)
		}
		return files
	}
	first := build()
	require.NotEmpty(t, first)
	for range 3 {
		assert.Equal(t, first, build())
	}
}
