// Package form reads the objects of a configuration file into typed values. A caller opens an object, asks for its
// members by name and closes it; form reports members that are missing, unknown or of the wrong form, each with its
// place, and hands out zero values for them, so that one reading finds everything. It knows nothing of what the members
// mean, and it reads no file.
//
//	o := form.Open(node, diags, "name") // "name" is required
//	defer o.Close()
//	return &Tool{Name: o.Text("name", form.Prose), Doc: o.Text("doc", form.Prose)}
package form

import (
	"path"
	"strconv"
	"time"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// A Text is a string with its place. The zero Text is absent.
type Text struct {
	Value string
	Node  *load.Node // nil when absent
	Pos   source.Pos // of the string; of a Map's entry: of its key
}

// An Int is a whole number with its place.
type Int struct {
	Value int
	Node  *load.Node // nil when absent
}

// A Flag is a boolean with its place.
type Flag struct {
	Value bool
	Node  *load.Node // nil when absent
}

// A Duration is a span of time with its place.
type Duration struct {
	Value time.Duration
	Node  *load.Node // nil when absent
}

// Text reads a string that fits p.
func (o *Object) Text(name string, p Pattern) Text {
	n := o.member(name)
	if n == nil {
		return Text{}
	}
	return o.TextOf(n, p)
}

// Texts reads an array of at least min different strings that fit p. It returns nil when the member is absent.
func (o *Object) Texts(name string, min int, p Pattern) []Text {
	texts := List(o, name, min, func(n *load.Node) Text { return o.TextOf(n, p) })
	first := make(map[string]Text, len(texts))
	for _, t := range texts {
		if t.Node == nil {
			continue
		}
		if twin, ok := first[t.Value]; ok {
			o.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "duplicate-item", Pos: t.Pos, At: t.Node.Pointer,
				Message: strconv.Quote(t.Value) + " stands twice",
				Also:    []diag.Related{{Pos: twin.Pos, Text: "first"}},
			})
			continue
		}
		first[t.Value] = t
	}
	return texts
}

// TextOf reads n, a part of a member of o, as a string that fits p.
func (o *Object) TextOf(n *load.Node, p Pattern) Text {
	if n.Kind != load.String {
		d := wrongType(n, load.String)
		if p.want != Value.want {
			d.Want = p.want
		}
		o.diags.Add(d)
		return Text{}
	}
	if !p.Fits(n.Text) {
		o.Refuse(n, p.want, "")
		return Text{}
	}
	return Text{Value: n.Text, Node: n, Pos: n.Pos}
}

// Key reports the key of a Map's entry when it does not fit p.
func (o *Object) Key(key Text, p Pattern) {
	if !p.Fits(key.Value) {
		o.diags.Add(diag.Diagnostic{
			Severity: diag.Error, Code: "bad-value", Pos: key.Pos, At: key.Node.Pointer,
			Message: "the key must be " + p.want, Got: strconv.Quote(key.Value),
		})
	}
}

// Path reads a path below the folder of the file and cleans it: no "./" before it and no slash behind it.
func (o *Object) Path(name string) Text {
	return clean(o.Text(name, Path))
}

// Paths reads an array of at least min paths.
func (o *Object) Paths(name string, min int) []Text {
	paths := o.Texts(name, min, Path)
	for i := range paths {
		paths[i] = clean(paths[i])
	}
	return paths
}

// Choice reads a string that is one of the choices.
func (o *Object) Choice(name string, choices ...string) Text {
	n := o.member(name)
	if n == nil || !o.is(n, load.String) {
		return Text{}
	}
	for _, c := range choices {
		if n.Text == c {
			return Text{Value: c, Node: n, Pos: n.Pos}
		}
	}
	o.Refuse(n, either(choices), diag.DidYouMean(diag.Near(n.Text, choices)))
	return Text{}
}

// Int reads a whole number from min to max. 2.0 is a whole number, as it is in JSON Schema.
func (o *Object) Int(name string, min, max int) Int {
	n := o.member(name)
	if n == nil || !o.is(n, load.Number) {
		return Int{}
	}
	f, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || f < float64(min) || f > float64(max) || f != float64(int(f)) {
		want := strconv.Itoa(min)
		if min != max {
			want = "a whole number from " + want + " to " + strconv.Itoa(max)
		}
		o.Refuse(n, want, "")
		return Int{}
	}
	return Int{Value: int(f), Node: n}
}

// Flag reads a boolean.
func (o *Object) Flag(name string) Flag {
	n := o.member(name)
	if n == nil || !o.is(n, load.Bool) {
		return Flag{}
	}
	return Flag{Value: n.Bool, Node: n}
}

// Duration reads a span of time such as "30s".
func (o *Object) Duration(name string) Duration {
	t := o.Text(name, Span)
	d, err := time.ParseDuration(t.Value)
	if t.Node == nil || err != nil {
		return Duration{} // Span lets nothing through that does not parse
	}
	return Duration{Value: d, Node: t.Node}
}

// Struct reads an object with the function, or returns the zero T when the member is absent.
func Struct[T any](o *Object, name string, read func(*load.Node) T) T {
	n := o.member(name)
	if n == nil {
		var zero T
		return zero
	}
	return read(n)
}

// List reads an array of at least min items, each with the function. It returns nil when the member is absent.
func List[T any](o *Object, name string, min int, read func(*load.Node) T) []T {
	n := o.member(name)
	if n == nil || !o.is(n, load.Array) {
		return nil
	}
	if len(n.Items) < min {
		o.Refuse(n, "an array of at least "+strconv.Itoa(min)+" item", "")
		return nil
	}
	list := make([]T, len(n.Items))
	for i, item := range n.Items {
		list[i] = read(item)
	}
	return list
}

// Map reads an object whose names are data, each entry with the function, in source order.
func Map[T any](o *Object, name string, read func(key Text, value *load.Node) T) []T {
	n := o.member(name)
	if n == nil || !o.is(n, load.Object) {
		return nil
	}
	if len(n.Members) == 0 {
		o.Refuse(n, "an object of at least 1 entry", "")
		return nil
	}
	list := make([]T, len(n.Members))
	for i, m := range n.Members {
		list[i] = read(Text{Value: m.Name, Node: m.Value, Pos: m.NamePos}, m.Value)
	}
	return list
}

// clean makes a path that fits Path canonical.
func clean(t Text) Text {
	if t.Node != nil {
		t.Value = path.Clean(t.Value)
	}
	return t
}
