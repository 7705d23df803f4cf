package rust

import (
	"strconv"
	"strings"
	"time"

	"github.com/rightkit/lockstep/gen/ir"
	rstemplate "github.com/rightkit/lockstep/templates/rust"
)

// files returns the files of one module: the types, what they do, and the rules.
func (e *emitter) files() ([]emitted, error) {
	for _, s := range e.contract.Shapes {
		e.number(s.Rule)
	}
	codec := e.codec() // gives statics to further rules
	rules, err := e.rulesFile()
	if err != nil {
		return nil, err
	}
	declared := map[string]bool{}
	for _, id := range e.plan.shapes {
		declared[id] = true
	}
	if len(e.contract.Tools) > 0 {
		for _, id := range []string{"Method", "Effect", "Client", "Host", "Transport"} {
			declared[id] = true
		}
	}
	return []emitted{{"mod.rs", e.module(), declared}, {"codec.rs", codec, map[string]bool{}}, {"rules.rs", rules, map[string]bool{}}}, nil
}

func (e *emitter) module() rstemplate.View {
	c := e.contract
	m := rstemplate.Module{Name: literal(c.Name), Version: literal(c.Version), ID: literal(c.ID), Hash: literal(hash(c.Schema))}
	m.Doc = prose(sentence(c.Doc))
	if c.ID != "" {
		m.Doc = append([]string{"The contract " + code(c.ID) + "."}, m.Doc...)
	} else {
		m.Doc = append([]string{"The contract " + code(c.Name+"/"+c.Version) + "."}, m.Doc...)
	}
	m.Result, m.String, m.Option = e.plan.std("Result"), e.plan.std("String"), e.plan.std("Option")
	m.Constants = e.constants()
	for _, s := range c.Shapes {
		if !e.plan.shared[s] {
			m.Types = append(m.Types, e.declaration(s))
		}
	}
	m.Tools = e.tools()
	for _, s := range c.Shapes {
		if !s.Nested {
			m.Shapes++
		}
	}
	body := ""
	for _, t := range m.Types {
		text, err := rstemplate.Fill(t)
		if err == nil {
			body += string(text)
		}
	}
	m.Maps = strings.Contains(body, " BTreeMap<") || strings.Contains(body, "<BTreeMap<") || strings.Contains(body, "(BTreeMap<")
	m.Times = m.Tools != nil && !e.plan.taken["Duration"]
	m.Counts = strings.Contains(body, "usize")
	return m
}

// doc is the comment of a shape.
func docOf(s *ir.Shape) []string {
	lines := prose(sentence(s.Doc))
	if s.Nested {
		return lines
	}
	return append(lines, "", "On the wire: "+code(s.Wire)+".")
}

func (e *emitter) declaration(s *ir.Shape) rstemplate.View {
	p := e.plan
	id := p.shapes[s]
	derive := []string{"Clone", "Debug", "PartialEq", "Eq"}
	if s.Secret {
		derive = []string{"Clone", "PartialEq", "Eq"}
	}
	if p.float[s] {
		derive = derive[:len(derive)-1]
	}
	derives := strings.Join(derive, ", ")
	switch t := s.Type.(type) {
	case *ir.Struct:
		v := rstemplate.Struct{Doc: docOf(s), Derive: derives, Name: id}
		within := p.whole[s]
		for _, f := range t.Fields {
			if within == nil || within.parts[f.Name] == nil {
				v.Fields = append(v.Fields, rstemplate.Field{Doc: e.fieldDoc(f), Name: p.fields[f], Type: p.fieldType(s, f)})
			}
		}
		if within != nil {
			v.Fields = append(v.Fields, rstemplate.Field{
				Doc:  append(prose(sentence(within.shape.Doc)), "On the wire its properties stand beside the others."),
				Name: within.field, Type: p.shapes[within.shape],
			})
		}
		if t.Extra != nil {
			v.Fields = append(v.Fields, rstemplate.Field{
				Doc: []string{"All other properties."}, Name: p.extra[s],
				Type: p.std("BTreeMap") + "<" + p.std("String") + ", " + p.inList(t.Extra, t.ExtraRule) + ">",
			})
		}
		return v
	case *ir.Enum:
		v := rstemplate.Enum{Doc: docOf(s), Name: id}
		for _, value := range t.Values {
			doc := prose(sentence(value.Doc))
			if len(doc) == 0 {
				doc = []string{"The string " + code(value.Value) + "."}
			}
			v.Values = append(v.Values, rstemplate.Variant{Doc: doc, Name: p.values[value]})
		}
		if len(t.Values) == 0 {
			v.Doc = append(v.Doc, "", "It has no value.")
		}
		return v
	case *ir.Union:
		v := rstemplate.Union{Doc: docOf(s), Derive: derives, Name: id}
		for _, variant := range t.Variants {
			v.Variants = append(v.Variants, rstemplate.Variant{
				Doc:  []string{"A " + code(p.typeOf(s, variant.Type, variant.Rule)) + "."},
				Name: p.variants[variant] + "(" + p.typeOf(s, variant.Type, variant.Rule) + ")",
			})
		}
		return v
	}
	typ := p.typeOf(s, s.Type, s.Rule)
	if !p.named[s] {
		return rstemplate.Alias{Doc: docOf(s), Name: id, Type: typ}
	}
	v := rstemplate.Newtype{Doc: docOf(s), Derive: derives, Name: id, Type: typ, Public: "pub "}
	if s.Secret {
		v.Public = ""
		v.Doc = append(v.Doc, "", "Its value is shown by "+code("expose")+" alone, and is never part of what "+code("{:?}")+" prints.")
	}
	return v
}

