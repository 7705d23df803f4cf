package demohost

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// suite returns a suite in a short path: that of a test may be too long for a socket.
func suite(t *testing.T) transport.Suite {
	dir, err := os.MkdirTemp("", "dh")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	dir, err = filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	s, err := transport.At(dir)
	require.NoError(t, err)
	return s
}

// up starts a service.
func up(t *testing.T, o Options, arrange bool) (*Service, transport.Suite) {
	t.Helper()
	if o.Catalog == nil {
		o.Catalog = []App{desk}
	}
	if o.Mode == "" && o.Consent == nil {
		o.Mode = ConsentAllow
	}
	o.Bundles = bundles(t)
	at := suite(t)
	s, err := Start(at, o, arrange)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, s.Close())
		assert.NoFileExists(t, filepath.Join(at.ServiceDir(demo.Service), "service.json"))
		assert.NoFileExists(t, filepath.Join(at.ServiceDir(ControlService), "service.json"))
	})
	return s, at
}

func dial(t *testing.T, at transport.Suite, service string) *transport.Conn {
	t.Helper()
	c, err := transport.Dial(within(t), at, service, demo.ClientName)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func control(t *testing.T, at transport.Suite, params string) {
	t.Helper()
	result, err := dial(t, at, ControlService).Call(within(t), ControlArrange, []byte(params))
	require.NoError(t, err)
	assert.JSONEq(t, `{}`, string(result))
}

// Every code of the contract, as a client gets it over the transport.
func TestEveryCode(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]bool{}
	_, at := up(t, Options{}, true)
	fresh := func() (*demo.Client, demo.Token, demo.ElementRef) {
		control(t, at, `{"reset":true}`)
		c := demo.NewClient(dial(t, at, demo.Service))
		r, err := c.Request(within(t), &asking)
		require.NoError(t, err)
		s, err := c.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
		require.NoError(t, err)
		return c, r.Token, s.Elements[0].Ref
	}
	want := func(code string, err error) {
		t.Helper()
		var e *transport.Error
		if assert.ErrorAs(t, err, &e) {
			assert.Equal(t, code, e.Code)
			assert.Equal(t, code == "not_armed" || code == "service_unavailable", e.Retryable, code)
			assert.NotEmpty(t, e.Message)
			mu.Lock()
			seen[e.Code] = true
			mu.Unlock()
		}
	}
	request := func(c *demo.Client) error { _, err := c.Request(within(t), &asking); return err }
	snapshot := func(c *demo.Client, token demo.Token) error {
		_, err := c.Snapshot(within(t), &demo.SnapshotParams{Token: token})
		return err
	}

	c, token, ref := fresh()
	want("invalid_token", snapshot(c, "t-none"))
	_, err := c.Act(within(t), &demo.ActParams{Token: token, Ref: ref + "x", Op: demo.ElementOpClick})
	want("invalid_arguments", err)
	_, err = dial(t, at, demo.Service).Call(within(t), demo.ToolAct, []byte(`{"token":"`+token.Expose()+`","ref":"r","op":"type"}`))
	want("invalid_arguments", err) // which no client of ours sends
	s, err := c.Snapshot(within(t), &demo.SnapshotParams{Token: token})
	require.NoError(t, err)
	_, err = c.Act(within(t), &demo.ActParams{Token: token, Ref: s.Elements[3].Ref, Op: demo.ElementOpClick})
	want("target_blocked", err)
	_, err = c.Request(within(t), &demo.RequestParams{App: "app.test.none", AgentName: "a"})
	want("unknown_app", err)
	control(t, at, `{"permission":false}`)
	want("permission_missing", request(c))
	want("permission_missing", snapshot(c, token))
	control(t, at, `{"permission":true,"armed":false}`)
	want("not_armed", snapshot(c, token))
	control(t, at, `{"armed":true,"capture":"unsafe"}`)
	want("capture_unsafe", snapshot(c, token))
	control(t, at, `{"capture":"safe","consent":"deny"}`)
	want("consent_denied", request(c))
	control(t, at, `{"enabled":false}`)
	want("demo_disabled", snapshot(c, token))
	want("demo_disabled", request(c))

	c, token, _ = fresh()
	_, err = c.End(within(t), &demo.EndParams{Token: token})
	require.NoError(t, err)
	want("session_ended", snapshot(c, token))
	c, token, _ = fresh()
	n, err := CallKill(within(t), dial(t, at, ControlService), "")
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	want("session_killed", snapshot(c, token))

	c, token, _ = fresh()
	control(t, at, `{"answer":{"capture_state":"safe"}}`)
	want("malformed_response", snapshot(c, token))
	control(t, at, `{"answer":{"capture_state":"masked","elements":[]}}`)
	want("capture_unsafe", snapshot(c, token)) // the client's own rule
	require.NoError(t, snapshot(c, token), "an arranged answer is for one call")

	control(t, at, `{"service":"down"}`)
	_, err = transport.Dial(within(t), at, demo.Service, demo.ClientName)
	want("service_unavailable", err)
	control(t, at, `{"service":"down"}`)
	control(t, at, `{"service":"up"}`)
	assert.NoError(t, snapshot(demo.NewClient(dial(t, at, demo.Service)), token), "sessions outlive the outage")
	control(t, at, `{"service":"down"}`)
	control(t, at, `{"reset":true}`)
	want("invalid_token", snapshot(demo.NewClient(dial(t, at, demo.Service)), token))

	for _, code := range demo.ErrorCodeValues() {
		assert.True(t, seen[string(code)], "%s was not seen", code)
	}
}

