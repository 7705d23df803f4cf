package transport

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A Handler answers calls. Its ctx is done when the caller has gone or the host closes. The result is one JSON text, and
// none is null. An *Error reaches the caller as it is; of any other error only CodeInternal does, and of a panic CodePanic.
type Handler interface {
	Handle(ctx context.Context, method string, params []byte) (result []byte, err error)
}

// A HandlerFunc is a Handler.
type HandlerFunc func(ctx context.Context, method string, params []byte) ([]byte, error)

// Handle calls f.
func (f HandlerFunc) Handle(ctx context.Context, method string, params []byte) ([]byte, error) {
	return f(ctx, method, params)
}

// Config is what a host is.
type Config struct {
	Service, Role, Version string
	Rank                   uint8
	Methods                []string // all that may be called; "ping" always may, and is answered by the host itself
	Apps                   []string // who may say hello; nil: every app
	MaxConns               int      // at one time; 0: 64
	// OnError, when set, gets each error that is the host's own fault: CodeInternal and CodePanic, of which the caller sees
	// no more than the code, a result that the contract refuses, and one that is too large. It is called by many
	// goroutines.
	OnError func(method string, err error)
}

// A Host serves one service.
type Host struct {
	config   Config
	times    times
	dir      string
	record   Record
	hello    []byte // what an app is answered that may come in
	listener *os.File
	socket   fileFacts
	lock     *os.File

	ctx     context.Context // of all handlers; done when the host closes
	cancel  context.CancelFunc
	closing sync.Once
	failed  error          // of the closing
	work    sync.WaitGroup // of connections

	mu     sync.Mutex
	conns  map[*session]bool // whether a handler works for it
	closed bool
}

// times are how long a host waits for what.
type times struct {
	election time.Duration // for another host that starts, to see who serves
	hello    time.Duration // for the first line of a peer
	line     time.Duration // for the rest of a line that has begun
	write    time.Duration // for a peer to take one line
	watch    time.Duration // between two looks at whether the caller has gone
	answer   time.Duration // when the host closes: for handlers to answer
	end      time.Duration // when the host closes: for handlers to return
}

var usualTimes = times{
	election: 5 * time.Second,
	hello:    10 * time.Second,
	line:     30 * time.Second,
	write:    30 * time.Second,
	watch:    20 * time.Millisecond,
	answer:   time.Second,
	end:      5 * time.Second,
}

// Listen makes this process the host of a service, and publishes that. Calls wait until Serve. Another host of the
// service, in any process, is CodeInUse. What a host that was killed has left behind is replaced.
func Listen(s Suite, c Config) (*Host, error) { return listen(s, c, usualTimes) }

func listen(s Suite, c Config, t times) (*Host, error) {
	if !supported {
		return nil, unsupported()
	}
	if e := s.check(c.Service); e != nil {
		return nil, e
	}
	endpoint, e := s.endpoint(c.Service)
	if e != nil {
		return nil, e
	}
	c.Methods = slices.Compact(slices.Sorted(slices.Values(c.Methods)))
	if c.MaxConns <= 0 {
		c.MaxConns = 64
	}
	h := &Host{config: c, times: t, dir: s.ServiceDir(c.Service), conns: map[*session]bool{}}
	if e := makePrivate(h.dir); e != nil {
		return nil, e
	}
	facts, err := follow(s.runtimeDir())
	if err != nil {
		return nil, errSystem("cannot look at the folder "+strconv.Quote(s.runtimeDir()), err)
	}
	if e := facts.guarded(s.runtimeDir()); e != nil {
		return nil, e
	}
	if e := h.elect(s.recordPath(c.Service), endpoint); e != nil {
		return nil, e
	}
	h.record = Record{
		ProtocolMajor: protocolMajor, ProtocolMinor: protocolMinor,
		Service: c.Service, Role: c.Role, Rank: c.Rank, PID: os.Getpid(), Endpoint: endpoint, Version: c.Version,
		StartedMS: uint64(time.Now().UnixMilli()), ProcessStartedMS: startedMS(os.Getpid()),
	}
	h.hello = h.welcome()
	h.ctx, h.cancel = context.WithCancel(context.Background())
	if err := h.record.publish(h.dir); err != nil {
		_ = h.Close()
		return nil, err
	}
	return h, nil
}

