package demohost

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"time"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// The limits of a host.
const (
	// MaxSessions is how many sessions may be live at once.
	MaxSessions = 64
	// MaxEvents is how many events a bundle holds.
	MaxEvents = 10000
	// keptSessions is how many sessions that are over a host can still tell from tokens that never were.
	keptSessions = 1024
)

// A Consent asks the person whether an agent may run a demo of an app. It returns as soon as ctx is done: then nobody
// waits for the answer. The name of the agent is as the agent wrote it. An error is a denial.
type Consent func(ctx context.Context, app App, agent string, peer transport.Peer) (bool, error)

// Options are what a host is made of.
type Options struct {
	Catalog []App
	Mode    ConsentMode       // who answers; "": the person
	Consent Consent           // asks the person; nil: every question to the person is denied
	Bundles string            // folder for the bundles; made when it is not there
	Now     func() time.Time  // nil: time.Now
	Log     func(line string) // nil: no log; it may be called by several goroutines
}

// A Host answers the calls of the contract. It is safe for use by many goroutines.
type Host struct {
	options Options
	store   *store
	asking  chan struct{} // holds a value while a question stands open: the next one waits

	mu        sync.Mutex
	setting   Setting
	answer    []byte // what the next call gets instead of an answer; nil: nothing
	closed    bool
	tokens    map[[sha256.Size]byte]*session
	sessions  map[string]*session
	live      int
	over      []*session // sessions that are over, the oldest first
	questions map[*question]struct{}
}

// New returns a host. It takes the folder of bundles for itself, and seals what an earlier host left open there.
func New(o Options) (*Host, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	st, notes, err := openStore(o.Bundles, o.Now)
	if err != nil {
		return nil, err
	}
	h := &Host{
		options:   o,
		store:     st,
		asking:    make(chan struct{}, 1),
		setting:   o.start(),
		tokens:    map[[sha256.Size]byte]*session{},
		sessions:  map[string]*session{},
		questions: map[*question]struct{}{},
	}
	for _, note := range notes {
		o.Log(note)
	}
	return h, nil
}

// Close kills the sessions that are live, and gives the folder of bundles back when all of them are sealed. The host
// starts no session afterwards. To close it again does nothing.
func (h *Host) Close() error {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil
	}
	h.closed = true
	h.mu.Unlock()
	_, err := h.Kill("")
	h.asking <- struct{}{} // no request is about to make a bundle, nor will any be
	h.mu.Lock()
	over := slices.Clone(h.over)
	h.mu.Unlock()
	for _, s := range over { // no call is about to seal one
		_ = s.lock(context.Background())
		s.unlock()
	}
	return cmp.Or(err, h.store.close())
}

// Handler returns what serves the host: the dispatcher of the contract, and before it what a test has arranged.
func (h *Host) Handler() transport.Handler {
	next := demo.NewHandler(h)
	return transport.HandlerFunc(func(ctx context.Context, method string, params []byte) ([]byte, error) {
		if answer := h.takeAnswer(); answer != nil {
			return answer, nil
		}
		return next.Handle(ctx, method, params)
	})
}

// Apps lists the catalog.
func (h *Host) Apps(context.Context, *demo.AppsParams) (*demo.AppsResult, error) {
	if !h.now().Enabled {
		return nil, fail(demo.ErrorCodeDemoDisabled)
	}
	apps := make([]demo.App, len(h.options.Catalog))
	for i, a := range h.options.Catalog {
		apps[i] = demo.App{ID: a.ID, Name: a.Name}
	}
	return &demo.AppsResult{Apps: apps}, nil
}

// Snapshot lists the elements of the session's app.
func (h *Host) Snapshot(ctx context.Context, p *demo.SnapshotParams) (*demo.SnapshotResult, error) {
	s, leave, err := h.enter(ctx, p.Token)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := h.gate(s); err != nil {
		return nil, err
	}
	return &demo.SnapshotResult{CaptureState: demo.CaptureStateSafe, Elements: s.elements()}, nil
}

