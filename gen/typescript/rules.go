package typescript

import (
	"strconv"

	"github.com/rightkit/lockstep/gen/ir"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// A ruleWriter writes the rules of a module as data, in an order in which each follows those that it names, as far as
// that goes: in a ring, a rule names another by a function, which is called later.
//
//	const ruleStep = {
//	  at: "/$defs/step",
//	  keywords: [keywordProperties, keywordRequired],
//	  type: 64,
//	  properties: [["ref", ruleElementRef], ["op", ruleElementOp]],
//	  required: ["ref", "op"],
//	};
type ruleWriter struct {
	names map[*ir.Rule]string // of the rules that are constants
	state map[*ir.Rule]int    // 1 while a rule is written, 2 after
	used  map[string]bool     // names of the runtime
	out   []tstemplate.View
}

// rules declares the rules of the shapes, and of the parts that the checks name. It adds to used what they import.
func (e *emitter) rules(used map[string]bool) []tstemplate.View {
	w := &ruleWriter{names: e.plan.rules, state: map[*ir.Rule]int{}, used: used}
	for _, r := range e.plan.order {
		w.declare(r)
	}
	return w.out
}

// declare writes the constants that a rule names, and then the rule's own.
func (w *ruleWriter) declare(r *ir.Rule) {
	if w.state[r] != 0 {
		return
	}
	w.state[r] = 1
	data := w.body(r)
	w.state[r] = 2
	id := w.names[r]
	w.out = append(w.out, tstemplate.Let{Name: id, Value: write(data, "", len("const  = ;")+len(id))})
}

// part returns what stands for a rule inside another.
func (w *ruleWriter) part(r *ir.Rule) node {
	r = target(r)
	id, named := w.names[r]
	if !named {
		return w.body(r)
	}
	w.declare(r)
	if w.state[r] == 1 {
		return atom{js: "() => " + id}
	}
	return atom{js: id}
}

func (w *ruleWriter) body(r *ir.Rule) *object {
	o := &object{}
	o.add("at", str(string(r.Pointer)))
	if r.UnevaluatedItems != nil || r.UnevaluatedProperties != nil {
		w.keywords(o, "keywords", []string{"keywordUnevaluated"})
		w.keywords(o, "evaluators", enforcers(r))
	} else {
		w.keywords(o, "keywords", enforcers(r))
	}
	if r.Never {
		o.add("never", atom{js: "true"})
	}
	if r.Types != 0 {
		o.add("type", atom{js: strconv.Itoa(int(r.Types))}) // the bits are the same
	}
	w.values(o, r)
	count(o, "minLength", r.MinLength)
	count(o, "maxLength", r.MaxLength)
	if r.Pattern != nil {
		o.add("pattern", str(r.Pattern.Source))
	}
	bound(o, "minimum", r.Minimum)
	bound(o, "maximum", r.Maximum)
	bound(o, "exclusiveMinimum", r.ExclusiveMinimum)
	bound(o, "exclusiveMaximum", r.ExclusiveMaximum)
	bound(o, "multipleOf", r.MultipleOf)
	if r.Unsigned {
		o.add("unsigned", atom{js: "true"})
	}
	w.arrayKeywords(o, r)
	w.objectKeywords(o, r)
	w.one(o, "ref", r.Ref)
	w.many(o, "allOf", r.AllOf)
	w.many(o, "anyOf", r.AnyOf)
	w.many(o, "oneOf", r.OneOf)
	w.one(o, "not", r.Not)
	w.one(o, "if", r.If)
	w.one(o, "then", r.Then)
	w.one(o, "else", r.Else)
	if r.Tag != nil {
		tag, values := &object{}, list{}
		for _, v := range r.Tag.Values {
			values.items = append(values.items, strs(v))
		}
		tag.add("property", str(r.Tag.Property))
		tag.add("values", values)
		o.add("tag", tag)
	}
	if r.Nullable {
		o.add("nullable", atom{js: "true"})
	}
	return o
}

// keywords writes what of the runtime enforces the rest of a rule.
func (w *ruleWriter) keywords(o *object, key string, names []string) {
	if len(names) == 0 {
		return
	}
	l := list{}
	for _, name := range names {
		w.used[name] = true
		l.items = append(l.items, atom{js: name})
	}
	o.add(key, l)
}

// values writes enum and const.
func (w *ruleWriter) values(o *object, r *ir.Rule) {
	if r.Enum != nil {
		if strings, ok := stringValues(r.Enum); ok {
			o.add("enum", strs(strings))
		} else {
			texts := list{}
			for _, v := range r.Enum {
				texts.items = append(texts.items, str(v.JSON))
			}
			o.add("json", texts)
		}
	}
	if r.Const != nil {
		o.add("const", str(r.Const.JSON))
	}
}

func (w *ruleWriter) arrayKeywords(o *object, r *ir.Rule) {
	count(o, "minItems", r.MinItems)
	count(o, "maxItems", r.MaxItems)
	if r.UniqueItems {
		o.add("uniqueItems", atom{js: "true"})
	}
	w.many(o, "prefixItems", r.PrefixItems)
	w.one(o, "items", r.Items)
	w.one(o, "contains", r.Contains)
	count(o, "minContains", r.MinContains)
	count(o, "maxContains", r.MaxContains)
	w.one(o, "unevaluatedItems", r.UnevaluatedItems)
}

func (w *ruleWriter) objectKeywords(o *object, r *ir.Rule) {
	w.named(o, "properties", r.Properties)
	if len(r.Required) > 0 {
		o.add("required", strs(r.Required))
	}
	if len(r.PatternProperties) > 0 {
		l := list{}
		for _, p := range r.PatternProperties {
			l.items = append(l.items, list{[]node{str(p.Pattern.Source), w.part(p.Rule)}})
		}
		o.add("patternProperties", l)
	}
	w.one(o, "additionalProperties", r.AdditionalProperties)
	w.one(o, "propertyNames", r.PropertyNames)
	count(o, "minProperties", r.MinProperties)
	count(o, "maxProperties", r.MaxProperties)
	if len(r.DependentRequired) > 0 {
		l := list{}
		for _, d := range r.DependentRequired {
			l.items = append(l.items, list{[]node{str(d.Name), strs(d.Required)}})
		}
		o.add("dependentRequired", l)
	}
	w.named(o, "dependentSchemas", r.DependentSchemas)
	w.one(o, "unevaluatedProperties", r.UnevaluatedProperties)
	if len(r.RequiredWhen) > 0 {
		l := list{}
		for _, c := range r.RequiredWhen {
			when := &object{}
			when.add("at", str(c.At))
			when.add("property", str(c.Property))
			when.add("equals", str(c.Equals))
			when.add("required", strs(c.Required))
			l.items = append(l.items, when)
		}
		o.add("requiredWhen", l)
	}
}

func (w *ruleWriter) one(o *object, key string, r *ir.Rule) {
	if r != nil {
		o.add(key, w.part(r))
	}
}

func (w *ruleWriter) many(o *object, key string, rules []*ir.Rule) {
	if len(rules) == 0 {
		return
	}
	l := list{}
	for _, r := range rules {
		l.items = append(l.items, w.part(r))
	}
	o.add(key, l)
}

func (w *ruleWriter) named(o *object, key string, rules []ir.NamedRule) {
	if len(rules) == 0 {
		return
	}
	l := list{}
	for _, p := range rules {
		l.items = append(l.items, list{[]node{str(p.Name), w.part(p.Rule)}})
	}
	o.add(key, l)
}

func count(o *object, key string, n *int) {
	if n != nil {
		o.add(key, atom{js: strconv.Itoa(*n)})
	}
}

func bound(o *object, key string, n *ir.Number) {
	if n != nil {
		o.add(key, str(n.Text))
	}
}

// stringValues returns the strings of an enum that holds nothing else.
func stringValues(values []*ir.Value) ([]string, bool) {
	strings := make([]string, len(values))
	for i, v := range values {
		if v.Kind != ir.KindString {
			return nil, false
		}
		strings[i] = v.Str
	}
	return strings, true
}

// target follows references that stand alone: the rule {"$ref": x} is x.
func target(r *ir.Rule) *ir.Rule {
	for steps := 0; r != nil && r.Ref != nil && steps < 1000; steps++ {
		if !keywordsOf(r).only(kwRef) {
			return r
		}
		r = r.Ref
	}
	return r
}
