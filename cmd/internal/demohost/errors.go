package demohost

import (
	"context"
	"errors"
	"fmt"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// Codes of this host, for its own limits. The contract lets codes that it does not know pass.
const (
	CodeTooManySessions = "too_many_sessions"
	CodeBundleFull      = "bundle_full"
)

// advice is what a caller can do about a code; it follows what the contract says of it.
var advice = map[demo.ErrorCode]string{
	demo.ErrorCodeDemoDisabled:      "Switch it on there, then try again.",
	demo.ErrorCodeInvalidToken:      "Ask for a session with demo.request.",
	demo.ErrorCodeSessionEnded:      "Ask for a new one with demo.request.",
	demo.ErrorCodeSessionKilled:     "Ask for a new one with demo.request.",
	demo.ErrorCodeUnknownApp:        "demo.apps lists the apps.",
	demo.ErrorCodeNotArmed:          "Try again in a while.",
	demo.ErrorCodePermissionMissing: "Grant it on the machine of the host, then try again.",
}

// fail is the error of a code, in the contract's words.
func fail(code demo.ErrorCode) *transport.Error {
	text := code.Meaning()
	if a := advice[code]; a != "" {
		text += " " + a
	}
	return failf(code, "%s", text)
}

// failf is the error of a code, in words of its own. They never hold what a caller sent.
func failf(code demo.ErrorCode, format string, args ...any) *transport.Error {
	return &transport.Error{
		Code:      string(code),
		Message:   fmt.Sprintf(format, args...),
		Retryable: code == demo.ErrorCodeNotArmed, // the one that passes without anybody asking anew
	}
}

func tooManySessions() *transport.Error {
	return &transport.Error{Code: CodeTooManySessions, Retryable: true,
		Message: fmt.Sprintf("%d sessions are live, and no more may be. End one with demo.end, then try again.", MaxSessions)}
}

func bundleFull() *transport.Error {
	return &transport.Error{Code: CodeBundleFull,
		Message: fmt.Sprintf("The bundle of this session holds no more than %d events. End it, and ask for a new one.", MaxEvents)}
}

// gone is the answer to a caller that has gone: nobody reads it.
func gone(ctx context.Context) error {
	if e, ok := errors.AsType[*transport.Error](context.Cause(ctx)); ok {
		return e
	}
	return &transport.Error{Code: transport.CodeCancelled, Message: "The caller has gone.", Cause: context.Cause(ctx)}
}

// internal is a fault of the host itself.
func internal(message string, cause error) error {
	return &transport.Error{Code: transport.CodeInternal, Message: message, Cause: cause}
}

// codeOf returns the code of an error if the contract has it.
func codeOf(err error) (demo.ErrorCode, bool) {
	e, ok := errors.AsType[*transport.Error](err)
	if !ok {
		return "", false
	}
	code := demo.ErrorCode(e.Code)
	return code, code.Valid()
}
