package load

import (
	"fmt"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

// JSON reads a file as one JSON document in the sense of RFC 8259. Beyond its grammar it refuses what peers read in
// different ways: members that repeat, lone surrogates, a byte order mark. The document is nil when the list holds an
// error; reading stops at the first error of syntax, and reports each member that repeats.
func JSON(file *source.File) (*Document, diag.List) {
	r := &jsonReader{builder: builder{file: file}}
	if !r.checkText() {
		return r.document(nil)
	}
	r.text = string(file.Text)
	r.space()
	if r.at == len(r.text) {
		return r.document(r.empty("a JSON document is one value, such as {}"))
	}
	root := r.value("", 1)
	if root == nil {
		return r.document(nil)
	}
	r.space()
	if r.at < len(r.text) {
		r.trailing(root)
	}
	return r.document(root)
}

// A jsonReader reads text from at on. Its methods leave at after what they read; those that return a node return nil
// after an error, which they have added.
type jsonReader struct {
	builder
	text string
	at   int
}

// space skips white space: https://www.rfc-editor.org/rfc/rfc8259#section-2.
func (r *jsonReader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end. A zero byte in the text is no token either.
func (r *jsonReader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// value reads a value that would be the depth-th collection around its own values.
func (r *jsonReader) value(at source.Pointer, depth int) *Node {
	switch c := r.peek(); {
	case c == '{':
		return r.object(at, depth)
	case c == '[':
		return r.array(at, depth)
	case c == '"':
		n := r.node(String, r.at, at)
		if n == nil {
			return nil
		}
		text, ok := r.string()
		if !ok {
			return nil
		}
		n.Text, n.End = text, r.at
		return n
	case c == '-' || '0' <= c && c <= '9':
		return r.number(at)
	case 'a' <= c && c <= 'z':
		switch word := r.word(); word {
		case "null":
			return r.literal(Null, word, at)
		case "true", "false":
			return r.literal(Bool, word, at)
		}
	}
	return r.unexpected("a value")
}

func (r *jsonReader) literal(kind Kind, word string, at source.Pointer) *Node {
	n := r.node(kind, r.at, at)
	if n == nil {
		return nil
	}
	r.at += len(word)
	n.Bool, n.End = word == "true", r.at
	return n
}

// number reads a number: https://www.rfc-editor.org/rfc/rfc8259#section-6.
func (r *jsonReader) number(at source.Pointer) *Node {
	start := r.at
	length := numberLength(r.text[start:])
	end := start + length
	if length == 0 || end < len(r.text) && isWordByte(r.text[end]) || strings.HasPrefix(r.text[end:], ".") {
		return r.badNumber()
	}
	n := r.node(Number, start, at)
	if n == nil {
		return nil
	}
	r.at = end
	n.Text, n.End = r.text[start:end], end
	return n
}

// numberLength returns the length of the longest number in JSON's grammar that text starts with, or 0.
func numberLength(text string) int {
	i := 0
	digits := func() bool {
		from := i
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		return i > from
	}
	if strings.HasPrefix(text, "-") {
		i++
	}
	switch {
	case strings.HasPrefix(text[i:], "0"):
		i++
	case !digits():
		return 0
	}
	end := i
	if i < len(text) && text[i] == '.' {
		i++
		if !digits() {
			return end
		}
		end = i
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if digits() {
			end = i
		}
	}
	return end
}

// isWordByte reports whether c would go on with a number or a word.
func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$'
}

// word returns the letters and digits at the place, without reading them.
func (r *jsonReader) word() string {
	end := r.at
	for end < len(r.text) && end-r.at < 40 && isWordByte(r.text[end]) {
		end++
	}
	return r.text[r.at:end]
}

func (r *jsonReader) array(at source.Pointer, depth int) *Node {
	if depth > MaxDepth {
		return r.tooDeep(r.at)
	}
	n := r.node(Array, r.at, at)
	if n == nil {
		return nil
	}
	mark := len(r.items)
	r.at++
	r.space()
	for r.peek() != ']' {
		if i := len(r.items) - mark; i > 0 {
			if !r.comma(r.items[len(r.items)-1], n) {
				return nil
			}
		}
		if r.at == len(r.text) {
			return r.unclosed(n)
		}
		item := r.value(at.Index(len(r.items)-mark), depth+1)
		if item == nil {
			return nil
		}
		r.items = append(r.items, item)
		r.space()
	}
	r.at++
	n.End = r.at
	r.takeItems(n, mark)
	return n
}

func (r *jsonReader) object(at source.Pointer, depth int) *Node {
	if depth > MaxDepth {
		return r.tooDeep(r.at)
	}
	n := r.node(Object, r.at, at)
	if n == nil {
		return nil
	}
	mark := len(r.members)
	r.at++
	r.space()
	for r.peek() != '}' {
		if len(r.members) > mark {
			if !r.comma(r.members[len(r.members)-1].Value, n) {
				return nil
			}
		}
		m, ok := r.member(n, depth)
		if !ok {
			return nil
		}
		r.members = append(r.members, m)
		r.space()
	}
	r.at++
	n.End = r.at
	r.takeMembers(n, mark)
	return n
}

// member reads a name, a colon and a value.
func (r *jsonReader) member(of *Node, depth int) (m Member, ok bool) {
	if r.at == len(r.text) {
		r.unclosed(of)
		return m, false
	}
	if r.peek() != '"' {
		r.unexpected("a member name in double quotes")
		return m, false
	}
	m.NamePos = r.pos(r.at)
	if m.Name, ok = r.string(); !ok {
		return m, false
	}
	r.space()
	if r.peek() != ':' {
		r.unexpected(fmt.Sprintf(`":" after the member name %q`, m.Name))
		return m, false
	}
	r.at++
	r.space()
	m.Value = r.value(of.Pointer.Key(m.Name), depth+1)
	return m, m.Value != nil
}

// comma reads the comma between two values of a collection and the space after it.
func (r *jsonReader) comma(before, in *Node) bool {
	end := "]"
	if in.Kind == Object {
		end = "}"
	}
	if r.peek() != ',' {
		switch c := r.peek(); {
		case r.at == len(r.text):
			r.unclosed(in)
		case c == '"' || c == '{' || c == '[' || c == '-' || isWordByte(c):
			r.fail("syntax", before.End, diag.Diagnostic{
				Message: "missing comma after a value",
				At:      before.Pointer,
				Also:    []diag.Related{{Pos: r.pos(r.at), Text: "the next one starts here"}},
				Hint:    `write "," between them`,
			})
		default:
			r.unexpected(fmt.Sprintf(`"," or %q`, end))
		}
		return false
	}
	comma := r.at
	r.at++
	r.space()
	if strings.HasPrefix(r.text[r.at:], end) {
		r.fail("syntax", comma, diag.Diagnostic{
			Message: "comma after the last value",
			At:      in.Pointer,
			Hint:    fmt.Sprintf("remove the comma before %q", end),
		})
		return false
	}
	return true
}
