package demohost

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// A question is a demo.request from its arrival to its answer.
type question struct {
	ctx  context.Context
	stop context.CancelCauseFunc
}

// Request asks the person and starts a session. Questions are asked one after the other, each of them anew.
func (h *Host) Request(ctx context.Context, p *demo.RequestParams) (*demo.RequestResult, error) {
	app, err := h.admit(p.App)
	if err != nil {
		return nil, err
	}
	q, err := h.open(ctx)
	if err != nil {
		return nil, err
	}
	defer h.drop(q)
	select {
	case h.asking <- struct{}{}:
		defer func() { <-h.asking }()
	case <-q.ctx.Done():
		return nil, gone(q.ctx)
	}
	// What was so before the wait may be otherwise now. While this question stands open, no other session starts, so
	// that the room that admit saw is still there afterwards.
	if app, err = h.admit(p.App); err != nil {
		return nil, err
	}
	peer, _ := transport.PeerOf(ctx)
	h.logf("agent %s (%s, process %d) asks for %s", Quote(p.AgentName), Quote(peer.App), peer.PID, app.ID)
	if err := h.ask(q.ctx, app, p.AgentName, peer); err != nil {
		if code, ok := codeOf(err); ok {
			h.logf("no session for agent %s: %s", Quote(p.AgentName), code)
		} else {
			h.logf("no session for agent %s: it has gone", Quote(p.AgentName))
		}
		return nil, err
	}
	return h.start(q, app, p.AgentName)
}

// admit returns the app of a request, or tells why nobody is asked about it.
func (h *Host) admit(id string) (App, error) {
	now := h.now()
	if !now.Enabled {
		return App{}, fail(demo.ErrorCodeDemoDisabled)
	}
	app, ok := lookup(h.options.Catalog, id)
	if !ok {
		return App{}, fail(demo.ErrorCodeUnknownApp)
	}
	if !now.Permission {
		return App{}, fail(demo.ErrorCodePermissionMissing)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.live >= MaxSessions {
		return App{}, tooManySessions()
	}
	return app, nil
}

// open notes a question, so that it can be withdrawn.
func (h *Host) open(ctx context.Context) (*question, error) {
	q := &question{}
	q.ctx, q.stop = context.WithCancelCause(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		q.stop(nil)
		return nil, closing()
	}
	h.questions[q] = struct{}{}
	return q, nil
}

func (h *Host) drop(q *question) {
	h.mu.Lock()
	delete(h.questions, q)
	h.mu.Unlock()
	q.stop(nil)
}

// withdraw ends every question with an error. The caller holds h.mu.
func (h *Host) withdraw(err error) {
	for q := range h.questions {
		q.stop(err)
	}
}

// closing is the answer of a host that is about to go.
func closing() error {
	return &transport.Error{Code: transport.CodeUnavailable, Retryable: true,
		Message: demo.ErrorCodeServiceUnavailable.Meaning() + " It is about to stop."}
}

// ask puts one question to the person. The error is why there is no session.
func (h *Host) ask(ctx context.Context, app App, agent string, peer transport.Peer) error {
	switch h.now().Consent {
	case ConsentAllow:
		return nil
	case ConsentDeny:
		return fail(demo.ErrorCodeConsentDenied)
	}
	if h.options.Consent == nil {
		return failf(demo.ErrorCodeConsentDenied, "Nobody can be asked at this host. Nothing ran.")
	}
	// The caller gives up after the same time, but a caller that does not must not keep the others waiting.
	tool, _ := demo.LookupTool(demo.ToolRequest)
	timed, cancel := context.WithTimeout(ctx, tool.Timeout)
	defer cancel()
	allowed, err := h.options.Consent(timed, app, agent, peer)
	switch {
	case ctx.Err() != nil:
		return gone(ctx) // whatever the answer was, nobody waits for it
	case errors.Is(err, context.DeadlineExceeded) || timed.Err() != nil:
		return failf(demo.ErrorCodeConsentDenied, "Nobody answered within %s. Nothing ran.", tool.Timeout)
	case err != nil:
		h.logf("the question could not be asked: %s", err)
		return failf(demo.ErrorCodeConsentDenied, "The person could not be asked. Nothing ran.")
	case !allowed:
		return fail(demo.ErrorCodeConsentDenied)
	}
	return nil
}

// start makes the session that the person agreed to.
func (h *Host) start(q *question, app App, agent string) (*demo.RequestResult, error) {
	b, err := h.store.create()
	if err != nil {
		h.logf("no bundle, so no session: %s", err)
		return nil, internal("no bundle could be made for the session, so there is none", err)
	}
	s, token := newSession(app, b, stateWaiting)
	if err := b.begin(s.id, app.ID, cut(agent)); err != nil {
		b.discard()
		h.logf("no bundle, so no session: %s", err)
		return nil, internal("no bundle could be made for the session, so there is none", err)
	}
	if err := h.enlist(q, s); err != nil {
		b.discard()
		return nil, err
	}
	h.logf("session %s started: app %s, agent %s, bundle %s", s.id, app.ID, Quote(agent), b.id)
	return &demo.RequestResult{Session: s.id, Token: token, App: app.ID}, nil
}

// enlist makes a session known, unless its question was withdrawn or its caller has gone: then the token would be
// nobody's.
func (h *Host) enlist(q *question, s *session) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if q.ctx.Err() != nil {
		return gone(q.ctx)
	}
	if h.closed {
		return closing()
	}
	if h.setting.Armed {
		s.apply(eventArm)
	}
	h.live++
	h.sessions[s.id] = s
	h.tokens[s.digest] = s
	return nil
}

// quoted is how many characters of a name are shown.
const quoted = 80

// Quote makes a text from a stranger safe to show in one line: in quotes, with everything spelled out that is no letter,
// digit, punctuation, symbol or plain space, and cut when it is long. So nothing is invisible, turns the direction of
// writing, or stands on top of its neighbours. Writing that needs marks is hard to read then; that is the price.
func Quote(text string) string {
	count, end := 0, len(text)
	for i := range text {
		if count == quoted {
			end = i
		}
		count++
	}
	if count <= quoted {
		return spell(text)
	}
	return fmt.Sprintf("%s... (%d characters)", spell(text[:end]), utf8.RuneCountInString(text))
}

// cut is a text with no more characters than Quote shows. It is for what is read by programs.
func cut(text string) string {
	count := 0
	for i := range text {
		if count == quoted {
			return text[:i] + "..."
		}
		count++
	}
	return text
}

// fillers are letters and symbols that show nothing.
const fillers = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"

func spell(text string) string {
	out := make([]byte, 0, len(text)+2)
	for _, r := range strconv.Quote(text) { // which spells out much of it
		switch {
		case (r == ' ' || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)) && !strings.ContainsRune(fillers, r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			out = fmt.Appendf(out, `\U%08x`, r)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return string(out)
}
