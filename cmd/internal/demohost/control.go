package demohost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// The control service stands beside the demo service. Whoever may connect to it may kill sessions. With arrangements it
// also answers the questions to the person: that is for tests alone.
const (
	ControlService = demo.Service + ".control"
	ControlKill    = "control.kill"    // {session?: string; absent: all} -> {"killed": n}
	ControlArrange = "control.arrange" // what Arrangement reads -> {}
)

// A ConsentMode says who answers the question of a demo.request.
type ConsentMode string

// The modes of consent.
const (
	ConsentAsk   ConsentMode = "ask" // the person
	ConsentAllow ConsentMode = "allow"
	ConsentDeny  ConsentMode = "deny"
)

// ConsentModes lists them.
func ConsentModes() []ConsentMode { return []ConsentMode{ConsentAsk, ConsentAllow, ConsentDeny} }

// A Setting is the state of the machine around the sessions.
type Setting struct {
	Enabled    bool // demo mode is on
	Armed      bool // sessions are armed as soon as there is consent
	Permission bool // the operating system lets the host look and act
	Safe       bool // the app may be captured, as far as the host can tell
	Consent    ConsentMode
}

// start is how a host begins.
func (o *Options) start() Setting {
	mode := o.Mode
	if mode == "" {
		mode = ConsentAsk
	}
	return Setting{Enabled: true, Armed: true, Permission: true, Safe: true, Consent: mode}
}

// now returns the setting.
func (h *Host) now() Setting {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.setting
}

// set changes the setting, and what follows from it for sessions and for questions that stand open.
func (h *Host) set(change func(*Setting)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.setting)
	if !h.setting.Enabled {
		h.withdraw(fail(demo.ErrorCodeDemoDisabled))
	}
	e := eventDisarm
	if h.setting.Armed {
		e = eventArm
	}
	for _, s := range h.sessions {
		s.apply(e)
	}
}

// reset brings everything back to the start. Sessions are killed and forgotten: their tokens are unknown then.
func (h *Host) reset() error {
	h.set(func(s *Setting) { *s = h.options.start() })
	_, err := h.Kill("")
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.over {
		delete(h.tokens, s.digest)
	}
	h.over, h.answer = nil, nil
	return err
}

// takeAnswer returns the answer that was arranged for this call; nil when there is none.
func (h *Host) takeAnswer() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	answer := h.answer
	h.answer = nil
	return answer
}

// An Arrangement is the params of control.arrange. What is nil stays as it is.
type Arrangement struct {
	Reset                      bool // comes before the rest
	Enabled, Armed, Permission *bool
	Safe, Up                   *bool
	Consent                    *ConsentMode
	Answer                     json.RawMessage // sent unchecked as the result of the next call
}

// readArrangement reads the params of control.arrange. Unlike encoding/json it takes names as they are written, and no
// name that it does not know: a test that arranges nothing would mislead.
func readArrangement(params []byte) (a Arrangement, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(params, &members); err != nil {
		return a, errors.New("the params are no object")
	}
	for name, value := range members {
		switch name {
		case "reset":
			err = readBool(value, func(b bool) { a.Reset = b })
		case "enabled":
			err = readBool(value, func(b bool) { a.Enabled = &b })
		case "armed":
			err = readBool(value, func(b bool) { a.Armed = &b })
		case "permission":
			err = readBool(value, func(b bool) { a.Permission = &b })
		case "capture":
			err = readWord(value, func(s string) { a.Safe = ptr(s == "safe") }, "safe", "unsafe")
		case "service":
			err = readWord(value, func(s string) { a.Up = ptr(s == "up") }, "up", "down")
		case "consent":
			err = readWord(value, func(s string) { a.Consent = ptr(ConsentMode(s)) }, "allow", "deny", "ask")
		case "answer":
			a.Answer = value
		default:
			return a, errors.New("there is no " + strconv.Quote(name) + " to arrange; want " +
				"enabled, consent, armed, permission, capture, service, answer or reset")
		}
		if err != nil {
			return a, fmt.Errorf("%s: %w", name, err)
		}
	}
	return a, nil
}

func readBool(value []byte, set func(bool)) error {
	switch string(value) {
	case "true", "false":
		set(string(value) == "true")
		return nil
	}
	return errors.New("want true or false")
}

func readWord(value []byte, set func(string), words ...string) error {
	var word string
	if json.Unmarshal(value, &word) != nil || !slices.Contains(words, word) {
		return errors.New("want " + strings.Join(words, " or "))
	}
	set(word)
	return nil
}

func ptr[T any](v T) *T { return &v }

// Arrange changes the state of the host. The service, up or down, is not the host's: see Service.
func (h *Host) Arrange(a *Arrangement) error {
	var err error
	if a.Reset {
		err = h.reset()
	}
	h.set(func(s *Setting) {
		take(&s.Enabled, a.Enabled)
		take(&s.Armed, a.Armed)
		take(&s.Permission, a.Permission)
		take(&s.Safe, a.Safe)
		take(&s.Consent, a.Consent)
	})
	if a.Answer != nil {
		h.mu.Lock()
		h.answer = a.Answer
		h.mu.Unlock()
	}
	return err
}

func take[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// control answers the control service.
func (s *Service) control(_ context.Context, method string, params []byte) ([]byte, error) {
	switch method {
	case ControlKill:
		id, err := readSession(params)
		if err != nil {
			return nil, badControl(err)
		}
		n, err := s.host.Kill(id)
		if err != nil {
			return nil, internal("the sessions are killed, but not every bundle could be sealed", err)
		}
		return fmt.Appendf(nil, `{"killed":%d}`, n), nil
	case ControlArrange:
		a, err := readArrangement(params)
		if err != nil {
			return nil, badControl(err)
		}
		if err := s.arrange(&a); err != nil {
			return nil, internal("not all of it could be arranged: "+err.Error(), err)
		}
		return []byte("{}"), nil
	}
	return nil, transport.NoMethod(method)
}

// readSession reads the params of control.kill; "" is every session.
func readSession(params []byte) (id string, err error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(params, &members) != nil {
		return "", errors.New("the params are no object")
	}
	for name, value := range members {
		if name != "session" {
			return "", errors.New("there is no " + strconv.Quote(name) + "; want session, or nothing for all")
		}
		if json.Unmarshal(value, &id) != nil || id == "" {
			return "", errors.New("session: want the id of a session")
		}
	}
	return id, nil
}

func badControl(err error) error {
	return &transport.Error{Code: transport.CodeInvalidArguments, Message: err.Error()}
}

// CallKill calls control.kill: one session, or all when id is "". It returns how many were killed.
func CallKill(ctx context.Context, c transport.Caller, id string) (int, error) {
	params := []byte("{}")
	if id != "" {
		name, err := json.Marshal(id)
		if err != nil {
			return 0, err
		}
		params = fmt.Appendf(nil, `{"session":%s}`, name)
	}
	text, err := c.Call(ctx, ControlKill, params)
	if err != nil {
		return 0, err
	}
	var result struct {
		Killed int `json:"killed"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return 0, fmt.Errorf("%s: the answer cannot be read: %w", ControlKill, err)
	}
	return result.Killed, nil
}
