package demohost

import (
	"context"
	"strings"
	"sync"
	"testing"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestApps(t *testing.T) {
	h := open(t, Options{})
	r, err := h.Apps(within(t), &demo.AppsParams{})
	require.NoError(t, err)
	assert.Equal(t, []demo.App{{ID: desk.ID, Name: desk.Name}}, r.Apps)
	arrange(t, h, `{"enabled":false}`)
	_, err = h.Apps(within(t), &demo.AppsParams{})
	assert.Equal(t, "demo_disabled", code(err))
}

func TestNoAppsIsAnEmptyList(t *testing.T) {
	r, err := open(t, Options{Catalog: []App{}}).Apps(within(t), &demo.AppsParams{})
	require.NoError(t, err)
	assert.NotNil(t, r.Apps)
	assert.Empty(t, r.Apps)
}

func TestRequestIsRefusedBeforeAnybodyIsAsked(t *testing.T) {
	h := open(t, Options{Mode: ConsentAllow})
	for _, c := range []struct{ arrange, app, want string }{
		{`{}`, "app.test.other", "unknown_app"},
		{`{}`, "", "unknown_app"},
		{`{"permission":false}`, desk.ID, "permission_missing"},
		{`{"permission":false}`, "app.test.other", "unknown_app"},
		{`{"enabled":false}`, desk.ID, "demo_disabled"},
	} {
		arrange(t, h, `{"reset":true}`)
		arrange(t, h, c.arrange)
		_, err := h.Request(within(t), &demo.RequestParams{App: c.app, AgentName: "tester"})
		assert.Equal(t, c.want, code(err), "%+v", c)
	}
	assert.Empty(t, h.sessions)
}

func TestTokens(t *testing.T) {
	h := open(t, Options{})
	a, b := begin(t, h), begin(t, h)
	refA, refB := look(t, h, a.Token)["Clicked"], look(t, h, b.Token)["Clicked"]
	assert.NotEqual(t, refA.Ref, refB.Ref, "refs are of their session")
	for _, token := range []demo.Token{"", "t", demo.Token(a.Session), a.Token[:len(a.Token)-1], a.Token + "a", demo.Token(strings.ToUpper(a.Token.Expose()))} {
		_, err := h.Snapshot(within(t), &demo.SnapshotParams{Token: token})
		assert.Equal(t, "invalid_token", code(err))
		_, err = h.End(within(t), &demo.EndParams{Token: token})
		assert.Equal(t, "invalid_token", code(err))
	}
	_, err := h.Act(within(t), click(a.Token, refB))
	assert.Equal(t, "invalid_arguments", code(err), "a ref of another session names nothing")
	_, err = h.Act(within(t), click(a.Token, refA))
	require.NoError(t, err)
	assert.Equal(t, "Clicked 0 times", look(t, h, b.Token)["Clicked"].Label, "the other session's app is untouched")
	_, err = h.End(within(t), &demo.EndParams{Token: a.Token})
	require.NoError(t, err)
	_, err = h.Act(within(t), click(b.Token, refB))
	assert.NoError(t, err, "the other session lives on")
}

func TestActChangesTheApp(t *testing.T) {
	h := open(t, Options{})
	r := begin(t, h)
	see := func() map[string]demo.Element { return look(t, h, r.Token) }
	at := see()
	require.Len(t, at, 5)
	do := func(s demo.Step) { t.Helper(); require.NoError(t, act(h, within(t), r.Token, s)) }
	button := demo.Step{Ref: at["Clicked"].Ref, Op: demo.ElementOpClick}
	field := at["textfield"].Ref
	do(button)
	do(button)
	assert.Equal(t, "Clicked 2 times", see()["Clicked"].Label)
	assert.Equal(t, at["Clicked"].Ref, see()["Clicked"].Ref, "refs last as long as the session")
	do(typed(field, "1e3"))
	assert.Equal(t, "Note: 1e3", see()["textfield"].Label)
	do(pressed(field, "backspace"))
	do(typed(field, "2é"))
	assert.Equal(t, "Note: 1e2é", see()["textfield"].Label)
	do(pressed(field, "backspace"))
	do(pressed(field, "cmd+s"))
	assert.Equal(t, "Note: 1e2", see()["textfield"].Label)
	do(pressed(field, "cmd+a"))
	do(typed(field, "new"))
	assert.Equal(t, "Note: new", see()["textfield"].Label)
	do(pressed(field, "enter"))
	assert.Equal(t, "Note: ", see()["textfield"].Label)
	assert.Equal(t, "Send (1 sent)", see()["Send"].Label)
	do(typed(field, strings.Repeat("ab", 50)))
	assert.Equal(t, "Note: "+strings.Repeat("ab", 30)+"... (100 characters)", see()["textfield"].Label)
	do(demo.Step{Ref: at["Send"].Ref, Op: demo.ElementOpClick})
	assert.Equal(t, "Send (2 sent)", see()["Send"].Label)
	assert.Empty(t, at["password"].Ops)
	assert.NotNil(t, at["password"].Ops)
	do(demo.Step{Ref: at["Open"].Ref, Op: demo.ElementOpClick})
	_, err := h.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	assert.Equal(t, "capture_unsafe", code(err))
	assert.Equal(t, "capture_unsafe", code(act(h, within(t), r.Token, button)))
}

func TestStepsThatAreRefused(t *testing.T) {
	h := open(t, Options{})
	r := begin(t, h)
	at := look(t, h, r.Token)
	secret, field, button := at["password"].Ref, at["textfield"].Ref, at["Clicked"].Ref
	for _, c := range []struct {
		step demo.Step
		want string
	}{
		{demo.Step{Ref: secret, Op: demo.ElementOpClick}, "target_blocked"},
		{typed(secret, "x"), "target_blocked"},
		{pressed(secret, "enter"), "target_blocked"},
		{typed(button, "x"), "invalid_arguments"},
		{pressed(button, "enter"), "invalid_arguments"},
		{demo.Step{Ref: "e-none", Op: demo.ElementOpClick}, "invalid_arguments"},
		{demo.Step{Ref: "", Op: demo.ElementOpClick}, "invalid_arguments"},
		{pressed(field, "cmd+nosuchkey"), "invalid_arguments"},
		{pressed(field, ""), "invalid_arguments"},
		{typed(field, strings.Repeat("x", maxField+1)), "invalid_arguments"},
	} {
		assert.Equal(t, c.want, code(act(h, within(t), r.Token, c.step)), "%s %s", c.step.Op, c.step.Ref)
		b, err := h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: []demo.Step{c.step}})
		require.NoError(t, err)
		require.NotNil(t, b.ErrorCode)
		assert.Equal(t, c.want, string(*b.ErrorCode))
		assert.Equal(t, int64(0), *b.FailedStep)
		assert.Zero(t, b.Completed)
		assert.NotNil(t, b.Results)
	}
}

