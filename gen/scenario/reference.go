package scenario

import (
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/load"
)

// A reference is a string such as "$screen.elements(role=button).ref": the name of a saved result, and a way into it.
type reference struct {
	name string
	path []part
}

// A part is one step of the way: to a property or an index, and in a list perhaps to its first item with a property of
// some value.
type part struct {
	key          string
	where, value string // "" where there is no choice
}

// fixture is the name that stands for the id of the contract's app for tests.
const fixture = "fixture"

// Keys that an object has in place of properties: the item so many times over, where a list is expected.
const (
	timesKey = "$times"
	itemKey  = "$item"
)

// maxTimes is how often an item can be repeated.
const maxTimes = 1000

// isReference reports whether a node is a string that refers to something.
func isReference(n *load.Node) bool {
	return n.Kind == load.String && strings.HasPrefix(n.Text, "$") && !strings.HasPrefix(n.Text, "$$")
}

// literal is a string that is no reference: the first of two dollars is taken away.
func literal(s string) string {
	if strings.HasPrefix(s, "$$") {
		return s[1:]
	}
	return s
}

// repeats reports whether a node stands for a list of one item so many times over.
func repeats(n *load.Node) bool { return n.Kind == load.Object && n.Get(timesKey) != nil }

// times returns how often the item of such a node stands in the list; false when that is no whole number in bounds.
func times(n *load.Node) (int, bool) {
	v := n.Get(timesKey)
	if v.Kind != load.Number {
		return 0, false
	}
	count, err := strconv.Atoi(v.Text)
	return count, err == nil && count >= 1 && count <= maxTimes
}

// parseReference takes a reference apart; false when it is written wrongly.
func parseReference(text string) (reference, bool) {
	rest := text[1:]
	var r reference
	r.name, rest = word(rest)
	if r.name == "" {
		return r, false
	}
	for rest != "" {
		if rest[0] != '.' {
			return r, false
		}
		var p part
		if p.key, rest = word(rest[1:]); p.key == "" {
			return r, false
		}
		if strings.HasPrefix(rest, "(") {
			choice, after, ok := strings.Cut(rest[1:], ")")
			where, value, equals := strings.Cut(choice, "=")
			if w, more := word(where); !ok || !equals || w == "" || more != "" {
				return r, false
			}
			p.where, p.value, rest = where, value, after
		}
		r.path = append(r.path, p)
	}
	return r, true
}

// word returns the letters, digits and "_-" that a text starts with, and the rest.
func word(s string) (string, string) {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-') {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// String returns the reference as it is written, up to a number of parts.
func (r reference) upTo(parts int) string {
	s := "$" + r.name
	for _, p := range r.path[:parts] {
		s += "." + p.key
		if p.where != "" {
			s += "(" + p.where + "=" + p.value + ")"
		}
	}
	return s
}
