package pattern

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRE2(t *testing.T) {
	tests := []struct {
		pattern, want    string
		accepts, refuses []string
	}{
		{`b{2}`, `b{2}`, []string{"abba", "bb"}, []string{"b", "BB", ""}},
		{``, ``, []string{"", "a"}, nil},
		{`^abc$`, `^abc$`, []string{"abc"}, []string{"abc\n", "\nabc", "x\nabc\nx"}},
		{`^(a|b(c)?)$`, `^(?:a|b(?:c)?)$`, []string{"a", "b", "bc"}, []string{"c", "ac"}},
		{`^(?<x>a)(?:b)$`, `^(?:a)(?:b)$`, []string{"ab"}, []string{"a"}},
		{`^a{2,3}?b*?c+?d??$`, `^a{2,3}b*c+d?$`, []string{"aac", "aaabccd"}, []string{"ac", "aab"}},
		{`^(?:(?:a{2,}){2}){1,2}$`, `^(?:(?:a{2,}){2}){1,2}$`, []string{"aaaa", strings.Repeat("a", 9)}, []string{"aaa"}},
		{`^a{0}b{0,1}$`, `^a{0}b?$`, []string{"", "b"}, []string{"a"}},
		{`^.$`, `^[^\n\r\x{2028}-\x{2029}]$`, []string{"a", "é", "😀", "\u0085", "\v"}, []string{"", "\n", "\r", "\u2028", "\u2029", "ab"}},
		{`^\d\D$`, `^\d\D$`, []string{"1a", "1\u07c0"}, []string{"\u07c0a", "11"}},
		{`^\w\W$`, `^\w\W$`, []string{"_é", "a "}, []string{"éa", "aa"}},
		{`^[\d\-a]$`, `^[\d\-a]$`, []string{"1", "-", "a"}, []string{"b"}},
		{`^\s$`, `^[\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}-\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]$`,
			[]string{" ", "\t", "\n", "\v", "\f", "\r", "\u00a0", "\ufeff", "\u2028", "\u2029", "\u2003", "\u3000", "\u1680"},
			[]string{"", "\u200b", "\u180e", "\u0085", "a"}},
		{`^\S$`, `^[\x{0}-\x{8}\x{E}-\x{1F}!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}` +
			`\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{D7FF}\x{E000}-\x{FEFE}\x{FF00}-\x{10FFFF}]$`,
			[]string{"a", "\u200b", "\u180e", "\u0085", "😀"}, []string{"", " ", "\ufeff", "\u2028", "\v"}},
		{`^[^\S\n]$`, "", []string{" ", "\ufeff"}, []string{"\n", "a"}},
		{`^[\s\S]$`, "", []string{" ", "\n", "a", "\ufeff", "\uffff"}, []string{"", "ab"}},
		{`^[^]$`, `^(?s:.)$`, []string{"a", "\n", "😀"}, []string{""}},
		{`[]`, `[^\x{0}-\x{10FFFF}]`, nil, []string{"", "a"}},
		{`^(?:[]|a)$`, `^(?:[^\x{0}-\x{10FFFF}]|a)$`, []string{"a"}, []string{"", "b"}},
		{`^\t\n\v\f\r\0$`, `^\t\n\x{B}\x{C}\r\x{0}$`, []string{"\t\n\v\f\r\x00"}, []string{"tnvfr0"}},
		{`^\cC\cz[\cA]$`, `^\x{3}\x{1A}[\x{1}]$`, []string{"\x03\x1a\x01"}, []string{`\cC`}},
		{`^\x41é\u{1F600}\u{0000000041}$`, `^A\x{E9}\x{1F600}A$`, []string{"Aé😀A"}, nil},
		{`^\uD83D\uDE00$`, `^\x{1F600}$`, []string{"😀"}, []string{"\ufffd\ufffd"}},
		{`^[\uD83D\uDE00-\uD83D\uDE4F]$`, `^[\x{1F600}-\x{1F64F}]$`, []string{"😀", "🙏"}, []string{"\ufffd"}},
		{`^[😀-🙏]$`, `^[\x{1F600}-\x{1F64F}]$`, []string{"😀"}, []string{"a"}},
		{`\uD83D`, `[^\x{0}-\x{10FFFF}]`, nil, []string{"😀", "\ufffd", ""}},
		{`^[\uD800-\uDFFF]$`, `^[^\x{0}-\x{10FFFF}]$`, nil, []string{"\ufffd"}},
		{`^[^\uD83D]$`, `^(?s:.)$`, []string{"a", "\ufffd"}, []string{""}},
		{`^\uD83D\u{DE00}$`, `^[^\x{0}-\x{10FFFF}][^\x{0}-\x{10FFFF}]$`, nil, []string{"😀"}},
		{`^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$`, `^\^\$\\\.\*\+\?\(\)\[\]\{\}\|/$`, []string{`^$\.*+?()[]{}|/`}, nil},
		{`^[\]^\-&~[\\/]+$`, `^[\]\^\-\&\~\[\\/]+$`, []string{`]^-&~[\/`}, []string{"a"}},
		{`^[a-z-]+[-.]$`, `^[a-z\-]+[\-.]$`, []string{"a-.", "z-"}, []string{"a"}},
		{`^[+--]$`, `^[+-\-]$`, []string{"+", ",", "-"}, []string{"."}},
		{`^[a&&b]$`, `^[a\&\&b]$`, []string{"a", "&", "b"}, nil},
		{`^[\b]$`, `^[\x{8}]$`, []string{"\b"}, []string{"b"}},
		{`^a\b`, `^a\b`, []string{"a", "aé", "a-"}, []string{"ab", "a_"}},
		{`^é\Bà$`, `^\x{E9}\B\x{E0}$`, []string{"éà"}, nil},
		{`^\p{L}+$`, `^\p{L}+$`, []string{"aé名"}, []string{"1"}},
		{`^\p{Lu}\P{Uppercase_Letter}\p{gc=Nd}\p{General_Category=digit}$`, `^\p{Lu}\P{Lu}\p{Nd}\p{Nd}$`, []string{"Aa1৪"}, []string{"aA11"}},
		{`^[^\p{Letter}\P{Lu}]$`, `^[^\p{L}\P{Lu}]$`, nil, []string{"a", "A", "1"}},
		{`^\p{Script=Greek}\P{sc=Latin}$`, `^\p{Greek}\P{Latin}$`, []string{"πя"}, []string{"pя", "πp"}},
		{`^\p{Any}\p{ASCII}[\P{ASCII}]$`, `^[\x{0}-\x{D7FF}\x{E000}-\x{10FFFF}][\x{0}-\x{7F}][\x{80}-\x{D7FF}\x{E000}-\x{10FFFF}]$`,
			[]string{"éaé"}, []string{"aéa"}},
		{`\p{Cs}`, `[^\x{0}-\x{10FFFF}]`, nil, []string{"a", "\ufffd"}},
		{`^\P{Cs}$`, "", []string{"a"}, []string{""}},
		{`^\P{C}*$`, `^\P{C}*$`, []string{"a é"}, []string{"a\x00", "\u200b", "\ue000"}},
		{`^$|(?:)|^(?:^)*$`, `^$|(?:)|^(?:^)*$`, []string{"", "a"}, nil},
		{"^\n\u200b$", `^\n\x{200B}$`, []string{"\n\u200b"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.pattern, func(t *testing.T) {
			p, err := Parse(tt.pattern)
			require.NoError(t, err)
			assert.Equal(t, tt.pattern, p.String())
			got, err := p.RE2()
			require.NoError(t, err)
			if tt.want != "" {
				assert.Equal(t, tt.want, got)
			}
			re, err := regexp.Compile(got)
			require.NoError(t, err)
			for _, s := range tt.accepts {
				assert.True(t, re.MatchString(s), "%q must match %q", got, s)
			}
			for _, s := range tt.refuses {
				assert.False(t, re.MatchString(s), "%q must not match %q", got, s)
			}
			if !strings.Contains(tt.pattern, `\B`) {
				_, err = p.Rust()
				assert.NoError(t, err)
			}
		})
	}
}

func TestRust(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{`^\d\w$`, `^[0-9][0-9A-Z_a-z]$`},
		{`^\D$`, `^[\x{0}-/:-\x{D7FF}\x{E000}-\x{10FFFF}]$`},
		{`[^\W\d]`, `[^\x{0}-/:-@\[-\^` + "`" + `{-\x{D7FF}\x{E000}-\x{10FFFF}0-9]`},
		{`\ba\b`, `(?-u:\b)a(?-u:\b)`},
		{`\p{Script=Greek}\P{Letter}`, `\p{Script=Greek}\P{L}`},
		{`[]|[^]`, `[^\x{0}-\x{10FFFF}]|(?s:.)`},
		{`(?<n>[a-z&&[])#`, `(?:[a-z\&\&\[])#`},
	}
	for _, tt := range tests {
		t.Run(tt.pattern, func(t *testing.T) {
			p, err := Parse(tt.pattern)
			require.NoError(t, err)
			got, err := p.Rust()
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestUnsupported(t *testing.T) {
	const golang, crate = "Go's package regexp", "the Rust crate regex"
	tests := []struct {
		name, pattern, message string // of RE2; "" if it is supported
		rust                   string // of Rust; "" for the same
	}{
		{"lookahead", `^(?!\s*$)[a-z.]+$`, "offset 1: lookahead is not supported by " + golang, ""},
		{"positive lookahead", `a(?=b)`, "offset 1: lookahead is not supported by " + golang, ""},
		{"lookbehind", `(?<=a)b|(?<!c)d`, "offset 0: lookbehind is not supported by " + golang, ""},
		{"backreference", `(a)\1`, "offset 3: backreference is not supported by " + golang, ""},
		{"named backreference", `\k<x>(?<x>a)`, "offset 0: backreference is not supported by " + golang, ""},
		{"binary property", `a\p{Emoji}`, `offset 1: the property \p{Emoji} is not supported by ` + golang, ""},
		{"script by its short name", `[\P{sc=Grek}]`, `offset 1: the property \P{sc=Grek} is not supported by ` + golang, ""},
		{"unknown value", `\p{gc=Greek}`, `offset 0: the property \p{gc=Greek} is not supported by ` + golang, ""},
		{"unknown name", `\p{scx=Greek}`, `offset 0: the property \p{scx=Greek} is not supported by ` + golang, ""},
		{"count", `a{1001}`, "offset 1: a repeat of more than 1000, or repeats inside each other that multiply to it, is not supported by " + golang, ""},
		{"huge count", `a{99999999999999999999,}`, "offset 1: a repeat of more than 1000, or repeats inside each other that multiply to it, is not supported by " + golang, ""},
		{"nested counts", `(a{1000}){1000}`, "offset 2: a repeat of more than 1000, or repeats inside each other that multiply to it, is not supported by " + golang, ""},
		{"size", strings.Repeat("a{1000}", 21), "offset 0: a pattern of more than 20000 characters and classes, with repeats written out, is not supported by " + golang, "none"},
		{"size of empty groups", strings.Repeat("(?:){1000}", 21), "offset 0: a pattern of more than 20000 characters and classes, with repeats written out, is not supported by " + golang, "none"},
		{"inside of a word", `a\B`, "", `offset 1: \B is not supported by ` + crate},
		{"size of large classes", `^\p{L}{1,500}$`, "", "offset 0: a pattern that compiles to more than 10 MiB is not supported by " + crate},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Parse(tt.pattern)
			require.NoError(t, err)
			check := func(message string, err error) {
				t.Helper()
				if message == "" {
					require.NoError(t, err)
					return
				}
				var unsupported *Unsupported
				require.ErrorAs(t, err, &unsupported)
				assert.Equal(t, message, err.Error())
			}
			_, err = p.RE2()
			check(tt.message, err)
			_, err = p.Rust()
			switch tt.rust {
			case "":
				check(strings.Replace(tt.message, golang, crate, 1), err)
			case "none":
				check("", err)
			default:
				check(tt.rust, err)
			}
		})
	}
}

func TestSyntaxError(t *testing.T) {
	deep := strings.Repeat("(", MaxDepth+1) + strings.Repeat(")", MaxDepth+1)
	tests := []struct{ name, pattern, message string }{
		{"nothing to repeat", `*.json`, "offset 0: nothing for * to repeat"},
		{"repeat of a repeat", `a**`, "offset 2: nothing for * to repeat"},
		{"repeat of a count", `a{2}{3}`, `offset 4: nothing to repeat; the character { is written \{`},
		{"repeat of an end", `^+`, "offset 1: nothing for + to repeat"},
		{"repeat of a boundary", `\b?`, "offset 2: nothing for ? to repeat"},
		{"repeat of a lookahead", `(?=a)*`, "offset 5: nothing for * to repeat"},
		{"open brace", `a{`, `offset 1: incomplete repeat; the character { is written \{`},
		{"open count", `a{1`, `offset 1: incomplete repeat; the character { is written \{`},
		{"count without a minimum", `a{,2}`, `offset 1: incomplete repeat; the character { is written \{`},
		{"counts out of order", `a{2,1}`, "offset 1: the counts of a repeat are out of order"},
		{"close brace", `a}`, `offset 1: the character } is written \}`},
		{"close bracket", `a]`, `offset 1: the character ] is written \]`},
		{"open group", `é(a`, "offset 1: the group is not closed"},
		{"unmatched parenthesis", `😀a)`, "offset 2: unmatched )"},
		{"inline modifier", `(?i:a)`, "offset 0: after (? there may be : = ! <= <! or <name>; inline modifiers are not read"},
		{"empty group name", `(?<>a)`, "offset 3: the name of a group is empty"},
		{"group name", `(?<1>a)`, "offset 3: not a character of a group name"},
		{"open group name", `(?<a`, "offset 4: not a character of a group name"},
		{"group name twice", `(?<a>x)|(?<\u0061>y)`, `offset 11: two groups are named "a"`},
		{"open class", `[a`, "offset 0: the class is not closed"},
		{"open range", `[a-`, "offset 0: the class is not closed"},
		{"range out of order", `[xb-a]`, "offset 2: a range of a class is out of order"},
		{"range of a set", `[\d-x]`, `offset 1: a range of a class ends in a set such as \d; the character - is written \-`},
		{"range to a set", `[a-\s]`, `offset 1: a range of a class ends in a set such as \d; the character - is written \-`},
		{"backreference in a class", `(a)[\1]`, `offset 4: \1 is no escape with flag u`},
		{"boundary in a class", `[\B]`, `offset 1: \B is no escape with flag u`},
		{"identity escape", `a\-b`, `offset 1: \- is no escape with flag u`},
		{"letter escape", `\A`, `offset 0: \A is no escape with flag u`},
		{"nothing escaped", `a\`, `offset 1: nothing follows \`},
		{"octal", `\01`, `offset 0: \0 is followed by a digit`},
		{"control", `\c1`, `offset 0: \c must be followed by a letter`},
		{"hexadecimal", `\x4`, `offset 0: \x must be followed by two hexadecimal digits`},
		{"unicode", `\u004`, `offset 0: \u must be followed by four hexadecimal digits, or by {digits} up to 10FFFF`},
		{"no code point", `\u{110000}`, `offset 0: \u must be followed by four hexadecimal digits, or by {digits} up to 10FFFF`},
		{"empty code point", `\u{}`, `offset 0: \u must be followed by four hexadecimal digits, or by {digits} up to 10FFFF`},
		{"property without braces", `\pL`, `offset 0: \p must be followed by {property} or {name=value}`},
		{"empty property", `\P{}`, `offset 0: \P must be followed by {property} or {name=value}`},
		{"no such group", `(a)\2`, "offset 3: a backreference to a group that does not exist"},
		{"no such name", `(?<a>b)\k<c>`, "offset 7: a backreference to a group that does not exist"},
		{"name of a backreference", `\k`, `offset 0: \k must be followed by <name>`},
		{"bytes", "\xff", "offset 0: not valid UTF-8"},
		{"length", strings.Repeat("é", MaxLength+1), "offset 4096: longer than 4096 characters"},
		{"depth", deep, "offset 50: groups nest deeper than 50"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(tt.pattern)
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Equal(t, tt.message, err.Error())
		})
	}
}

func TestLimitsAreAccepted(t *testing.T) {
	for name, pattern := range map[string]string{
		"length": strings.Repeat("é", MaxLength),
		"depth":  strings.Repeat("(a|b", MaxDepth) + strings.Repeat(")*", MaxDepth),
		"repeat": `^(?:a{10}|b{100}){10}.{1,1000}$`,
	} {
		p, err := Parse(pattern)
		require.NoError(t, err, name)
		got, err := p.RE2()
		require.NoError(t, err, name)
		_, err = regexp.Compile(got)
		require.NoError(t, err, name)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{`^(?:a{2,3}|[^\s\d-]+?)$`, `\p{Script=Greek}[\uD83D\uDE00-\u{1F64F}]`, `(?<n>a)\k<n>\1(?!b)`,
		`((a{1000}){2}){0}`, `[]|[^]|\cA\0\x41`, `(a+)+`, "(?:(?:){1000}){1000}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		p, err := Parse(source)
		if err != nil {
			return
		}
		p.Exponential()
		if _, err := p.Rust(); err != nil {
			require.ErrorAs(t, err, new(*Unsupported))
		}
		re2, err := p.RE2()
		if err != nil {
			require.ErrorAs(t, err, new(*Unsupported))
			return
		}
		_, err = regexp.Compile(re2)
		require.NoError(t, err, "%q became %q", source, re2)
	})
}
