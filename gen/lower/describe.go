package lower

import (
	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/source"
)

// furnish gives a shape what the contract file says of it.
func (l *lowering) furnish(sh *ir.Shape, wire string, at source.Pointer) {
	s := l.homes[sh]
	whole := at != "" || !sh.Nested
	if whole {
		sh.Doc = l.written(s)
	}
	f := l.in.Contract
	if f == nil || !l.own(s) {
		return
	}
	if doc := f.ShapeDoc(wire, at); doc != nil && sh.Doc == "" {
		sh.Doc = doc.Doc.Value
	}
	if names := f.ShapeNames(wire, at); names != nil {
		sh.Pinned = pins(names.Pinned)
	}
	sh.Secret = f.Secret(wire, at)
}

// own reports whether a subschema stands in the contract's own document, which is what the contract file speaks of.
func (l *lowering) own(s *jsonschema.Schema) bool { return s.Node.Pos.File == l.file }

// handle returns the names under which the contract file may speak of a subschema.
func (l *lowering) handle(s *jsonschema.Schema) (wire string, at source.Pointer) {
	if sh := l.shapes[s]; sh != nil && !sh.Nested {
		return sh.Wire, s.Pointer
	}
	return l.wireOf(s), s.Pointer
}

// describe gives a field what the contract file says of it, where the shape that has the property is s.
func (l *lowering) describe(f *ir.Field, s *jsonschema.Schema) {
	file := l.in.Contract
	if file == nil || !l.own(s) {
		return
	}
	wire, at := l.handle(s)
	if doc := file.ShapeDoc(wire, at); doc != nil && f.Doc == "" {
		for _, d := range doc.Properties {
			if d.Name.Value == f.Name {
				f.Doc = d.Text.Value
			}
		}
	}
	if names := file.ShapeNames(wire, at); names != nil && f.Pinned == nil {
		for _, n := range names.Properties {
			if n.Name.Value == f.Name {
				f.Pinned = pins(n.Pinned)
			}
		}
	}
}

// describeValues gives the values of an enum what the contract file says of them.
func (l *lowering) describeValues(enum *ir.Enum, s *jsonschema.Schema) {
	file := l.in.Contract
	if file == nil || !l.own(s) {
		return
	}
	index := make(map[string]*ir.EnumValue, len(enum.Values))
	for _, v := range enum.Values {
		index[v.Value] = v
	}
	wire, at := l.handle(s)
	if doc := file.ShapeDoc(wire, at); doc != nil {
		for _, d := range doc.Values {
			if v := index[d.Name.Value]; v != nil && v.Doc == "" {
				v.Doc = d.Text.Value
			}
		}
	}
	if names := file.ShapeNames(wire, at); names != nil {
		for _, n := range names.Values {
			if v := index[n.Name.Value]; v != nil {
				v.Pinned = pins(n.Pinned)
			}
		}
	}
}

// pins returns pinned identifiers by target; nil for none.
func pins(p contract.Pinned) map[string]string {
	var pinned map[string]string
	for _, target := range []string{"go", "rust", "typescript"} {
		if id := p.For(target); id != "" {
			if pinned == nil {
				pinned = map[string]string{}
			}
			pinned[target] = id
		}
	}
	return pinned
}
