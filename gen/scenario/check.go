package scenario

import (
	"slices"
	"strconv"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/transport"
)

// Check compares the suite with its contract and reports where they differ: tools, codes and properties that there are
// not, values that cannot be, references to what was not saved. A suite without an error can be run.
func (s *Suite) Check(c *ir.Contract) diag.List {
	var diags diag.List
	s.contract, s.methods, s.results = c, map[string]*transport.Method{}, map[string]view{}
	k := &checker{suite: s, diags: &diags, tools: map[string]*ir.Tool{}, wiring: rules.NewWiring()}
	for _, t := range c.Tools {
		k.tools[t.Name] = t
		s.methods[t.Name] = method(t, k.wiring)
		s.results[t.Name] = viewOf(t.Result.Rule)
	}
	k.codes = codes(c)
	k.service()
	k.settings(s.Start)
	first := map[string]form.Text{}
	for _, sc := range s.Scenarios {
		if twin, twice := first[sc.Name.Value]; twice {
			k.problem("duplicate-scenario", sc.Name.Node, strconv.Quote(sc.Name.Value)+" stands twice", "",
				diag.Related{Pos: twin.Pos, Text: "first"})
		}
		first[sc.Name.Value] = sc.Name
		k.scenario(sc)
	}
	diags.Sort()
	diags.Limit(maxFindings)
	return diags
}

// method is what the transport knows of a tool.
func method(t *ir.Tool, w *rules.Wiring) *transport.Method {
	m := &transport.Method{
		Name: t.Name, Timeout: t.Timeout, Params: w.Wire(t.Params.Rule), Result: w.Wire(t.Result.Rule),
	}
	if f := t.Closed; f != nil {
		m.FailClosed = &transport.FailClosed{Property: f.Property, Value: f.Value, Code: f.Code}
	}
	return m
}

// codes are the error codes that a call can end with.
func codes(c *ir.Contract) []string {
	var list []string
	if c.Codes == nil {
		return transportCodes
	}
	if e, ok := c.Codes.Shape.Type.(*ir.Enum); ok {
		for _, v := range e.Values {
			list = append(list, v.Value)
		}
	}
	for _, b := range c.Codes.Beside {
		list = append(list, b.Value)
	}
	if c.Codes.PassThrough {
		for _, code := range transportCodes {
			if !slices.Contains(list, code) {
				list = append(list, code)
			}
		}
	}
	return list
}

// transportCodes are the codes that the transport has, or passes on.
var transportCodes = []string{
	transport.CodeUnavailable, transport.CodeTimeout, transport.CodeClosed, transport.CodeProtocol,
	transport.CodeNotAllowed, transport.CodeBadHello, transport.CodeBadRequest, transport.CodePanic,
	transport.CodeInternal, transport.CodeRequestTooLarge, transport.CodeResponseTooLarge, transport.CodeMalformed,
	transport.CodeInvalidArguments, transport.CodeInsecure, transport.CodeCancelled, transport.CodeHandoff,
}

// A checker checks the parts of one suite.
type checker struct {
	suite  *Suite
	diags  *diag.List
	tools  map[string]*ir.Tool
	codes  []string
	wiring *rules.Wiring
	saved  map[string]save // of the scenario that is checked, so far
}

// A save is a result that later steps can refer to.
type save struct {
	pos  source.Pos
	view view
}

func (k *checker) problem(code string, at *load.Node, message, hint string, also ...diag.Related) {
	k.diags.Add(diag.Diagnostic{
		Severity: diag.Error, Code: code, Pos: at.Pos, At: at.Pointer, Message: message, Hint: hint, Also: also,
	})
}

// service reports scenarios of a contract that nobody serves.
func (k *checker) service() {
	if k.suite.contract.Service == nil {
		k.problem("no-service", k.suite.Node, "the contract has no service, so there is no host to run scenarios against",
			`name the service and the tools in contract.yaml`)
	}
}

