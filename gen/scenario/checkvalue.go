package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// template checks the references and repetitions in a value, and reports whether they are right.
func (k *checker) template(n *load.Node) bool {
	before := len(*k.diags)
	k.part(n, false)
	return len(*k.diags) == before
}

// part checks a part of a value; repeated says that it stands in a repetition.
func (k *checker) part(n *load.Node, repeated bool) {
	switch {
	case isReference(n):
		k.reference(n)
	case repeats(n) && repeated:
		k.problem("bad-value", n, `a "$times" inside another`, "write one of the two lists out")
		return
	case repeats(n):
		repeated = true
		if _, ok := times(n); !ok {
			k.problem("bad-value", n.Get(timesKey), `"$times" must be a whole number from 1 to `+strconv.Itoa(maxTimes), "")
		}
		if n.Get(itemKey) == nil {
			k.problem("missing-key", n, `"$times" needs "$item", which is repeated`, "")
		}
	}
	for _, item := range n.Items {
		k.part(item, repeated)
	}
	for _, m := range n.Members {
		if strings.HasPrefix(m.Name, "$") && (m.Name != timesKey && m.Name != itemKey || !repeats(n)) ||
			!strings.HasPrefix(m.Name, "$") && repeats(n) {
			k.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "unknown-key", Pos: m.NamePos, At: m.Value.Pointer,
				Message: "unknown key " + strconv.Quote(m.Name),
				Hint:    `a list of one item many times over is {"$times": 20, "$item": ...}, and has no other key`,
			})
		}
		k.part(m.Value, repeated)
	}
}

// reference checks that a reference leads to something that a host can have answered.
func (k *checker) reference(n *load.Node) {
	r, ok := parseReference(n.Text)
	if !ok {
		k.problem("reference-form", n, "this is no reference: "+strconv.Quote(n.Text),
			"write one as $session.token or $screen.elements(role=button).ref, and a text that starts with a dollar with two: $$5")
		return
	}
	if r.name == fixture {
		switch {
		case k.suite.contract.Fixture == nil:
			k.problem("unknown-reference", n, "the contract has no app for tests, for which $fixture stands", "")
		case len(r.path) > 0:
			k.problem("unknown-reference", n, "$fixture is an id, and has no properties", "")
		}
		return
	}
	saved, ok := k.saved[r.name]
	if !ok {
		var names []string
		for name := range k.saved {
			names = append(names, name)
		}
		slices.Sort(names)
		hint := diag.DidYouMean(diag.Near(r.name, names))
		if hint == "" {
			hint = `a call before this step saves its result with "save: ` + r.name + `"`
		}
		k.problem("unknown-reference", n, "nothing before this step is saved as "+strconv.Quote(r.name), hint)
		return
	}
	at := saved.view
	for i, p := range r.path {
		if at, ok = k.follow(n, r, i, p, at); !ok {
			return
		}
	}
}

// follow checks one part of a reference, and returns what it leads to.
func (k *checker) follow(n *load.Node, r reference, i int, p part, at view) (view, bool) {
	if index, err := strconv.Atoi(p.key); err == nil && at.list() {
		return at.item(index), true
	}
	sub, known := at.property(p.key)
	if !known {
		k.unknown(n, r.upTo(i), p.key, at)
		return nil, false
	}
	if p.where == "" {
		return sub, true
	}
	if !sub.list() {
		k.problem("unknown-reference", n, r.upTo(i)+"."+p.key+" is no list to choose from", "")
		return nil, false
	}
	sub = sub.item(0)
	if _, known := sub.property(p.where); !known {
		k.unknown(n, "an item of "+r.upTo(i)+"."+p.key, p.where, sub)
		return nil, false
	}
	return sub, true
}

// unknown reports a property that the contract does not have.
func (k *checker) unknown(n *load.Node, of, name string, v view) {
	k.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "unknown-reference", Pos: n.Pos, At: n.Pointer,
		Message: of + " has no property " + strconv.Quote(name), Want: either(v.names()),
		Hint: diag.DidYouMean(diag.Near(name, v.names())),
	})
}

