package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/name"
	"github.com/rightkit/lockstep/gen/source"
)

// wordsOf returns the words of the shape that a subschema is or would be: those of what it stands in, and its own.
func (l *lowering) wordsOf(s *jsonschema.Schema) []string {
	if sh := l.shapes[s]; sh != nil && !sh.Nested {
		return sh.Words
	}
	if s.Parent == nil {
		return []string{"root"}
	}
	words := l.wordsOf(s.Parent)
	return append(words[:len(words):len(words)], l.segment(s)...)
}

// segment returns the words of a subschema inside its parent.
func (l *lowering) segment(s *jsonschema.Schema) []string {
	tokens := source.Pointer(strings.TrimPrefix(string(s.Pointer), string(s.Parent.Pointer))).Tokens()
	if len(tokens) == 0 {
		return nil
	}
	last := tokens[len(tokens)-1]
	switch tokens[0] {
	case "properties":
		return l.propertyWords(s.Parent, last)
	case "$defs", "dependentSchemas":
		return wordsIn(last)
	case "items", "unevaluatedItems", "contains":
		return []string{"item"}
	case "prefixItems":
		return append([]string{"item"}, wordsIn(ordinal(last))...)
	case "additionalProperties", "patternProperties", "unevaluatedProperties":
		return []string{"value"}
	case "oneOf":
		return l.branchSegment(choice{s.Parent, "oneOf", s.Parent.OneOf}, s)
	case "anyOf":
		return l.branchSegment(choice{s.Parent, "anyOf", s.Parent.AnyOf}, s)
	case "allOf":
		if l.shapes[s] == nil {
			return nil // it is no type of its own
		}
		return append([]string{"part"}, wordsIn(ordinal(last))...)
	}
	return wordsIn(tokens[0])
}

// propertyWords returns the words of a property, which tell it apart from the others beside it as those of fields do.
func (l *lowering) propertyWords(s *jsonschema.Schema, property string) []string {
	words := l.siblings[s]
	if words == nil {
		names := make([]string, len(s.Properties))
		for i, p := range s.Properties {
			names[i] = p.Name
		}
		distinct, _ := name.Distinct(names)
		words = make(map[string][]string, len(names))
		for i, n := range names {
			words[n] = distinct[i]
		}
		l.siblings[s] = words
	}
	return words[property]
}

// branchSegment returns the words of a branch; none when null is all there is beside it.
func (l *lowering) branchSegment(c choice, s *jsonschema.Schema) []string {
	others, index := 0, 0
	for i, b := range c.branches {
		if b == s {
			index = i
		} else if !onlyNull(b) {
			others++
		}
	}
	switch {
	case others == 0 && (l.shapes[s] != nil || l.shapes[s.Parent] != nil):
		return []string{"value"} // the name without it is taken
	case others == 0:
		return nil
	}
	return l.variantWords(&c)[index]
}

// ordinal counts from 1.
func ordinal(index string) string {
	n, err := strconv.Atoi(index)
	if err != nil {
		return index
	}
	return strconv.Itoa(n + 1)
}

// collide reports shapes whose words make one identifier, unless the contract file pins names for all but one.
func (l *lowering) collide() {
	words := make([][]string, len(l.out))
	for i, sh := range l.out {
		words[i] = sh.Words
	}
	for _, c := range name.Clashes(words) {
		var origins []ir.Origin
		for _, i := range c.Names {
			if l.out[i].Pinned == nil {
				origins = append(origins, l.out[i].Origin)
			}
		}
		l.clash("shapes", c.Ident, origins)
	}
}

// clash reports names of one scope that would become one identifier.
func (l *lowering) clash(what, identifier string, origins []ir.Origin) {
	if len(origins) < 2 {
		return
	}
	const most = 3
	last := len(origins) - 1
	d := diag.Diagnostic{
		Severity: diag.Error, Code: "name-collision", Pos: origins[last].Pos, At: origins[last].Pointer,
		Message: "two " + what + " would both be called " + identifier + " in code",
		Hint:    "rename one of them, or pin a name under \"names\" in contract.yaml",
	}
	for _, o := range origins[:min(last, most)] {
		d.Also = append(d.Also, diag.Related{Pos: o.Pos, Text: "the other: " + string(o.Pointer)})
	}
	l.report(d)
}

// spelledOut tells that a name is longer in code than its own words are.
func (l *lowering) spelledOut(what, wire string, words []string, at ir.Origin) {
	if slices.Equal(words, name.Words(wire)) {
		return
	}
	l.report(diag.Diagnostic{
		Severity: diag.Notice, Code: "name-spelled-out", Pos: at.Pos, At: at.Pointer,
		Message: "the " + what + " " + quoted(wire) + " is called " + name.Go(words) + " in code, to tell it apart from another one",
		Hint:    "to choose the name, pin one under \"names\" in contract.yaml",
	})
}

// sameName is equal for words that make one identifier in some language.
func sameName(words []string) string { return strings.ToLower(name.Go(words)) }

// wordsIn returns the words of a name.
func wordsIn(s string) []string { return name.Words(s) }

// titleWords returns the words of a title that reads like a name; nil for none.
func titleWords(s *jsonschema.Schema) []string {
	const longest = 5 // words of a name; a longer title is a sentence
	if s.Title == nil {
		return nil
	}
	words := wordsIn(s.Title.Value)
	if len(words) == 0 || len(words) > longest {
		return nil
	}
	return words
}

// rootWords returns the words of the schema of a document, which nobody had to name: its title, or "root". A name in
// $defs goes before either.
func rootWords(root *jsonschema.Schema) []string {
	taken := map[string]bool{}
	for _, d := range root.Defs {
		taken[sameName(wordsIn(d.Name))] = true
	}
	for _, words := range [][]string{titleWords(root), {"root"}} {
		if words != nil && !taken[sameName(words)] {
			return words
		}
	}
	return []string{"root", "schema"}
}
