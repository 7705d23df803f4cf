// Package contract reads contract.yaml, which says of a contract what its JSON Schema cannot: the service, the tools with
// their timeouts and effects, what fails closed, the meanings of error codes, exit codes, conditions, and the words that
// stand in for descriptions and names. Read turns a load.Document into a File; File.Check compares the File with the
// schema, so that neither can move alone. The package decides nothing about code: that is package lower.
//
// A shape is named by its wire name ("step"; "batch.params" for an entry of a container), and a subschema that stands
// inside another by its JSON pointer in the schema ("/$defs/apps/result/properties/apps/items"). Every value of a File
// has its place. After a Check without errors, every name in a File leads somewhere.
package contract

import (
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// A File is a contract.yaml. Lists are in source order; a pointer is nil, and a list is empty, when the file says
// nothing.
type File struct {
	Node    *load.Node
	Name    form.Text // "demo"
	Version form.Text // "v1"
	Schema  form.Text // path of the schema, clean, from the folder of the file
	Doc     form.Text

	Service    *Service // set when there are tools
	Tools      []*Tool
	Errors     *Errors
	TextKeys   []form.Text // keys of the command line whose value stays verbatim; nil: not asserted
	Conditions []*Condition
	Limits     []*Limit
	Exits      []*Exit
	Fixture    *Fixture
	Secrets    []form.Text // shapes whose values must not be printed
	Docs       []*ShapeDoc
	Names      []*ShapeNames

	docs    map[string]*ShapeDoc
	names   map[string]*ShapeNames
	secrets map[string]bool
}

// A Service is how peers find each other.
type Service struct {
	Name   form.Text // "rightkit.agent.demo"
	Client form.Text // label that the client gives itself
}

// A Tool is one method of the service.
type Tool struct {
	Node       *load.Node
	Name       form.Text // method on the wire, "demo.batch"
	Command    form.Text // word on the command line, "batch"
	Doc        form.Text
	Effect     form.Text // "launch", "observe" or "act"
	Timeout    form.Duration
	Params     form.Text // shape
	Result     form.Text // shape
	Token      form.Text // property of Params that carries the session token; absent: the tool takes none
	FailClosed *FailClosed
}

// A FailClosed is a property of a result that has one good value. With any other value the call fails with Code, and
// nothing else of the result is used.
type FailClosed struct {
	Property form.Text
	Value    form.Text
	Code     form.Text
}

// Errors are the error codes.
type Errors struct {
	Node        *load.Node
	Shape       form.Text // an enum of strings
	PassThrough form.Flag // codes that the contract does not know pass unchanged
	Meanings    []Doc     // of each code of Shape
	Beside      []Doc     // of codes that a client meets although Shape does not have them
}

// A Condition requires properties of some shapes when another property holds one string.
type Condition struct {
	Node     *load.Node
	Shapes   []form.Text
	Property form.Text
	Equals   form.Text
	Require  []form.Text
}

// A Limit asserts what the schema says of a property.
type Limit struct {
	Shape    form.Text
	Property form.Text
	Bounds   []Bound
}

// A Bound is the value that a keyword such as "maxItems" must have.
type Bound struct {
	Keyword string
	Value   form.Int
}

// An Exit is an exit code of the command line. Success is always 0.
type Exit struct {
	Node  *load.Node
	Exit  form.Int
	Codes []form.Text // error codes that lead to it; empty: each that no other Exit names
	Doc   form.Text
}

// A Fixture is an app that exists for tests alone.
type Fixture struct {
	App     form.Text
	Feature form.Text // build feature, or build tag, without which it does not exist
}

// A ShapeDoc stands in for descriptions that the schema lacks.
type ShapeDoc struct {
	Shape      form.Text
	Doc        form.Text
	Properties []Doc
	Values     []Doc // of an enum
}

// A Doc says what a property, a value or a code is.
type Doc struct {
	Name form.Text
	Text form.Text
}

// ShapeNames pins identifiers of a shape, its properties, and the values of an enum.
type ShapeNames struct {
	Shape      form.Text
	Pinned     Pinned
	Properties []Names
	Values     []Names
}

// Names pins the identifiers of a property or a value.
type Names struct {
	Name   form.Text
	Pinned Pinned
}

// Pinned holds identifiers by target. All stands for each target that has none of its own.
type Pinned struct {
	All, Go, Rust, TypeScript form.Text
}

// For returns the identifier for a target ("go", "rust", "typescript"), or "" when none is pinned.
func (p Pinned) For(target string) string {
	own := map[string]form.Text{"go": p.Go, "rust": p.Rust, "typescript": p.TypeScript}[target]
	if own.Value != "" {
		return own.Value
	}
	return p.All.Value
}

// ShapeDoc returns what the file says of a shape, by its wire name or its pointer; nil: nothing.
func (f *File) ShapeDoc(wire string, at source.Pointer) *ShapeDoc { return find(f.docs, wire, at) }

// ShapeNames returns what the file pins of a shape, by its wire name or its pointer; nil: nothing.
func (f *File) ShapeNames(wire string, at source.Pointer) *ShapeNames { return find(f.names, wire, at) }

// Secret reports whether the values of a shape, given by its wire name or its pointer, must not be printed.
func (f *File) Secret(wire string, at source.Pointer) bool { return find(f.secrets, wire, at) }

func find[T any](index map[string]T, wire string, at source.Pointer) T {
	if v, ok := index[wire]; ok {
		return v
	}
	return index[string(at)]
}
