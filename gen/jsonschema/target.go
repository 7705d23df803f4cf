package jsonschema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// maxSearched is how many names are looked at for hints and for "required", in all.
const maxSearched = 2_000_000

// near returns names near a word, or none when there has been too much to compare.
func (r *resolver) near(word string, names []string) []string {
	r.searched += len(names)
	if r.searched > maxSearched {
		return nil
	}
	return diag.Near(word, names)
}

// target returns the schema of a resource that a decoded fragment leads to, or nil after an error.
func (r *resolver) target(l *link, to *resource, fragment string) *Schema {
	switch {
	case fragment == "":
		return to.root
	case !strings.HasPrefix(fragment, "/"):
		return r.anchored(l, to, fragment)
	case badEscape(fragment):
		r.fail("ref-syntax", l.ref.Node, diag.Diagnostic{
			Message: "the fragment is no JSON pointer", Got: describe(l.ref.Node), Hint: "write ~ as ~0, and / within a name as ~1",
		})
		return nil
	}
	at := to.root.Pointer
	tokens := source.Pointer(fragment).Tokens()
	for _, token := range tokens {
		at = at.Key(token)
	}
	if s, ok := to.in.at[at]; ok {
		return s
	}
	d := diag.Diagnostic{Got: describe(l.ref.Node), Want: "a pointer to a schema"}
	if entries, ok := to.in.holders[at]; ok {
		d.Message = "the reference leads to an entry of \"$defs\" that holds schemas and is none"
		hints := make([]string, len(entries))
		for i, name := range entries {
			hints[i] = string("#" + at.Key(name))
		}
		d.Hint = diag.DidYouMean(hints)
	} else {
		d.Message, d.Hint = r.noSchema(to.root.Node, tokens)
	}
	r.fail("ref-target", l.ref.Node, d)
	return nil
}

// badEscape reports whether a pointer has a tilde that is not the start of ~0 or ~1.
func badEscape(pointer string) bool {
	for i, c := range []byte(pointer) {
		if c == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			return true
		}
	}
	return false
}

// anchored returns the schema of a resource with an anchor.
func (r *resolver) anchored(l *link, to *resource, name string) *Schema {
	if s, ok := to.anchors[name]; ok {
		return s
	}
	d := diag.Diagnostic{
		Message: fmt.Sprintf("no schema has the anchor %q", shorten(name)), Got: describe(l.ref.Node),
		Want: `an "$anchor", or a pointer that starts with "#/"`,
	}
	pointer := to.root.Pointer.Key("$defs").Key(name)
	if _, ok := to.in.at[pointer]; ok {
		d.Hint = diag.DidYouMean([]string{string("#" + source.Pointer("").Key("$defs").Key(name))})
	} else {
		names := make([]string, 0, len(to.anchors))
		for anchor := range to.anchors {
			names = append(names, anchor)
		}
		slices.Sort(names)
		near := r.near(name, names)
		for i := range near {
			near[i] = "#" + near[i]
		}
		d.Hint = diag.DidYouMean(near)
	}
	r.fail("ref-target", l.ref.Node, d)
	return nil
}

// noSchema says why the tokens of a pointer lead to no schema below n, and what may have been meant: names near the first
// token that leads nowhere, or the names that there are, if they are few.
func (r *resolver) noSchema(n *load.Node, tokens []string) (message, hint string) {
	const few = 6
	message = "the reference leads nowhere"
	at := source.Pointer("")
	for i, token := range tokens {
		if r.searched += len(n.Members); r.searched > maxSearched {
			return message, ""
		}
		if next := n.At(source.Pointer("").Key(token)); next != nil {
			n, at = next, at.Key(token)
			continue
		}
		if i == 0 && token == "definitions" {
			return message, diag.DidYouMean([]string{existing(n, "", append([]string{"$defs"}, tokens[1:]...))})
		}
		names := make([]string, len(n.Members))
		for j, m := range n.Members {
			names[j] = m.Name
		}
		near := r.near(token, names)
		if len(near) == 0 && 0 < len(names) && len(names) <= few {
			for j := range names {
				names[j] = strconv.Quote(shorten(names[j]))
			}
			return message, fmt.Sprintf(`"#%s" has %s`, at, strings.Join(names, ", "))
		}
		for j, name := range near {
			near[j] = existing(n, at, append([]string{name}, tokens[i+1:]...))
		}
		return message, diag.DidYouMean(near)
	}
	return "the reference leads to a value that is no schema", ""
}

// existing returns the fragment for the tokens below n, which is at a pointer, up to the first that leads nowhere.
func existing(n *load.Node, at source.Pointer, tokens []string) string {
	for _, token := range tokens {
		if n = n.At(source.Pointer("").Key(token)); n == nil {
			break
		}
		at = at.Key(token)
	}
	return string("#" + at)
}
