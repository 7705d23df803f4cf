package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

// YAML reads a file as one document of the YAML subset that means what JSON means. Aliases, anchors, merge keys, tags,
// further documents and keys that are no strings are errors, and so is a plain scalar that readers of YAML 1.1 and 1.2
// or JSON take for different values: no, 0x10, 2024-01-01. The document is nil when the list holds an error.
func YAML(file *source.File) (*Document, diag.List) {
	r := &yamlReader{builder: builder{file: file}, line: 1, col: 1}
	if !r.checkText() || !r.characters() {
		return r.document(nil)
	}
	root := r.compose()
	if root == nil {
		return r.document(nil)
	}
	return r.document(r.value(root, "", 1))
}

// A yamlReader turns the nodes of a YAML library into those of a document. The library gives lines and columns; the
// reader follows them through the text, for the nodes come in the order of the text.
type yamlReader struct {
	builder
	line, col, offset int  // one place
	exceeded          bool // MaxDepth, found by CheckDepth
}

// maxYAMLMarks is how many line breaks, commas, brackets and dashes a YAML file may have. There is no value without
// one, and the library takes far more time and memory for each than JSON does.
const maxYAMLMarks = 1 << 19

// characters refuses control characters, and those that only YAML takes for the end of a line, so that lines are the
// same everywhere: https://yaml.org/spec/1.2.2/#51-character-set.
func (r *yamlReader) characters() bool {
	marks, before := 0, '\n'
	for i, c := range string(r.file.Text) {
		switch {
		case c == '\n', c == ',', c == '[', c == '{', c == ' ' && (before == '-' || before == '?'):
			marks++
		case c == '\r' && !bytes.HasPrefix(r.file.Text[i:], []byte("\r\n")), c == 0x85, c == 0x2028, c == 0x2029:
			r.fail("yaml-line-break", i, diag.Diagnostic{
				Message: "a character that some readers of YAML take for a line break",
				Got:     fmt.Sprintf("U+%04X", c),
				Hint:    `in a double-quoted string, write it as an escape: \r, \u0085, \u2028 or \u2029`,
			})
			return false
		case c < 0x20 && c != '\t' && c != '\r', 0x7f <= c && c < 0xa0, c == 0xfeff, c == 0xfffe, c == 0xffff:
			r.fail("syntax", i, diag.Diagnostic{
				Message: "a character that YAML does not have",
				Got:     fmt.Sprintf("U+%04X", c),
				Hint:    fmt.Sprintf(`in a double-quoted string, write it as \u%04x`, c),
			})
			return false
		}
		before = c
	}
	if marks > maxYAMLMarks {
		r.fail("size", 0, diag.Diagnostic{
			Message: "the YAML has too many values",
			Got:     fmt.Sprintf("%d lines, commas, brackets and dashes", marks),
			Want:    fmt.Sprintf("at most %d", maxYAMLMarks),
			Hint:    "write it as JSON, or split it",
		})
		return false
	}
	return true
}

// CheckDepth stops the library early; value finds the exact depth of what passes.
func (r *yamlReader) CheckDepth(depth int, _ *yaml.DepthContext) error {
	if depth > MaxDepth {
		r.exceeded = true
		return errors.New("too deep")
	}
	return nil
}

// CheckAlias lets aliases pass; value refuses each.
func (r *yamlReader) CheckAlias(int, int) error { return nil }

// compose returns the root of the only document, or nil after an error.
func (r *yamlReader) compose() *yaml.Node {
	loader, err := yaml.NewLoader(bytes.NewReader(r.file.Text), yaml.WithPlugin(r))
	if err != nil {
		r.syntax(err)
		return nil
	}
	var first, second yaml.Node
	switch err := loader.Load(&first); {
	case errors.Is(err, io.EOF) || err == nil && len(first.Content) == 0:
		r.empty("a YAML document is one value, such as {}")
		return nil
	case err != nil:
		r.syntax(err)
		return nil
	}
	switch err := loader.Load(&second); {
	case err == nil:
		r.fail("yaml-documents", r.place(second.Line, second.Column), diag.Diagnostic{
			Message: "a second document in the file", Hint: "write one document per file",
		})
		return nil
	case !errors.Is(err, io.EOF):
		r.syntax(err)
		return nil
	}
	root := first.Content[0]
	if root.Kind == yaml.ScalarNode && root.Value == "" && root.Style == 0 && root.Tag == "!!null" {
		r.empty("a YAML document is one value, such as {}")
		return nil
	}
	return root
}

// syntax reports an error of the library.
func (r *yamlReader) syntax(err error) {
	message, at := err.Error(), yaml.Mark{Line: 1, Column: 1}
	var also []diag.Related
	var load *yaml.LoadError
	if errors.As(err, &load) {
		message, at = load.Message, load.Mark
		if load.ContextMsg != "" {
			pos := r.pos(r.place(load.ContextMark.Line, load.ContextMark.Column))
			also = append(also, diag.Related{Pos: pos, Text: load.ContextMsg})
		}
	}
	offset := r.place(at.Line, at.Column)
	if r.exceeded {
		r.tooDeep(offset)
		return
	}
	if strings.HasPrefix(message, "unknown anchor") {
		r.noAlias(offset)
		return
	}
	d := diag.Diagnostic{Message: "the YAML cannot be read: " + message, Also: also}
	for _, h := range yamlHints {
		if strings.Contains(message, h.message) {
			d.Hint = h.hint
			break
		}
	}
	r.fail("syntax", offset, d)
}

