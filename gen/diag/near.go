package diag

import (
	"slices"
	"strconv"
	"strings"
)

// maxNear is how many names Near returns at most, and nearLength how long a name may be for it, in bytes.
const (
	maxNear    = 3
	nearLength = 64
)

// Near returns the names that a writer of word may have meant, the nearest first, three at most: those that differ in
// case alone, or by one slip of the keyboard, or by two when the longer one has six letters or more. A name shorter
// than three letters is near in case alone. The time is linear in the number of names.
func Near(word string, names []string) []string {
	if len(word) > nearLength {
		return nil
	}
	type found struct {
		name     string
		distance int
	}
	var near []found
	for _, name := range names {
		if name == word || len(name) > nearLength {
			continue
		}
		if strings.EqualFold(name, word) {
			near = append(near, found{name, 0})
			continue
		}
		a, b := []rune(word), []rune(name)
		allowed := min(2, max(len(a), len(b))/3)
		if abs(len(a)-len(b)) > allowed {
			continue
		}
		if d := distance(a, b); d <= allowed {
			near = append(near, found{name, d})
		}
	}
	slices.SortStableFunc(near, func(a, b found) int { return a.distance - b.distance })
	var out []string
	for _, f := range near {
		if len(out) < maxNear && !slices.Contains(out, f.name) {
			out = append(out, f.name)
		}
	}
	return out
}

// DidYouMean returns the hint that offers names, such as `did you mean "a" or "b"?`; "" for no name.
func DidYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("did you mean ")
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(name))
	}
	return b.String() + "?"
}

// distance counts the letters to insert, delete, replace or swap with their neighbour that turn a into b.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func abs(n int) int { return max(n, -n) }
