package wire

// A Violation says why a message is refused. Code, Instance and Keyword are the same in Go, TypeScript and Rust.
type Violation struct {
	// Code is the keyword that refused the value ("enum", "required", "minItems"), or one of the codes below.
	Code string
	// Instance is the JSON pointer of the refused value: "" is the message itself. A missing property is reported at
	// the object that lacks it.
	Instance string
	// Keyword is the JSON pointer of the keyword in the contract's schema, such as "/$defs/step/required"; "" for a
	// text that is refused before any schema is looked at.
	Keyword string
	// Message says in plain words what was found and what was expected. It never holds a whole value of the message
	// that could be long or secret.
	Message string
	// Offset is the byte offset in the text, or -1 when the value did not come from a text.
	Offset int
}

// Codes of texts that are refused whatever the schema says, and of values that the schema accepts but a program cannot
// hold. All but CodeRange have no keyword location. A text with one of the first six is reported with that violation
// alone: it is no message, so no schema is asked about it.
const (
	CodeSyntax          = "syntax"           // not JSON; Instance is ""
	CodeTrailing        = "trailing-text"    // text after the value; Instance is ""
	CodeUTF8            = "invalid-utf8"     // Instance is ""
	CodeSurrogate       = "lone-surrogate"   // an escape of half a character; Instance is ""
	CodeDepth           = "depth"            // nested deeper than MaxDepth; Instance is ""
	CodeDuplicateMember = "duplicate-member" // Instance is the member that stands twice
	CodeRange           = "range"            // a number outside int64, uint64 or float64; Keyword is .../type
	CodeNoValue         = "no-value"         // only when writing: a Go value that stands for no JSON value
)

// MaxDepth is how deep arrays and objects may nest: [] is 1 deep. It is what serde_json accepts by default, so that
// a Rust peer gives the same verdict.
const MaxDepth = 127

// Error makes a Violation an error: "/steps/3/op: got \"clik\", want \"click\", \"type\" or \"press\" [enum]".
func (v *Violation) Error() string {
	where := v.Instance
	if where == "" {
		return v.Message + " [" + v.Code + "]"
	}
	return where + ": " + v.Message + " [" + v.Code + "]"
}
