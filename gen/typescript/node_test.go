package typescript_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// needNode skips a test where Node is not installed; with CI=true the test fails instead.
func needNode(t testing.TB) {
	t.Helper()
	readTestdata(t)
	need(t, "node")
}

// needNpm is the same for npm, which some install Node without.
func needNpm(t testing.TB) {
	t.Helper()
	needNode(t)
	need(t, "npm")
}

func need(t testing.TB, command string) {
	t.Helper()
	if _, err := exec.LookPath(command); err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal(command + " is not installed")
	}
	t.Skip(command + " is not installed")
}

// readTestdata reads every file that Node may read in testdata, and returns their names: go test runs a test again only
// when a file has changed that the test itself has opened.
func readTestdata(t testing.TB) []string {
	t.Helper()
	var names []string
	require.NoError(t, filepath.WalkDir("testdata", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "node_modules" {
			return fs.SkipDir
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		names = append(names, filepath.ToSlash(name))
		_, err = os.ReadFile(name)
		return err
	}))
	return names
}

// TestReadTestdata names what Go has to see change.
func TestReadTestdata(t *testing.T) {
	names := readTestdata(t)
	for _, name := range []string{
		"ask.mjs", "values.test.mjs", "package-lock.json", "bench/bench.mjs", "consumer/tsconfig.json", "consumer/src/common.cts",
		"consumer/src/host.mts", "consumer/test/consumer.test.mjs", "mistakes/mistakes.mts", "names/names.mts",
	} {
		assert.Contains(t, names, "testdata/"+name)
	}
	for _, name := range names {
		assert.NotContains(t, name, "node_modules")
	}
}

// TestWithoutNode runs tests where there is no Node, or no npm: they are skipped with one line, and fail in CI.
func TestWithoutNode(t *testing.T) {
	if os.Getenv("LOCKSTEP_WITHOUT") != "" {
		t.Skip("this is the run inside")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	empty, alone := t.TempDir(), t.TempDir()
	require.NoError(t, os.Symlink(node, filepath.Join(alone, "node")))
	for _, tt := range []struct{ path, test, command string }{{empty, "TestDepth", "node"}, {alone, "TestDrift", "npm"}, {alone, "TestNames", "npm"}} {
		for _, ci := range []string{"", "true"} {
			cmd := exec.Command(os.Args[0], "-test.run", "^"+tt.test+"$", "-test.v")
			cmd.Env = append(os.Environ(), "LOCKSTEP_WITHOUT=1", "PATH="+tt.path, "CI="+ci)
			out, err := cmd.CombinedOutput()
			assert.Equal(t, ci == "true", err != nil, string(out))
			assert.Equal(t, 1, strings.Count(string(out), tt.command+" is not installed"), string(out))
			assert.Equal(t, ci == "", strings.Contains(string(out), "--- SKIP: "+tt.test), string(out))
		}
	}
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
