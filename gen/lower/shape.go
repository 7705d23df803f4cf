package lower

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/source"
)

// maxShapes bounds how many types a contract may have.
const maxShapes = 100_000

// makeShapes names what has a name of its own: the schema of the contract's document when it asserts something, each
// entry of its $defs, and whatever a reference leads to.
func (l *lowering) makeShapes() {
	root := l.graph.Root
	referenced := map[*jsonschema.Schema]bool{}
	for _, s := range l.graph.Schemas {
		for _, t := range []*jsonschema.Schema{target(s.Ref), target(s.DynamicRef)} {
			if t != nil {
				referenced[t] = true
			}
		}
	}
	for _, s := range l.shapesNamed() {
		referenced[s] = true
	}
	if asserts(root) || referenced[root] {
		l.addTop(root, origin(root.Node), "root", rootWords(root))
	}
	l.addEntries(root)
	for _, s := range l.graph.Schemas {
		if !referenced[s] || l.shapes[s] != nil {
			continue
		}
		if l.owner(s) == nil {
			l.addTop(s, origin(s.Node), l.foreignWire(s), l.foreignWords(s))
			continue
		}
		sh := &ir.Shape{Nested: true, Origin: origin(s.Node), Rule: l.rules[s]}
		sh.Rule.Shape = sh
		l.shapes[s], l.homes[sh] = sh, s
	}
}

// addEntries adds the entries of a document's $defs, those of containers by both names, in source order.
func (l *lowering) addEntries(root *jsonschema.Schema) {
	type entry struct {
		pos   source.Pos
		wire  string
		words []string
		named jsonschema.Named
	}
	var entries []entry
	for _, d := range root.Defs {
		entries = append(entries, entry{d.NamePos, d.Name, wordsIn(d.Name), d})
	}
	for _, c := range root.Containers {
		for _, e := range c.Entries {
			words := append(wordsIn(c.Name), wordsIn(e.Name)...)
			entries = append(entries, entry{e.NamePos, c.Name + "." + e.Name, words, e})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return a.pos.Compare(b.pos) })
	for _, e := range entries {
		l.addTop(e.named.Schema, ir.Origin{Pos: e.pos, Pointer: e.named.Schema.Pointer}, e.wire, e.words)
	}
}

func (l *lowering) addTop(s *jsonschema.Schema, at ir.Origin, wire string, words []string) {
	sh := &ir.Shape{Wire: wire, Words: words, Origin: at, Rule: l.rules[s]}
	if old := l.byWire[wire]; old != nil {
		l.report(diag.Diagnostic{
			Severity: diag.Error, Code: "name-collision", Pos: at.Pos, At: at.Pointer,
			Message: "two shapes have the name " + strconv.Quote(wire),
			Also:    []diag.Related{{Pos: old.Origin.Pos, Text: "the other"}}, Hint: "rename one of them",
		})
		return
	}
	sh.Rule.Shape = sh
	l.byWire[wire] = sh
	l.shapes[s], l.homes[sh], l.top[sh] = sh, s, len(l.top)+1
	l.furnish(sh, wire, at.Pointer)
	l.out = append(l.out, sh)
}

// lowerShapes gives each shape its type.
func (l *lowering) lowerShapes() {
	tops := slices.Clone(l.out)
	for _, sh := range tops {
		l.defineShape(sh)
	}
	for _, s := range l.graph.Schemas {
		if sh := l.shapes[s]; sh != nil && sh.Type == nil {
			l.defineShape(sh)
		}
	}
}

func (l *lowering) defineShape(sh *ir.Shape) {
	s := l.homes[sh]
	if sh.Nested {
		sh.Wire = l.wireOf(s)
		l.taken[sh.Wire] = true
		sh.Words = l.wordsOf(s)
		l.furnish(sh, sh.Wire, s.Pointer)
		l.out = append(l.out, sh)
	}
	if len(l.out) > maxShapes {
		l.tooMany()
		sh.Type = &ir.Any{}
		return
	}
	t := l.define(place{schema: s, rule: sh.Rule, shape: sh}, l.kinds(s))
	if _, other := t.(*ir.Ref); other && !l.isReference(s) {
		t = &ir.Any{} // its rule is more than that of the other shape
	}
	if sh.Type == nil {
		sh.Type = t
	}
}

