package golang

import (
	"math/big"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
)

// intRange returns the inclusive bounds of an integer rule as Go constants, where it has bounds.
func intRange(r *ir.Rule) (lo, hi string, ok bool) {
	if r.Types&^ir.KindNull != ir.KindInteger || keywords(r)&kwBounds == 0 {
		return "", "", false
	}
	minInt, maxInt := new(big.Int).Lsh(big.NewInt(-1), 63), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 63), big.NewInt(1))
	low, high := new(big.Int).Set(minInt), new(big.Int).Set(maxInt)
	raise := func(n *ir.Number, exclusive bool) {
		if v := floorOf(n); v != nil {
			if exclusive || !isWhole(n) {
				v.Add(v, big.NewInt(1))
			}
			if v.Cmp(low) > 0 {
				low = v
			}
		}
	}
	cap := func(n *ir.Number, exclusive bool) {
		if v := floorOf(n); v != nil {
			if exclusive && isWhole(n) {
				v.Sub(v, big.NewInt(1))
			}
			if v.Cmp(high) < 0 {
				high = v
			}
		}
	}
	raise(r.Minimum, false)
	raise(r.ExclusiveMinimum, true)
	cap(r.Maximum, false)
	cap(r.ExclusiveMaximum, true)
	if low.Cmp(maxInt) > 0 || high.Cmp(minInt) < 0 {
		low, high = maxInt, minInt // no int64 is in range
	}
	return low.String(), high.String(), true
}

// floorOf returns the largest integer that is not above a bound; nil when there is none or it is out of proportion.
func floorOf(n *ir.Number) *big.Int {
	if n == nil {
		return nil
	}
	if i := strings.IndexAny(n.Text, "eE"); i >= 0 && len(n.Text)-i > 6 {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		return nil
	}
	q := new(big.Int)
	q.Div(r.Num(), r.Denom()) // Euclidean: rounds down for a positive divisor
	return q
}

func isWhole(n *ir.Number) bool {
	r, ok := new(big.Rat).SetString(n.Text)
	return ok && r.IsInt()
}