func TestBatchStopsAtTheFirstFailure(t *testing.T) {
	h := open(t, Options{})
	r := begin(t, h)
	at := look(t, h, r.Token)
	button := demo.Step{Ref: at["Clicked"].Ref, Op: demo.ElementOpClick}
	b, err := h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: []demo.Step{button, button, typed(at["password"].Ref, "x"), button}})
	require.NoError(t, err)
	assert.Equal(t, int64(2), b.Completed)
	assert.Len(t, b.Results, 2)
	assert.NotEqual(t, b.Results[0], b.Results[1])
	assert.Equal(t, int64(2), *b.FailedStep)
	assert.Equal(t, demo.ErrorCodeTargetBlocked, *b.ErrorCode)
	assert.Equal(t, "Clicked 2 times", look(t, h, r.Token)["Clicked"].Label, "the step after it did not run")
	b, err = h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: []demo.Step{button, button}})
	require.NoError(t, err)
	assert.Nil(t, b.FailedStep)
	assert.Nil(t, b.ErrorCode)
	assert.Equal(t, int64(2), b.Completed)
	// A step that makes the app unsafe stops the batch before the next.
	b, err = h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: []demo.Step{{Ref: at["Open"].Ref, Op: demo.ElementOpClick}, button}})
	require.NoError(t, err)
	assert.Equal(t, demo.ErrorCodeCaptureUnsafe, *b.ErrorCode)
	assert.Equal(t, int64(1), b.Completed)
}

