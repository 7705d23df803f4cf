package demohost

import (
	"context"
	"errors"
	"fmt"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// An App is an entry of the catalog. Every session gets an app of its own by Open, so that what one session does is
// never seen by another.
type App struct {
	ID, Name string
	Open     func() *Screen
}

// A Screen is an app that is running: what a snapshot shows of it. Only one call at a time looks or acts.
type Screen struct {
	Elements []Element   // their number and order never change
	Safe     func() bool // whether it is safe to capture; nil: always
}

func (s *Screen) safe() bool { return s.Safe == nil || s.Safe() }

// An Element is a part of a screen.
type Element struct {
	Role  string
	Name  string        // fixed: what bundles and logs call it
	Label func() string // what a snapshot shows now; nil: Name
	Ops   []demo.ElementOp
	// Secret elements are shown, and refuse every op.
	Secret bool
	// Do runs an op of Ops; input is the text or the key. It returns soon after ctx is done, for the kill control waits
	// for it. The message of an error reaches the caller: it must not hold the input.
	Do func(ctx context.Context, op demo.ElementOp, input string) error
}

func (e *Element) label() string {
	if e.Label == nil {
		return e.Name
	}
	return e.Label()
}

// takes returns the ops, never nil: the wire wants a list.
func (e *Element) takes() []demo.ElementOp {
	if e.Secret {
		return []demo.ElementOp{}
	}
	return append([]demo.ElementOp{}, e.Ops...)
}

func (e *Element) can(op demo.ElementOp) bool {
	for _, o := range e.takes() {
		if o == op {
			return true
		}
	}
	return false
}

func lookup(catalog []App, id string) (App, bool) {
	for _, a := range catalog {
		if a.ID == id {
			return a, true
		}
	}
	return App{}, false
}

// step runs one step and returns its receipt. The caller holds the session.
func (h *Host) step(ctx context.Context, s *session, p *demo.Step) (string, error) {
	if ctx.Err() != nil {
		return "", gone(ctx)
	}
	if err := h.gate(s); err != nil {
		return "", err
	}
	e, err := s.target(p)
	if err == nil {
		err = s.do(ctx, e, p)
	}
	if err != nil {
		if code, ok := codeOf(err); ok {
			h.logf("session %s: %s refused: %s", s.id, p.Op, code)
			if err := s.bundle.refuse(e, p.Op, code); err != nil {
				return "", h.unwritten(s, err)
			}
		}
		return "", err
	}
	id, err := s.bundle.receipt(e, p.Op)
	if err != nil {
		return "", h.unwritten(s, err)
	}
	h.logf("session %s: %s %s %q: receipt %s", s.id, p.Op, e.Role, e.Name, id)
	return id, nil
}

// target returns the element that a step is about, also beside an error when the step is not for it.
func (s *session) target(p *demo.Step) (*Element, error) {
	for i, ref := range s.refs {
		if ref != p.Ref {
			continue
		}
		e := &s.screen.Elements[i]
		if e.Secret {
			return e, failf(demo.ErrorCodeTargetBlocked, "This is a secret field, and nothing is done with it.")
		}
		if !e.can(p.Op) {
			return e, failf(demo.ErrorCodeInvalidArguments,
				"This element does not take %s. Its ops are %v; demo.snapshot lists them.", p.Op, e.takes())
		}
		return e, nil
	}
	return nil, failf(demo.ErrorCodeInvalidArguments,
		"The ref names no element of this session. Take it from a demo.snapshot of this session.")
}

// do runs the op. It stops for the caller that goes and for the kill control.
func (s *session) do(ctx context.Context, e *Element, p *demo.Step) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.killed, func() { cancel(context.Cause(s.killed)) })()
	err := e.Do(ctx, p.Op, input(p))
	if err == nil {
		return nil // it is done, whatever came meanwhile
	}
	if ctx.Err() != nil {
		return gone(ctx)
	}
	if _, ok := codeOf(err); ok {
		return err
	}
	if bad, ok := errors.AsType[badInput](err); ok {
		return failf(demo.ErrorCodeInvalidArguments, "%s", string(bad))
	}
	return fmt.Errorf("element %q: %w", e.Name, err)
}

// input returns what the op needs. The contract has seen to it that it is there.
func input(p *demo.Step) string {
	switch {
	case p.Op == demo.ElementOpType && p.Text != nil:
		return *p.Text
	case p.Op == demo.ElementOpPress && p.Key != nil:
		return *p.Key
	}
	return ""
}

// A badInput is a text or key that an element cannot take.
type badInput string

func (b badInput) Error() string { return string(b) }

// unwritten tells that a bundle could not be written: what it lacks must be known to somebody.
func (h *Host) unwritten(s *session, err error) error {
	h.logf("session %s: bundle %s cannot be written: %s", s.id, s.bundle.id, err)
	return internal("the bundle of the session cannot be written, so it may lack the last step", err)
}
