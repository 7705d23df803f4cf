package scenario

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/rightkit/lockstep/gen/form"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/templates/go/runtime/transport"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// call runs a step that calls a tool.
func (r *runner) call(ctx context.Context, s *Step) *problem {
	m := *r.suite.methods[s.Call.Value]
	if m.Timeout <= 0 || m.Timeout > r.timeout {
		m.Timeout = r.timeout
	}
	n := s.Params
	if s.Raw != nil {
		n, m.Params = s.Raw, &anything
	}
	var params []byte
	if n != nil {
		v, missed := r.scope.resolve(n)
		if missed != nil {
			return missed.problem()
		}
		params = encode(v)
	}
	seen, text, err := r.exchange(ctx, s.Client.Value, &m, params)
	if err != nil {
		return r.failed(s, seen, err)
	}
	result, err := decode(text)
	if err != nil {
		return &problem{node: s.Call.Node, code: "result-malformed", message: s.kind() + ": the result is no JSON", got: err.Error()}
	}
	r.secrets = append(r.secrets, texts(result, r.suite.results[m.Name], false)...)
	if s.Error != nil {
		return &problem{node: s.Error.Node, code: "result-unexpected", message: s.kind() + " gave a result where an error is expected",
			got: show(result), want: s.Error.String()}
	}
	if s.Result != nil {
		found, missed := r.scope.compare(s.Result, result, "")
		if missed != nil {
			return missed.problem()
		}
		if len(found) > 0 {
			return differs("result-differs", s.kind()+": ", found)
		}
	}
	if s.Save.Node != nil {
		r.scope.saved[s.Save.Value] = result
	}
	return nil
}

// exchange makes the call. A connection over which one has failed is left, for not every failure leaves it usable.
func (r *runner) exchange(ctx context.Context, client string, m *transport.Method, params []byte) (stage, []byte, error) {
	peer, err := r.client(ctx, client)
	if err != nil {
		return refused, nil, err
	}
	w := witness{peer: peer}
	text, err := transport.Call(ctx, &w, m, params)
	var e *transport.Error
	if err != nil && (!errors.As(err, &e) || slices.Contains(broken, e.Code)) {
		shut(peer)
		delete(r.clients, client)
	}
	return w.stage, text, err
}

// A stage is how far a call has come when it failed.
type stage int

const (
	unsent   stage = iota // the client refused the params
	refused               // the host, or the way to it, refused the call
	answered              // the host gave a result, which the client refused
)

// A witness is a Peer that knows who refused a call.
type witness struct {
	peer  Peer
	stage stage
}

func (w *witness) Call(ctx context.Context, method string, params []byte) ([]byte, error) {
	w.stage = refused
	text, err := w.peer.Call(ctx, method, params)
	if err == nil {
		w.stage = answered
	}
	return text, err
}

// broken are the codes after which a connection is of no use.
var broken = []string{
	transport.CodeTimeout, transport.CodeClosed, transport.CodeMalformed, transport.CodeProtocol, transport.CodeUnavailable,
	transport.CodeCancelled, transport.CodeResponseTooLarge,
}

// failed judges the error of a call.
func (r *runner) failed(s *Step, seen stage, err error) *problem {
	var e *transport.Error
	if !errors.As(err, &e) {
		return &problem{node: s.Call.Node, code: "call-impossible", message: s.kind() + ": the call could not be made", got: err.Error()}
	}
	got := short(e.Error())
	if s.Error == nil {
		p := &problem{node: s.Call.Node, code: "error-unexpected", message: s.kind() + " failed where a result is expected", got: got, want: "a result"}
		var v *wire.Violation
		if errors.As(e.Cause, &v) && v.Keyword != "" {
			p.also = append(p.also, "the contract at "+v.Keyword)
		}
		if !slices.Contains(codes(r.suite.contract), e.Code) && !slices.Contains(transportCodes, e.Code) {
			p.hint = strconv.Quote(e.Code) + " is no code of the contract or of the transport"
		}
		return p
	}
	if !slices.ContainsFunc(s.Error.Codes, func(c form.Text) bool { return c.Value == e.Code }) {
		return &problem{node: s.Error.Node, code: "error-differs", message: s.kind() + " failed with another error than expected", got: got, want: s.Error.String()}
	}
	if seen != refused && s.Error.By.Node == nil {
		p := &problem{node: s.Error.Node, code: "refused-by-the-client", got: got, want: s.Error.String() + " from the host",
			message: s.kind() + ": the host answered, and only the client refused the answer"}
		if seen == unsent {
			p.message = s.kind() + ": the call did not get as far as the host, for the client refused the params"
		}
		return p
	}
	if want := s.Error.Retryable; want.Node != nil && want.Value != e.Retryable {
		return &problem{node: want.Node, code: "retryable-differs",
			message: s.kind() + " failed with " + e.Code + ", as expected, but retryable is wrong",
			got:     strconv.FormatBool(e.Retryable), want: strconv.FormatBool(want.Value)}
	}
	return nil
}

// differs is the problem of the first difference; a few more stand beside it.
func differs(code, what string, found []difference) *problem {
	first := found[0]
	p := &problem{node: first.node, code: code, message: what + place(first.at) + " is not what is expected", got: first.got, want: first.want}
	for _, d := range found[1:min(len(found), 4)] {
		p.also = append(p.also, place(d.at)+": got "+d.got+", want "+d.want)
	}
	return p
}

func place(at string) string {
	if at == "" {
		return "the value"
	}
	return at
}

// problem is what a reference that leads nowhere means for a step.
func (m *miss) problem() *problem {
	return &problem{node: m.node, code: "reference-empty", message: m.message}
}

// String lists the codes.
func (e *Expected) String() string {
	list := make([]string, len(e.Codes))
	for i, c := range e.Codes {
		list[i] = c.Value
	}
	return unquoted(list)
}

// A problem is why a scenario has failed, or was not run.
type problem struct {
	node      *load.Node // of the file: what was expected, or the step
	code      string
	message   string
	got, want string
	also      []string
	hint      string
}
