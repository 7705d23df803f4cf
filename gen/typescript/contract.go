package typescript

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/rightkit/lockstep/gen/ir"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// A constant is data that a module exports beside the checks.
type constant struct {
	name, about string
	typ         string // "": the type that the data has
	data        *object
}

// constants returns the data of the module, in the order in which it is declared.
func (e *emitter) constants() []constant {
	var list []constant
	add := func(name, about, typ string, data *object) {
		if data != nil {
			list = append(list, constant{name, about, typ, data})
		}
	}
	c := e.contract
	add("contract", "The contract that this module was generated from.", "", e.identity())
	if s := c.Service; s != nil {
		add("service", "How peers find each other.", "", &object{[]entry{
			{"name", "The name under which a host is found.", str(s.Name)},
			{"client", "The label that a client gives itself.", str(s.Client)},
		}})
	}
	if f := c.Fixture; f != nil {
		add("fixture", "The app that exists for tests alone.", "", &object{[]entry{
			{"app", "The id of the app.", str(f.App)},
			{"gate", "The feature of a build without which there is no such app.", str(f.Gate)},
		}})
	}
	add("limits", "The counts and lengths that the contract bounds, by shape and property.", "", limits(c))
	if c.Codes != nil {
		add("meanings", "What the contract says of each error code.", "", e.meanings())
	}
	if len(c.Tools) > 0 {
		add("tools", "The methods of the contract, in its order, by their names.", "{ readonly [M in MethodName]: Tool<M> }", e.tools())
	}
	add("shapes", "The checks of the shapes that the contract names, by these names.", "", e.shapeTable())
	return list
}

func (e *emitter) identity() *object {
	c := e.contract
	return &object{[]entry{
		{"id", "The id of the schema; empty when it has none.", str(c.ID)},
		{"name", "", str(c.Name)},
		{"version", "", str(c.Version)},
		{"schemaHash", "The SHA-256 of the canonical schema.", atom{literal(hash(c.Schema)), "string"}},
	}}
}

// hash returns the SHA-256 of a text in hexadecimal.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// limits returns the bounds of counts and lengths of properties; nil when there are none.
func limits(c *ir.Contract) *object {
	all := &object{}
	for _, s := range c.Shapes {
		t, ok := s.Type.(*ir.Struct)
		if !ok || s.Nested {
			continue
		}
		own := &object{}
		for _, f := range t.Fields {
			if bounds := boundsOf(f); len(bounds.entries) > 0 {
				own.entries = append(own.entries, entry{key: property(f.Name), node: bounds})
			}
		}
		if len(own.entries) > 0 {
			all.entries = append(all.entries, entry{key: property(s.Wire), node: own})
		}
	}
	if len(all.entries) == 0 {
		return nil
	}
	return all
}

func boundsOf(f *ir.Field) *object {
	r, o := f.Rule, &object{}
	for _, b := range []struct {
		word  string
		value *int
		doc   string
	}{
		{"minItems", r.MinItems, "The least number of items."}, {"maxItems", r.MaxItems, "The greatest number of items."},
		{"minLength", r.MinLength, "The least length in code points."}, {"maxLength", r.MaxLength, "The greatest length in code points."},
	} {
		if b.value != nil {
			o.entries = append(o.entries, entry{b.word, b.doc, atom{js: number(int64(*b.value))}})
		}
	}
	return o
}

// meanings returns the text of each error code, those beside the contract's own after them.
func (e *emitter) meanings() *object {
	o := &object{}
	for _, code := range e.codes() {
		o.entries = append(o.entries, entry{property(code.Value), code.Doc, atom{literal(code.Doc), "string"}})
	}
	return o
}

// codes returns the error codes that a client meets.
func (e *emitter) codes() []ir.Code {
	var list []ir.Code
	if enum, ok := e.contract.Codes.Shape.Type.(*ir.Enum); ok {
		for _, v := range enum.Values {
			list = append(list, ir.Code{Value: v.Value, Doc: v.Doc})
		}
	}
	return append(list, e.contract.Codes.Beside...)
}

func (e *emitter) tools() *object {
	all := &object{}
	for _, t := range e.contract.Tools {
		o := &object{}
		o.add("name", str(t.Name))
		o.add("command", str(t.Command))
		o.add("description", str(t.Doc))
		o.add("effect", str(t.Effect))
		o.add("timeout", atom{js: number(int64(t.Timeout / time.Millisecond))})
		o.add("token", optional(t.Token))
		o.add("failClosed", closed(t.Closed))
		o.add("params", checksOf(e.plan.shapes[t.Params]))
		o.add("result", checksOf(e.plan.shapes[t.Result]))
		all.add(property(t.Name), o)
	}
	return all
}

