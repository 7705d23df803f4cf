//go:build linux || darwin

package transport

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A connection on which all that a client may get wrong in one line is answered, and goes on.
func TestHostAnswersEveryLine(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	serve(t, s, Config{Rank: 7, Methods: []string{"echo", "a"}}, func(ctx context.Context, method string, params []byte) ([]byte, error) {
		switch method {
		case "a":
			return nil, nil
		}
		return params, nil
	})
	r := connectHello(t, s)
	for _, c := range []struct{ say, want string }{
		{`{"type":"request","id":1,"method":"echo","params":{"b":1, "a":[1.0,"\u00e9"]},"x":0}`, `{"id":1,"ok":true,"result":{"b":1,"a":[1.0,"\u00e9"]},"type":"response"}`},
		{`{"type":"request","id":2,"method":"echo"}`, `{"id":2,"ok":true,"result":{},"type":"response"}`},
		{`{"type":"request","id":18446744073709551615,"method":"a"}` + "\r", `{"id":18446744073709551615,"ok":true,"result":null,"type":"response"}`},
		{"\n\r\n\n" + `{"type":"request","id":3,"method":"ping","params":{"x":1}}`, `{"id":3,"ok":true,"result":{"pong":true,"rank":7},"type":"response"}`},
		{`{"type":"request","id":4,"method":"other"}`, `{"error":{"code":"request_not_allowed","message":"app may not call other","retryable":false},"id":4,"ok":false,"type":"response"}`},
		{`{"type":"request","id":5}`, `{"error":{"code":"request_not_allowed","message":"app may not call ","retryable":false},"id":5,"ok":false,"type":"response"}`},
		{`garbage`, badLine("a line is no frame: got 'g', want a value [syntax]")},
		{`[]`, badLine("a line is no frame: got no object, want one [type]")},
		{"{\"type\":\"\xff\"}", badLine("a line is no frame: got byte 0xff, want UTF-8 [invalid-utf8]")},
		{`{"type":"request","id":1,"method":"echo","params":{"a":1,"a":2}}`, badLine("a line is no frame: /params/a: the object has this member twice [duplicate-member]")},
		{`{"Type":"request","id":1,"method":"echo"}`, badLine("want a line with type request, an id and a method")},
		{`{"type":"request","id":-1,"method":"echo"}`, badLine("want a line with type request, an id and a method")},
		{`{"type":"request","id":"1","method":"echo"}`, badLine("want a line with type request, an id and a method")},
		{`{"type":"request","id":1.0,"method":"echo"}`, badLine("want a line with type request, an id and a method")},
		{big, `{"error":{"code":"request_too_large","message":"a line is over the limit of 16777216 bytes","retryable":false},"id":0,"ok":false,"type":"response"}`},
		{`{"type":"request","id":6,"method":"echo","params":1e3}`, `{"id":6,"ok":true,"result":1e3,"type":"response"}`},
	} {
		r.say(c.say, "\n")
		assert.Equal(t, c.want, r.line())
	}
	_ = r.Close()
}

// badLine is the answer to a line that is no request.
func badLine(message string) string {
	return string(appendFailure(nil, 0, &Error{Code: CodeBadRequest, Message: message}))
}

