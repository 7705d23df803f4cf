package transport

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A Peer is who calls: the app as it calls itself, process and user as the kernel knows them.
type Peer struct {
	App      string
	PID, UID int
}

// A session is one connection of a host. One goroutine serves it.
type session struct {
	host  *Host
	file  *os.File
	lines lineReader
	peer  Peer
	sure  bool // the peer has said hello
}

func newSession(h *Host, file *os.File, peer Peer) *session {
	s := &session{host: h, file: file, peer: peer}
	s.lines = lineReader{from: file, waits: s.patience}
	return s
}

// patience sets how long the next read may take: a peer may be silent between two lines, not within one.
func (s *session) patience(within bool) {
	switch {
	case !s.sure: // serve has set it for all of the hello
	case within:
		_ = s.file.SetReadDeadline(time.Now().Add(s.host.times.line))
	default:
		_ = s.file.SetReadDeadline(time.Time{})
	}
}

// write sends one line. It is false when the peer did not take it: what follows would not be understood.
func (s *session) write(line []byte) bool {
	_ = s.file.SetWriteDeadline(time.Now().Add(s.host.times.write))
	_, err := s.file.Write(append(line, '\n'))
	return err == nil
}

// serve talks to the peer until one of both has had enough.
func (s *session) serve(h Handler) {
	_ = s.file.SetReadDeadline(time.Now().Add(s.host.times.hello))
	line, err := s.lines.line(helloLimit)
	if err != nil && !errors.Is(err, errTooLong) {
		return // nobody, or somebody who only looks whether there is a host
	}
	if refused := s.introduce(line); refused != nil {
		s.write(appendRefusal(nil, refused))
		return
	}
	if !s.write(slices.Clone(s.host.hello)) {
		return
	}
	s.sure = true
	for {
		line, err := s.lines.line(frameLimit)
		switch {
		case errors.Is(err, errTooLong):
			err = s.lines.drain()
			if err != nil || !s.write(appendFailure(nil, 0, &Error{Code: CodeRequestTooLarge,
				Message: "a line is over the limit of " + strconv.Itoa(frameLimit) + " bytes"})) {
				return
			}
		case err != nil || !s.answer(h, line):
			return
		}
	}
}

// introduce reads the hello.
func (s *session) introduce(line []byte) *Error {
	f, refused := parseFrame(line)
	s.peer.App = f.text("app")
	switch {
	case refused != nil || f.kind != "hello" || s.peer.App == "":
		return &Error{Code: CodeBadHello, Message: "the first line must be a hello that names an app"}
	case string(f.get("protocol_major")) != strconv.Itoa(protocolMajor):
		return &Error{Code: CodeProtocol, Message: "the host speaks protocol " + strconv.Itoa(protocolMajor)}
	case s.host.config.Apps != nil && !slices.Contains(s.host.config.Apps, s.peer.App):
		return &Error{Code: CodeNotAllowed, Message: "this app may not use the service"}
	}
	return nil
}

// answer answers one line. It is false when the connection is to end.
func (s *session) answer(h Handler, line []byte) bool {
	f, refused := parseFrame(line)
	switch {
	case refused != nil:
		return s.write(appendFailure(nil, 0, &Error{Code: CodeBadRequest, Message: "a line is no frame: " + refused.Error()}))
	case f.kind != "request" || !f.hasID:
		return s.write(appendFailure(nil, 0, &Error{Code: CodeBadRequest,
			Message: "want a line with type request, an id and a method"}))
	}
	method := f.text("method")
	if method == "ping" {
		pong := append(strconv.AppendUint([]byte(`{"pong":true,"rank":`), uint64(s.host.config.Rank), 10), '}')
		return s.write(appendResult(nil, f.id, pong))
	}
	if _, found := slices.BinarySearch(s.host.config.Methods, method); !found {
		return s.write(appendFailure(nil, f.id, &Error{Code: CodeNotAllowed, Message: s.peer.App + " may not call " + method}))
	}
	if !s.host.begin(s) {
		return false
	}
	params := f.get("params")
	if params == nil {
		params = []byte("{}")
	}
	r := &request{session: s, id: f.id, method: method}
	out := r.run(h, slices.Clone(params)) // a handler may keep them
	written := out != nil && s.write(out)
	// Only now, so that a host that closes lets the answer out.
	return s.host.finish(s) && written
}

// A request is one call that a handler works on.
type request struct {
	session *session
	id      uint64
	method  string
	cancel  context.CancelFunc

	mu    sync.Mutex
	done  bool // the handler has returned
	gone  bool // the peer has closed the connection
	timer *time.Timer
}

// requestKey is the key of the request in the context of its handler.
type requestKey struct{}

