package golang

import (
	"math"
	"math/big"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/ir"
)

// intRange returns the inclusive bounds of an integer rule as Go constants, where it has bounds.
func intRange(r *ir.Rule) (lo, hi string, ok bool) {
	if r.Types&^ir.KindNull != ir.KindInteger || keywords(r)&kwBounds == 0 {
		return "", "", false
	}
	least, greatest := big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64)
	low, high := least, greatest
	raise := func(n *ir.Number, exclusive bool) {
		if floor, whole := floorOf(n); floor != nil {
			if exclusive || !whole {
				floor.Add(floor, big.NewInt(1))
			}
			if floor.Cmp(low) > 0 {
				low = floor
			}
		}
	}
	reduce := func(n *ir.Number, exclusive bool) {
		if floor, whole := floorOf(n); floor != nil {
			if exclusive && whole {
				floor.Sub(floor, big.NewInt(1))
			}
			if floor.Cmp(high) < 0 {
				high = floor
			}
		}
	}
	raise(r.Minimum, false)
	raise(r.ExclusiveMinimum, true)
	reduce(r.Maximum, false)
	reduce(r.ExclusiveMaximum, true)
	if low.Cmp(greatest) > 0 || high.Cmp(least) < 0 {
		low, high = greatest, least // no int64 is in range
	}
	return low.String(), high.String(), true
}

// beyond is further from 0 than any int64.
var beyond = new(big.Int).Lsh(big.NewInt(1), 64)

// floorOf returns the largest integer that is not above a bound, and whether that is the bound itself; nil when there is
// no bound. What is beyond every int64 is cut off, so that no exponent asks for gigabytes.
func floorOf(n *ir.Number) (floor *big.Int, whole bool) {
	if n == nil {
		return nil, false
	}
	d, ok := decimal.Parse(n.Text)
	if !ok {
		return nil, false // lowering has refused it
	}
	places := len(d.Digits) + d.Exponent // before the decimal point
	switch {
	case d.Sign() == 0:
		return new(big.Int), true
	case places > 20:
		floor = new(big.Int).Set(beyond)
	case places <= 0:
		floor = new(big.Int)
	default:
		digits := d.Digits
		if d.Exponent < 0 {
			digits = digits[:places]
		}
		floor, _ = new(big.Int).SetString(digits, 10)
		if d.Exponent > 0 {
			floor.Mul(floor, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Exponent)), nil))
		}
	}
	if d.Negative {
		floor.Neg(floor)
		if !d.IsInteger() {
			floor.Sub(floor, big.NewInt(1))
		}
	}
	return floor, d.IsInteger()
}
