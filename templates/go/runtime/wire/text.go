package wire

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// text reads one JSON text from left to right. It is the only place that knows what an acceptable text is (RFC 8259,
// valid UTF-8, no half surrogate pairs, no member twice, MaxDepth levels), so that the typed decoder and the parser of
// values refuse the same texts with the same violation: the first one met from left to right.
//
// A reader method returns false when the text is refused; bad is set then, i is len(s), and every later call returns
// false too, so a caller needs no other bookkeeping. While it unwinds, a caller says where it was, innermost first, with
// inside or insideItem: that is how the location of a repeated member comes about, at no cost to a good text.
//
//	t := text{s: s}
//	ok := t.skip() && t.end()      // one whole value, and nothing but white space after it
//	v := t.violation()             // nil, or why the text is refused
//
// A parser of objects does, in this order: enter, open, and for each member str, declare, colon, the value; close, leave.
// Readers of a value (str, num, literal, skip) start at its first byte: call space before them. No method recurses
// deeper than MaxDepth, and all work is linear in the text.
type text struct {
	s     string
	i     int        // the next byte
	depth int        // arrays and objects around i
	bad   *Violation // why the text is refused; set once
	path  []string   // the way to the refused value, innermost first
	names []string   // a stack: the names of the objects that are open, while they are few
	plain []byte     // a buffer; see pass
}

// empty makes t as good as new. It keeps memory, unless that is large, but keeps no text alive.
func (t *text) empty() {
	t.s, t.i, t.depth = "", 0, 0
	if t.bad != nil {
		t.bad = nil
	}
	t.path, t.names = cleared(t.path), cleared(t.names)
	if cap(t.plain) > 1<<16 {
		t.plain = nil
	}
}

// cleared is an empty list in the memory of list, unless that is large. No string in it is kept alive.
func cleared(list []string) []string {
	if cap(list) > 4*few {
		return nil
	}
	list = list[:cap(list)]
	clear(list)
	return list[:0]
}

// fail refuses the text. Only the first failure counts.
func (t *text) fail(code string, at int, message string) bool {
	if t.bad == nil {
		t.bad = &Violation{Code: code, Message: message, Offset: at}
		t.path = t.path[:0]
	}
	t.i = len(t.s)
	return false
}

// unexpected refuses the text at i, where want should stand.
func (t *text) unexpected(want string) bool {
	return t.fail(CodeSyntax, t.i, "got "+t.found(t.i)+", want "+want)
}

// found describes the character at i.
func (t *text) found(i int) string {
	if i >= len(t.s) {
		return "the end of the text"
	}
	r, n := utf8.DecodeRuneInString(t.s[i:])
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("byte 0x%02x", t.s[i])
	case strconv.IsPrint(r):
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("%U", r)
}

// violation is why the text is refused, with its location; nil while it is not.
func (t *text) violation() *Violation {
	if t.bad != nil && t.bad.Code == CodeDuplicateMember {
		t.bad.Instance = pointer(t.path)
	}
	return t.bad
}

// inside says that the value that failed is the member name of the object around it.
func (t *text) inside(name string) { t.path = append(t.path, name) }

// insideItem says that the value that failed is item n of the array around it.
func (t *text) insideItem(n int) { t.path = append(t.path, strconv.Itoa(n)) }

// pointer is the JSON pointer of a path whose innermost step comes first (RFC 6901).
func pointer(path []string) string {
	b := make([]byte, 0, 64)
	for n := len(path) - 1; n >= 0; n-- {
		b = append(append(b, '/'), escapeToken(path[n])...)
	}
	return string(b)
}

