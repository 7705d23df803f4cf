package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
	"unsafe"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pty opens a terminal: what a person sees and types on the one side, what a program has on the other.
func pty(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: " + err.Error())
	}
	t.Cleanup(func() { _ = person.Close() })
	var n, unlock int32
	require.True(t, ioctl(person, syscall.TIOCSPTLCK, unsafe.Pointer(&unlock)))
	require.True(t, ioctl(person, syscall.TIOCGPTN, unsafe.Pointer(&n)))
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: " + err.Error())
	}
	t.Cleanup(func() { _ = program.Close() })
	return person, program
}

// A seat is a host at a terminal, and the person there.
type seat struct {
	*process
	person *os.File
	suite  transport.Suite
}

func sit(t *testing.T) *seat {
	person, program := pty(t)
	assert.False(t, isTerminal(program), "this terminal has another foreground")
	s := root(t)
	p := &process{cmd: exec.Command(built.tagged, "--suite-root", s.Root()), done: make(chan struct{})}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = program, program, program
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	require.NoError(t, p.cmd.Start())
	go func() { _ = p.cmd.Wait(); close(p.done) }()
	t.Cleanup(func() { p.end(t, os.Kill) })
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := person.Read(buf)
			_, _ = p.err.Write(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	p.err.wait(t, "is listening on")
	return &seat{p, person, s}
}

// ask makes an agent ask, and waits until the person sees it.
func (s *seat) ask(t *testing.T) <-chan string {
	t.Helper()
	s.err.mu.Lock()
	s.err.data.Reset()
	s.err.mu.Unlock()
	answer := make(chan string, 1)
	go func() {
		if _, err := request(t, s.suite); err != nil {
			answer <- err.Error()
		} else {
			answer <- "session"
		}
	}()
	s.err.wait(t, `Allow agent "tester" to run a demo of Practice Desk? [y/N] `)
	return answer
}

func (s *seat) types(t *testing.T, text string) {
	t.Helper()
	_, err := s.person.Write([]byte(text))
	require.NoError(t, err)
}

// gets waits for what the agent is answered.
func (s *seat) gets(t *testing.T, want string, answer <-chan string) {
	t.Helper()
	select {
	case got := <-answer:
		assert.Contains(t, got, want)
	case <-time.After(deadline):
		t.Fatal("no answer: ", s.err.String())
	}
}

// late is well after the time in which no answer counts.
const late = guard + 300*time.Millisecond

// The whole way: an agent asks, a person answers at a terminal.
func TestConsentAtATerminal(t *testing.T) {
	s := sit(t)
	for _, c := range []struct{ typed, want string }{{"y\n", "session"}, {"n\n", "consent_denied"}, {"\n", "consent_denied"}} {
		answer := s.ask(t)
		time.Sleep(late)
		s.types(t, c.typed)
		s.gets(t, c.want, answer)
	}
	s.types(t, "\x03") // Ctrl-C
	select {
	case <-s.done:
		assert.Zero(t, s.cmd.ProcessState.ExitCode())
	case <-time.After(deadline):
		t.Fatal("the host does not end")
	}
	assert.Len(t, manifests(t, s.suite, `"state": "killed"`), 1)
}

// What is typed before a question, or too soon after it, is no part of an answer, also when Enter comes in time. Ctrl-D
// hands what is typed to the host without Enter.
// Ctrl-D is a no to the question that stands open, and to no other.
func TestEndOfInput(t *testing.T) {
	s := sit(t)
	answer := s.ask(t)
	time.Sleep(late)
	s.types(t, "\x04")
	s.gets(t, "consent_denied", answer)
	answer = s.ask(t)
	time.Sleep(late)
	s.types(t, "yes\n")
	s.gets(t, "session", answer)
}

func TestTypedAheadOfAQuestion(t *testing.T) {
	s := sit(t)
	for _, ahead := range []string{"y", "y\x04", "yes\nyes"} {
		s.types(t, ahead)
		time.Sleep(50 * time.Millisecond)
		answer := s.ask(t)
		time.Sleep(late)
		s.types(t, "\n")
		s.gets(t, "consent_denied", answer)
	}
	answer := s.ask(t)
	s.types(t, "y")
	time.Sleep(late)
	s.types(t, "\n")
	s.gets(t, "consent_denied", answer)
	answer = s.ask(t)
	time.Sleep(late)
	s.types(t, "y\n")
	s.gets(t, "session", answer)
}

// A terminal that is held shows no question, so no answer counts; nothing else waits for it, and the host ends.
func TestHeldTerminal(t *testing.T) {
	s := sit(t)
	s.types(t, "\x13") // Ctrl-S
	time.Sleep(50 * time.Millisecond)
	ctx, cancel := context.WithTimeout(context.Background(), late)
	defer cancel()
	c, err := demo.Dial(ctx, s.suite)
	require.NoError(t, err)
	defer c.Close()
	s.err.mu.Lock()
	s.err.data.Reset()
	s.err.mu.Unlock()
	go func() { time.Sleep(late / 2); _, _ = s.person.Write([]byte("y\n")) }()
	_, err = demo.NewClient(c).Request(ctx, &demo.RequestParams{App: fixture, AgentName: "tester"})
	assert.ErrorContains(t, err, transport.CodeTimeout)
	_, err = client(t, s.suite).Apps(within(t), &demo.AppsParams{})
	require.NoError(t, err)
	assert.NotContains(t, s.err.String(), "Allow agent")
	assert.Zero(t, s.end(t, syscall.SIGTERM))
}
