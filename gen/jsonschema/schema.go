// Package jsonschema is the model of JSON Schema 2020-12: a field per keyword, each value with its place. Parse turns
// a load.Document into Schemas and reports every keyword that it does not know or whose value has the wrong form;
// Resolve links references into a Graph. Neither gives keywords a meaning for code: that is package lower.
package jsonschema

import (
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// A Schema is one subschema. A nil field means that the keyword is absent. Keywords are described in
// https://json-schema.org/draft/2020-12/json-schema-core and .../json-schema-validation.
type Schema struct {
	Node    *load.Node     // the whole subschema
	Pointer source.Pointer // in its document
	Parent  *Schema        // nil for the schema of a document
	Bool    *bool          // a boolean schema; no keyword is set then

	// Core.
	Dialect       *Text // "$schema"
	ID            *Text // "$id"
	Anchor        *Text
	DynamicAnchor *Text
	Comment       *Text
	Ref           *Reference
	DynamicRef    *Reference
	Defs          []Named
	Containers    []Container // entries of "$defs" that hold schemas by name and are none themselves
	Vocabulary    *load.Node

	// Applicators.
	AllOf, AnyOf, OneOf   []*Schema
	AllOfNode             *load.Node // the array after the keyword; nil when absent
	AnyOfNode             *load.Node
	OneOfNode             *load.Node
	Not, If, Then, Else   *Schema
	DependentSchemas      []Named
	PrefixItems           []*Schema
	Items, Contains       *Schema
	Properties            []Named
	PatternProperties     []Named
	AdditionalProperties  *Schema
	PropertyNames         *Schema
	UnevaluatedItems      *Schema
	UnevaluatedProperties *Schema

	// Validation.
	Types             []Text // "type", one or a list; nil when absent
	TypeNode          *load.Node
	Enum              *load.Node // an array
	Const             *load.Node
	MultipleOf        *load.Node // numbers
	Maximum           *load.Node
	ExclusiveMaximum  *load.Node
	Minimum           *load.Node
	ExclusiveMinimum  *load.Node
	MaxLength         *Count
	MinLength         *Count
	Pattern           *Text
	MaxItems          *Count
	MinItems          *Count
	UniqueItems       *Flag
	MaxContains       *Count
	MinContains       *Count
	MaxProperties     *Count
	MinProperties     *Count
	Required          []Text
	RequiredNode      *load.Node
	DependentRequired []Dependent

	// Annotations.
	Title            *Text
	Description      *Text
	Default          *load.Node
	Deprecated       *Flag
	ReadOnly         *Flag
	WriteOnly        *Flag
	Examples         *load.Node
	Format           *Text
	ContentEncoding  *Text
	ContentMediaType *Text
	ContentSchema    *Schema

	// Extensions are the "x-..." keywords; each is reported as a notice and otherwise left alone.
	Extensions []load.Member
}

// A Text is a string with its place.
type Text struct {
	Value string
	Node  *load.Node
}

// A Count is an integer that is not negative.
type Count struct {
	Value int
	Node  *load.Node
}

// A Flag is a boolean.
type Flag struct {
	Value bool
	Node  *load.Node
}

// A Named is a schema under a name.
type Named struct {
	Name    string
	NamePos source.Pos
	Schema  *Schema
}

// A Container is an entry of "$defs" such as {"params": schema, "result": schema}.
type Container struct {
	Name    string
	NamePos source.Pos
	Node    *load.Node
	Entries []Named
}

// A Dependent is one entry of "dependentRequired".
type Dependent struct {
	Name     string
	NamePos  source.Pos
	Required []Text
}

// A Reference is "$ref" or "$dynamicRef". Target is nil until Resolve has linked it.
type Reference struct {
	Text
	Target *Schema
}

// A Graph is a set of documents with their references linked.
type Graph struct {
	Root    *Schema   // of the contract's document
	Schemas []*Schema // every subschema, in source order, the root's document first
}
