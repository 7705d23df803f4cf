package golang_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/rules"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var randomFlag = flag.Int("contracts", 8, "how many random contracts are made")

// TestRandom makes contracts at random, compiles what is emitted for them, and compares it with the interpreter.
func TestRandom(t *testing.T) {
	w := newWorkspace(t)
	var questions []question
	refused := 0
	for n := range *randomFlag {
		g := &generator{r: rand.New(rand.NewPCG(*seedFlag, uint64(n)))}
		schema := g.contract()
		text, err := json.Marshal(schema)
		require.NoError(t, err)
		c, diags := model("random", text)
		pkg := fmt.Sprintf("random%d", n)
		if !diags.Failed() {
			diags = append(diags, w.emit(pkg, c)...)
		}
		if diags.Failed() {
			first := firstError(diags)
			assert.True(t, first.Pos.IsValid(), "%s\n%s", first.Text(), text)
			assert.NotEqual(t, "internal", first.Code, "%s\n%s", first.Text(), text)
			t.Logf("refused: %s", strings.SplitN(first.Text(), "\n", 2)[0])
			refused++
			continue
		}
		for _, s := range topLevel(c) {
			rule := rules.Wire(s.Rule)
			var seeds []*tree
			for range 4 {
				seeds = append(seeds, g.message(schema["$defs"].(object)[s.Wire], 0))
			}
			m := newMutator(uint64(n), seeds)
			add := func(text []byte) {
				questions = append(questions, question{Package: pkg, Shape: s.Wire, Text: text, rule: rule, note: "loose"})
			}
			for i := range 40 {
				questions = append(questions, question{Package: pkg, Shape: s.Wire, Fill: uint64(i + 1)})
				add(m.plain(seeds[i%len(seeds)]))
				add(m.mutate(seeds[i%len(seeds)]))
			}
		}
	}
	wrong, accepted := map[string]bool{}, 0
	for i, a := range w.start().ask(questions...) {
		q := questions[i]
		if a.Violation == nil {
			accepted++
		}
		if problem := judge(q, a); problem != "" && !wrong[q.Package] {
			wrong[q.Package] = true
			assert.Fail(t, problem, "%s %s: %s", q.Package, q.Shape, q.Text)
		}
	}
	t.Logf("%d contracts, %d of them refused; %d texts, %d of them accepted", *randomFlag, refused, len(questions), accepted)
	assert.Less(t, refused, *randomFlag/2)
	assert.Greater(t, accepted, len(questions)/20)
}

type object = map[string]any

// A generator makes schemas, and values that fit them more or less.
type generator struct {
	r    *rand.Rand
	defs []string
	root object
}

func (g *generator) one(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *generator, list ...T) T { return list[g.r.IntN(len(list))] }

func (g *generator) contract() object {
	g.defs = []string{"alpha", "beta2b", "gamma-ray", "δ", "type", "epsilon"}
	defs := object{}
	for _, name := range g.defs {
		defs[name] = g.schema(0)
	}
	g.root = object{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs}
	return g.root
}

var properties = []string{"a", "b", "kind", "type", "id", "x-1", "", "Extra", "format"}

// schema returns a subschema; deeper ones are simpler.
func (g *generator) schema(depth int) any {
	switch {
	case depth > 3 || depth > 0 && g.one(4):
		return g.leaf()
	case depth > 0 && g.one(4):
		return g.ref()
	}
	switch g.r.IntN(9) {
	case 0, 1, 2:
		return g.object(depth)
	case 3:
		s := object{"type": "array", "items": g.schema(depth + 1)}
		g.maybe(s, "minItems", 1, 2)
		g.maybe(s, "maxItems", 2, 3)
		g.maybe(s, "uniqueItems", true)
		return s
	case 4:
		s := object{"type": "object", "additionalProperties": g.schema(depth + 1)}
		g.maybe(s, "maxProperties", 2)
		g.maybe(s, "propertyNames", object{"maxLength": 2})
		return s
	case 5:
		return object{pick(g, "oneOf", "anyOf"): []any{g.schema(depth + 1), pick[any](g, object{"type": "null"}, object{"const": nil})}}
	case 6:
		return object{pick(g, "oneOf", "anyOf"): []any{g.schema(depth + 1), g.schema(depth + 1), g.leaf()}}
	case 7:
		return g.tagged(depth)
	}
	return pick[any](g,
		object{"allOf": []any{g.object(depth), g.object(depth + 1)}},
		object{"type": "array", "prefixItems": []any{g.schema(depth + 1), g.leaf()}, "items": pick[any](g, false, g.leaf())},
		object{"type": []any{"object", "null"}, "properties": object{"a": g.schema(depth + 1)}},
		object{"type": []any{"array", "string"}, "items": g.schema(depth + 1), "minLength": 1},
		g.leaf(),
	)
}

func (g *generator) ref() any {
	r := object{"$ref": "#/$defs/" + pick(g, g.defs...)}
	switch g.r.IntN(12) {
	case 0:
		r["maxProperties"] = 3
	case 1:
		r["description"] = "Refers."
	}
	return r
}

