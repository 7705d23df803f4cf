package demohost

import (
	"testing"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The state machine, written down a second time: what a session is after an event, 0 when the event is refused.
func TestTransitions(t *testing.T) {
	want := map[state][4]state{ //          arm         disarm        end         kill
		stateWaiting: {stateArmed, 0, stateEnded, stateKilled},
		stateArmed:   {0, stateWaiting, stateEnded, stateKilled},
		stateEnded:   {},
		stateKilled:  {},
	}
	require.Len(t, transitions, len(want))
	for from, row := range want {
		for i, e := range []event{eventArm, eventDisarm, eventEnd, eventKill} {
			s, _ := newSession(desk, nil, from)
			ok := s.apply(e)
			assert.Equal(t, row[i] != 0, ok, "state %d, event %d", from, e)
			if ok {
				assert.Equal(t, row[i], s.state, "state %d, event %d", from, e)
			} else {
				assert.Equal(t, from, s.state, "a refused event moves nothing")
			}
			assert.Equal(t, s.state == stateKilled && from != stateKilled, s.killed.Err() != nil, "work stops at a kill alone")
		}
	}
	for st := range transitions {
		_, refused := refusals[st]
		assert.Equal(t, st != stateArmed, refused, "state %d: only armed sessions take calls", st)
	}
}

func TestNamesCannotBeGuessed(t *testing.T) {
	a, tokenA := newSession(desk, nil, stateArmed)
	b, tokenB := newSession(desk, nil, stateArmed)
	seen := map[string]bool{}
	names := []string{a.id, b.id, tokenA.Expose(), tokenB.Expose()}
	for _, ref := range append(a.refs, b.refs...) {
		names = append(names, string(ref))
	}
	for _, name := range names {
		assert.False(t, seen[name], "%s stands twice", name)
		assert.Regexp(t, `^[ste]-[a-z2-7]{26}$`, name, "26 letters of 5 bits: 130 random bits")
		seen[name] = true
	}
	assert.Len(t, a.refs, len(Desk().Elements))
}

// Each call in each state, over the host: what is refused with which code.
func TestCallsInEachState(t *testing.T) {
	states := []struct {
		name  string
		reach func(t *testing.T, h *Host, r *demo.RequestResult)
		want  string // of snapshot, act and batch
		end   string
	}{
		{"armed", func(*testing.T, *Host, *demo.RequestResult) {}, "", ""},
		{"waiting", func(t *testing.T, h *Host, _ *demo.RequestResult) { arrange(t, h, `{"armed":false}`) }, "not_armed", ""},
		{"armed again", func(t *testing.T, h *Host, _ *demo.RequestResult) {
			arrange(t, h, `{"armed":false}`)
			arrange(t, h, `{"armed":true}`)
		}, "", ""},
		{"ended", func(t *testing.T, h *Host, r *demo.RequestResult) {
			_, err := h.End(within(t), &demo.EndParams{Token: r.Token})
			require.NoError(t, err)
		}, "session_ended", "session_ended"},
		{"ended, armed later", func(t *testing.T, h *Host, r *demo.RequestResult) {
			_, err := h.End(within(t), &demo.EndParams{Token: r.Token})
			require.NoError(t, err)
			arrange(t, h, `{"armed":false}`)
			arrange(t, h, `{"armed":true}`)
		}, "session_ended", "session_ended"},
		{"killed", func(t *testing.T, h *Host, r *demo.RequestResult) {
			n, err := h.Kill(r.Session)
			require.NoError(t, err)
			require.Equal(t, 1, n)
		}, "session_killed", "session_killed"},
		{"forgotten", func(t *testing.T, h *Host, _ *demo.RequestResult) { arrange(t, h, `{"reset":true}`) }, "invalid_token", "invalid_token"},
		{"no permission", func(t *testing.T, h *Host, _ *demo.RequestResult) { arrange(t, h, `{"permission":false}`) }, "permission_missing", ""},
		{"unsafe", func(t *testing.T, h *Host, _ *demo.RequestResult) { arrange(t, h, `{"capture":"unsafe"}`) }, "capture_unsafe", ""},
		{"disabled", func(t *testing.T, h *Host, _ *demo.RequestResult) { arrange(t, h, `{"enabled":false}`) }, "demo_disabled", ""},
		// Of several reasons the first of the documented order is told.
		{"all at once", func(t *testing.T, h *Host, _ *demo.RequestResult) {
			arrange(t, h, `{"armed":false,"permission":false,"capture":"unsafe"}`)
		}, "not_armed", ""},
	}
	for _, st := range states {
		t.Run(st.name, func(t *testing.T) {
			h := open(t, Options{})
			r := begin(t, h)
			ref := look(t, h, r.Token)["Clicked"].Ref
			st.reach(t, h, r)
			ctx := within(t)
			_, err := h.Snapshot(ctx, &demo.SnapshotParams{Token: r.Token})
			assert.Equal(t, st.want, code(err), "snapshot")
			step := demo.Step{Ref: ref, Op: demo.ElementOpClick}
			assert.Equal(t, st.want, code(act(h, ctx, r.Token, step)), "act")
			_, err = h.Batch(ctx, &demo.BatchParams{Token: r.Token, Steps: []demo.Step{step}})
			assert.Equal(t, st.want, code(err), "batch")
			_, err = h.End(ctx, &demo.EndParams{Token: r.Token})
			assert.Equal(t, st.end, code(err), "end")
		})
	}
}
