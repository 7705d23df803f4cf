package rust_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
)

// hostile returns a contract whose texts, names and values are code, comments and characters that cannot be seen.
func hostile(t *testing.T) *ir.Contract {
	dir := filepath.Join("..", "golang", "testdata", "hostile")
	schema, err := os.ReadFile(filepath.Join(dir, "schema.json"))
	require.NoError(t, err)
	file, err := os.ReadFile(filepath.Join(dir, "contract.yaml"))
	require.NoError(t, err)
	c, diags := model("hostile", schema, file)
	require.False(t, diags.Failed(), "%v", diags)
	return c
}

// TestHostile compiles a contract that is an attack. Nothing that it says becomes code, and its messages are right.
func TestHostile(t *testing.T) {
	c := hostile(t)
	files := emit(t, c)
	for _, f := range files {
		for i, r := range string(f.Content) {
			if r != '\n' && (r < ' ' || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)) {
				t.Fatalf("%s holds %U at byte %d", f.Path, r, i)
			}
		}
	}
	l := newLane(t, c)
	crate := write(t, folder(t, "crate"), files)
	mustCargo(t, crate, "clippy", "--quiet", "--all-features", "--", "-D", "warnings", "-W", "clippy::pedantic")
	mustCargo(t, crate, "rustdoc", "--quiet", "--all-features", "--", "-D", "warnings")

	text, err := os.ReadFile(filepath.Join("..", "golang", "testdata", "hostile", "messages.json"))
	require.NoError(t, err)
	var valid map[string][]json.RawMessage
	require.NoError(t, json.Unmarshal(text, &valid))
	m := mutator{rand.New(rand.NewPCG(3, 4))}
	var questions []question
	for _, s := range c.Shapes {
		if s.Nested {
			continue
		}
		rule := rules.Wire(s.Rule)
		ask := func(text []byte, want string) {
			questions = append(questions, question{module: c.Name + "/" + c.Version, shape: s.Wire, text: text, rule: rule, want: want})
		}
		for _, text := range valid[s.Wire] {
			ask(text, "accept")
			for range 100 {
				ask(m.mutate(text), "")
			}
		}
	}
	report(t, l.ask(t, questions), questions)
	t.Logf("%d shapes, %d texts", len(c.Shapes), len(questions))
}

// TestCleanOnCases looks at the crate of the awkward schemas as clippy and rustdoc do.
func TestCleanOnCases(t *testing.T) {
	needCargo(t)
	var contracts []*ir.Contract
	for _, file := range shared(t, "cases/*.json") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var c testCase
		require.NoError(t, json.Unmarshal(text, &c), file)
		id := "c" + notAlphanumeric.ReplaceAllString(strings.TrimSuffix(filepath.Base(file), ".json"), "")
		if m, diags := model(id, c.Schema, nil); !diags.Failed() {
			contracts = append(contracts, m)
		}
	}
	crate := write(t, folder(t, "crate"), emit(t, contracts...))
	mustCargo(t, crate, "fmt", "--check")
	mustCargo(t, crate, "clippy", "--quiet", "--", "-D", "warnings", "-W", "clippy::pedantic", "-D", "clippy::incompatible_msrv")
	mustCargo(t, crate, "rustdoc", "--quiet", "--", "-D", "warnings")
}
