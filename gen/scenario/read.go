package scenario

import (
	"slices"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/load"
)

// What the strings of the file look like. schema/scenarios.schema.json says the same.
var (
	serviceName  = form.Match(`^[a-z][a-z0-9]*([._-][a-z0-9]+)*$`, `a service such as "rightkit.agent.demo.control", in lower case`)
	settingName  = form.Match(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`, `a lower-case word such as "consent"`)
	scenarioName = form.Match(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, `a name such as "end-twice": lower-case words with "-" between them`)
	saveName     = form.Match(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`, `a lower-case name such as "session"`)
)

// maxFindings is how many diagnostics a reading or a check gives.
const maxFindings = 200

// Read turns the document of a scenarios.yaml into a Suite, or says all that is wrong with its form. The Suite is nil if
// there is an error.
func Read(doc *load.Document) (*Suite, diag.List) {
	var diags diag.List
	r := reader{&diags}
	s := r.suite(doc.Root)
	diags.Sort()
	diags.Limit(maxFindings)
	if diags.Failed() {
		return nil, diags
	}
	return s, diags
}

// A reader reads the parts of the file.
type reader struct{ diags *diag.List }

func (r reader) suite(n *load.Node) *Suite {
	o := form.Open(n, r.diags, "scenarios")
	defer o.Close()
	o.RequiredBy("start", "control")
	return &Suite{
		Node:      n,
		Control:   form.Struct(o, "control", r.control),
		Start:     form.Map(o, "start", r.setting),
		Scenarios: form.List(o, "scenarios", 1, r.scenario),
	}
}

func (r reader) control(n *load.Node) *Control {
	o := form.Open(n, r.diags, "service", "settings")
	defer o.Close()
	return &Control{
		Service: o.Text("service", serviceName),
		Settings: form.Map(o, "settings", func(key form.Text, n *load.Node) *Choices {
			o.Key(key, settingName)
			return r.choices(o, key, n)
		}),
	}
}

// choices reads the values that a setting can have: a list, or the word "any".
func (r reader) choices(o *form.Object, key form.Text, n *load.Node) *Choices {
	const want = `"any", or a list of different strings and booleans`
	c := &Choices{Name: key}
	switch {
	case n.Kind == load.String && n.Text == "any":
		c.Any = true
	case n.Kind != load.Array || len(n.Items) == 0:
		o.Refuse(n, want, "")
	default:
		for _, item := range n.Items {
			if item.Kind != load.String && item.Kind != load.Bool || c.has(item) {
				o.Refuse(item, "a string or a boolean that the list does not have yet", "")
				continue
			}
			c.Values = append(c.Values, item)
		}
	}
	return c
}

// has reports whether a value is one of the choices.
func (c *Choices) has(n *load.Node) bool {
	if c.Any {
		return true
	}
	for _, v := range c.Values {
		if v.Kind == n.Kind && v.Text == n.Text && v.Bool == n.Bool {
			return true
		}
	}
	return false
}

func (r reader) setting(key form.Text, n *load.Node) *Setting { return &Setting{key, n} }

func (r reader) scenario(n *load.Node) *Scenario {
	o := form.Open(n, r.diags, "name", "doc", "steps")
	defer o.Close()
	o.NamedBy("scenario", "name")
	return &Scenario{
		Name:  o.Text("name", scenarioName),
		Doc:   o.Text("doc", form.Prose),
		Steps: form.List(o, "steps", 1, r.step),
	}
}

// kinds are the keys of which each step has exactly one.
var kinds = []string{"call", "arrange", "kill", "same", "differ", "send"}

// callKeys are the keys that only a call has.
var callKeys = []string{"client", "params", "raw", "result", "error", "save"}

