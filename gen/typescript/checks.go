package typescript

import (
	"slices"
	"strconv"

	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/name"
	tstemplate "github.com/rightkit/lockstep/templates/typescript"
)

// A checkWriter writes the straight-line checks of a module: a function for each shape, and for each array and object
// inside one. They are quick because each is code for one rule; wire.d.ts of the runtime says what they may do. A part
// with a keyword that they do not cover is left to its rule.
//
//	function fastStep(v) {
//	  if (typeof v !== "object" || v === null) return false;
//	  const { ref, op, text, key } = v;
//	  if (typeof ref !== "string") return false;
//	  ...
//	  return isOpen(v, n, namesStep);
//	}
type checkWriter struct {
	plan      *plan
	functions map[*ir.Rule]string // of rules that have one
	heights   heights
	ids       map[string]bool // of parts, taken
	used      map[string]bool // names of the runtime
	holes     bool            // some function looks at the items of an array
	out       []tstemplate.View
}

// fast is the prefix of the functions, names that of the lists of property names.
const fast, propertyNames = "fast", "names"

func newCheckWriter(p *plan) *checkWriter {
	w := &checkWriter{
		plan: p, functions: map[*ir.Rule]string{}, ids: map[string]bool{}, used: map[string]bool{}, heights: heights{},
	}
	for _, s := range p.contract.Shapes {
		w.ids[p.shapes[s]] = true
		if r := target(s.Rule); w.functions[r] == "" {
			w.functions[r] = fast + p.shapes[s]
		}
	}
	return w
}

// write writes the function of every shape.
func (w *checkWriter) write() []tstemplate.View {
	for _, s := range w.plan.contract.Shapes {
		if id := w.plan.shapes[s]; w.functions[target(s.Rule)] == fast+id {
			w.function(target(s.Rule), id)
		}
	}
	if w.holes {
		return append([]tstemplate.View{tstemplate.Holes{}}, w.out...)
	}
	return w.out
}

// rt returns a name of the runtime, which the module then imports.
func (w *checkWriter) rt(name string) string {
	w.used[name] = true
	return name
}

// A site is where a condition stands: the variable, and whether it is the value of the function or inside it.
type site struct {
	v     string
	id    string // what a part would be called
	depth string // how deep the value is, in a function that counts it; "" in others
}

func (s site) inside(v, step string) site {
	inner := site{v: v, id: s.id + step}
	if s.depth != "" {
		inner.depth = "depth + 1"
	}
	return inner
}

// function writes the function of a rule.
func (w *checkWriter) function(r *ir.Rule, id string) {
	f := tstemplate.Function{
		Doc: tstemplate.LineNote{Text: "The rule at " + code(string(r.Pointer)) + "."}, Name: fast + id, Params: "v",
	}
	at := site{v: "v", id: id}
	if w.heights.counts(r) {
		f.Params, at.depth = "v, depth = 0", "depth"
		f.Body = append(f.Body, tstemplate.Enter{})
		w.rt("enter")
	}
	has := keywordsOf(r)
	strings, closed := stringValues(r.Enum)
	switch {
	case r.Types == ir.KindObject && has.only(kwType|kwObject):
		f.Body = append(f.Body, w.object(r, at)...)
	case r.Types == ir.KindArray && has.only(kwType|kwArray):
		f.Body = append(f.Body, w.array(r, at)...)
	case has.only(kwType|kwEnum) && closed && len(strings) > manyValues && r.Types&^ir.KindString == 0:
		f.Body = append(f.Body, tstemplate.Values{Values: quoted(strings)})
	case (has == kwOneOf || has == kwAnyOf) && r.Tag != nil:
		f.Body = append(f.Body, w.choose(r, at)...)
	case has == kwOneOf && notNull(r) == nil && !allScalar(r.OneOf):
		// A function that says no may be wrong, and then more than one branch matches.
		f.Body = append(f.Body, tstemplate.Return{Value: w.left(r, at).text(false, false)})
	case has == kwOneOf && notNull(r) == nil:
		several := tstemplate.Several{}
		for i, branch := range r.OneOf {
			several.Conditions = append(several.Conditions, w.condition(branch, at.branch("Case", i)).text(false, false))
		}
		f.Body = append(f.Body, several)
	default:
		f.Body = append(f.Body, tstemplate.Return{Value: w.keywords(r, at).text(false, false)})
	}
	w.out = append(w.out, f)
}

