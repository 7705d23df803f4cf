package scenario

import (
	"strconv"
	"strings"
)

// either joins words: `"a", "b" or "c"`.
func either(list []string) string { return joined(list, " or ") }

// words joins words: `"a", "b" and "c"`; "none of them" for none.
func words(list []string) string {
	if len(list) == 0 {
		return "none of them"
	}
	return joined(list, " and ")
}

func joined(list []string, last string) string {
	quoted := make([]string, len(list))
	for i, w := range list {
		quoted[i] = strconv.Quote(w)
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	end := len(quoted) - 1
	return strings.Join(quoted[:end], ", ") + last + quoted[end]
}

// short cuts a text that is long.
func short(s string) string {
	const limit = 160
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "..."
	}
	return s
}
