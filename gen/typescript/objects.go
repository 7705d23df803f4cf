package typescript

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// object is the check of an object: every property that the rule names is read once, and then a loop counts those that are
// there and looks at all others. What the loop does not see, such as a property that is not enumerable, makes the counts
// differ.
func (w *checkWriter) object(r *ir.Rule, at site) []tstemplate.View {
	o := w.reads(r)
	if len(o.list) == 0 {
		return []tstemplate.View{
			tstemplate.Refusal{Condition: "!" + w.rt("isMap") + "(v)"}, tstemplate.Loop{Rest: w.rest(o, at)}, tstemplate.Return{Value: "true"},
		}
	}
	body := []tstemplate.View{tstemplate.Refusal{Condition: `typeof v !== "object" || v === null`}}
	if len(o.pattern) > 0 {
		body = append(body, tstemplate.Read{Pattern: strings.Join(o.pattern, ", ")})
	}
	body = append(body, o.own...)
	required, optional := 0, false
	for _, p := range o.list {
		if p.required {
			required++
		} else {
			optional = true
		}
	}
	n := strconv.Itoa(required)
	if optional {
		n = "n"
		body = append(body, tstemplate.Present{Count: required})
	}
	for _, p := range o.list {
		refused := w.condition(p.rule, at.inside(p.variable, pascal(p.name))).text(true, false)
		if p.required {
			body = append(body, tstemplate.Refusal{Condition: refused})
		} else {
			body = append(body, tstemplate.IfPresent{Variable: p.variable, Condition: refused})
		}
	}
	body = append(body, o.conditions(r)...)
	if len(o.list) > manyProperties && !o.isMap() {
		return append(body, tstemplate.Return{Value: w.whole(o, n, at)})
	}
	known := make(anyOf, len(o.list))
	for i, p := range o.list {
		known[i] = same("field", literal(p.name))
	}
	return append(body, tstemplate.Refusal{Condition: "!" + w.rt("isMap") + "(v)"},
		tstemplate.CountingLoop{Known: known.text(false, false), Rest: w.rest(o, at)},
		tstemplate.Return{Value: "known === " + n + " || " + w.rt("unsure") + "()"})
}

// manyProperties is how many names a loop compares one after the other at most.
const manyProperties = 16

// whole is the end of the check of an object with many properties: the runtime does what the loop does.
func (w *checkWriter) whole(o *reads, n string, at site) string {
	id := propertyNames + at.id
	names := make([]string, len(o.list))
	for i, p := range o.list {
		names[i] = p.name
	}
	w.out = append(w.out, tstemplate.Let{Name: id, Value: write(strs(names), "", len(id)+9)})
	if o.rest != nil {
		return w.rt("isClosed") + "(v, " + n + ", " + id + ")"
	}
	return w.rt("isOpen") + "(v, " + n + ", " + id + ")"
}

// rest is the check of a property that no other check names.
func (w *checkWriter) rest(o *reads, at site) tstemplate.View {
	switch {
	case o.isMap():
		return tstemplate.RestTyped{Condition: w.condition(o.rest, at.inside("rest", "Rest")).text(true, false)}
	case o.rest != nil:
		return tstemplate.RestNone{}
	}
	w.rt("isJson")
	return tstemplate.RestJSON{}
}

// The properties that the check of an object reads.
type reads struct {
	list    []read
	places  map[string]int    // in list, by name
	pattern []string          // of the properties that are read in one go
	own     []tstemplate.View // reads of those whose names every object has
	rest    *ir.Rule          // of further properties; nil when nothing is asked of them
}

// A read is one property.
type read struct {
	name, variable string
	rule           *ir.Rule
	required       bool
}

// reads plans how the properties of an object are read: those that the rule names, in its order, and those that are only
// required.
func (w *checkWriter) reads(r *ir.Rule) *reads {
	o := &reads{places: map[string]int{}}
	unnamed := &ir.Rule{}
	if r.AdditionalProperties != nil && keywordsOf(target(r.AdditionalProperties)) != 0 {
		o.rest = r.AdditionalProperties
		unnamed = o.rest
	}
	for _, p := range r.Properties {
		w.read(o, p.Name, p.Rule)
	}
	for _, name := range r.Required {
		w.read(o, name, unnamed).required = true
	}
	for _, c := range r.RequiredWhen {
		w.read(o, c.Property, unnamed)
		for _, name := range c.Required {
			w.read(o, name, unnamed)
		}
	}
	return o
}

// read adds a property, unless it is there, and returns it.
func (w *checkWriter) read(o *reads, name string, r *ir.Rule) *read {
	if i, ok := o.places[name]; ok {
		return &o.list[i]
	}
	variable := name
	if !localName.MatchString(name) || notLocal.MatchString(name) || reserved[name] {
		variable = "p" + strconv.Itoa(len(o.list)+1)
	}
	switch {
	case inherited[name]:
		w.rt("own")
		o.own = append(o.own, tstemplate.OwnRead{Variable: variable, Name: literal(name)})
	case variable == name:
		o.pattern = append(o.pattern, name)
	default:
		o.pattern = append(o.pattern, property(name)+": "+variable)
	}
	o.places[name] = len(o.list)
	o.list = append(o.list, read{name: name, variable: variable, rule: r})
	return &o.list[len(o.list)-1]
}

// isMap reports whether each further property is checked by itself.
func (o *reads) isMap() bool { return o.rest != nil && !target(o.rest).Never }

// A property gives its name to the variable that holds it, unless that means something in the function.
var (
	localName = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*$`)
	notLocal  = regexp.MustCompile(`^(fast|rule|names|is)[A-Z]|^p[0-9]+$`)
	reserved  = set(`arguments async await break case catch class const continue debugger default delete do else enum eval export
		extends false finally for function get if implements import in instanceof interface let new null of package private
		protected public return set static super switch this throw true try typeof undefined var void while with yield
		v n i depth item holes field known rest own accepts compare enter unsure shape exports module require`)
)

func set(words string) map[string]bool {
	s := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		s[w] = true
	}
	return s
}

// conditions are the checks of what the contract requires beside its schema.
func (o *reads) conditions(r *ir.Rule) []tstemplate.View {
	variable := func(name string) string { return o.list[o.places[name]].variable }
	var list []tstemplate.View
	for _, c := range r.RequiredWhen {
		var missing anyOf
		for _, name := range c.Required {
			missing = append(missing, same(variable(name), "undefined"))
		}
		refused := both(same(variable(c.Property), literal(c.Equals)), either(missing...))
		list = append(list, tstemplate.Refusal{Condition: refused.text(false, false)})
	}
	return list
}
