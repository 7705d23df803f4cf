package pattern

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExponential(t *testing.T) {
	tests := []struct {
		pattern string
		want    bool
	}{
		{`^(a+)+$`, true},
		{`^(x+x+)+y$`, true},
		{`^(a*)*$`, true},
		{`^(a|a)*$`, true},
		{`^(a|aa)+$`, true},
		{`^(\w|\d)*$`, true},
		{`^(\w+[a-z])+$`, true},
		{`^([a-z]+[0-9]*)+$`, true},
		{`^(a?b?)*$`, true},
		{`^(a{1,3})+$`, true},
		{`^((ab)*)*$`, true},
		{`^(a{2}|a{3})+$`, true},
		{`^(.*,)*$`, true},
		{`^(\w{1,64}){1,64}$`, true},
		{`(?=(a+)+$)b`, true},
		{`((?!(a+)+$)b)*`, true},
		{`^([^"\\]|\\.|[^\\])*$`, true},

		{``, false},
		{`^a*a*$`, false},
		{`^(a+b)+$`, false},
		{`^(a|ab)*c$`, false},
		{`^[a-z0-9]+(?:-[a-z0-9]+)*$`, false},
		{`^([^"\\]|\\.)*$`, false},
		{`^(\d{1,3}\.){3}\d{1,3}$`, false},
		{`^([0-9a-f]{2}){16}$`, false},
		{`^([0-9a-f]{2}|z)+$`, false},
		{`^(?:[a-z]{2}){1,99}$`, false},
		{`^(a{0,2}b)+$`, false},
		{`^(a(?:)*|b||)*$`, false},
		{`^(?:(?=a+)\w)+$`, false},
		{`(a{0})*`, false},
	}
	for _, tt := range tests {
		t.Run(tt.pattern, func(t *testing.T) {
			p, err := Parse(tt.pattern)
			require.NoError(t, err)
			assert.Equal(t, tt.want, p.Exponential())
		})
	}
}

// Hostile patterns must neither take long nor grow without a limit.
func TestCostIsBounded(t *testing.T) {
	patterns := map[string]string{
		"copies of copies":   strings.Repeat("(", MaxDepth) + "a" + strings.Repeat("){2}", MaxDepth),
		"copies of nothing":  "(" + strings.Repeat("(", MaxDepth-1) + strings.Repeat("){2}", MaxDepth-1) + ")*",
		"branches in a loop": "(" + strings.Repeat("a|", 2000) + "a)*",
		"optional in a loop": "(" + strings.Repeat("a?", 2000) + ")*",
		"large classes":      "(" + strings.Repeat(`\p{L}?`, 600) + ")*",
		"lookaheads":         "((" + strings.Repeat("(?=(a|b)*)", 300) + "){2})*",
		"loops":              strings.Repeat("(a*)*", 800),
	}
	for name, source := range patterns {
		t.Run(name, func(t *testing.T) {
			p, err := Parse(source)
			require.NoError(t, err)
			start := time.Now()
			p.Exponential()
			_, _ = p.RE2()
			_, _ = p.Rust()
			assert.Less(t, time.Since(start), 20*time.Second)
		})
	}
}
