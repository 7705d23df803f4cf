package lower

import (
	"strconv"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// Sets of JSON types. Inside this package KindNumber stands for numbers with a fraction alone, so that the sets can be
// intersected: "number" is both bits.
const (
	numbers  = ir.KindInteger | ir.KindNumber
	allKinds = ir.KindNull | ir.KindBoolean | numbers | ir.KindString | ir.KindArray | ir.KindObject
	notNull  = allKinds &^ ir.KindNull
	compound = ir.KindArray | ir.KindObject
)

// maxInPlace is how deep subschemas of one value may lead to each other: $ref, allOf, anyOf, oneOf, not, if, then, else,
// dependentSchemas. Validators in every language recurse along them.
const maxInPlace = 500

// A fact is what lowering knows of a subschema before it lowers anything.
type fact struct {
	kinds ir.Kinds // JSON types of the values that it may accept; a type that is not here is never accepted
	depth int      // of the in-place subschemas below it
	steps int      // in-place subschemas that one value is asked about, each as often as it is referred to
	open  bool     // being computed
}

// maxSteps is how many subschemas one value may be asked about. A few of them that refer to each other twice stand for
// millions, and validators in every language ask them all.
const maxSteps = 100_000

// kinds returns the JSON types that a subschema may accept.
func (l *lowering) kinds(s *jsonschema.Schema) ir.Kinds { return l.fact(s, 0).kinds }

func (l *lowering) fact(s *jsonschema.Schema, level int) fact {
	if s == nil {
		return fact{kinds: allKinds}
	}
	f, ok := l.facts[s]
	if ok {
		if f.open { // a loop of references, which Resolve refuses
			return fact{kinds: allKinds}
		}
		return f
	}
	if s.Bool != nil {
		if *s.Bool {
			f.kinds = allKinds
		}
		l.facts[s] = f
		return f
	}
	if level > maxInPlace {
		l.tooDeep(s)
		return fact{kinds: allKinds}
	}
	l.facts[s] = fact{open: true}
	f.kinds, f.steps = typeKinds(s)&l.valueKinds(s), 1
	below := func(sub *jsonschema.Schema) ir.Kinds {
		if sub == nil {
			return allKinds
		}
		g := l.fact(sub, level+1)
		f.depth = max(f.depth, g.depth+1)
		f.steps = min(f.steps+g.steps, maxSteps+1)
		return g.kinds
	}
	f.kinds &= below(target(s.Ref)) & below(target(s.DynamicRef))
	for _, b := range s.AllOf {
		f.kinds &= below(b)
	}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		union := ir.Kinds(0)
		for _, b := range branches {
			union |= below(b)
		}
		if branches != nil {
			f.kinds &= union
		}
	}
	for _, b := range []*jsonschema.Schema{s.Not, s.If, s.Then, s.Else} {
		below(b)
	}
	for _, d := range s.DependentSchemas {
		below(d.Schema)
	}
	if f.depth > maxInPlace {
		l.tooDeep(s)
	}
	if f.steps > maxSteps {
		l.refuseDepth(s, "too-large", "more than "+strconv.Itoa(maxSteps)+
			" subschemas apply to one value, for some are referred to again and again",
			"let fewer of allOf, anyOf, oneOf and $ref lead to the same subschema")
	}
	l.heaviest = max(l.heaviest, f.steps)
	l.facts[s] = f
	return f
}

func (l *lowering) tooDeep(s *jsonschema.Schema) {
	l.refuseDepth(s, "too-deep", "more than "+strconv.Itoa(maxInPlace)+" subschemas lead to each other for one value",
		"shorten the chain of $ref, allOf, anyOf and oneOf")
}

func (l *lowering) tooNested(s *jsonschema.Schema) {
	l.refuseDepth(s, "too-deep", "more than "+strconv.Itoa(maxNested)+" types stand inside each other",
		"give the subschemas that have keywords beside a $ref an entry of $defs")
}

// refuseDepth reports that too much applies to one value, once.
func (l *lowering) refuseDepth(s *jsonschema.Schema, code, message, hint string) {
	if l.deep {
		return
	}
	l.deep = true
	l.report(diag.Diagnostic{
		Severity: diag.Error, Code: code, Pos: s.Node.Pos, At: s.Pointer, Message: message, Hint: hint,
	})
}

// typeKinds returns the set of "type".
func typeKinds(s *jsonschema.Schema) ir.Kinds {
	if s.TypeNode == nil {
		return allKinds
	}
	var k ir.Kinds
	for _, t := range s.Types {
		if kind := kindNamed(t.Value); kind == ir.KindNumber {
			k |= numbers
		} else {
			k |= kind
		}
	}
	return k
}

// kindNamed returns the kind that a name of a type means.
func kindNamed(name string) ir.Kinds {
	switch name {
	case "null":
		return ir.KindNull
	case "boolean":
		return ir.KindBoolean
	case "integer":
		return ir.KindInteger
	case "number":
		return ir.KindNumber
	case "string":
		return ir.KindString
	case "array":
		return ir.KindArray
	case "object":
		return ir.KindObject
	}
	return 0
}

// valueKinds returns the kinds of the values of "enum" and "const".
func (l *lowering) valueKinds(s *jsonschema.Schema) ir.Kinds {
	k := allKinds
	if s.Const != nil {
		k &= kindOf(s.Const)
	}
	if s.Enum != nil {
		union := ir.Kinds(0)
		for _, item := range s.Enum.Items {
			union |= kindOf(item)
		}
		k &= union
	}
	return k
}

// single reports whether a set of kinds, null aside, is one JSON type; numbers are one type.
func single(k ir.Kinds) bool {
	k &^= ir.KindNull
	if k&numbers != 0 {
		k = k&^numbers | ir.KindNumber
	}
	return k != 0 && k&(k-1) == 0
}

// overlap reports whether two sets have a JSON type in common; integer and number are one here.
func overlap(a, b ir.Kinds) bool {
	if a&numbers != 0 {
		a |= numbers
	}
	return a&b != 0
}

// target returns what a reference leads to; nil for no reference.
func target(r *jsonschema.Reference) *jsonschema.Schema {
	if r == nil {
		return nil
	}
	return r.Target
}
