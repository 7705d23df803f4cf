package pattern

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// escape reads what follows "\" outside of a class. See https://262.ecma-international.org/#prod-AtomEscape.
func (p *parser) escape(start int) node {
	switch c := p.next(); {
	case c == 'b', c == 'B':
		return assertion{start, c}
	case c == 'k':
		r := reference{offset: start}
		if !p.accept('<') {
			p.fail(start, `\k must be followed by <name>`)
		}
		r.name = p.groupName()
		p.references = append(p.references, r)
		return backreference{start}
	case c != '0' && isDigit(c):
		p.at--
		number, _ := p.number()
		p.references = append(p.references, reference{offset: start, number: number})
		return backreference{start}
	case isClassEscape(c):
		return class{bare: true, items: []item{p.classEscape(start, c)}}
	default:
		return char(p.character(start, c))
	}
}

// class reads what follows "[". See https://262.ecma-international.org/#prod-CharacterClass.
func (p *parser) class(start int) node {
	c := class{negated: p.accept('^')}
	for !p.accept(']') {
		if p.end() {
			p.fail(start, "the class is not closed")
			break
		}
		i := p.classAtom()
		if p.peek(0) == '-' && p.peek(1) != ']' && p.peek(1) != eof {
			p.at++
			to := p.classAtom()
			switch {
			case i.escape != 0 || to.escape != 0:
				p.fail(i.offset, `a range of a class ends in a set such as \d; the character - is written \-`)
			case i.low > to.low:
				p.fail(i.offset, "a range of a class is out of order")
			}
			i.high = to.low
		}
		c.items = append(c.items, i)
	}
	return c
}

// classAtom reads a character or an escape of a class.
func (p *parser) classAtom() item {
	start := p.at
	c := p.next()
	if c == '\\' {
		switch c = p.next(); {
		case c == 'b':
			c = '\b'
		case c == '-':
		case isClassEscape(c):
			return p.classEscape(start, c)
		default:
			c = p.character(start, c)
		}
	}
	return item{offset: start, low: c, high: c}
}

func isClassEscape(c rune) bool { return strings.ContainsRune("dDsSwWpP", c) }

// classEscape reads what follows \d, \p and the like. See https://262.ecma-international.org/#prod-CharacterClassEscape.
func (p *parser) classEscape(start int, c rune) item {
	i := item{offset: start, escape: c}
	if c != 'p' && c != 'P' {
		return i
	}
	ok := p.accept('{')
	from := p.at
	for isPropertyCharacter(p.peek(0)) {
		p.at++
	}
	i.property = string(p.source[from:p.at])
	if !ok || i.property == "" || !p.accept('}') {
		p.fail(start, fmt.Sprintf(`\%c must be followed by {property} or {name=value}`, c))
	}
	return i
}

func isPropertyCharacter(c rune) bool {
	return c == '_' || c == '=' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// character reads the rest of an escape that stands for one code point; c follows the "\" at start. See
// https://262.ecma-international.org/#prod-CharacterEscape.
func (p *parser) character(start int, c rune) rune {
	switch c {
	case eof:
		p.fail(start, `nothing follows \`)
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'v':
		return '\v'
	case 'f':
		return '\f'
	case 'r':
		return '\r'
	case '0':
		if isDigit(p.peek(0)) {
			p.fail(start, `\0 is followed by a digit`)
		}
		return 0
	case 'c':
		letter := p.next()
		if !('a' <= letter && letter <= 'z' || 'A' <= letter && letter <= 'Z') {
			p.fail(start, `\c must be followed by a letter`)
		}
		return letter % 32
	case 'x':
		value, ok := p.hex(2)
		if !ok {
			p.fail(start, `\x must be followed by two hexadecimal digits`)
		}
		return value
	case 'u':
		return p.unicode(start)
	default:
		if !strings.ContainsRune(syntaxCharacters+"/", c) {
			p.fail(start, fmt.Sprintf(`\%c is no escape with flag u`, c))
		}
	}
	return c
}

// unicode reads what follows \u: four digits, two such escapes that make a surrogate pair, or any number in braces.
func (p *parser) unicode(start int) rune {
	const message = `\u must be followed by four hexadecimal digits, or by {digits} up to 10FFFF`
	if !p.accept('{') {
		value, ok := p.hex(4)
		if !ok {
			p.fail(start, message)
		}
		if p.peek(0) == '\\' && p.peek(1) == 'u' {
			back := p.at
			p.at += 2
			low, ok := p.hex(4)
			if pair := utf16.DecodeRune(value, low); ok && pair != '\uFFFD' {
				return pair
			}
			p.at = back
		}
		return value
	}
	value, digits := rune(0), 0
	for ; hexDigit(p.peek(0)) >= 0; digits++ {
		value = min(value*16+hexDigit(p.next()), 0x110000)
	}
	if digits == 0 || value > 0x10FFFF || !p.accept('}') {
		p.fail(start, message)
	}
	return value
}

// hex reads a number of n hexadecimal digits.
func (p *parser) hex(n int) (value rune, ok bool) {
	for range n {
		digit := hexDigit(p.peek(0))
		if digit < 0 {
			return 0, false
		}
		value = value*16 + digit
		p.at++
	}
	return value, true
}

// hexDigit returns the value of a hexadecimal digit, or -1.
func hexDigit(c rune) rune {
	switch {
	case isDigit(c):
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}
