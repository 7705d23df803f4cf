package wire

// A Rule says which JSON values are accepted: one subschema of a contract, keyword by keyword. Rules are plain data:
// generated packages declare them as composite literals, so that they cost nothing at start-up. A zero Rule accepts
// every value. A Rule must not be changed once it is in use; it may then be used from many goroutines.
type Rule struct {
	// At is the JSON pointer of the subschema in its document, such as "/$defs/batch/params". The keyword location of
	// a violation is At, a slash, and the keyword.
	At string

	// Never refuses every value (the schema false). No other keyword is looked at.
	Never bool

	// Any value. Enum or JSON that is empty but not nil accepts nothing.
	Type  Types    // accepted types; 0 accepts each
	Enum  []string // accepted strings, when each value of "enum" is a string
	JSON  []string // accepted values as canonical JSON, when "enum" has a value that is no string
	Const string   // the one accepted value as canonical JSON, or ""

	// Strings. Lengths count code points.
	MinLength int
	MaxLength int      // 0: no limit; Zero: a limit of 0
	Pattern   *Pattern // nil: none

	// Numbers, as decimal texts ("" is no bound). Int carries the same bounds for values held as int64.
	Minimum          string
	Maximum          string
	ExclusiveMinimum string
	ExclusiveMaximum string
	MultipleOf       string
	Int              *IntRange // nil: the whole of int64
	Unsigned         bool      // values of type integer are held as uint64, not int64

	// Arrays.
	MinItems         int
	MaxItems         int // 0: no limit; Zero: a limit of 0
	UniqueItems      bool
	PrefixItems      []*Rule
	Items            *Rule // items after PrefixItems
	Contains         *Rule
	MinContains      int // looked at when Contains is set; 0: 1; Zero: 0
	MaxContains      int // 0: no limit; Zero: a limit of 0
	UnevaluatedItems *Rule

	// Objects.
	Properties            []Property // in the order of the schema
	Required              []string
	PatternProperties     []PatternProperty
	AdditionalProperties  *Rule
	PropertyNames         *Rule
	MinProperties         int
	MaxProperties         int // 0: no limit; Zero: a limit of 0
	DependentRequired     []Dependent
	DependentSchemas      []Property
	UnevaluatedProperties *Rule

	// RequiredWhen holds the conditions that a contract states beside its schema.
	RequiredWhen []Condition

	// In-place applicators.
	Ref   *Rule // "$ref"
	AllOf []*Rule
	AnyOf []*Rule
	OneOf []*Rule
	Not   *Rule
	If    *Rule
	Then  *Rule
	Else  *Rule

	// Tag tells the branches of OneOf or AnyOf apart by the value of one property; nil when none does. A value that
	// picks a branch by its tag gets the violations of that branch instead of one violation of the union.
	Tag *Tag

	// Nullable marks a OneOf or AnyOf of one schema and {"type": "null"}: null is accepted, and any other value gets
	// the violations of the schema instead of one violation of the union.
	Nullable bool
}

// Zero is how a limit of zero is written where the zero value means that there is no limit.
const Zero = -1

// Types is a set of JSON types.
type Types uint8

// The JSON types. A value of 1.0 is of type integer, as JSON Schema says; Integer and Number may both be set.
const (
	Null Types = 1 << iota
	Boolean
	Integer
	Number
	String
	Array
	Object
)

// A Property is a named subschema.
type Property struct {
	Name string
	Rule *Rule
}

// A PatternProperty applies to the properties whose names match.
type PatternProperty struct {
	Pattern *Pattern
	Rule    *Rule
}

// A Dependent lists the properties that must be present when Name is.
type Dependent struct {
	Name     string
	Required []string
}

// A Condition requires properties when another property holds one string. It comes from the contract file beside the
// schema, so At points there, such as "contract.yaml#/conditions/0".
type Condition struct {
	At       string
	Property string
	Equals   string
	Required []string
}

// A Tag tells the branches of a union apart: Values[i] are the strings that pick branch i, and no string stands twice.
type Tag struct {
	Property string
	Values   [][]string
}

// An IntRange holds inclusive bounds.
type IntRange struct{ Min, Max int64 }