func (l *lowering) tooMany() {
	root := l.graph.Root
	l.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "too-large", Pos: root.Node.Pos, At: root.Pointer,
		Message: "the schema stands for more than " + strconv.Itoa(maxShapes) + " types", Hint: "split the contract",
	})
}

// open returns the shape that a struct, an enum or a union of a place belongs to: the one that is being defined, or a
// new one that is nested.
func (l *lowering) open(at place) *ir.Shape {
	if at.shape != nil {
		return at.shape
	}
	s := at.schema
	sh := &ir.Shape{Nested: true, Origin: origin(s.Node), Rule: at.held()}
	if sh.Rule.Shape == nil {
		sh.Rule.Shape = sh
	}
	if l.taken[l.wireOf(s)+at.part] { // by a part with other kinds of the same values
		k := cmp.Or(at.only, l.kinds(s))
		at = at.inside(k, kindWord(k))
	}
	sh.Wire = l.wireOf(s) + at.part
	l.taken[sh.Wire] = true
	words := l.wordsOf(s)
	sh.Words = append(words[:len(words):len(words)], at.words...)
	if at.making != nil {
		at.making.shape = sh
	}
	pointer := s.Pointer
	if at.part != "" {
		pointer = "" // the contract file speaks of the whole
	}
	l.homes[sh] = s
	l.furnish(sh, sh.Wire, pointer)
	l.out = append(l.out, sh)
	if len(l.out) == maxShapes+1 {
		l.tooMany()
	}
	return sh
}

// shut gives a shape from open its type, and returns what stands in the place.
func (l *lowering) shut(sh *ir.Shape, at place, t ir.Type) ir.Type {
	sh.Type = t
	if at.shape != nil {
		return t
	}
	return &ir.Ref{Shape: sh}
}

// owner returns the top-level shape that a subschema stands in; nil for none.
func (l *lowering) owner(s *jsonschema.Schema) *ir.Shape {
	for ; s != nil; s = s.Parent {
		if sh := l.shapes[s]; sh != nil && !sh.Nested {
			return sh
		}
	}
	return nil
}

// wireOf returns the wire name of the shape that a subschema is or would be: that of its owner, "#", and the pointer
// from there.
func (l *lowering) wireOf(s *jsonschema.Schema) string {
	owner := l.owner(s)
	if owner == nil {
		return "#" + string(s.Pointer)
	}
	home := l.homes[owner]
	if home == s {
		return owner.Wire + "#"
	}
	return owner.Wire + "#" + strings.TrimPrefix(string(s.Pointer), string(home.Pointer))
}

// order sorts the shapes: top-level ones as they stand in the source, each followed by what is nested in it. Nested ones
// that nothing leads to, such as those in "not", are left out.
func (l *lowering) order() {
	reached := l.reached()
	l.out = slices.DeleteFunc(l.out, func(sh *ir.Shape) bool {
		unused := sh.Nested && !reached[sh]
		if unused && sh.Rule.Shape == sh {
			sh.Rule.Shape = nil
		}
		return unused
	})
	rank := make(map[*ir.Shape]int, len(l.out))
	for _, sh := range l.out {
		rank[sh] = l.top[sh]
		if owner := l.owner(l.homes[sh]); owner != nil {
			rank[sh] = l.top[owner]
		}
	}
	slices.SortStableFunc(l.out, func(a, b *ir.Shape) int {
		if c := cmp.Compare(rank[a], rank[b]); c != 0 {
			return c
		}
		if a.Nested != b.Nested {
			return cmp.Compare(nested(a), nested(b))
		}
		return a.Origin.Pos.Compare(b.Origin.Pos)
	})
}

func nested(sh *ir.Shape) int {
	if sh.Nested {
		return 1
	}
	return 0
}