func TestHostHello(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	serve(t, s, Config{Role: "r", Version: "1.2", Rank: 3, Methods: []string{"b", "a", "b"}, Apps: []string{"app"}}, echo)
	refused := func(code, message string) string {
		return string(appendRefusal(nil, &Error{Code: code, Message: message}))
	}
	noHello := refused(CodeBadHello, "the first line must be a hello that names an app")
	for _, c := range []struct{ say, want string }{
		{helloLine, `{"chunk_bytes":1048576,"frame_limit":16777216,"max_message":0,"methods":["a","b"],"ok":true,"protocol_major":1,` +
			`"protocol_minor":0,"rank":3,"role":"r","service":"test.service","type":"hello","version":"1.2"}`},
		{"garbage\n", noHello},
		{`{"type":"request","id":1,"method":"a"}` + "\n", noHello},
		{`{"type":"hello","app":"","protocol_major":1}` + "\n", noHello},
		{`{"type":"hello","app":1,"protocol_major":1}` + "\n", noHello},
		{`{"type":"hello","app":"` + strings.Repeat("x", 64<<10) + `","protocol_major":1}` + "\n", noHello},
		{`{"type":"hello","app":"app","protocol_major":2}` + "\n", refused(CodeProtocol, "the host speaks protocol 1")},
		{`{"type":"hello","app":"app"}` + "\n", refused(CodeProtocol, "the host speaks protocol 1")},
		{`{"type":"hello","app":"stranger","protocol_major":1}` + "\n", refused(CodeNotAllowed, "this app may not use the service")},
		{"", ""},              // silence: the host gives up
		{`{"type":"hell`, ""}, // and so it does in the middle of the line
	} {
		r := connectRaw(t, s)
		r.say(c.say)
		assert.Equal(t, c.want, r.line(), "%.60s", c.say)
		if c.say != helloLine {
			assert.Empty(t, r.line())
			_, err := r.ReadByte()
			assert.Error(t, err)
		}
		_ = r.Close()
	}
	_, err := Dial(within5(t), s, service, "stranger")
	assert.Equal(t, CodeNotAllowed, failure(t, err).Code)
}

// What a handler may do, and what its caller learns.
func TestHostHandlerErrors(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	own := &Error{Code: "its_own", Message: "m", Retryable: true, Details: json.RawMessage(`{"b":1, "a":1e3}`), Cause: io.EOF}
	var mu sync.Mutex
	told := map[string]error{}
	handlers := map[string]func() ([]byte, error){
		"own":      func() ([]byte, error) { return nil, own },
		"wrapped":  func() ([]byte, error) { return nil, errors.Join(errors.New("secret"), own) },
		"plain":    func() ([]byte, error) { return nil, errors.New("secret") },
		"nil":      func() ([]byte, error) { return nil, (*Error)(nil) },
		"internal": func() ([]byte, error) { return nil, &Error{Code: CodeInternal, Message: "m"} },
		"panic":    func() ([]byte, error) { panic("secret") },
		"mistake":  func() ([]byte, error) { var v any = 1; return []byte(v.(string)), nil },
		"broken":   func() ([]byte, error) { return []byte(`{"a":`), nil },
		"second":   func() ([]byte, error) { return []byte(`1,"id":2`), nil },
		"deep":     func() ([]byte, error) { return []byte(strings.Repeat("[", 127) + strings.Repeat("]", 127)), nil },
		"lines":    func() ([]byte, error) { return []byte("{\n\"a\" :\n1}\n"), nil },
		"big":      func() ([]byte, error) { return []byte(`"` + big + `"`), nil },
		"bigger":   func() ([]byte, error) { return nil, &Error{Code: "c", Message: big} },
		"wrong":    func() ([]byte, error) { return nil, &Error{Code: CodeMalformed, Message: "not of the contract"} },
	}
	var methods []string
	for name := range handlers {
		methods = append(methods, name)
	}
	serve(t, s, Config{Methods: methods, OnError: func(method string, err error) {
		mu.Lock()
		defer mu.Unlock()
		told[method] = err
	}}, func(_ context.Context, method string, _ []byte) ([]byte, error) { return handlers[method]() })
	c := dial(t, s)
	for name, want := range map[string]Error{
		"own":      {Code: "its_own", Message: "m", Retryable: true, Details: json.RawMessage(`{"a":1000.0,"b":1}`)},
		"wrapped":  {Code: "its_own", Message: "m", Retryable: true, Details: json.RawMessage(`{"a":1000.0,"b":1}`)},
		"plain":    {Code: CodeInternal, Message: "the host failed to answer plain"},
		"nil":      {Code: CodeInternal, Message: "the host failed to answer nil"},
		"internal": {Code: CodeInternal, Message: "m"},
		"panic":    {Code: CodePanic, Message: "handler panicked"},
		"mistake":  {Code: CodePanic, Message: "handler panicked"},
		"broken":   {Code: CodeInternal, Message: "the host failed to answer broken"},
		"second":   {Code: CodeInternal, Message: "the host failed to answer second"},
		"deep":     {Code: CodeInternal, Message: "the host failed to answer deep"},
		"big":      {Code: CodeResponseTooLarge, Message: "the result of big is larger than the limit of 16777216 bytes"},
		"wrong":    {Code: CodeMalformed, Message: "not of the contract"},
		"bigger":   {Code: CodeResponseTooLarge, Message: "the result of bigger is larger than the limit of 16777216 bytes"},
	} {
		_, err := c.Call(within5(t), name, nil)
		assert.Equal(t, want, *failure(t, err), name)
	}
	result, err := c.Call(within5(t), "lines", nil)
	require.NoError(t, err)
	assert.Equal(t, `{"a":1}`, string(result))
	_ = c.Close()

	mu.Lock()
	defer mu.Unlock()
	assert.Len(t, told, 11)
	assert.ErrorContains(t, told["big"], CodeResponseTooLarge)
	assert.ErrorContains(t, told["wrong"], "not of the contract")
	assert.EqualError(t, told["plain"], "secret")
	assert.ErrorContains(t, told["panic"], "panic: secret\n")
	assert.ErrorContains(t, told["panic"], "host_test.go")
	assert.ErrorContains(t, told["mistake"], "interface conversion")
	assert.EqualError(t, told["broken"], "the handler's result is no JSON text: got the end of the text, want a value [syntax]")
}

