// Package check finds what is legal in a contract and still not wise. Each rule is a record with an ID and a purpose, so
// that the table is the documentation. Rules read the model of one contract; they change nothing and find warnings and
// notices only: what must stop generation is found by lower.
package check

import (
	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
)

// A Rule is one thing to look for. ID is the code of its findings.
type Rule struct {
	ID      string
	Purpose string
	Check   func(*ir.Contract) diag.List
}

// Rules are all rules, in the order in which they run.
var Rules = []Rule{
	{
		ID:      "integer-precision",
		Purpose: "An integer that is meant to exceed 2^53 loses digits in JavaScript, whose numbers are doubles.",
		Check:   integerPrecision,
	},
	{
		ID:      "confusable-name",
		Purpose: "Names that differ only in characters that look alike or cannot be seen mislead a reviewer.",
		Check:   confusableName,
	},
}

// Run returns the findings of all rules, sorted.
func Run(c *ir.Contract) diag.List {
	var list diag.List
	for _, r := range Rules {
		list = append(list, r.Check(c)...)
	}
	list.Sort()
	return list
}
