package lower

import (
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
)

// reached returns the shapes that top-level shapes lead to.
func (l *lowering) reached() map[*ir.Shape]bool {
	seen := map[*ir.Shape]bool{}
	var queue []*ir.Shape
	for _, sh := range l.out {
		if !sh.Nested {
			seen[sh] = true
			queue = append(queue, sh)
		}
	}
	for len(queue) > 0 {
		sh := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for next := range ir.Refs(sh.Type) {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return seen
}

// checkFinite reports shapes of which no value can exist, because each one would hold another without end.
func (l *lowering) checkFinite() {
	finite := map[*ir.Shape]bool{}
	users := map[*ir.Shape][]*ir.Shape{}
	var queue []*ir.Shape
	for _, sh := range l.out {
		for next := range ir.Refs(sh.Type) {
			users[next] = append(users[next], sh)
		}
		queue = append(queue, sh)
	}
	for len(queue) > 0 {
		sh := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if finite[sh] || !isFinite(sh.Type, finite) {
			continue
		}
		finite[sh] = true
		queue = append(queue, users[sh]...)
	}
	told := map[*ir.Shape]bool{}
	for _, sh := range l.out {
		if !finite[sh] && !told[sh] {
			l.infinite(sh, finite, told)
		}
	}
}

// isFinite reports whether a value of a type can exist, as far as the finite shapes show.
func isFinite(t ir.Type, finite map[*ir.Shape]bool) bool {
	switch t := t.(type) {
	case *ir.Ref:
		return finite[t.Shape]
	case *ir.Struct:
		for _, f := range t.Fields {
			if f.Presence == ir.Required && !isFinite(f.Type, finite) {
				return false
			}
		}
	case *ir.Tuple:
		for _, item := range t.Items {
			if !isFinite(item, finite) {
				return false
			}
		}
	case *ir.Union:
		for _, v := range t.Variants {
			if isFinite(v.Type, finite) {
				return true
			}
		}
		return false
	}
	return true // an array, a map or null can be empty
}

// maxLoop is how many shapes of a loop are looked at from one shape.
const maxLoop = 100

// infinite reports a loop that makes a shape infinite, once for all shapes in it. A shape that only leads into a loop is
// not reported.
func (l *lowering) infinite(sh *ir.Shape, finite, told map[*ir.Shape]bool) {
	var path []string
	var loop []*ir.Shape
	at := sh
	for len(loop) < maxLoop && (at != sh || loop == nil) {
		step, next := firstInfinite(at.Type, finite)
		if next == nil {
			return
		}
		path, loop = append(path, step), append(loop, at)
		at = next
	}
	if at != sh {
		return
	}
	for _, s := range loop {
		told[s] = true
	}
	l.report(diag.Diagnostic{
		Severity: diag.Error, Code: "infinite-type", Pos: sh.Origin.Pos, At: sh.Origin.Pointer,
		Message: "no value of " + strconv.Quote(sh.Wire) + " can exist: each must hold another one",
		Got:     strings.Join(path, " > "),
		Hint:    "make a property of the loop optional, or an array, or let it be null",
	})
}

// firstInfinite returns the first part of a type that is not finite, and what leads there.
func firstInfinite(t ir.Type, finite map[*ir.Shape]bool) (step string, next *ir.Shape) {
	switch t := t.(type) {
	case *ir.Ref:
		if !finite[t.Shape] {
			return t.Shape.Wire, t.Shape
		}
	case *ir.Struct:
		for _, f := range t.Fields {
			if f.Presence == ir.Required {
				if _, next := firstInfinite(f.Type, finite); next != nil {
					return f.Name, next
				}
			}
		}
	case *ir.Tuple:
		for i, item := range t.Items {
			if _, next := firstInfinite(item, finite); next != nil {
				return strconv.Itoa(i), next
			}
		}
	case *ir.Union:
		for _, v := range t.Variants {
			if step, next := firstInfinite(v.Type, finite); next != nil {
				return step, next
			}
		}
	}
	return "", nil
}
