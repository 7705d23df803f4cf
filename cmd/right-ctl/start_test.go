package main_test

import (
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkStart runs an empty Go program, the list of tools and a refused argument in turns, and reports the processor
// time of each and how many times that of the empty program it is. Of the times of one command the median counts, since
// a machine that does other things as well only ever adds.
func BenchmarkStart(b *testing.B) {
	commands := []struct {
		name string
		args []string
		exit int
	}{
		{"empty", []string{empty}, 0},
		{"tools", []string{withDemo, "demo", "--tools"}, 0},
		{"refused", []string{withDemo, "demo", "act", "op=clik"}, 2},
	}
	times := make([][]time.Duration, len(commands))
	for b.Loop() {
		// What ran before changes what is warm, so the order changes too.
		for _, i := range rand.Perm(len(commands)) {
			c := commands[i]
			cmd := exec.Command(c.args[0], c.args[1:]...)
			_ = cmd.Run()
			require.Equal(b, c.exit, cmd.ProcessState.ExitCode())
			times[i] = append(times[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	base := median(times[0])
	for i, c := range commands {
		m := median(times[i])
		b.ReportMetric(float64(m.Microseconds()), c.name+"-cpu-us")
		if i > 0 {
			b.ReportMetric(float64(m)/float64(base), c.name+"/empty")
		}
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
