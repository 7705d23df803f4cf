package contract

import (
	"strconv"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
)

// distinct reports what stands twice in the file although it may stand once.
func (f *File) distinct(diags *diag.List) {
	d := distinct{diags, map[string]form.Text{}}
	for _, t := range f.Tools {
		d.add("tool", t.Name)
		d.add("command", t.Command)
	}
	if f.Errors != nil {
		for _, m := range f.Errors.Meanings {
			d.add("code", m.Name)
		}
		for _, m := range f.Errors.Beside {
			d.add("code", m.Name)
		}
	}
	for _, e := range f.Exits {
		if e.Exit.Node != nil {
			d.add("exit", form.Text{Value: strconv.Itoa(e.Exit.Value), Node: e.Exit.Node, Pos: e.Exit.Node.Pos})
		}
		for _, c := range e.Codes {
			d.add("exit-code", c)
		}
		if e.Node.Get("codes") == nil {
			d.add("exit-code", form.Text{Value: "any other code", Node: e.Node, Pos: e.Node.Pos})
		}
	}
}

// distinct holds where each name of each kind stood first.
type distinct struct {
	diags *diag.List
	first map[string]form.Text
}

// add reports a name that the kind has already.
func (d distinct) add(kind string, name form.Text) {
	if name.Node == nil {
		return
	}
	key := kind + " " + name.Value
	first, twice := d.first[key]
	if !twice {
		d.first[key] = name
		return
	}
	d.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "duplicate-" + kind, Pos: name.Pos, At: name.Node.Pointer,
		Message: strconv.Quote(name.Value) + " stands twice",
		Also:    []diag.Related{{Pos: first.Pos, Text: "first"}},
	})
}
