package transport

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A callerFunc is a Caller.
type callerFunc func(ctx context.Context, method string, params []byte) ([]byte, error)

func (f callerFunc) Call(ctx context.Context, method string, params []byte) ([]byte, error) {
	return f(ctx, method, params)
}

// text is params of one property.
type text struct{ v string }

func (p *text) AppendJSON(dst []byte) ([]byte, error) {
	if p.v == "bad" {
		return nil, &wire.Violation{Code: "enum", Message: "bad", Offset: -1}
	}
	return append(wire.AppendString(append(dst, `{"v":`...), p.v), '}'), nil
}

func decodeText(data []byte) (text, error) {
	members, refused := wire.ReadMembers(data)
	if refused != nil {
		return text{}, refused
	}
	for _, m := range members {
		if v, ok := m.Text(); m.Name == "v" && ok {
			return text{v}, nil
		}
	}
	return text{}, &wire.Violation{Code: "required", Message: "v is missing", Offset: 0}
}

func testMethod() *Method {
	object := &wire.Rule{At: "/p", Type: wire.Object, Required: []string{"v"}}
	return &Method{Name: "m.do", Timeout: time.Minute, Params: object, Result: object,
		FailClosed: &FailClosed{Property: "state", Value: "safe", Code: "unsafe"}}
}

func TestCall(t *testing.T) {
	for _, c := range []struct{ params, answer, want string }{
		{`{"v":1}`, `{"v":2,"x":3}`, ""},
		{``, ``, "invalid_arguments"},
		{`{"v":1`, ``, "invalid_arguments"},
		{`{"v":1}`, `{"v":2,"state":"safe"}`, ""},
		{`{"v":1}`, `{"state":"\u0073afe","v":2}`, ""},
		{`{"v":1}`, `{"v":2,"state":"masked"}`, "unsafe: m.do: the host answered with another state than safe"},
		{`{"v":1}`, `{"state":null}`, "unsafe: m.do: the host answered with another state than safe"},
		{`{"v":1}`, `{"state":["safe"]}`, "unsafe: m.do: the host answered with another state than safe"},
		{`{"v":1}`, `{"STATE":"masked"}`, "malformed_response: m.do: "},
		{`{"v":1}`, `[]`, "malformed_response: m.do: "},
		{`{"v":1}`, `null`, "malformed_response: m.do: "},
	} {
		called := false
		result, err := Call(context.Background(), callerFunc(func(ctx context.Context, method string, params []byte) ([]byte, error) {
			called = true
			assert.Equal(t, "m.do", method)
			assert.Equal(t, c.params, string(params))
			assert.InDelta(t, time.Minute, time.Duration(limitOf(ctx)), float64(10*time.Second))
			return []byte(c.answer), nil
		}), testMethod(), []byte(c.params))
		assert.Equal(t, c.answer != "", called, c.params)
		if c.want == "" {
			require.NoError(t, err, c.answer)
			assert.Equal(t, c.answer, string(result))
			continue
		}
		require.ErrorContains(t, err, c.want)
		assert.Nil(t, result)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.False(t, e.Retryable)
		var v *wire.Violation
		assert.Equal(t, e.Code != "unsafe", errors.As(err, &v))
	}
	own := &Error{Code: "c", Retryable: true}
	_, err := Call(context.Background(), callerFunc(func(context.Context, string, []byte) ([]byte, error) { return nil, own }),
		testMethod(), []byte(`{"v":1}`))
	assert.Same(t, own, err)
}

