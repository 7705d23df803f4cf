// Package scenario turns scenarios.yaml, which tells what a host of a contract does call by call, into a conformance suite,
// and runs that suite against any host. Read reads the form of the file, Check compares it with the contract and binds
// the two, and Run calls. Clients of any kind can stand between: a Peer is whatever carries a call to a host.
//
// A call is checked by the code that generated clients use, transport.Call: params, result, and the rule that fails
// closed. So a scenario says only what is special about it, and every host is measured by the whole contract. No value
// of a shape that the contract calls secret appears in a report.
//
// The package finds no host and reads no file. Run returns in time whatever the host does: each call has a deadline.
package scenario

import (
	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/templates/go/runtime/transport"
)

// FileName is the name of the file, beside the contract.
const FileName = "scenarios.yaml"

// A Suite is a scenarios.yaml.
type Suite struct {
	Node      *load.Node
	Control   *Control   // nil: no scenario arranges or kills anything
	Start     []*Setting // arranged before each scenario
	Scenarios []*Scenario

	contract *ir.Contract                 // set by Check, with what follows
	methods  map[string]*transport.Method // by tool
	results  map[string]view              // of the tools
}

// A Control is the service through which a host is brought into a state.
type Control struct {
	Service  form.Text
	Settings []*Choices
}

// Choices are the values that a setting can have.
type Choices struct {
	Name   form.Text
	Any    bool         // any JSON value
	Values []*load.Node // strings and booleans; empty with Any
}

// A Setting is what one key of an arrangement says.
type Setting struct {
	Name  form.Text
	Value *load.Node
}

// A Scenario is a sequence of steps. The host starts each one anew, without sessions.
type Scenario struct {
	Name  form.Text
	Doc   form.Text
	Steps []*Step
}

// A Step does one thing. Of Call, Arrange, Kill, Same, Differ and Send exactly one is set.
type Step struct {
	Node *load.Node

	Call   form.Text  // method
	Client form.Text  // which client calls; absent: the first. Each has a connection of its own.
	Params *load.Node // checked before they are sent; nil: none
	Raw    *load.Node // sent as they are, in place of Params
	Result *load.Node // what the result must hold; nil: only what the contract says
	Error  *Expected  // nil: a result is expected
	Save   form.Text  // the name by which later steps refer to the result

	Arrange []*Setting
	Kill    *load.Node // a session, or "all"
	Same    []*load.Node
	Differ  []*load.Node

	Send    []*load.Node // frames: objects, and strings that are sent as they stand
	Receive []*load.Node // the frames that must come back, and no other
}

// An Expected is an error that a call must end with.
type Expected struct {
	Node      *load.Node
	Codes     []form.Text // one of them; at least one is there
	Retryable form.Flag   // absent: either is right
	By        form.Text   // "client" when a client may refuse what the host has answered; absent: the host itself refuses
}

// kind names what a step does, for messages.
func (s *Step) kind() string {
	switch {
	case s.Call.Node != nil:
		return s.Call.Value
	case s.Arrange != nil:
		return "arrange"
	case s.Kill != nil:
		return "kill"
	case s.Same != nil:
		return "same"
	case s.Differ != nil:
		return "differ"
	}
	return "send"
}

// NeedsControl reports whether a scenario can run only where there is a control service.
func (s *Scenario) NeedsControl() bool {
	for _, step := range s.Steps {
		if step.Arrange != nil || step.Kill != nil {
			return true
		}
	}
	return false
}

// NeedsFrames reports whether a scenario can run only where frames can be sent, not through a client program.
func (s *Scenario) NeedsFrames() bool {
	for _, step := range s.Steps {
		if step.Send != nil {
			return true
		}
	}
	return false
}
