package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// An Object is an object that is being read.
type Object struct {
	node     *load.Node // nil when the value was no object; every member is then absent
	diags    *diag.List
	required []requirement
	known    []string // names that were asked for
	min      int      // members that must be there, whichever
	called   string   // what messages call the object
}

// A requirement is a member that must be there.
type requirement struct {
	name    string
	because string // name of the member that needs it; "" when the object needs it in any case
}

// Open starts to read n, which must be an object that has the required members.
func Open(n *load.Node, diags *diag.List, required ...string) *Object {
	o := &Object{diags: diags}
	if o.is(n, load.Object) {
		o.node, o.called = n, label(n.Pointer)
		for _, name := range required {
			o.required = append(o.required, requirement{name: name})
		}
	}
	return o
}

// NamedBy says that a member tells objects of a kind apart, so that messages name the object by it: `tool "demo.batch"`
// says more than "tools/3". An object without such a string keeps its place for a name.
func (o *Object) NamedBy(kind, member string) {
	if n := o.node.Get(member); n != nil && n.Kind == load.String && n.Text != "" {
		o.called = kind + " " + show(n)
	}
}

// RequiredBy says that an object with one member must have another one, too.
func (o *Object) RequiredBy(member, needed string) {
	if o.node.Get(member) != nil {
		o.required = append(o.required, requirement{needed, member})
	}
}

// AtLeast says that the object must have min members, whichever; it is minProperties of JSON Schema.
func (o *Object) AtLeast(min int) { o.min = min }

// Close reports the members that nobody asked for; the required ones that are missing, unless an unknown member seems
// to mean them; and members that are too few.
func (o *Object) Close() {
	if o.node == nil {
		return
	}
	var meant []string
	for _, m := range o.node.Members {
		if slices.Contains(o.known, m.Name) {
			continue
		}
		d := diag.Diagnostic{
			Severity: diag.Error, Code: "unknown-key", Pos: m.NamePos, At: o.node.Pointer.Key(m.Name),
			Message: "unknown key " + strconv.Quote(m.Name),
		}
		if near := diag.Near(m.Name, o.known); len(near) > 0 {
			meant = append(meant, near...)
			d.Hint = diag.DidYouMean(near)
		} else {
			d.Want = either(o.known)
		}
		o.diags.Add(d)
	}
	for _, r := range o.required {
		if o.node.Get(r.name) == nil && !slices.Contains(meant, r.name) {
			message := o.called + " lacks the key " + strconv.Quote(r.name)
			if r.because != "" {
				message += ", which " + strconv.Quote(r.because) + " needs"
			}
			o.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "missing-key", Pos: o.node.Pos, At: o.node.Pointer, Message: message,
			})
		}
	}
	if len(o.node.Members) < o.min {
		var more []string
		for _, name := range o.known {
			if o.node.Get(name) == nil {
				more = append(more, name)
			}
		}
		o.diags.Add(diag.Diagnostic{
			Severity: diag.Error, Code: "missing-key", Pos: o.node.Pos, At: o.node.Pointer,
			Message: o.called + " says too little", Want: either(more),
		})
	}
}

// member returns a member, or nil, and remembers that it is known.
func (o *Object) member(name string) *load.Node {
	o.known = append(o.known, name)
	return o.node.Get(name)
}

// is reports whether n is of a kind, and complains if it is not.
func (o *Object) is(n *load.Node, kind load.Kind) bool {
	if n.Kind == kind {
		return true
	}
	o.diags.Add(wrongType(n, kind))
	return false
}

// wrongType says that n is not of a kind.
func wrongType(n *load.Node, kind load.Kind) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: diag.Error, Code: "wrong-type", Pos: n.Pos, At: n.Pointer,
		Message: label(n.Pointer) + " must be " + article(kind), Got: show(n),
	}
}

// Refuse reports n, a part of o that has the right type and the wrong value. The words complete "it must be ...".
func (o *Object) Refuse(n *load.Node, want, hint string) {
	o.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "bad-value", Pos: n.Pos, At: n.Pointer,
		Message: label(n.Pointer) + " must be " + want, Got: show(n), Hint: hint,
	})
}

// label names the value at p for a message: by its key, and an item by the key of its array too.
func label(p source.Pointer) string {
	tokens := p.Tokens()
	if len(tokens) == 0 {
		return "the document"
	}
	last := len(tokens) - 1
	if _, err := strconv.Atoi(tokens[last]); err == nil && last > 0 {
		return strconv.Quote(tokens[last-1] + "/" + tokens[last])
	}
	return strconv.Quote(tokens[last])
}

// article returns a kind for the middle of a sentence.
func article(k load.Kind) string {
	if k == load.Array || k == load.Object {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// show returns a value for "got", short.
func show(n *load.Node) string {
	const limit = 60
	switch n.Kind {
	case load.String:
		if r := []rune(n.Text); len(r) > limit {
			return strconv.Quote(string(r[:limit])) + "..."
		}
		return strconv.Quote(n.Text)
	case load.Number:
		if len(n.Text) > limit {
			return n.Text[:limit] + "..."
		}
		return n.Text
	case load.Bool:
		return strconv.FormatBool(n.Bool)
	case load.Array:
		return "an array of " + strconv.Itoa(len(n.Items))
	case load.Null:
		return "null"
	}
	return article(n.Kind)
}

// either joins words: `"a", "b" or "c"`.
func either(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}
