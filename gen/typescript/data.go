package typescript

import "strings"

// Data of a module is written twice: as a value in JavaScript, and as the type of that value. A node is such data.
type node interface {
	// value returns the node as JavaScript, on one line.
	value() string
}

// An atom is a value without parts.
type atom struct {
	js  string
	typ string // "": the same
}

// An object has entries in order.
type object struct{ entries []entry }

// An entry is a property of an object. Its key is code.
type entry struct {
	key  string
	doc  string // of the type; text of the contract
	node node
}

// name returns the key of an entry in a value, where "__proto__" means something else unless it is computed.
func (e entry) name() string {
	if e.key == `"__proto__"` {
		return "[" + e.key + "]"
	}
	return e.key
}

// A list is an array.
type list struct{ items []node }

func (a atom) value() string { return a.js }

func (o *object) value() string {
	parts := make([]string, len(o.entries))
	for i, e := range o.entries {
		parts[i] = e.name() + ": " + e.node.value()
	}
	if len(parts) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func (l list) value() string {
	parts := make([]string, len(l.items))
	for i, item := range l.items {
		parts[i] = item.value()
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// add appends a property.
func (o *object) add(key string, n node) { o.entries = append(o.entries, entry{key: key, node: n}) }

func str(s string) node { return atom{js: literal(s)} }

// strs is an array of strings.
func strs(items []string) node {
	l := list{}
	for _, s := range items {
		l.items = append(l.items, str(s))
	}
	return l
}

const lineWidth = 110

// write returns a node as JavaScript: on one line where it fits behind what stands before it, else a part a line.
func write(n node, indent string, before int) string {
	var b strings.Builder
	writeNode(&b, n, indent, before)
	return b.String()
}

func writeNode(b *strings.Builder, n node, indent string, before int) {
	if fits(n, lineWidth-len(indent)-before) {
		b.WriteString(n.value())
		return
	}
	inner := indent + "  "
	switch n := n.(type) {
	case *object:
		b.WriteString("{\n")
		for _, e := range n.entries {
			b.WriteString(inner + e.name() + ": ")
			writeNode(b, e.node, inner, len(e.key)+3)
			b.WriteString(",\n")
		}
		b.WriteString(indent + "}")
	case list:
		if named, ok := pair(n); ok { // a name with its rule
			b.WriteString("[" + n.items[0].value() + ", ")
			writeNode(b, named, indent, 0)
			b.WriteString("]")
			return
		}
		b.WriteString("[\n")
		for _, item := range n.items {
			b.WriteString(inner)
			writeNode(b, item, inner, 1)
			b.WriteString(",\n")
		}
		b.WriteString(indent + "]")
	default:
		b.WriteString(n.value())
	}
}

// pair returns the object that follows a name in a list of the two.
func pair(l list) (*object, bool) {
	if len(l.items) != 2 {
		return nil, false
	}
	if _, ok := l.items[0].(atom); !ok {
		return nil, false
	}
	o, ok := l.items[1].(*object)
	return o, ok
}

// fits reports whether a node is short enough for the rest of a line. It looks at no more than that much of it.
func fits(n node, width int) bool { return measure(n, width) >= 0 }

// measure returns what is left of a width once a node is written on one line; negative when nothing is.
func measure(n node, width int) int {
	switch n := n.(type) {
	case *object:
		width -= 4
		for _, e := range n.entries {
			if width -= len(e.key) + 4; width < 0 {
				return width
			}
			width = measure(e.node, width)
		}
		return width
	case list:
		width -= 2
		for _, item := range n.items {
			if width = measure(item, width-2); width < 0 {
				return width
			}
		}
		return width
	}
	return width - len(n.value())
}
