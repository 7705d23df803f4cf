package real_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

func assertCode(t *testing.T, err error, code string, retryable bool) {
	t.Helper()
	var e *transport.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, code, e.Code, e.Message)
	assert.Equal(t, retryable, e.Retryable, e.Message)
}

// within is a context for what must not take long.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// results is a script of valid results for all methods.
func results() script {
	s := script{}
	for method, result := range validResults {
		s[method] = []step{{"result": json.RawMessage(result)}}
	}
	return s
}

// TestClient calls every method of a published host with the generated client.
func TestClient(t *testing.T) {
	suite, p := startRustHost(t, results())
	conn := dial(t, suite)
	c, ctx := demo.NewClient(conn), within(t, patience)
	called := func(method, params string) {
		t.Helper()
		var line struct {
			Call, App string
			PID       int
			Params    json.RawMessage
		}
		require.NoError(t, json.Unmarshal([]byte(p.next()), &line))
		assert.Equal(t, method, line.Call)
		assert.Equal(t, demo.ClientName, line.App)
		assert.Equal(t, os.Getpid(), line.PID)
		assert.JSONEq(t, params, string(line.Params))
	}
	request, err := c.Request(ctx, &demo.RequestParams{App: "a", AgentName: "n\u2028"})
	require.NoError(t, err)
	assert.Equal(t, "s1", request.Session)
	called(demo.ToolRequest, `{"app":"a","agent_name":"n\u2028"}`)
	apps, err := c.Apps(ctx, &demo.AppsParams{})
	require.NoError(t, err)
	assert.Len(t, apps.Apps, 1)
	called(demo.ToolApps, `{}`)
	snapshot, err := c.Snapshot(ctx, &demo.SnapshotParams{Token: request.Token})
	require.NoError(t, err)
	require.Len(t, snapshot.Elements, 1)
	called(demo.ToolSnapshot, `{"token":"t1"}`)
	text := "é"
	act, err := c.Act(ctx, &demo.ActParams{Token: request.Token, Ref: snapshot.Elements[0].Ref, Op: demo.ElementOpType, Text: &text})
	require.NoError(t, err)
	assert.Equal(t, "r1", act.ReceiptID)
	called(demo.ToolAct, `{"token":"t1","ref":"e1","op":"type","text":"é"}`)
	batch, err := c.Batch(ctx, &demo.BatchParams{Token: request.Token, Steps: []demo.Step{{Ref: "e1", Op: demo.ElementOpClick}}})
	require.NoError(t, err)
	assert.Nil(t, batch.FailedStep)
	called(demo.ToolBatch, `{"token":"t1","steps":[{"ref":"e1","op":"click"}]}`)
	end, err := c.End(ctx, &demo.EndParams{Token: request.Token})
	require.NoError(t, err)
	assert.Equal(t, "b1", end.BundleID)
	called(demo.ToolEnd, `{"token":"t1"}`)
	_, err = conn.Call(ctx, demo.ToolApps, nil) // no params at all
	require.NoError(t, err)
	called(demo.ToolApps, `{}`)
}

