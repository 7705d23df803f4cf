package contract

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
)

// Check compares the file with its schema and reports where they differ: names that lead nowhere, codes without a
// meaning, text keys and limits that are not those of the schema. Each error shows both places where there are two.
func (f *File) Check(g *jsonschema.Graph) diag.List {
	var diags diag.List
	c := checker{file: f, shapes: indexShapes(g), diags: &diags, codes: map[string]bool{}}
	c.errors()
	c.tools()
	c.exits()
	c.textKeys()
	c.conditions()
	c.limits()
	c.secrets()
	c.docs()
	c.names()
	diags.Sort()
	diags.Limit(maxFindings)
	return diags
}

// A checker compares one file with the shapes of its schema.
type checker struct {
	file   *File
	shapes *shapes
	diags  *diag.List
	codes  map[string]bool // error codes that have a meaning
	near   int             // names that were searched for hints
}

// problem reports an error at a name of the file.
func (c *checker) problem(code string, at form.Text, message, hint string, also ...diag.Related) {
	c.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: code, Pos: at.Pos, At: at.Node.Pointer, Message: message, Hint: hint, Also: also,
	})
}

// unknown reports a name that is none of the names in the schema, with those that may have been meant.
func (c *checker) unknown(code string, name form.Text, message string, names []string, also ...diag.Related) {
	c.problem(code, name, message, c.meant(name, names), also...)
}

// meant returns a hint at the names that may have been meant; "" for none.
func (c *checker) meant(name form.Text, names []string) string {
	const most = 1 << 20 // bounds the work for a file that is wrong throughout
	if c.near += len(names); c.near >= most {
		return ""
	}
	return diag.DidYouMean(diag.Near(name.Value, names))
}

// shape returns the shape that a name leads to, or reports that there is none and returns nil.
func (c *checker) shape(code string, name form.Text) *jsonschema.Schema {
	s := c.shapes.find(name.Value)
	if s != nil {
		return s
	}
	message := "the schema has no shape " + strconv.Quote(name.Value)
	if parts := c.shapes.parts[name.Value]; len(parts) > 0 {
		c.problem(code, name, message+", only a container of that name", diag.DidYouMean(parts[:min(3, len(parts))]), c.shapes.place())
	} else {
		c.unknown(code, name, message, c.shapes.names, c.shapes.place())
	}
	return nil
}

// property returns a property of a shape, or reports that there is none and returns nil.
func (c *checker) property(code string, shape, name form.Text, s *jsonschema.Schema) *jsonschema.Schema {
	o := c.shapes.object(s)
	p := o.schema[name.Value]
	if p == nil {
		c.unknown(code, name, strconv.Quote(shape.Value)+" has no property "+strconv.Quote(name.Value), o.names,
			place(s.Node, "the shape"))
	}
	return p
}

// value reports a string that is no value of the enum s.
func (c *checker) value(code string, name form.Text, s *jsonschema.Schema) {
	ch := c.shapes.choice(s)
	if ch.items[name.Value] != nil {
		return
	}
	also := place(s.Node, "no enum of strings")
	if ch.node != nil {
		also = place(ch.node, "the values")
	}
	c.unknown(code, name, "the schema does not have the value "+strconv.Quote(name.Value), ch.values, also)
}

func (c *checker) tools() {
	for _, t := range c.file.Tools {
		params := c.shape("tool-without-shape", t.Params)
		result := c.shape("tool-without-shape", t.Result)
		if params != nil && !isObject(params) {
			c.problem("params-not-object", t.Params, "params must be an object: \"type\": \"object\"", "",
				place(params.Node, "the shape"))
		}
		if params != nil && t.Token.Node != nil {
			c.property("token-unknown", t.Params, t.Token, params)
		}
		if result != nil && t.FailClosed != nil {
			c.failClosed(t, result)
		}
	}
}

func (c *checker) failClosed(t *Tool, result *jsonschema.Schema) {
	const code = "fail-closed-unknown"
	if s := c.property(code, t.Result, t.FailClosed.Property, result); s != nil && !IsText(s) {
		c.value(code, t.FailClosed.Value, s)
	}
	c.code(t.FailClosed.Code)
}

