package transport

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A Caller calls methods of a service. The result and params are JSON texts; no params are an empty object. Every error
// is an *Error.
type Caller interface {
	Call(ctx context.Context, method string, params []byte) (result []byte, err error)
}

// A Conn is a connection to one host. It is a Caller for any number of goroutines: one call is under way, others wait
// for their turn. Once a call has failed otherwise than by an answer of the host, the connection is closed, and every
// later call fails with CodeClosed: dial again.
type Conn struct {
	// OnEvent, when set before a call, is handed what the host tells while it works on it: one JSON text, which is valid
	// until OnEvent returns. It must not make a call.
	OnEvent func(event []byte)

	file   *os.File
	lines  lineReader
	record Record
	turn   chan struct{} // holds one token while a call is under way
	last   uint64        // the id of the last call
	closed atomic.Bool
}

// defaultDialTimeout bounds Dial when its context has no deadline.
const defaultDialTimeout = 30 * time.Second

// Dial finds the host of a service and says hello as app. The deadline of ctx, or 30 seconds, is for all of it.
func Dial(ctx context.Context, s Suite, service, app string) (*Conn, error) {
	if !supported {
		return nil, unsupported()
	}
	if e := s.check(service); e != nil {
		return nil, e
	}
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, defaultDialTimeout)
		defer cancel()
	}
	limit := limitOf(ctx)
	if e := limit.over(ctx, "connect", nil); e != nil {
		return nil, e
	}
	record, e := findRecord(s, service)
	if e != nil {
		return nil, e
	}
	file, e := connect(ctx, limit, service, record.Endpoint)
	if e != nil {
		return nil, e
	}
	c := &Conn{file: file, lines: lineReader{from: file}, record: record, turn: make(chan struct{}, 1)}
	if e := c.hello(ctx, limit, app); e != nil {
		_ = c.Close()
		return nil, e
	}
	return c, nil
}

// connect opens the socket, once it is sure that it is the user's own and that the process behind it is, too.
func connect(ctx context.Context, limit limit, service, path string) (*os.File, *Error) {
	unreachable := func(err error) *Error {
		return &Error{Code: CodeUnavailable, Retryable: true, Cause: err,
			Message: service + " host unreachable: " + systemText(err)}
	}
	if len(path) > longestSocket {
		return nil, unreachable(errors.New("the socket path is " + strconv.Itoa(len(path)) + " bytes, over the limit of " +
			strconv.Itoa(longestSocket)))
	}
	facts, err := inspect(path)
	if err != nil {
		return nil, unreachable(err)
	}
	if e := facts.private(path, fs.ModeSocket); e != nil {
		return nil, e
	}
	file, err := dialSocket(path, ctx.Done())
	if err != nil {
		if e := limit.over(ctx, "connect", err); e != nil {
			return nil, e
		}
		return nil, unreachable(err)
	}
	if _, e := checkPeer(file); e != nil {
		_ = file.Close()
		return nil, e
	}
	return file, nil
}

// hello introduces the app and reads the answer.
func (c *Conn) hello(ctx context.Context, limit limit, app string) *Error {
	defer c.bound(ctx)()
	_, sent := c.file.Write(append(appendHello(nil, app), '\n'))
	// A host that refuses may answer and close before it has read everything, so its answer counts more than sent.
	f, e := c.read(ctx, limit, "hello", sent)
	switch {
	case e != nil:
		return e
	case !f.ok():
		return parseError(f.get("error"))
	}
	return nil
}

// Record is what the host has published about itself.
func (c *Conn) Record() Record { return c.record }

// Close ends the connection. A call that is under way fails with CodeClosed.
func (c *Conn) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	return c.file.Close()
}

