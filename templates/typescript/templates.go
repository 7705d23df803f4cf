// Package tstemplate holds what is filled in or copied for the TypeScript target: templates for each kind of declaration,
// statement and file, and the runtime, which is real source under runtime/, tested there. It turns a View into text and
// the runtime into files. It knows nothing of a contract, escapes nothing, and never writes a file: every string of a
// view is TypeScript, JavaScript, JSON or Markdown already.
//
// No template holds logic. What varies is another view, which names its own template.
package tstemplate

import (
	"embed"
	"strings"
	"text/template"
)

//go:embed *.tmpl
var sources embed.FS

// A View is the content of one template.
type View interface{ template() string }

var templates = template.New("")

func init() {
	templates.Funcs(template.FuncMap{"emit": emit, "join": strings.Join})
	template.Must(templates.ParseFS(sources, "*.tmpl"))
}

// Fill returns the text of a view. It fails only when a template and its view do not fit.
func Fill(v View) ([]byte, error) {
	text, err := emit(v)
	return []byte(text), err
}

// emit is Fill for views inside a view; nil is a view without text.
func emit(v View) (string, error) {
	if v == nil {
		return "", nil
	}
	var b strings.Builder
	err := templates.ExecuteTemplate(&b, v.template(), v)
	return b.String(), err
}