// code reports an error code that the file gives no meaning.
func (c *checker) code(name form.Text) {
	if c.codes[name.Value] {
		return
	}
	also := place(c.file.Node, "the file has no error codes")
	var known []string
	if e := c.file.Errors; e != nil {
		also = place(e.Node, "the codes")
		for _, m := range slices.Concat(e.Meanings, e.Beside) {
			known = append(known, m.Name.Value)
		}
	}
	hint := cmp.Or(c.meant(name, known), `give a code that no message carries a meaning under "beside" of "errors"`)
	c.problem("code-unknown", name, "no error code "+strconv.Quote(name.Value), hint, also)
}

func (c *checker) errors() {
	e := c.file.Errors
	if e == nil {
		return
	}
	for _, m := range slices.Concat(e.Meanings, e.Beside) {
		c.codes[m.Name.Value] = true
	}
	s := c.shape("errors-without-shape", e.Shape)
	if s == nil {
		return
	}
	codes := c.shapes.choice(s)
	if codes.node == nil {
		c.problem("errors-not-enum", e.Shape, strconv.Quote(e.Shape.Value)+" is not an enum of strings", "",
			place(s.Node, "the shape"))
		return
	}
	for _, m := range e.Meanings {
		if codes.items[m.Name.Value] == nil {
			c.unknown("meaning-without-code", m.Name, "the schema has no code "+strconv.Quote(m.Name.Value), codes.values,
				place(codes.node, "the codes"))
		}
	}
	for _, m := range e.Beside {
		if code := codes.items[m.Name.Value]; code != nil {
			c.problem("code-not-beside", m.Name, "the schema has the code "+strconv.Quote(m.Name.Value),
				`move it to "meanings"`, place(code, "the code"))
		}
	}
	meanings := e.Node.Get("meanings")
	for _, v := range codes.values {
		if !c.codes[v] {
			c.problem("code-without-meaning", form.Text{Node: meanings, Pos: meanings.Pos},
				"no meaning for the code "+strconv.Quote(v), "", place(codes.items[v], "the code"))
		}
	}
}

func (c *checker) exits() {
	for _, e := range c.file.Exits {
		for _, code := range e.Codes {
			c.code(code)
		}
	}
}

func (c *checker) conditions() {
	const code = "condition-unknown"
	for _, cond := range c.file.Conditions {
		for _, shape := range cond.Shapes {
			s := c.shape(code, shape)
			if s == nil {
				continue
			}
			if p := c.property(code, shape, cond.Property, s); p != nil && !IsText(p) {
				c.value(code, cond.Equals, p)
			}
			for _, name := range cond.Require {
				c.property(code, shape, name, s)
			}
		}
	}
}

func (c *checker) limits() {
	for _, l := range c.file.Limits {
		s := c.shape("limit-unknown", l.Shape)
		if s == nil {
			continue
		}
		p := c.property("limit-unknown", l.Shape, l.Property, s)
		if p == nil {
			continue
		}
		for _, b := range l.Bounds {
			c.bound(l, b, p)
		}
	}
}

// bound compares a bound with the keyword of the schema.
func (c *checker) bound(l *Limit, b Bound, p *jsonschema.Schema) {
	count := keyword(p, b.Keyword)
	if count != nil && count.Value == b.Value.Value {
		return
	}
	d := diag.Diagnostic{
		Severity: diag.Error, Code: "limit-differs", Pos: b.Value.Node.Pos, At: b.Value.Node.Pointer,
		Message: strconv.Quote(b.Keyword) + " of " + l.Property.Value + " in " + l.Shape.Value + " is not that of the schema",
		Got:     strconv.Itoa(b.Value.Value),
	}
	if count == nil {
		d.Want = "none"
		d.Also = []diag.Related{place(p.Node, "the property")}
	} else {
		d.Want = strconv.Itoa(count.Value)
		d.Also = []diag.Related{place(count.Node, "the schema")}
	}
	c.diags.Add(d)
}

// place is a second place in the schema.
func place(n *load.Node, text string) diag.Related { return diag.Related{Pos: n.Pos, Text: text} }
