package jsonschema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/jsonschema"
)

// shared returns the files of a pattern below the folder of shared test data, which stands beside the module.
func shared(t *testing.T, pattern string) []string {
	t.Helper()
	root, err := os.Getwd()
	require.NoError(t, err)
	for !exists(filepath.Join(root, "go.mod")) {
		parent := filepath.Dir(root)
		require.NotEqual(t, root, parent, "no go.mod above the test")
		root = parent
	}
	files, err := filepath.Glob(filepath.Join(root, "..", "shared", pattern))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skipf("../shared/%s is not here", pattern)
	}
	return files
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// An exception is a schema that is refused: by a code, for a reason.
type exception struct{ code, reason string }

var (
	remote  = exception{"ref-network", "a reference to a document that is not at hand; nothing is read from the network"}
	dynamic = exception{"dynamic-ref", "several schemas have the dynamic anchor; not supported yet"}
	dialect = exception{"dialect", "a meta-schema of its own"}
)

// suiteExceptions are the groups of the official suite that are refused, by file and description.
var suiteExceptions = map[string]exception{
	"defs: validate definition against metaschema": remote,
	"ref: remote ref, containing refs itself":      remote,
	"enum: empty enum":                             {"keyword-value", "an empty enum accepts nothing, and the specification advises against it"},

	"dynamicRef: strict-tree schema, guards against misspelled properties":       remote,
	"dynamicRef: tests for implementation dynamic anchor and reference link":     remote,
	"dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first": remote,
	"dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first":  remote,
	"dynamicRef: $ref to $dynamicRef finds detached $dynamicAnchor":              remote,
	"refRemote: remote ref":                                                  remote,
	"refRemote: fragment within remote ref":                                  remote,
	"refRemote: anchor within remote ref":                                    remote,
	"refRemote: ref within remote ref":                                       remote,
	"refRemote: base URI change":                                             remote,
	"refRemote: base URI change - change folder":                             remote,
	"refRemote: base URI change - change folder in subschema":                remote,
	"refRemote: root ref in remote ref":                                      remote,
	"refRemote: remote ref with ref to defs":                                 remote,
	"refRemote: Location-independent identifier in remote ref":               remote,
	"refRemote: retrieved nested refs resolve relative to their URI not $id": remote,
	"refRemote: remote HTTP ref with different $id":                          remote,
	"refRemote: remote HTTP ref with different URN $id":                      remote,
	"refRemote: remote HTTP ref with nested absolute ref":                    remote,
	"refRemote: $ref to $ref finds detached $anchor":                         remote,
	"dynamicRef: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated":                         dynamic,
	"dynamicRef: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution":               dynamic,
	"dynamicRef: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope": dynamic,
	"dynamicRef: multiple dynamic paths to the $dynamicRef keyword":                                                                                          dynamic,
	"dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef":                                                                             dynamic,
	"dynamicRef: $dynamicRef skips over intermediate resources - direct reference":                                                                           dynamic,
	"dynamicRef: $dynamicRef avoids the root of each schema, but scopes are still registered":                                                                dynamic,
	"unevaluatedItems: unevaluatedItems with $dynamicRef":                                                                                                    dynamic,
	"unevaluatedProperties: unevaluatedProperties with $dynamicRef":                                                                                          dynamic,

	"vocabulary: schema that uses custom metaschema with with no validation vocabulary": dialect,
	"vocabulary: ignore unrecognized optional vocabulary":                               dialect,
}

// TestOfficialSuite parses and resolves each schema of the official test suite.
func TestOfficialSuite(t *testing.T) {
	used := make(map[string]bool)
	count := 0
	for _, name := range shared(t, "suites/json-schema-test-suite/tests/draft2020-12/*.json") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		var groups []struct {
			Description string
			Schema      json.RawMessage
		}
		require.NoError(t, json.Unmarshal(text, &groups))
		for _, group := range groups {
			count++
			key := strings.TrimSuffix(filepath.Base(name), ".json") + ": " + group.Description
			_, diags := compile("schema.json", group.Schema, jsonschema.Options{})
			if want, ok := suiteExceptions[key]; ok {
				used[key] = true
				if assert.True(t, diags.Failed(), "%s: no exception any more", key) {
					assert.Equal(t, want.code, diags[0].Code, "%s\n%s", key, diags)
				}
				continue
			}
			assert.False(t, diags.Failed(), "%s\n%s", key, diags)
		}
	}
	for key := range suiteExceptions {
		assert.True(t, used[key], "no such group: %s", key)
	}
	t.Logf("%d schemas, %d of them refused with a reason", count, len(suiteExceptions))
}

// caseExceptions are the cases whose schema is refused.
var caseExceptions = map[string]exception{
	"sec-09-non-number-in-numeric-keyword.json": {"keyword-value", "a bound that is a string"},
	"sec-11-raw-code-extensions.json":           {"unknown-keyword", `"tsType" is neither a keyword nor an "x-..." extension`},
	"sec-12-ref-file-traversal.json":            {"ref-outside", "references out of the project"},
	"sec-19-unguarded-reference-loop.json":      {"reference-loop", "a loop"},
}

// TestCases parses and resolves the schema of each shared case.
func TestCases(t *testing.T) {
	files := shared(t, "cases/*.json")
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		var c struct{ Schema json.RawMessage }
		require.NoError(t, json.Unmarshal(text, &c))
		key := filepath.Base(name)
		_, diags := compile("schema.json", c.Schema, jsonschema.Options{})
		if want, ok := caseExceptions[key]; ok {
			if assert.True(t, diags.Failed(), "%s: no exception any more", key) {
				assert.Equal(t, want.code, diags[0].Code, "%s\n%s", key, diags)
			}
			continue
		}
		assert.False(t, diags.Failed(), "%s\n%s", key, diags)
		for _, d := range diags {
			t.Logf("%s: %s", key, d.Text())
		}
	}
	t.Logf("%d schemas, %d of them refused with a reason", len(files), len(caseExceptions))
}
