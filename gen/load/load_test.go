package load_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestBad reads each file of testdata/bad and compares its diagnostics with the golden file beside it.
func TestBad(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.*")
	require.NoError(t, err)
	codes := make(map[string]bool)
	for _, name := range files {
		if filepath.Ext(name) == ".golden" {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			doc, diags := load.Read(source.NewFile(filepath.Base(name), text))
			assert.Nil(t, doc, "a document although there are errors")
			require.True(t, diags.Failed())
			for _, d := range diags {
				codes[d.Code] = true
			}
			got := diags.Error() + "\n"
			golden := strings.TrimSuffix(name, filepath.Ext(name)) + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err, "run the test with -update")
			assert.Equal(t, string(want), got)
		})
	}
	for _, code := range []string{
		"syntax", "duplicate-member", "invalid-utf8", "lone-surrogate", "byte-order-mark", "trailing-text", "empty-file",
		"depth", "yaml-alias", "yaml-tag", "yaml-merge-key", "yaml-key", "yaml-number", "yaml-ambiguous",
		"yaml-documents", "yaml-line-break",
	} {
		assert.True(t, codes[code], "no file of testdata/bad gives %s", code)
	}
}
