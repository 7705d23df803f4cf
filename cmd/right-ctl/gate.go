package main

import (
	"slices"
	"strings"

	"github.com/rightkit/lockstep/generated/go/transport"
)

// denial is why the gate turns arguments away, in the words of the journal: an argument is missing, or is of another
// type, or is not one of the listed values. It names keys of the contract and no value. It is "" for all else that a
// contract may refuse; that belongs to the call itself. The arguments stand for an object, as a parser has found.
func (t *tool) denial(args []string) string {
	given := t.given(args)
	for _, a := range t.arguments {
		if a.required && !slices.ContainsFunc(given, func(m transport.Member) bool { return m.Name == a.name }) {
			return "missing required argument `" + a.name + "`"
		}
	}
	slices.SortFunc(given, func(a, b transport.Member) int { return strings.Compare(a.Name, b.Name) })
	for _, m := range given {
		a := t.find(m.Name)
		switch {
		case a == nil:
		case !a.typed(m.Value):
			return "argument `" + a.name + "` must be " + a.kind
		case !a.listed(m):
			return "argument `" + a.name + "` is not one of the allowed values"
		}
	}
	return ""
}

// given are the arguments as members of the object that they stand for.
func (t *tool) given(args []string) []transport.Member {
	if len(args) == 1 && isObject(args[0]) {
		members, _ := transport.Members([]byte(args[0]))
		return members
	}
	members := make([]transport.Member, 0, len(args))
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		a := t.find(key)
		if _, err := transport.Canonical([]byte(value)); err != nil || a != nil && a.verbatim {
			value = quoted(value)
		}
		members = append(members, transport.Member{Name: key, Value: []byte(strings.TrimSpace(value))})
	}
	return members
}

func isObject(arg string) bool { return strings.HasPrefix(strings.TrimSpace(arg), "{") }

// typed reports whether a value is of the argument's type, which its first byte tells.
func (a *argument) typed(value []byte) bool {
	first := value[0]
	number := first == '-' || '0' <= first && first <= '9'
	switch a.kind {
	case "string":
		return first == '"'
	case "array":
		return first == '['
	case "object":
		return first == '{'
	case "boolean":
		return first == 't' || first == 'f'
	case "number":
		return number
	case "integer":
		return number && !strings.ContainsAny(string(value), ".eE")
	}
	return true
}

// listed reports whether a value is one of those that the contract lists, if it lists any.
func (a *argument) listed(m transport.Member) bool {
	text, ok := m.Text()
	return len(a.values) == 0 || ok && slices.Contains(a.values, text)
}
