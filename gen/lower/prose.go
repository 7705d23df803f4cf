package lower

import (
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/source"
)

// written returns the description of a subschema; "" for none.
func (l *lowering) written(s *jsonschema.Schema) string {
	if s.Description == nil {
		return ""
	}
	return strings.TrimSpace(s.Description.Value)
}

func title(s *jsonschema.Schema) string {
	if s.Title == nil {
		return ""
	}
	return strings.TrimSpace(s.Title.Value)
}

// outdated adds to a doc that the schema marks what it speaks of as deprecated, if one of the subschemas does.
func outdated(doc string, schemas ...*jsonschema.Schema) string {
	for _, s := range schemas {
		if s.Deprecated != nil && s.Deprecated.Value {
			return strings.TrimSpace(doc + "\n\nDeprecated: the schema marks it so.")
		}
	}
	return doc
}

// document completes the docs. A shape or field that nobody has described is called by its title, else a sentence says
// what it is and what it holds. A format that the doc does not name is added, for nothing checks it.
func (l *lowering) document(c *ir.Contract) {
	l.bySource = make(map[source.Pos]*jsonschema.Schema, len(l.graph.Schemas))
	for _, s := range l.graph.Schemas {
		l.bySource[s.Node.Pos] = s
	}
	uses := map[*ir.Shape]string{}
	for _, t := range c.Tools {
		if t.Params != nil && t.Result != nil {
			uses[t.Params] = "the params of " + t.Name
			uses[t.Result] = "the result of " + t.Name
		}
	}
	given := make(map[*ir.Shape]string, len(l.out)) // what somebody has written
	for _, sh := range l.out {
		if sh.Doc == "" {
			sh.Doc = title(l.homes[sh])
		}
		given[sh] = sh.Doc
	}
	for _, sh := range l.out {
		l.documentFields(sh, given)
	}
	for _, sh := range l.out {
		p := l.passageOf(sh)
		if given[sh] == "" {
			sh.Doc = further(p.define(sh, l.what(sh, uses[sh])), p.more(sh.Type))
		}
		sh.Doc = outdated(further(sh.Doc, p.unsaid(sh.Type, given[sh] != "")), l.homes[sh])
	}
}

// documentFields completes the docs of the fields of a shape.
func (l *lowering) documentFields(sh *ir.Shape, given map[*ir.Shape]string) {
	st, ok := sh.Type.(*ir.Struct)
	if !ok {
		return
	}
	for _, f := range st.Fields {
		schemas := l.fields[f]
		for _, s := range schemas {
			if f.Doc == "" {
				f.Doc = title(s)
			}
		}
		p, described := l.passage(f.Rule), f.Doc != ""
		if !described {
			f.Doc, described = p.meaning(f, given)
		}
		f.Doc = outdated(further(f.Doc, p.unsaid(f.Type, described)), schemas...)
	}
}

// meaning returns what a field that nobody has described holds: what somebody has said of the shape that it refers to,
// and what the field demands beyond it; else its type in words. The flag says that somebody has described the shape.
func (p passage) meaning(f *ir.Field, given map[*ir.Shape]string) (doc string, described bool) {
	r, ok := withoutNull(f.Type).(*ir.Ref)
	if !ok {
		return further(sentence(p.phrase(f.Type)), p.more(f.Type)), false
	}
	doc = given[r.Shape]
	switch {
	case doc == "":
		return further(sentence(orNull(f.Type, p.phrase(r.Shape.Type))), p.more(r.Shape.Type)), false
	case p.beyond(r.Shape):
		return further(doc, sentence(p.phrase(r.Shape.Type))), true
	}
	return doc, true
}

// beyond reports whether keywords of a value demand more than the shape does that holds it.
func (p passage) beyond(sh *ir.Shape) bool {
	known := map[*jsonschema.Schema]bool{}
	for _, s := range p.l.passageOf(sh).held {
		known[s] = true
	}
	return slices.ContainsFunc(p.held, func(s *jsonschema.Schema) bool { return !known[s] && s.Bool == nil && demands(s) })
}

// withoutNull returns what holds the values of a type that are not null.
func withoutNull(t ir.Type) ir.Type {
	if n, ok := t.(*ir.Nullable); ok {
		return n.Type
	}
	return t
}

// orNull adds to a phrase that null is a value too, if it is one of the type.
func orNull(t ir.Type, phrase string) string {
	if _, ok := t.(*ir.Nullable); ok {
		return phrase + ", or null"
	}
	return phrase
}

// define returns a sentence that says what a shape is and what it holds. The name of a top-level shape stands beside it
// in every output, so that it is not repeated.
func (p passage) define(sh *ir.Shape, what string) string {
	phrase := p.phrase(sh.Type)
	if r, ok := sh.Type.(*ir.Ref); ok && !r.Shape.Nested {
		phrase = "the same as " + r.Shape.Wire + ": " + p.phrase(r.Shape.Type)
	}
	if what == "" {
		return sentence(phrase)
	}
	return sentence(what + ": " + phrase)
}

// what says what a shape is, as far as its name does not; "" for a top-level shape that no tool uses.
func (l *lowering) what(sh *ir.Shape, use string) string {
	if use != "" || !sh.Nested {
		return use
	}
	s := l.homes[sh]
	owner := sh.Wire
	if o := l.owner(s); o != nil {
		owner = o.Wire
	}
	tokens := s.Pointer.Tokens()
	within := owner // of what the shape is a part
	for i := len(tokens) - 1; i > 0; i-- {
		if tokens[i-1] == "properties" {
			within = "the property " + tokens[i] + " of " + owner
			if i == len(tokens)-1 {
				return within
			}
			break
		}
	}
	switch step(tokens) {
	case "items":
		return "an item of " + within
	case "additionalProperties", "patternProperties":
		return "a value of " + within
	case "oneOf", "anyOf":
		return "one of the alternatives of " + within
	}
	return "a part of " + within
}

// step returns the keyword of the last step of a pointer.
func step(tokens []string) string {
	n := len(tokens)
	switch {
	case n > 0 && (tokens[n-1] == "items" || tokens[n-1] == "additionalProperties"):
		return tokens[n-1]
	case n > 1:
		return tokens[n-2]
	}
	return ""
}