func (r reader) step(n *load.Node) *Step {
	o := form.Open(n, r.diags)
	defer o.Close()
	if r.oneKind(n) {
		for _, key := range callKeys {
			o.RequiredBy(key, "call")
		}
	}
	o.RequiredBy("send", "receive")
	o.RequiredBy("receive", "send")
	r.apart(n, "params", "raw", "params are checked before they are sent, raw ones are sent as they are")
	r.apart(n, "result", "error", "a call ends in one of the two")
	r.apart(n, "save", "error", "an error has nothing to save")
	return &Step{
		Node:    n,
		Call:    o.Text("call", form.Value),
		Client:  o.Text("client", saveName),
		Params:  object(o, "params"),
		Raw:     form.Struct(o, "raw", itself),
		Result:  form.Struct(o, "result", itself),
		Error:   form.Struct(o, "error", func(n *load.Node) *Expected { return r.expected(o, n) }),
		Save:    o.Text("save", saveName),
		Arrange: form.Map(o, "arrange", r.setting),
		Kill: form.Struct(o, "kill", func(n *load.Node) *load.Node {
			o.TextOf(n, form.Prose)
			return n
		}),
		Same:    several(o, "same"),
		Differ:  several(o, "differ"),
		Send:    frames(o, "send", 1, true),
		Receive: frames(o, "receive", 0, false),
	}
}

// oneKind reports whether a step does exactly one thing, and complains of one that does not, unless it has an unknown key
// that seems to mean one.
func (r reader) oneKind(n *load.Node) bool {
	var found []string
	slip := n.Kind != load.Object
	for _, m := range n.Members {
		if slices.Contains(kinds, m.Name) {
			found = append(found, m.Name)
		} else if !slices.Contains(callKeys, m.Name) && len(diag.Near(m.Name, kinds)) > 0 {
			slip = true
		}
	}
	if len(found) != 1 && (!slip || len(found) > 1) {
		r.diags.Add(diag.Diagnostic{
			Severity: diag.Error, Code: "step-kind", Pos: n.Pos, At: n.Pointer,
			Message: "a step does exactly one thing", Got: words(found), Want: "one of " + either(kinds),
		})
	}
	return len(found) == 1
}

// apart reports two members of which at most one may be there.
func (r reader) apart(n *load.Node, a, b, because string) {
	x, y := n.Get(a), n.Get(b)
	if x == nil || y == nil {
		return
	}
	r.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: "step-both", Pos: y.Pos, At: y.Pointer,
		Message: `a step cannot have both "` + a + `" and "` + b + `": ` + because,
		Also:    []diag.Related{{Pos: x.Pos, Text: a}},
	})
}

// expected reads an error: a code, a list of codes, or an object that says more.
func (r reader) expected(step *form.Object, n *load.Node) *Expected {
	e := &Expected{Node: n}
	switch n.Kind {
	case load.Object:
		o := form.Open(n, r.diags, "code")
		defer o.Close()
		e.Codes = form.Struct(o, "code", func(n *load.Node) []form.Text { return r.codes(o, n) })
		e.Retryable = o.Flag("retryable")
		e.By = o.Choice("by", "client")
	default:
		e.Codes = r.codes(step, n)
	}
	return e
}

func (r reader) codes(o *form.Object, n *load.Node) []form.Text {
	if n.Kind != load.Array {
		return []form.Text{o.TextOf(n, form.Prose)}
	}
	if len(n.Items) == 0 {
		o.Refuse(n, "an array of at least 1 item", "")
	}
	var list []form.Text
	first := map[string]bool{}
	for _, item := range n.Items {
		t := o.TextOf(item, form.Prose)
		if first[t.Value] && t.Node != nil {
			o.Refuse(item, "a code that does not stand twice", "")
		}
		first[t.Value] = true
		list = append(list, t)
	}
	return list
}

// several reads two or more values.
func several(o *form.Object, name string) []*load.Node {
	return form.Struct(o, name, func(n *load.Node) []*load.Node {
		if n.Kind != load.Array || len(n.Items) < 2 {
			o.Refuse(n, "an array of at least 2 values to compare", "")
			return nil
		}
		return n.Items
	})
}

// frames reads the frames of one side; lines says whether one may be a line of any text.
func frames(o *form.Object, name string, min int, lines bool) []*load.Node {
	return form.List(o, name, min, func(n *load.Node) *load.Node {
		switch {
		case n.Kind == load.Object, lines && n.Kind == load.String:
		case lines:
			o.Refuse(n, "a frame: an object, or a string that is sent as it stands", "")
		default:
			o.Refuse(n, "a frame: an object", "")
		}
		return n
	})
}

func object(o *form.Object, name string) *load.Node {
	return form.Struct(o, name, func(n *load.Node) *load.Node {
		if n.Kind != load.Object {
			o.Refuse(n, "an object", "")
		}
		return n
	})
}

func itself(n *load.Node) *load.Node { return n }
