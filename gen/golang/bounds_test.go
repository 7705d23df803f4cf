package golang

import (
	"testing"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/stretchr/testify/assert"
)

func TestIntRange(t *testing.T) {
	const least, greatest = "-9223372036854775808", "9223372036854775807"
	num := func(text string) *ir.Number {
		if text == "" {
			return nil
		}
		return &ir.Number{Text: text}
	}
	for _, test := range []struct{ min, exMin, max, exMax, low, high string }{
		{"0", "", "", "", "0", greatest},
		{"", "0", "", "7", "1", "6"},
		{"1.5", "", "2.5", "", "2", "2"},
		{"-1.5", "", "-0.5", "", "-1", "-1"},
		{"", "-1.5", "", "1.5", "-1", "1"},
		{"1e-100000", "", "", "", "1", greatest},
		{"", "1e-100000", "", "", "1", greatest},
		{"-1e-100000", "", "", "-1e-100000", "0", "-1"},
		{"-1e100", "", "1e100", "", least, greatest},
		{"1e100", "", "", "", greatest, least},
		{"", "", "-1e20", "", greatest, least},
		{"1e2", "", "1.20e3", "", "100", "1200"},
		{"-9223372036854775808", "", "9223372036854775807", "", least, greatest},
		{"", greatest, "", "", greatest, least},
		{"", "", "", "9223372036854775808", least, greatest},
	} {
		r := &ir.Rule{Types: ir.KindInteger, Minimum: num(test.min), ExclusiveMinimum: num(test.exMin), Maximum: num(test.max), ExclusiveMaximum: num(test.exMax)}
		low, high, ok := intRange(r)
		assert.True(t, ok)
		assert.Equal(t, [2]string{test.low, test.high}, [2]string{low, high}, "%+v", test)
	}
	_, _, ok := intRange(&ir.Rule{Types: ir.KindInteger})
	assert.False(t, ok)
}
