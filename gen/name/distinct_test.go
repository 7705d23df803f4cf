package name

import (
	"go/token"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDistinct(t *testing.T) {
	tests := []struct {
		title       string
		names, want []string // want: in Go
	}{
		{"nothing in common", []string{"ref", "op", "user_id"}, []string{"Ref", "Op", "UserID"}},
		{"no names", nil, []string{}},
		{"case", []string{"mW", "MW", "mw"}, []string{"LowerMUpperW", "UpperMw", "LowerMw"}},
		{"case of one letter", []string{"a", "A"}, []string{"LowerA", "UpperA"}},
		{"case of some letters", []string{"fooBar", "foobar", "Foobar"}, []string{"LowerFooUpperBar", "LowerFooLowerBar", "UpperFooLowerBar"}},
		{"case of runs", []string{"STRING", "String", "string", "other"}, []string{"UpperString", "UpperSLowerTring", "LowerString", "Other"}},
		{"signs", []string{"UTC+1", "UTC-1", "UTC"}, []string{"UTCPlus1", "UTCMinus1", "UTC"}},
		{"signs after the same separator", []string{"Zone/A+1", "Zone/A+12", "Zone/A-1"}, []string{"ZoneAPlus1", "ZoneAPlus12", "ZoneAMinus1"}},
		{"sign of a number", []string{"-1", "+1", "0", "1"}, []string{"Minus1", "Plus1", "N0", "N1"}},
		{"underscore", []string{"_version", "version"}, []string{"UnderscoreVersion", "Version"}},
		{"separators", []string{"foo-bar", "foo_bar", "fooBar", "foo.bar_"},
			[]string{"FooDashBar", "FooUnderscoreBar", "FooBar", "FooDotBarUnderscore"}},
		{"only what differs", []string{"a.b-c", "a.b_c"}, []string{"ABDashC", "ABUnderscoreC"}},
		{"separators, then case", []string{"mw", "MW", "m-w"}, []string{"LowerMw", "UpperMw", "MDashW"}},
		{"versions", []string{"v1.10", "v11.0", "v1.1.0", "v110"}, []string{"V1_10", "V11_0", "V1_1_0", "V110"}},
		{"keywords", []string{"type", "func", "self", "crate", "Self", "constructor", "toString", "async", "String", "error"},
			[]string{"Type", "Func", "LowerSelf", "Crate", "UpperSelf", "Constructor", "ToString", "Async", "String", "Error"}},
		{"names of methods", []string{"validate", "unmarshalJSON", "kind"}, []string{"Validate", "UnmarshalJSON", "Kind"}},
		{"characters that hide", []string{"admin", "admin\u200b", "\u0430dmin"}, []string{"Admin", "AdminU200b", "U0430Dmin"}},
		{"hostile names", []string{"__proto__", "constructor", "type", "a`b", `"`, ""}, []string{"Proto", "Constructor", "Type", "AB", "Quote", "Empty"}},
		{"the empty name and a property", []string{"name", ""}, []string{"Name", "Empty"}},
		{"separators alone", []string{"", "_", "__", "-", " "}, []string{"Empty", "Underscore", "UnderscoreUnderscore", "Dash", "Space"}},
		{"operators", []string{"<", "<=", "=", "!=", ">5", "<5"}, []string{"Less", "LessEquals", "Equals", "NotEquals", "Greater5", "Less5"}},
	}
	for _, tt := range tests {
		t.Run(tt.title, func(t *testing.T) {
			words, clashes := Distinct(tt.names)
			assert.Empty(t, clashes)
			got := []string{}
			for _, w := range words {
				got = append(got, Go(w))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestClashes(t *testing.T) {
	tests := []struct {
		title string
		names []string
		want  []Clash
	}{
		{"a name twice", []string{"a", "b", "a"}, []Clash{{"A", []int{0, 2}}}},
		{"a character and its spelling", []string{"\u0430dmin", "x", "u0430dmin"}, []Clash{{"U0430Dmin", []int{0, 2}}}},
		{"a sign and its spelling", []string{"UTC+1", "UTC-1", "utcMinus1"}, []Clash{{"UTCMinus1", []int{1, 2}}}},
		{"the letter before digits", []string{"n1", "1"}, []Clash{{"N1", []int{0, 1}}}},
		{"the word for no name", []string{"", "empty"}, []Clash{{"Empty", []int{0, 1}}}},
		{"two of them", []string{"", "1", "Empty", "n1"}, []Clash{{"Empty", []int{0, 2}}, {"N1", []int{1, 3}}}},
	}
	for _, tt := range tests {
		t.Run(tt.title, func(t *testing.T) {
			_, clashes := Distinct(tt.names)
			assert.Equal(t, tt.want, clashes)
		})
	}
	// Names of shapes are not told apart, but checked in the same way.
	assert.Equal(t, []Clash{{"FooBar", []int{0, 2}}}, Clashes([][]string{Words("foo-bar"), Words("x"), Words("FooBar")}))
}

var rustIdentifier = regexp.MustCompile(`^(?:r#)?[a-z][a-z0-9_]*$`)

// checkDistinct checks what holds for every set of names.
func checkDistinct(t *testing.T, names []string) {
	words, clashes := Distinct(names)
	require.Len(t, words, len(names))
	clashing := map[int]bool{}
	for _, c := range clashes {
		require.GreaterOrEqual(t, len(c.Names), 2)
		for _, i := range c.Names {
			clashing[i] = true
		}
	}

	forms := map[string]func([]string) string{"Go": Go, "GoLocal": GoLocal, "TypeScript": TypeScript,
		"RustType": RustType, "RustVariant": RustVariant, "RustField": RustField}
	for form, identifier := range forms {
		seen := map[string]string{}
		for i, w := range words {
			ident := identifier(w)
			if form == "RustField" {
				require.Regexp(t, rustIdentifier, ident)
			} else {
				require.True(t, token.IsIdentifier(ident), "%s(%q) = %q", form, w, ident)
				require.Regexp(t, `^[A-Za-z][A-Za-z0-9_]*$`, ident)
			}
			folded := strings.ToLower(ident)
			if other, ok := seen[folded]; ok && !clashing[i] {
				require.Failf(t, "equal", "%s: %q and %q are both %q", form, other, names[i], ident)
			}
			seen[folded] = names[i]
		}
	}

	// The order of the names does not matter.
	order := rand.New(rand.NewPCG(1, 1)).Perm(len(names))
	shuffled := make([]string, len(names))
	for to, from := range order {
		shuffled[to] = names[from]
	}
	again, clashesAgain := Distinct(shuffled)
	for to, from := range order {
		require.Equal(t, words[from], again[to])
	}
	require.Equal(t, namesOf(clashes, names), namesOf(clashesAgain, shuffled))
}

// namesOf returns the names of clashes, sorted.
func namesOf(clashes []Clash, names []string) []string {
	var sets []string
	for _, c := range clashes {
		var set []string
		for _, i := range c.Names {
			set = append(set, names[i])
		}
		slices.Sort(set)
		sets = append(sets, strings.Join(set, "\n"))
	}
	slices.Sort(sets)
	return sets
}

func TestDistinctProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{"a", "A", "b", "B", "1", "2", "-", "_", "+", ".", " ", "id", "ID", "s", "é", "upper", "Lower", "minus", "n", "u00e9"}
	for range 3000 {
		seen := map[string]bool{}
		var names []string
		for range r.IntN(9) {
			var b strings.Builder
			for range r.IntN(5) {
				b.WriteString(parts[r.IntN(len(parts))])
			}
			if !seen[b.String()] {
				seen[b.String()] = true
				names = append(names, b.String())
			}
		}
		checkDistinct(t, names)
	}
}

func FuzzDistinct(f *testing.F) {
	f.Add("mW\nMW\nmw")
	f.Add("UTC+1\nUTC-1\n_utc\u200b1\n")
	f.Add("1\nn1\n\nempty\nSelf\nself\ntype\xff")
	f.Fuzz(func(t *testing.T, lines string) { checkDistinct(t, strings.Split(lines, "\n")) })
}
