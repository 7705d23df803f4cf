package lower

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// written returns the description of a subschema, with a note when it is deprecated; "" for none.
func (l *lowering) written(s *jsonschema.Schema) string {
	doc := ""
	if s.Description != nil {
		doc = strings.TrimSpace(s.Description.Value)
	}
	if s.Deprecated != nil && s.Deprecated.Value {
		doc = strings.TrimSpace(doc + "\n\nDeprecated: the schema marks it so.")
	}
	return doc
}

func title(s *jsonschema.Schema) string {
	if s.Title == nil {
		return ""
	}
	return strings.TrimSpace(s.Title.Value)
}

// document gives a doc to every shape and field that nobody has described: its title, else a sentence that says what it
// is and what it holds.
func (l *lowering) document(c *ir.Contract) {
	uses := map[*ir.Shape]string{}
	for _, t := range c.Tools {
		if t.Params != nil && t.Result != nil {
			uses[t.Params] = "the params of " + t.Name
			uses[t.Result] = "the result of " + t.Name
		}
	}
	for _, sh := range l.out {
		if sh.Doc == "" {
			sh.Doc = title(l.homes[sh])
		}
		if sh.Doc == "" {
			sh.Doc = sentence(l.what(sh, uses[sh], c) + ": " + phrase(sh.Type, sh.Rule))
		}
	}
	for _, sh := range l.out {
		st, ok := sh.Type.(*ir.Struct)
		if !ok {
			continue
		}
		for _, f := range st.Fields {
			if s := l.fields[f]; f.Doc == "" && s != nil {
				f.Doc = title(s)
			}
			if f.Doc == "" {
				f.Doc = l.meaning(f)
			}
		}
	}
}

// meaning returns what a field that nobody has described holds: the description of the shape that it refers to, when
// somebody has written one, else its type in words.
func (l *lowering) meaning(f *ir.Field) string {
	t := f.Type
	if n, ok := t.(*ir.Nullable); ok {
		t = n.Type
	}
	if r, ok := t.(*ir.Ref); ok {
		if doc := l.written(l.homes[r.Shape]); doc != "" {
			return doc
		}
	}
	return sentence(phrase(f.Type, f.Rule))
}