// slow returns an app with one button whose clicks wait until they are let go or stopped.
func slow(started, release chan struct{}) App {
	return App{ID: desk.ID, Name: desk.Name, Open: func() *Screen {
		return &Screen{Elements: []Element{{
			Role: "button", Name: "Slow", Ops: []demo.ElementOp{demo.ElementOpClick},
			Do: func(ctx context.Context, _ demo.ElementOp, _ string) error {
				started <- struct{}{}
				select {
				case <-release:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			},
		}}}
	}}
}

func TestKillDuringABatch(t *testing.T) {
	started, release := make(chan struct{}, 9), make(chan struct{}, 9)
	dir := bundles(t)
	h := open(t, Options{Catalog: []App{slow(started, release)}, Bundles: dir})
	r := begin(t, h)
	snapshot, err := h.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	require.NoError(t, err)
	step := demo.Step{Ref: snapshot.Elements[0].Ref, Op: demo.ElementOpClick}
	release <- struct{}{} // for the first step alone
	ctx := within(t)
	var n int
	var wg sync.WaitGroup
	wg.Go(func() {
		<-started
		<-started
		n, err = h.Kill("")
	})
	b, batchErr := h.Batch(ctx, &demo.BatchParams{Token: r.Token, Steps: []demo.Step{step, step, step}})
	wg.Wait()
	require.NoError(t, batchErr, "the receipt of the first step is not lost")
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.Equal(t, int64(1), b.Completed)
	assert.Equal(t, int64(1), *b.FailedStep)
	assert.Equal(t, demo.ErrorCodeSessionKilled, *b.ErrorCode)
	assert.Contains(t, read(t, dir), `"state": "killed"`)
	assert.Contains(t, read(t, dir), b.Results[0].ReceiptID)
	n, err = h.Kill("")
	require.NoError(t, err)
	assert.Zero(t, n, "what is over is not killed again")
}

func TestTheCallerGoesDuringABatch(t *testing.T) {
	started, release := make(chan struct{}, 9), make(chan struct{}, 9)
	h := open(t, Options{Catalog: []App{slow(started, release)}})
	r := begin(t, h)
	snapshot, err := h.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	require.NoError(t, err)
	step := demo.Step{Ref: snapshot.Elements[0].Ref, Op: demo.ElementOpClick}
	ctx, cancel := context.WithCancel(within(t))
	go func() { <-started; cancel() }()
	_, err = h.Batch(ctx, &demo.BatchParams{Token: r.Token, Steps: []demo.Step{step, step}})
	assert.Equal(t, "cancelled", code(err))
	assert.Empty(t, started, "the second step did not start")
	_, err = h.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	assert.NoError(t, err, "the session lives on")
}

func TestACallThatWaitsGoesWithItsCaller(t *testing.T) {
	started, release := make(chan struct{}, 9), make(chan struct{}, 9)
	h := open(t, Options{Catalog: []App{slow(started, release)}})
	r := begin(t, h)
	snapshot, err := h.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	require.NoError(t, err)
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = h.Act(within(t), click(r.Token, snapshot.Elements[0])) })
	<-started
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = h.End(ctx, &demo.EndParams{Token: r.Token})
	assert.Equal(t, "cancelled", code(err))
	release <- struct{}{}
	wg.Wait()
}

func TestLimits(t *testing.T) {
	h := open(t, Options{})
	var last *demo.RequestResult
	for range MaxSessions {
		last = begin(t, h)
	}
	p := asking
	_, err := h.Request(within(t), &p)
	assert.Equal(t, CodeTooManySessions, code(err))
	_, err = h.End(within(t), &demo.EndParams{Token: last.Token})
	require.NoError(t, err)
	r := begin(t, h)
	e := look(t, h, r.Token)["Clicked"]
	h.sessions[r.Session].bundle.count = MaxEvents - 1
	_, err = h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: make([]demo.Step, 2)})
	assert.Equal(t, CodeBundleFull, code(err), "a batch that does not fit does not begin")
	_, err = h.Act(within(t), click(r.Token, e))
	require.NoError(t, err)
	_, err = h.Act(within(t), click(r.Token, e))
	assert.Equal(t, CodeBundleFull, code(err))
	_, err = h.End(within(t), &demo.EndParams{Token: r.Token})
	assert.NoError(t, err)
}

func TestOldSessionsAreForgotten(t *testing.T) {
	h := open(t, Options{})
	first := begin(t, h)
	second := begin(t, h)
	for _, r := range []*demo.RequestResult{first, second} {
		_, err := h.End(within(t), &demo.EndParams{Token: r.Token})
		require.NoError(t, err)
	}
	for range keptSessions - 1 {
		s, _ := newSession(desk, nil, stateArmed)
		h.live++
		h.tokens[s.digest] = s
		require.True(t, h.finish(s, eventEnd))
	}
	_, err := h.End(within(t), &demo.EndParams{Token: first.Token})
	assert.Equal(t, "invalid_token", code(err))
	_, err = h.End(within(t), &demo.EndParams{Token: second.Token})
	assert.Equal(t, "session_ended", code(err))
	assert.Len(t, h.tokens, keptSessions)
}
