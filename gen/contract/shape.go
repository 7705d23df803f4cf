package contract

import (
	"slices"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/jsonschema"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// shapes finds the subschemas of a contract by the names that the file has for them, and what they consist of.
type shapes struct {
	root  *jsonschema.Schema
	named map[string]*jsonschema.Schema // by wire name
	names []string                      // wire names in source order
	parts map[string][]string           // wire names in a container, by its name
	at    map[source.Pointer]*jsonschema.Schema

	// What was asked for before, so that time is linear in the file and the schema.
	objects map[*jsonschema.Schema]*object
	choices map[*jsonschema.Schema]*choice
}

func indexShapes(g *jsonschema.Graph) *shapes {
	s := &shapes{
		root:  g.Root,
		named: map[string]*jsonschema.Schema{},
		parts: map[string][]string{},
		at:    make(map[source.Pointer]*jsonschema.Schema, len(g.Schemas)),

		objects: map[*jsonschema.Schema]*object{},
		choices: map[*jsonschema.Schema]*choice{},
	}
	for _, def := range g.Root.Defs {
		s.add(def.Name, def.Schema)
	}
	for _, c := range g.Root.Containers {
		for _, e := range c.Entries {
			s.add(c.Name+"."+e.Name, e.Schema)
			s.parts[c.Name] = append(s.parts[c.Name], c.Name+"."+e.Name)
		}
	}
	for _, sub := range g.Schemas {
		if sub.Node.Pos.File == g.Root.Node.Pos.File {
			s.at[sub.Pointer] = sub
		}
	}
	return s
}

func (s *shapes) add(name string, schema *jsonschema.Schema) {
	s.named[name] = schema
	s.names = append(s.names, name)
}

// find returns the shape with a wire name, or the subschema with a pointer, or nil.
func (s *shapes) find(name string) *jsonschema.Schema {
	if schema, ok := s.named[name]; ok {
		return schema
	}
	return s.at[source.Pointer(name)]
}

// place is where the shapes are.
func (s *shapes) place() diag.Related {
	n := s.root.Node
	if defs := n.Get("$defs"); defs != nil {
		n = defs
	}
	return place(n, "the shapes")
}

// maxChain is how many schemas are followed from a shape through references; longer chains are not written by people.
const maxChain = 1000

// chain returns s and the schemas that hold for the same value in any case: through "$ref" and "allOf".
func chain(s *jsonschema.Schema) []*jsonschema.Schema {
	list := []*jsonschema.Schema{s}
	seen := map[*jsonschema.Schema]bool{s: true}
	for i := 0; i < len(list) && len(list) < maxChain; i++ {
		next := list[i].AllOf
		if r := list[i].Ref; r != nil && r.Target != nil {
			next = append([]*jsonschema.Schema{r.Target}, next...)
		}
		for _, n := range next {
			if !seen[n] {
				seen[n] = true
				list = append(list, n)
			}
		}
	}
	return list
}

// An object is what a shape has of properties: its own, then those of the schemas that it refers to. The first of a
// name stands.
type object struct {
	names  []string
	schema map[string]*jsonschema.Schema
}

func (s *shapes) object(shape *jsonschema.Schema) *object {
	if o := s.objects[shape]; o != nil {
		return o
	}
	o := &object{schema: map[string]*jsonschema.Schema{}}
	for _, c := range chain(shape) {
		for _, p := range c.Properties {
			if o.schema[p.Name] == nil {
				o.schema[p.Name] = p.Schema
				o.names = append(o.names, p.Name)
			}
		}
	}
	s.objects[shape] = o
	return o
}

// A choice is the closed set of strings that a schema accepts.
type choice struct {
	node   *load.Node // "enum" or "const"; nil when the strings are no closed set, or not all values are strings
	values []string
	items  map[string]*load.Node // by value
}

func (s *shapes) choice(schema *jsonschema.Schema) *choice {
	if ch := s.choices[schema]; ch != nil {
		return ch
	}
	ch := &choice{items: map[string]*load.Node{}}
	for _, c := range chain(schema) {
		if c.Enum != nil {
			ch.set(c.Enum, c.Enum.Items)
			break
		}
		if c.Const != nil {
			ch.set(c.Const, []*load.Node{c.Const})
			break
		}
	}
	s.choices[schema] = ch
	return ch
}

func (ch *choice) set(node *load.Node, items []*load.Node) {
	for _, item := range items {
		if item.Kind != load.String {
			return
		}
	}
	ch.node = node
	for _, item := range items {
		ch.values = append(ch.values, item.Text)
		ch.items[item.Text] = item
	}
}

// IsText reports whether s accepts strings alone and no closed set of them. The command line keeps the value of a
// property with such a schema verbatim. A string that may be null is none: "null" on the command line means null.
func IsText(s *jsonschema.Schema) bool {
	text := false
	for _, c := range chain(s) {
		if c.Enum != nil || c.Const != nil {
			return false
		}
		if len(c.Types) == 1 && c.Types[0].Value == "string" {
			text = true
		}
	}
	return text
}

// isObject reports whether s accepts objects alone.
func isObject(s *jsonschema.Schema) bool {
	return slices.ContainsFunc(chain(s), func(c *jsonschema.Schema) bool {
		return len(c.Types) == 1 && c.Types[0].Value == "object"
	})
}

// keyword returns a keyword that is a count, or nil when the schema does not have it.
func keyword(s *jsonschema.Schema, name string) *jsonschema.Count {
	for _, c := range chain(s) {
		count := map[string]*jsonschema.Count{
			"minItems": c.MinItems, "maxItems": c.MaxItems,
			"minLength": c.MinLength, "maxLength": c.MaxLength,
			"minProperties": c.MinProperties, "maxProperties": c.MaxProperties,
		}[name]
		if count != nil {
			return count
		}
	}
	return nil
}