// settings checks what is arranged.
func (k *checker) settings(list []*Setting) {
	control := k.suite.Control
	if control == nil {
		return // reported with the step
	}
	for _, s := range list {
		var names []string
		var found *Choices
		for _, c := range control.Settings {
			names = append(names, c.Name.Value)
			if c.Name.Value == s.Name.Value {
				found = c
			}
		}
		switch {
		case found == nil:
			k.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "unknown-setting", Pos: s.Name.Pos, At: s.Value.Pointer,
				Message: "there is no setting " + strconv.Quote(s.Name.Value), Want: either(names),
				Hint: diag.DidYouMean(diag.Near(s.Name.Value, names)),
			})
		case !found.has(s.Value):
			var want, near []string
			for _, v := range found.Values {
				want = append(want, show(plain(v)))
				near = append(near, v.Text)
			}
			k.diags.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "setting-value", Pos: s.Value.Pos, At: s.Value.Pointer,
				Message: strconv.Quote(s.Name.Value) + " cannot be that", Got: show(plain(s.Value)),
				Want: unquoted(want), Hint: diag.DidYouMean(diag.Near(s.Value.Text, near)),
			})
		case found.Any:
			k.template(s.Value)
		}
	}
}

func (k *checker) scenario(sc *Scenario) {
	k.saved = map[string]save{}
	for _, step := range sc.Steps {
		if (step.Arrange != nil || step.Kill != nil) && k.suite.Control == nil {
			k.problem("no-control", step.Node, "the file names no control service, and this step needs one",
				`say which one it is under "control", at the top of the file`)
		}
		switch {
		case step.Call.Node != nil:
			k.call(step)
		case step.Arrange != nil:
			k.settings(step.Arrange)
		case step.Kill != nil:
			k.template(step.Kill)
			if !isReference(step.Kill) && step.Kill.Text != "all" {
				k.problem("kill-value", step.Kill, "kill takes a session such as $session.session, or all", "")
			}
		}
		for _, n := range slices.Concat(step.Same, step.Differ, step.Send, step.Receive) {
			k.template(n)
		}
	}
}

// call checks a step that calls a tool.
func (k *checker) call(step *Step) {
	t := k.tools[step.Call.Value]
	if t == nil {
		names := make([]string, len(k.suite.contract.Tools))
		for i, t := range k.suite.contract.Tools {
			names[i] = t.Name
		}
		k.diags.Add(diag.Diagnostic{
			Severity: diag.Error, Code: "unknown-tool", Pos: step.Call.Pos, At: step.Call.Node.Pointer,
			Message: "the contract has no tool " + strconv.Quote(step.Call.Value), Want: either(names),
			Hint: diag.DidYouMean(diag.Near(step.Call.Value, names)),
		})
	}
	right := true
	for _, n := range []*load.Node{step.Params, step.Raw, step.Result} {
		right = (n == nil || k.template(n)) && right
	}
	if t != nil && right {
		k.message(step, t)
	}
	if step.Error != nil {
		for _, code := range step.Error.Codes {
			k.code(code)
		}
	}
	if step.Save.Node == nil {
		return
	}
	if twin, twice := k.saved[step.Save.Value]; twice {
		k.problem("saved-twice", step.Save.Node, strconv.Quote(step.Save.Value)+" is saved twice in this scenario",
			"give it another name", diag.Related{Pos: twin.pos, Text: "first"})
	} else if step.Save.Value == fixture {
		k.problem("saved-twice", step.Save.Node, `"fixture" stands for the app for tests, and nothing else can be saved under that name`, "give it another name")
	}
	v := save{pos: step.Save.Pos}
	if t != nil {
		v.view = k.suite.results[t.Name]
	}
	k.saved[step.Save.Value] = v
}

// code reports an error code that nobody gives.
func (k *checker) code(code form.Text) {
	if slices.Contains(k.codes, code.Value) {
		return
	}
	also := diag.Related{Text: "the contract has no error codes"}
	if c := k.suite.contract.Codes; c != nil {
		also = diag.Related{Pos: c.Shape.Origin.Pos, Text: "the codes"}
	}
	if slices.Contains(transportCodes, code.Value) {
		k.problem("unknown-code", code.Node, "the contract lets no code of the transport pass, so no call ends with "+
			strconv.Quote(code.Value), "", also)
		return
	}
	k.problem("unknown-code", code.Node, "neither the contract nor the transport has the error code "+strconv.Quote(code.Value),
		diag.DidYouMean(diag.Near(code.Value, k.codes)), also)
}
