package wire

import "strings"

// UnknownTool is the error for a word of the command line that is no tool of the contract.
func UnknownTool(word string, tools []string) error {
	message := "there is no tool " + quote(word)
	if near := nearest(word, tools); near != "" {
		message += ", did you mean " + quote(near) + "?"
	}
	return &ArgumentError{Code: "unknown_tool", Message: message + "; the tools are " + strings.Join(tools, ", ")}
}
