package demohost

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"sync"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// A state is how far a session has come.
type state uint8

const (
	_            state = iota
	stateWaiting       // consent is given, the host is not armed
	stateArmed         // calls may look and act
	stateEnded         // over, by demo.end
	stateKilled        // over, by the kill control
)

// An event is what moves a session on.
type event uint8

const (
	_ event = iota
	eventArm
	eventDisarm
	eventEnd
	eventKill
)

// transitions is the state machine. An event that a state does not list is refused and changes nothing.
var transitions = map[state]map[event]state{
	stateWaiting: {eventArm: stateArmed, eventEnd: stateEnded, eventKill: stateKilled},
	stateArmed:   {eventDisarm: stateWaiting, eventEnd: stateEnded, eventKill: stateKilled},
	stateEnded:   {},
	stateKilled:  {},
}

// refusals is why a session in a state takes no call that looks or acts.
var refusals = map[state]demo.ErrorCode{
	stateWaiting: demo.ErrorCodeNotArmed,
	stateEnded:   demo.ErrorCodeSessionEnded,
	stateKilled:  demo.ErrorCodeSessionKilled,
}

// A session is one consent, one app that lives in memory, one bundle. Its calls run one after the other.
type session struct {
	id     string
	digest [sha256.Size]byte // of the token
	killed context.Context   // done when the session is killed
	kill   context.CancelCauseFunc

	mu    sync.Mutex
	state state

	// running holds a value while a call is at work. Only its holder touches the fields below.
	running chan struct{}
	screen  *Screen
	refs    []demo.ElementRef // of the elements of screen, in their order
	bundle  *bundle
}

// newSession returns a session and its token, which is not kept.
func newSession(app App, b *bundle, st state) (*session, demo.Token) {
	token := demo.Token(random("t-"))
	s := &session{
		id:      random("s-"),
		digest:  digest(token),
		state:   st,
		running: make(chan struct{}, 1),
		screen:  app.Open(),
		bundle:  b,
	}
	s.killed, s.kill = context.WithCancelCause(context.Background())
	for range s.screen.Elements {
		s.refs = append(s.refs, demo.ElementRef(random("e-")))
	}
	return s, token
}

// random returns a name that cannot be guessed: 130 random bits.
func random(prefix string) string { return prefix + strings.ToLower(rand.Text()) }

// digest is what is kept of a token. A look-up by it tells nothing of other tokens by the time that it takes.
func digest(token demo.Token) [sha256.Size]byte { return sha256.Sum256([]byte(token)) }

// apply moves the session on, and reports whether its state takes the event.
func (s *session) apply(e event) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	next, ok := transitions[s.state][e]
	if !ok {
		return false
	}
	s.state = next
	if next == stateKilled {
		s.kill(fail(demo.ErrorCodeSessionKilled))
	}
	return true
}

// refusal is why the session takes no call now; ok is false when it does.
func (s *session) refusal() (code demo.ErrorCode, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code, ok = refusals[s.state]
	return code, ok
}

// lock waits for the call that is at work.
func (s *session) lock(ctx context.Context) error {
	select {
	case s.running <- struct{}{}:
		return nil
	case <-ctx.Done():
		return gone(ctx)
	}
}

func (s *session) unlock() { <-s.running }

// elements describes the app as it is now.
func (s *session) elements() []demo.Element {
	list := make([]demo.Element, len(s.refs))
	for i := range s.screen.Elements {
		e := &s.screen.Elements[i]
		list[i] = demo.Element{Ref: s.refs[i], Role: e.Role, Label: e.label(), Ops: e.takes()}
	}
	return list
}

// seal closes the bundle. What the session held of the app is let go: refs and typed texts are of no use to anybody now.
func (s *session) seal(end demo.BundleState) error {
	s.screen, s.refs = nil, nil
	return s.bundle.seal(end)
}

// find returns the session of a token, alive or not.
func (h *Host) find(token demo.Token) (*session, error) {
	d := digest(token)
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.tokens[d]; s != nil {
		return s, nil
	}
	return nil, fail(demo.ErrorCodeInvalidToken)
}

// enter finds a session for a call that looks or acts, and waits for its turn. leave must be called afterwards.
func (h *Host) enter(ctx context.Context, token demo.Token) (s *session, leave func(), err error) {
	if !h.now().Enabled {
		return nil, nil, fail(demo.ErrorCodeDemoDisabled)
	}
	if s, err = h.find(token); err != nil {
		return nil, nil, err
	}
	if err = s.lock(ctx); err != nil {
		return nil, nil, err
	}
	// The session may have come to its end while the call waited.
	if code, refused := s.refusal(); refused {
		s.unlock()
		return nil, nil, fail(code)
	}
	return s, s.unlock, nil
}

// gate tells why a call may not look or act now. The caller holds the session.
func (h *Host) gate(s *session) error {
	now := h.now()
	if !now.Enabled {
		return fail(demo.ErrorCodeDemoDisabled)
	}
	if code, refused := s.refusal(); refused {
		return fail(code)
	}
	if !now.Permission {
		return fail(demo.ErrorCodePermissionMissing)
	}
	if !now.Safe || !s.screen.safe() {
		return fail(demo.ErrorCodeCaptureUnsafe)
	}
	return nil
}

// finish brings a session to its end, and reports whether it was live. The host remembers it for a while.
func (h *Host) finish(s *session, e event) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.finishLocked(s, e)
}

func (h *Host) finishLocked(s *session, e event) bool {
	if !s.apply(e) {
		return false
	}
	h.live--
	delete(h.sessions, s.id)
	h.over = append(h.over, s)
	for len(h.over) > keptSessions {
		delete(h.tokens, h.over[0].digest)
		h.over = h.over[1:]
	}
	return true
}
