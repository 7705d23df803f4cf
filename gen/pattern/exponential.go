package pattern

import "slices"

// Exponential reports whether an engine that backtracks, as those of JavaScript do, may need time exponential in the
// length of a text: ^(a+)+$ doubles it with each "a". Engines of RE2 and Rust never do.
//
// A loop is to blame if, from one of its characters, the same text leads in two ways to one character of the loop. That
// is decided on the graph of which character may follow which, so (a+b)+, where "b" tells the rounds apart, is no
// finding. It errs on the side of true: assertions, lookarounds and backreferences are taken to hold, it is not asked
// whether the rest of the pattern can fail, a property that is not known holds everything, and a loop too large to
// examine counts as exponential. Repeats with few counts are taken as copies, those with many as loops. Not
// reported is time that grows only with a power of the length, as for ^a*a*$.
func (p *Pattern) Exponential() bool {
	steps := maxSteps
	return exponential(p.root, false, &steps)
}

// exponential looks at each outermost loop of n, as those inside are part of it, and at the lookarounds, which are
// patterns of their own. Steps are used up.
func exponential(n node, inLoop bool, steps *int) bool {
	either := func(nodes []node) bool {
		return slices.ContainsFunc(nodes, func(n node) bool { return exponential(n, inLoop, steps) })
	}
	switch n := n.(type) {
	case alternation:
		return either(n)
	case sequence:
		return either(n)
	case group:
		return exponential(n.body, inLoop, steps)
	case look:
		return exponential(n.body, false, steps)
	case repeat:
		if inLoop || !n.loops() {
			return exponential(n.body, inLoop, steps)
		}
		l := loop{edges: map[[2]int]bool{}, steps: steps}
		l.add(n)
		return l.twice || l.ambiguous() || *steps <= 0 || exponential(n.body, true, steps)
	}
	return false
}

// loops reports whether the number of rounds is open enough to be taken for unlimited.
func (r repeat) loops() bool {
	const few = 4
	return r.max == unlimited || r.max > few && r.min < r.max
}

// maxSteps bounds the work on one pattern.
const maxSteps = 1 << 18

// A loop is the graph of a repeat (Glushkov's automaton): a place for each character, class or dot in it, and which
// places may follow a place. As the whole is repeated, every place can be reached from every other.
type loop struct {
	sets   []set   // what each place accepts
	follow [][]int // places after each place
	edges  map[[2]int]bool
	twice  bool // one place follows another in two ways
	steps  *int // that are left
}

// A part is a piece of a loop as its neighbours see it.
type part struct {
	first, last []int // places at its start and end
	empty       bool  // whether it accepts the empty text
}

// add adds the places of n.
func (l *loop) add(n node) part {
	if *l.steps--; *l.steps <= 0 {
		return part{empty: true}
	}
	switch n := n.(type) {
	case alternation:
		var p part
		for _, branch := range n {
			b := l.add(branch)
			p = part{join(p.first, b.first), join(p.last, b.last), p.empty || b.empty}
		}
		return p
	case sequence:
		p := part{empty: true}
		for _, term := range n {
			p = l.concatenate(p, l.add(term))
		}
		return p
	case group:
		return l.add(n.body)
	case repeat:
		return l.repeat(n)
	case char:
		return l.place(newSet([]span{{rune(n), rune(n)}}))
	case dot:
		return l.place(lineEnds.complement())
	case class:
		return l.place(n.set())
	}
	return part{empty: true} // an assertion, lookaround or backreference
}

func (l *loop) place(s set) part {
	id := len(l.sets)
	l.sets = append(l.sets, s)
	l.follow = append(l.follow, nil)
	return part{first: []int{id}, last: []int{id}}
}

// repeat adds a body once with an edge back to its start, or up to two copies of it: two rounds differ in nothing from
// three where it matters.
func (l *loop) repeat(n repeat) part {
	if n.max == 0 {
		return part{empty: true}
	}
	p := l.add(n.body)
	if n.loops() {
		l.link(p.last, p.first)
	} else if n.max > 1 {
		again := l.add(n.body)
		again.empty = again.empty || n.min < 2
		p = l.concatenate(p, again)
	}
	p.empty = p.empty || n.min == 0
	return p
}

func (l *loop) concatenate(a, b part) part {
	l.link(a.last, b.first)
	p := part{first: a.first, last: b.last, empty: a.empty && b.empty}
	if a.empty {
		p.first = join(a.first, b.first)
	}
	if b.empty {
		p.last = join(a.last, b.last)
	}
	return p
}

// join returns the places of a and b, in a slice of its own.
func join(a, b []int) []int { return append(a[:len(a):len(a)], b...) }

// link makes each place of to follow each place of from.
func (l *loop) link(from, to []int) {
	for _, p := range from {
		for _, q := range to {
			if *l.steps--; *l.steps <= 0 {
				return
			}
			edge := [2]int{p, q}
			if l.edges[edge] {
				l.twice = true
			}
			l.edges[edge] = true
			l.follow[p] = append(l.follow[p], q)
		}
	}
}

// ambiguous reports whether two different walks from one place to one place read the same text. It walks in pairs of
// places, from every pair of equal ones, until such a pair is met again on the way from a pair of unequal ones.
func (l *loop) ambiguous() bool {
	seen := map[[2]int]bool{}
	var queue [][2]int
	for p := range l.sets {
		queue = append(queue, [2]int{p, p})
	}
	for len(queue) > 0 {
		pair := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, p := range l.follow[pair[0]] {
			for _, q := range l.follow[pair[1]] {
				if *l.steps--; *l.steps <= 0 {
					return true
				}
				if p == q {
					if pair[0] != pair[1] {
						return true
					}
					continue
				}
				next := [2]int{min(p, q), max(p, q)}
				if seen[next] {
					continue
				}
				seen[next] = true
				*l.steps -= (len(l.sets[p]) + len(l.sets[q])) / 16
				if l.sets[p].overlaps(l.sets[q]) {
					queue = append(queue, next)
				}
			}
		}
	}
	return false
}
