package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/gen/source"
)

func TestReadDemo(t *testing.T) {
	suite := suiteOf(t, contractOf(t, demoProject), demoText(t))
	assert.Equal(t, "rightkit.agent.demo.control", suite.Control.Service.Value)
	assert.GreaterOrEqual(t, len(suite.Scenarios), 25)
	arranged, kinds := false, map[string]bool{}
	for _, sc := range suite.Scenarios {
		arranged = arranged || sc.NeedsControl()
		for _, s := range sc.Steps {
			kinds["raw"] = kinds["raw"] || s.Raw != nil
			kinds["same"] = kinds["same"] || s.Same != nil
			kinds["differ"] = kinds["differ"] || s.Differ != nil
			kinds["send"] = kinds["send"] || s.Send != nil
			kinds["kill"] = kinds["kill"] || s.Kill != nil
		}
	}
	assert.True(t, arranged)
	assert.Equal(t, map[string]bool{"raw": true, "same": true, "differ": true, "send": true, "kill": true}, kinds)
}

// Expected values that no host could answer are found before one is asked.
func TestCheckFindsWhatCannotBe(t *testing.T) {
	demo := contractOf(t, demoProject)
	tests := []struct{ steps, want string }{
		{"      - call: demo.end\n        params: {token: t}\n        result: {ended: false}\n", "never-valid"},
		{"      - call: demo.end\n        params: {token: t}\n        result: {bundle_state: done}\n", "never-valid"},
		{"      - call: demo.batch\n        params: {token: t, steps: [{ref: a, op: type}]}\n", "never-valid"},
		{"      - call: demo.batch\n        params: {token: t, steps: {$times: 21, $item: {ref: a, op: click}}}\n", "never-valid"},
		{"      - call: demo.batch\n        params: {token: t, steps: {$times: 20, $item: {ref: a, op: click}}}\n        result: {error_code: bloked}\n", "never-valid"},
		{"      - call: demo.apps\n        params: {token: t}\n", "unknown-property"},
		{"      - call: demo.apps\n        result: {apps: [{id: a, nam: b}]}\n", "unknown-property"},
		{"      - call: demo.apps\n        save: a\n      - same: [$a.apps(id=b).nam, 1]\n", "unknown-reference"},
		{"      - call: demo.apps\n      - same: [$fixture.id, 1]\n", "unknown-reference"},
		{"      - call: demo.apps\n        error: request_tiemout\n", "unknown-code"},
	}
	for _, test := range tests {
		doc, diags := load.YAML(source.NewFile("s.yaml", []byte(steps(test.steps))))
		require.Empty(t, diags)
		suite, diags := scenario.Read(doc)
		require.Empty(t, diags)
		diags = suite.Check(demo)
		require.Len(t, diags, 1, "%s%s", test.steps, diags.Error())
		assert.Equal(t, test.want, diags[0].Code)
	}
}

// FuzzRead reads and checks files of any content.
func FuzzRead(f *testing.F) {
	f.Add([]byte(demoText(f)))
	f.Add([]byte(steps("      - {call: demo.apps, params: {$times: 2, $item: $a}, result: [$fixture], save: fixture}\n")))
	f.Add([]byte(steps("      - {send: [$a.b(c=d).0, {}], receive: [{$item: 1}]}\n")))
	demo := contractOf(f, demoProject)
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, diags := load.YAML(source.NewFile("s.yaml", text))
		if diags.Failed() {
			return
		}
		suite, diags := scenario.Read(doc)
		if (suite == nil) != diags.Failed() {
			t.Fatal("a suite beside errors, or neither")
		}
		if suite == nil {
			return
		}
		for _, d := range suite.Check(demo) {
			if !d.Pos.IsValid() && d.Code != "too-many" {
				t.Fatalf("no place: %s", d.Text())
			}
		}
	})
}