// TestClientRefuses has a published host answer what the contract does not allow.
func TestClientRefuses(t *testing.T) {
	calls := map[string]func(*demo.Client, context.Context) error{
		demo.ToolRequest: func(c *demo.Client, ctx context.Context) error {
			_, err := c.Request(ctx, &demo.RequestParams{})
			return err
		},
		demo.ToolApps: func(c *demo.Client, ctx context.Context) error { _, err := c.Apps(ctx, &demo.AppsParams{}); return err },
		demo.ToolSnapshot: func(c *demo.Client, ctx context.Context) error {
			_, err := c.Snapshot(ctx, &demo.SnapshotParams{})
			return err
		},
		demo.ToolAct: func(c *demo.Client, ctx context.Context) error {
			_, err := c.Act(ctx, &demo.ActParams{Op: "click"})
			return err
		},
		demo.ToolBatch: func(c *demo.Client, ctx context.Context) error {
			_, err := c.Batch(ctx, &demo.BatchParams{Steps: []demo.Step{{Op: "click"}}})
			return err
		},
		demo.ToolEnd: func(c *demo.Client, ctx context.Context) error { _, err := c.End(ctx, &demo.EndParams{}); return err },
	}
	s := script{}
	codes := map[string][]string{}
	add := func(method, code string, results ...string) {
		for _, result := range results {
			s[method] = append(s[method], step{"result": json.RawMessage(result)})
			codes[method] = append(codes[method], code)
		}
	}
	for method := range calls {
		add(method, transport.CodeMalformed, `null`, `[]`, `"s"`, `1`, `true`, `{}`, `[{}]`)
		add(method, "", validResults[method], strings.Replace(validResults[method], "{", `{"more":{"x":[]},`, 1))
	}
	add(demo.ToolSnapshot, string(demo.ErrorCodeCaptureUnsafe), `{"capture_state":"masked","elements":[]}`,
		`{"capture_state":null}`, `{"capture_state":1}`)
	add(demo.ToolSnapshot, transport.CodeMalformed, `{"elements":[]}`, `{"capture_state":"safe","elements":[{"ref":"e"}]}`)
	add(demo.ToolEnd, transport.CodeMalformed, `{"ended":false,"bundle_id":"b","bundle_state":"complete"}`)
	add(demo.ToolBatch, transport.CodeMalformed, `{"completed":-1,"results":[],"failed_step":null,"error_code":null}`,
		`{"completed":0,"results":[],"failed_step":0,"error_code":"nosuch"}`, `{"completed":0,"results":[]}`)
	suite, _ := startRustHost(t, s)
	conn := dial(t, suite) // one for all: a bad result does not end it
	c, ctx := demo.NewClient(conn), within(t, patience)
	for method, want := range codes {
		for i, code := range want {
			err := calls[method](c, ctx)
			if code == "" {
				assert.NoError(t, err, "%s %v", method, s[method][i])
				continue
			}
			assertCode(t, err, code, false)
			assert.ErrorContains(t, err, method+": ")
		}
	}
	_, err := c.Batch(ctx, &demo.BatchParams{}) // nor do params that never leave
	assertCode(t, err, transport.CodeInvalidArguments, false)
	assertCode(t, calls[demo.ToolAct](c, ctx), transport.CodeMalformed, false) // the script is at its start again
}

// TestPrograms has both programs call a published host, and compares all that can be seen of them.
func TestPrograms(t *testing.T) {
	theirs, ours := need(t, realRightCtl), need(t, ourRightCtl)
	s := results()
	s[demo.ToolApps] = nil
	for _, code := range append(codes(), "nosuch", "not_exposed", "tool_not_allowed", "denied_by_admission", "unknown_tool") {
		failure := step{"error": map[string]any{"code": code, "message": "é\u2028\n" + code, "retryable": code[0]&1 == 0,
			"details": []int{1}}}
		s[demo.ToolApps] = append(s[demo.ToolApps], failure, failure) // for each program
	}
	s[demo.ToolEnd] = []step{{"event": 1}, {"panic": "boom"}, {"event": 1}, {"panic": "boom"}, {"huge": 17 << 20}, {"huge": 17 << 20}}
	suite, _ := startRustHost(t, s)
	same := func(args ...string) outcome {
		args = append([]string{"--suite-root", suite.Root(), "--journal", "{dir}/journal", demo.ContractName}, args...)
		real, own := start(t, theirs, args...), start(t, ours, args...)
		assert.Equal(t, real, own)
		return own
	}
	for _, g := range good {
		if g.tool != "apps" && g.tool != "end" {
			assert.Zero(t, same(append([]string{g.tool}, g.pairs...)...).Exit)
		}
	}
	for range len(s[demo.ToolApps]) / 2 {
		assert.NotZero(t, same("apps").Exit)
	}
	assert.Equal(t, transport.CodePanic, same("end", "token=t1").Code)
	assert.Equal(t, transport.CodeResponseTooLarge, same("end", "token=t1").Code)
	suite, _ = startRustHost(t, results(), demo.ToolApps) // nothing else is allowed
	assert.Equal(t, transport.CodeNotAllowed, same("end", "token=t1").Code)
}

