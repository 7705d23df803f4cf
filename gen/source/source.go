// Package source holds files, positions in them, and JSON pointers. It reads nothing.
package source

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A File is one text of the project.
type File struct {
	Name string // path below the project root, with slashes
	Text []byte

	lines []int // offset of the start of each line
}

// NewFile returns a file with its line table.
func NewFile(name string, text []byte) *File {
	f := &File{Name: name, Text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// A Pos is a place in a file. The zero Pos is no place.
type Pos struct {
	File   *File
	Offset int // in bytes
}

// IsValid reports whether p is a place.
func (p Pos) IsValid() bool { return p.File != nil }

// LineCol returns the line and the column of p, both from 1. Columns count code points, as editors do.
func (p Pos) LineCol() (line, col int) {
	if p.File == nil {
		return 0, 0
	}
	off := min(max(p.Offset, 0), len(p.File.Text))
	i := sort.SearchInts(p.File.lines, off+1) - 1
	return i + 1, utf8.RuneCount(p.File.Text[p.File.lines[i]:off]) + 1
}

// String returns "file:line:col", or "-" for no place.
func (p Pos) String() string {
	if p.File == nil {
		return "-"
	}
	line, col := p.LineCol()
	return p.File.Name + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(col)
}

// Compare orders places by file name, then by offset. No place comes first.
func (p Pos) Compare(q Pos) int {
	switch {
	case p.File == nil || q.File == nil:
		if p.File == q.File {
			return 0
		}
		if p.File == nil {
			return -1
		}
		return 1
	case p.File.Name != q.File.Name:
		return strings.Compare(p.File.Name, q.File.Name)
	}
	return p.Offset - q.Offset
}

// A Pointer is a JSON pointer (RFC 6901): "" is the document.
type Pointer string

var escape = strings.NewReplacer("~", "~0", "/", "~1")
var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// Key returns the pointer of a member of p.
func (p Pointer) Key(name string) Pointer { return p + "/" + Pointer(escape.Replace(name)) }

// Index returns the pointer of an item of p.
func (p Pointer) Index(i int) Pointer { return p + "/" + Pointer(strconv.Itoa(i)) }

// Tokens returns the unescaped reference tokens of p; none for the document.
func (p Pointer) Tokens() []string {
	if p == "" {
		return nil
	}
	tokens := strings.Split(string(p[1:]), "/")
	for i, t := range tokens {
		tokens[i] = unescape.Replace(t)
	}
	return tokens
}
