package wire

import "strings"

// Check returns all that r refuses in one message, MaxViolations at most, in the order that every language of a contract
// keeps to; nil when it is accepted. A text that is no message at all (see CodeSyntax and what follows) has that one
// violation.
func Check(data []byte, r *Rule) Violations { return check(data, r, MaxViolations) }

// check is Check with a limit.
func check(data []byte, r *Rule, limit int) Violations {
	root, refused := parse(string(data))
	if refused != nil {
		return Violations{*refused}
	}
	return r.validate(&root, limit)
}

// A Shape is a named rule of a contract. Generated packages have a table of theirs.
type Shape struct {
	Name string // as the contract spells it, such as "batch.params"
	Rule *Rule
}

// Check is Check with the rule of the shape.
func (s Shape) Check(data []byte) Violations { return Check(data, s.Rule) }

// Violations are all that is wrong with a message.
type Violations []Violation

// Err is nil when there are no violations, and the violations otherwise.
func (vs Violations) Err() error {
	if len(vs) == 0 {
		return nil
	}
	return vs
}

// Error has one violation a line.
func (vs Violations) Error() string {
	lines := make([]string, len(vs))
	for i := range vs {
		lines[i] = vs[i].Error()
	}
	return strings.Join(lines, "\n")
}
