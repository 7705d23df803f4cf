package contract

import (
	"strconv"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/jsonschema"
)

// textKeys compares the text keys with those that follow from the schema: the properties of params that are text.
func (c *checker) textKeys() {
	if c.file.TextKeys == nil {
		return
	}
	listed := map[string]bool{}
	for _, k := range c.file.TextKeys {
		listed[k.Value] = true
	}
	list := c.file.Node.Get("text_keys")
	var names []string                       // text in the params of some tool, in source order
	text := map[string]bool{}                // the same
	other := map[string]*jsonschema.Schema{} // not text in the params of some tool
	seen := map[*jsonschema.Schema]bool{}
	for _, t := range c.file.Tools {
		params := c.shapes.find(t.Params.Value)
		if seen[params] {
			continue
		}
		seen[params] = true
		if params == nil {
			continue // reported with the tool
		}
		o := c.shapes.object(params)
		for _, name := range o.names {
			p := o.schema[name]
			if !IsText(p) {
				other[name] = p
				continue
			}
			if !text[name] && !listed[name] {
				c.problem("text-key-unlisted", form.Text{Node: list, Pos: list.Pos},
					"the text key "+strconv.Quote(name)+" is missing", "",
					place(p.Node, "a string without an enum, in "+t.Params.Value))
			}
			names, text[name] = append(names, name), true
		}
	}
	for _, k := range c.file.TextKeys {
		s := other[k.Value]
		switch {
		case text[k.Value]:
		case s != nil:
			c.problem("text-key-not-string", k, strconv.Quote(k.Value)+" is not a string without an enum", "",
				place(s.Node, "the property"))
		case !seen[nil]: // else it may be in the params that are missing
			c.unknown("text-key-not-string", k, "no tool has a parameter "+strconv.Quote(k.Value), names, c.shapes.place())
		}
	}
}

func (c *checker) secrets() {
	for _, name := range c.file.Secrets {
		if s := c.shape("secret-unknown", name); s != nil && !IsText(s) {
			c.problem("secret-not-string", name, strconv.Quote(name.Value)+" is not a string without an enum", "",
				place(s.Node, "the shape"))
		}
	}
}

// docs checks that docs speak of what the schema has and leaves without a description.
func (c *checker) docs() {
	seen := map[*jsonschema.Schema]form.Text{}
	for _, d := range c.file.Docs {
		s := c.once("doc-unknown-shape", d.Shape, seen)
		if s == nil {
			continue
		}
		if d.Doc.Node != nil {
			c.described(d.Doc, s)
		}
		for _, p := range d.Properties {
			if sub := c.property("doc-unknown-property", d.Shape, p.Name, s); sub != nil {
				c.described(p.Text, sub)
			}
		}
		for _, v := range d.Values {
			c.value("doc-unknown-value", v.Name, s)
		}
	}
}

// described reports a doc for a subschema that has a description of its own.
func (c *checker) described(doc form.Text, s *jsonschema.Schema) {
	if s.Description != nil {
		c.problem("doc-repeated", doc, "the schema has a description", "remove one of the two",
			place(s.Description.Node, "the description"))
	}
}

// names checks that pinned names are those of things that the schema has.
func (c *checker) names() {
	seen := map[*jsonschema.Schema]form.Text{}
	for _, n := range c.file.Names {
		s := c.once("name-unknown-pointer", n.Shape, seen)
		if s == nil {
			continue
		}
		for _, p := range n.Properties {
			c.property("name-unknown-property", n.Shape, p.Name, s)
		}
		for _, v := range n.Values {
			c.value("name-unknown-value", v.Name, s)
		}
	}
}

// once returns the shape that a name leads to; nil, and a report, when there is none or another name led to it before.
func (c *checker) once(code string, name form.Text, seen map[*jsonschema.Schema]form.Text) *jsonschema.Schema {
	s := c.shape(code, name)
	if s == nil {
		return nil
	}
	if first, twice := seen[s]; twice {
		c.problem("duplicate-shape", name,
			strconv.Quote(name.Value)+" and "+strconv.Quote(first.Value)+" are one shape", "",
			diag.Related{Pos: first.Pos, Text: "first"}, place(s.Node, "the shape"))
		return nil
	}
	seen[s] = name
	return s
}
