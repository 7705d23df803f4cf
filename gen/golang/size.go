package golang

import (
	"fmt"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
)

// maxSize is how many bytes a value of a generated type may take, without what it points to. Structs that must be there
// are held in place, so types that have two of the one before each would double without an end.
const maxSize = 64 << 10

// checkSizes reports types that would be larger than maxSize.
func (p *plan) checkSizes() {
	sizes := map[*ir.Shape]int{}
	for _, s := range p.contract.Shapes {
		if n := p.sizeOf(s, sizes); n > maxSize {
			p.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "too-large", Pos: s.Origin.Pos, At: s.Origin.Pointer,
				Message: fmt.Sprintf("a value of the Go type %s would take more than %d bytes", p.shapes[s], maxSize),
				Hint:    "objects that must be there are held in place: make some of them optional, or put them in arrays",
			})
			return // those that hold it are too large as well
		}
	}
}

// sizeOf returns how many bytes a value takes on a 64-bit machine, about; more than maxSize when it is too large.
func (p *plan) sizeOf(s *ir.Shape, sizes map[*ir.Shape]int) int {
	if n, known := sizes[s]; known {
		return n
	}
	sizes[s] = 0 // a ring of values cannot be: lowering has refused it
	n := 0
	if t, ok := s.Type.(*ir.Struct); ok {
		for _, f := range t.Fields {
			n = min(n+p.fieldSize(f, sizes), maxSize+1)
		}
	} else if r, ok := s.Type.(*ir.Ref); ok {
		n = p.sizeOf(r.Shape, sizes)
	} else {
		n = 3 * word
	}
	sizes[s] = n
	return n
}

const word = 8

func (p *plan) fieldSize(f *ir.Field, sizes map[*ir.Shape]int) int {
	if form, inner := formOf(f); form == formValue {
		if r, ok := inner.(*ir.Ref); ok {
			return p.sizeOf(r.Shape, sizes)
		}
	}
	return 3 * word // a slice, the largest of what is left
}
