package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rightkit/lockstep/cmd/internal/demohost"
	"github.com/rightkit/lockstep/generated/go/transport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var desk = demohost.App{ID: "app.test.desk", Name: "Desk"}

const question = `Allow agent "me" to run a demo of Desk? [y/N] `

// shell is a console over a pipe; ask asks in the background.
type shell struct {
	*console
	in      *io.PipeWriter
	out     buffer
	answers chan string
}

func newShell(t *testing.T) *shell {
	r, w := io.Pipe()
	s := &shell{in: w, answers: make(chan string, 9)}
	s.console = newConsole(&s.out)
	s.guard = 0
	s.listen(r, false)
	t.Cleanup(func() { _ = w.Close() })
	return s
}

func (s *shell) ask(ctx context.Context, agent string) {
	go func() {
		yes, err := s.console.ask(ctx, desk, agent, transport.Peer{})
		switch {
		case err != nil:
			s.answers <- err.Error()
		case yes:
			s.answers <- "yes"
		default:
			s.answers <- "no"
		}
	}()
}

func (s *shell) answer(t *testing.T) string {
	t.Helper()
	select {
	case a := <-s.answers:
		return a
	case <-time.After(deadline):
		t.Fatal("no answer")
		return ""
	}
}

func TestAnswers(t *testing.T) {
	s := newShell(t)
	for i, c := range []struct{ typed, want string }{
		{"y", "yes"}, {"Y", "yes"}, {" yes ", "yes"}, {"YES", "yes"},
		{"", "no"}, {"n", "no"}, {"no", "no"}, {"yess", "no"}, {"y y", "no"}, {"allow", "no"}, {"\x00y", "no"},
		{strings.Repeat("y", 10000), "no"}, {strings.Repeat(" ", 9000) + "y", "no"},
	} {
		s.ask(within(t), "me")
		require.Eventually(t, func() bool { return strings.Count(s.out.String(), question) == i+1 }, deadline, time.Millisecond)
		_, err := s.in.Write([]byte(c.typed + "\n"))
		require.NoError(t, err)
		assert.Equal(t, c.want, s.answer(t), "%.20q", c.typed)
	}
}

// What was typed before a question, or at once after it came, is no answer to it.
func TestAnAnswerComesAfterItsQuestion(t *testing.T) {
	s := newShell(t)
	_, err := s.in.Write([]byte("y\ny\n"))
	require.NoError(t, err)
	s.guard = time.Hour
	s.ask(within(t), "me")
	s.out.wait(t, question)
	_, err = s.in.Write([]byte("y\n"))
	require.NoError(t, err)
	s.out.wait(t, "too soon")
	assert.Empty(t, s.answers)
}

func TestAQuestionIsWithdrawn(t *testing.T) {
	s := newShell(t)
	ctx, cancel := context.WithCancel(within(t))
	s.ask(ctx, "me")
	s.out.wait(t, question)
	cancel()
	assert.Equal(t, "context canceled", s.answer(t))
	s.out.wait(t, "withdrawn")
	_, err := s.in.Write([]byte("y\n")) // too late: it answers nothing
	require.NoError(t, err)
	s.ask(within(t), "you")
	s.out.wait(t, `agent "you"`)
	assert.Empty(t, s.answers)
	require.NoError(t, s.in.Close())
	assert.Equal(t, "the terminal is closed", s.answer(t))
	s.ask(within(t), "later")
	assert.Equal(t, "the terminal is closed", s.answer(t))
}

// A line that is logged while a question stands open does not hide it.
func TestLogDuringAQuestion(t *testing.T) {
	s := newShell(t)
	s.log("before")
	s.ask(within(t), "me")
	s.out.wait(t, question)
	s.log("meanwhile")
	s.finish(deadline)
	assert.Equal(t, "before\n"+question+"\nmeanwhile\n"+question, s.out.String())
}

// A name cannot move the cursor, turn the line around, or pretend to be the end of the question.
func TestNamesAreShownAsTheyAre(t *testing.T) {
	s := newShell(t)
	s.ask(within(t), "a\x1b[2J\u202e\r\" to run a demo of nothing? [y/N] \n")
	s.out.wait(t, "[y/N] \\n")
	assert.Equal(t, `Allow agent "a\x1b[2J\u202e\r\" to run a demo of nothing? [y/N] \n" to run a demo of Desk? [y/N] `, s.out.String())
}

// An answer that came too soon does not count either when it is looked at only later.
func TestAnAnswerThatCameTooSoonIsForgotten(t *testing.T) {
	s := newShell(t)
	q := s.open("? ")
	<-q.shown
	s.take([]byte("y\ny"))
	assert.True(t, s.forgetAnswer(q))
	s.take([]byte("\n"))
	assert.Empty(t, <-q.answer)
	assert.False(t, s.forgetAnswer(q))
}
