package rust

import (
	"fmt"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
)

// An edge is a shape that holds another one in place, without a list or a map between them.
type edge struct{ from, to *ir.Shape }

// rings finds which parts need a box, which shapes need a type of their own, and which hold an f64.
func (p *plan) rings() {
	p.boxed, p.named, p.float = map[edge]bool{}, map[*ir.Shape]bool{}, map[*ir.Shape]bool{}
	inPlace := map[*ir.Shape][]*ir.Shape{}
	all := map[*ir.Shape][]*ir.Shape{}
	for _, s := range p.contract.Shapes {
		inPlace[s] = held(s.Type, nil)
		for r := range ir.Refs(s.Type) {
			all[s] = append(all[s], r)
		}
		switch s.Type.(type) {
		case *ir.Struct, *ir.Enum, *ir.Union:
			p.named[s] = true
		}
		p.named[s] = p.named[s] || s.Secret
	}
	for _, s := range p.contract.Shapes {
		if !p.named[s] && p.nameless(s, s, map[*ir.Shape]bool{}) {
			p.named[s] = true
		}
		p.float[s] = holdsFloat(s.Type)
	}
	for _, s := range p.contract.Shapes {
		for _, to := range inPlace[s] {
			// Another name of a type needs no box: the type that the ring leads through has one.
			if p.named[s] && reaches(to, s, inPlace) {
				p.boxed[edge{s, to}] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range p.contract.Shapes {
			for _, to := range all[s] {
				if p.float[to] && !p.float[s] {
					p.float[s], changed = true, true
				}
			}
		}
	}
}

// held appends the shapes that a type holds in place.
func held(t ir.Type, list []*ir.Shape) []*ir.Shape {
	switch t := t.(type) {
	case *ir.Ref:
		list = append(list, t.Shape)
	case *ir.Nullable:
		list = held(t.Type, list)
	case *ir.Struct:
		for _, f := range t.Fields {
			list = held(f.Type, list)
		}
	case *ir.Union:
		for _, v := range t.Variants {
			list = held(v.Type, list)
		}
	}
	return list
}

// reaches reports whether a way leads from one shape to another.
func reaches(from, to *ir.Shape, ways map[*ir.Shape][]*ir.Shape) bool {
	seen := map[*ir.Shape]bool{}
	open := []*ir.Shape{from}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if s == to {
			return true
		}
		if !seen[s] {
			seen[s] = true
			open = append(open, ways[s]...)
		}
	}
	return false
}

// nameless reports whether a shape leads back to the one looked for through other names of types alone: a type cannot
// be another name of itself.
func (p *plan) nameless(at, goal *ir.Shape, seen map[*ir.Shape]bool) bool {
	for s := range ir.Refs(at.Type) {
		if s == goal {
			return true
		}
		if p.named[s] || seen[s] {
			continue
		}
		seen[s] = true
		if p.nameless(s, goal, seen) {
			return true
		}
	}
	return false
}

// holdsFloat reports whether a type itself holds an f64.
func holdsFloat(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.Scalar:
		return t.Kind == ir.Float64
	case *ir.Literal:
		return t.Kind == ir.Float64
	case *ir.Nullable:
		return holdsFloat(t.Type)
	case *ir.List:
		return holdsFloat(t.Item)
	case *ir.Map:
		return holdsFloat(t.Value)
	case *ir.Union:
		for _, v := range t.Variants {
			if holdsFloat(v.Type) {
				return true
			}
		}
	case *ir.Struct:
		for _, f := range t.Fields {
			if holdsFloat(f.Type) {
				return true
			}
		}
		return t.Extra != nil && holdsFloat(t.Extra)
	}
	return false
}

// maxSize is how many bytes a value may take, without what it points to: parts that must be there are held in place, so
// types that have two of the one before each would double without an end.
const maxSize = 64 << 10

func (p *plan) checkSizes() {
	sizes := map[*ir.Shape]int{}
	for _, s := range p.contract.Shapes {
		if n := p.sizeOf(s, sizes); n > maxSize {
			p.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "too-large", Pos: s.Origin.Pos, At: s.Origin.Pointer,
				Message: fmt.Sprintf("a value of the Rust type %s would take more than %d bytes", p.shapes[s], maxSize),
				Hint:    "objects are held in place: put some of them in arrays",
			})
			return
		}
	}
}

// sizeOf returns about how many bytes a value takes; more than maxSize when it is too large.
func (p *plan) sizeOf(s *ir.Shape, sizes map[*ir.Shape]int) int {
	if n, known := sizes[s]; known {
		return n
	}
	sizes[s] = 24 // in a ring, a box
	n := 8
	for _, to := range held(s.Type, nil) {
		part := 8
		if !p.boxed[edge{s, to}] {
			part = p.sizeOf(to, sizes)
		}
		if _, union := s.Type.(*ir.Union); union {
			n = max(n, part+8)
		} else {
			n = min(n+part, maxSize+1)
		}
	}
	if t, ok := s.Type.(*ir.Struct); ok {
		n = min(n+24*len(t.Fields), maxSize+1)
	}
	sizes[s] = n
	return n
}