// run calls the handler and returns the line to answer with; nil when there is nobody to answer.
func (r *request) run(h Handler, params []byte) []byte {
	ctx, cancel := context.WithCancel(context.WithValue(r.session.host.ctx, requestKey{}, r))
	defer cancel()
	r.cancel = cancel
	r.mu.Lock()
	r.timer = time.AfterFunc(r.session.host.times.watch, r.look)
	r.mu.Unlock()
	// Deferred, for a handler that ends its goroutine.
	defer r.end()
	result, coded, err := protect(ctx, h, r.method, params)
	if gone := r.end(); gone {
		return nil
	}
	return r.reply(ctx, result, coded, err)
}

// look cancels the handler when the peer has gone, and looks again later when not.
func (r *request) look() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.done:
	case hungUp(r.session.file):
		r.gone = true
		r.cancel()
	default:
		r.timer.Reset(r.session.host.times.watch)
	}
}

// end stops to look, and reports whether the peer has gone.
func (r *request) end() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done = true
	r.timer.Stop()
	return r.gone
}

// reply is the line that answers the call. coded is the *Error in err, if there is one.
func (r *request) reply(ctx context.Context, result []byte, coded *Error, err error) []byte {
	if err == nil {
		if len(result) == 0 {
			result = []byte("null")
		}
		text, refused := wire.Compact(result, 1)
		if refused == nil {
			return r.fit(appendResult(make([]byte, 0, len(text)+64), r.id, text))
		}
		err = &badResult{refused}
	}
	if coded == nil {
		if _, ok := err.(*panicked); ok {
			coded = &Error{Code: CodePanic, Message: "handler panicked"}
		} else if ctx.Err() != nil && err == ctx.Err() {
			return nil // the host closes: the caller may try the next one
		} else {
			coded = &Error{Code: CodeInternal, Message: "the host failed to answer " + r.method}
		}
	}
	switch coded.Code {
	case CodeInternal, CodePanic, CodeMalformed:
		r.report(err)
	}
	return r.fit(appendFailure(nil, r.id, coded))
}

// report tells the host of a fault of its own.
func (r *request) report(err error) {
	if told := r.session.host.config.OnError; told != nil {
		told(r.method, err)
	}
}

// fit is a line, or another one that says that it is too long.
func (r *request) fit(line []byte) []byte {
	if len(line) <= frameLimit {
		return line
	}
	large := &Error{Code: CodeResponseTooLarge, Message: "the result of " + r.method +
		" is larger than the limit of " + strconv.Itoa(frameLimit) + " bytes"}
	r.report(large)
	return appendFailure(nil, r.id, large)
}

// A badResult is a result that is no JSON text.
type badResult struct{ refused *wire.Violation }

func (b *badResult) Error() string {
	return "the handler's result is no JSON text: " + b.refused.Error()
}
func (b *badResult) Unwrap() error { return b.refused }

// A panicked is the panic of a handler.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string {
	text := "panic"
	switch v := p.value.(type) {
	case error:
		text += ": " + v.Error()
	case string:
		text += ": " + v
	}
	return text + "\n" + string(p.stack)
}

// protect calls the handler and makes a panic an error, also one of the methods of the handler's own error.
func protect(ctx context.Context, h Handler, method string, params []byte) (result []byte, coded *Error, err error) {
	defer func() {
		if value := recover(); value != nil {
			result, coded, err = nil, nil, &panicked{value, debug.Stack()}
		}
	}()
	result, err = h.Handle(ctx, method, params)
	switch {
	case err == nil:
		return result, nil, nil
	case errors.As(err, &coded) && coded != nil && coded.Code != "":
		return nil, coded, err
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		err = ctx.Err()
	}
	return nil, nil, err
}

// PeerOf is who makes the call that ctx was made for. It is false for a context that is no handler's.
func PeerOf(ctx context.Context) (Peer, bool) {
	r, ok := ctx.Value(requestKey{}).(*request)
	if !ok {
		return Peer{}, false
	}
	return r.session.peer, true
}

// Emit tells the caller something while a handler works: one JSON text. Ctx is the handler's.
func Emit(ctx context.Context, event []byte) error {
	r, ok := ctx.Value(requestKey{}).(*request)
	if !ok {
		return &Error{Code: CodeInternal, Message: "got a context that is no handler's, want that of the call"}
	}
	text, refused := wire.Compact(event, 1)
	if refused != nil {
		return &Error{Code: CodeInternal, Message: "the event is no JSON text: " + refused.Error(), Cause: refused}
	}
	line := appendEvent(make([]byte, 0, len(text)+64), r.id, text)
	if len(line) > frameLimit {
		return &Error{Code: CodeResponseTooLarge, Message: "the event is larger than the limit of " +
			strconv.Itoa(frameLimit) + " bytes"}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.done:
		return &Error{Code: CodeInternal, Message: "the call is over, so nobody listens to its events"}
	case r.gone || !r.session.write(line):
		r.gone = true
		r.cancel()
		return errClosed(nil)
	}
	return nil
}
