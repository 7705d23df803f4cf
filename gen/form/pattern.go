package form

import "regexp"

// A Pattern is what a string must look like.
type Pattern struct {
	re   *regexp.Regexp
	want string
}

// Match returns a pattern from a regular expression that means the same in ECMA-262, and from words that complete the
// sentence "it must be ...".
func Match(expr, want string) Pattern { return Pattern{regexp.MustCompile(expr), want} }

// String returns the regular expression.
func (p Pattern) String() string { return p.re.String() }

// Fits reports whether a string looks like that.
func (p Pattern) Fits(s string) bool { return p.re.MatchString(s) }

// Patterns of every configuration file.
var (
	// Prose is a text that people read; it is not blank.
	Prose = Match(`[^ \t\r\n]`, "a text that is not blank")

	// Value is any string.
	Value = Match(``, "a string")

	// Path is a relative path with slashes that stays below its folder.
	Path = Match(`^(\.|(\./)?\.?[A-Za-z0-9_@+~][A-Za-z0-9_@+~.-]*(/\.?[A-Za-z0-9_@+~][A-Za-z0-9_@+~.-]*)*/?)$`,
		`a path below this file's folder, of letters, digits and "._@+~-", with "/"`)

	// Span is a span of time in one unit.
	Span = Match(`^[1-9][0-9]{0,5}(ms|s|m|h)$`, `a time such as "30s" (ms, s, m or h)`)
)
