package real_test

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLines gives every line to both programs.
func TestLines(t *testing.T) {
	real, ours := need(t, realRightCtl), need(t, ourRightCtl)
	lines := allLines()
	require.Greater(t, len(lines), 300)
	used := make([]int, len(wanted))
	var lock sync.Mutex
	t.Run("line", func(t *testing.T) {
		workers := runtime.GOMAXPROCS(0)
		for w := range workers {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				r := startRecorder(t)
				for i := w; i < len(lines); i += workers {
					l := lines[i]
					argv := make([]string, len(l.argv))
					for i, arg := range l.argv {
						argv[i] = strings.ReplaceAll(arg, "{suite}", r.suite.Root())
					}
					p := pair{l, r.watch(t, real, l.host, argv), r.watch(t, ours, l.host, argv)}
					needed, unexplained := p.explain()
					lock.Lock()
					for _, n := range needed {
						used[n]++
					}
					lock.Unlock()
					if len(unexplained) > 0 {
						t.Errorf("%s\ndiffers in %q\nreal: %s\nours: %s", l, unexplained, p.real, p.ours)
					}
				}
			})
		}
	})
	for i, d := range wanted {
		assert.Positive(t, used[i], "no line needs the difference %q any more, remove it", d.name)
		t.Logf("%4d lines: %s", used[i], d.name)
	}
	t.Logf("%4d lines in all", len(lines))
}

// A pair is what both programs did with a line.
type pair struct {
	line       line
	real, ours outcome
}

// explain returns the entries of the table that the pair needs, and the fields that differ without one.
func (p *pair) explain() (needed []int, unexplained []field) {
	unexplained = differences(p.real, p.ours)
	for i, d := range wanted {
		if len(unexplained) == 0 {
			break
		}
		if !slices.ContainsFunc(d.fields, func(f field) bool { return slices.Contains(unexplained, f) }) || !d.applies(p) {
			continue
		}
		needed = append(needed, i)
		unexplained = slices.DeleteFunc(unexplained, func(f field) bool { return slices.Contains(d.fields, f) })
	}
	return needed, unexplained
}
