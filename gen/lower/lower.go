// Package lower turns a graph of schemas and the contract file beside it into the model that every target reads. For
// each subschema it answers two questions apart: which values are accepted (ir.Rule, a conversion keyword by keyword in
// which nothing is lost) and what a language holds (ir.Type). A type holds at least every value that the rule accepts;
// where it can hold more, the rule still refuses. Names, presence, unions and recursion are decided here and nowhere
// else.
//
// Lower never changes its input, never merges into a subschema that others share, and never drops a keyword: what it
// cannot honour is an error with a place. Its work is linear in the schema, and in what allOf and alternatives include.
//
// In 2020-12, "format", "contentEncoding" and "contentMediaType" are annotations: nothing asserts them, here or in any
// target. So the doc of each shape and field that has one says what it is and that it is not checked, and a format whose
// name no standard knows is a warning.
//
// A reference stays one: a place that refers to a shape, alone or beside null, is held as that shape, so that its name,
// its doc and its secrecy hold there too.
//
// What a value is held as follows from the JSON types that its subschema may accept, not from the keywords that it
// has: {"minLength": 1} accepts numbers too, so it is held as any value.
//
//	one type                 the struct, map, list, tuple, enum or scalar of that type
//	one type and null        the same, nullable
//	several types            a union by type; any value when all types are accepted
//	oneOf, anyOf of objects  a union of structs, told apart by a tag or by trying
//	properties beside oneOf  a union in which each variant has those properties too
//	several such choices     any value: the combinations are not multiplied
//	if, not, dependent...    no influence; only the rule has them
package lower

import (
	"slices"

	"github.com/rightkit/lockstep/gen/contract"
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
)

// An Input is what Lower reads.
type Input struct {
	Graph    *jsonschema.Graph // resolved without errors
	Contract *contract.File    // checked without errors; nil for a schema alone
	Name     string            // of the contract when Contract is nil
	Version  string            // likewise
}

// Lower returns the model of a contract. The diagnostics are sorted; when one of them is an error, the contract is nil.
func Lower(in Input) (*ir.Contract, diag.List) {
	l := newLowering(in)
	c := l.contract()
	l.diags.Sort()
	if l.diags.Failed() {
		return nil, l.diags
	}
	return c, l.diags
}

func newLowering(in Input) *lowering {
	return &lowering{
		in: in, graph: in.Graph, file: in.Graph.Root.Node.Pos.File, wires: rules.NewWiring(),

		rules:  make(map[*jsonschema.Schema]*ir.Rule, len(in.Graph.Schemas)),
		facts:  make(map[*jsonschema.Schema]fact, len(in.Graph.Schemas)),
		views:  make(map[*jsonschema.Schema]*view, len(in.Graph.Schemas)),
		tagged: map[*jsonschema.Schema]map[string][]string{},

		shapes: map[*jsonschema.Schema]*ir.Shape{},
		homes:  map[*ir.Shape]*jsonschema.Schema{},
		top:    map[*ir.Shape]int{},
		byWire: map[string]*ir.Shape{},
		fields: map[*ir.Field][]*jsonschema.Schema{},
		joined: map[*ir.Rule][]*jsonschema.Schema{},
		parts:  map[part]ir.Type{},
		making: map[part]*making{},
		taken:  map[string]bool{},

		variants: map[*jsonschema.Schema][][]string{},
		siblings: map[*jsonschema.Schema]map[string][]string{},
		owners:   map[*jsonschema.Schema]map[string]int{},
	}
}

// A lowering is the state of one call of Lower.
type lowering struct {
	in    Input
	graph *jsonschema.Graph
	file  *source.File // of the contract's own schema
	diags diag.List

	rules  map[*jsonschema.Schema]*ir.Rule
	facts  map[*jsonschema.Schema]fact
	views  map[*jsonschema.Schema]*view
	tagged map[*jsonschema.Schema]map[string][]string
	deep   bool // maxInPlace, maxSteps or maxNested was exceeded
	spent  int  // see spend; -1 when the limit was exceeded
	wires  *rules.Wiring

	heaviest int // the most steps of any subschema
	asked    int // see refused; -1 when the limit was exceeded

	shapes   map[*jsonschema.Schema]*ir.Shape   // of the subschemas that have a name wherever they stand
	homes    map[*ir.Shape]*jsonschema.Schema   // where each shape comes from
	top      map[*ir.Shape]int                  // number of each top-level shape, from 1
	byWire   map[string]*ir.Shape               // top-level shapes
	named    map[string]*jsonschema.Schema      // by the names of the contract file; nil until find needs it
	fields   map[*ir.Field][]*jsonschema.Schema // the subschemas of each field
	joined   map[*ir.Rule][]*jsonschema.Schema  // of the rules that stand for several subschemas
	bySource map[source.Pos]*jsonschema.Schema  // nil until document needs it
	out      []*ir.Shape
	parts    map[part]ir.Type
	making   map[part]*making
	taken    map[string]bool                            // wire names of nested shapes
	variants map[*jsonschema.Schema][][]string          // words, by the first branch of a choice
	siblings map[*jsonschema.Schema]map[string][]string // words of the properties of a subschema
	owners   map[*jsonschema.Schema]map[string]int      // how many branches of its choice have a property, by branch
}

func (l *lowering) report(d diag.Diagnostic) { l.diags.Add(d) }

// contract makes the model. It stops early only when what follows would repeat or build on an error.
func (l *lowering) contract() *ir.Contract {
	for _, s := range l.graph.Schemas {
		l.kinds(s)
	}
	if l.diags.Failed() {
		return nil
	}
	l.makeRules()
	l.makeShapes()
	l.conditions()
	if l.diags.Failed() {
		return nil
	}
	l.lowerShapes()
	l.order()
	l.collide()
	l.checkFinite()
	c := l.assemble()
	l.checkRanges()
	l.checkConstants()
	l.checkDefaults()
	l.checkFormats()
	l.document(c)
	return c
}

// asserts reports whether a subschema can refuse a value.
func asserts(s *jsonschema.Schema) bool {
	return s.Bool != nil || slices.ContainsFunc(s.Node.Members, func(m load.Member) bool { return assertions[m.Name] })
}
