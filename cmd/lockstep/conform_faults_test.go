package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rightkit/lockstep/cmd/internal/demohost"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// A fault is one way in which a host does not keep to the scenarios, and the scenarios that are about it. Each must fail.
type fault struct {
	name  string
	finds string // names of scenarios, with spaces between

	calls     func(next handle) handle         // stands before the host
	control   func(map[string]json.RawMessage) // changes what is arranged
	kill      func(id string) string           // changes what is killed
	app       func() func() *demohost.Screen   // stands in for the app for tests
	unhelpful bool                             // a service that is down says that trying again is of no use
	frames    func(request, response object) []object
}

type object = map[string]any

// faults are in the order of the scenarios that they are about.
var faults = []fault{
	// Sessions, snapshots and acts.
	{name: "apps needs a token", finds: "apps-without-a-session", calls: before("demo.apps", func(p object) error {
		if p["token"] == nil {
			return coded("invalid_token")
		}
		return nil
	})},
	{name: "act does nothing", finds: "a-whole-session a-click-is-seen typing-and-pressing-are-seen",
		calls: instead("demo.act", func(_ context.Context, _ handle, p object) (object, error) {
			return object{"receipt_id": p["ref"]}, nil
		})},
	{name: "every receipt has the same id", finds: "a-click-is-seen a-batch-runs-to-its-end", calls: after("", func(_, r object) {
		walkObjects(r, func(o object) {
			if o["receipt_id"] != nil {
				o["receipt_id"] = "r1"
			}
		})
	})},
	{name: "keys do nothing", finds: "typing-and-pressing-are-seen",
		calls: instead("demo.act", func(ctx context.Context, next handle, p object) (object, error) {
			if p["op"] == "press" {
				return object{"receipt_id": "r1"}, nil
			}
			return send(ctx, next, "demo.act", p)
		})},
	{name: "a result lacks a property", finds: "a-click-is-seen the-host-checks-params", calls: after("demo.snapshot", func(_, r object) {
		delete(r, "elements")
	})},
	{name: "the token is the id of the session", finds: "a-whole-session a-session-id-is-no-token", calls: sessionForToken},
	{name: "a session id opens its session", finds: "a-session-id-is-no-token", calls: sessionIDs},
	{name: "refs change with each snapshot", finds: "refs-last-as-long-as-the-session", calls: freshRefs},
	{name: "a session belongs to its connection", finds: "a-session-outlives-its-connection", calls: boundToPeer},
	{name: "the capture state is masked", finds: "a-whole-session an-unsafe-app-is-not-captured", calls: after("demo.snapshot", func(_, r object) {
		r["capture_state"] = "masked"
	})},

	// Batches.
	{name: "a batch goes on after the step that failed", finds: "a-batch-stops-at-the-third-step", calls: goesOn},
	{name: "completed is one too many", finds: "a-batch-runs-to-its-end a-batch-stops-at-the-third-step a-batch-has-at-most-20-steps",
		calls: after("demo.batch", func(_, r object) { r["completed"] = r["completed"].(float64) + 1 })},
	{name: "failed_step counts from 1", finds: "a-batch-stops-at-the-third-step a-batch-stops-at-its-first-step",
		calls: after("demo.batch", func(_, r object) {
			if i, ok := r["failed_step"].(float64); ok {
				r["failed_step"] = i + 1
			}
		})},
	{name: "failed_step is null", finds: "a-batch-stops-at-the-third-step a-batch-stops-at-its-first-step the-ref-of-another-session",
		calls: after("demo.batch", func(_, r object) { r["failed_step"] = nil })},
	{name: "error_code is null", finds: "a-batch-stops-at-the-third-step the-ref-of-another-session",
		calls: after("demo.batch", func(_, r object) { r["error_code"] = nil })},
	{name: "a receipt for the step that failed", finds: "a-batch-stops-at-the-third-step", calls: after("demo.batch", func(_, r object) {
		if r["failed_step"] != nil {
			r["results"] = append(r["results"].([]any), object{"receipt_id": "failed"})
		}
	})},
	{name: "a batch that did nothing is an error", finds: "a-batch-stops-at-its-first-step",
		calls: instead("demo.batch", func(ctx context.Context, next handle, p object) (object, error) {
			r, err := send(ctx, next, "demo.batch", p)
			if err == nil && r["completed"] == 0.0 {
				return nil, coded(r["error_code"].(string))
			}
			return r, err
		})},
	{name: "21 steps are accepted", finds: "a-batch-has-at-most-20-steps", calls: longBatches},
	{name: "20 steps are refused", finds: "a-batch-has-at-most-20-steps", calls: before("demo.batch", func(p object) error {
		if steps, _ := p["steps"].([]any); len(steps) >= 20 {
			return coded("invalid_arguments")
		}
		return nil
	})},

	// Consent.
	{name: "consent denial is ignored", finds: "consent-is-denied consent-is-never-remembered",
		control: func(p map[string]json.RawMessage) { delete(p, "consent") }, calls: allowing},
	{name: "consent is remembered", finds: "consent-is-never-remembered", calls: remembered},
	{name: "an unknown app is allowed", finds: "an-app-that-is-not-in-the-catalog", calls: before("demo.request", func(p object) error {
		p["app"] = fixtureApp
		return nil
	})},

	// The end of a session.
	{name: "a token is valid after the end", finds: "every-call-after-the-end end-twice the-token-of-another-session",
		calls: instead("demo.end", func(_ context.Context, _ handle, p object) (object, error) {
			return object{"ended": true, "bundle_id": p["token"], "bundle_state": "complete"}, nil
		})},
	{name: "ended is false", finds: "a-whole-session every-call-after-the-end", calls: after("demo.end", func(_, r object) { r["ended"] = false })},
	{name: "the bundle is killed by an end", finds: "a-whole-session every-call-after-the-end two-sessions-are-apart",
		calls: after("demo.end", func(_, r object) { r["bundle_state"] = "killed" })},
	{name: "every session has the same bundle", finds: "two-sessions-are-apart", calls: after("demo.end", func(_, r object) { r["bundle_id"] = "b1" })},
	{name: "end works twice", finds: "end-twice", calls: instead("demo.end", func(ctx context.Context, next handle, p object) (object, error) {
		r, err := send(ctx, next, "demo.end", p)
		if codeOf(err) == "session_ended" {
			return object{"ended": true, "bundle_id": "b1", "bundle_state": "complete"}, nil
		}
		return r, err
	})},
	{name: "a killed session has ended", finds: "every-call-after-the-kill one-of-two-sessions-is-killed all-sessions-are-killed",
		calls: errs("session_killed", func(e *transport.Error) { e.Code = "session_ended" })},
	{name: "a session that ended is unknown", finds: "every-call-after-the-end end-twice",
		calls: errs("session_ended", func(e *transport.Error) { e.Code = "invalid_token" })},
	{name: "kill does nothing", finds: "every-call-after-the-kill all-sessions-are-killed", kill: func(string) string { return "nobody" }},
	{name: "kill ends every session", finds: "one-of-two-sessions-is-killed", kill: func(string) string { return "" }},
	{name: "retryable is the wrong way round", finds: "every-call-after-the-kill every-call-after-the-end a-token-that-never-was",
		calls: errs("", func(e *transport.Error) { e.Retryable = !e.Retryable })},

	// Tokens and refs.
	{name: "an unknown token has ended", finds: "a-token-that-never-was a-session-id-is-no-token",
		calls: errs("invalid_token", func(e *transport.Error) { e.Code = "session_ended" })},
	{name: "an error has no code", finds: "a-token-that-never-was end-twice", calls: errs("", func(e *transport.Error) { e.Code = "" })},
	{name: "a code that nobody knows", finds: "a-token-that-never-was", calls: errs("invalid_token", func(e *transport.Error) { e.Code = "no_token" })},
	{name: "two sessions have the same token", finds: "two-sessions-are-apart", calls: sameToken},
	{name: "two sessions share the app", finds: "two-sessions-are-apart", app: func() func() *demohost.Screen {
		screen := demohost.Desk()
		return func() *demohost.Screen { return screen }
	}},
	{name: "a dead token acts on the session that is alive", finds: "the-token-of-another-session", calls: deadTokens},
	{name: "a ref of another session is accepted", finds: "the-ref-of-another-session", calls: foreignRefs},

	// What the host does not let happen.
	{name: "a password field lists an op", finds: "a-password-field-is-blocked", calls: elements("password", func(e object) { e["ops"] = []string{"click"} })},
	{name: "a password field takes every op", finds: "a-password-field-is-blocked", calls: instead("demo.act", lenient("target_blocked"))},
	{name: "a button is typed into", finds: "an-op-that-the-element-does-not-list", calls: instead("demo.act", lenient("invalid_arguments"))},
	{name: "a button lists every op", finds: "an-op-that-the-element-does-not-list",
		calls: elements("button", func(e object) { e["ops"] = []string{"click", "type", "press"} })},
	{name: "an unsafe app is masked", finds: "an-unsafe-app-is-not-captured",
		calls: instead("demo.snapshot", func(ctx context.Context, next handle, p object) (object, error) {
			r, err := send(ctx, next, "demo.snapshot", p)
			if codeOf(err) == "capture_unsafe" {
				return object{"capture_state": "masked", "elements": []any{}}, nil
			}
			return r, err
		})},
	ignored("capture", "an-unsafe-app-is-not-captured"),
	ignored("enabled", "demo-mode-is-off"),
	ignored("armed", "a-session-that-is-not-armed"),
	ignored("permission", "a-permission-is-missing"),
	ignored("service", "the-service-is-not-running"),
	{name: "a service that is down is down for ever", finds: "the-service-is-not-running", unhelpful: true},

	// Params and results that break the contract.
	{name: "params are not checked", finds: "the-host-checks-params a-batch-has-at-most-20-steps", calls: unchecked},
	{name: "an op needs nothing but its element", finds: "the-host-checks-params", calls: before("demo.act", func(p object) error {
		if _, ok := p["text"]; !ok {
			p["text"] = "nothing"
		}
		return nil
	})},
	{name: "an unknown property is refused", finds: "unknown-properties-are-ignored", calls: strict},
	{name: "an answer that was arranged is not sent", finds: "a-masked-snapshot a-snapshot-without-a-state a-result-that-is-no-result",
		control: func(p map[string]json.RawMessage) { delete(p, "answer") }},

	// Frames.
	{name: "a second response", finds: "one-answer-for-each-request", frames: func(_, r object) []object { return []object{r, r} }},
	{name: "another id", finds: "one-answer-for-each-request", frames: func(_, r object) []object {
		if r["id"] == 7.0 {
			r["id"] = 6
		}
		return []object{r}
	}},
	{name: "no response to what fails", finds: "one-answer-for-each-request a-method-that-there-is-not a-line-that-is-no-frame",
		frames: func(_, r object) []object {
			if r["ok"] == false {
				return nil
			}
			return []object{r}
		}},
	{name: "every method is there", finds: "a-method-that-there-is-not", frames: func(request, r object) []object {
		if request["method"] == "demo.nothing" {
			return []object{{"type": "response", "id": r["id"], "ok": true, "result": object{}}}
		}
		return []object{r}
	}},
	{name: "a line that is no frame is passed over", finds: "a-line-that-is-no-frame", frames: func(_, r object) []object {
		if r["id"] == 0.0 {
			return nil
		}
		return []object{r}
	}},
	{name: "a member that nobody knows is refused", finds: "frames-of-a-newer-client", frames: func(request, r object) []object {
		if request["trace"] != nil {
			return []object{{"type": "response", "id": r["id"], "ok": false, "error": object{"code": "bad_request"}}}
		}
		return []object{r}
	}},
}

// ignored is a host on which a setting has no effect.
func ignored(setting, finds string) fault {
	return fault{
		name: fmt.Sprintf("the setting %q is ignored", setting), finds: finds,
		control: func(p map[string]json.RawMessage) { delete(p, setting) },
	}
}

// coded is an error of the contract.
func coded(code string) *transport.Error {
	return &transport.Error{Code: code, Message: strings.ReplaceAll(code, "_", " ")}
}