func (e *emitter) fieldDoc(f *ir.Field) []string {
	lines := prose(sentence(f.Doc))
	if f.Presence == ir.Defaulted && f.Default != nil {
		lines = append(lines, prose("When it is absent, it means "+sentence(f.Default.JSON))...)
	}
	return lines
}

// constants are the service and the limits of the contract.
func (e *emitter) constants() []rstemplate.View {
	c := e.contract
	var list []rstemplate.View
	add := func(doc, name, typ, value, gate string) {
		list = append(list, rstemplate.Constant{Doc: prose(doc), Name: name, Type: typ, Value: value, Gate: gate})
	}
	prefix := strings.ToUpper(fileName(c.Name))
	if c.Service != nil {
		add("Name of the service that a host registers.", prefix+"_SERVICE", "&str", literal(c.Service.Name), "")
		add("Label that a client gives itself.", prefix+"_CLIENT", "&str", literal(c.Service.Client), "")
	}
	if c.Fixture != nil {
		add("Id of the app that exists for tests alone.", "FIXTURE_APP_ID", "&str", literal(c.Fixture.App), literal(c.Fixture.Gate))
	}
	for _, t := range e.timeouts() {
		add(t.doc, t.name, e.plan.std("Duration"), e.plan.std("Duration")+duration(t.value), "")
	}
	taken := map[string]bool{}
	for _, s := range c.Shapes {
		t, ok := s.Type.(*ir.Struct)
		if !ok || s.Nested {
			continue
		}
		for _, f := range t.Fields {
			r := target(f.Rule)
			for _, limit := range []struct {
				word, doc string
				value     *int
			}{
				{"MIN", "The least number of items of ", r.MinItems}, {"MAX", "The greatest number of items of ", r.MaxItems},
				{"MIN", "The least length, in code points, of ", r.MinLength},
				{"MAX", "The greatest length, in code points, of ", r.MaxLength},
			} {
				name := limit.word + "_" + strings.ToUpper(e.subject(s)+"_"+strings.TrimPrefix(e.plan.fields[f], "r#"))
				if limit.value != nil && !taken[name] {
					taken[name] = true
					add(limit.doc+f.Name+" in "+s.Wire+".", name, "usize", grouped(int64(*limit.value)), "")
				}
			}
		}
	}
	return list
}

// subject is what the limits of a shape are named after: the tool that takes it, or the shape itself.
func (e *emitter) subject(s *ir.Shape) string {
	for _, t := range e.contract.Tools {
		if t.Params == s {
			return strings.TrimPrefix(e.plan.methods[t], "r#")
		}
	}
	return strings.Join(s.Words, "_")
}

// grouped spells a number with separators.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && len(s) > 5; i -= 3 {
		s = s[:i] + "_" + s[i:]
	}
	return s
}

// duration spells a time limit in the largest unit that fits.
func duration(d time.Duration) string {
	if d%time.Second == 0 {
		return "::from_secs(" + grouped(int64(d/time.Second)) + ")"
	}
	return "::from_millis(" + grouped(d.Milliseconds()) + ")"
}
