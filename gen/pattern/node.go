package pattern

// A node is one part of a pattern: an alternation, sequence, char, dot, class, group, repeat, assertion, look or
// backreference.
type node interface{ isNode() }

type (
	alternation []node // at least two branches
	sequence    []node // none: the empty pattern
	char        rune   // a lone surrogate matches nothing
	dot         struct{}

	// A class is [...], or with bare set an escape such as \d that stands outside of one.
	class struct {
		negated bool
		bare    bool
		items   []item
	}

	// A group is a capturing or non-capturing group.
	group struct{ body node }

	// A repeat is a quantified atom.
	repeat struct {
		offset   int // of the quantifier
		body     node
		min, max int // max < 0: no limit
	}

	// An assertion is ^ or $, or b or B for \b and \B.
	assertion struct {
		offset int
		kind   rune
	}

	// A look is a lookahead or lookbehind.
	look struct {
		offset int
		behind bool
		body   node
	}

	// A backreference is \1 or \k<name>.
	backreference struct{ offset int }
)

// An item is one part of a class: a range of code points or, with escape set, an escape that stands for a set.
type item struct {
	offset   int
	low      rune
	high     rune
	escape   rune   // one of dDsSwWpP, or 0
	property string // with p and P: what stands in the braces
}

// The limits of a repeat.
const (
	unlimited = -1
	hugeCount = 1 << 30 // counts above this one are read as this one
)

func (alternation) isNode()   {}
func (sequence) isNode()      {}
func (char) isNode()          {}
func (dot) isNode()           {}
func (class) isNode()         {}
func (group) isNode()         {}
func (repeat) isNode()        {}
func (assertion) isNode()     {}
func (look) isNode()          {}
func (backreference) isNode() {}
