package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What ends a question at the terminal otherwise than by an answer, and that a late answer goes to nobody.
func TestQuestionsThatEndUnanswered(t *testing.T) {
	s := sit(t)
	answer := s.ask(t)
	code, out, _ := tell(t, built.tagged, "kill", "--suite-root", s.suite.Root())
	assert.Zero(t, code)
	assert.Equal(t, "killed 0 sessions, and ended the questions that stood open\n", out)
	s.gets(t, "consent_denied", answer)
	s.err.wait(t, "(the question is withdrawn)")

	// The agent goes, and the person answers at that moment: the answer is none to the next question.
	ctx, cancel := context.WithCancel(within(t))
	c, err := demo.Dial(ctx, s.suite)
	require.NoError(t, err)
	gone := make(chan error, 1)
	s.err.mu.Lock()
	s.err.data.Reset()
	s.err.mu.Unlock()
	go func() {
		_, err := demo.NewClient(c).Request(ctx, &demo.RequestParams{App: fixture, AgentName: "leaver"})
		gone <- err
	}()
	s.err.wait(t, `Allow agent "leaver"`)
	time.Sleep(late)
	cancel()
	assert.ErrorContains(t, <-gone, transport.CodeCancelled)
	s.err.wait(t, "(the question is withdrawn)")
	s.types(t, "y\n")
	answer = s.ask(t)
	time.Sleep(late)
	s.types(t, "\n")
	s.gets(t, "consent_denied", answer)
	assert.NotContains(t, s.err.String(), "started")
}

// Two agents at once are asked about one after the other, and each gets its own answer.
func TestTwoQuestionsAtATerminal(t *testing.T) {
	s := sit(t)
	type result struct{ agent, got string }
	results := make(chan result, 2)
	for _, agent := range []string{"one", "two"} {
		go func() {
			_, err := client(t, s.suite).Request(within(t), &demo.RequestParams{App: fixture, AgentName: agent})
			if err != nil {
				results <- result{agent, err.Error()}
			} else {
				results <- result{agent, "session"}
			}
		}()
	}
	first := `"one"`
	require.Eventually(t, func() bool { return strings.Contains(s.err.String(), "[y/N]") }, deadline, 5*time.Millisecond)
	if strings.Contains(s.err.String(), `Allow agent "two"`) {
		first = `"two"`
	}
	time.Sleep(late)
	assert.Equal(t, 1, strings.Count(s.err.String(), "[y/N]"))
	s.types(t, "y\ny\n") // the second y comes too soon for the other question
	got := <-results
	assert.Equal(t, result{strings.Trim(first, `"`), "session"}, got)
	require.Eventually(t, func() bool { return strings.Count(s.err.String(), "Allow agent") >= 2 }, deadline, 5*time.Millisecond)
	time.Sleep(late)
	s.types(t, "n\n")
	got = <-results
	assert.Contains(t, got.got, "consent_denied")
}

// Clients that send calls and never read an answer hold up neither the others nor the end of the host.
func TestClientsThatNeverRead(t *testing.T) {
	s := root(t)
	p := start(t, built.tagged, "--suite-root", s.Root(), "--consent=allow")
	first := client(t, s) // so that there is a record to read
	_, err := first.Apps(within(t), &demo.AppsParams{})
	require.NoError(t, err)
	for range 8 {
		c, err := net.Dial("unix", s.ServiceDir(demo.Service)+"/"+demo.Service+".sock")
		require.NoError(t, err)
		defer c.Close()
		_, err = io.WriteString(c, `{"type":"hello","app":"x","protocol_major":1}`+"\n")
		require.NoError(t, err)
		_, err = bufio.NewReader(c).ReadString('\n')
		require.NoError(t, err)
		require.NoError(t, c.SetWriteDeadline(time.Now().Add(200*time.Millisecond)))
		for err == nil {
			_, err = io.WriteString(c, `{"type":"request","id":1,"method":"demo.apps","params":{}}`+"\n")
		}
	}
	_, err = request(t, s)
	require.NoError(t, err)
	assert.Zero(t, p.end(t, syscall.SIGTERM))
	assert.Len(t, manifests(t, s, `"state": "killed"`), 1)
}