// onPurpose is the advice for params that the contract refuses.
const onPurpose = `what breaks the contract on purpose goes under "raw"`

// message checks params and the expected result against the shapes of a tool.
func (k *checker) message(step *Step, t *ir.Tool) {
	if step.Raw == nil {
		params := step.Params
		if params == nil {
			params = &load.Node{Kind: load.Object, Pos: step.Node.Pos, Pointer: step.Node.Pointer}
		}
		// A property that is unknown is often one that is missing then: it is reported once.
		known := k.names(params, viewOf(t.Params.Rule), t.Params.Wire, onPurpose)
		k.values(params, k.suite.methods[t.Name].Params, t.Params.Wire, known, false)
	}
	if step.Result != nil {
		k.names(step.Result, k.suite.results[t.Name], t.Result.Wire, "")
		k.values(step.Result, k.suite.methods[t.Name].Result, t.Result.Wire, false, true)
	}
}

// names reports properties that the contract does not know, and returns whether it knows all.
func (k *checker) names(n *load.Node, v view, shape, advice string) bool {
	if repeats(n) {
		item := n.Get(itemKey)
		return item == nil || k.names(item, v.item(0), shape, advice)
	}
	all := true
	for i, item := range n.Items {
		all = k.names(item, v.item(i), shape, advice) && all
	}
	for _, m := range n.Members {
		sub, known := v.property(m.Name)
		if !known && !strings.HasPrefix(m.Name, "$") {
			d := diag.Diagnostic{
				Severity: diag.Error, Code: "unknown-property", Pos: m.NamePos, At: m.Value.Pointer,
				Message: shape + " has no property " + strconv.Quote(m.Name) + " here", Want: either(v.names()),
				Hint: diag.DidYouMean(diag.Near(m.Name, v.names())),
			}
			if d.Hint == "" {
				d.Hint = advice
			}
			k.diags.Add(d)
			all = false
			continue
		}
		all = k.names(m.Value, sub, shape, advice) && all
	}
	return all
}

// values reports values that the contract refuses. What a reference stands for is not known yet and passes; of a part of
// a message only what is there is looked at; whole says whether a property that is missing is an error.
func (k *checker) values(n *load.Node, rule *wire.Rule, shape string, whole, partly bool) {
	for _, v := range wire.Check(encode(sample(n)), rule) {
		at, exact := within(n, source.Pointer(v.Instance))
		if isReference(at) || !whole && lacks[v.Code] || partly && (at.Kind == load.Object || at.Kind == load.Array && !counts[v.Code]) {
			continue
		}
		if v.Code == "required" && exact && at == n && len(n.Members) == 0 && n.End == 0 {
			k.problem("params-missing", n, shape+": "+v.Message, `add "params"`)
			continue
		}
		d := diag.Diagnostic{
			Severity: diag.Error, Code: "never-valid", Pos: at.Pos, At: at.Pointer, Instance: source.Pointer(v.Instance),
			Message: "not of the shape " + shape + ": " + v.Message,
		}
		if !partly {
			d.Hint = onPurpose
		}
		k.diags.Add(d)
	}
}

// lacks are the violations of what is not there, counts those of lists by their length.
var (
	lacks  = map[string]bool{"required": true, "dependentRequired": true, "minProperties": true}
	counts = map[string]bool{"minItems": true, "maxItems": true}
)

// sample is a value with null for each reference.
func sample(n *load.Node) any {
	v, _ := (&scope{}).resolve(n)
	return v
}

// within returns the node that an instance location leads to, or the nearest one above it.
func within(n *load.Node, p source.Pointer) (*load.Node, bool) {
	for _, token := range p.Tokens() {
		next := n.Get(token)
		if repeats(n) {
			next = n.Get(itemKey)
		} else if i, err := strconv.Atoi(token); err == nil && n.Kind == load.Array && i < len(n.Items) {
			next = n.Items[i]
		}
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

func unquoted(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
