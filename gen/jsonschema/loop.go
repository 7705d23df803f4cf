package jsonschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
)

// maxShown is how many schemas of a loop a diagnostic names.
const maxShown = 12

// loops reports each loop of schemas that apply to the same instance, for no validation ends in it:
// https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1. Loops are the strongly connected components
// over these edges; of each, one shortest loop is shown. Nothing here recurses, for chains of references may be long.
func (r *resolver) loops(schemas []*Schema) {
	for _, component := range components(schemas) {
		path := shortestLoop(component)
		if path == nil {
			continue
		}
		node := path[0].Node
		for _, ref := range []*Reference{path[0].Ref, path[0].DynamicRef} {
			if ref != nil && ref.Target == path[1%len(path)] {
				node = ref.Node
			}
		}
		r.fail("reference-loop", node, diag.Diagnostic{
			Message: "the schema applies itself to the same value again, without end",
			Got:     showLoop(path),
			Hint:    "let it refer to itself from within properties, items or additionalProperties, or cut the loop",
		})
	}
}

// showLoop writes the pointers of a loop, and that of the first again.
func showLoop(path []*Schema) string {
	file := path[0].Node.Pos.File
	show := func(s *Schema) string {
		text := "#" + string(s.Pointer)
		if s.Node.Pos.File != file {
			text = s.Node.Pos.File.Name + text
		}
		return text
	}
	var steps []string
	for i, s := range path {
		if i == maxShown-1 && len(path) > maxShown {
			steps = append(steps, fmt.Sprintf("%d more", len(path)-i))
			break
		}
		steps = append(steps, show(s))
	}
	return strings.Join(append(steps, show(path[0])), " -> ")
}

// shortestLoop returns the schemas of a shortest loop through the first schema of a component; nil when there is none,
// that is, when the component is one schema without an edge to itself.
func shortestLoop(component []*Schema) []*Schema {
	if len(component) == 1 && !slices.Contains(slices.Collect(component[0].sameInstance()), component[0]) {
		return nil // as nearly all
	}
	in := make(map[*Schema]bool, len(component))
	for _, s := range component {
		in[s] = true
	}
	start := component[0]
	from := make(map[*Schema]*Schema, len(component))
	queue := []*Schema{start}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for next := range s.sameInstance() {
			if next == start {
				path := []*Schema{s}
				for s != start {
					s = from[s]
					path = append(path, s)
				}
				slices.Reverse(path)
				return path
			}
			if _, seen := from[next]; in[next] && !seen {
				from[next] = s
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// components returns the strongly connected components over sameInstance, each in the order of schemas, by Tarjan's
// algorithm with a stack of its own.
func components(schemas []*Schema) [][]*Schema {
	type frame struct {
		schema int
		edges  []int // not yet followed
	}
	number := make(map[*Schema]int, len(schemas))
	for i, s := range schemas {
		number[s] = i
	}
	edges := func(i int) []int {
		var out []int
		for next := range schemas[i].sameInstance() {
			out = append(out, number[next])
		}
		return out
	}
	var (
		out     [][]*Schema
		visited int
		order   = make([]int, len(schemas)) // of the visit, from 1; 0: not visited
		low     = make([]int, len(schemas))
		open    = make([]bool, len(schemas)) // on the stack of schemas without a component
		stack   []int
		frames  []frame
	)
	enter := func(i int) {
		visited++
		order[i], low[i], open[i] = visited, visited, true
		stack = append(stack, i)
		frames = append(frames, frame{i, edges(i)})
	}
	for i := range schemas {
		if order[i] != 0 {
			continue
		}
		enter(i)
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if len(f.edges) > 0 {
				next := f.edges[0]
				f.edges = f.edges[1:]
				switch {
				case order[next] == 0:
					enter(next)
				case open[next]:
					low[f.schema] = min(low[f.schema], order[next])
				}
				continue
			}
			done := f.schema
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				parent := frames[len(frames)-1].schema
				low[parent] = min(low[parent], low[done])
			}
			if low[done] != order[done] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != done {
				at--
			}
			members := stack[at:]
			slices.Sort(members)
			component := make([]*Schema, len(members))
			for j, m := range members {
				open[m] = false
				component[j] = schemas[m]
			}
			stack = stack[:at]
			out = append(out, component)
		}
	}
	return out
}
