package rust_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/rust"
)

// TestSuites emits the schemas of ../shared/suites that people really use. What the crate says of their instances equals
// what Go says.
func TestSuites(t *testing.T) {
	needCargo(t)
	var contracts []*ir.Contract
	var questions []question
	all := 0
	for _, suite := range shared(t, "suites/*") {
		if !strings.Contains("contracts peers real", filepath.Base(suite)) {
			continue
		}
		require.NoError(t, filepath.WalkDir(suite, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.Name() != "case.json" {
				return err
			}
			all++
			c, q := suiteCase(t, fmt.Sprintf("c%d", all), filepath.Dir(name))
			if c != nil {
				contracts, questions = append(contracts, c), append(questions, q...)
			}
			return nil
		}))
	}
	report(t, newLane(t, contracts...).ask(t, questions), questions)
	t.Logf("%d of %d schemas, %d instances", len(contracts), all, len(questions))
}

// report fails for the first wrong answers.
func report(t *testing.T, answers []answer, questions []question) {
	t.Helper()
	wrong := 0
	for i, a := range answers {
		if problem := judge(questions[i], a); problem != "" {
			if wrong++; wrong <= 10 {
				t.Errorf("%s: %s: %.300s: %.900s", questions[i].module, questions[i].shape, questions[i].text, problem)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d answers are wrong", wrong, len(answers))
	}
}

// suiteCase returns the contract of a case and questions about its instances; nil when the pipeline refuses the schema.
func suiteCase(t *testing.T, id, dir string) (*ir.Contract, []question) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "case.json"))
	require.NoError(t, err)
	var about struct {
		Schema, Kind string
		Instances    []struct{ File string }
	}
	require.NoError(t, json.Unmarshal(text, &about))
	schema, err := os.ReadFile(filepath.Join(dir, about.Schema))
	if err != nil || about.Kind != "jsonschema" || len(schema) > 100_000 {
		return nil, nil
	}
	c, diags := model(id, schema, nil)
	if diags.Failed() {
		return nil, nil
	}
	if _, diags = rust.Emit([]*ir.Contract{c}, options); diags.Failed() {
		t.Logf("%s: %v", dir, diags)
		return nil, nil
	}
	root := c.Lookup("root")
	if root == nil {
		return c, nil
	}
	rule := rules.Wire(root.Rule)
	var questions []question
	for _, i := range about.Instances {
		text, err := os.ReadFile(filepath.Join(dir, i.File))
		require.NoError(t, err)
		if len(text) <= 200_000 {
			questions = append(questions, question{module: id + "/v1", shape: "root", text: text, rule: rule})
		}
	}
	return c, questions
}

// TestOfficialSuite puts the schemas of the official suite through one crate: each with the instances of its whole file.
func TestOfficialSuite(t *testing.T) {
	needCargo(t)
	var contracts []*ir.Contract
	var questions []question
	all := 0
	for _, file := range shared(t, "suites/json-schema-test-suite/tests/draft2020-12/*.json") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var groups []struct {
			Schema json.RawMessage
			Tests  []struct{ Data json.RawMessage }
		}
		require.NoError(t, json.Unmarshal(text, &groups), file)
		for _, group := range groups {
			all++
			id := fmt.Sprintf("s%d", all)
			c, diags := model(id, group.Schema, nil)
			if diags.Failed() || c.Lookup("root") == nil {
				continue
			}
			if _, diags := rust.Emit([]*ir.Contract{c}, options); diags.Failed() {
				t.Logf("%s: %v", filepath.Base(file), diags)
				continue
			}
			contracts = append(contracts, c)
			rule := rules.Wire(c.Lookup("root").Rule)
			for _, other := range groups {
				for _, test := range other.Tests {
					questions = append(questions, question{module: id + "/v1", shape: "root", text: test.Data, rule: rule})
				}
			}
		}
	}
	report(t, newLane(t, contracts...).ask(t, questions), questions)
	t.Logf("%d of %d schemas, %d questions", len(contracts), all, len(questions))
}
