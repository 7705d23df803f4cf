package diag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rightkit/lockstep/gen/source"
)

// Formats are the names that Format knows.
var Formats = []string{"text", "json", "github"}

// Format returns a list in a form that a reader asks for by name:
//
//	text    as Diagnostic.Text, one after the other; for people
//	json    an array of objects; for programs
//	github  workflow commands, one per line, which GitHub shows at the lines of a pull request
//
// Each ends in a newline, except that text and github are empty for an empty list. An unknown name is an error.
func (l List) Format(name string) ([]byte, error) {
	switch name {
	case "text":
		return each(l, Diagnostic.Text), nil
	case "json":
		return l.json(), nil
	case "github":
		return each(l, Diagnostic.github), nil
	}
	return nil, fmt.Errorf("unknown format %q, want %s", name, strings.Join(Formats, ", "))
}

func each(l List, format func(Diagnostic) string) []byte {
	var b bytes.Buffer
	for _, d := range l {
		b.WriteString(format(d) + "\n")
	}
	return b.Bytes()
}

// A record is a Diagnostic in JSON. Members that have nothing to say are left out, but for severity, code and message.
type record struct {
	Severity string          `json:"severity"`
	Code     string          `json:"code"`
	File     string          `json:"file,omitempty"`
	Line     int             `json:"line,omitempty"`     // from 1
	Col      int             `json:"col,omitempty"`      // from 1, in code points
	Instance string          `json:"instance,omitempty"` // left out for the message as a whole
	Message  string          `json:"message"`
	At       string          `json:"at,omitempty"`
	Got      string          `json:"got,omitempty"`
	Want     string          `json:"want,omitempty"`
	Also     []relatedRecord `json:"also,omitempty"`
	Hint     string          `json:"hint,omitempty"`
}

type relatedRecord struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"col,omitempty"`
	Text string `json:"text"`
}

func (l List) json() []byte {
	records := make([]record, len(l))
	for i, d := range l {
		r := record{
			Severity: d.Severity.String(),
			Code:     d.Code,
			Instance: string(d.Instance),
			Message:  d.Message,
			At:       string(d.At),
			Got:      d.Got,
			Want:     d.Want,
			Hint:     d.Hint,
		}
		if d.Pos.IsValid() {
			r.File = d.Pos.File.Name
			r.Line, r.Col = d.Pos.LineCol()
		}
		for _, other := range d.Also {
			also := relatedRecord{Text: other.Text}
			if other.Pos.IsValid() {
				also.File = other.Pos.File.Name
				also.Line, also.Col = other.Pos.LineCol()
			}
			r.Also = append(r.Also, also)
		}
		records[i] = r
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(records); err != nil {
		panic(err) // strings and numbers always encode
	}
	return b.Bytes()
}

var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// github returns the workflow command of a diagnostic. Severities have the names of the commands.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
func (d Diagnostic) github() string {
	var properties []string
	property := func(name, value string) {
		properties = append(properties, name+"="+githubProperty.Replace(OneLine(value)))
	}
	if d.Pos.IsValid() {
		line, col := d.Pos.LineCol()
		property("file", d.Pos.File.Name)
		property("line", fmt.Sprint(line))
		property("col", fmt.Sprint(col))
	}
	property("title", d.Code)
	command := "::" + d.Severity.String() + " " + strings.Join(properties, ",") + "::"
	d.Pos, d.Severity = source.Pos{}, Error // said already
	return command + githubData.Replace(d.Text())
}
