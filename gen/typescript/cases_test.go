package typescript_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/typescript"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A testCase is a schema on which other generators fail, with instances.
type testCase struct {
	name        string
	Schema      json.RawMessage   `json:"schema"`
	Valid       []json.RawMessage `json:"valid"`
	Invalid     []json.RawMessage `json:"invalid"`
	Raw         []rawInstance     `json:"raw"`
	SchemaError bool              `json:"schema_error"`
}

type rawInstance struct{ Text, Verdict string }

// shared returns the files beside the project that match a pattern; it skips the test when there is none.
func shared(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", filepath.FromSlash(pattern)))
	require.NoError(t, err)
	if len(names) == 0 {
		t.Skipf("shared/%s is not beside the project", pattern)
	}
	slices.Sort(names)
	return names
}

// judge says what is wrong with an answer; "" when nothing is. The interpreter of the Go runtime is right.
func judge(q question, a answer) string {
	reference := wire.Check(q.Text, q.rule)
	switch {
	case len(a.Problems) > 0:
		return strings.Join(a.Problems, "; ")
	case len(a.Text) == 0 && q.want == "refuse":
		return "is accepted"
	case len(a.Text) > 0 && q.want == "accept":
		return "is refused: " + a.Text[0].Error()
	}
	if got, want := lines(a.Text), lines(reference); got != want {
		return fmt.Sprintf("differs from Go:\n%sGo says:\n%s", got, want)
	}
	return ""
}

// lines returns violations, one a line, without what differs between languages by design.
func lines(violations []wire.Violation) string {
	var b strings.Builder
	for _, v := range violations {
		fmt.Fprintf(&b, "  %s at %q by %q: %s\n", v.Code, v.Instance, v.Keyword, v.Message)
	}
	return b.String()
}

var letters = regexp.MustCompile(`[^a-z0-9]`)

// TestCases puts ../shared/cases through the checks: all violations of each instance equal those of Go.
func TestCases(t *testing.T) {
	needNode(t)
	var contracts []*ir.Contract
	var questions []question
	var refused []string
	files := shared(t, "cases/*.json")
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		c := testCase{name: strings.TrimSuffix(filepath.Base(file), ".json")}
		require.NoError(t, json.Unmarshal(text, &c), file)
		id := "c" + letters.ReplaceAllString(c.name, "")
		m, diags := model(id, c.Schema, nil)
		if !diags.Failed() {
			_, more := typescript.Emit([]*ir.Contract{m}, options)
			diags = append(diags, more...)
		}
		if diags.Failed() {
			first := diags[slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })]
			assert.True(t, first.Pos.IsValid(), "%s: an error without a place: %s", c.name, first.Text())
			refused = append(refused, c.name+": "+first.Message)
			continue
		}
		assert.False(t, c.SchemaError, "%s: a schema that must be refused is accepted", c.name)
		contracts = append(contracts, m)
		rule := rules.Wire(m.Lookup("root").Rule)
		add := func(text []byte, want string) {
			questions = append(questions, question{Module: id + "/v1", Shape: "root", Text: text, rule: rule, want: want})
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
			} else {
				add([]byte(r.Text), "")
			}
		}
	}
	pkg := write(t, t.TempDir(), emit(t, contracts...))
	wrong := 0
	for i, a := range ask(t, pkg, questions) {
		q := questions[i]
		if problem := judge(q, a); problem != "" {
			wrong++
			t.Errorf("%s: %s: %s", q.Module, q.Text, problem)
		}
	}
	t.Logf("%d cases: %d emitted, %d refused; %d instances, %d wrong", len(files), len(contracts), len(refused), len(questions), wrong)
	for _, r := range refused {
		t.Log("refused: " + r)
	}
}

// TestDemoInstances puts the instances of the demo contract through the checks.
func TestDemoInstances(t *testing.T) {
	needNode(t)
	c := demo(t)
	text, err := os.ReadFile(shared(t, "cases/demo-instances/instances.jsonl")[0])
	require.NoError(t, err)
	var questions []question
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var instance struct {
			Shape, Instance string
		}
		require.NoError(t, json.Unmarshal(in.Bytes(), &instance))
		q := question{Module: "demo/v1", Shape: instance.Shape, Text: []byte(instance.Instance)}
		s := c.Lookup(instance.Shape)
		require.NotNil(t, s, instance.Shape)
		q.rule = rules.Wire(s.Rule)
		questions = append(questions, q)
	}
	require.NoError(t, in.Err())
	pkg := write(t, t.TempDir(), emit(t, c))
	for i, a := range ask(t, pkg, questions) {
		if problem := judge(questions[i], a); problem != "" {
			t.Errorf("%s: %s: %s", questions[i].Shape, questions[i].Text, problem)
		}
	}
	t.Logf("%d instances", len(questions))
}