// escapeToken spells a name as one step of a JSON pointer.
func escapeToken(name string) string {
	if strings.IndexByte(name, '~') < 0 && strings.IndexByte(name, '/') < 0 {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// peek is the byte at i, or 0 at the end.
func (t *text) peek() byte {
	if t.i < len(t.s) {
		return t.s[t.i]
	}
	return 0
}

// space moves past white space.
func (t *text) space() {
	for t.i < len(t.s) && isSpace(t.s[t.i]) {
		t.i++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// end is true when only white space follows.
func (t *text) end() bool {
	t.space()
	if t.i < len(t.s) {
		return t.fail(CodeTrailing, t.i, "got "+t.found(t.i)+" after the value, want the end of the text")
	}
	return t.bad == nil
}

// kind is the type of the value at i, told by its first byte: Number for every number, and 0 when no value starts here.
func (t *text) kind() Types {
	switch c := t.peek(); {
	case c == '"':
		return String
	case c == '{':
		return Object
	case c == '[':
		return Array
	case c == 't' || c == 'f':
		return Boolean
	case c == 'n':
		return Null
	case c == '-' || isDigit(c):
		return Number
	}
	return 0
}

// literal reads true, false or null.
func (t *text) literal(word string) bool {
	if len(t.s)-t.i >= len(word) && t.s[t.i:t.i+len(word)] == word {
		t.i += len(word)
		return true
	}
	return t.unexpected("a value")
}

// num reads a number and returns it as it is spelled.
func (t *text) num() (string, bool) {
	from := t.i
	if t.peek() == '-' {
		t.i++
	} else if !isDigit(t.peek()) {
		return "", t.unexpected("a value")
	}
	if t.peek() == '0' {
		t.i++
		if isDigit(t.peek()) {
			return "", t.unexpected("no digit after a leading zero")
		}
	} else if !t.digits() {
		return "", false
	}
	if t.peek() == '.' {
		t.i++
		if !t.digits() {
			return "", false
		}
	}
	if c := t.peek(); c == 'e' || c == 'E' {
		t.i++
		if c := t.peek(); c == '+' || c == '-' {
			t.i++
		}
		if !t.digits() {
			return "", false
		}
	}
	return t.s[from:t.i], true
}

// digits reads one digit or more.
func (t *text) digits() bool {
	from := t.i
	for isDigit(t.peek()) {
		t.i++
	}
	return t.i > from || t.unexpected("a digit")
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// enter steps into the array or object at i.
func (t *text) enter() bool {
	if t.depth == MaxDepth {
		return t.fail(CodeDepth, t.i, fmt.Sprintf("nested deeper than %d levels", MaxDepth))
	}
	t.depth++
	t.i++
	return true
}

// leave steps out of the array or object whose last byte is at i.
func (t *text) leave() bool {
	t.depth--
	t.i++
	return true
}

// colon reads the colon after a member's name and the white space on both sides.
func (t *text) colon() bool {
	t.space()
	if t.peek() != ':' {
		return t.unexpected("':'")
	}
	t.i++
	t.space()
	return true
}

// more is asked after a value of an array (close is ']') or object ('}'): true when another one follows, with i at its
// first byte. Otherwise i is at the closing byte, or the text is refused.
func (t *text) more(close byte) bool {
	t.space()
	switch t.peek() {
	case ',':
		t.i++
		t.space()
		return true
	case close:
		return false
	}
	return t.unexpected("',' or '" + string(rune(close)) + "'")
}

// few is how many names an object may have before it is given a set.
const few = 16

// members are the names met so far in one object: at first on the stack names from base on, then in set.
type members struct {
	base int
	set  map[string]struct{}
}

// open starts an object without names.
func (t *text) open() members { return members{base: len(t.names)} }

// declare adds the name that stands at byte at, and refuses the text when the object has it already.
func (t *text) declare(m *members, name string, at int) bool {
	if m.set == nil {
		for _, known := range t.names[m.base:] {
			if known == name {
				return t.repeated(name, at)
			}
		}
		if len(t.names)-m.base < few {
			if t.names == nil {
				t.names = make([]string, 0, few)
			}
			t.names = append(t.names, name)
			return true
		}
		m.set = make(map[string]struct{}, 4*few)
		for _, known := range t.names[m.base:] {
			m.set[known] = struct{}{}
		}
	}
	if _, ok := m.set[name]; ok {
		return t.repeated(name, at)
	}
	m.set[name] = struct{}{}
	return true
}

// repeated refuses the text for a member that stands twice.
func (t *text) repeated(name string, at int) bool {
	t.fail(CodeDuplicateMember, at, "the object has this member twice")
	t.inside(name)
	return false
}

// close forgets the names of the innermost object.
func (t *text) close(m members) { t.names = t.names[:m.base] }

// skip reads one whole value of any kind.
func (t *text) skip() bool {
	switch t.peek() {
	case '"':
		_, ok := t.pass(false)
		return ok
	case '{':
		return t.skipObject()
	case '[':
		return t.skipArray()
	case 't':
		return t.literal("true")
	case 'f':
		return t.literal("false")
	case 'n':
		return t.literal("null")
	}
	_, ok := t.num()
	return ok
}

func (t *text) skipArray() bool {
	if !t.enter() {
		return false
	}
	t.space()
	for n, more := 0, t.peek() != ']'; more; more = t.more(']') {
		if !t.skip() {
			t.insideItem(n)
			return false
		}
		n++
	}
	return t.bad == nil && t.leave()
}

func (t *text) skipObject() bool {
	if !t.enter() {
		return false
	}
	t.space()
	m := t.open()
	for more := t.peek() != '}'; more; more = t.more('}') {
		if !t.skipMember(&m) {
			return false
		}
	}
	t.close(m)
	return t.bad == nil && t.leave()
}

// skipMember reads one member whose name is added to m.
func (t *text) skipMember(m *members) bool {
	at := t.i
	name, ok := t.name()
	if !ok || !t.declare(m, name, at) || !t.colon() {
		return false
	}
	if !t.skip() {
		t.inside(name)
		return false
	}
	return true
}
