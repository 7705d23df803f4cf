package typescript_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/require"
)

// needNode skips a test where Node is not installed; with CI=true the test fails instead.
func needNode(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("node"); err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("node is not installed")
	}
	t.Skip("node is not installed")
}

// run runs a command in a folder and returns what it printed.
func run(t testing.TB, dir string, name string, args ...string) string {
	t.Helper()
	out, err := try(dir, name, args...)
	require.NoError(t, err, "%s %v:\n%s", name, args, out)
	return out
}

// try is run for a command that may fail.
func try(dir string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// write puts the files of a package below a folder and returns the folder of the package.
func write(t testing.TB, dir string, files []output.File) string {
	t.Helper()
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, f.Content, 0o644))
	}
	return filepath.Join(dir, filepath.FromSlash(options.Dir))
}

// A question asks the checks of a shape about a text.
type question struct {
	Module string `json:"module"`
	Shape  string `json:"shape"`
	Text   []byte `json:"text"`
	rule   *wire.Rule
	want   string // "accept" or "refuse"; "" when only the rule knows
}

// An answer is what they say.
type answer struct {
	Text     []wire.Violation `json:"text"`     // all violations of the text
	Problems []string         `json:"problems"` // where checks of one thing do not agree
	Is       *bool            `json:"is"`       // whether the parsed value is accepted; nil for a text that is no JSON
}

// ask asks an emitted package.
func ask(t testing.TB, pkg string, questions []question) []answer {
	t.Helper()
	in, err := json.Marshal(questions)
	require.NoError(t, err)
	script, err := filepath.Abs(filepath.Join("testdata", "ask.mjs"))
	require.NoError(t, err)
	cmd := exec.Command("node", script, pkg)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var answers []answer
	require.NoError(t, json.Unmarshal(out, &answers))
	require.Len(t, answers, len(questions))
	return answers
}
