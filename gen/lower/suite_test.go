package lower

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A skip is a group of the official suite that is refused, or one test whose verdict differs, with the reason.
type skip struct{ file, group, test, code, reason string }

// skips must each be needed still. With a code, the group's schema is refused; else the test's verdict is the opposite.
// An empty group stands for each group of the file.
var skips = []skip{
	{"default", "the default keyword does not do anything if the property is missing", "", "invalid-default",
		"an absent property means its default in code, so a default must be valid"},
	{"defs", "validate definition against metaschema", "", "ref-network", network},
	{"ref", "remote ref, containing refs itself", "", "ref-network", network},
	{"dynamicRef", "", "", "dynamic-ref", dynamic},
	{"unevaluatedItems", "unevaluatedItems with $dynamicRef", "", "dynamic-ref", dynamic},
	{"unevaluatedProperties", "unevaluatedProperties with $dynamicRef", "", "dynamic-ref", dynamic},
	{"enum", "empty enum", "", "keyword-value", "an enum without values is a slip"},
	{"refRemote", "base URI change", "", "ref-file", folder},
	{"refRemote", "base URI change - change folder", "", "ref-file", folder},
	{"refRemote", "base URI change - change folder in subschema", "", "ref-file", folder},
	{"vocabulary", "", "", "dialect", "metaschemas of one's own are not read"},
}

const (
	network = "nothing is read from the network"
	dynamic = "which of several anchors is meant depends on the way of an instance: not supported yet"
	folder  = "an \"$id\" is the name of a schema and not a folder of the project"
)

// A suiteGroup is a schema of the official suite with its instances.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// TestSuite takes the official suite through the pipeline to the interpreter, and checks that what is accepted can be
// held.
func TestSuite(t *testing.T) {
	suite := shared(t, "suites/json-schema-test-suite")
	files, err := filepath.Glob(filepath.Join(suite, "tests/draft2020-12/*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	needed := map[int]bool{}
	groups, refused, tests := 0, 0, 0
	for _, path := range files {
		file := strings.TrimSuffix(filepath.Base(path), ".json")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var list []suiteGroup
		require.NoError(t, json.Unmarshal(text, &list))
		for _, g := range list {
			groups++
			c, diags := pipeline(string(g.Schema), jsonschema.Options{})
			if find(diags, "ref-network") != nil {
				c, diags = pipeline(local(g.Schema), jsonschema.Options{Load: remotes(suite)})
			}
			if diags.Failed() {
				refused++
				i := skipped(file, g.Description, "")
				if assert.GreaterOrEqual(t, i, 0, "%s: %s is refused: %v", file, g.Description, diags) {
					assert.NotNil(t, find(diags, skips[i].code), "%s: %s: want %s: %v", file, g.Description, skips[i].code, diags)
					needed[i] = true
				}
				continue
			}
			tests += len(g.Tests)
			suiteVerdicts(t, file, g, c, needed)
		}
	}
	for i, s := range skips {
		assert.True(t, needed[i], "no longer needed: %+v", s)
	}
	t.Logf("%d groups, %d refused, %d tests", groups, refused, tests)
}

// server is where the suite expects its remote documents. Here they are files of the project.
const server = "http://localhost:1234/"

func local(text []byte) string { return strings.ReplaceAll(string(text), server, "") }

// remotes reads the remote documents of the suite.
func remotes(suite string) func(string) (*load.Document, error) {
	return func(path string) (*load.Document, error) {
		text, err := os.ReadFile(filepath.Join(suite, "remotes", path))
		if err != nil {
			return nil, err
		}
		doc, diags := load.JSON(source.NewFile(path, []byte(local(text))))
		if diags.Failed() {
			return nil, diags
		}
		return doc, nil
	}
}

func suiteVerdicts(t *testing.T, file string, g suiteGroup, c *ir.Contract, needed map[int]bool) {
	root := c.Lookup("root")
	if root == nil { // a schema that accepts everything is no shape
		for _, test := range g.Tests {
			assert.True(t, test.Valid, "%s: %s: %s", file, g.Description, test.Description)
		}
		return
	}
	rule := rules.Wire(root.Rule)
	for _, test := range g.Tests {
		accepted := len(wire.Check(test.Data, rule)) == 0
		if i := skipped(file, g.Description, test.Description); i >= 0 {
			assert.NotEqual(t, test.Valid, accepted, "no longer needed: %+v", skips[i])
			needed[i] = true
			continue
		}
		assert.Equal(t, test.Valid, accepted, "%s: %s: %s\n%s", file, g.Description, test.Description, g.Schema)
		if accepted {
			assertHolds(t, root, string(test.Data))
		}
	}
}

// skipped returns the index of the skip of a group, or of one test of it; -1 for none.
func skipped(file, group, test string) int {
	for i, s := range skips {
		if s.file == file && (s.group == "" || s.group == group) && s.test == test {
			return i
		}
	}
	return -1
}
