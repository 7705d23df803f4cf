package rust

import (
	"fmt"
	"strings"
)

// verify reads an emitted file token by token and compares the public types that it declares with the plan: whatever a
// schema holds, it cannot end a comment or a string, and it cannot add a declaration.
func verify(file, text string, planned map[string]bool) error {
	words, err := scan(text)
	if err != nil {
		return fmt.Errorf("%s: the emitted file does not read as code: %w", file, err)
	}
	declared := map[string]bool{}
	for i := 0; i+2 < len(words); i++ {
		if words[i] != "pub" {
			continue
		}
		switch words[i+1] {
		case "struct", "enum", "type", "trait":
			declared[words[i+2]] = true
		}
	}
	for id := range declared {
		if !planned[id] {
			return fmt.Errorf("%s: %s is declared and was not planned", file, id)
		}
	}
	for id := range planned {
		if !declared[id] {
			return fmt.Errorf("%s: %s was planned and is not declared", file, id)
		}
	}
	return nil
}

// scan splits a file into its words, without comments and strings. It knows what the emitter writes and refuses
// everything else: a block comment, a character outside of ASCII that stands in no comment, a bracket too many.
func scan(text string) ([]string, error) {
	var words []string
	var open []byte
	for n, line := range strings.Split(text, "\n") {
		for i := 0; i < len(line); {
			c := line[i]
			switch {
			case strings.HasPrefix(line[i:], "//"):
				i = len(line)
			case strings.HasPrefix(line[i:], "/*"):
				return nil, fmt.Errorf("line %d: a block comment", n+1)
			case c == '"':
				end := i + 1
				for end < len(line) && line[end] != '"' {
					if line[end] == '\\' {
						end++
					}
					end++
				}
				if end >= len(line) {
					return nil, fmt.Errorf("line %d: a string without an end", n+1)
				}
				i = end + 1
			case isWord(c):
				from := i
				for i < len(line) && isWord(line[i]) {
					i++
				}
				words = append(words, line[from:i])
			case c < ' ' || c > '~':
				return nil, fmt.Errorf("line %d: an unexpected character %q", n+1, c)
			default:
				switch c {
				case '(', '[', '{':
					open = append(open, c)
				case ')', ']', '}':
					if len(open) == 0 || open[len(open)-1] != opening[c] {
						return nil, fmt.Errorf("line %d: a %q too many", n+1, c)
					}
					open = open[:len(open)-1]
				}
				i++
			}
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("a %q is not closed", open[len(open)-1])
	}
	return words, nil
}

var opening = map[byte]byte{')': '(', ']': '[', '}': '{'}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '#'
}