func (g *generator) object(depth int) object {
	props := object{}
	var required []any
	for _, name := range properties {
		if g.r.IntN(len(properties)) > 3 {
			continue
		}
		props[name] = g.schema(depth + 1)
		if g.one(2) {
			required = append(required, name)
		}
	}
	s := object{"type": "object", "properties": props}
	if required != nil {
		s["required"] = required
	}
	g.maybe(s, "additionalProperties", false, g.schema(depth+1), g.leaf())
	g.maybe(s, "minProperties", 1)
	if g.one(8) {
		s["patternProperties"] = object{"^x": g.leaf()}
	}
	if g.one(10) {
		s["if"], s["then"] = object{"required": []any{"a"}}, object{"required": []any{"b"}}
	}
	if g.one(10) {
		s["dependentRequired"] = object{"a": []any{"id"}}
	}
	if g.one(12) && s["additionalProperties"] == nil {
		s["unevaluatedProperties"] = pick[any](g, false, g.leaf())
	}
	return s
}

// tagged returns a union of objects that one property tells apart, more or less.
func (g *generator) tagged(depth int) object {
	var branches []any
	for _, tag := range []string{"one", "two", "three"} {
		b := g.object(depth + 1)
		b["properties"].(object)["kind"] = pick[any](g, object{"const": tag}, object{"enum": []any{tag, tag + "!"}})
		b["required"] = []any{"kind"}
		branches = append(branches, b)
	}
	return object{pick(g, "oneOf", "anyOf"): branches}
}

// maybe sets a keyword to one of the values, or leaves it away.
func (g *generator) maybe(s object, keyword string, values ...any) {
	if g.one(4) {
		s[keyword] = pick(g, values...)
	}
}

func (g *generator) leaf() any {
	s := pick(g,
		object{"type": "string"}, object{"type": "string", "maxLength": 2}, object{"type": "string", "pattern": "^[ab]"},
		object{"type": "integer"}, object{"type": "integer", "minimum": 0, "maximum": 9}, object{"type": "integer", "multipleOf": 3},
		object{"type": "number"}, object{"type": "number", "exclusiveMinimum": 0}, object{"type": "boolean"},
		object{"type": "null"}, object{"type": []any{"string", "null"}}, object{"type": []any{"integer", "null"}, "minimum": 1},
		object{"type": []any{"string", "integer"}}, object{"enum": []any{"a", "b", "type"}}, object{"enum": []any{"a", nil}},
		object{"enum": []any{1, 2}}, object{"enum": []any{"a", 1, []any{}}}, object{"const": "a"}, object{"const": 1}, object{"const": true},
		object{"const": object{"a": 1}}, object{}, object{"minLength": 2}, object{"not": object{"type": "string"}},
	)
	if g.one(5) && s["type"] == "integer" && s["multipleOf"] == nil {
		s["default"] = 3
	} else if g.one(5) && s["type"] == "string" && s["pattern"] == nil {
		s["default"] = "d"
	} else if g.one(30) {
		return pick(g, true, false)
	}
	return s
}

// message returns a value that fits a schema more or less.
func (g *generator) message(schema any, depth int) *tree {
	s, ok := schema.(object)
	if !ok || depth > 7 {
		return &tree{text: pick(g, "null", `"a"`, "1")}
	}
	for _, keyword := range []string{"oneOf", "anyOf", "enum"} {
		if list, ok := s[keyword].([]any); ok {
			if keyword == "enum" {
				return literal(pick(g, list...))
			}
			return g.message(pick(g, list...), depth)
		}
	}
	if ref, ok := s["$ref"].(string); ok {
		return g.message(g.root["$defs"].(object)[ref[len("#/$defs/"):]], depth+1)
	}
	if list, ok := s["allOf"].([]any); ok {
		v := &tree{open: '{'}
		for _, part := range list {
			if p := g.message(part, depth); p.open == '{' {
				v.names, v.items = append(v.names, p.names...), append(v.items, p.items...)
			}
		}
		return v
	}
	if c, ok := s["const"]; ok {
		return literal(c)
	}
	kind, ok := s["type"].(string)
	if list, many := s["type"].([]any); many {
		kind, ok = pick(g, list...).(string), true
	}
	if !ok {
		return &tree{text: pick(g, "null", `"ab"`, "1", "[1]", "{}")}
	}
	switch kind {
	case "string":
		return &tree{text: pick(g, `"a"`, `"b"`, `"abc"`, `""`)}
	case "integer", "number":
		return &tree{text: pick(g, "0", "3", "1.0", "6", "1e1", "18446744073709551615", "-3", "0.5")}
	case "boolean":
		return &tree{text: pick(g, "true", "false")}
	case "array":
		v := &tree{open: '['}
		if list, ok := s["prefixItems"].([]any); ok {
			for _, item := range list {
				v.items = append(v.items, g.message(item, depth+1))
			}
			return v
		}
		for range g.r.IntN(4) {
			v.items = append(v.items, g.message(s["items"], depth+1))
		}
		return v
	case "object":
		v := &tree{open: '{'}
		if props, ok := s["properties"].(object); ok {
			for _, name := range properties {
				if p, ok := props[name]; ok && !g.one(5) {
					v.names, v.items = append(v.names, quote(name)), append(v.items, g.message(p, depth+1))
				}
			}
		}
		if more, ok := s["additionalProperties"].(object); ok {
			for _, name := range []string{`"m"`, `"n"`}[:g.r.IntN(3)] {
				v.names, v.items = append(v.names, name), append(v.items, g.message(more, depth+1))
			}
		}
		return v
	}
	return &tree{text: "null"}
}

// literal returns a value of a schema as a tree.
func literal(v any) *tree {
	switch v := v.(type) {
	case object:
		t := &tree{open: '{'}
		for name, item := range v { // one member at most
			t.names, t.items = append(t.names, quote(name)), append(t.items, literal(item))
		}
		return t
	case []any:
		return &tree{open: '['}
	}
	return &tree{text: quote(v)}
}
