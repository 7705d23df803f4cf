package rust_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestConsumer compiles and runs code of a user of the types, twice where the published crate can be had: against that,
// and against ours, with other use lines alone. The rest of the tests is about serde.
func TestConsumer(t *testing.T) {
	needCargo(t)
	file := demoSource(t, "contract.yaml")
	const pin = "    all: Receipt\n"
	if !bytes.Contains(file, []byte("rust: ActResult")) {
		// The published crate has one type for both places that hold a receipt.
		file = bytes.Replace(file, []byte(pin), []byte(pin+"    rust: ActResult\n"), 1)
	}
	c, diags := model("demo", demoSource(t, "schema.json"), file)
	require.False(t, diags.Failed(), "%v", diags)
	dir := folder(t, "consumer")
	crate := write(t, dir, emit(t, c))
	consumer := filepath.Join(dir, "consumer")
	require.NoError(t, os.CopyFS(consumer, os.DirFS(filepath.Join("testdata", "consumer"))))
	manifest := filepath.Join(consumer, "Cargo.toml")
	text, err := os.ReadFile(manifest)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(manifest, bytes.Replace(text, []byte(`"CRATE"`), []byte(`"`+filepath.ToSlash(crate)+`"`), 1), 0o644))
	mustCargo(t, consumer, "test", "--quiet")
	bySerde(t, consumer, mutatedDemo(t, c))
	if out, err := cargo(t, consumer, "fetch"); err != nil && os.Getenv("CI") != "true" {
		t.Skipf("the published crate cannot be had, so only ours is tested: %.300s", out)
	}
	mustCargo(t, consumer, "test", "--quiet", "--features", "published", "--ignore-rust-version")
}

// bySerde reads and writes messages by serde and without it: there is no difference.
func bySerde(t *testing.T, consumer string, questions []question) {
	t.Helper()
	mustCargo(t, consumer, "build", "--quiet", "--bin", "differ")
	var in bytes.Buffer
	for _, q := range questions {
		fmt.Fprintf(&in, "%s %s\n", q.shape, hex.EncodeToString(q.text))
	}
	cmd := exec.Command(filepath.Join(targetOf(t, consumer), "debug", "differ"))
	cmd.Stdin = &in
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%.2000s", out)
	require.Empty(t, out, "%.2000s", out)
}
