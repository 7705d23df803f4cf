package rust_test

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// needCargo skips the test, or fails it where a toolchain must be there.
func needCargo(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("cargo"); err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("cargo is not installed")
	}
	t.Skip("cargo is not installed: the Rust crate is not tested")
}

// folder returns an empty folder for the crates of a test. It is the same one in each run, so that what cargo builds of it
// takes the place of what it built before; while the test runs, no other process has it.
func folder(t testing.TB, name string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	dir := filepath.Join(cache, "lockstep-rust", "crates", strings.ToLower(t.Name())+"-"+name)
	require.NoError(t, os.MkdirAll(filepath.Dir(dir), 0o755))
	lock, err := os.OpenFile(dir+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	require.NoError(t, err)
	t.Cleanup(func() { lock.Close() })
	for deadline := time.Now().Add(5 * time.Minute); ; {
		taken, err := tryLock(lock)
		require.NoError(t, err)
		if taken {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("another process has been using %s for five minutes", dir)
		}
		time.Sleep(100 * time.Millisecond)
	}
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.Mkdir(dir, 0o755))
	return dir
}

// targetOf is the folder for what cargo builds of the crates in a test's folder. Each has one of its own: cargo takes two
// crates with one name for the same, and tells them apart by the times of their files alone.
func targetOf(t testing.TB, dir string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	rel, err := filepath.Rel(filepath.Join(cache, "lockstep-rust", "crates"), dir)
	require.NoError(t, err)
	name, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	return filepath.Join(cache, "lockstep-rust", "target", name)
}

// cargo runs cargo in a folder.
func cargo(t testing.TB, dir string, args ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.Command("cargo", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CARGO_TARGET_DIR="+targetOf(t, dir), "CARGO_TERM_COLOR=never", "CARGO_INCREMENTAL=0", "CARGO_PROFILE_DEV_DEBUG=0")
	return cmd.CombinedOutput()
}

func mustCargo(t testing.TB, dir string, args ...string) {
	t.Helper()
	out, err := cargo(t, dir, args...)
	if err != nil {
		t.Fatalf("cargo %s: %v\n%.8000s", strings.Join(args, " "), err, out)
	}
}

// write puts the files of a crate below a folder and returns the folder of the crate.
func write(t testing.TB, dir string, files []output.File) string {
	t.Helper()
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		// Users get what is newest; the tests get what they got yesterday.
		content := bytes.Replace(f.Content, []byte(`version = "1.0.186"`), []byte(`version = "=1.0.229"`), 1)
		require.NoError(t, os.WriteFile(name, content, 0o644))
	}
	return filepath.Join(dir, filepath.FromSlash(options.Dir))
}

// A lane is a program around a crate that answers questions.
type lane struct{ program string }

// newLane builds the program for the crate of some contracts. Its name is that of the test, so that tests may run beside
// each other.
func newLane(t testing.TB, contracts ...*ir.Contract) lane {
	t.Helper()
	return newLaneNamed(t, "", contracts...)
}

// newLaneNamed is newLane for a contract whose module has another name; "" when it has the contract's.
func newLaneNamed(t testing.TB, module string, contracts ...*ir.Contract) lane {
	t.Helper()
	needCargo(t)
	return laneOf(t, write(t, folder(t, "lane"), emit(t, contracts...)), module, contracts...)
}

// laneOf builds the program for a crate that is written already.
func laneOf(t testing.TB, crate, module string, contracts ...*ir.Contract) lane {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "lane.rs"))
	require.NoError(t, err)
	var arms strings.Builder
	for _, c := range contracts {
		fmt.Fprintf(&arms, "        %q => rightkit_contracts_generated::%s::%s::shape(shape),\n", c.Name+"/"+c.Version, cmp.Or(module, c.Name), c.Version)
	}
	name := "lane-" + strings.ToLower(strings.NewReplacer("/", "-", "_", "-").Replace(t.Name()))
	source := strings.Replace(string(text), "        // modules\n", arms.String(), 1)
	bin := filepath.Join(crate, "src", "bin")
	require.NoError(t, os.MkdirAll(bin, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(bin, name+".rs"), []byte(source), 0o644))
	mustCargo(t, crate, "build", "--quiet", "--bin", name)
	return lane{filepath.Join(targetOf(t, crate), "debug", name)}
}

