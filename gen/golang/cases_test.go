package golang_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/rules"
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

// TestCases reads ../shared/cases: schemas on which other generators fail. Each is right, or refused with a clear error;
// generated decoders must agree with the interpreter to the location, and encode what they accept to an equal text.
func TestCases(t *testing.T) {
	names, _ := filepath.Glob("../../../shared/cases/*.json")
	if len(names) == 0 {
		t.Skip("shared/cases is not beside the project")
	}
	sort.Strings(names)
	w := newWorkspace(t)
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
	answers := w.start().ask(questions...)
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
	if q.Fill != 0 {
		return a.Problem
	}
	reference := wire.Check(q.Text, q.rule)
	switch {
	case a.Problem != "":
		return a.Problem
	case a.Other != "" && q.note != "loose":
		return a.Other
	case a.Violation == nil && q.note == "refuse":
		return "is accepted"
	case a.Violation != nil && q.note == "accept":
		return "is refused: " + a.Violation.Error()
	case (a.Violation == nil) != (len(reference) == 0):
		return fmt.Sprintf("the decoder says %v, the interpreter %v", a.Violation, reference)
	case a.Unencodable != nil && q.note != "loose" && (q.note == "accept" || !lossy[a.Unencodable.Code]):
		return "is decoded and cannot be encoded: " + a.Unencodable.Error()
	case a.Violation != nil && *a.Violation != reference[0]:
		return fmt.Sprintf("the decoder reports %+v, the interpreter %+v", *a.Violation, reference[0])
	}
	return ""
}

// lossy are the codes with which the encoder may refuse what was decoded: a value does not keep all of its message.
var lossy = map[string]bool{
	"minProperties":    true, // members that the contract does not name are dropped
	"exclusiveMinimum": true, // a number has more digits than float64
	"exclusiveMaximum": true,
	"multipleOf":       true,
	"uniqueItems":      true,
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
