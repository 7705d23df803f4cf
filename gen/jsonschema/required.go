package jsonschema

import (
	"fmt"

	"github.com/rightkit/lockstep/gen/diag"
)

// maxBeside is how many schemas are looked at for the properties of one object.
const maxBeside = 200

// undeclared reports the names in "required" that no "properties" beside it has. That is legal, so it is a warning; but
// when the same schema has a property with almost the same name, it is an error.
func (r *resolver) undeclared(schemas []*Schema) {
	parents := make(map[*Schema]*Schema) // in place
	for _, s := range schemas {
		for sub := range s.inPlace() {
			parents[sub] = s
		}
	}
	for _, s := range schemas {
		if len(s.Required) == 0 {
			continue
		}
		declared, all := r.beside(s, parents)
		if !all {
			continue
		}
		for _, t := range s.Required {
			if !declared[t.Value] {
				r.reportUndeclared(s, t)
			}
		}
	}
}

// beside returns the properties of the schemas that apply to the same instance as s, as far as these can be seen from s:
// those around it, those within it, and those that they refer to. The flag says that none was left out.
func (r *resolver) beside(s *Schema, parents map[*Schema]*Schema) (declared map[string]bool, all bool) {
	top := s
	for parents[top] != nil {
		top = parents[top]
	}
	declared = make(map[string]bool)
	seen := map[*Schema]bool{top: true}
	for queue := []*Schema{top}; len(queue) > 0; queue = queue[1:] {
		if r.searched += len(queue[0].Properties); r.searched > maxSearched {
			return nil, false
		}
		for _, p := range queue[0].Properties {
			declared[p.Name] = true
		}
		for next := range queue[0].sameInstance() {
			if seen[next] {
				continue
			}
			if len(seen) == maxBeside {
				return nil, false
			}
			seen[next] = true
			queue = append(queue, next)
		}
	}
	return declared, true
}

func (r *resolver) reportUndeclared(s *Schema, t Text) {
	names := make([]string, len(s.Properties))
	for i, p := range s.Properties {
		names[i] = p.Name
	}
	near := r.near(t.Value, names)
	d := diag.Diagnostic{
		Severity: diag.Warning, Code: "required-undeclared", Pos: t.Node.Pos, At: t.Node.Pointer,
		Message: fmt.Sprintf(`"required" names %q, which no "properties" beside it has`, shorten(t.Value)),
	}
	if len(near) > 0 {
		d.Severity = diag.Error
		d.Hint = diag.DidYouMean(near)
	}
	r.diags.Add(d)
}
