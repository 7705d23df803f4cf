package wire

import "sync"

// A Pattern is a regular expression of a schema. It is compiled when it is first used, so that rules stay plain data.
// It may be used from many goroutines.
type Pattern struct {
	Source string // as the schema has it: ECMA-262 with flag u
	RE2    string // the same language in the syntax of package regexp

	// Compile is pattern.Compile, the engine. It is named here and not imported, so that a program whose contract has no
	// pattern does not hold it.
	Compile func(re2 string) (match func(s string) bool)

	once    sync.Once
	matches func(s string) bool
}

// match reports whether the pattern matches some part of s.
func (p *Pattern) match(s string) bool {
	p.once.Do(func() { p.matches = p.Compile(p.RE2) })
	return p.matches(s)
}