// Call calls a method and waits for its turn and for the answer, until ctx is done.
func (c *Conn) Call(ctx context.Context, method string, params []byte) ([]byte, error) {
	what := "request `" + method + "`"
	limit := limitOf(ctx)
	if len(params) == 0 {
		params = []byte("{}")
	}
	params, refused := wire.Compact(params, 1)
	if refused != nil {
		return nil, &Error{Code: CodeInvalidArguments, Message: method + ": " + refused.Error(), Cause: refused}
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done(): // the call that is under way is another one: the connection stays
		return nil, limit.over(ctx, what+" waiting for the connection", ctx.Err())
	}
	defer func() { <-c.turn }()
	if c.closed.Load() {
		return nil, errClosed(nil)
	}
	if e := limit.over(ctx, what, nil); e != nil {
		return nil, e
	}
	id := c.last + 1
	line := appendRequest(make([]byte, 0, len(params)+len(method)+64), id, method, params)
	if len(line) > frameLimit {
		return nil, &Error{Code: CodeRequestTooLarge, Message: what + " is " + strconv.Itoa(len(line)) +
			" bytes, over the limit of " + strconv.Itoa(frameLimit)}
	}
	c.last = id
	defer c.bound(ctx)()
	result, e := c.exchange(ctx, limit, what, id, append(line, '\n'))
	if e != nil {
		return nil, e
	}
	return result, nil
}

// exchange sends a request and reads until it is answered.
func (c *Conn) exchange(ctx context.Context, limit limit, what string, id uint64, line []byte) ([]byte, *Error) {
	_, sent := c.file.Write(line)
	for {
		f, e := c.read(ctx, limit, what, sent)
		switch {
		case e != nil:
			_ = c.Close()
			return nil, e
		case f.kind == "response" && f.hasID && f.id == 0 && id != 0 && !f.ok():
			return nil, parseError(f.get("error")) // of the line as such: the host knows no request in it
		case !f.hasID || f.id != id:
		case f.kind == "event":
			if event := f.get("event"); c.OnEvent != nil && event != nil {
				c.OnEvent(event)
			}
		case f.kind != "response":
		case !f.ok():
			return nil, parseError(f.get("error"))
		default:
			result := f.get("result")
			if result == nil {
				result = []byte("null")
			}
			return append([]byte(nil), result...), nil // what the reader holds is overwritten by the next call
		}
	}
}

// read reads one frame. sent is how the sending went: it explains why there is none.
func (c *Conn) read(ctx context.Context, limit limit, what string, sent error) (frame, *Error) {
	line, err := c.lines.line(frameLimit)
	if err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		f, refused := parseFrame(line)
		if refused == nil {
			return f, nil
		}
		if err == nil {
			return frame{}, &Error{Code: CodeMalformed, Cause: refused,
				Message: what + ": the host sent a line that is no frame: " + refused.Error()}
		}
	}
	if errors.Is(err, errTooLong) {
		return frame{}, &Error{Code: CodeResponseTooLarge,
			Message: what + ": the host's line is over the limit of " + strconv.Itoa(frameLimit) + " bytes"}
	}
	if sent != nil {
		err = sent
	}
	if e := limit.over(ctx, what, err); e != nil {
		return frame{}, e
	}
	return frame{}, errClosed(err)
}

// bound makes reads and writes end with ctx, until the returned function is called.
func (c *Conn) bound(ctx context.Context) func() {
	deadline, _ := ctx.Deadline()
	_ = c.file.SetDeadline(deadline)
	if ctx.Done() == nil {
		return func() {}
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = c.file.SetDeadline(time.Unix(1, 0))
		close(ended)
	})
	return func() {
		if !stop() {
			<-ended // or it would end the next call
		}
	}
}

// A limit is how long a call may take in all, for messages: a context knows only when it ends.
type limit time.Duration

// limitOf is how much time ctx leaves.
func limitOf(ctx context.Context) limit {
	deadline, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return limit(time.Until(deadline))
}

// over is the error of what when ctx is done, or err says that its deadline has passed; nil otherwise.
func (l limit) over(ctx context.Context, what string, err error) *Error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return &Error{Code: CodeCancelled, Message: what + " was cancelled", Cause: context.Canceled}
	case ctx.Err() != nil, errors.Is(err, os.ErrDeadlineExceeded):
		ms := (time.Duration(l) + time.Millisecond - 1) / time.Millisecond
		return &Error{Code: CodeTimeout, Cause: context.DeadlineExceeded,
			Message: what + " exceeded the " + strconv.FormatInt(int64(max(ms, 0)), 10) + " ms deadline; connection aborted"}
	}
	return nil
}
