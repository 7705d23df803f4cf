package lower

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A caseFile is one input of ../shared/cases.
type caseFile struct {
	Schema         json.RawMessage
	Valid, Invalid []json.RawMessage
	Raw            []struct{ Text, Verdict string }
	SchemaError    bool `json:"schema_error"`
}

// refusedCases are the cases that are legal and that we refuse, each with the code and the reason. One that is accepted
// must leave this table.
var refusedCases = map[string]struct{ code, reason string }{
	"059-invalid-default":        {"invalid-default", "a default that its own schema refuses would be decoded into a message that is refused"},
	"062-lookahead-pattern":      {"pattern-unsupported", "engines with linear time have no lookahead"},
	"sec-11-raw-code-extensions": {"unknown-keyword", "tsType is no keyword; extensions begin with x-"},
}

// TestCases takes each case through the pipeline to the interpreter: each must be right, or refused with a clear error.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "cases"), "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	right, refused := 0, map[string]string{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var c caseFile
			require.NoError(t, json.Unmarshal(text, &c))
			contract, diags := pipeline(string(c.Schema), jsonschema.Options{})
			requirePlaces(t, diags)
			if c.SchemaError {
				require.True(t, diags.Failed(), "a schema that is wrong was accepted")
				right++
				return
			}
			if want, ok := refusedCases[name]; ok {
				d := find(diags, want.code)
				require.NotNil(t, d, "it must leave the table, or is refused for another reason: %v", diags)
				require.Equal(t, diag.Error, d.Severity, "it must leave the table")
				refused[name] = want.code + ": " + want.reason
				return
			}
			require.False(t, diags.Failed(), "%v", diags)
			checkCase(t, contract, c)
			right++
		})
	}
	t.Logf("%d cases: %d right, %d refused", len(files), right, len(refused))
	for _, name := range slices.Sorted(maps.Keys(refused)) {
		t.Logf("refused %s: %s", name, refused[name])
	}
}

func checkCase(t *testing.T, c *ir.Contract, file caseFile) {
	root := c.Lookup("root")
	require.NotNil(t, root)
	rule := rules.Wire(root.Rule)
	for _, v := range file.Valid {
		assert.Empty(t, wire.Check(v, rule), "valid: %s", v)
		assertHolds(t, root, string(v))
	}
	for _, v := range file.Invalid {
		assert.NotEmpty(t, wire.Check(v, rule), "invalid: %s", v)
	}
	for _, raw := range file.Raw {
		violations := wire.Check([]byte(raw.Text), rule)
		switch {
		case raw.Verdict == "accept":
			assert.Empty(t, violations, raw.Text)
		case strings.Contains(raw.Verdict, "out of range"):
			require.Len(t, violations, 1, raw.Text)
			assert.Equal(t, wire.CodeRange, violations[0].Code)
		case strings.Contains(raw.Verdict, "alias"): // a document in YAML, for the reader of documents
			_, diags := load.YAML(source.NewFile("case.yaml", []byte(raw.Text)))
			assert.True(t, diags.Failed())
		default:
			assert.Equal(t, "reject", raw.Verdict)
			assert.NotEmpty(t, violations, raw.Text)
		}
	}
}

// requirePlaces checks that each diagnostic says where it is.
func requirePlaces(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		require.True(t, d.Pos.IsValid(), "%s has no place", d.Text())
		require.NotEmpty(t, d.Code)
	}
}

// TestDemoInstances checks the instances of the demo contract. Two are refused by the policy of the wire, not by the
// schema.
func TestDemoInstances(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(shared(t, "cases/demo-instances"), "instances.jsonl"))
	require.NoError(t, err)
	policy := map[string]string{"c31": wire.CodeDuplicateMember, "c54": wire.CodeRange}
	c := demo(t)
	n := 0
	for line := range strings.Lines(string(data)) {
		var i struct {
			ID, Shape, Instance, Why string
			Bytes                    []byte `json:"instance_b64"` // in place of Instance, when it is no UTF-8
			Valid                    bool
		}
		require.NoError(t, json.Unmarshal([]byte(line), &i))
		if i.Bytes == nil {
			i.Bytes = []byte(i.Instance)
		}
		shape := c.Lookup(i.Shape)
		require.NotNil(t, shape, i.Shape)
		violations := wire.Check(i.Bytes, rules.Wire(shape.Rule))
		if code := policy[i.ID]; code != "" {
			require.NotEmpty(t, violations, i.ID)
			assert.Equal(t, code, violations[0].Code, i.ID)
		} else {
			assert.Equal(t, i.Valid, violations == nil, "%s %s: %v", i.ID, i.Why, violations)
		}
		n++
	}
	assert.Equal(t, 60, n)
}