// A handler that ends its goroutine ends one connection and nothing else.
func TestHostHandlerExits(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	serve(t, s, Config{Methods: []string{"echo", "exit"}}, func(_ context.Context, method string, params []byte) ([]byte, error) {
		if method == "exit" {
			runtime.Goexit()
		}
		return params, nil
	})
	c := dial(t, s)
	_, err := c.Call(within5(t), "exit", nil)
	assert.Equal(t, CodeClosed, failure(t, err).Code)
	c = dial(t, s)
	_, err = c.Call(within5(t), "echo", nil)
	require.NoError(t, err)
	_ = c.Close()
}

// A handler learns that its caller has gone, also when the caller had sent more.
func TestHostPeerGone(t *testing.T) {
	for _, ahead := range []string{"", `{"type":"request","id":2,"method":"wait"}` + "\n"} {
		noLeaks(t)
		s := newSuite(t)
		entered, left := make(chan struct{}, 2), make(chan error, 2)
		serve(t, s, Config{Methods: []string{"wait"}}, func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
			entered <- struct{}{}
			select {
			case <-ctx.Done():
			case <-time.After(5 * time.Second):
			}
			left <- Emit(ctx, []byte(`1`))
			return nil, ctx.Err()
		})
		r := connectHello(t, s)
		r.say(`{"type":"request","id":1,"method":"wait"}`+"\n", ahead)
		<-entered
		start := time.Now()
		_ = r.Close()
		assert.Equal(t, CodeClosed, failure(t, <-left).Code)
		assert.Less(t, time.Since(start), time.Second)
		assert.Empty(t, entered, "the second request must not run")
	}
}

func TestHostEvents(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	kept := make(chan context.Context, 1)
	serve(t, s, Config{}, func(ctx context.Context, _ string, params []byte) ([]byte, error) {
		peer, ok := PeerOf(ctx)
		if !ok || peer.App != "app" || peer.PID == 0 {
			return nil, errors.New("no peer")
		}
		for _, event := range []string{`{"n":1}`, "[\n2 ]"} {
			if err := Emit(ctx, []byte(event)); err != nil {
				return nil, err
			}
		}
		if err := Emit(ctx, []byte(`{`)); err == nil {
			return nil, errors.New("a broken event was sent")
		}
		if err := Emit(ctx, []byte(`"`+big+`"`)); err == nil {
			return nil, errors.New("a large event was sent")
		}
		kept <- ctx
		return params, nil
	})
	c := dial(t, s)
	var events []string
	c.OnEvent = func(event []byte) { events = append(events, string(event)) }
	result, err := c.Call(within5(t), "echo", []byte(`{"a":"b"}`))
	require.NoError(t, err)
	assert.Equal(t, `{"a":"b"}`, string(result))
	assert.Equal(t, []string{`{"n":1}`, `[2]`}, events)
	assert.EqualError(t, Emit(<-kept, []byte(`1`)), "internal: the call is over, so nobody listens to its events")
	assert.Error(t, Emit(context.Background(), []byte(`1`)))
	_, ok := PeerOf(context.Background())
	assert.False(t, ok)
	_ = c.Close()
}

