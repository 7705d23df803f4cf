package load

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// A plainError says why a plain scalar is refused.
type plainError struct{ code, message, hint string }

// sexagesimal is what YAML 1.1 takes for a number in base 60, such as 10:30.
var sexagesimal = regexp.MustCompile(`^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$`)

// plain returns the kind of a plain scalar, given the tag that the library resolved. Only what each reader of YAML takes
// for the same value has one.
func plain(text, tag string) (Kind, *plainError) {
	switch text {
	case "":
		return 0, &plainError{"yaml-ambiguous", "a value that is left out", `give it a value or remove it; write null or "" where that is meant`}
	case "null":
		return Null, nil
	case "true", "false":
		return Bool, nil
	}
	if numberLength(text) == len(text) {
		return Number, nil
	}
	switch strings.ToLower(text) {
	case "null", "~":
		return 0, &plainError{"yaml-ambiguous", fmt.Sprintf("%q is null in YAML", text), "write null, or quote it"}
	case "true", "false", "yes", "no", "on", "off":
		return 0, &plainError{
			"yaml-ambiguous", fmt.Sprintf("%q is a boolean for some readers of YAML", text), "write true or false, or quote it",
		}
	}
	switch {
	case tag == "!!int" || tag == "!!float":
		return 0, &plainError{
			"yaml-number", fmt.Sprintf("%q is a number that JSON cannot write", text),
			"write it in decimal as JSON does, such as 16, -0.5 or 1e3, or quote it",
		}
	case tag == "!!timestamp":
		return 0, &plainError{"yaml-ambiguous", fmt.Sprintf("%q is a date for some readers of YAML", text), "quote it"}
	case tag == "!!merge":
		return 0, &plainError{"yaml-ambiguous", "<< is a merge key for some readers of YAML", "quote it"}
	case sexagesimal.MatchString(text):
		return 0, &plainError{
			"yaml-ambiguous", fmt.Sprintf("%q is a number for some readers of YAML", text), "quote it",
		}
	}
	return String, nil
}

// scalar turns a scalar into a node.
func (r *yamlReader) scalar(y *yaml.Node, offset int, at source.Pointer) *Node {
	kind := String
	if y.Style&quoted == 0 {
		var problem *plainError
		if kind, problem = plain(y.Value, y.Tag); problem != nil {
			return r.fail(problem.code, offset, diag.Diagnostic{Message: problem.message, At: at, Hint: problem.hint})
		}
	}
	n := r.node(kind, offset, at)
	if n == nil {
		return nil
	}
	n.End = r.scalarEnd(y, offset)
	switch kind {
	case Bool:
		n.Bool = y.Value == "true"
	case Number, String:
		n.Text = y.Value
	}
	return n
}

// key reports whether a node can be a member name, and adds an error if not.
func (r *yamlReader) key(y *yaml.Node, offset int, at source.Pointer) bool {
	if y.Kind == yaml.AliasNode {
		r.noAlias(offset)
		return false
	}
	if !r.plainNode(y, offset, at) {
		return false
	}
	if y.Kind != yaml.ScalarNode {
		r.fail("yaml-key", offset, diag.Diagnostic{
			Message: "a key that is a collection", At: at, Want: "a string",
			Hint: "quote the text if it starts with { or [",
		})
		return false
	}
	if y.Style&quoted != 0 {
		return true
	}
	if y.Value == "<<" {
		r.fail("yaml-merge-key", offset, diag.Diagnostic{
			Message: "a merge key", At: at, Hint: `write the members out; a schema has "allOf" and "$ref" for that`,
		})
		return false
	}
	if kind, problem := plain(y.Value, y.Tag); problem != nil || kind != String {
		r.fail("yaml-key", offset, diag.Diagnostic{
			Message: "a key that is no string for each reader of YAML", At: at, Got: y.Value, Want: "a string",
			Hint: "quote the key",
		})
		return false
	}
	return true
}

// scalarEnd returns the offset after a scalar. The library does not give it: a quoted scalar ends at its quote, another
// at the end of its line or with its value.
func (r *yamlReader) scalarEnd(y *yaml.Node, offset int) int {
	text := r.file.Text[offset:]
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		for i := 1; i < len(text); i++ {
			if text[i] == '\'' {
				if i+1 < len(text) && text[i+1] == '\'' {
					i++
					continue
				}
				return offset + i + 1
			}
		}
	case y.Style&yaml.DoubleQuotedStyle != 0:
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return offset + i + 1
			}
		}
	case bytes.HasPrefix(text, []byte(y.Value)):
		return offset + len(y.Value)
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return offset + i
	}
	return len(r.file.Text)
}
