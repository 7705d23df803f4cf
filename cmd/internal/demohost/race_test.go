package demohost

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Many clients at once: each sees its own counter and nothing else.
func TestManySessions(t *testing.T) {
	dir := bundles(t)
	h := open(t, Options{Bundles: dir})
	var wg sync.WaitGroup
	for range 24 {
		wg.Go(func() {
			r := begin(t, h)
			e := look(t, h, r.Token)["Clicked"]
			var inner sync.WaitGroup
			for range 4 { // several calls of one session at once
				inner.Go(func() {
					for range 5 {
						_, err := h.Act(within(t), click(r.Token, e))
						assert.NoError(t, err)
					}
				})
			}
			inner.Wait()
			assert.Equal(t, "Clicked 20 times", look(t, h, r.Token)["Clicked"].Label)
			end, err := h.End(within(t), &demo.EndParams{Token: r.Token})
			if assert.NoError(t, err) {
				m, _ := checkSealed(t, filepath.Join(dir, end.BundleID))
				assert.Equal(t, 21, m.Events)
				assert.Equal(t, r.Session, m.Session)
			}
		})
	}
	wg.Wait()
	assert.Zero(t, h.live)
	assert.Empty(t, h.sessions)
}

// Ends, kills, settings and steps come in any order: each session ends once, and every bundle is sealed.
func TestEverythingAtOnce(t *testing.T) {
	dir := bundles(t)
	h := open(t, Options{Bundles: dir})
	var sessions []*demo.RequestResult
	for range 12 {
		sessions = append(sessions, begin(t, h))
	}
	expected := map[string]bool{"": true, "session_ended": true, "session_killed": true, "not_armed": true, "capture_unsafe": true,
		"permission_missing": true, "demo_disabled": true, "invalid_arguments": true}
	var mu sync.Mutex
	ends := map[string]int{}
	note := func(session string) { mu.Lock(); ends[session]++; mu.Unlock() }
	var wg sync.WaitGroup
	for i, r := range sessions {
		wg.Go(func() {
			for range 20 {
				b, err := h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: make([]demo.Step, 3)})
				assert.True(t, expected[code(err)], code(err))
				if err == nil && b.ErrorCode != nil {
					assert.True(t, expected[string(*b.ErrorCode)], *b.ErrorCode)
				}
			}
		})
		wg.Go(func() {
			if _, err := h.End(within(t), &demo.EndParams{Token: r.Token}); err == nil {
				note(r.Session)
			} else {
				assert.True(t, expected[code(err)], code(err))
			}
		})
		wg.Go(func() {
			n, err := h.Kill(r.Session)
			assert.NoError(t, err)
			for range n {
				note(r.Session)
			}
		})
		wg.Go(func() {
			for range 10 {
				word := []string{"armed", "permission", "enabled"}[rand.IntN(3)]
				a, err := readArrangement(fmt.Appendf(nil, `{%q:%t}`, word, i%2 == 0))
				assert.NoError(t, err)
				assert.NoError(t, h.Arrange(&a))
			}
		})
	}
	wg.Wait()
	for _, r := range sessions {
		assert.Equal(t, 1, ends[r.Session], "a session ends once")
	}
	require.NoError(t, h.Close())
	folders, err := filepath.Glob(filepath.Join(dir, "b-*"))
	require.NoError(t, err)
	require.Len(t, folders, len(sessions))
	for _, f := range folders {
		checkSealed(t, f)
	}
}

// A host may stop at any time: whatever a session was at, its bundle is sealed.
func TestCloseDuringCalls(t *testing.T) {
	for range 10 {
		dir := bundles(t)
		h, err := New(Options{Catalog: []App{desk}, Mode: ConsentAllow, Bundles: dir})
		require.NoError(t, err)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				params := asking
				r, err := h.Request(within(t), &params)
				if err != nil {
					assert.Contains(t, []string{"service_unavailable", "consent_denied"}, code(err))
					return
				}
				_, err = h.End(within(t), &demo.EndParams{Token: r.Token})
				assert.Contains(t, []string{"", "session_killed"}, code(err))
			})
		}
		require.NoError(t, h.Close())
		wg.Wait()
		folders, err := filepath.Glob(filepath.Join(dir, "b-*"))
		require.NoError(t, err)
		for _, f := range folders {
			checkSealed(t, f)
		}
	}
}
