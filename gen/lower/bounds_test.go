package lower

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// edges are numbers at which bounds, kinds of integers and doubles change their mind.
var edges = strings.Fields(`0 -0 0.5 -0.5 1 -1 1.0 10e-1 1.5 -1.5 2 3 1e2 99.999 100.001 1e-9 -1e-9 0.1 0.3 0.30000000000000004
	9007199254740991 9007199254740992 9007199254740993 9223372036854775806 9223372036854775807 9223372036854775807.5
	9223372036854775808 9223372036854775808.5 -9223372036854775808 -9223372036854775808.5 -9223372036854775809
	18446744073709551614 18446744073709551615 18446744073709551615.5 18446744073709551616 1.8446744073709551615e19 1e30 -1e30`)

// TestBounds compares the verdict on numbers with exact arithmetic: bounds of each kind, with and without fractions, on
// integers that are held as int64 or uint64, and on numbers.
func TestBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	keywords := []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
	kinds := map[ir.ScalarKind]int{}
	accepted := 0
	for range 3000 {
		typ := []string{"integer", "integer", "number"}[random.IntN(3)]
		text := `{"type": "` + typ + `"`
		set := map[string]*big.Rat{}
		for range 1 + random.IntN(3) {
			keyword := keywords[random.IntN(len(keywords))]
			if set[keyword] == nil {
				bound := edges[random.IntN(len(edges))]
				set[keyword] = rat(t, bound)
				text += fmt.Sprintf(`, "%s": %s`, keyword, bound)
			}
		}
		text += "}"
		c, diags := pipeline(text, jsonschema.Options{})
		require.False(t, diags.Failed(), "%v", diags)
		shape := c.Lookup("root")
		kind := shape.Type.(*ir.Scalar).Kind
		kinds[kind]++
		require.Equal(t, kind == ir.Uint64, shape.Rule.Unsigned, text)
		some := false                                 // number is held
		negative, small, large := false, false, false // integers that the bounds accept: below 0, below and above the last int64
		for _, n := range edges {
			exact := rat(t, n)
			code := verdict(typ, kind, set, exact)
			if exact.IsInt() && verdict("number", ir.Float64, set, exact) == "" {
				negative = negative || exact.Sign() < 0
				small = small || exact.Cmp(rat(t, "9223372036854775807")) <= 0
				large = large || exact.Cmp(rat(t, "9223372036854775807")) > 0
			}
			got := ""
			if v := wire.Check([]byte(n), rules.Wire(shape.Rule)); len(v) > 0 {
				got = v[0].Code
			}
			require.Equal(t, code, got, "%s in %s as %s", n, text, kind)
			if some = some || got == ""; got == "" {
				accepted++
				assertHolds(t, shape, n)
			}
		}
		if typ == "integer" && large { // without an upper bound, int64 will do
			bounded := set["maximum"] != nil || set["exclusiveMaximum"] != nil
			require.Equal(t, !negative && (bounded || !small), kind == ir.Uint64, text)
		}
		if some {
			require.Nil(t, find(diags, "nothing-matches"), "%s: %v", text, diags)
		}
		require.Equal(t, empty(typ, kind, set), find(diags, "nothing-matches") != nil, text)
	}
	assert.Len(t, kinds, 3, "each kind is tried")
	t.Logf("%v schemas, %d numbers accepted", kinds, accepted)
}

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return r
}

// verdict returns the code of the first violation; "" for none.
func verdict(typ string, kind ir.ScalarKind, set map[string]*big.Rat, n *big.Rat) string {
	low, high := held(kind)
	switch {
	case typ == "integer" && !n.IsInt():
		return "type"
	case kind != ir.Float64 && (n.Cmp(low) < 0 || n.Cmp(high) > 0):
		return wire.CodeRange
	case set["minimum"] != nil && n.Cmp(set["minimum"]) < 0:
		return "minimum"
	case set["maximum"] != nil && n.Cmp(set["maximum"]) > 0:
		return "maximum"
	case set["exclusiveMinimum"] != nil && n.Cmp(set["exclusiveMinimum"]) <= 0:
		return "exclusiveMinimum"
	case set["exclusiveMaximum"] != nil && n.Cmp(set["exclusiveMaximum"]) >= 0:
		return "exclusiveMaximum"
	}
	return ""
}

// held returns the range of a kind of integers.
func held(kind ir.ScalarKind) (low, high *big.Rat) {
	text := [2]string{"-9223372036854775808", "9223372036854775807"}
	if kind == ir.Uint64 {
		text = [2]string{"0", "18446744073709551615"}
	}
	low, _ = new(big.Rat).SetString(text[0])
	high, _ = new(big.Rat).SetString(text[1])
	return low, high
}

// empty reports whether the bounds leave no number that is held.
func empty(typ string, kind ir.ScalarKind, set map[string]*big.Rat) bool {
	low, high := held(kind)
	if typ == "number" {
		low, high = nil, nil
	}
	openLow, openHigh := false, false
	for _, keyword := range []string{"minimum", "exclusiveMinimum"} {
		if b := set[keyword]; b != nil && (low == nil || b.Cmp(low) > 0 || b.Cmp(low) == 0 && keyword == "exclusiveMinimum") {
			low, openLow = b, keyword == "exclusiveMinimum"
		}
	}
	for _, keyword := range []string{"maximum", "exclusiveMaximum"} {
		if b := set[keyword]; b != nil && (high == nil || b.Cmp(high) < 0 || b.Cmp(high) == 0 && keyword == "exclusiveMaximum") {
			high, openHigh = b, keyword == "exclusiveMaximum"
		}
	}
	if low == nil || high == nil {
		return false
	}
	if typ == "number" {
		return low.Cmp(high) > 0 || low.Cmp(high) == 0 && (openLow || openHigh)
	}
	first := new(big.Int).Div(low.Num(), low.Denom()) // the floor
	if openLow || !low.IsInt() {
		first.Add(first, big.NewInt(1))
	}
	n := new(big.Rat).SetInt(first)
	return n.Cmp(high) > 0 || n.Cmp(high) == 0 && openHigh
}
