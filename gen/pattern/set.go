package pattern

import (
	"cmp"
	"slices"
	"unicode"
)

// A span is a range of code points, both ends included.
type span struct{ low, high rune }

// A set holds the code points of texts, which surrogates are not: sorted spans that neither touch nor hold surrogates
// (spans on both sides of these count as apart).
type set []span

// The sets of https://262.ecma-international.org/#sec-compiletocharset and of the dot.
var (
	all    = set{{0, 0xD7FF}, {0xE000, unicode.MaxRune}}
	digits = set{{'0', '9'}}
	words  = set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	spaces = set{{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029},
		{0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}}
	lineEnds = set{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}
)

// newSet returns the set of what spans hold; they may overlap in any order. It takes over the slice.
func newSet(spans []span) set {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.low, b.low) })
	var s set
	add := func(low, high rune) {
		if low > high {
			return
		}
		if last := len(s) - 1; last >= 0 && low <= s[last].high+1 {
			s[last].high = max(s[last].high, high)
			return
		}
		s = append(s, span{low, high})
	}
	for _, r := range spans {
		add(r.low, min(r.high, 0xD7FF))
		add(max(r.low, 0xE000), r.high)
	}
	return s
}

// tableSet returns the set of a table of package unicode.
func tableSet(t *unicode.RangeTable) set {
	var spans []span
	add := func(low, high, stride rune) {
		if stride == 1 {
			spans = append(spans, span{low, high})
			return
		}
		for c := low; c <= high; c += stride {
			spans = append(spans, span{c, c})
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return newSet(spans)
}

// complement returns what s does not hold.
func (s set) complement() set {
	var spans []span
	low := rune(0)
	for _, r := range s {
		spans = append(spans, span{low, r.low - 1})
		low = r.high + 1
	}
	return newSet(append(spans, span{low, unicode.MaxRune}))
}

// overlaps reports whether s and t have a code point in common.
func (s set) overlaps(t set) bool {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		switch {
		case s[i].high < t[j].low:
			i++
		case t[j].high < s[i].low:
			j++
		default:
			return true
		}
	}
	return false
}

// set returns what the item holds. Of a property that is not known it says that it holds everything.
func (i item) set() set {
	switch i.escape {
	case 0:
		return newSet([]span{{i.low, i.high}})
	case 'd':
		return digits
	case 'D':
		return digits.complement()
	case 's':
		return spaces
	case 'S':
		return spaces.complement()
	case 'w':
		return words
	case 'W':
		return words.complement()
	}
	p, ok := lookup(i.property)
	switch {
	case !ok:
		return all
	case i.escape == 'P':
		return p.set.complement()
	}
	return p.set
}

// set returns what the class holds.
func (c class) set() set {
	var spans []span
	for _, i := range c.items {
		spans = append(spans, i.set()...)
	}
	s := newSet(spans)
	if c.negated {
		return s.complement()
	}
	return s
}
