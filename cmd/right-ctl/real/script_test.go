package real_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// A scripted is a host on our transport that answers from a script, as rusthost does on the published one.
type scripted struct {
	script script
	mutex  sync.Mutex
	next   map[string]int
	gone   chan string // methods whose caller has gone
}

// startOurHost serves the demo from a script on our transport.
func startOurHost(tb testing.TB, s script) (transport.Suite, *scripted) {
	tb.Helper()
	suite, err := transport.At(tempDir(tb))
	require.NoError(tb, err)
	h := &scripted{script: s, next: map[string]int{}, gone: make(chan string, 100)}
	serve(tb, suite, h)
	return suite, h
}

func (h *scripted) step(method string) step {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	steps := h.script[method]
	if len(steps) == 0 {
		return step{"error": map[string]any{"code": "no_step", "message": "the script has nothing for " + method}}
	}
	s := steps[h.next[method]%len(steps)]
	h.next[method]++
	return s
}

func (h *scripted) Handle(ctx context.Context, method string, params []byte) ([]byte, error) {
	for {
		for word, value := range h.step(method) {
			switch word {
			case "result":
				return json.Marshal(value)
			case "echo":
				return params, nil
			case "huge":
				return json.Marshal(strings.Repeat("x", value.(int)))
			case "error":
				return nil, errorOf(value)
			case "panic":
				panic(value)
			case "event":
				text, err := json.Marshal(value)
				if err == nil {
					err = transport.Emit(ctx, text)
				}
				if err != nil {
					return nil, err
				}
			case "sleep_ms":
				select {
				case <-ctx.Done():
					h.gone <- method
					return nil, ctx.Err()
				case <-time.After(time.Duration(value.(int)) * time.Millisecond):
				}
			default:
				return nil, errors.New("there is no step " + word)
			}
		}
	}
}

// errorOf is an error as a script has it.
func errorOf(value any) error {
	var e struct {
		Code, Message string
		Retryable     bool
		Details       json.RawMessage
	}
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &e)
	}
	if err != nil {
		return err
	}
	return &transport.Error{Code: e.Code, Message: e.Message, Retryable: e.Retryable, Details: e.Details}
}

// dial connects our client to a host of the demo.
func dial(tb testing.TB, suite transport.Suite) *transport.Conn {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := demo.Dial(ctx, suite)
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = conn.Close() })
	return conn
}

// talk has our client make a call, and returns what it got as the published client tells it.
func talk(conn *transport.Conn, c call) string {
	events := []json.RawMessage{}
	conn.OnEvent = func(event []byte) { events = append(events, append(json.RawMessage{}, event...)) }
	deadline := patience
	if c.Deadline != 0 {
		deadline = time.Duration(c.Deadline) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	result, err := conn.Call(ctx, c.Method, c.Params)
	list, _ := json.Marshal(events)
	if err == nil {
		return fmt.Sprintf(`{"events":%s,"result":%s}`, list, result)
	}
	var e *transport.Error
	if !errors.As(err, &e) {
		return fmt.Sprintf("not an error of the transport: %T %v", err, err)
	}
	return fmt.Sprintf(`{"error":%s,"events":%s}`, e.AppendJSON(nil), list)
}
