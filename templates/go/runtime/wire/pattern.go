package wire

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression of a schema. It is compiled when it is first used, so that rules stay plain data.
// It may be used from many goroutines.
type Pattern struct {
	Source string // as the schema has it: ECMA-262 with flag u
	RE2    string // the same language in the syntax of package regexp, whose matching time is linear

	once sync.Once
	re   *regexp.Regexp // nil before the first use, or when RE2 does not compile
}

// match reports whether the pattern matches some part of s. A pattern that does not compile matches nothing; generated
// patterns do compile.
func (p *Pattern) match(s string) bool {
	p.once.Do(func() { p.re, _ = regexp.Compile(p.RE2) })
	return p.re != nil && p.re.MatchString(s)
}