// A question is a text for a shape.
type question struct {
	module, shape string
	text          []byte
	rule          *wire.Rule
	want          string // "accept", "refuse", or "" when only Go decides
}

// An answer is what the crate says of a text.
type answer struct {
	violations []wire.Violation
	text       string          // written again, when it was read
	refused    *wire.Violation // by the decoder, or by the encoder:
	unwritten  bool            // it was read, but cannot be written
}

// ask puts questions to the program, all in one run.
func (l lane) ask(t testing.TB, questions []question) []answer {
	t.Helper()
	var in bytes.Buffer
	for _, q := range questions {
		fmt.Fprintf(&in, "%s %s %s\n", q.module, hex.EncodeToString([]byte(q.shape)), hex.EncodeToString(q.text))
	}
	cmd := exec.Command(l.program)
	cmd.Stdin = &in
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%.2000s", stderr.String())
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	require.Len(t, lines, len(questions), "%.2000s", stderr.String())
	answers := make([]answer, len(lines))
	for i, line := range lines {
		parts := strings.Split(line, ";")
		for _, part := range parts[1:] {
			answers[i].violations = append(answers[i].violations, violation(t, part))
		}
		if rest, ok := strings.CutPrefix(parts[0], "+"); ok {
			answers[i].text = unhex(t, rest)
		} else {
			v := violation(t, parts[0][1:])
			answers[i].refused, answers[i].unwritten = &v, parts[0][0] == '!'
		}
	}
	return answers
}

func violation(t testing.TB, text string) wire.Violation {
	parts := strings.Split(text, ",")
	require.Len(t, parts, 4, text)
	return wire.Violation{
		Code: unhex(t, parts[0]), Instance: unhex(t, parts[1]), Keyword: unhex(t, parts[2]), Message: unhex(t, parts[3]),
	}
}

func unhex(t testing.TB, text string) string {
	b, err := hex.DecodeString(text)
	require.NoError(t, err)
	return string(b)
}

// judge says what is wrong with an answer; "" when nothing is. The interpreter of the Go runtime is right.
func judge(q question, a answer) string {
	reference := wire.Check(q.text, q.rule)
	got, want := lines(a.violations), lines(reference)
	switch {
	case got != want:
		return fmt.Sprintf("differs from Go:\n%sGo says:\n%s", got, want)
	case q.want == "refuse" && len(reference) == 0:
		return "is accepted"
	case q.want == "accept" && len(reference) > 0:
		return "is refused"
	case a.unwritten && len(reference) > 0:
		return "the decoder accepts what the rules refuse"
	case len(reference) == 0 && a.unwritten && a.refused.Code == "minProperties":
		return "" // unknown properties are not kept, so too few may be left to write
	case len(reference) == 0 && a.refused != nil:
		return "the decoder refuses what the rules accept: " + a.refused.Error()
	case len(reference) > 0 && a.refused == nil:
		return "the decoder accepts what the rules refuse"
	case len(reference) > 0 && lines([]wire.Violation{*a.refused}) != lines(reference[:1]):
		return "the decoder gives another reason: " + a.refused.Error()
	case len(reference) == 0 && len(wire.Check([]byte(a.text), q.rule)) > 0:
		return "what is written is refused: " + a.text
	}
	return ""
}

// lines returns violations, one a line.
func lines(violations []wire.Violation) string {
	var b strings.Builder
	for _, v := range violations {
		fmt.Fprintf(&b, "  %s at %q by %q: %s\n", v.Code, v.Instance, v.Keyword, v.Message)
	}
	return b.String()
}