func optional(token *ir.Field) node {
	if token == nil {
		return atom{js: "null"}
	}
	return str(token.Name)
}

func closed(c *ir.FailClosed) node {
	if c == nil {
		return atom{js: "null"}
	}
	o := &object{}
	o.add("property", str(c.Property))
	o.add("value", str(c.Value))
	o.add("code", str(c.Code))
	return o
}

// checksOf names the checks of a shape.
func checksOf(id string) node { return atom{id, "typeof " + id} }

func (e *emitter) shapeTable() *object {
	o := &object{}
	for _, s := range e.contract.Shapes {
		if !s.Nested {
			o.entries = append(o.entries, entry{key: property(s.Wire), node: checksOf(e.plan.shapes[s])})
		}
	}
	return o
}

// contractTypes declares what a module has beside the shapes.
func (e *emitter) contractTypes() []tstemplate.View {
	var list []tstemplate.View
	c := e.contract
	if c.Codes != nil {
		list = append(list, e.anyCode())
	}
	if len(c.Tools) > 0 {
		list = append(list, e.methodMap(), e.methodTypes())
	}
	for _, k := range e.constants() {
		if k.typ != "" {
			list = append(list, tstemplate.Constant{Doc: doc("", ours(k.about)), Name: k.name, Type: k.typ})
			continue
		}
		list = append(list, tstemplate.Table{Doc: doc("", ours(k.about)), Name: k.name, Members: typesOf(k.data, "  ")})
	}
	return list
}

// typesOf declares the properties of an object.
func typesOf(o *object, indent string) []tstemplate.View {
	var members []tstemplate.View
	for _, e := range o.entries {
		about := doc(indent, theirs(e.doc))
		switch n := e.node.(type) {
		case *object:
			members = append(members, tstemplate.Nested{Doc: about, Indent: indent, Name: e.key, Members: typesOf(n, indent+"  ")})
		case atom:
			typ := n.typ
			if typ == "" {
				typ = n.js
			}
			members = append(members, tstemplate.Member{Doc: about, Indent: indent, Before: "readonly ", Name: e.key, Type: typ})
		}
	}
	return members
}

// anyCode declares the error codes that a client meets: those of the contract, and those beside them.
func (e *emitter) anyCode() tstemplate.View {
	codes := e.contract.Codes
	types := []string{e.plan.shapes[codes.Shape]}
	for _, c := range codes.Beside {
		types = append(types, literal(c.Value))
	}
	about := "The error codes that a client meets and the contract knows."
	if codes.PassThrough {
		about += " The transport has codes of its own, which reach the caller unchanged."
	}
	return aliasOf(doc("", ours(about)), "AnyCode", types)
}

// methodMap declares the methods: what they take and what they give.
func (e *emitter) methodMap() tstemplate.View {
	m := tstemplate.Interface{Doc: doc("", ours("The methods of the contract: what each takes and what it gives.")), Name: "Methods"}
	for _, t := range e.contract.Tools {
		m.Members = append(m.Members, tstemplate.Member{
			Doc:    doc("  ", theirs(join(t.Doc)), ours("Effect: "+t.Effect+". Timeout: "+seconds(t.Timeout)+".")),
			Indent: "  ", Name: property(t.Name),
			Type: "{ params: " + e.plan.shapes[t.Params] + "; result: " + e.plan.shapes[t.Result] + " }",
		})
	}
	return m
}

// seconds returns a duration as people read it.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s" }

// methodTypes declares the types that follow from the map of methods.
func (e *emitter) methodTypes() tstemplate.View {
	m := tstemplate.Methods{Code: "string"}
	if e.contract.Codes != nil {
		m.Code = "AnyCode"
	}
	seen := map[string]bool{}
	var effects []string
	for _, t := range e.contract.Tools {
		if t.Effect != "" && !seen[t.Effect] {
			seen[t.Effect] = true
			effects = append(effects, literal(t.Effect))
		}
		if input, ok := e.plan.inputs[t.Params]; ok {
			m.Inputs = append(m.Inputs, tstemplate.Member{
				Indent: "  ", Name: property(t.Name), Type: input,
			})
		}
	}
	sort.Strings(effects)
	m.Effects = strings.Join(effects, " | ")
	if m.Effects == "" {
		m.Effects = "string"
	}
	return m
}