// welcome is the answer to a hello.
func (h *Host) welcome() []byte {
	dst := strconv.AppendInt([]byte(`{"chunk_bytes":`), chunkBytes, 10)
	dst = strconv.AppendInt(append(dst, `,"frame_limit":`...), frameLimit, 10)
	dst = append(dst, `,"max_message":0,"methods":[`...)
	for i, method := range h.config.Methods {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = wire.AppendString(dst, method)
	}
	dst = strconv.AppendInt(append(dst, `],"ok":true,"protocol_major":`...), protocolMajor, 10)
	dst = strconv.AppendInt(append(dst, `,"protocol_minor":`...), protocolMinor, 10)
	dst = strconv.AppendUint(append(dst, `,"rank":`...), uint64(h.config.Rank), 10)
	dst = wire.AppendString(append(dst, `,"role":`...), h.config.Role)
	dst = wire.AppendString(append(dst, `,"service":`...), h.config.Service)
	dst = wire.AppendString(append(dst, `,"type":"hello","version":`...), h.config.Version)
	return append(dst, '}')
}

// Record is what the host has published.
func (h *Host) Record() Record { return h.record }

// Serve answers calls until ctx is done or the host is closed, and closes it. The error is that of Close.
func (h *Host) Serve(ctx context.Context, handler Handler) error {
	stop := context.AfterFunc(ctx, func() { _ = h.Close() })
	defer stop()
	for {
		file, err := acceptSocket(h.listener)
		if err == nil {
			h.admit(file, handler)
			continue
		}
		if errors.Is(err, os.ErrClosed) || h.ctx.Err() != nil {
			return h.Close()
		}
		// Too many open files, perhaps: that passes.
		pause := time.NewTimer(20 * time.Millisecond)
		select {
		case <-pause.C:
		case <-h.ctx.Done():
			pause.Stop()
		}
	}
}

// admit serves a connection, if its peer is the same user and there is room. Otherwise it ends without a word.
func (h *Host) admit(file *os.File, handler Handler) {
	peer, e := checkPeer(file)
	if e != nil {
		_ = file.Close()
		return
	}
	s := newSession(h, file, peer)
	h.mu.Lock()
	room := !h.closed && len(h.conns) < h.config.MaxConns
	if room {
		h.conns[s] = false
		h.work.Add(1)
	}
	h.mu.Unlock()
	if !room {
		_ = file.Close()
		return
	}
	go func() {
		defer h.work.Done()
		defer h.forget(s)
		s.serve(handler)
	}()
}

func (h *Host) forget(s *session) {
	_ = s.file.Close()
	h.mu.Lock()
	delete(h.conns, s)
	h.mu.Unlock()
}

// begin notes that a handler works for s. It is false when the host closes.
func (h *Host) begin(s *session) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.conns[s] = true
	return true
}

// finish notes that the answer to s is written. It is false when the host closes.
func (h *Host) finish(s *session) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conns[s] = false
	return !h.closed
}

// Close withdraws the record, stops to listen, and ends all connections: those with a call under way once that is
// answered, or after a second. The error is that a handler did not return although its context was done; a handler that calls Close is one of those.
func (h *Host) Close() error {
	h.closing.Do(h.close)
	return h.failed
}

func (h *Host) close() {
	// First nobody is sent here any more, then nobody is let in, and last another host may start.
	h.record.withdraw(h.dir)
	if now, err := inspect(h.listener.Name()); err == nil && now.is(h.socket) {
		_ = os.Remove(h.listener.Name())
	}
	_ = h.listener.Close()
	h.cancel()
	h.mu.Lock()
	h.closed = true
	for s, busy := range h.conns {
		if !busy {
			_ = s.file.Close()
		}
	}
	h.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		h.work.Wait()
		close(ended)
	}()
	if !within(ended, h.times.answer) {
		h.mu.Lock()
		for s := range h.conns {
			_ = s.file.Close()
		}
		left := len(h.conns)
		h.mu.Unlock()
		if !within(ended, h.times.end) {
			h.failed = &Error{Code: CodeInternal, Message: "the host is closed, but of " + strconv.Itoa(left) +
				" handlers that were at work not all have returned"}
		}
	}
	_ = h.lock.Close()
}

// within waits for done, but not longer than d.
func within(done <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}
