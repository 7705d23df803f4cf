package lower

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
)

// A passage describes the values of one place in words: held are the subschemas that hold for each of them, null apart.
type passage struct {
	l      *lowering
	held   []*jsonschema.Schema
	kinds  ir.Kinds // that the values may have
	depth  int      // of the types that the place stands in
	choice bool     // alternatives that are not in held
}

// maxPhrase is how many types inside each other a phrase describes; shapes may hold themselves.
const maxPhrase = 4

// passage returns the passage for the values that a rule is about.
func (l *lowering) passage(r *ir.Rule) passage {
	p := passage{l: l, kinds: allKinds}
	if r == nil {
		return p
	}
	if schemas := l.joined[r]; schemas != nil {
		for _, s := range schemas {
			p.add(s)
		}
	} else if s := l.bySource[r.Origin.Pos]; s != nil {
		p.add(s)
	}
	return p
}

// passageOf returns the passage for the values of a shape.
func (l *lowering) passageOf(sh *ir.Shape) passage {
	p := l.passage(sh.Rule)
	if home := l.homes[sh]; l.bySource[sh.Rule.Origin.Pos] != home { // an alternative, put together with what stands beside
		p.choice = false
		p.add(home)
	}
	return p
}

// add adds a subschema and what holds with it. Where null is an alternative of its own, the other one counts.
func (p *passage) add(s *jsonschema.Schema) {
	v := p.l.view(s)
	p.kinds &= p.l.kinds(s)
	if p.held == nil {
		p.held = v.nodes[:len(v.nodes):len(v.nodes)] // which others read too
	} else {
		p.held = append(p.held, v.nodes...)
	}
	for _, c := range v.choices {
		if len(c.branches) != 2 || onlyNull(c.branches[0]) == onlyNull(c.branches[1]) {
			p.choice = true
			continue
		}
		other := c.branches[0]
		if onlyNull(other) {
			other = c.branches[1]
		}
		w := p.l.view(other)
		p.held = append(p.held, w.nodes...)
		p.choice = p.choice || len(w.choices) > 0
	}
}

// more says that the type and the phrase of a value do not show all that its keywords demand; "" when they do.
func (p passage) more(t ir.Type) string {
	t = resolved(withoutNull(t))
	switch t.(type) {
	case *ir.Enum, *ir.Literal, *ir.NullOnly:
		return ""
	}
	_, union := t.(*ir.Union)
	_, open := t.(*ir.Any)
	further := p.choice && !union
	for _, s := range p.held {
		further = further || s.Not != nil || s.If != nil || s.Contains != nil || len(s.DependentRequired)+len(s.DependentSchemas) > 0
		further = further || open && s.Bool == nil && s.Enum == nil && s.Const == nil && demands(s)
	}
	if further {
		return "The schema has further rules for it."
	}
	return ""
}

// demands reports whether a subschema asserts anything itself but types.
func demands(s *jsonschema.Schema) bool {
	for i := range s.Node.Members {
		switch name := s.Node.Members[i].Name; name {
		case "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "type":
		default:
			if assertions[name] {
				return true
			}
		}
	}
	return false
}

// inside returns the passage for values inside of those of p.
func (p passage) inside(r *ir.Rule) passage {
	inner := p.l.passage(r)
	inner.depth = p.depth
	return inner
}

// phrase describes a value in words, such as "an integer of at least 0, or null".
func (p passage) phrase(t ir.Type) string {
	if p.depth++; p.depth > maxPhrase {
		return "a value"
	}
	switch t := t.(type) {
	case *ir.Ref:
		if !t.Shape.Nested {
			return article(t.Shape.Wire)
		}
		inner := p.l.passageOf(t.Shape)
		inner.depth = p.depth
		return inner.phrase(t.Shape.Type)
	case *ir.Nullable:
		p.depth--
		p.kinds &^= ir.KindNull
		return p.phrase(t.Type) + ", or null"
	case *ir.Scalar:
		if values, n := p.values(); values != nil {
			return oneOf(values, n)
		}
		return p.scalar(t.Kind)
	case *ir.Literal:
		return "always " + short(t.Value.JSON)
	case *ir.Enum:
		values := make([]string, min(len(t.Values), maxListed+1))
		for i := range values {
			values[i] = quoted(t.Values[i].Value)
		}
		return oneOf(values, len(t.Values))
	case *ir.List:
		different := ""
		if slices.ContainsFunc(p.held, func(s *jsonschema.Schema) bool { return s.UniqueItems != nil && s.UniqueItems.Value }) {
			different = ", no two equal"
		}
		return "an array" + p.items() + different + ", each item " + p.inside(t.Rule).phrase(t.Item)
	case *ir.Tuple:
		return p.tuple(t)
	case *ir.Map:
		return "a map" + p.members() + p.names() + ", each value " + p.inside(t.Rule).phrase(t.Value)
	case *ir.Struct:
		return p.object(t)
	case *ir.Union:
		return p.union(t)
	case *ir.NullOnly:
		return "always null"
	}
	return p.any()
}

