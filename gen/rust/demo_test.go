package rust_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/rules"
)

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

// TestDemoInstances puts the instances of the demo contract through the crate.
func TestDemoInstances(t *testing.T) {
	c := demo(t)
	text, err := os.ReadFile(shared(t, "cases/demo-instances/instances.jsonl")[0])
	require.NoError(t, err)
	var questions []question
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var instance struct{ Shape, Instance string }
		require.NoError(t, json.Unmarshal(in.Bytes(), &instance))
		s := c.Lookup(instance.Shape)
		require.NotNil(t, s, instance.Shape)
		questions = append(questions, question{
			module: "demo/v1", shape: instance.Shape, text: []byte(instance.Instance), rule: rules.Wire(s.Rule),
		})
	}
	require.NoError(t, in.Err())
	for i, a := range newLane(t, c).ask(t, questions) {
		if problem := judge(questions[i], a); problem != "" {
			t.Errorf("%s: %s: %s", questions[i].shape, questions[i].text, problem)
		}
	}
	t.Logf("%d instances", len(questions))
}
