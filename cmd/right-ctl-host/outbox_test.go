package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A gate lets writes through when it is opened.
type gate struct {
	buffer
	reached chan struct{}
	open    chan struct{}
}

func newGate() *gate { return &gate{reached: make(chan struct{}, 9999), open: make(chan struct{})} }

func (g *gate) Write(p []byte) (int, error) {
	g.reached <- struct{}{}
	<-g.open
	return g.buffer.Write(p)
}

// Lines for which there is no room are dropped, and the place at which they are missing says how many they are.
func TestDroppedLines(t *testing.T) {
	g := newGate()
	c := newConsole(g)
	c.log("first")
	<-g.reached
	for i := range mostWaiting + 3 {
		c.log(fmt.Sprint("line ", i))
	}
	close(g.open)
	c.finish(deadline)
	want := "first\n"
	for i := range mostWaiting {
		want += fmt.Sprintf("line %d\n", i)
	}
	assert.Equal(t, want+"right-ctl-host: 3 events are left out here: nobody took them\n", g.String())
	c.log("last")
	c.finish(deadline)
	assert.True(t, strings.HasSuffix(g.String(), "nobody took them\nlast\n"))
}

// A question that nobody has seen cannot be answered, and leaves nothing when it is withdrawn.
func TestAQuestionThatIsNotShown(t *testing.T) {
	g := newGate()
	s := newShell(t)
	s.console = newConsole(g)
	s.guard = 0
	s.log("first")
	<-g.reached
	began := time.Now()
	s.console.finish(20 * time.Millisecond)
	assert.Less(t, time.Since(began), deadline)
	for range 3 {
		ctx, cancel := context.WithCancel(within(t))
		s.ask(ctx, "me")
		require.Eventually(t, func() bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.question != nil
		}, deadline, time.Millisecond)
		s.take([]byte("y\n"))
		cancel()
		assert.Equal(t, "context canceled", s.answer(t))
		s.mu.Lock()
		assert.Empty(t, s.outbox.waiting)
		s.mu.Unlock()
	}
	close(g.open)
	s.finish(deadline)
	assert.Equal(t, "first\n", g.String())
	s.ask(within(t), "you")
	g.wait(t, `agent "you"`)
	s.take([]byte("y\n"))
	assert.Equal(t, "yes", s.answer(t))
}
