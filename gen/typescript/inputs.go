package typescript

import (
	"slices"

	"github.com/rightkit/lockstep/gen/ir"
)

// A contract can state conditions beside its schema: with "op" being "type", "text" is required. The schema's own type
// cannot say so, for there "text" may be absent. So each shape that a condition reaches gets a second type, a union on
// the property that decides, and so does each shape that holds one:
//
//	export type StepInput =
//	  | { ref: ElementRef; op: "click" }
//	  | { ref: ElementRef; op: "type"; text: string }
//	  | { ref: ElementRef; op: "press"; key: string };
//
// A value of the second type is one of the first. The checks enforce the conditions, so it is what they leave.

// A choice is the union that the conditions of one shape make.
type choice struct {
	tag   *ir.Field // the property that decides
	cases []alternative
}

// An alternative is the values of the tag with one set of required properties.
type alternative struct {
	values   []string
	required []string
	left     map[string]bool // optional properties that only other alternatives require
}

// choiceOf returns the union that the conditions of a shape make; nil when they make none, as when the property that
// decides may be absent or is no enum. Conditions on a second property are enforced by the checks alone.
func choiceOf(s *ir.Shape) *choice {
	t, ok := s.Type.(*ir.Struct)
	if !ok || len(s.Rule.RequiredWhen) == 0 {
		return nil
	}
	decides := s.Rule.RequiredWhen[0].Property
	tag := fieldOf(t, decides)
	if tag == nil || tag.Presence != ir.Required {
		return nil
	}
	values := enumValues(tag.Type)
	if values == nil {
		return nil
	}
	c := &choice{tag: tag}
	all := map[string]bool{}
	for _, v := range values {
		var required []string
		for _, when := range s.Rule.RequiredWhen {
			if when.Property != decides || when.Equals != v {
				continue
			}
			for _, name := range when.Required {
				if f := fieldOf(t, name); f != nil && f.Presence != ir.Required && !slices.Contains(required, name) {
					required = append(required, name)
					all[name] = true
				}
			}
		}
		slices.Sort(required)
		i := slices.IndexFunc(c.cases, func(a alternative) bool { return slices.Equal(a.required, required) })
		if i < 0 {
			i = len(c.cases)
			c.cases = append(c.cases, alternative{required: required})
		}
		c.cases[i].values = append(c.cases[i].values, v)
	}
	if len(all) == 0 {
		return nil
	}
	for i := range c.cases {
		c.cases[i].left = map[string]bool{}
		for name := range all {
			if !slices.Contains(c.cases[i].required, name) {
				c.cases[i].left[name] = true
			}
		}
	}
	return c
}

func fieldOf(t *ir.Struct, name string) *ir.Field {
	i := slices.IndexFunc(t.Fields, func(f *ir.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return t.Fields[i]
}

// enumValues returns the strings of an enum; nil for a type that is none.
func enumValues(t ir.Type) []string {
	ref, ok := t.(*ir.Ref)
	if !ok {
		return nil
	}
	enum, ok := ref.Shape.Type.(*ir.Enum)
	if !ok {
		return nil
	}
	values := make([]string, len(enum.Values))
	for i, v := range enum.Values {
		values[i] = v.Value
	}
	return values
}

// conditioned returns the shapes that conditions reach, themselves or in a part, in the order of the contract.
func conditioned(c *ir.Contract) []*ir.Shape {
	users := map[*ir.Shape][]*ir.Shape{}
	reached := map[*ir.Shape]bool{}
	var queue []*ir.Shape
	for _, s := range c.Shapes {
		for part := range ir.Refs(s.Type) {
			users[part] = append(users[part], s)
		}
		if choiceOf(s) != nil {
			reached[s] = true
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, user := range users[s] {
			if !reached[user] {
				reached[user] = true
				queue = append(queue, user)
			}
		}
	}
	var list []*ir.Shape
	for _, s := range c.Shapes {
		if reached[s] {
			list = append(list, s)
		}
	}
	return list
}
