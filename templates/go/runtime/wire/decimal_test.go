package wire

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDecimalCompare(t *testing.T) {
	zeros := strings.Repeat("0", 5000)
	tests := []struct {
		a, b string
		want int
	}{
		{"0", "-0", 0}, {"0", "0.000e99", 0}, {"0e99999999999999999999", "0", 0}, {"1", "1.0", 0}, {"1", "1e0", 0},
		{"100", "1e2", 0}, {"100", "1E+2", 0}, {"0.01", "1e-2", 0}, {"0.01", "0.1E-01", 0}, {"12.50", "1.25e1", 0},
		{"-1", "1", -1}, {"-1", "0", -1}, {"0", "-1e-999", 1}, {"-2", "-1", -1}, {"-1.5", "-1.25", -1},
		{"1.5", "1.49999999999999999999999999", 1}, {"9", "10", -1}, {"0.1", "0.09", 1}, {"105", "1.05e2", 0},
		{"9007199254740993", "9007199254740992", 1}, {"0.1", "0.1000000000000000055511151231257827", -1},
		{"1e1000000000", "1e999999999", 1}, {"1e-1000000000", "1e-999999999", -1}, {"-1e1000000000", "1e-9", -1},
		{"1" + zeros, "1e5000", 0}, {"0." + zeros + "1", "1e-5001", 0}, {"0." + zeros + "1e5001", "1.0", 0},
		// Exponents that do not fit in 64 bits.
		{"1e99999999999999999999", "1e99999999999999999998", 1}, {"1e99999999999999999999", "10e99999999999999999998", 0},
		{"1e-99999999999999999999", "1e-99999999999999999998", -1}, {"0.1e100000000000000000000", "1e99999999999999999999", 0},
		{"1e-100000000000000000000", "10e-100000000000000000001", 0}, {"2e123456789012345678901", "1e123456789012345678901", 1},
		{"1e123456789012345678901", "1e9", 1}, {"1e-123456789012345678901", "1e-9", -1}, {"0.01e999999999999999999", "1e999999999999999997", 0},
		{"-1e-123456789012345678901", "-1e-223456789012345678901", -1}, {"1e000000000000000000000000005", "100000", 0},
	}
	for _, tt := range tests {
		a, b := parseDecimal(tt.a), parseDecimal(tt.b)
		assert.Equal(t, tt.want, a.compare(b), "%.40s and %.40s", tt.a, tt.b)
		assert.Equal(t, -tt.want, b.compare(a), "%.40s and %.40s", tt.b, tt.a)
		assert.Equal(t, tt.want == 0, string(a.appendTo(nil)) == string(b.appendTo(nil)), "keys of %.40s and %.40s", tt.a, tt.b)
	}
}

func TestDecimalHeld(t *testing.T) {
	tests := []struct {
		text            string
		integer         bool
		int64, uint64   any // nil when it does not fit
		tooLargeFloat64 bool
	}{
		{"0", true, int64(0), uint64(0), false},
		{"-0.0", true, int64(0), uint64(0), false},
		{"1.0", true, int64(1), uint64(1), false},
		{"1e2", true, int64(100), uint64(100), false},
		{"12.5e1", true, int64(125), uint64(125), false},
		{"1.5", false, nil, nil, false},
		{"15e-1", false, nil, nil, false},
		{"1e-1000000000", false, nil, nil, false},
		{"150e-1", true, int64(15), uint64(15), false},
		{"-7", true, int64(-7), nil, false},
		{"9223372036854775807", true, int64(math.MaxInt64), uint64(math.MaxInt64), false},
		{"9223372036854775808", true, nil, uint64(math.MaxInt64 + 1), false},
		{"-9223372036854775808", true, int64(math.MinInt64), nil, false},
		{"-9.223372036854775808e18", true, int64(math.MinInt64), nil, false},
		{"-9223372036854775809", true, nil, nil, false},
		{"18446744073709551615", true, nil, uint64(math.MaxUint64), false},
		{"18446744073709551616", true, nil, nil, false},
		{"99999999999999999999", true, nil, nil, false},
		{"123456789012345678901234567890", true, nil, nil, false},
		{"1e19", true, nil, uint64(1e19), false},
		{"1e20", true, nil, nil, false},
		{"1e308", true, nil, nil, false},
		{"1.7976931348623157e308", true, nil, nil, false},
		{"1.7976931348623158e308", true, nil, nil, false},
		{"1.7976931348623159e308", true, nil, nil, true},
		{"-1e309", true, nil, nil, true},
		{"1e1000000000", true, nil, nil, true},
		{"1e99999999999999999999", true, nil, nil, true},
		{"1e-99999999999999999999", false, nil, nil, false},
		{tooLarge, true, nil, nil, true},
		{tooLarge + ".0", true, nil, nil, true},
		{tooLarge[:308] + "1.99", false, nil, nil, false},
	}
	for _, tt := range tests {
		d := parseDecimal(tt.text)
		assert.Equal(t, tt.integer, d.isInteger(), tt.text)
		i, ok := d.int64()
		assert.Equal(t, tt.int64 != nil, ok, tt.text)
		if ok {
			assert.Equal(t, tt.int64, i, tt.text)
		}
		u, ok := d.uint64()
		assert.Equal(t, tt.uint64 != nil, ok, tt.text)
		if ok {
			assert.Equal(t, tt.uint64, u, tt.text)
		}
		assert.Equal(t, !tt.tooLargeFloat64, d.fitsFloat64(), tt.text)
		_, ok = parseFloat(tt.text)
		assert.Equal(t, !tt.tooLargeFloat64, ok, tt.text)
	}
}

