package golang

import (
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
)

// docFile emits the package comment.
func (e *emitter) docFile() *file {
	f := e.newFile()
	c := e.contract
	title := c.Title
	if title == "" {
		title = c.Doc
	}
	var paragraphs []string
	paragraphs = append(paragraphs, join("Package "+e.pkg+" is the contract "+e.contractName()+" in Go", title))
	if c.Doc != title {
		paragraphs = append(paragraphs, c.Doc)
	}
	paragraphs = append(paragraphs,
		"Decode functions accept exactly the texts that the contract accepts, and say why they refuse another: code, instance "+
			"location and keyword location are the same in every language that Lockstep generates. A text must be JSON in UTF-8 "+
			"with no member twice in an object and at most 127 arrays and objects inside each other. Properties that the "+
			"contract does not name are accepted where it leaves an object open, and not kept.",
		"AppendJSON and MarshalJSON write only what the decoder of the same type accepts.",
		"The strings of a decoded message share its memory: keeping one keeps the text of the whole message.")
	prosePackage(f, paragraphs...)
	return f
}

// prosePackage adds a comment right above the package clause.
func prosePackage(f *file, paragraphs ...string) {
	for _, line := range proseLines(paragraphs...) {
		f.PackageComment(strings.TrimRight("// "+line, " "))
	}
}

// contractName is how comments name the contract.
func (e *emitter) contractName() string {
	if e.contract.ID != "" {
		return e.contract.ID
	}
	return e.contract.Name + "/" + e.contract.Version
}

// textOf is how comments name the text of a shape.
func textOf(s *ir.Shape) string {
	if s.Nested {
		parent, _, _ := strings.Cut(s.Wire, "#")
		return "part of " + parent
	}
	return s.Wire + " message"
}

// shapeDoc returns the comment of a type: what it is, the words of the contract, and where they stand.
func (e *emitter) shapeDoc(s *ir.Shape) []string {
	id := e.plan.shapes[s]
	lead := id + " is the shape " + s.Wire + " of the contract."
	if s.Nested {
		parent, _, _ := strings.Cut(s.Wire, "#")
		lead = id + " is a part of the shape " + parent + "."
	}
	if strings.HasPrefix(s.Doc, id+" ") {
		lead = ""
	}
	place := string(s.Origin.Pointer)
	if place == "" {
		place = "the whole document"
	}
	first, rest := paragraphs(s.Doc)
	return append(append([]string{join(lead, first)}, rest...), "Schema: "+place)
}

// paragraphs splits a text of the model at its blank lines: sentences are added to the first paragraph, for one such as
// "Deprecated: ..." stands alone.
func paragraphs(doc string) (first string, rest []string) {
	parts := strings.Split(doc, "\n\n")
	return parts[0], parts[1:]
}

// fieldDoc returns the comment of a field, with what its nil means.
func (e *emitter) fieldDoc(f *ir.Field) string {
	note := ""
	form, _ := formOf(f)
	_, nullable := f.Type.(*ir.Nullable)
	switch {
	case hasDefault(f):
		note = "Nil when absent: " + e.plan.fields[f] + "OrDefault is then " + f.Default.JSON + "."
	case form == formOptional:
		note = "It may be absent, null, or a value."
	case nullable:
		note = "Nil is null."
	case form != formValue && f.Presence != ir.Required:
		note = "Nil when absent."
	}
	if f.Presence == ir.Defaulted && !hasDefault(f) && f.Default != nil {
		note += " Absent, it means " + f.Default.JSON + "."
	}
	if isConstant(f) {
		note = "It may be left empty."
	}
	first, rest := paragraphs(f.Doc)
	return strings.Join(proseLines(append([]string{join(first, note)}, rest...)...), "\n")
}

// join puts sentences behind each other.
func join(sentences ...string) string {
	var kept []string
	for _, s := range sentences {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
			s += "."
		}
		kept = append(kept, s)
	}
	return strings.Join(kept, " ")
}
