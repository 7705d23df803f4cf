// Package runtime_test holds the TypeScript runtime against the Go runtime: on the same rules and texts, both must report
// the same violations, to the last word.
package runtime_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A peer is a node process that answers questions.
type peer struct {
	t     *testing.T
	in    io.Writer
	out   *bufio.Reader
	asked int
	wrong int
}

// findNode returns the command node. Without it, the test is skipped, or fails where it must be there.
func findNode(t *testing.T) string {
	readSources(t)
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is not installed")
		}
		t.Skip("node is not installed: the TypeScript runtime is not tested")
	}
	return node
}

// readSources reads every file that Node reads, and returns their names: go test runs a test again only when a file has
// changed that the test itself has opened.
func readSources(t *testing.T) []string {
	var names []string
	for _, pattern := range []string{"*.js", "*.d.ts", "test/*.mjs", "testdata/*.mjs"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		names = append(names, found...)
	}
	for _, name := range names {
		_, err := os.ReadFile(name)
		require.NoError(t, err)
	}
	return names
}

func TestReadSources(t *testing.T) {
	names := readSources(t)
	for _, name := range []string{"wire.js", "shape.d.ts", "test/poisoned.test.mjs", "testdata/answer.mjs", "testdata/fixture.mjs"} {
		assert.Contains(t, names, name)
	}
}

// TestNode runs the runtime's own tests.
func TestNode(t *testing.T) {
	out, err := exec.Command(findNode(t), "--test", "test/").CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// start starts node.
func start(t *testing.T) *peer {
	cmd := exec.Command(findNode(t), filepath.Join("testdata", "answer.mjs"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	p := &peer{t: t, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	t.Cleanup(func() {
		assert.NoError(t, in.Close())
		assert.NoError(t, cmd.Wait())
		t.Logf("compared %d texts", p.asked)
	})
	return p
}

// A violation is what both runtimes report.
type violation struct{ Code, Instance, Keyword, Message string }

// compare asks both runtimes about texts, unless ten answers have been wrong already.
func (p *peer) compare(r *wire.Rule, texts ...string) {
	p.t.Helper()
	if p.wrong >= 10 {
		return
	}
	raw := make([][]byte, len(texts))
	for i, text := range texts {
		raw[i] = []byte(text)
	}
	line := question(r, raw)
	_, err := p.in.Write(append(line, '\n'))
	require.NoError(p.t, err)
	answer, err := p.out.ReadBytes('\n')
	require.NoError(p.t, err)
	var answers []struct {
		Violations []violation
		Problem    string
	}
	require.NoError(p.t, json.Unmarshal(answer, &answers))
	require.Len(p.t, answers, len(texts))
	for i, a := range answers {
		want := []violation{}
		loop := false
		for _, v := range wire.Check(raw[i], r) {
			want = append(want, violation{v.Code, v.Instance, v.Keyword, v.Message})
			loop = loop || v.Code == "schema-loop"
		}
		if loop {
			continue // no such rule is generated
		}
		p.asked++
		if !assert.Equal(p.t, want, a.Violations, "%q\nrule %s", texts[i], line) ||
			!assert.Empty(p.t, a.Problem, "%q\nrule %s", texts[i], line) {
			p.wrong++
		}
	}
}

// shared is the path of a file of the test data beside this repository; the test is skipped when it is absent.
func shared(t *testing.T, parts ...string) string {
	dir, err := os.Getwd()
	require.NoError(t, err)
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "no go.mod above the test")
	}
	path := filepath.Join(append([]string{dir, "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no test data at %s", filepath.Join(append([]string{"..", "shared"}, parts...)...))
	}
	return path
}

// TestSuite compares on the official suite: each instance of a file with each schema of the file.
func TestSuite(t *testing.T) {
	dir := shared(t, "suites", "json-schema-test-suite", "tests", "draft2020-12")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	require.NoError(t, err)
	for _, name := range []string{"bignum.json", "float-overflow.json", "non-bmp-regex.json", "no-schema.json"} {
		files = append(files, filepath.Join(dir, "optional", name))
	}
	p := start(t)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var groups []struct {
			Schema json.RawMessage
			Tests  []struct{ Data json.RawMessage }
		}
		require.NoError(t, json.Unmarshal(data, &groups), file)
		var texts []string
		for _, group := range groups {
			for _, test := range group.Tests {
				texts = append(texts, string(test.Data))
			}
		}
		for _, group := range groups {
			if r, err := readSchema(string(group.Schema)); err == nil {
				p.compare(r, texts...)
			}
		}
	}
}

// TestCases compares on the cases that generators got wrong.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "cases"), "*.json"))
	require.NoError(t, err)
	p := start(t)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var c struct {
			Schema         json.RawMessage
			Valid, Invalid []json.RawMessage
			Raw            []struct{ Text string }
		}
		if json.Unmarshal(data, &c) != nil {
			continue
		}
		r, err := readSchema(string(c.Schema))
		if err != nil {
			continue
		}
		var texts []string
		for _, v := range append(c.Valid, c.Invalid...) {
			texts = append(texts, string(v))
		}
		for _, raw := range c.Raw {
			texts = append(texts, raw.Text)
		}
		p.compare(r, texts...)
	}
}

// TestDemo compares on the instances of the demo contract.
func TestDemo(t *testing.T) {
	data, err := os.ReadFile(shared(t, "cases", "demo-instances", "instances.jsonl"))
	require.NoError(t, err)
	schema, err := os.ReadFile(filepath.Join("..", "..", "..", "schema", "demo", "v1", "schema.json"))
	require.NoError(t, err)
	p := start(t)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var c struct{ Shape, Instance string }
		require.NoError(t, json.Unmarshal([]byte(line), &c))
		pointer := "/$defs/" + strings.ReplaceAll(c.Shape, ".", "/")
		document := `{"$ref":"#` + pointer + `","$defs":` + defs(t, schema) + `}`
		r, err := readSchema(document)
		require.NoError(t, err)
		p.compare(r, c.Instance)
	}
}

func defs(t *testing.T, schema []byte) string {
	var s struct {
		Defs json.RawMessage `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(schema, &s))
	return string(s.Defs)
}
