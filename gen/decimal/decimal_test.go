package decimal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCompare(t *testing.T) {
	ascending := []string{"-1e30", "-12", "-1.5", "-1", "-0.1", "0", "1e-30", "0.1", "1", "1.05", "1.5", "2", "10", "99", "1e2", "1e30"}
	for i, a := range ascending {
		for j, b := range ascending {
			x, _ := Parse(a)
			y, _ := Parse(b)
			c := x.Compare(y)
			assert.Equal(t, i < j, c < 0, "%s < %s", a, b)
			assert.Equal(t, i == j, c == 0, "%s = %s", a, b)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		text, want string
		integer    bool
	}{
		{"0", "0", true}, {"-0.0e7", "0", true}, {"1.0", "1", true}, {"1e2", "100", true}, {"1.50", "1.5", false},
		{"-12.5e1", "-125", true}, {"0.001", "0.001", false}, {"1e100", "1e100", true}, {"12e-1", "1.2", false},
		{"0e99999999999999999999", "0", true},
	}
	for _, test := range tests {
		d, ok := Parse(test.text)
		assert.True(t, ok, test.text)
		assert.Equal(t, test.want, d.String(), test.text)
		assert.Equal(t, test.integer, d.IsInteger(), test.text)
	}
	for _, text := range []string{"1e100001", "1e-100001", "1e99999999999999999999"} {
		_, ok := Parse(text)
		assert.False(t, ok, text)
	}
}

func TestInt(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "3.0": 3, "3e2": 300, "-7": -7, "9223372036854775807": 9223372036854775807} {
		d, _ := Parse(text)
		n, ok := d.Int()
		assert.True(t, ok, text)
		assert.Equal(t, want, n, text)
	}
	for _, text := range []string{"0.5", "9223372036854775808", "1e19", "1e90000"} {
		d, _ := Parse(text)
		_, ok := d.Int()
		assert.False(t, ok, text)
	}
}
