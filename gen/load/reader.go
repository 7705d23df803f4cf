package load

import (
	"fmt"
	"path"
	"unicode/utf8"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

// maxFindings is how many diagnostics one file may give.
const maxFindings = 200

// nodeSize is what a node takes in memory, with its place in the list of its parent.
const nodeSize = 160

// Read reads a file as JSON or as YAML; its extension says which: ".json", ".yaml" or ".yml". The document is nil when
// the list holds an error.
func Read(file *source.File) (*Document, diag.List) {
	switch path.Ext(file.Name) {
	case ".json":
		return JSON(file)
	case ".yaml", ".yml":
		return YAML(file)
	}
	return nil, diag.List{{
		Severity: diag.Error,
		Code:     "file-type",
		Pos:      source.Pos{File: file},
		Message:  "the file's extension does not say what it holds",
		Got:      fmt.Sprintf("%q", path.Ext(file.Name)),
		Want:     `".json", ".yaml" or ".yml"`,
	}}
}

// A builder makes the nodes of one document, counts what they cost, and collects what is wrong with the text.
type builder struct {
	file    *source.File
	diags   diag.List
	memory  int
	nodes   []Node   // free nodes
	items   []*Node  // stack of the items of the arrays being read
	members []Member // stack of the members of the objects being read
}

// document returns the result of a reader whose root is nil when it failed.
func (b *builder) document(root *Node) (*Document, diag.List) {
	b.diags.Sort()
	b.diags.Limit(maxFindings)
	if b.diags.Failed() {
		return nil, b.diags
	}
	return &Document{File: b.file, Root: root}, b.diags
}

// fail adds an error and returns nil, so that a reader can return it as its node.
func (b *builder) fail(code string, offset int, d diag.Diagnostic) *Node {
	d.Severity, d.Code, d.Pos = diag.Error, code, b.pos(offset)
	b.diags.Add(d)
	return nil
}

func (b *builder) pos(offset int) source.Pos { return source.Pos{File: b.file, Offset: offset} }

// node returns a new node, or nil when the document has become too large.
func (b *builder) node(kind Kind, offset int, at source.Pointer) *Node {
	b.memory += nodeSize + len(at)
	if b.memory > MaxMemory {
		return b.fail("size", offset, diag.Diagnostic{
			Message: "the document has too many values",
			Want:    fmt.Sprintf("values and pointers that fit into %d MiB", MaxMemory>>20),
			Hint:    "split the document",
		})
	}
	if len(b.nodes) == 0 {
		b.nodes = make([]Node, 64)
	}
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	n.Kind, n.Pos, n.Pointer = kind, b.pos(offset), at
	return n
}

// tooDeep adds the error for a value at more than MaxDepth.
func (b *builder) tooDeep(offset int) *Node {
	return b.fail("depth", offset, diag.Diagnostic{
		Message: "the document nests too deep",
		Want:    fmt.Sprintf("at most %d arrays and objects within each other", MaxDepth),
	})
}

// empty adds the error for a file without a value.
func (b *builder) empty(hint string) *Node {
	return b.fail("empty-file", 0, diag.Diagnostic{Message: "the file holds no value", Hint: hint})
}

// takeItems ends the array whose items start at a mark of the stack.
func (b *builder) takeItems(n *Node, mark int) {
	n.Items = append(make([]*Node, 0, len(b.items)-mark), b.items[mark:]...)
	b.items = b.items[:mark]
}

// takeMembers ends the object whose members start at a mark of the stack. Each name that repeats is an error.
func (b *builder) takeMembers(n *Node, mark int) {
	n.Members = append(make([]Member, 0, len(b.members)-mark), b.members[mark:]...)
	b.members = b.members[:mark]
	if len(n.Members) <= 8 { // comparing is faster than a map
		for i, m := range n.Members {
			for _, first := range n.Members[:i] {
				if first.Name == m.Name {
					b.duplicate(m, first.NamePos)
					break
				}
			}
		}
		return
	}
	first := make(map[string]source.Pos, len(n.Members))
	for _, m := range n.Members {
		if pos, ok := first[m.Name]; ok {
			b.duplicate(m, pos)
			continue
		}
		first[m.Name] = m.NamePos
	}
}

func (b *builder) duplicate(m Member, first source.Pos) {
	b.fail("duplicate-member", m.NamePos.Offset, diag.Diagnostic{
		Message: fmt.Sprintf("the member %q stands twice", m.Name),
		At:      m.Value.Pointer,
		Also:    []diag.Related{{Pos: first, Text: "it stands here first"}},
		Hint:    "remove or rename one of them",
	})
}

// checkText checks what JSON and YAML demand of the bytes: size, UTF-8, no byte order mark.
func (b *builder) checkText() bool {
	text := b.file.Text
	if len(text) > MaxSize {
		b.fail("size", 0, diag.Diagnostic{
			Message: "the file is too large",
			Got:     fmt.Sprintf("%d bytes", len(text)),
			Want:    fmt.Sprintf("at most %d MiB", MaxSize>>20),
		})
		return false
	}
	const save = "save the file as UTF-8 without a byte order mark"
	if len(text) >= 2 && (text[0] == 0xff && text[1] == 0xfe || text[0] == 0xfe && text[1] == 0xff) {
		b.fail("invalid-utf8", 0, diag.Diagnostic{Message: "the file is in UTF-16, not in UTF-8", Hint: save})
		return false
	}
	if len(text) >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf {
		b.fail("byte-order-mark", 0, diag.Diagnostic{Message: "the file starts with a byte order mark", Hint: save})
		return false
	}
	if utf8.Valid(text) {
		return true
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			b.fail("invalid-utf8", i, diag.Diagnostic{
				Message: "the file is not in UTF-8",
				Got:     fmt.Sprintf("the byte 0x%02x", text[i]),
				Hint:    "save the file as UTF-8",
			})
			return false
		}
		i += size
	}
	return true
}
