package transport

import (
	"context"
	"errors"
	"time"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A Method is what there is to know of one method of a contract. Generated packages declare theirs as plain data.
type Method struct {
	Name       string        // on the wire
	Timeout    time.Duration // of one call; 0: no limit but that of the context
	Params     *wire.Rule
	Result     *wire.Rule
	FailClosed *FailClosed // nil when every result that Result accepts may be used
}

// A FailClosed names the property of a result that must hold Value. With any other value the result becomes the error
// Code, and nothing of it is used. A result without the property is left to the rule of the result.
type FailClosed struct {
	Property, Value, Code string
}

// Call calls a method with the text of its params, "" for none, and returns the text of its result as the host wrote it.
// Params that the contract refuses never leave: the error has CodeInvalidArguments. A result that it refuses becomes
// CodeMalformed. In both, Cause is a *wire.Violation. Errors are *Error.
func Call(ctx context.Context, c Caller, m *Method, params []byte) ([]byte, error) {
	if len(params) == 0 {
		params = []byte("{}")
	}
	if found := wire.Check(params, m.Params); len(found) > 0 {
		return nil, invalid(&found[0])
	}
	result, err := m.call(ctx, c, params)
	if err != nil {
		return nil, err
	}
	if found := wire.Check(result, m.Result); len(found) > 0 {
		return nil, m.malformed(&found[0])
	}
	return result, nil
}

// Invoke is Call for params and a result that have Go types.
func Invoke[P, R any](ctx context.Context, c Caller, m *Method, params *P, encode func(*P, []byte) ([]byte, error),
	decode func([]byte) (R, error)) (*R, error) {
	if params == nil {
		return nil, invalid(errors.New("the params are a nil pointer"))
	}
	text, err := encode(params, nil)
	if err != nil {
		return nil, invalid(err)
	}
	answer, err := m.call(ctx, c, text)
	if err != nil {
		return nil, err
	}
	result, err := decode(answer)
	if err != nil {
		return nil, m.malformed(err)
	}
	return &result, nil
}

// call sends checked params, and refuses a result that the contract fails closed on.
func (m *Method) call(ctx context.Context, c Caller, params []byte) ([]byte, error) {
	if m.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, m.Timeout)
		defer cancel()
	}
	result, err := c.Call(ctx, m.Name, params)
	if err != nil {
		return nil, err
	}
	if f := m.FailClosed; f != nil && !f.passes(result) {
		return nil, &Error{Code: f.Code, Message: m.Name + ": the host answered with another " + f.Property + " than " + f.Value}
	}
	return result, nil
}

// passes reports whether a result does not hold another value than it must.
func (f *FailClosed) passes(result []byte) bool {
	members, refused := wire.ReadMembers(result)
	if refused != nil {
		return true // no object: the rule of the result says why
	}
	for _, m := range members {
		if m.Name == f.Property {
			value, ok := m.Text()
			return ok && value == f.Value
		}
	}
	return true
}

func invalid(cause error) *Error {
	return &Error{Code: CodeInvalidArguments, Message: cause.Error(), Cause: cause}
}

func (m *Method) malformed(cause error) *Error {
	return &Error{Code: CodeMalformed, Message: m.Name + ": " + cause.Error(), Cause: cause}
}

// Answer is the host's side of Invoke: it reads params, calls, and writes the result. Params that the contract refuses
// are answered with CodeInvalidArguments, and so is the host's own result when the contract refuses it, with
// CodeMalformed.
func Answer[P, R any](ctx context.Context, params []byte, decode func([]byte) (P, error),
	call func(context.Context, *P) (*R, error), encode func(*R, []byte) ([]byte, error)) ([]byte, error) {
	p, err := decode(params)
	if err != nil {
		return nil, invalid(err)
	}
	result, err := call(ctx, &p)
	if err != nil {
		return nil, err
	}
	if result == nil {
		return nil, errors.New("the host returned neither a result nor an error")
	}
	text, err := encode(result, nil)
	if err != nil {
		return nil, &Error{Code: CodeMalformed, Message: "the result of the host is not of the contract: " + err.Error(), Cause: err}
	}
	return text, nil
}

// NoMethod is the error for a method that is not one of the contract.
func NoMethod(method string) error {
	return &Error{Code: CodeNotAllowed, Message: "there is no method " + quote(method)}
}

// NoTool is the error for a word that names no tool of the contract.
func NoTool(word string) error {
	return &Error{Code: CodeUnknownTool, Message: "there is no tool " + quote(word)}
}

// quote is a name in quotes, the end of a long one left out.
func quote(name string) string {
	const most = 64
	if r := []rune(name); len(r) > most {
		name = string(r[:most]) + "…"
	}
	return string(wire.AppendString(nil, name))
}
