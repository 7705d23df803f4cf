package rust_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkCrate prints how long the crate takes beside serde_json with plain derived types, in the same run.
func BenchmarkCrate(b *testing.B) {
	needCargo(b)
	dir := folder(b, "bench")
	crate := write(b, dir, emit(b, demo(b)))
	bench := filepath.Join(dir, "bench")
	require.NoError(b, os.CopyFS(bench, os.DirFS(filepath.Join("testdata", "bench"))))
	manifest := filepath.Join(bench, "Cargo.toml")
	text, err := os.ReadFile(manifest)
	require.NoError(b, err)
	require.NoError(b, os.WriteFile(manifest, bytes.Replace(text, []byte(`"CRATE"`), []byte(`"`+filepath.ToSlash(crate)+`"`), 1), 0o644))
	mustCargo(b, bench, "build", "--release", "--quiet")
	for b.Loop() {
		out, err := cargo(b, bench, "run", "--release", "--quiet")
		require.NoError(b, err, "%s", out)
		b.Logf("%s", out)
	}
}
