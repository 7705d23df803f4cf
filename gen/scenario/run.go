package scenario

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/templates/go/runtime/transport"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A Peer carries calls to a host: a connection, or a client program. It returns soon after ctx is done. Errors of the host
// and of the transport are *transport.Error; any other error says that the call could not be made at all. A Peer that is
// an io.Closer is closed when its scenario is over, or when it is to connect anew.
type Peer interface {
	Call(ctx context.Context, method string, params []byte) (result []byte, err error)
}

// A Target is a host under test.
type Target struct {
	// Connect returns a new client. An error is that of the call that needs the client.
	Connect func(ctx context.Context) (Peer, error)
	// Control reaches the control service; nil when there is none.
	Control Peer
	// Dial opens a connection for frames, before the hello; nil when there is no way to send them.
	Dial func(ctx context.Context) (net.Conn, error)
}

// Options say what is run.
type Options struct {
	Only    []string      // names of scenarios; empty: all
	Timeout time.Duration // of each call, when the contract does not give it less; 0: 30 s
}

// defaultTimeout is for hosts that a program drives: nobody has to read and to think.
const defaultTimeout = 30 * time.Second

// Names of the methods of a control service, and the settings that bring a host back to its start.
const (
	arrangeMethod = "control.arrange"
	killMethod    = "control.kill"
)

var resetParams = []byte(`{"reset":true}`)

// Run runs the scenarios of a checked suite, one after the other. At the end the host is as it was at its start. The
// error is that the host cannot be reached at all; there is no report then.
func (s *Suite) Run(ctx context.Context, t Target, o Options) (*Report, error) {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	r := &runner{suite: s, target: t, timeout: o.Timeout}
	r.reset(ctx)
	first, err := r.connect(ctx)
	if err != nil {
		return nil, err
	}
	shut(first)
	report := &Report{}
	for _, sc := range s.Scenarios {
		if len(o.Only) > 0 && !slices.Contains(o.Only, sc.Name.Value) {
			continue
		}
		report.Outcomes = append(report.Outcomes, r.scenario(ctx, sc))
	}
	if r.controlled() {
		r.reset(context.WithoutCancel(ctx))
	}
	return report, nil
}

// A runner runs the scenarios of one suite against one host.
type runner struct {
	suite   *Suite
	target  Target
	timeout time.Duration
	barred  error // why nothing can be arranged
	told    bool  // that is in the report

	scope   scope           // of the scenario that runs, with what follows
	clients map[string]Peer // by name
	secrets []string        // that were seen
}

// controlled reports whether the host can be brought into a state.
func (r *runner) controlled() bool {
	return r.suite.Control != nil && r.target.Control != nil && r.barred == nil
}

// reset brings the host to its start, or learns why that cannot be.
func (r *runner) reset(ctx context.Context) {
	if r.suite.Control == nil || r.target.Control == nil {
		return
	}
	_, err := r.control(ctx, arrangeMethod, resetParams)
	var e *transport.Error
	if errors.As(err, &e) && (e.Code == transport.CodeUnavailable || e.Code == transport.CodeNotAllowed) {
		r.barred = err
	}
}

// control calls the control service.
func (r *runner) control(ctx context.Context, method string, params []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	return r.target.Control.Call(ctx, method, params)
}

func (r *runner) connect(ctx context.Context) (Peer, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	return r.target.Connect(ctx)
}

// scenario runs one scenario up to the first step that fails.
func (r *runner) scenario(ctx context.Context, sc *Scenario) Outcome {
	if why := r.cannot(ctx, sc); why != nil {
		return Outcome{sc, NotRun, why.diagnostic(sc, nil)}
	}
	r.scope = scope{saved: map[string]any{}}
	if f := r.suite.contract.Fixture; f != nil {
		r.scope.fixture = f.App
	}
	r.clients, r.secrets = map[string]Peer{}, nil
	defer r.disconnect()
	if p := r.begin(ctx, sc); p != nil {
		return Outcome{sc, Failed, p.diagnostic(sc, r.secrets)}
	}
	for _, step := range sc.Steps {
		p := r.step(ctx, step)
		if ctx.Err() != nil {
			return Outcome{sc, NotRun, interrupted(sc).diagnostic(sc, nil)}
		}
		if p != nil {
			return Outcome{sc, Failed, p.diagnostic(sc, r.secrets)}
		}
	}
	return Outcome{Scenario: sc, State: Passed}
}

