package golang_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/golang"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/lower"
	"github.com/rightkit/lockstep/gen/output"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
	goruntime "github.com/rightkit/lockstep/templates/go"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A testCase is a schema on which other generators fail, with instances.
type testCase struct {
	name        string
	Title       string            `json:"title"`
	Schema      json.RawMessage   `json:"schema"`
	Valid       []json.RawMessage `json:"valid"`
	Invalid     []json.RawMessage `json:"invalid"`
	Raw         []rawInstance     `json:"raw"`
	SchemaError bool              `json:"schema_error"`
}

type rawInstance struct{ Text, Verdict string }

// model runs the pipeline up to the model on a schema alone.
func model(name string, schema []byte) (*ir.Contract, diag.List) {
	doc, diags := load.JSON(source.NewFile(name+".json", schema))
	if diags.Failed() {
		return nil, diags
	}
	root, more := jsonschema.Parse(doc)
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	graph, more := jsonschema.Resolve(root, jsonschema.Options{})
	if diags = append(diags, more...); diags.Failed() {
		return nil, diags
	}
	c, more := lower.Lower(lower.Input{Graph: graph, Name: "case", Version: "v1"})
	diags = append(diags, more...)
	if c != nil {
		c.Schema, c.SchemaPath = schema, name+".json"
	}
	return c, diags
}

// workspace is a module in a temporary folder in which emitted packages are compiled and asked.
type workspace struct {
	t     *testing.T
	dir   string
	cases []string // package folders
}

func newWorkspace(t *testing.T) *workspace {
	w := &workspace{t: t, dir: t.TempDir()}
	w.write("go.mod", []byte("module cases\n\ngo 1.26\n"))
	files, err := goruntime.Files("internal", "cases/internal")
	require.NoError(t, err)
	w.add(files)
	return w
}

func (w *workspace) write(name string, content []byte) {
	name = filepath.Join(w.dir, filepath.FromSlash(name))
	require.NoError(w.t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(w.t, os.WriteFile(name, content, 0o644))
}

func (w *workspace) add(files []output.File) {
	for _, f := range files {
		w.write(f.Path, f.Content)
	}
}

// emit adds the package of a contract and returns the diagnostics of the target.
func (w *workspace) emit(pkg string, c *ir.Contract) diag.List {
	files, diags := golang.Emit(c, golang.Options{
		Dir: pkg, Package: pkg, Import: "cases/" + pkg, Runtime: "cases/internal/wire", Repair: "lockstep gen",
	})
	if !diags.Failed() {
		w.add(files)
		w.write(pkg+"/"+pkg+".json", c.Schema)
		w.cases = append(w.cases, pkg)
	}
	return diags
}

// probe is added to each package: it decodes and encodes by the name of a shape, and compares the rules with the schema.
const probe = `package %s

import (
	"encoding/json"

	"cases/internal/drift"
)

func Probe(schema string) []string {
	return drift.Compare([]byte(schema), Shapes)
}

func Recode(shape string, text []byte) ([]byte, error) {
	switch shape {
%s	}
	panic("no shape " + shape)
}

func reencode(v json.Marshaler, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return v.MarshalJSON()
}
`

const mainProgram = `package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"

	"cases/internal/wire"
%s)

var packages = map[string]struct {
	recode func(string, []byte) ([]byte, error)
	drift  func(string) []string
}{
%s}

func main() {
	for pkg, p := range packages {
		schema, err := os.ReadFile(pkg + "/" + pkg + ".json")
		if err != nil {
			panic(err)
		}
		if problems := p.drift(string(schema)); len(problems) > 0 {
			panic(pkg + ": " + problems[0])
		}
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var q struct {
			Package, Shape string
			Text           []byte
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		var a struct {
			Text      []byte
			Violation *wire.Violation
		}
		text, err := packages[q.Package].recode(q.Shape, q.Text)
		a.Text = text
		if err != nil && !errors.As(err, &a.Violation) {
			panic(err)
		}
		if err := out.Encode(a); err != nil {
			panic(err)
		}
	}
}
`

// A question asks the decoder of a shape about a text.
type question struct {
	Package, Shape string
	Text           []byte
	rule           *wire.Rule
	note           string
}

// An answer is the text encoded again, or the violation.
type answer struct {
	Text      []byte
	Violation *wire.Violation
}

// ask compiles the workspace and returns an answer per question.
func (w *workspace) ask(shapes map[string][]shapeName, questions []question) []answer {
	t := w.t
	var imports, entries strings.Builder
	for _, pkg := range w.cases {
		var cases strings.Builder
		for _, s := range shapes[pkg] {
			fmt.Fprintf(&cases, "\tcase %q:\n\t\treturn reencode(Decode%s(text))\n", s.wire, s.id)
		}
		w.write(pkg+"/probe.go", fmt.Appendf(nil, probe, pkg, cases.String()))
		fmt.Fprintf(&imports, "\t%q\n", "cases/"+pkg)
		fmt.Fprintf(&entries, "\t%q: {%s.Recode, %s.Probe},\n", pkg, pkg, pkg)
	}
	w.write("main.go", fmt.Appendf(nil, mainProgram, imports.String(), entries.String()))
	w.run("build", "-o", "ask", ".")
	var stdin bytes.Buffer
	enc := json.NewEncoder(&stdin)
	for _, q := range questions {
		require.NoError(t, enc.Encode(q))
	}
	cmd := exec.Command(filepath.Join(w.dir, "ask"))
	cmd.Dir = w.dir
	cmd.Stdin, cmd.Stderr = &stdin, os.Stderr
	stdout, err := cmd.Output()
	require.NoError(t, err)
	var answers []answer
	in := bufio.NewScanner(bytes.NewReader(stdout))
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var a answer
		require.NoError(t, json.Unmarshal(in.Bytes(), &a))
		answers = append(answers, a)
	}
	require.Len(t, answers, len(questions))
	return answers
}

