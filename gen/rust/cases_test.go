package rust_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/rust"
)

// A testCase is a schema on which other generators fail, with instances.
type testCase struct {
	Schema      json.RawMessage   `json:"schema"`
	Valid       []json.RawMessage `json:"valid"`
	Invalid     []json.RawMessage `json:"invalid"`
	Raw         []rawInstance     `json:"raw"`
	SchemaError bool              `json:"schema_error"`
}

type rawInstance struct{ Text, Verdict string }

var notAlphanumeric = regexp.MustCompile(`[^a-z0-9]`)

// TestCases puts ../shared/cases through one crate: verdicts and violations equal those of Go.
func TestCases(t *testing.T) {
	needCargo(t)
	var contracts []*ir.Contract
	var questions []question
	var refused []string
	files := shared(t, "cases/*.json")
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var c testCase
		require.NoError(t, json.Unmarshal(text, &c), file)
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		id := "c" + notAlphanumeric.ReplaceAllString(name, "")
		m, diags := model(id, c.Schema, nil)
		if !diags.Failed() {
			_, more := rust.Emit([]*ir.Contract{m}, options)
			diags = append(diags, more...)
		}
		if diags.Failed() {
			first := diags[slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })]
			assert.True(t, first.Pos.IsValid(), "%s: an error without a place: %s", name, first.Text())
			refused = append(refused, name+": "+first.Message)
			continue
		}
		assert.False(t, c.SchemaError, "%s: a schema that must be refused is accepted", name)
		contracts = append(contracts, m)
		rule := rules.Wire(m.Lookup("root").Rule)
		add := func(text []byte, want string) {
			questions = append(questions, question{module: id + "/v1", shape: "root", text: text, rule: rule, want: want})
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
	report(t, newLane(t, contracts...).ask(t, questions), questions)
	t.Logf("%d cases: %d emitted, %d refused; %d instances", len(files), len(contracts), len(refused), len(questions))
	for _, r := range refused {
		t.Log("refused: " + r)
	}
}
