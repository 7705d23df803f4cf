package real_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// deepest is how many arrays params may be nested in: the line of a call is one object more, and no reader goes deeper
// than 127.
const deepest = 126

// TestDepth has both clients send the deepest params that can be read, and such that are one deeper. A published client
// then waits for its whole deadline, since the host cannot tell which call it could not read; ours knows at once.
func TestDepth(t *testing.T) {
	s := only(demo.ToolAct, step{"echo": true})
	rust, _ := startRustHost(t, s)
	ours, _ := startOurHost(t, s)
	nest := func(n int) json.RawMessage { return json.RawMessage(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	for host, suite := range map[string]transport.Suite{"their host": rust, "our host": ours} {
		want := `{"events":[],"result":` + string(nest(deepest)) + `}`
		theirs := startRustClient(t, suite, demo.ClientName, patience)
		theirs.await("hello")
		assert.JSONEq(t, want, theirs.make(call{Method: demo.ToolAct, Params: json.RawMessage("[]"), Nest: deepest - 1}), host)
		assert.Contains(t, theirs.make(call{Method: demo.ToolAct, Params: json.RawMessage("[]"), Nest: deepest,
			Deadline: 200}), transport.CodeTimeout, host)

		assert.JSONEq(t, want, talk(dial(t, suite), call{Method: demo.ToolAct, Params: nest(deepest)}), host)
		start := time.Now()
		_, err := dial(t, suite).Call(within(t, patience), demo.ToolAct, nest(deepest+1))
		assert.Less(t, time.Since(start), patience/2)
		if assert.Error(t, err, host) {
			t.Logf("our client, %s: %v", host, err)
			assert.NotContains(t, err.Error(), transport.CodeTimeout)
		}
	}
}

// TestDepthOfArguments is TestDepth for our program. The published one would wait for half a minute.
func TestDepthOfArguments(t *testing.T) {
	r := startRecorder(t)
	for _, n := range []int{deepest, deepest + 1, deepest + 2} {
		array := strings.Repeat("[", n-1) + strings.Repeat("]", n-1)
		for _, arg := range []string{`{"a":` + array + `}`, "a=" + array} {
			o := r.watch(t, need(t, ourRightCtl), nil, []string{"--suite-root", r.suite.Root(), "demo", "apps", arg})
			if n == deepest {
				assert.True(t, o.done(), "%d: %s", n, o)
				continue
			}
			assert.Empty(t, o.Wire, "%d: %s", n, o)
			assert.NotZero(t, o.Exit, "%d: %s", n, o)
			t.Logf("depth %d: %s", n, o)
		}
	}
}

// TestTooLargeNumbers has a host of ours answer with numbers that no double holds. A published client does not take a line
// with one for JSON and would wait on, so the host does not send it.
func TestTooLargeNumbers(t *testing.T) {
	for _, number := range tooLarge {
		suite, _ := startOurHost(t, only(demo.ToolAct, step{"result": json.RawMessage(number)}))
		theirs := startRustClient(t, suite, demo.ClientName, patience)
		theirs.await("hello")
		const want = `{"error":{"code":"internal","message":"?","retryable":false},"events":[]}`
		assert.JSONEq(t, want, anyMessage(t, theirs.make(call{Method: demo.ToolAct, Deadline: 500})), number)
		assert.JSONEq(t, want, anyMessage(t, talk(dial(t, suite), call{Method: demo.ToolAct})), number)
	}
}

// TestTooLarge has both clients send more than a line may hold.
func TestTooLarge(t *testing.T) {
	rust, _ := startRustHost(t, only(demo.ToolAct, step{"result": 1}))
	ours, _ := startOurHost(t, only(demo.ToolAct, step{"result": 1}))
	params := json.RawMessage(`"` + strings.Repeat("x", 17<<20) + `"`)
	for host, suite := range map[string]transport.Suite{"their host": rust, "our host": ours} {
		theirs := startRustClient(t, suite, demo.ClientName, patience)
		theirs.await("hello")
		for _, got := range []string{theirs.make(call{Method: demo.ToolAct, Params: params}), talk(dial(t, suite),
			call{Method: demo.ToolAct, Params: params})} {
			assert.JSONEq(t, `{"error":{"code":"request_too_large","message":"?","retryable":false},"events":[]}`,
				anyMessage(t, got), host)
		}
	}
}
