package name

import "strings"

// A Clash is a set of names that become one identifier.
type Clash struct {
	Ident string // in Go; it differs from the others by case alone, if at all
	Names []int  // indexes of the names, ascending; two or more
}

// Distinct returns the words of the wire names of one scope, such as the properties of an object or the values of an
// enum, so that no two of them become one identifier in any language, even if case is ignored. Names that are different
// anyway have the words that Words gives them. Of those that would be equal, each one is spelled out where they differ:
//
//   - in separators first: "foo-bar", "foo_bar", "fooBar" are FooDashBar, FooUnderscoreBar, FooBar; "_version", "version"
//     are UnderscoreVersion, Version; "UTC+1", "UTC-1" are UTCPlus1, UTCMinus1;
//   - then in the case of letters: "mW", "MW", "mw" are LowerMUpperW, UpperMw, LowerMw.
//
// What a name becomes depends on the set of names and not on their order. Names that are still equal are reported, in the
// order of their first members.
func Distinct(names []string) ([][]string, []Clash) {
	pieces := make([][]piece, len(names))
	words := make([][]string, len(names))
	everyone := make([]int, len(names))
	for i, name := range names {
		pieces[i] = split(name)
		words[i] = spell(pieces[i], nil, nil)
		everyone[i] = i
	}
	bare := func(i int) string { return skeleton(pieces[i]) }
	spelled := func(i int) string { return key(words[i]) }
	for _, equal := range group(everyone, bare) {
		gaps := differences(pieces, equal, gapsOf)
		for _, i := range equal {
			words[i] = spell(pieces[i], gaps, nil)
		}
		for _, equal := range group(equal, spelled) {
			cases := differences(pieces, equal, casesOf)
			for _, i := range equal {
				words[i] = spell(pieces[i], gaps, cases)
			}
		}
	}
	return words, Clashes(words)
}

// Clashes reports the names, given as words, that become one identifier in some language, case ignored, in the order of
// their first members.
func Clashes(words [][]string) []Clash {
	everyone := make([]int, len(words))
	for i := range words {
		everyone[i] = i
	}
	var clashes []Clash
	for _, equal := range group(everyone, func(i int) string { return key(words[i]) }) {
		clashes = append(clashes, Clash{Ident: Go(words[equal[0]]), Names: equal})
	}
	return clashes
}

// key is equal for words that become one identifier in some language, case ignored.
func key(words []string) string { return strings.ToLower(Go(words)) }

// skeleton is what is left of a name without separators and case: its letters and digits, with _ between the digits of
// two words.
func skeleton(pieces []piece) string {
	texts := make([]string, len(pieces))
	for i, p := range pieces {
		texts[i] = p.text
	}
	return join(texts, func(_ bool, text string) string { return text })
}

// group returns the members that have a key in common with another one, by key, in the order of their first members.
func group(members []int, key func(int) string) [][]int {
	byKey := map[string][]int{}
	var keys []string
	for _, i := range members {
		k := key(i)
		if byKey[k] == nil {
			keys = append(keys, k)
		}
		byKey[k] = append(byKey[k], i)
	}
	var groups [][]int
	for _, k := range keys {
		if len(byKey[k]) > 1 {
			groups = append(groups, byKey[k])
		}
	}
	return groups
}

// differences returns the positions at which the traits of names with one skeleton are not all the same. Position 3 is
// before the fourth letter or digit, or is that letter; a trait that a name lacks there is "".
func differences(pieces [][]piece, names []int, traitsOf func([]piece) map[int]string) map[int]bool {
	seen := map[int]string{} // traits of the first names that have one
	count := map[int]int{}
	differ := map[int]bool{}
	for _, i := range names {
		for at, trait := range traitsOf(pieces[i]) {
			if count[at]++; count[at] == 1 {
				seen[at] = trait
			} else if seen[at] != trait {
				differ[at] = true
			}
		}
	}
	for at, n := range count {
		if n < len(names) {
			differ[at] = true
		}
	}
	return differ
}

// gapsOf returns the separators of a name by the number of letters and digits before them.
func gapsOf(pieces []piece) map[int]string {
	gaps := map[int]string{}
	at := 0
	for _, p := range pieces {
		if p.gap != "" {
			gaps[at] = p.gap
		}
		at += len(p.text)
	}
	return gaps
}

// casesOf returns the upper-case letters of a name by their index.
func casesOf(pieces []piece) map[int]string {
	cases := map[int]string{}
	at := 0
	for _, p := range pieces {
		for i := range len(p.text) {
			if isUpper(p.text[i]) {
				cases[at+i] = "upper"
			}
		}
		at += len(p.text)
	}
	return cases
}