// yamlHints say what to do about messages of the library.
var yamlHints = []struct{ message, hint string }{
	{"mapping values are not allowed", `quote text that holds ": ", and give a key and its value one line`},
	{"cannot start any token", `indent with spaces, and quote text that starts with one of @ % & * ! | > ' "`},
	{"did not find expected key", "check the indentation, and quote text that starts with a quote and goes on after it"},
	{"escape character", `in double quotes, write \\ for a backslash; in single quotes it stands for itself`},
	{"invalid Unicode character escape", "write the character itself"},
	{"could not find expected ':'", `write ": " after a key, and quote text that spans lines`},
	{"unexpected end of stream", "close the quote"},
	{"expected ',' or", "close the bracket, and write a comma between values"},
}

// place returns the offset of a line and a column, both from 1; columns count code points.
func (r *yamlReader) place(line, col int) int {
	if line < r.line || line == r.line && col < r.col {
		r.line, r.col, r.offset = 1, 1, 0
	}
	text := r.file.Text
	for r.line < line && r.offset < len(text) {
		i := bytes.IndexByte(text[r.offset:], '\n')
		if i < 0 {
			break
		}
		r.line, r.col, r.offset = r.line+1, 1, r.offset+i+1
	}
	for r.col < col && r.offset < len(text) && text[r.offset] != '\n' {
		_, size := utf8.DecodeRune(text[r.offset:])
		r.col, r.offset = r.col+1, r.offset+size
	}
	return r.offset
}

// value turns a node of the library into one of the document, and nil after an error. It goes on after most errors, to
// report them all.
func (r *yamlReader) value(y *yaml.Node, at source.Pointer, depth int) *Node {
	offset := r.place(y.Line, y.Column)
	if y.Kind == yaml.AliasNode {
		return r.noAlias(offset)
	}
	if !r.plainNode(y, offset, at) {
		return nil
	}
	switch y.Kind {
	case yaml.MappingNode:
		return r.mapping(y, offset, at, depth)
	case yaml.SequenceNode:
		return r.sequence(y, offset, at, depth)
	}
	return r.scalar(y, offset, at)
}

// plainNode reports whether a node has neither an anchor nor a tag, and adds an error if it has.
func (r *yamlReader) plainNode(y *yaml.Node, offset int, at source.Pointer) bool {
	if y.Anchor != "" {
		r.fail("yaml-alias", offset, diag.Diagnostic{
			Message: fmt.Sprintf("an anchor: &%s", y.Anchor), At: at,
			Hint: `write the value where it is used; a schema has "$ref" for that`,
		})
		return false
	}
	if y.Style&yaml.TaggedStyle != 0 || y.Tag == "!" {
		r.fail("yaml-tag", offset, diag.Diagnostic{
			Message: fmt.Sprintf("a tag: %s", y.Tag), At: at, Hint: "remove the tag; quote the value if it is a string",
		})
		return false
	}
	return true
}

func (r *yamlReader) noAlias(offset int) *Node {
	return r.fail("yaml-alias", offset, diag.Diagnostic{
		Message: "an alias", Hint: `write the value where it is used; a schema has "$ref" for that`,
	})
}

func (r *yamlReader) sequence(y *yaml.Node, offset int, at source.Pointer, depth int) *Node {
	if depth > MaxDepth {
		return r.tooDeep(offset)
	}
	n := r.node(Array, offset, at)
	if n == nil {
		return nil
	}
	n.End = offset
	mark, ok := len(r.items), true
	for i, item := range y.Content {
		v := r.value(item, at.Index(i), depth+1)
		if v == nil {
			ok = false
			continue
		}
		n.End = v.End
		r.items = append(r.items, v)
	}
	r.takeItems(n, mark)
	if !ok {
		return nil
	}
	return n
}

func (r *yamlReader) mapping(y *yaml.Node, offset int, at source.Pointer, depth int) *Node {
	if depth > MaxDepth {
		return r.tooDeep(offset)
	}
	n := r.node(Object, offset, at)
	if n == nil {
		return nil
	}
	n.End = offset
	mark, ok := len(r.members), true
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		namePos := r.pos(r.place(key.Line, key.Column))
		if !r.key(key, namePos.Offset, at) {
			ok = false
			continue
		}
		v := r.value(value, at.Key(key.Value), depth+1)
		if v == nil {
			ok = false
			continue
		}
		n.End = v.End
		r.members = append(r.members, Member{Name: key.Value, NamePos: namePos, Value: v})
	}
	r.takeMembers(n, mark)
	if !ok {
		return nil
	}
	return n
}