// cannot is why a scenario cannot be run; nil when it can.
func (r *runner) cannot(ctx context.Context, sc *Scenario) *problem {
	switch {
	case ctx.Err() != nil:
		return interrupted(sc)
	case sc.NeedsControl() && !r.controlled():
		p := &problem{node: sc.Name.Node, code: "not-run", message: "not run, for nothing can be arranged at this host"}
		if r.barred != nil && !r.told {
			p.got = r.barred.Error()
			p.hint = "start the host with the control service " + r.suite.Control.Service.Value + ", and with " + arrangeMethod + " allowed"
			r.told = true
		}
		return p
	case sc.NeedsFrames() && r.target.Dial == nil:
		return &problem{node: sc.Name.Node, code: "not-run", message: "not run, for a client program sends no frames of its own"}
	}
	return nil
}

func interrupted(sc *Scenario) *problem {
	return &problem{node: sc.Name.Node, code: "interrupted", message: "not run to its end, for the run was interrupted"}
}

// begin brings the host to where every scenario starts.
func (r *runner) begin(ctx context.Context, sc *Scenario) *problem {
	if !r.controlled() {
		return nil // somebody at the host has seen to it
	}
	if _, err := r.control(ctx, arrangeMethod, resetParams); err != nil {
		return &problem{node: sc.Name.Node, code: "control-failed", message: "the host cannot be reset", got: err.Error()}
	}
	if len(r.suite.Start) == 0 {
		return nil
	}
	return r.arrange(ctx, sc.Name.Node, r.suite.Start)
}

// step runs one step; nil when all is as it should be.
func (r *runner) step(ctx context.Context, s *Step) *problem {
	switch {
	case s.Call.Node != nil:
		return r.call(ctx, s)
	case s.Arrange != nil:
		return r.arrange(ctx, s.Node, s.Arrange)
	case s.Kill != nil:
		return r.kill(ctx, s)
	case s.Send != nil:
		return r.frames(ctx, s)
	}
	return r.relate(s)
}

// arrange brings the host into a state. Clients connect anew afterwards: the service may have gone and come back.
func (r *runner) arrange(ctx context.Context, at *load.Node, settings []*Setting) *problem {
	params := map[string]any{}
	for _, s := range settings {
		v, missed := r.scope.resolve(s.Value)
		if missed != nil {
			return missed.problem()
		}
		params[s.Name.Value] = v
	}
	r.disconnect()
	if _, err := r.control(ctx, arrangeMethod, encode(params)); err != nil {
		return &problem{node: at, code: "control-failed", message: "the control service refused to arrange this", got: err.Error()}
	}
	return nil
}

func (r *runner) kill(ctx context.Context, s *Step) *problem {
	params := map[string]any{}
	if isReference(s.Kill) {
		v, missed := r.scope.resolve(s.Kill)
		if missed != nil {
			return missed.problem()
		}
		params["session"] = v
	}
	if _, err := r.control(ctx, killMethod, encode(params)); err != nil {
		return &problem{node: s.Node, code: "control-failed", message: "the control service refused to kill", got: err.Error()}
	}
	return nil
}

// relate compares values that hosts have answered.
func (r *runner) relate(s *Step) *problem {
	nodes := s.Same
	if s.Differ != nil {
		nodes = s.Differ
	}
	values := make([]any, len(nodes))
	for i, n := range nodes {
		v, missed := r.scope.resolve(n)
		if missed != nil {
			return missed.problem()
		}
		values[i] = v
		for j := range i {
			switch same := equal(values[j], v); {
			case s.Same != nil && !same:
				return &problem{node: n, code: "values-differ", message: called(nodes[j], j) + " and " + called(n, i) + " differ",
					got: show(v), want: show(values[j])}
			case s.Differ != nil && same:
				return &problem{node: n, code: "values-equal", message: called(nodes[j], j) + " and " + called(n, i) + " are the same",
					got: show(v), want: "another value"}
			}
		}
	}
	return nil
}

// called names a value of a step.
func called(n *load.Node, i int) string {
	if isReference(n) {
		return n.Text
	}
	return "value " + strconv.Itoa(i+1)
}

// client returns the client of a name, connected.
func (r *runner) client(ctx context.Context, name string) (Peer, error) {
	if p := r.clients[name]; p != nil {
		return p, nil
	}
	p, err := r.connect(ctx)
	if err == nil {
		r.clients[name] = p
	}
	return p, err
}

// disconnect closes every client.
func (r *runner) disconnect() {
	for _, p := range r.clients {
		shut(p)
	}
	clear(r.clients)
}

func shut(p Peer) {
	if c, ok := p.(io.Closer); ok {
		_ = c.Close()
	}
}

// anything is the rule of params that are sent as they are.
var anything wire.Rule