func (p passage) scalar(k ir.ScalarKind) string {
	switch k {
	case ir.String:
		return "a string" + p.text()
	case ir.Boolean:
		return "a boolean"
	case ir.Float64:
		return "a number" + p.bounds() + p.unchecked(k)
	}
	return "an integer" + p.bounds() + p.unchecked(k)
}

// any describes a value that is held as any value.
func (p passage) any() string {
	if values, n := p.values(); values != nil {
		return oneOf(values, n)
	}
	switch p.kinds {
	case 0:
		return "no value"
	case allKinds:
		return "any JSON value"
	}
	var kinds []string
	for _, o := range kindOrder {
		if k := p.kinds & o.kinds; k != 0 {
			kinds = append(kinds, article(kindWord(k)))
		}
	}
	if p.kinds&ir.KindNull != 0 {
		kinds = append(kinds, "null")
	}
	return listed(kinds, "or")
}

// values returns the values that enum or const name, as JSON, and how many there are; nil when neither names any. Those
// that a sentence does not list are not given.
func (p passage) values() (values []string, n int) {
	var enum *load.Node
	for _, s := range p.held {
		if s.Const != nil {
			return []string{jsonText(s.Const)}, 1
		}
		if s.Enum != nil && (enum == nil || len(s.Enum.Items) < len(enum.Items)) {
			enum = s.Enum
		}
	}
	if enum == nil {
		return nil, 0
	}
	for i, item := range enum.Items {
		if len(values) > maxListed {
			return values, len(values) + len(enum.Items) - i
		}
		if kindOf(item)&p.kinds != 0 {
			values = append(values, jsonText(item))
		}
	}
	return values, len(values)
}

func jsonText(n *load.Node) string {
	v, err := value(n)
	if err != nil {
		return short(n.Text)
	}
	return short(v.JSON)
}

func (p passage) tuple(t *ir.Tuple) string {
	n := len(t.Items)
	limits := span{&n, &n}
	if t.Rest != nil {
		limits.high = nil
	}
	phrase := "an array" + between(limits, "item")
	if p.depth > 1 || n > maxListed {
		return phrase + " with types of their own"
	}
	items := make([]string, n)
	for i, item := range t.Items {
		items[i] = p.inside(t.Rules[i]).phrase(item)
	}
	if t.Rest != nil {
		items = append(items, "then others")
	}
	return phrase + ": " + strings.Join(items, "; ")
}

func (p passage) object(t *ir.Struct) string {
	names := make([]string, min(len(t.Fields), maxListed))
	for i := range names {
		names[i] = short(t.Fields[i].Name)
	}
	phrase := "an object" + p.members()
	only := p.closed()
	switch {
	case len(t.Fields) == 0 && only:
		return "an object without properties"
	case len(t.Fields) == 0:
		phrase += " without properties of its own"
	case only:
		phrase += " with " + listedMany(names, len(t.Fields), "and") + " and no other property"
	default:
		phrase += " with " + listedMany(names, len(t.Fields), "and")
	}
	if t.Extra != nil {
		phrase += ", each other property " + p.inside(t.ExtraRule).phrase(t.Extra)
	}
	return phrase
}

// union names the variants; where nothing but the type tells them apart, it describes them.
func (p passage) union(t *ir.Union) string {
	words := make([]string, min(len(t.Variants), maxListed))
	if t.Tag != "" || p.depth > 2 || len(t.Variants) > maxListed {
		for i := range words {
			words[i] = strings.Join(t.Variants[i].Words, " ")
		}
		phrase := "one of " + listedMany(words, len(t.Variants), "or")
		if t.Tag != "" {
			phrase += ", told apart by " + short(t.Tag)
		}
		return phrase
	}
	plain := true
	for i, v := range t.Variants {
		words[i] = p.inside(v.Rule).phrase(v.Type)
		plain = plain && !strings.Contains(words[i], ",")
	}
	if plain {
		return listed(words, "or")
	}
	last := len(words) - 1
	return strings.Join(words[:last], "; ") + "; or " + words[last]
}

// maxListed is how many names a sentence lists.
const maxListed = 8

// oneOf returns a phrase for n values, of which those are given that a sentence lists.
func oneOf(values []string, n int) string {
	switch n {
	case 0:
		return "no value"
	case 1:
		return "always " + values[0]
	}
	return "one of " + listedMany(values, n, "or")
}

// listed joins words with commas and a last conjunction; a long list is cut.
func listed(words []string, conjunction string) string {
	return listedMany(words, len(words), conjunction)
}

// listedMany is listed for n words, of which maxListed are enough.
func listedMany(words []string, n int, conjunction string) string {
	if n > maxListed {
		return strings.Join(words[:maxListed], ", ") + " and " + strconv.Itoa(n-maxListed) + " more"
	}
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + conjunction + " " + words[n-1]
}
