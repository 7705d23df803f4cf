package check

import (
	"testing"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/stretchr/testify/assert"
)

func TestRules(t *testing.T) {
	integer := func(name, maximum string) *ir.Field {
		return &ir.Field{Name: name, Type: &ir.Scalar{Kind: ir.Int64}, Rule: &ir.Rule{Maximum: &ir.Number{Text: maximum}}}
	}
	contract := &ir.Contract{Shapes: []*ir.Shape{{Type: &ir.Struct{Fields: []*ir.Field{
		integer("count", "9007199254740992"), integer("large", "9007199254740993"), integer("larger", "1e17"),
		{Name: "free", Type: &ir.Scalar{Kind: ir.Int64}, Rule: &ir.Rule{}},
		{Name: "аdmin", Type: &ir.Any{}, Rule: &ir.Rule{}},
		{Name: "admin\u200b", Type: &ir.Any{}, Rule: &ir.Rule{}},
		{Name: "имя", Type: &ir.Any{}, Rule: &ir.Rule{}},
		{Name: "größe", Type: &ir.Any{}, Rule: &ir.Rule{}},
	}}}}}
	var got []string
	for _, d := range Run(contract) {
		got = append(got, d.Text())
	}
	assert.ElementsMatch(t, []string{
		`warning: property "large" may exceed 2^53, and JavaScript then loses digits [integer-precision]` +
			"\n    hint: send such a number as a string, or bound it by 9007199254740991",
		`warning: property "larger" may exceed 2^53, and JavaScript then loses digits [integer-precision]` +
			"\n    hint: send such a number as a string, or bound it by 9007199254740991",
		`warning: property "\u0430dmin" holds a character that cannot be seen or looks like a Latin letter [confusable-name]`,
		`warning: property "admin\u200b" holds a character that cannot be seen or looks like a Latin letter [confusable-name]`,
	}, got)
}

// TestTable keeps the table of rules fit to be the documentation.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules {
		assert.Regexp(t, `^[a-z]+(-[a-z]+)*$`, r.ID)
		assert.NotEmpty(t, r.Purpose)
		assert.False(t, seen[r.ID], r.ID)
		seen[r.ID] = true
	}
}
