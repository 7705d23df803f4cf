package output

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lineWidth is how many columns of a line a finding shows.
const lineWidth = 120

// firstDifference returns the offset at which two texts start to differ, moved back to the start of a character of a.
func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	for back := i; back > i-utf8.UTFMax && back >= 0 && back < len(a); back-- {
		if utf8.RuneStart(a[back]) {
			return back
		}
	}
	return i
}

// excerpts returns the lines of two texts that differ first at an offset, fit to be shown one above the other.
func excerpts(got, want []byte, offset int) (string, string) {
	g, w := excerpt(got, offset), excerpt(want, offset)
	if g == w || offset >= len(got) && want[offset] == '\n' || offset >= len(want) && got[offset] == '\n' {
		return character(got, offset), character(want, offset) // only the ends of the line differ
	}
	return g, w
}

// excerpt returns the line of a text around an offset, cut to lineWidth columns that include the offset.
func excerpt(text []byte, offset int) string {
	if offset >= len(text) {
		return "the end of the file"
	}
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	end := len(text)
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	if start == end {
		return "an empty line"
	}
	before := []rune(strings.ToValidUTF8(string(text[start:offset]), "\uFFFD"))
	after := []rune(strings.ToValidUTF8(string(text[offset:end]), "\uFFFD"))
	if len(before)+len(after) <= lineWidth {
		return string(before) + string(after)
	}
	// Keep a third of the width before the difference, more when the line ends soon after it.
	if keep := max(lineWidth/3, lineWidth-1-len(after)); len(before) > keep {
		before = append([]rune("…"), before[len(before)-keep:]...)
	}
	if keep := lineWidth - 1 - len(before); len(after) > keep+1 {
		after = append(after[:keep:keep], '…')
	}
	return string(before) + string(after)
}

// character names the one character at an offset.
func character(text []byte, offset int) string {
	switch {
	case offset >= len(text):
		return "the end of the file"
	case text[offset] == '\n':
		return "a line end"
	}
	r, size := utf8.DecodeRune(text[offset:])
	if r == utf8.RuneError && size == 1 {
		return "a byte that is not UTF-8"
	}
	return "the character " + string(r)
}
