package ir

import "github.com/rightkit/lockstep/gen/source"

// A Rule says which JSON values are accepted, keyword by keyword: one subschema. A target either enforces each keyword
// of a Rule or fails. The zero Rule accepts every value. Rules form a graph that may have cycles through Ref.
type Rule struct {
	Origin  Origin
	Pointer source.Pointer // as reported in keyword locations; equals Origin.Pointer in the contract's own document
	Shape   *Shape         // the shape whose rule this is; nil for the rule of an inline part

	Never bool // the schema false

	Types Kinds // 0: each
	Enum  []*Value
	Const *Value

	MinLength, MaxLength *int // in code points
	Pattern              *Pattern

	Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum, MultipleOf *Number

	// Unsigned says that values of type integer are held as uint64, not int64: none is negative, and some exceed int64.
	Unsigned bool

	MinItems, MaxItems       *int
	UniqueItems              bool
	PrefixItems              []*Rule
	Items, Contains          *Rule
	MinContains, MaxContains *int
	UnevaluatedItems         *Rule

	Properties                          []NamedRule
	Required                            []string
	PatternProperties                   []PatternRule
	AdditionalProperties, PropertyNames *Rule
	MinProperties, MaxProperties        *int
	DependentRequired                   []Dependent
	DependentSchemas                    []NamedRule
	UnevaluatedProperties               *Rule

	RequiredWhen []Condition // from the contract file, not from the schema

	Ref                 *Rule
	AllOf, AnyOf, OneOf []*Rule
	Not, If, Then, Else *Rule

	Tag      *Tag // tells the branches of OneOf or AnyOf apart; nil when no property does
	Nullable bool // OneOf or AnyOf is one schema and null
}

// Kinds is a set of JSON types.
type Kinds uint8

// The JSON types. A number without a fraction, however it is written, is also an integer.
const (
	KindNull Kinds = 1 << iota
	KindBoolean
	KindInteger
	KindNumber
	KindString
	KindArray
	KindObject
)

// A NamedRule is the rule of a property.
type NamedRule struct {
	Name string
	Rule *Rule
}

// A PatternRule is the rule of the properties whose names match.
type PatternRule struct {
	Pattern *Pattern
	Rule    *Rule
}

// A Dependent lists the properties that must be present when Name is.
type Dependent struct {
	Name     string
	Required []string
}

// A Condition requires properties when another property holds one string.
type Condition struct {
	Origin   Origin
	At       string // keyword location that violations report, such as "contract.yaml#/conditions/0"
	Property string
	Equals   string
	Required []string
}

// A Tag tells the branches of a union apart: Values[i] pick branch i, and no string stands twice.
type Tag struct {
	Property string
	Values   [][]string
}

// A Pattern is an ECMA-262 regular expression (flag u) and what it is in the other languages' dialects.
type Pattern struct {
	Source string // as the schema has it
	RE2    string // the same language in Go's regexp syntax
}

// A Number is a decimal number as the source wrote it, such as "0.01" or "1e2".
type Number struct{ Text string }

// A Value is a JSON value of the contract: of enum, const, default.
type Value struct {
	Origin Origin
	Kind   Kinds  // exactly one; KindInteger when a number has no fraction
	Str    string // with KindString
	JSON   string // canonical JSON: no space, members sorted, numbers in shortest plain form
}
