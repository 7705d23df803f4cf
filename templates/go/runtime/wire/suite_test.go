package wire

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shared is the path of a file of the test data beside this repository; the test is skipped when it is absent.
func shared(t testing.TB, parts ...string) string {
	dir, err := os.Getwd()
	require.NoError(t, err)
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "no go.mod above the test")
	}
	path := filepath.Join(append([]string{dir, "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no test data at %s", filepath.Join(append([]string{"..", "shared"}, parts...)...))
	}
	return path
}

// stricter are the tests of the official suite that the wire policy decides otherwise, with the reason.
var stricter = map[string]string{
	"bignum.json/integer/a bignum is an integer":          "outside int64",
	"bignum.json/integer/a negative bignum is an integer": "outside int64",
	"float-overflow.json/all integers are multiples of 0.5, if overflow is handled/valid if optional overflow handling is implemented": "outside int64",
}

// suiteGroup is one schema of the official suite with its tests.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// TestSuite runs the official suite and, on the same instances, another validator.
func TestSuite(t *testing.T) {
	dir := shared(t, "suites", "json-schema-test-suite", "tests", "draft2020-12")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	require.NoError(t, err)
	optional := []string{"bignum.json", "float-overflow.json", "non-bmp-regex.json", "no-schema.json"}
	for _, name := range optional {
		files = append(files, filepath.Join(dir, "optional", name))
	}
	groups, tests, left := 0, 0, map[string]int{}
	needed := map[string]bool{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var all []suiteGroup
		require.NoError(t, json.Unmarshal(data, &all), file)
		for _, group := range all {
			r, err := readSchema(string(group.Schema))
			if err != nil {
				left[strings.SplitN(err.Error(), " ", 2)[0]]++
				continue
			}
			groups++
			for _, test := range group.Tests {
				tests++
				name := filepath.Base(file) + "/" + group.Description + "/" + test.Description
				want := test.Valid
				if _, ok := stricter[name]; ok {
					needed[name] = true
					want = false
				}
				all := Check(test.Data, r)
				assert.Equal(t, want, len(all) == 0, "%s: %v", name, all)
				assert.Equal(t, all[:min(1, len(all))], check(test.Data, r, 1), "%s: the first violation", name)
			}
		}
	}
	assert.Len(t, needed, len(stricter), "tests that are decided otherwise")
	t.Logf("ran %d groups, %d tests; groups left out, by what they use: %v", groups, tests, left)
}

// TestCases runs the instances of the cases that other generators got wrong.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "cases"), "*.json"))
	require.NoError(t, err)
	instances, left := 0, map[string]int{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var c struct {
			Schema         json.RawMessage
			Valid, Invalid []json.RawMessage
		}
		if err := json.Unmarshal(data, &c); err != nil {
			left["unreadable"]++
			continue
		}
		r, err := readSchema(string(c.Schema))
		if err != nil {
			left[err.Error()]++
			continue
		}
		for _, instance := range c.Valid {
			instances++
			assert.Empty(t, Check(instance, r), "%s: %s", filepath.Base(file), instance)
		}
		for _, instance := range c.Invalid {
			instances++
			assert.NotEmpty(t, Check(instance, r), "%s: %s", filepath.Base(file), instance)
		}
	}
	t.Logf("ran %d instances of %d files; left out: %v", instances, len(files), left)
}

// compile makes a validator of another package, to compare with.
func compile(t testing.TB, schema string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	require.NoError(t, c.AddResource("file:///schema.json", doc))
	compiled, err := c.Compile("file:///schema.json")
	require.NoError(t, err, schema)
	return compiled
}