func TestInvokeAndAnswer(t *testing.T) {
	answer := func(call func(context.Context, *text) (*text, error)) Caller {
		return callerFunc(func(ctx context.Context, _ string, params []byte) ([]byte, error) {
			return Answer(ctx, params, decodeText, call, (*text).AppendJSON)
		})
	}
	upper := answer(func(_ context.Context, p *text) (*text, error) { return &text{p.v + "!"}, nil })
	result, err := Invoke(context.Background(), upper, testMethod(), &text{"a"}, (*text).AppendJSON, decodeText)
	require.NoError(t, err)
	assert.Equal(t, "a!", result.v)
	_, err = Invoke(context.Background(), upper, testMethod(), nil, (*text).AppendJSON, decodeText)
	assert.ErrorContains(t, err, CodeInvalidArguments+": the params are a nil pointer")
	_, err = Invoke(context.Background(), upper, testMethod(), &text{"bad"}, (*text).AppendJSON, decodeText)
	require.EqualError(t, err, "invalid_arguments: bad [enum]")
	_, err = upper.Call(context.Background(), "", []byte(`{}`))
	require.EqualError(t, err, "invalid_arguments: v is missing [required]")
	bad := answer(func(context.Context, *text) (*text, error) { return &text{"bad"}, nil })
	_, err = Invoke(context.Background(), bad, testMethod(), &text{"a"}, (*text).AppendJSON, decodeText)
	require.EqualError(t, err, "malformed_response: the result of the host is not of the contract: bad [enum]")
	nothing := answer(func(context.Context, *text) (*text, error) { return nil, nil })
	_, err = Invoke(context.Background(), nothing, testMethod(), &text{"a"}, (*text).AppendJSON, decodeText)
	require.Error(t, err)
	fails := answer(func(context.Context, *text) (*text, error) { return nil, io.EOF })
	_, err = Invoke(context.Background(), fails, testMethod(), &text{"a"}, (*text).AppendJSON, decodeText)
	require.ErrorIs(t, err, io.EOF)
	other := callerFunc(func(context.Context, string, []byte) ([]byte, error) { return []byte(`{"w":1}`), nil })
	_, err = Invoke(context.Background(), other, testMethod(), &text{"a"}, (*text).AppendJSON, decodeText)
	require.EqualError(t, err, "malformed_response: m.do: v is missing [required]")
	assert.EqualError(t, NoMethod("x\n"), `request_not_allowed: there is no method "x\n"`)
}

// The limit in messages is that of the caller's context when that ends earlier.
func TestCallLimit(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err := Call(ctx, callerFunc(func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
		assert.LessOrEqual(t, time.Duration(limitOf(ctx)), 10*time.Second)
		return []byte(`{"v":1}`), nil
	}), testMethod(), []byte(`{"v":1}`))
	require.NoError(t, err)
	assert.Zero(t, limitOf(context.Background()))
}

func TestError(t *testing.T) {
	e := &Error{Code: "c", Message: "m \"x\"\n\xff", Details: json.RawMessage(`{"b":[1e3],"a":null}`), Cause: io.EOF}
	assert.Equal(t, `x{"code":"c","details":{"a":null,"b":[1000.0]},"message":"m \"x\"\n�","retryable":false}`, string(e.AppendJSON([]byte("x"))))
	require.ErrorIs(t, e, io.EOF)
	for _, none := range []string{"", "null", "{"} {
		e = &Error{Code: "c", Retryable: true, Details: json.RawMessage(none)}
		assert.Equal(t, `{"code":"c","message":"","retryable":true}`, string(e.AppendJSON(nil)))
	}
	for text, want := range map[string]Error{
		`{"code":"c","message":"m","retryable":true,"details":{"a":1},"x":1}`: {Code: "c", Message: "m", Retryable: true, Details: json.RawMessage(`{"a":1}`)},
		`{"code":1,"message":2,"retryable":"true","details":null}`:            {Code: "error"},
		`{"CODE":"c"}`: {Code: "error"},
		`[]`:           {Code: "error"},
		``:             {Code: "error"},
	} {
		assert.Equal(t, want, *parseError([]byte(text)), text)
	}
	assert.Equal(t, "No such file or directory (os error 2)", systemText(syscall.ENOENT))
	assert.Equal(t, "EOF", systemText(io.EOF))
	var none *Error
	assert.Equal(t, "a nil *transport.Error", none.Error())
	require.NoError(t, none.Unwrap())
}

func TestCanonicalIsOffered(t *testing.T) {
	text, err := Canonical([]byte(`{"b":1e3, "a":"é"}`))
	require.NoError(t, err)
	assert.Equal(t, `{"a":"é","b":1000.0}`, string(text))
	members, err := Members(text)
	require.NoError(t, err)
	assert.Len(t, members, 2)
	_, err = Members([]byte("["))
	require.Error(t, err)
	assert.Equal(t, `"\n"`, string(AppendString(nil, "\n")))
}
