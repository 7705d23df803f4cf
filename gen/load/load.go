// Package load turns the bytes of a JSON or YAML file into a Document in which every node has its place. Duplicate
// members, text after the value, invalid UTF-8 and too deep nesting are refused; YAML is read in the strict subset that
// means the same as JSON (no aliases, merge keys, tags or keys that are no strings). It touches no file system: callers
// give it bytes. A Document is returned only when there is no error.
package load

import (
	"github.com/rightkit/lockstep/gen/source"
)

// The limits of a document.
const (
	MaxDepth  = 200      // arrays and objects within each other
	MaxSize   = 64 << 20 // bytes of the file
	MaxMemory = 1 << 30  // bytes that the nodes and their pointers may take, roughly
)

// A Document is one JSON value read from a file.
type Document struct {
	File *source.File
	Root *Node
}

// Kind is the JSON type of a Node. The zero value is invalid.
type Kind int

// The kinds of nodes.
const (
	Null Kind = iota + 1
	Bool
	Number
	String
	Array
	Object
)

// String returns the name that JSON Schema has for the kind: "null", "boolean", "number", "string", "array", "object".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	}
	return "invalid"
}

// A Node is one JSON value. In YAML the End of a collection is that of its last value, and the End of a block scalar or
// of a plain one that spans lines is the end of its first line.
type Node struct {
	Kind    Kind
	Pos     source.Pos     // of the first byte
	End     int            // offset after the last byte
	Pointer source.Pointer // in the document
	Bool    bool           // with Bool
	Text    string         // with String: the value; with Number: the text as written, in JSON's grammar
	Items   []*Node        // with Array
	Members []Member       // with Object, in source order; no name stands twice
}

// A Member is one member of an object.
type Member struct {
	Name    string
	NamePos source.Pos
	Value   *Node
}

// Get returns the member with a name, or nil; n may be nil or no object.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		if n.Members[i].Name == name {
			return n.Members[i].Value
		}
	}
	return nil
}

// At returns the node that a pointer leads to, or nil.
func (n *Node) At(p source.Pointer) *Node {
	for _, token := range p.Tokens() {
		switch {
		case n == nil:
			return nil
		case n.Kind == Object:
			n = n.Get(token)
		case n.Kind == Array:
			i, ok := index(token, len(n.Items))
			if !ok {
				return nil
			}
			n = n.Items[i]
		default:
			return nil
		}
	}
	return n
}

// index reads an array index of a pointer: decimal, no leading zero, below length.
func index(token string, length int) (int, bool) {
	if token == "" || len(token) > 9 || token[0] == '0' && len(token) > 1 {
		return 0, false
	}
	i := 0
	for _, c := range token {
		if c < '0' || c > '9' {
			return 0, false
		}
		i = i*10 + int(c-'0')
	}
	return i, i < length
}
