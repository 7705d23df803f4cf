// Package ir is the model of a contract that every target reads: what a language holds (Type) and what it accepts
// (Rule), kept apart. Lowering makes it from a schema graph; nothing here knows JSON Schema text, a file format, or a
// target language. Names are words, never identifiers. Order is the order of the source. A Contract is not changed
// once lowering has returned it.
package ir

import (
	"time"

	"github.com/rightkit/lockstep/gen/source"
)

// An Origin is where a part of the contract comes from.
type Origin struct {
	Pos     source.Pos     // zero when the part was not written by anybody
	Pointer source.Pointer // JSON pointer in the document at Pos
}

// A Contract is one version of one wire contract.
type Contract struct {
	Name    string // "demo"; names the folders of the output
	Version string // "v1"
	ID      string // "$id" of the schema, such as "rightkit.agent.demo.v1"; "" when it has none
	Title   string
	Doc     string
	Origin  Origin // of its name in the contract file; zero for a schema alone

	// Schema is the canonical document as published, and its path below the project root.
	Schema     []byte
	SchemaPath string

	Service *Service // nil for a contract of messages alone
	Shapes  []*Shape // top-level shapes in source order, each followed by the shapes nested in it
	Tools   []*Tool
	Codes   *Codes // nil when the contract names no error code
	Exits   []Exit
	Fixture *Fixture // nil when there is none
}

// Lookup returns the shape with a wire name, such as "batch.params", or nil.
func (c *Contract) Lookup(wire string) *Shape {
	for _, s := range c.Shapes {
		if s.Wire == wire {
			return s
		}
	}
	return nil
}

// A Service is how peers find each other.
type Service struct {
	Name   string // "rightkit.agent.demo"
	Client string // label that the client gives itself, "right-ctl"
}

// A Shape is a named type of the contract.
type Shape struct {
	Wire   string            // "batch.params"; for a nested shape the wire name of its parent, "#", and a pointer
	Words  []string          // of which each target makes its identifier
	Pinned map[string]string // identifiers that the contract pins, by target ("go", "typescript", "rust")
	Nested bool              // written inline, inside another shape
	Origin Origin
	Doc    string // description, or what stands in for it; never empty
	Type   Type   // any of the sum; Struct, Enum and Union stand nowhere else
	Rule   *Rule  // everything that the schema asserts of a value
	Secret bool   // a value that must not be printed
}

// A Type is what a language holds. It is one of *Struct, *Enum, *Union, *List, *Tuple, *Map, *Scalar, *Literal,
// *Nullable, *Ref, *Any and *NullOnly. Struct, Enum and Union stand only as the type of a Shape; elsewhere a Ref names them.
type Type interface{ isType() }

// A Struct is an object with named fields.
type Struct struct {
	Fields []*Field
	Extra  Type // type of the properties that no field names, when the schema types them; nil: they are not kept

	ExtraRule *Rule // of each such property; nil when no single subschema holds for all of them
}

// A Field is a property of a Struct.
type Field struct {
	Name     string // exactly as on the wire
	Words    []string
	Pinned   map[string]string
	Origin   Origin
	Doc      string // never empty
	Presence Presence
	Type     Type
	Rule     *Rule  // of the property's value; when several subschemas hold for it, a rule with each in AllOf
	Default  *Value // with Presence Defaulted
}

// Presence says whether a property must be there.
type Presence int

const (
	Required Presence = iota + 1
	Optional
	Defaulted // optional, and an absent property means Field.Default
)

// An Enum is a closed set of strings.
type Enum struct{ Values []*EnumValue }

// An EnumValue is one string of an Enum.
type EnumValue struct {
	Value  string
	Words  []string
	Pinned map[string]string
	Doc    string // "" when the contract says nothing of the value
}

// A Union holds a value of one of its variants.
type Union struct {
	Variants []*Variant
	// Tag is the property whose value tells the variants apart; "" when they are told apart by JSON type (each
	// variant has other Kinds) or, if Kinds overlap, only by trying them.
	Tag string
}

// A Variant is one alternative of a Union.
type Variant struct {
	Words  []string
	Type   Type
	Rule   *Rule
	Kinds  Kinds    // JSON types that a value of the variant may have
	Values []string // with Union.Tag: the values of the tag that pick this variant
}

// A List is an array of one item type.
type List struct {
	Item Type
	Rule *Rule // of each item; nil when no single subschema holds for all items
}

// A Tuple is an array whose first items have types of their own.
type Tuple struct {
	Items []Type
	Rules []*Rule
	Rest  Type // nil when no further item is accepted
}

// A Map is an object whose keys are data.
type Map struct {
	Value Type
	Rule  *Rule // of each value; nil when no single subschema holds for all values
}

// A Scalar is a string, a boolean, an integer or a number.
type Scalar struct{ Kind ScalarKind }

// ScalarKind is what a Scalar holds.
type ScalarKind int

const (
	String ScalarKind = iota + 1
	Boolean
	Int64
	Uint64 // an integer that is never negative and may exceed int64
	Float64
)

// A Literal has one value.
type Literal struct {
	Value *Value
	Kind  ScalarKind
}

// A Nullable is its type or null.
type Nullable struct{ Type Type }

// A Ref names a shape.
type Ref struct{ Shape *Shape }

// Any is any JSON value; it is held as its text.
type Any struct{}

// NullOnly holds nothing but null.
type NullOnly struct{}

func (*Struct) isType()   {}
func (*Enum) isType()     {}
func (*Union) isType()    {}
func (*List) isType()     {}
func (*Tuple) isType()    {}
func (*Map) isType()      {}
func (*Scalar) isType()   {}
func (*Literal) isType()  {}
func (*Nullable) isType() {}
func (*Ref) isType()      {}
func (*Any) isType()      {}
func (*NullOnly) isType() {}

// A Tool is one method of the service.
type Tool struct {
	Name    string   // method name on the wire, "demo.batch"
	Command string   // word on the command line, "batch"
	Words   []string // of which each target makes its identifier
	Origin  Origin
	Doc     string
	Effect  string // "observe", "act" or "launch"
	Timeout time.Duration
	Token   *Field // field of Params that carries the session token; nil when the tool needs none
	Params  *Shape
	Result  *Shape
	Text    []string // top-level keys of Params that the command line keeps verbatim, in source order
	Closed  *FailClosed
}

// A FailClosed is a property of a result whose every other value becomes an error, so that nothing else of the result
// is used.
type FailClosed struct {
	Property string
	Value    string // the only value that is a success
	Code     string // error code for each other value
}

// Codes are the error codes of the contract.
type Codes struct {
	Shape       *Shape // its type is an Enum; each value has a Doc
	PassThrough bool   // codes of the transport pass unchanged
	Beside      []Code // codes that a client meets although Shape does not have them
}

// A Code is an error code and what it means.
type Code struct{ Value, Doc string }

// An Exit maps error codes to an exit code of the command line.
type Exit struct {
	Code  int
	Codes []string // error codes; empty: all that no other Exit names
	Doc   string
}

// A Fixture is an app that exists for tests alone.
type Fixture struct {
	App  string // its id
	Gate string // build feature without which it does not exist
}
