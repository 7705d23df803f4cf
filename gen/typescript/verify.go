package typescript

import (
	"fmt"
	"slices"
	"strings"
)

// verify reads an emitted module token by token and compares what it exports with the plan: whatever a schema holds, it
// cannot end a comment or a string, and it cannot add a declaration.
func verify(file, text string, planned map[string]bool) error {
	tokens, err := scan(text)
	if err != nil {
		return fmt.Errorf("%s: the emitted file does not read as code: %w", file, err)
	}
	declared, err := exportsOf(tokens)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var wrong []string
	for id := range declared {
		if !planned[id] {
			wrong = append(wrong, id+" is exported and was not planned")
		}
	}
	for id := range planned {
		if !declared[id] {
			wrong = append(wrong, id+" was planned and is not exported")
		}
	}
	slices.Sort(wrong)
	if len(wrong) > 0 {
		return fmt.Errorf("%s: differs from the plan: %s", file, strings.Join(wrong, "; "))
	}
	return nil
}

// A token is a word, a number, a string with its quotes, or one character of punctuation.
type token struct {
	text  string
	line  int
	depth int // how many brackets are open around it
}

// scan splits a module into tokens, without its comments. It knows what the emitter writes and refuses everything else:
// a template literal, a regular expression, a character outside of ASCII that stands in no comment, a bracket too many.
func scan(text string) ([]token, error) {
	tokens := make([]token, 0, len(text)/5)
	var open []byte
	line := 1
	for i := 0; i < len(text); {
		c := text[i]
		start := i
		switch {
		case c == '\n':
			line++
			i++
			continue
		case c == ' ':
			i++
			continue
		case strings.HasPrefix(text[i:], "//"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return nil, fmt.Errorf("line %d: a comment without an end", line)
			}
			i += end
			continue
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i:], "*/")
			if end < 0 {
				return nil, fmt.Errorf("line %d: a comment without an end", line)
			}
			line += strings.Count(text[i:i+end], "\n")
			i += end + 2
			continue
		case c == '"':
			n := stringLength(text[i:])
			if n < 0 {
				return nil, fmt.Errorf("line %d: a string without an end", line)
			}
			i += n
		case isWord(c):
			for i < len(text) && isWord(text[i]) {
				i++
			}
		case strings.IndexByte("{}()[]<>=!&|?:;,.+-*", c) >= 0:
			i++
		default:
			return nil, fmt.Errorf("line %d: an unexpected character %q", line, c)
		}
		if closes := closing(c); closes != 0 {
			if len(open) == 0 || open[len(open)-1] != closes {
				return nil, fmt.Errorf("line %d: a %q too many", line, c)
			}
			open = open[:len(open)-1]
		}
		tokens = append(tokens, token{text[start:i], line, len(open)})
		if c == '{' || c == '(' || c == '[' {
			open = append(open, c)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("a %q is not closed", open[len(open)-1])
	}
	return tokens, nil
}

// closing returns what a bracket closes; 0 for any other character.
func closing(c byte) byte {
	switch c {
	case '}':
		return '{'
	case ')':
		return '('
	case ']':
		return '['
	}
	return 0
}

// stringLength returns the length of the string literal that a text starts with; -1 when it does not end on its line.
func stringLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '"':
			return i + 1
		case text[i] < 0x20 || text[i] > 0x7e:
			return -1
		}
	}
	return -1
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
}

// exportsOf returns the names that a module exports, in any of the forms that the templates use.
func exportsOf(tokens []token) (map[string]bool, error) {
	names := map[string]bool{}
	at := func(i int) string {
		if i < len(tokens) {
			return tokens[i].text
		}
		return ""
	}
	list := func(i int) {
		for ; at(i) != "}" && i < len(tokens); i++ {
			if at(i) != "," {
				names[at(i)] = true
			}
		}
	}
	for i, t := range tokens {
		if t.depth > 0 {
			continue
		}
		switch {
		case t.text == "module" && at(i+1) == "." && at(i+2) == "exports" && at(i+4) == "{":
			list(i + 5)
		case t.text != "export":
		case at(i+1) == "{":
			list(i + 2)
		case at(i+1) == "type" && at(i+2) == "{":
			list(i + 3)
		case at(i+1) == "type" || at(i+1) == "interface":
			names[at(i+2)] = true
		case at(i+1) == "declare" && at(i+2) == "const":
			names[at(i+3)] = true
		default:
			return nil, fmt.Errorf("line %d: an unexpected form of export", t.line)
		}
	}
	return names, nil
}