// run runs the go command in the workspace; it needs no module but the standard library.
func (w *workspace) run(args ...string) {
	cmd := exec.Command("go", args...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	require.NoError(w.t, err, "go %s:\n%s", strings.Join(args, " "), out)
}

type shapeName struct{ wire, id string }

// shapesOf returns the top-level shapes of an emitted package with their Go names.
func shapesOf(c *ir.Contract) []shapeName {
	var list []shapeName
	for _, s := range c.Shapes {
		if !s.Nested {
			list = append(list, shapeName{s.Wire, golang.TypeName(s)})
		}
	}
	return list
}

// TestCases reads ../shared/cases: schemas on which other generators fail. Each is right, or refused with a clear error;
// generated decoders must agree with the interpreter to the location, and encode what they accept to an equal text.
func TestCases(t *testing.T) {
	names, _ := filepath.Glob("../../../shared/cases/*.json")
	if len(names) == 0 {
		t.Skip("shared/cases is not beside the project")
	}
	sort.Strings(names)
	w := newWorkspace(t)
	shapes := map[string][]shapeName{}
	var questions []question
	var refused, wrong []string
	for _, file := range names {
		c := readCase(t, file)
		m, diags := model(c.name, c.Schema)
		pkg := strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace("c" + c.name))
		if !diags.Failed() {
			diags = append(diags, w.emit(pkg, m)...)
		}
		switch {
		case diags.Failed():
			first := firstError(diags)
			if c.SchemaError || len(c.Valid)+len(c.Invalid) > 0 {
				refused = append(refused, c.name+": "+strings.SplitN(first.Text(), "\n", 2)[0])
			}
			assert.True(t, first.Pos.IsValid(), "%s: an error without a place: %s", c.name, first.Text())
			continue
		case c.SchemaError:
			wrong = append(wrong, c.name+": a schema that must be refused is accepted")
			continue
		}
		shapes[pkg] = shapesOf(m)
		root := m.Lookup("root")
		require.NotNil(t, root, c.name)
		rule := rules.Wire(root.Rule)
		add := func(text []byte, note string) {
			questions = append(questions, question{Package: pkg, Shape: "root", Text: text, rule: rule, note: note})
		}
		for _, v := range c.Valid {
			add(v, "accept")
		}
		for _, v := range c.Invalid {
			add(v, "refuse")
		}
		for _, r := range c.Raw {
			if strings.HasPrefix(r.Verdict, "accept") {
				add([]byte(r.Text), "accept")
			} else if json.Valid([]byte(r.Text)) {
				add([]byte(r.Text), "refuse")
			}
		}
	}
	answers := w.ask(shapes, questions)
	bad := map[string]bool{}
	for i, a := range answers {
		q := questions[i]
		if problem := judge(q, a); problem != "" {
			wrong = append(wrong, fmt.Sprintf("%s: %s: %s", q.Package, q.Text, problem))
			bad[q.Package] = true
		}
	}
	t.Logf("%d cases: %d right, %d refused, %d wrong; %d instances", len(names), len(w.cases)-len(bad), len(refused),
		len(bad), len(questions))
	for _, r := range refused {
		t.Log("refused: " + r)
	}
	for _, r := range wrong {
		t.Error("wrong: " + r)
	}
	w.run("vet", "./...")
}

// judge says what is wrong with an answer; "" when nothing is.
func judge(q question, a answer) string {
	reference := wire.Check(q.Text, q.rule)
	switch {
	case a.Violation == nil && q.note == "refuse":
		return "is accepted"
	case a.Violation != nil && q.note == "accept":
		return "is refused: " + a.Violation.Error()
	case (a.Violation == nil) != (len(reference) == 0):
		return fmt.Sprintf("the decoder says %v, the interpreter %v", a.Violation, reference)
	case a.Violation == nil:
		if again := wire.Check(a.Text, q.rule); len(again) > 0 {
			return fmt.Sprintf("encodes to %s, which is refused: %v", a.Text, again[0].Error())
		}
		return ""
	}
	want := reference[0]
	if a.Violation.Code != want.Code || a.Violation.Instance != want.Instance || a.Violation.Keyword != want.Keyword {
		return fmt.Sprintf("the decoder reports %s %s %s, the interpreter %s %s %s", a.Violation.Code, a.Violation.Instance,
			a.Violation.Keyword, want.Code, want.Instance, want.Keyword)
	}
	return ""
}

func readCase(t *testing.T, file string) testCase {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	c := testCase{name: strings.TrimSuffix(filepath.Base(file), ".json")}
	require.NoError(t, json.Unmarshal(text, &c), file)
	return c
}

func firstError(diags diag.List) diag.Diagnostic {
	for _, d := range diags {
		if d.Severity == diag.Error {
			return d
		}
	}
	return diag.Diagnostic{}
}
