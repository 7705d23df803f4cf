package transport

import (
	"encoding/json"
	"errors"
	"strconv"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// An Error is why a call, a connection or a host failed. Contracts have codes of their own beside those below.
type Error struct {
	Code string
	// Message is for people. Where the contract lists the values that it takes, or bounds a number, it may quote the short
	// value or the number that was got instead. No other value of a message stands in it. That of an error which a host
	// has sent is the host's.
	Message   string
	Retryable bool // whether the same call can succeed later
	// Details is one JSON value that a host may add; nil when there is none.
	Details json.RawMessage
	// Cause is what led to the error on this side, such as a violation of the contract; nil when there is nothing more to
	// tell. It does not travel.
	Cause error
}

// Codes of this package. A host may send others.
const (
	CodeUnavailable      = "service_unavailable" // no host, or none that can be reached
	CodeTimeout          = "request_timeout"
	CodeClosed           = "connection_closed" // before the answer came
	CodeProtocol         = "protocol_mismatch"
	CodeNotAllowed       = "request_not_allowed" // the app may not call the method, or not even say hello
	CodeBadHello         = "bad_hello"
	CodeBadRequest       = "bad_request" // a line that is no request
	CodePanic            = "panic"       // of the handler
	CodeInternal         = "internal"    // the handler failed with an error that has no code
	CodeRequestTooLarge  = "request_too_large"
	CodeResponseTooLarge = "response_too_large"
	CodeMalformed        = "malformed_response" // not what the protocol or the contract allows
	CodeInvalidArguments = "invalid_arguments"
	CodeUnknownTool      = "unknown_tool"
	CodeNoSuiteRoot      = "no_suite_root"
	CodeInsecure         = "insecure_service" // something of the service is not private to the user
	CodeCancelled        = "cancelled"        // by the context
	CodeHandoff          = "host_handoff"     // the host makes room for another one
	CodeInUse            = "service_in_use"   // of Listen: another host serves this service
)

// Error is the code and the message.
func (e *Error) Error() string {
	if e == nil {
		return "a nil *transport.Error"
	}
	return e.Code + ": " + e.Message
}

// Unwrap returns Cause.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Cause
}

// AppendJSON appends the error as it travels: {"code":..,"details":..,"message":..,"retryable":..}, in the spelling of
// wire.Canonical and without details when there are none.
func (e *Error) AppendJSON(dst []byte) []byte {
	dst = wire.AppendString(append(dst, `{"code":`...), e.Code)
	if len(e.Details) > 0 && string(e.Details) != "null" {
		if details, err := wire.Canonical(e.Details); err == nil {
			dst = append(append(dst, `,"details":`...), details...)
		}
	}
	dst = wire.AppendString(append(dst, `,"message":`...), e.Message)
	dst = strconv.AppendBool(append(dst, `,"retryable":`...), e.Retryable)
	return append(dst, '}')
}

// parseError reads an error as it travels. Members that are missing or of another type are empty, as for every peer.
func parseError(text []byte) *Error {
	e := &Error{Code: "error"}
	members, _ := wire.ReadMembers(text)
	for _, m := range members {
		switch m.Name {
		case "code":
			if code, ok := m.Text(); ok {
				e.Code = code
			}
		case "message":
			e.Message, _ = m.Text()
		case "retryable":
			e.Retryable = string(m.Value) == "true"
		case "details":
			if string(m.Value) != "null" {
				e.Details = append(json.RawMessage(nil), m.Value...)
			}
		}
	}
	return e
}

// errClosed is the error of a connection that ended before the answer.
func errClosed(cause error) *Error {
	return &Error{Code: CodeClosed, Message: "connection closed before a response arrived", Retryable: true, Cause: cause}
}

// errInsecure says what is wrong with a file of the service and what to do.
func errInsecure(what, advice string) *Error {
	return &Error{Code: CodeInsecure, Message: what + "; " + advice}
}

// errSystem is a failure of the operating system on the host's side.
func errSystem(doing string, err error) *Error {
	return &Error{Code: CodeUnavailable, Message: doing + ": " + systemText(err), Cause: err}
}

// systemText names an error of the operating system as programs in other languages do, with its number: "Connection
// refused (os error 111)".
func systemText(err error) string {
	var number syscall.Errno
	if !errors.As(err, &number) {
		return err.Error()
	}
	text := number.Error()
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + " (os error " + strconv.Itoa(int(number)) + ")"
}
