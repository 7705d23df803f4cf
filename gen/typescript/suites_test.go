package typescript_test

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
	"github.com/rightkit/lockstep/gen/typescript"
)

// TestSuites emits the schemas of ../shared/suites that people really use. What the checks say of their instances equals
// what Go says, and the types compile.
func TestSuites(t *testing.T) {
	tools := needTools(t)
	for _, suite := range shared(t, "suites/*") {
		if !strings.Contains("contracts peers real", filepath.Base(suite)) {
			continue
		}
		t.Run(filepath.Base(suite), func(t *testing.T) {
			var contracts []*ir.Contract
			var questions []question
			all := 0
			require.NoError(t, filepath.WalkDir(suite, func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.Name() != "case.json" {
					return err
				}
				all++
				id := fmt.Sprintf("c%d", all)
				c, q := suiteCase(t, id, filepath.Dir(name))
				if c != nil {
					contracts, questions = append(contracts, c), append(questions, q...)
				}
				return nil
			}))
			if len(contracts) == 0 {
				t.Skip("no schema is emitted")
			}
			pkg := write(t, t.TempDir(), emit(t, contracts...))
			wrong := 0
			for i, a := range ask(t, pkg, questions) {
				if problem := judge(questions[i], a); problem != "" {
					if wrong++; wrong <= 5 {
						t.Errorf("%s: %s: %.300s: %.600s", questions[i].Module, questions[i].Shape, questions[i].Text, problem)
					}
				}
			}
			out, err := compile(tools, "typescript", pkg, "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext",
				"--target", "es2022", "--pretty", "false", "--skipLibCheck", "false", "--rootDir", ".", "--project", tsconfig(t, pkg))
			if err != nil {
				t.Errorf("the types do not compile:\n%.4000s", out)
			}
			t.Logf("%d of %d schemas, %d instances, %d wrong", len(contracts), all, len(questions), wrong)
		})
	}
}

func tsconfig(t *testing.T, pkg string) string {
	name := filepath.Join(pkg, "tsconfig.json")
	require.NoError(t, os.WriteFile(name, []byte(`{"include": ["test/*.ts"]}`), 0o644))
	return name
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
	if err != nil || about.Kind != "jsonschema" {
		return nil, nil
	}
	c, diags := model(id, schema, nil)
	if diags.Failed() {
		return nil, nil
	}
	if _, diags = typescript.Emit([]*ir.Contract{c}, options); diags.Failed() {
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
		if len(text) > 200_000 {
			continue
		}
		questions = append(questions, question{Module: id + "/v1", Shape: "root", Text: text, rule: rule})
	}
	return c, questions
}