// TestLeaving looks at a published host whose caller does not wait for the answer.
func TestLeaving(t *testing.T) {
	suite, p := startRustHost(t, only(demo.ToolAct, step{"sleep_ms": 5000}))
	t.Run("after a deadline", func(t *testing.T) {
		conn, start := dial(t, suite), time.Now()
		_, err := conn.Call(within(t, 100*time.Millisecond), demo.ToolAct, nil)
		assertCode(t, err, transport.CodeTimeout, false)
		assert.Less(t, time.Since(start), 2*time.Second)
		p.await("gone")
		_, err = conn.Call(within(t, patience), demo.ToolAct, nil)
		assertCode(t, err, transport.CodeClosed, true)
	})
	t.Run("after it was cancelled", func(t *testing.T) {
		conn := dial(t, suite)
		ctx, cancel := context.WithCancel(within(t, patience))
		time.AfterFunc(100*time.Millisecond, cancel)
		_, err := conn.Call(ctx, demo.ToolAct, nil)
		assertCode(t, err, transport.CodeCancelled, false)
		p.await("gone")
	})
	t.Run("closed meanwhile", func(t *testing.T) {
		conn := dial(t, suite)
		time.AfterFunc(100*time.Millisecond, func() { _ = conn.Close() })
		_, err := conn.Call(within(t, patience), demo.ToolAct, nil)
		assertCode(t, err, transport.CodeClosed, true)
		p.await("gone")
	})
}

// TestHostLeaves has a published host go away while it works on a call. Its record stays under the name that it was
// published under.
func TestHostLeaves(t *testing.T) {
	for _, how := range []string{"close", "exit"} {
		suite, p := startRustHost(t, only(demo.ToolAct, step{"event": 1}, step{how: true}))
		conn := dial(t, suite)
		_, err := conn.Call(within(t, patience), demo.ToolAct, nil)
		assertCode(t, err, transport.CodeClosed, true)
		if how == "exit" {
			p.drain()
		}
		_, err = demo.Dial(within(t, patience), suite)
		assertCode(t, err, transport.CodeUnavailable, true)
		assert.ErrorContains(t, err, demo.Service+" host unreachable: ")
		args := []string{"--suite-root", suite.Root(), "demo", "apps"}
		theirs, ours := start(t, need(t, realRightCtl), args...), start(t, need(t, ourRightCtl), args...)
		assert.Equal(t, theirs, ours)
	}
}

// TestHandoff asks a published host to make room for another one, as such a one would.
func TestHandoff(t *testing.T) {
	suite, p := startRustHost(t, only(demo.ToolAct, step{"sleep_ms": 3000}, step{"result": 1}))
	idle, busy := dial(t, suite), dial(t, suite)
	answer := make(chan error, 1)
	go func() {
		_, err := busy.Call(within(t, patience), demo.ToolAct, nil)
		answer <- err
	}()
	p.await("call")
	takeover := fmt.Sprintf(`{"role":"better","rank":0,"pid":%d,"requested_at_ms":%d}`, os.Getpid(), time.Now().UnixMilli())
	path := filepath.Join(suite.Root(), "runtime", strings.ReplaceAll(demo.Service, ".", "-"), "takeover.json")
	require.NoError(t, os.WriteFile(path, []byte(takeover), 0o600))
	p.await("handoff") // it looks once a second
	_, err := idle.Call(within(t, patience), demo.ToolAct, nil)
	assertCode(t, err, transport.CodeHandoff, true)
	_, err = demo.Dial(within(t, patience), suite)
	assertCode(t, err, transport.CodeHandoff, true)
	args := []string{"--suite-root", suite.Root(), "demo", "apps"}
	theirs, ours := start(t, need(t, realRightCtl), args...), start(t, need(t, ourRightCtl), args...)
	assert.Equal(t, theirs, ours)
	select {
	case err := <-answer: // what it has begun it ends
		assert.NoError(t, err)
	case <-time.After(patience):
		assert.Fail(t, "the call does not end")
	}
}