// A peer that stops in the middle of a line, or does not read, is given up; one that is silent between lines is not.
func TestHostGivesUp(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	var calls atomic.Int32
	h := serve(t, s, Config{Methods: []string{"echo", "much"}}, func(_ context.Context, method string, params []byte) ([]byte, error) {
		calls.Add(1)
		if method == "much" {
			return []byte(`"` + strings.Repeat("x", 15<<20) + `"`), nil
		}
		return params, nil
	})
	gone := func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return len(h.conns) == 0
	}
	half := connectHello(t, s)
	half.say(`{"type":"request","id":1,"meth`)
	assert.Empty(t, half.line())
	cut := connectHello(t, s)
	cut.say(`{"type":"request","id":1,"method":"echo"}`) // no newline
	_ = cut.Close()
	endless := connectHello(t, s)
	go endless.say(strings.Repeat("x", 80<<20))
	_, _ = io.Copy(io.Discard, endless)
	require.Eventually(t, gone, 4*time.Second, time.Millisecond)
	assert.Zero(t, calls.Load())

	deaf := connectHello(t, s)
	deaf.say(`{"type":"request","id":1,"method":"much"}` + "\n")
	require.Eventually(t, func() bool { return calls.Load() == 1 && gone() }, 4*time.Second, time.Millisecond)

	quiet := connectHello(t, s)
	time.Sleep(2 * quickTimes.line)
	quiet.say(`{"type":"request","id":1,"method":"echo"}` + "\n")
	assert.Contains(t, quiet.line(), `"ok":true`)
	_ = quiet.Close()
}

func TestHostMaxConns(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	serve(t, s, Config{MaxConns: 2}, echo)
	first, second := connectHello(t, s), connectHello(t, s)
	third := connectRaw(t, s)
	third.say(helloLine)
	assert.Empty(t, third.line())
	_, err := Dial(within5(t), s, service, "app")
	assert.Equal(t, CodeClosed, failure(t, err).Code)
	assert.True(t, failure(t, err).Retryable)
	_ = first.Close()
	require.Eventually(t, func() bool {
		c, err := Dial(within5(t), s, service, "app")
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	}, 4*time.Second, time.Millisecond)
	_ = second.Close()
}

// A host that closes lets handlers answer, but does not wait long for them.
func TestHostCloses(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	entered := make(chan struct{}, 3)
	release := make(chan struct{})
	h, err := listen(s, Config{Service: service, Methods: []string{"good", "plain", "stuck"}}, quickTimes)
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() {
		served <- h.Serve(context.Background(), HandlerFunc(func(ctx context.Context, method string, _ []byte) ([]byte, error) {
			entered <- struct{}{}
			if method == "stuck" {
				<-release
				return nil, nil
			}
			<-ctx.Done()
			if method == "good" {
				return []byte(`"last words"`), nil
			}
			return nil, ctx.Err()
		}))
	}()
	results := map[string]chan error{}
	for _, method := range []string{"good", "plain", "stuck"} {
		results[method] = make(chan error, 1)
		c := dial(t, s)
		go func() {
			result, err := c.Call(within5(t), method, nil)
			if err == nil && string(result) != `"last words"` {
				err = errors.New(string(result))
			}
			results[method] <- err
			_ = c.Close()
		}()
		<-entered
	}
	idle := connectHello(t, s)
	closed := make(chan error, 1)
	go func() { closed <- h.Close() }()
	assert.NoError(t, <-results["good"])
	assert.Equal(t, CodeClosed, failure(t, <-results["plain"]).Code)
	assert.Equal(t, CodeClosed, failure(t, <-results["stuck"]).Code)
	assert.Empty(t, idle.line())
	close(release)
	assert.NoError(t, <-closed)
	assert.NoError(t, <-served)
	assert.NoError(t, h.Serve(context.Background(), HandlerFunc(echo)))
	_, err = Dial(within5(t), s, service, "app")
	assert.Equal(t, Error{Code: CodeUnavailable, Message: "no service.json for test.service", Retryable: true}, *failure(t, err))
}
