// Package pattern is the engine of the regular expressions in rules. It stands apart from package wire because the tables
// of package regexp cost a program a tenth of a millisecond at its start: one whose contract has no pattern does not pay.
package pattern

import "regexp"

// Compile returns what reports whether some part of a string matches an expression in the syntax of package regexp, whose
// matching time is linear. An expression that does not compile matches nothing; generated ones do compile.
func Compile(re2 string) (match func(s string) bool) {
	re, err := regexp.Compile(re2)
	if err != nil {
		return func(string) bool { return false }
	}
	return re.MatchString
}
