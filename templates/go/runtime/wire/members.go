package wire

import "strings"

// A Member is a member of an object as a text spells it.
type Member struct {
	Name  string
	Value []byte // a part of the text
}

// Text is what a value stands for that is a string, and false for any other value.
func (m Member) Text() (string, bool) {
	t := text{s: string(m.Value)}
	if t.peek() != '"' {
		return "", false
	}
	return t.str()
}

// ReadMembers returns the members of the object that a text is, in the order of the text. The whole text is checked as
// a text, to its last byte, and a text that is no object is refused with the code "type".
func ReadMembers(data []byte) ([]Member, *Violation) {
	t := text{s: string(data)}
	t.space()
	if t.kind() != Object {
		at := t.i
		if t.skip() && t.end() {
			t.fail("type", at, "got no object, want one")
		}
		return nil, t.violation()
	}
	list, ok := t.topMembers(data)
	if !ok || !t.end() {
		return nil, t.violation()
	}
	return list, nil
}

// topMembers reads the object at i, whose text is data.
func (t *text) topMembers(data []byte) ([]Member, bool) {
	if !t.enter() {
		return nil, false
	}
	t.space()
	list := make([]Member, 0, 8)
	m := t.open()
	for more := t.peek() != '}'; more; more = t.more('}') {
		at := t.i
		name, ok := t.name()
		if !ok || !t.declare(&m, name, at) || !t.colon() {
			return nil, false
		}
		from := t.i
		if !t.skip() {
			t.inside(name)
			return nil, false
		}
		list = append(list, Member{Name: name, Value: data[from:t.i:t.i]})
	}
	t.close(m)
	return list, t.bad == nil && t.leave()
}

// Compact returns a text without white space between its tokens, once it has passed as a text that is to stand inside so
// many arrays and objects, and has no number that no float64 holds: to a peer in Rust that would be no JSON. Nothing else
// changes, and the result may be data itself.
func Compact(data []byte, inside int) ([]byte, *Violation) {
	t := text{s: string(data), depth: inside}
	if t.space(); !t.skip() || !t.end() {
		return nil, t.violation()
	}
	if at := outOfRange(data); at >= 0 {
		return nil, &Violation{Code: CodeRange, Message: "got a number that no 64-bit float holds", Offset: at}
	}
	for _, c := range data {
		if isSpace(c) {
			return appendCompact(make([]byte, 0, len(data)), data), nil
		}
	}
	return data, nil
}

// outOfRange is where a number starts that no float64 holds, in a text that is JSON; -1 when there is none.
func outOfRange(data []byte) int {
	const short = 308 // so many digits without an exponent are never too many
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			for i++; data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case c == '-' || isDigit(c):
			start, exponent := i, false
			for ; i < len(data) && (isDigit(data[i]) || strings.IndexByte("+-.eE", data[i]) >= 0); i++ {
				exponent = exponent || data[i]|0x20 == 'e'
			}
			if exponent || i-start > short {
				if _, ok := appendNumber(nil, string(data[start:i])); !ok {
					return start
				}
			}
			i--
		}
	}
	return -1
}
