package gen

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestImportPath(t *testing.T) {
	for _, c := range []struct{ name, mod, below, want string }{
		{"the folder of the module", "module example.com/a\n", "", "example.com/a"},
		{"a folder below, which need not be there", "module example.com/a // comment\n\ngo 1.26\n", "b/c", "example.com/a/b/c"},
		{"after a comment", "// Deprecated: gone.\nmodule example.com/a/v2\r\n", "b", "example.com/a/v2/b"},
		{"quoted", "module \"example.com/a\"\n", "", "example.com/a"},
		{"raw", "module\t`example.com/a`\n", "", "example.com/a"},
		{"no module", "go 1.26\n", "b", ""},
		{"empty", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(c.mod), 0o644))
			assert.Equal(t, c.want, ImportPath(filepath.Join(dir, filepath.FromSlash(c.below))))
		})
	}
}

// The nearest go.mod decides, and a folder of that name is none.
func TestImportPathOfNestedModule(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a/b/go.mod"), 0o755))
	for name, text := range map[string]string{"go.mod": "module example.com/outer\n", "a/go.mod": "module example.com/inner\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	assert.Equal(t, "example.com/outer/c", ImportPath(filepath.Join(dir, "c")))
	assert.Equal(t, "example.com/inner/b", ImportPath(filepath.Join(dir, "a/b")))
}