// Without being asked for, the control service takes kill alone: whoever arranges answers in the person's place.
func TestArrangeIsOffUnlessAskedFor(t *testing.T) {
	s, at := up(t, Options{Mode: ConsentDeny}, false)
	_, err := dial(t, at, ControlService).Call(within(t), ControlArrange, []byte(`{"consent":"allow"}`))
	assert.Equal(t, "request_not_allowed", code(err))
	_, err = demo.NewClient(dial(t, at, demo.Service)).Request(within(t), &asking)
	assert.Equal(t, "consent_denied", code(err))
	_, err = dial(t, at, demo.Service).Call(within(t), ControlKill, []byte(`{}`))
	assert.Equal(t, "request_not_allowed", code(err), "the demo service is not the control service")
	s.Host().set(func(s *Setting) { s.Consent = ConsentAllow })
	r, err := demo.NewClient(dial(t, at, demo.Service)).Request(within(t), &asking)
	require.NoError(t, err)
	c := dial(t, at, ControlService)
	n, err := CallKill(within(t), c, r.Session+"x")
	require.NoError(t, err)
	assert.Zero(t, n)
	n, err = CallKill(within(t), c, r.Session)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, err = c.Call(within(t), ControlKill, []byte(`{"sesion":"x"}`))
	assert.Equal(t, "invalid_arguments", code(err))
}

func TestWrongArrangements(t *testing.T) {
	_, at := up(t, Options{}, true)
	c := dial(t, at, ControlService)
	_, err := c.Call(within(t), ControlArrange, []byte(`{"enabled":1}`))
	assert.Equal(t, "invalid_arguments", code(err))
	assert.ErrorContains(t, err, "enabled: want true or false")
}

func TestASecondHostIsRefused(t *testing.T) {
	s, at := up(t, Options{}, false)
	_, err := Start(at, Options{Bundles: bundles(t)}, false)
	assert.ErrorContains(t, err, "in use")
	require.NoError(t, s.Close())
	// A control service that is taken keeps the demo service from staying behind alone.
	taken, err := transport.Listen(at, transport.Config{Service: ControlService, Role: "r", Version: "1"})
	require.NoError(t, err)
	dir := bundles(t)
	_, err = Start(at, Options{Bundles: dir}, false)
	assert.ErrorContains(t, err, "in use")
	assert.NoFileExists(t, filepath.Join(at.ServiceDir(demo.Service), "service.json"))
	require.NoError(t, taken.Close())
	// So does a folder of bundles that cannot be had.
	h := open(t, Options{Bundles: dir})
	_, err = Start(at, Options{Bundles: dir}, false)
	assert.ErrorContains(t, err, "another host writes its bundles")
	require.NoError(t, h.Close())
	s, err = Start(at, Options{Bundles: dir}, false)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	require.NoError(t, s.Close())
}

// The peer that goes takes its question with it.
func TestAConnectionThatClosesEndsTheQuestion(t *testing.T) {
	p := newPerson()
	s, at := up(t, Options{Consent: p.ask}, false)
	c := dial(t, at, demo.Service)
	ctx, cancel := context.WithCancel(within(t))
	done := make(chan error, 1)
	go func() { _, err := demo.NewClient(c).Request(ctx, &asking); done <- err }()
	<-p.asked
	cancel()
	require.Error(t, <-done)
	next := make(chan error, 1)
	go func() { _, err := demo.NewClient(dial(t, at, demo.Service)).Request(within(t), &asking); next <- err }()
	<-p.asked // the place at the person is free again
	p.answer <- true
	require.NoError(t, <-next)
	assert.Equal(t, 1, s.Host().liveSessions())
}

// Taking the service down ends questions; closing everything meanwhile does not wait for itself.
func TestDownAndCloseWithAQuestionOpen(t *testing.T) {
	p := newPerson()
	s, at := up(t, Options{Consent: p.ask}, true)
	done := make(chan error, 1)
	go func() { _, err := demo.NewClient(dial(t, at, demo.Service)).Request(within(t), &asking); done <- err }()
	<-p.asked
	control(t, at, `{"service":"down"}`)
	assert.Error(t, <-done)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			c, err := transport.Dial(within(t), at, ControlService, demo.ClientName)
			if err == nil {
				_, _ = c.Call(within(t), ControlArrange, fmt.Appendf(nil, `{"service":%q}`, []string{"up", "down"}[i%2]))
				_ = c.Close()
			}
		})
	}
	require.NoError(t, s.Close())
	wg.Wait()
}

// Many clients of one service at once.
func TestManyClients(t *testing.T) {
	log := &lines{}
	_, at := up(t, Options{Log: log.add}, false)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var tokens []string
	for i := range 16 {
		wg.Go(func() {
			conn, err := transport.Dial(within(t), at, demo.Service, demo.ClientName)
			if !assert.NoError(t, err) {
				return
			}
			defer conn.Close()
			c := demo.NewClient(conn)
			r, err := c.Request(within(t), &demo.RequestParams{App: desk.ID, AgentName: fmt.Sprint("agent ", i)})
			if !assert.NoError(t, err) {
				return
			}
			mu.Lock()
			tokens = append(tokens, r.Token.Expose())
			mu.Unlock()
			s, err := c.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
			if !assert.NoError(t, err) {
				return
			}
			text := fmt.Sprintf("SECRET-%d", i)
			_, err = c.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: []demo.Step{typed(s.Elements[1].Ref, text)}})
			assert.NoError(t, err)
			s, err = c.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
			if assert.NoError(t, err) {
				assert.Equal(t, "Note: "+text, s.Elements[1].Label)
			}
			_, err = c.End(within(t), &demo.EndParams{Token: r.Token})
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	require.Len(t, tokens, 16)
	assert.NotContains(t, log.text(), "SECRET")
	for _, token := range tokens {
		assert.False(t, strings.Contains(log.text(), token), "a token is in the log")
	}
}
