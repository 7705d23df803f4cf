//go:build linux || darwin

package transport

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// big is a line over the limit.
var big = strings.Repeat("x", 17<<20)

// What a host may do to a client that waits for an answer, and what the client's caller is told.
func TestClientFaults(t *testing.T) {
	const late = "request `demo.act` exceeded the 150 ms deadline; connection aborted"
	for _, c := range []struct {
		name      string
		act       func(r *raw) // after the request has been read
		code      string       // "" when the call succeeds
		message   string       // a part of it
		retryable bool
		stays     bool // the connection is good for another call
	}{
		{name: "half a frame", act: func(r *raw) { r.say(`{"type":"resp`); r.line() }, code: CodeTimeout, message: late},
		{name: "half a frame, then close", act: func(r *raw) { r.say(`{"type":"resp`) }, code: CodeClosed, retryable: true},
		{name: "close", act: func(r *raw) {}, code: CodeClosed, message: "connection closed before a response arrived", retryable: true},
		{name: "silence", act: func(r *raw) { r.line() }, code: CodeTimeout, message: late},
		{name: "17 MiB", act: func(r *raw) { r.say(big, "\n"); r.line() }, code: CodeResponseTooLarge},
		{name: "17 MiB without an end", act: func(r *raw) { r.say(big); r.line() }, code: CodeResponseTooLarge},
		{name: "another id", act: func(r *raw) {
			r.say(`{"type":"response","id":7,"ok":true,"result":1}`+"\n", `{"type":"response","id":"1","ok":true}`+"\n")
			r.line()
		},
			code: CodeTimeout, message: late},
		{name: "garbage", act: func(r *raw) { r.say("garbage\n"); r.line() }, code: CodeMalformed, message: "no frame: got 'g', want a value"},
		{name: "an array", act: func(r *raw) { r.say("[1]\n"); r.line() }, code: CodeMalformed, message: "got no object"},
		{name: "no UTF-8", act: func(r *raw) { r.say("{\"a\":\"\xff\"}\n"); r.line() }, code: CodeMalformed, message: "invalid-utf8"},
		{name: "two ids", act: func(r *raw) { r.say(`{"type":"response","id":1,"id":2,"ok":true}` + "\n"); r.line() }, code: CodeMalformed,
			message: "twice"},
		{name: "too deep", act: func(r *raw) { r.say(`{"id":1,"result":`+strings.Repeat("[", 200), "\n"); r.line() }, code: CodeMalformed, message: "depth"},
		{name: "an error of the line", act: func(r *raw) {
			r.say(`{"type":"response","id":0,"ok":false,"error":{"code":"bad_request","message":"m"}}` + "\n")
			r.line()
		}, code: CodeBadRequest, message: "m", stays: true},
		{name: "an error of the host", act: func(r *raw) {
			r.say(`{"type":"response","id":1,"ok":false,"error":{"code":"its_own","message":"m","retryable":true,"details":{"a":1}}}` + "\n")
			r.line()
		}, code: "its_own", message: "m", retryable: true, stays: true},
		{name: "an error without an error", act: func(r *raw) { r.say(`{"type":"response","id":1}` + "\n"); r.line() }, code: "error", stays: true},
		{name: "events without end", act: func(r *raw) {
			for range 1 << 20 {
				if _, err := io.WriteString(r.Conn, `{"type":"event","id":1,"event":1}`+"\n"); err != nil {
					return
				}
			}
		}, code: CodeTimeout, message: late},
		{name: "no newline at the end", act: func(r *raw) { r.say(`{"type":"response","id":1,"ok":true,"result":{}}`) }},
		{name: "empty lines", act: func(r *raw) { r.say("\n\r\n\n", `{"type":"response","id":1,"ok":true,"result":{}}`, "\r\n"); r.line() }, stays: true},
		{name: "other members, other names", act: func(r *raw) {
			r.say(`{"x":[],"TYPE":"event","type":"response","ID":2,"id":1,"ok":true,"result":{}}` + "\n")
			r.line()
		}, stays: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			noLeaks(t)
			s := newSuite(t)
			fakeHost(t, s, true, func(r *raw) { r.line(); c.act(r) })
			conn := dial(t, s)
			defer func() { _ = conn.Close() }()
			patience := 4 * time.Second
			if c.code == CodeTimeout {
				patience = 150 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			result, err := conn.Call(ctx, "demo.act", []byte(`{"a":1}`))
			assert.Equal(t, c.code != "" && !c.stays, conn.closed.Load())
			if c.code == "" {
				require.NoError(t, err)
				assert.Equal(t, "{}", string(result))
				return
			}
			e := failure(t, err)
			assert.Equal(t, c.code, e.Code)
			assert.Contains(t, e.Message, c.message)
			assert.Equal(t, c.retryable, e.Retryable)
			if !c.stays {
				_, err = conn.Call(within5(t), "demo.act", nil)
				assert.Equal(t, CodeClosed, failure(t, err).Code)
			}
		})
	}
}