// allScalar reports whether each of the rules accepts scalars alone.
func allScalar(rules []*ir.Rule) bool {
	return !slices.ContainsFunc(rules, func(r *ir.Rule) bool {
		types := target(r).Types
		return types == 0 || types&(ir.KindArray|ir.KindObject) != 0
	})
}

func quoted(list []string) []string {
	literals := make([]string, len(list))
	for i, s := range list {
		literals[i] = literal(s)
	}
	return literals
}

// condition says that a rule accepts the value at a site.
func (w *checkWriter) condition(r *ir.Rule, at site) expr {
	r = target(r)
	if f, ok := w.functions[r]; ok && !isLeaf(r) {
		return w.call(f, r, at)
	}
	has := keywordsOf(r)
	switch {
	case has == 0:
		return call(w.rt("isJson"), at.v)
	case !needsFunction(r, has):
		return w.keywords(r, at)
	}
	id := w.partID(at.id)
	w.functions[r] = fast + id
	w.function(r, id)
	return w.call(fast+id, r, at)
}

func (w *checkWriter) call(f string, r *ir.Rule, at site) expr {
	if w.heights.counts(r) && at.depth != "" {
		return call(f, at.v, at.depth)
	}
	return call(f, at.v)
}

// partID returns a name for a part that no other one has.
func (w *checkWriter) partID(id string) string {
	for w.ids[id] {
		id += "Part"
	}
	w.ids[id] = true
	return id
}

// isLeaf reports whether a rule is a condition so short that it stands where it is needed, even if it has a name.
func isLeaf(r *ir.Rule) bool {
	has := keywordsOf(r)
	return r.Types&(r.Types-1) == 0 && r.Types&(ir.KindArray|ir.KindObject) == 0 && has.only(kwType|kwConst) && has != 0
}

// needsFunction reports whether the check of a rule is more than an expression, or has parts that are.
func needsFunction(r *ir.Rule, has keywordSet) bool {
	if has&(kwRule|kwNever) != 0 {
		return false
	}
	strings, closed := stringValues(r.Enum)
	return r.Types&(ir.KindArray|ir.KindObject) != 0 || closed && len(strings) > manyValues ||
		has&(kwOneOf|kwAnyOf) != 0 && notNull(r) == nil
}

// manyValues is how many strings are compared one after the other at most.
const manyValues = 4

// choose picks a branch of a union by its tag.
func (w *checkWriter) choose(r *ir.Rule, at site) []tstemplate.View {
	branches := r.OneOf
	if len(branches) == 0 {
		branches = r.AnyOf
	}
	c := tstemplate.Choose{Property: literal(r.Tag.Property)}
	for i, b := range branches {
		if len(r.Tag.Values[i]) > 0 {
			c.Cases = append(c.Cases, tstemplate.Case{
				Values: quoted(r.Tag.Values[i]), Result: w.condition(b, at.branch("Case", i)).text(false, false),
			})
		}
	}
	w.rt("own")
	return []tstemplate.View{
		tstemplate.Refusal{Condition: `typeof v !== "object" || v === null`}, c,
	}
}

func (w *checkWriter) array(r *ir.Rule, at site) []tstemplate.View {
	body := []tstemplate.View{
		tstemplate.Refusal{Condition: "!" + w.rt("isArray") + "(v)"}, tstemplate.Length{},
	}
	var limits anyOf
	if r.MinItems != nil && *r.MinItems > 0 {
		limits = append(limits, leaf{yes: "n < " + strconv.Itoa(*r.MinItems)})
	}
	if r.MaxItems != nil {
		limits = append(limits, leaf{yes: "n > " + strconv.Itoa(*r.MaxItems)})
	}
	if len(limits) > 0 {
		body = append(body, tstemplate.Refusal{Condition: limits.text(false, false)})
	}
	items := r.Items
	if items == nil {
		items = &ir.Rule{}
	}
	w.holes = true
	w.rt("unsure")
	body = append(body, tstemplate.Items{Condition: w.condition(items, at.inside("item", "Item")).text(true, false)})
	if r.UniqueItems {
		return append(body, tstemplate.Return{Value: w.rt("isUnique") + "(v)"})
	}
	return append(body, tstemplate.Return{Value: "true"})
}

// pascal returns a property name as part of an identifier inside the module.
func pascal(property string) string { return name.TypeScript(name.Words(property)) }