func TestDecimalMultipleOf(t *testing.T) {
	nines := strings.Repeat("9", 3000)
	tests := []struct {
		d, m string
		want bool
	}{
		{"0", "3", true}, {"0", "0.1", true}, {"9", "3", true}, {"10", "3", false}, {"-9", "3", true}, {"4.5", "1.5", true},
		{"0.3", "0.1", true}, {"0.15", "0.1", false}, {"19.99", "0.01", true}, {"1.1", "0.01", true}, {"0.0075", "0.0001", true},
		{"0.00751", "0.0001", false}, {"1", "0.3", false}, {"1e308", "0.5", true}, {"1e1000000000", "7", false},
		{"7e1000000000", "7", true}, {"1e1000000000", "1024", true}, {"1e99999999999999999999", "5", true}, {"1e-5", "1e-4", false},
		{"1e-99999999999999999999", "0.1", false}, {"1e2", "10", true}, {"1e2", "100", true}, {"1e2", "1000", false}, {"125e3", "2000", false},
		{"126e3", "2000", true}, {nines, "9", true}, {nines + "1", "9", false}, {nines, "0.9", true}, {"5", "0", false}, {"0", "0", false},
		{"999999999999999998", "999999999999999999", false}, {"1999999999999999998", "999999999999999999", true},
		{"246913578024691357802469135780", "123456789012345678901234567890", true},
		{"246913578024691357802469135781", "123456789012345678901234567890", false},
		{"1e500", "1152921504606846976", true}, {"2e30", "1267650600228229401496703205376", false}, {"2e100", "1267650600228229401496703205376", true},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, parseDecimal(tt.d).multipleOf(parseDecimal(tt.m)), "%.40s of %s", tt.d, tt.m)
	}
}

// TestDecimalRandom compares with package math/big.
func TestDecimalRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func() string {
		text := ""
		if r.IntN(3) == 0 {
			text = "-"
		}
		digits := func(n int) (s string) {
			for range n {
				s += string("0123459"[r.IntN(7)])
			}
			return s
		}
		text += string("12345"[r.IntN(5)]) + digits(r.IntN(4))
		if r.IntN(2) == 0 {
			text += "." + digits(1+r.IntN(4))
		}
		if r.IntN(2) == 0 {
			text += "e" + []string{"", "+", "-"}[r.IntN(3)] + "0" + digits(1)
		}
		return text
	}
	rat := func(text string) *big.Rat {
		v, ok := new(big.Rat).SetString(text)
		require.True(t, ok, text)
		return v
	}
	for range 20000 {
		a, b := random(), random()
		x, y := parseDecimal(a), parseDecimal(b)
		assert.Equal(t, rat(a).Cmp(rat(b)), x.compare(y), "%s and %s", a, b)
		assert.Equal(t, rat(a).IsInt(), x.isInteger(), a)
		assert.Equal(t, new(big.Rat).Quo(rat(a), rat(b)).IsInt(), x.multipleOf(y), "%s of %s", a, b)
		assert.Equal(t, new(big.Rat).Quo(rat(a), rat(b)).IsInt(), x.multipleOfLong(y, max(0, x.scale-x.count-y.scale+y.count)) &&
			x.scale-x.count >= y.scale-y.count, "%s of %s, the long way", a, b)
	}
}

func TestParseFloat(t *testing.T) {
	zeros := strings.Repeat("0", 200000)
	tests := []struct {
		text string
		want float64
	}{
		{"1.5", 1.5}, {"-0", math.Copysign(0, -1)}, {"5e-324", 5e-324}, {"1e-1000000000", 0},
		{"0." + zeros + "1e200001", 1}, {"-25" + zeros + "e-200001", -2.5}, {"1" + zeros + "e-200000", 1},
		{"9007199254740993" + strings.Repeat("0", 2000) + "1e-2001", 9007199254740994}, // just above the middle
	}
	for _, tt := range tests {
		got, ok := parseFloat(tt.text)
		assert.True(t, ok)
		assert.Equal(t, tt.want, got, "%.40s", tt.text)
		assert.Equal(t, math.Signbit(tt.want), math.Signbit(got), "%.40s", tt.text)
	}
	for _, text := range []string{"1e309", "-1e309", "1" + zeros, "1e1000000000"} {
		_, ok := parseFloat(text)
		assert.False(t, ok, "%.40s", text)
	}
}

// TestDecimalLinear runs each operation on texts of a million digits: a quadratic one would take minutes.
func TestDecimalLinear(t *testing.T) {
	start := time.Now()
	n := strings.Repeat("7", 1_000_000)
	for _, text := range []string{n, "0." + n, "1e" + n, "1e-" + n, n + "e" + n} {
		a, b := parseDecimal(text), parseDecimal(text)
		assert.Zero(t, a.compare(b))
		assert.Equal(t, a.isInteger(), b.isInteger())
		a.int64()
		a.multipleOf(parseDecimal("0.03"))
		a.appendTo(nil)
		parseFloat(text)
	}
	assert.Less(t, time.Since(start), 5*time.Second)
}
