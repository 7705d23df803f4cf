package typescript

import (
	"slices"

	"github.com/rightkit/lockstep/gen/ir"
)

// Heights remembers how many arrays and objects the checks of a rule go into, one inside the other.
type heights map[*ir.Rule]int

const (
	asked   = -1      // a height that is being found: whoever needs it is in a ring of rules
	endless = 1 << 20 // the height of a ring
	// uncounted is the greatest height at which functions do not count how deep they are. The runtime lets those that count
	// go so deep, and what they leave to others again, that this much more fits in what a message may have.
	uncounted = 5
)

// counts reports whether the function of a rule counts how deep it is. If it does, so does each that calls it.
func (h heights) counts(r *ir.Rule) bool { return h.of(r) > uncounted }

func (h heights) of(r *ir.Rule) int {
	r = target(r)
	if known, ok := h[r]; ok {
		if known == asked {
			return endless
		}
		return known
	}
	if keywordsOf(r)&(kwRule|kwNever) != 0 {
		h[r] = 0
		return 0
	}
	h[r] = asked
	height := 0
	for _, part := range inside(r) {
		height = max(height, 1+h.of(part))
	}
	for _, part := range inPlace(r) {
		height = max(height, h.of(part))
	}
	if r.Types&(ir.KindArray|ir.KindObject) != 0 {
		height = max(height, 1)
	}
	h[r] = height
	return height
}

// inside returns the subschemas of a rule for parts of a value, as far as a straight-line check goes into them.
func inside(r *ir.Rule) []*ir.Rule {
	var list []*ir.Rule
	for _, p := range r.Properties {
		list = append(list, p.Rule)
	}
	return present(append(list, r.Items, r.AdditionalProperties))
}

// inPlace returns the subschemas for the value itself.
func inPlace(r *ir.Rule) []*ir.Rule {
	list := append([]*ir.Rule{r.Ref}, r.AllOf...)
	return present(append(append(list, r.AnyOf...), r.OneOf...))
}

func present(list []*ir.Rule) []*ir.Rule {
	return slices.DeleteFunc(list, func(r *ir.Rule) bool { return r == nil })
}
