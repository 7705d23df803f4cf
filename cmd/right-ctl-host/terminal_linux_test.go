package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
	"unsafe"

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

// The whole way: an agent asks, a person answers at a terminal.
func TestConsentAtATerminal(t *testing.T) {
	person, program := pty(t)
	assert.False(t, isTerminal(program), "this terminal has another foreground")
	s := root(t)
	p := &process{cmd: exec.Command(built.tagged, "--suite-root", s.Root()), done: make(chan struct{})}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = program, program, program
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	require.NoError(t, p.cmd.Start())
	go func() { _ = p.cmd.Wait(); close(p.done) }()
	t.Cleanup(func() { p.end(t, os.Kill) })
	screen := &p.err
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := person.Read(buf)
			_, _ = screen.Write(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	screen.wait(t, "is listening on")
	answers := make(chan string, 1)
	for _, c := range []struct{ typed, want string }{{"y\n", "session"}, {"n\n", "consent_denied"}, {"\n", "consent_denied"}} {
		go func() {
			if _, err := request(t, s); err != nil {
				answers <- err.Error()
			} else {
				answers <- "session"
			}
		}()
		screen.wait(t, `Allow agent "tester" to run a demo of Practice Desk? [y/N] `)
		time.Sleep(guard + 20*time.Millisecond)
		_, err := person.Write([]byte(c.typed))
		require.NoError(t, err)
		select {
		case got := <-answers:
			assert.Contains(t, got, c.want)
		case <-time.After(deadline):
			t.Fatal("no answer: ", screen.String())
		}
		screen.mu.Lock()
		screen.data.Reset()
		screen.mu.Unlock()
	}
	_, err := person.Write([]byte{3}) // Ctrl-C
	require.NoError(t, err)
	select {
	case <-p.done:
		assert.Zero(t, p.cmd.ProcessState.ExitCode())
	case <-time.After(deadline):
		t.Fatal("the host does not end")
	}
	assert.Len(t, manifests(t, s, `"state": "killed"`), 1)
}
