// Package pattern turns the regular expressions of a schema into the dialects of other engines. JSON Schema means
// ECMA-262 with flag u (https://262.ecma-international.org/#sec-patterns): Parse reads exactly that, RE2 and Rust write
// the same language for Go's package regexp and for the Rust crate regex, both of which match in linear time.
//
// The language is the set of texts in which a match is found somewhere, and nothing else: where a match starts and ends
// and what a group holds is not kept, so groups become non-capturing and lazy repeats greedy. Texts are valid Unicode, as
// decoders guarantee; a lone surrogate in a pattern therefore matches nothing.
//
// What an engine cannot honour is an *Unsupported error, never a pattern that means something else. One difference
// stays: \p{...} follows the Unicode version of each engine (Go 1.26 has 15.0), so a code point that was assigned later
// may be judged differently.
//
// Patterns are hostile input. Length, nesting and what counted repeats expand to are limited, and no function here
// backtracks.
package pattern

import (
	"fmt"
	"unicode/utf8"
)

// Limits of what Parse, RE2 and Rust accept.
const (
	MaxLength = 4096   // code points of a pattern
	MaxDepth  = 50     // groups inside each other
	MaxRepeat = 1000   // highest count of a repeat, multiplied with the counts of the repeats around it; Go's own limit
	MaxSize   = 20_000 // characters and classes once counted repeats are written out
)

// A Pattern is a regular expression that ECMA-262 accepts with flag u.
type Pattern struct {
	source string
	root   node
}

// String returns the pattern as the schema has it.
func (p *Pattern) String() string { return p.source }

// A SyntaxError says why a text is no regular expression.
type SyntaxError struct {
	Offset  int    // in code points, from 0
	Message string // one line, without a full stop
}

// Error returns the message after the offset.
func (e *SyntaxError) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Message) }

// An Unsupported error names a construct that ECMA-262 has and an engine has not, or not at that size.
type Unsupported struct {
	Offset    int    // of the construct, in code points, from 0
	Construct string // "lookahead"
	Engine    string // "Go's package regexp"
}

// Error returns the construct and the engine after the offset.
func (e *Unsupported) Error() string {
	return fmt.Sprintf("offset %d: %s is not supported by %s", e.Offset, e.Construct, e.Engine)
}

// Parse reads a regular expression with flag u. An error is a *SyntaxError.
//
// It is stricter than the standard where engines in use are: a group name stands once in a pattern, not once in each
// alternative, and there are no inline modifiers such as (?i:a). It is laxer in one point: whether Unicode knows the
// property in \p{...} is found out by RE2 and Rust.
func Parse(source string) (*Pattern, error) {
	if !utf8.ValidString(source) {
		return nil, &SyntaxError{0, "not valid UTF-8"}
	}
	if n := utf8.RuneCountInString(source); n > MaxLength {
		return nil, &SyntaxError{MaxLength, fmt.Sprintf("longer than %d characters", MaxLength)}
	}
	p := parser{source: []rune(source), names: map[string]bool{}}
	root := p.disjunction()
	if !p.end() {
		p.fail(p.at, "unmatched )")
	}
	p.checkReferences()
	if p.err != nil {
		return nil, p.err
	}
	return &Pattern{source, root}, nil
}

// RE2 returns the same language in the syntax of Go's package regexp, for MatchString: the result always compiles. It is
// printable ASCII. An error is an *Unsupported.
func (p *Pattern) RE2() (string, error) { return write(p.root, &re2) }

// Rust returns the same language in the syntax of the Rust crate regex, for Regex::is_match: the result compiles within
// the crate's default limit of size. It differs from RE2's in what Rust defines for all of Unicode: \d and \w are spelled
// out, \b is (?-u:\b), a script is \p{Script=Greek}; and \B has no reliable counterpart. It is printable ASCII. An error
// is an *Unsupported.
func (p *Pattern) Rust() (string, error) { return write(p.root, &rust) }