// What a host may do instead of an answer to the hello.
func TestClientHelloFaults(t *testing.T) {
	for _, c := range []struct {
		name, say, code, message string
		retryable                bool
	}{
		{"silence", "", CodeTimeout, "hello exceeded the 150 ms deadline; connection aborted", false},
		{"close", "close", CodeClosed, "connection closed before a response arrived", true},
		{"garbage", "}\n", CodeMalformed, "hello: the host sent a line that is no frame: got '}', want a value [syntax]", false},
		{"17 MiB", big, CodeResponseTooLarge, "hello: the host's line is over the limit of 16777216 bytes", false},
		{"refusal", `{"type":"hello","ok":false,"error":{"code":"host_handoff","message":"later","retryable":true}}` + "\n", CodeHandoff, "later", true},
		{"refusal without a reason", "{}\n", "error", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			noLeaks(t)
			s := newSuite(t)
			fakeHost(t, s, false, func(r *raw) {
				assert.Equal(t, `{"app":"app","protocol_major":1,"type":"hello"}`, r.line())
				if c.say != "close" {
					r.say(c.say)
					r.line()
				}
			})
			patience := 4 * time.Second
			if c.code == CodeTimeout {
				patience = 150 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			_, err := Dial(ctx, s, service, "app")
			assert.Equal(t, c.code, failure(t, err).Code)
			assert.Equal(t, c.message, failure(t, err).Message)
			assert.Equal(t, c.retryable, failure(t, err).Retryable)
		})
	}
}

func TestClientSkipsWhatIsNotItsOwn(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	fakeHost(t, s, true, func(r *raw) {
		assert.Equal(t, `{"id":1,"method":"a","params":{},"type":"request"}`, r.line())
		r.say(`{"type":"event","id":9,"event":"other"}`+"\n", `{"type":"event","id":1,"event":{"n":1}}`+"\n",
			`{"type":"response","id":9,"ok":true,"result":9}`+"\n", `{"type":"news","id":1}`+"\n", `{"type":"event","id":1}`+"\n",
			`{"type":"response","id":1,"ok":true,"result": [1, 2] }`+"\n", `{"type":"response","id":1,"ok":true,"result":"again"}`+"\n")
		assert.Equal(t, `{"id":2,"method":"b","params":{"x":1},"type":"request"}`, r.line())
		r.say(`{"type":"response","id":2,"ok":true}` + "\n")
		r.line()
	})
	c := dial(t, s)
	var events []string
	c.OnEvent = func(event []byte) { events = append(events, string(event)) }
	result, err := c.Call(within5(t), "a", nil)
	require.NoError(t, err)
	assert.Equal(t, "[1, 2]", string(result))
	assert.Equal(t, []string{`{"n":1}`}, events)
	result, err = c.Call(within5(t), "b", []byte(" { \"x\" :\n1 } "))
	require.NoError(t, err)
	assert.Equal(t, "null", string(result))
	assert.Equal(t, "fake", c.Record().Role)
	require.NoError(t, c.Close())
}

func TestClientIsCancelled(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	fakeHost(t, s, true, func(r *raw) { r.line(); r.line() })
	c := dial(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	_, err := c.Call(ctx, "slow", nil)
	e := failure(t, err)
	assert.Equal(t, Error{Code: CodeCancelled, Message: "request `slow` was cancelled", Cause: context.Canceled}, *e)
	require.ErrorIs(t, err, context.Canceled)
	_, err = Dial(ctx, s, service, "app")
	assert.Equal(t, CodeCancelled, failure(t, err).Code)

	c = dial(t, s)
	time.AfterFunc(30*time.Millisecond, func() { _ = c.Close() })
	_, err = c.Call(within5(t), "slow", nil)
	assert.Equal(t, CodeClosed, failure(t, err).Code)
}

// A host that does not read cannot hold a client that has much to say.
func TestClientIsNotRead(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	release := make(chan struct{})
	fakeHost(t, s, true, func(*raw) { <-release })
	defer close(release)
	c := dial(t, s)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := c.Call(ctx, "much", []byte(`"`+strings.Repeat("x", 15<<20)+`"`))
	assert.Equal(t, CodeTimeout, failure(t, err).Code)
}

func TestClientRefusesToSend(t *testing.T) {
	s := newSuite(t)
	serve(t, s, Config{}, echo)
	c := dial(t, s)
	_, err := c.Call(within5(t), "echo", []byte(`{"a":1,"a":2}`))
	assert.EqualError(t, err, "invalid_arguments: echo: /a: the object has this member twice [duplicate-member]")
	_, err = c.Call(within5(t), "echo", []byte(strings.Repeat("[", 127)+strings.Repeat("]", 127)))
	assert.Equal(t, CodeInvalidArguments, failure(t, err).Code)
	_, err = c.Call(within5(t), "echo", []byte(`"`+big+`"`))
	assert.Equal(t, CodeRequestTooLarge, failure(t, err).Code)
	// Nothing was sent, so the connection is as good as before.
	result, err := c.Call(within5(t), "echo", []byte(`"`+strings.Repeat("é", 1<<20)+`"`))
	require.NoError(t, err)
	assert.Len(t, result, 2<<20+2)
}

// One call at a time: the second waits for its turn, and may give up without harm to the first.
func TestClientWaitsForItsTurn(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	enter, leave := make(chan struct{}), make(chan struct{})
	serve(t, s, Config{}, func(context.Context, string, []byte) ([]byte, error) {
		close(enter)
		<-leave
		return []byte("1"), nil
	})
	c := dial(t, s)
	first := make(chan error, 1)
	go func() {
		_, err := c.Call(within5(t), "echo", nil)
		first <- err
	}()
	<-enter
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := c.Call(ctx, "echo", nil)
	assert.EqualError(t, err, "request_timeout: request `echo` waiting for the connection exceeded the 50 ms deadline; connection aborted")
	close(leave)
	require.NoError(t, <-first)
	_ = c.Close()
}
