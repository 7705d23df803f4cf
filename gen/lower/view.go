package lower

import (
	"strconv"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// A view is all that holds of one value at once: the subschema itself, what its references and its allOf lead to, and
// alternatives of which there is only one. Nothing is merged into a subschema that others share.
type view struct {
	nodes   []*jsonschema.Schema // in the order in which their properties stand in the source
	choices []choice
}

// A choice is an anyOf or oneOf with several branches.
type choice struct {
	owner    *jsonschema.Schema
	keyword  string
	branches []*jsonschema.Schema
}

// What references, allOf and alternatives include again and again is counted in subschemas and properties, so that a
// small schema cannot grow without end: minExpansion is always allowed, and maxGrowth for each subschema of the graph.
const (
	minExpansion = 100_000
	maxGrowth    = 20
)

// view returns the view of a subschema.
func (l *lowering) view(s *jsonschema.Schema) *view {
	if v := l.views[s]; v != nil {
		return v
	}
	v := &view{}
	if s.Bool == nil && s.Ref == nil && s.DynamicRef == nil && s.AllOf == nil && s.AnyOf == nil && s.OneOf == nil {
		v.nodes = []*jsonschema.Schema{s}
	} else {
		l.collect(v, s, map[*jsonschema.Schema]bool{})
	}
	l.views[s] = v
	return v
}

// join returns the view of a value for which all of the views hold, without some choice.
func (l *lowering) join(without *choice, views ...*view) *view {
	joined := &view{}
	seen := map[*jsonschema.Schema]bool{}
	for _, v := range views {
		for _, n := range v.nodes {
			if !seen[n] {
				seen[n] = true
				joined.nodes = append(joined.nodes, n)
			}
		}
		for _, c := range v.choices {
			if without == nil || c.owner != without.owner || c.keyword != without.keyword {
				joined.choices = append(joined.choices, c)
			}
		}
	}
	l.spend(len(joined.nodes))
	return joined
}

// collect adds a subschema and what holds with it. Its recursion is bounded by maxInPlace.
func (l *lowering) collect(v *view, s *jsonschema.Schema, seen map[*jsonschema.Schema]bool) {
	if s == nil || seen[s] || l.deep || !l.spend(1) {
		return
	}
	seen[s] = true
	if s.Bool != nil {
		v.nodes = append(v.nodes, s)
		return
	}
	added := false
	for i := range s.Node.Members {
		switch s.Node.Members[i].Name {
		case "$ref":
			l.collect(v, target(s.Ref), seen)
		case "$dynamicRef":
			l.collect(v, target(s.DynamicRef), seen)
		case "allOf":
			for _, b := range s.AllOf {
				l.collect(v, b, seen)
			}
		case "anyOf":
			l.collectChoice(v, choice{s, "anyOf", s.AnyOf}, seen)
		case "oneOf":
			l.collectChoice(v, choice{s, "oneOf", s.OneOf}, seen)
		case "properties":
			v.nodes, added = append(v.nodes, s), true
		}
	}
	if !added {
		v.nodes = append(v.nodes, s)
	}
}

func (l *lowering) collectChoice(v *view, c choice, seen map[*jsonschema.Schema]bool) {
	if len(c.branches) == 1 {
		l.collect(v, c.branches[0], seen)
		return
	}
	v.choices = append(v.choices, c)
}

// spend counts n subschemas or properties, and reports whether the limit is still kept.
func (l *lowering) spend(n int) bool {
	if l.spent < 0 {
		return false
	}
	limit := minExpansion + maxGrowth*len(l.graph.Schemas)
	if l.spent += n; l.spent <= limit {
		return true
	}
	l.spent = -1
	root := l.graph.Root
	l.report(diag.Diagnostic{
		Severity: diag.Error, Code: "too-large", Pos: root.Node.Pos, At: root.Pointer,
		Message: "the references, allOf and alternatives of this schema stand for more than " + strconv.Itoa(limit) +
			" subschemas and properties",
		Hint: "split the contract, or let shapes refer to each other instead of including each other",
	})
	return false
}

// Groups of keywords that say something about the form of a value, beyond refusing some values.
type structure uint16

const (
	hasValues     structure = 1 << iota // enum, const
	hasItems                            // items, prefixItems
	hasProperties                       // properties
	hasRequired                         // required
	hasExtra                            // patternProperties, additionalProperties with a schema
	hasChoice                           // anyOf, oneOf of several branches
)

// structureOf returns the groups that a subschema has itself.
func structureOf(s *jsonschema.Schema) structure {
	var set structure
	add := func(group structure, present bool) {
		if present {
			set |= group
		}
	}
	add(hasValues, s.Enum != nil || s.Const != nil)
	add(hasItems, s.Items != nil || len(s.PrefixItems) > 0)
	add(hasProperties, s.Properties != nil)
	add(hasRequired, len(s.Required) > 0)
	add(hasExtra, len(s.PatternProperties) > 0 || typed(s.AdditionalProperties) || typed(s.UnevaluatedProperties))
	add(hasChoice, len(s.AnyOf) > 1 || len(s.OneOf) > 1)
	return set
}

// structure returns the groups of a whole view.
func (v *view) structure() structure {
	var set structure
	for _, n := range v.nodes {
		set |= structureOf(n) &^ hasChoice
	}
	if len(v.choices) > 0 {
		set |= hasChoice
	}
	return set
}

// typed reports whether a subschema is there and refuses some values, not all.
func typed(s *jsonschema.Schema) bool { return s != nil && s.Bool == nil && asserts(s) }

// never reports whether a subschema is there and is false.
func never(s *jsonschema.Schema) bool { return s != nil && s.Bool != nil && !*s.Bool }