// what says what a shape is.
func (l *lowering) what(sh *ir.Shape, use string, c *ir.Contract) string {
	if use != "" {
		return use
	}
	if !sh.Nested {
		return strings.TrimSpace("the shape " + sh.Wire + " of " + strings.TrimSpace(c.Name+" "+c.Version))
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

// maxListed is how many names a sentence lists.
const maxListed = 8

// phrase describes a value in words, such as "an integer of at least 0, or null".
func phrase(t ir.Type, r *ir.Rule) string { return phraseAt(t, r, 0) }

// maxPhrase is how many types inside each other a phrase describes; shapes may hold themselves.
const maxPhrase = 4

func phraseAt(t ir.Type, r *ir.Rule, depth int) string {
	if depth++; depth > maxPhrase {
		return "a value"
	}
	switch t := t.(type) {
	case *ir.Ref:
		if t.Shape.Nested {
			return phraseAt(t.Shape.Type, t.Shape.Rule, depth)
		}
		return article(t.Shape.Wire)
	case *ir.Nullable:
		return phraseAt(t.Type, notNullRule(r), depth) + ", or null"
	case *ir.Scalar:
		if t.Kind == ir.String {
			return "a string" + between(lengths(r), "character")
		}
		return scalarPhrase(t.Kind) + bounds(r)
	case *ir.Literal:
		return "always " + t.Value.JSON
	case *ir.Enum:
		values := make([]string, len(t.Values))
		for i, v := range t.Values {
			values[i] = strconv.Quote(v.Value)
		}
		if len(values) == 1 {
			return "always " + values[0]
		}
		return "one of " + listed(values, "or")
	case *ir.List:
		return "an array" + between(items(r), "item") + ", each item " + phraseAt(t.Item, t.Rule, depth)
	case *ir.Tuple:
		n := len(t.Items)
		return "an array" + between(span{&n, &n}, "item") + " with types of their own"
	case *ir.Map:
		return "a map" + between(members(r), "member") + ", each value " + phraseAt(t.Value, t.Rule, depth)
	case *ir.Struct:
		if len(t.Fields) == 0 {
			return "an object without properties of its own"
		}
		names := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			names[i] = f.Name
		}
		return "an object with " + listed(names, "and")
	case *ir.Union:
		names := make([]string, len(t.Variants))
		for i, v := range t.Variants {
			names[i] = strings.Join(v.Words, " ")
		}
		if t.Tag != "" {
			return "one of " + listed(names, "or") + ", told apart by " + t.Tag
		}
		return "one of " + listed(names, "or")
	case *ir.NullOnly:
		return "always null"
	}
	return "any JSON value"
}

func scalarPhrase(k ir.ScalarKind) string {
	switch k {
	case ir.String:
		return "a string"
	case ir.Boolean:
		return "a boolean"
	case ir.Float64:
		return "a number"
	}
	return "an integer"
}

// notNullRule returns the rule of the values that are not null, where null is a branch of its own.
func notNullRule(r *ir.Rule) *ir.Rule {
	if r == nil || !r.Nullable {
		return r
	}
	for _, b := range append(r.OneOf[:len(r.OneOf):len(r.OneOf)], r.AnyOf...) {
		if b.Types != ir.KindNull {
			return b
		}
	}
	return r
}

// bounds returns the bounds of a number in words, such as ", at least 0 and below 7".
func bounds(r *ir.Rule) string {
	if r == nil {
		return ""
	}
	var words []string
	for _, b := range []struct {
		name  string
		bound *ir.Number
	}{
		{"at least ", r.Minimum}, {"above ", r.ExclusiveMinimum}, {"at most ", r.Maximum}, {"below ", r.ExclusiveMaximum},
	} {
		if b.bound != nil {
			words = append(words, b.name+short(b.bound.Text))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return ", " + listed(words, "and")
}

// A span is a pair of limits; nil is none.
type span struct{ low, high *int }

func lengths(r *ir.Rule) (s span) {
	if r != nil {
		s = span{r.MinLength, r.MaxLength}
	}
	return s
}

func items(r *ir.Rule) (s span) {
	if r != nil {
		s = span{r.MinItems, r.MaxItems}
	}
	return s
}

func members(r *ir.Rule) (s span) {
	if r != nil {
		s = span{r.MinProperties, r.MaxProperties}
	}
	return s
}

// between returns " of 1 to 20 items" for limits and a noun that takes an s.
func between(s span, noun string) string {
	plural := func(n int) string {
		if n == 1 {
			return "1 " + noun
		}
		return strconv.Itoa(n) + " " + noun + "s"
	}
	switch {
	case s.low != nil && s.high != nil && *s.low == *s.high:
		return " of " + plural(*s.low)
	case s.low != nil && s.high != nil:
		return " of " + strconv.Itoa(*s.low) + " to " + plural(*s.high)
	case s.low != nil && *s.low > 0:
		return " of at least " + plural(*s.low)
	case s.high != nil:
		return " of at most " + plural(*s.high)
	}
	return ""
}

// listed joins words with commas and a last conjunction; a long list is cut.
func listed(words []string, conjunction string) string {
	if len(words) > maxListed {
		return strings.Join(words[:maxListed], ", ") + " and " + strconv.Itoa(len(words)-maxListed) + " more"
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// article puts "a" or "an" before a noun.
func article(noun string) string {
	if strings.ContainsAny(noun[:min(1, len(noun))], "aeiouAEIO") {
		return "an " + noun
	}
	return "a " + noun
}

// sentence makes a phrase a sentence.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}

func quoted(s string) string { return strconv.Quote(short(s)) }
