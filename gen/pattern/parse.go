package pattern

import (
	"fmt"
	"strings"
	"unicode"
)

// syntaxCharacters must be escaped to stand for themselves; with / they are all that may be escaped so.
const syntaxCharacters = `^$\.*+?()[]{}|`

// A parser reads a pattern by recursive descent, a method per production. The first error moves it to the end of the
// source, so that every loop ends as it does there; later errors are not kept.
type parser struct {
	source []rune
	at     int
	depth  int
	err    *SyntaxError

	groups     int // capturing groups seen
	names      map[string]bool
	references []reference
}

// A reference is a backreference whose group may still follow.
type reference struct {
	offset int
	name   string // "" for a numbered one
	number int
}

const eof = rune(-1)

func (p *parser) fail(offset int, message string) {
	if p.err == nil {
		p.err = &SyntaxError{offset, message}
	}
	p.at = len(p.source)
}

func (p *parser) end() bool { return p.at >= len(p.source) }

// peek returns the code point that is n after the next one, or eof.
func (p *parser) peek(n int) rune {
	if p.at+n >= len(p.source) {
		return eof
	}
	return p.source[p.at+n]
}

// next consumes a code point; at the end it returns eof.
func (p *parser) next() rune {
	c := p.peek(0)
	if c != eof {
		p.at++
	}
	return c
}

// accept consumes the next code point if it is c.
func (p *parser) accept(c rune) bool {
	if p.peek(0) != c {
		return false
	}
	p.at++
	return true
}

// https://262.ecma-international.org/#prod-Disjunction
func (p *parser) disjunction() node {
	branches := alternation{p.alternative()}
	for p.accept('|') {
		branches = append(branches, p.alternative())
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return branches
}

// https://262.ecma-international.org/#prod-Alternative
func (p *parser) alternative() node {
	var terms sequence
	for !p.end() && p.peek(0) != '|' && p.peek(0) != ')' {
		terms = append(terms, p.term())
	}
	return terms
}

// https://262.ecma-international.org/#prod-Term
func (p *parser) term() node {
	start := p.at
	var atom node
	switch c := p.next(); c {
	case '^', '$':
		return assertion{start, c}
	case '*', '+', '?':
		p.fail(start, fmt.Sprintf("nothing for %c to repeat", c))
	case '{':
		p.fail(start, `nothing to repeat; the character { is written \{`)
	case '}', ']':
		p.fail(start, fmt.Sprintf(`the character %c is written \%c`, c, c))
	case '.':
		atom = dot{}
	case '(':
		atom = p.group(start)
	case '[':
		atom = p.class(start)
	case '\\':
		atom = p.escape(start)
	default:
		atom = char(c)
	}
	switch atom.(type) {
	case assertion, look: // take no quantifier with flag u
		return atom
	}
	return p.quantifier(atom)
}

// https://262.ecma-international.org/#prod-Quantifier
func (p *parser) quantifier(body node) node {
	r := repeat{offset: p.at, body: body, max: unlimited}
	switch p.peek(0) {
	case '*':
		p.at++
	case '+':
		p.at++
		r.min = 1
	case '?':
		p.at++
		r.max = 1
	case '{':
		p.counts(&r)
	default:
		return body
	}
	p.accept('?') // a lazy repeat finds another match, but in the same texts
	return r
}

// counts reads {2}, {2,} or {2,3}.
func (p *parser) counts(r *repeat) {
	p.accept('{')
	low, ok := p.number()
	r.min, r.max = low, low
	if ok && p.accept(',') {
		if r.max, ok = p.number(); !ok {
			r.max, ok = unlimited, true
		}
	}
	switch {
	case !ok || !p.accept('}'):
		p.fail(r.offset, `incomplete repeat; the character { is written \{`)
	case r.max != unlimited && r.max < r.min:
		p.fail(r.offset, "the counts of a repeat are out of order")
	}
}

// number reads decimal digits; there may be none.
func (p *parser) number() (n int, ok bool) {
	for ; isDigit(p.peek(0)); ok = true {
		n = min(n*10+int(p.next()-'0'), hugeCount)
	}
	return n, ok
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// group reads what follows "(": a group or a lookaround.
func (p *parser) group(start int) node {
	around, behind := false, false
	if !p.accept('?') {
		p.groups++
	} else {
		switch c := p.next(); {
		case c == ':':
		case c == '=', c == '!':
			around = true
		case c == '<' && (p.accept('=') || p.accept('!')):
			around, behind = true, true
		case c == '<':
			p.groups++
			at := p.at
			name := p.groupName()
			if p.names[name] {
				p.fail(at, fmt.Sprintf("two groups are named %q", name))
			}
			p.names[name] = true
		default:
			p.fail(start, "after (? there may be : = ! <= <! or <name>; inline modifiers are not read")
		}
	}
	if p.depth++; p.depth > MaxDepth {
		p.fail(start, fmt.Sprintf("groups nest deeper than %d", MaxDepth))
	}
	body := p.disjunction()
	p.depth--
	if !p.accept(')') {
		p.fail(start, "the group is not closed")
	}
	if around {
		return look{start, behind, body}
	}
	return group{body}
}

// groupName reads a name and ">". See https://262.ecma-international.org/#prod-GroupName.
func (p *parser) groupName() string {
	start := p.at
	var name strings.Builder
	for !p.accept('>') {
		at := p.at
		c := p.next()
		if c == '\\' && p.accept('u') {
			c = p.unicode(at)
		}
		if !isNameStart(c) && (name.Len() == 0 || !isNamePart(c)) {
			p.fail(at, "not a character of a group name")
			return ""
		}
		name.WriteRune(c)
	}
	if name.Len() == 0 {
		p.fail(start, "the name of a group is empty")
	}
	return name.String()
}

func isNameStart(c rune) bool {
	return c == '$' || c == '_' || unicode.In(c, unicode.L, unicode.Nl, unicode.Other_ID_Start)
}

func isNamePart(c rune) bool {
	const joiners = "\u200c\u200d"
	return unicode.In(c, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) ||
		strings.ContainsRune(joiners, c)
}

// checkReferences reports the first backreference to a group that the pattern has not.
func (p *parser) checkReferences() {
	for _, r := range p.references {
		if r.name == "" && r.number > p.groups || r.name != "" && !p.names[r.name] {
			p.fail(r.offset, "a backreference to a group that does not exist")
		}
	}
}
