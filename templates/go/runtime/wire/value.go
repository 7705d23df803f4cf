package wire

import (
	"sort"
	"strconv"
	"strings"
)

// A value is one JSON value of a text that has passed as a text: the tree that rules are run over.
type value struct {
	kind       Types // one of Null, Boolean, Number, String, Array, Object; never Integer
	start, end int   // where it stands in the text
	name       string
	text       string         // content of a string, spelling of a number or a boolean
	list       []value        // items of an array, members of an object: members have a name
	index      map[string]int // places in list by name, once a large object has been asked; see member
}

// parse reads a whole text. Nothing of the result is good when the text is refused.
func parse(s string) (value, *Violation) {
	p := parser{text: &text{s: s}}
	p.space()
	if v, ok := p.value(); ok && p.end() {
		return v, nil
	}
	return value{}, p.violation()
}

// A parser reads values from a text.
type parser struct {
	*text
	open []value // a stack: the children so far of the arrays and objects around the next byte
}

// value reads the value at the next byte, which is no white space.
func (p *parser) value() (value, bool) {
	v := value{kind: p.kind(), start: p.i}
	ok := false
	switch v.kind {
	case String:
		v.text, ok = p.str()
	case Number:
		v.text, ok = p.num()
	case Boolean:
		v.text = "true"
		if p.peek() == 'f' {
			v.text = "false"
		}
		ok = p.literal(v.text)
	case Null:
		ok = p.literal("null")
	case Array:
		v.list, ok = p.items()
	case Object:
		v.list, ok = p.members()
	default:
		ok = p.unexpected("a value")
	}
	v.end = p.i
	return v, ok
}

func (p *parser) items() ([]value, bool) {
	if !p.enter() {
		return nil, false
	}
	p.space()
	base := len(p.open)
	for i, more := 0, p.peek() != ']'; more; more = p.more(']') {
		v, ok := p.value()
		if !ok {
			p.insideItem(i)
			return nil, false
		}
		p.open = append(p.open, v)
		i++
	}
	return p.pop(base), p.bad == nil && p.leave()
}

func (p *parser) members() ([]value, bool) {
	if !p.enter() {
		return nil, false
	}
	p.space()
	base, names := len(p.open), p.text.open()
	for more := p.peek() != '}'; more; more = p.more('}') {
		at := p.i
		name, ok := p.name()
		if !ok || !p.declare(&names, name, at) || !p.colon() {
			return nil, false
		}
		v, ok := p.value()
		if !ok {
			p.inside(name)
			return nil, false
		}
		v.name = name
		p.open = append(p.open, v)
	}
	p.close(names)
	return p.pop(base), p.bad == nil && p.leave()
}

// pop takes the children from base on off the stack.
func (p *parser) pop(base int) []value {
	list := append([]value(nil), p.open[base:]...)
	clear(p.open[base:])
	p.open = p.open[:base]
	return list
}

// member is the value of an object's property; nil when it has none of that name.
func (v *value) member(name string) *value {
	if len(v.list) > few && v.index == nil {
		v.index = make(map[string]int, len(v.list))
		for i := range v.list {
			v.index[v.list[i].name] = i
		}
	}
	if v.index != nil {
		if i, ok := v.index[name]; ok {
			return &v.list[i]
		}
		return nil
	}
	for i := range v.list {
		if v.list[i].name == name {
			return &v.list[i]
		}
	}
	return nil
}

// locate is the JSON pointer, from v, of the value inside v that starts at byte start.
func (v *value) locate(start int) string {
	var b strings.Builder
	for v.start != start {
		i := sort.Search(len(v.list), func(i int) bool { return v.list[i].end > start })
		if i == len(v.list) {
			break
		}
		b.WriteByte('/')
		if v.kind == Array {
			b.WriteString(strconv.Itoa(i))
		} else {
			b.WriteString(escapeToken(v.list[i].name))
		}
		v = &v.list[i]
	}
	return b.String()
}

// glance is what a message may know of v.
func (v *value) glance() glance {
	return glance{kind: v.kind, text: v.text, size: len(v.list)}
}
