// Package drift is what generated drift tests call: it compares a generated package with the contract that it was
// generated from. It reads files beside the test and reports to testing.TB; it changes nothing.
package drift

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A Package is what the generator knew of one generated package.
type Package struct {
	Repair     string // command that regenerates the package
	SchemaPath string // the canonical schema, from the package's folder; it may be absent there
	Schema     string // its text
	Files      []File
	Shapes     []wire.Shape
}

// A File is one generated file and the SHA-256 of what was generated.
type File struct{ Name, Hash string }

// Check fails the test when the schema has changed since the package was generated, when a generated file is missing or
// was edited by hand, or when a rule of the package says something else than the schema.
func Check(t testing.TB, p Package) {
	t.Helper()
	for _, f := range p.Files {
		text, err := os.ReadFile(f.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			t.Errorf("%s is missing; run %s", f.Name, p.Repair)
		case err != nil:
			t.Errorf("%s: %v", f.Name, err)
		case hash(text) != f.Hash:
			t.Errorf("%s was edited by hand: it is generated, change the schema and run %s", f.Name, p.Repair)
		}
	}
	switch text, err := os.ReadFile(p.SchemaPath); {
	case errors.Is(err, fs.ErrNotExist): // the package is used away from its contract
	case err != nil:
		t.Errorf("%s: %v", p.SchemaPath, err)
	case string(text) != p.Schema:
		t.Errorf("%s:%d: the schema has changed since this package was generated; run %s",
			p.SchemaPath, firstDifference(text, []byte(p.Schema)), p.Repair)
	}
	for _, problem := range Compare([]byte(p.Schema), p.Shapes) {
		t.Errorf("%s; run %s", problem, p.Repair)
	}
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// firstDifference returns the line, from 1, at which two texts part.
func firstDifference(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return 1 + bytes.Count(a[:n], []byte("\n"))
}

// Compare returns where the rules of shapes differ from the schema at the places that they name, one line each.
func Compare(schema []byte, shapes []wire.Shape) []string {
	var document any
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	if err := dec.Decode(&document); err != nil {
		return []string{"the schema in the test is not JSON: " + err.Error()}
	}
	c := &comparer{document: document, seen: map[*wire.Rule]bool{}}
	for _, s := range shapes {
		c.shape = s.Name
		c.rule(s.Rule)
	}
	return c.problems
}

type comparer struct {
	document any
	shape    string
	seen     map[*wire.Rule]bool
	problems []string
}

func (c *comparer) differ(r *wire.Rule, keyword string, got, want any) {
	c.problems = append(c.problems,
		fmt.Sprintf("shape %s: %s/%s: the package has %v, the schema has %v", c.shape, r.At, keyword, got, want))
}

func (c *comparer) rule(r *wire.Rule) {
	if r == nil || c.seen[r] {
		return
	}
	c.seen[r] = true
	if r.At != "" && r.At[0] != '/' {
		return // in another document, which lockstep check compares
	}
	node, ok := find(c.document, r.At)
	if !ok {
		c.problems = append(c.problems, fmt.Sprintf("shape %s: the schema has nothing at %q", c.shape, r.At))
		return
	}
	schema, _ := node.(map[string]any)
	if truth, isBool := node.(bool); isBool && truth == r.Never {
		c.differ(r, "", !truth, truth)
	}
	if want := schema["type"]; !reflect.DeepEqual(typeNames(want), kinds(r.Type)) && !(r.Type == wire.Null && onlyNull(schema)) {
		c.differ(r, "type", kinds(r.Type), want)
	}
	if want := texts(schema["required"]); !slices.Equal(want, r.Required) {
		c.differ(r, "required", r.Required, want)
	}
	if len(r.Enum) > 0 {
		if want := texts(schema["enum"]); !slices.Equal(want, r.Enum) {
			c.differ(r, "enum", r.Enum, want)
		}
	}
	c.count(r, schema, "minItems", r.MinItems)
	c.count(r, schema, "maxItems", r.MaxItems)
	c.count(r, schema, "minLength", r.MinLength)
	c.count(r, schema, "maxLength", r.MaxLength)
	properties, _ := schema["properties"].(map[string]any)
	if len(properties) != len(r.Properties) {
		c.differ(r, "properties", len(r.Properties), len(properties))
	}
	for _, p := range r.Properties {
		if _, ok := properties[p.Name]; !ok {
			c.differ(r, "properties", strconv.Quote(p.Name), "no such property")
		}
		c.rule(p.Rule)
	}
	for _, part := range []*wire.Rule{r.Items, r.AdditionalProperties, r.Ref, r.Not, r.If, r.Then, r.Else, r.Contains, r.PropertyNames} {
		c.rule(part)
	}
	for _, list := range [][]*wire.Rule{r.PrefixItems, r.AllOf, r.AnyOf, r.OneOf} {
		for _, part := range list {
			c.rule(part)
		}
	}
}

// count compares a keyword that counts. In a rule 0 is no limit and wire.Zero a limit of 0; a minimum of 0 says nothing.
func (c *comparer) count(r *wire.Rule, schema map[string]any, keyword string, got int) {
	want := 0
	if n, ok := schema[keyword].(json.Number); ok {
		f, _ := n.Float64()
		want = int(f)
		if want == 0 && strings.HasPrefix(keyword, "max") {
			want = wire.Zero
		}
	}
	if got != want {
		c.differ(r, keyword, got, want)
	}
}

// find returns what a JSON pointer leads to.
func find(node any, pointer string) (any, bool) {
	if pointer == "" {
		return node, true
	}
	for _, token := range strings.Split(pointer[1:], "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch parent := node.(type) {
		case map[string]any:
			child, ok := parent[token]
			if !ok {
				return nil, false
			}
			node = child
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(parent) {
				return nil, false
			}
			node = parent[i]
		default:
			return nil, false
		}
	}
	return node, true
}

// onlyNull reports whether a schema names null as its only value. Its rule has the type then, though the schema does not.
func onlyNull(schema map[string]any) bool {
	if value, ok := schema["const"]; ok {
		return value == nil
	}
	values, ok := schema["enum"].([]any)
	return ok && len(values) == 1 && values[0] == nil
}

// typeNames returns the value of "type" as a sorted list; nil when it is absent.
func typeNames(v any) []string {
	if name, ok := v.(string); ok {
		return []string{name}
	}
	list := texts(v)
	slices.Sort(list)
	return list
}

func texts(v any) []string {
	items, _ := v.([]any)
	var list []string
	for _, item := range items {
		if s, ok := item.(string); ok {
			list = append(list, s)
		}
	}
	return list
}

// kinds returns the names of a set of types, sorted; nil for the empty set.
func kinds(t wire.Types) []string {
	var list []string
	for _, k := range []struct {
		kind wire.Types
		name string
	}{
		{wire.Array, "array"}, {wire.Boolean, "boolean"}, {wire.Integer, "integer"}, {wire.Null, "null"},
		{wire.Number, "number"}, {wire.Object, "object"}, {wire.String, "string"},
	} {
		if t&k.kind != 0 {
			list = append(list, k.name)
		}
	}
	return list
}