// Act runs one step.
func (h *Host) Act(ctx context.Context, p *demo.ActParams) (*demo.ActResult, error) {
	s, leave, err := h.enter(ctx, p.Token)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := h.gate(s); err != nil {
		return nil, err
	}
	if !s.bundle.room(1) {
		return nil, bundleFull()
	}
	id, err := h.step(ctx, s, &demo.Step{Ref: p.Ref, Op: p.Op, Text: p.Text, Key: p.Key})
	if err != nil {
		return nil, err
	}
	return &demo.ActResult{ReceiptID: id}, nil
}

// Batch runs steps up to the first that fails.
func (h *Host) Batch(ctx context.Context, p *demo.BatchParams) (*demo.BatchResult, error) {
	s, leave, err := h.enter(ctx, p.Token)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := h.gate(s); err != nil {
		return nil, err
	}
	if !s.bundle.room(len(p.Steps)) {
		return nil, bundleFull()
	}
	result := &demo.BatchResult{Results: make([]demo.Receipt, 0, len(p.Steps))}
	for i := range p.Steps {
		id, err := h.step(ctx, s, &p.Steps[i])
		if err != nil {
			code, ok := codeOf(err)
			if !ok {
				return nil, err // a fault of the host, which a result cannot tell of
			}
			failed := int64(i)
			result.FailedStep, result.ErrorCode = &failed, &code
			break
		}
		result.Completed++
		result.Results = append(result.Results, demo.Receipt{ReceiptID: id})
	}
	return result, nil
}

// End ends a session and seals its bundle. It waits for the call of the session that is at work.
func (h *Host) End(ctx context.Context, p *demo.EndParams) (*demo.EndResult, error) {
	s, err := h.find(p.Token)
	if err != nil {
		return nil, err
	}
	if err := s.lock(ctx); err != nil {
		return nil, err
	}
	defer s.unlock()
	if !h.finish(s, eventEnd) {
		code, _ := s.refusal()
		return nil, fail(code)
	}
	if err := s.seal(demo.BundleStateComplete); err != nil {
		h.logf("session %s ended, but its bundle %s is not sealed: %s", s.id, s.bundle.id, err)
		return nil, internal("the session has ended, but its bundle could not be sealed; the next start of the host does it", err)
	}
	h.logf("session %s ended: bundle %s is complete", s.id, s.bundle.id)
	return &demo.EndResult{Ended: true, BundleID: s.bundle.id, BundleState: demo.BundleStateComplete}, nil
}

// Kill ends one session as killed, or all of them and the questions that stand open when id is "". It returns how many
// sessions that were. From then on every call of theirs is refused; Kill returns when the bundles are sealed.
func (h *Host) Kill(id string) (int, error) {
	h.mu.Lock()
	var killed []*session
	for _, s := range h.sessions {
		if (id == "" || id == s.id) && h.finishLocked(s, eventKill) {
			killed = append(killed, s)
		}
	}
	if id == "" {
		h.withdraw(failf(demo.ErrorCodeConsentDenied, "The question was ended: by the kill control, or because the host stops. Nothing ran."))
	}
	h.mu.Unlock()
	var first error
	for _, s := range killed {
		if err := h.bury(s); err != nil {
			first = cmp.Or(first, err)
		}
	}
	return len(killed), first
}

// bury seals the bundle of a session that was killed. It waits for the step that is at work, which knows of it.
func (h *Host) bury(s *session) error {
	_ = s.lock(context.Background())
	defer s.unlock()
	if err := s.seal(demo.BundleStateKilled); err != nil {
		h.logf("session %s killed, but its bundle %s is not sealed: %s", s.id, s.bundle.id, err)
		return fmt.Errorf("cannot seal bundle %s: %w", s.bundle.id, err)
	}
	h.logf("session %s killed: bundle %s is sealed", s.id, s.bundle.id)
	return nil
}

func (h *Host) logf(format string, args ...any) {
	h.options.Log(fmt.Sprintf(format, args...))
}
