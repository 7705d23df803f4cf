//go:build unix

package main_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A signal during a call that waits closes the connection, settles the journal, and is the exit code.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for signal, exit := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
		arrived, gone := make(chan struct{}, 1), make(chan struct{}, 1)
		h := newHost(t, func(ctx context.Context, _ string) (string, error) {
			arrived <- struct{}{}
			<-ctx.Done()
			gone <- struct{}{}
			return "", ctx.Err()
		})
		journal := filepath.Join(t.TempDir(), "journal")
		cmd := exec.Command(withDemo, "--suite-root", h.suite, "--journal", journal, "demo", "request", "app=a", "agent_name=s3cr3t")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		require.NoError(t, cmd.Start())
		soon(t, arrived, "the call does not arrive")
		require.NoError(t, cmd.Process.Signal(signal))
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		soon(t, ended, "the program does not end")
		soon(t, gone, "the connection stays open")

		assert.Equal(t, exit, cmd.ProcessState.ExitCode())
		assert.Empty(t, out.String())
		assert.Regexp(t, `^\{"error":\{"code":"cancelled","message":"[^"]*","retryable":false\}\}\n$`, errs.String())
		lines, err := os.ReadFile(journal)
		require.NoError(t, err)
		assert.Equal(t, `{"caller":"right-ctl","event":"started","tool":"demo.request"}`+"\n"+
			`{"caller":"right-ctl","error":"cancelled","event":"settled","ms":N,"ok":false,"tool":"demo.request"}`+"\n", anyTime(string(lines)))
	}
}

// A journal that is a pipe gets its lines when it is read, and stops no call when nobody reads it, or no longer does.
func TestJournalPipe(t *testing.T) {
	t.Parallel()
	h := newHost(t, results)
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	call := func(args ...string) {
		t.Helper()
		began := time.Now()
		got := run(t, append([]string{"--suite-root", h.suite, "--journal", path}, args...)...)
		assert.Equal(t, ended{`{"apps":[{"id":"a","name":"A"}]}` + "\n", "", 0}, got)
		assert.Less(t, time.Since(began), 5*time.Second)
	}
	call("demo", "apps") // nobody reads
	reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	defer reader.Close()
	call("demo", "apps")
	text := make([]byte, 4096)
	n, err := reader.Read(text)
	require.NoError(t, err)
	assert.Equal(t, 2, bytes.Count(text[:n], []byte("\n")))
	writer, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	defer writer.Close()
	_ = writer.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
	for err == nil {
		_, err = writer.Write(make([]byte, 4096))
	}
	call("demo", "apps") // it is full
}

// A signal ends the program also when the call is over and nobody takes its result.
func TestInterruptWhileNobodyTakesTheResult(t *testing.T) {
	t.Parallel()
	h := newHost(t, always(`{"receipt_id":"`+string(bytes.Repeat([]byte("x"), 1<<20))+`"}`, nil))
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer reader.Close()
	journal := filepath.Join(t.TempDir(), "journal")
	cmd := exec.Command(withDemo, "--suite-root", h.suite, "--journal", journal, "demo", "act", "token=t", "ref=e", "op=click")
	cmd.Stdout = writer
	require.NoError(t, cmd.Start())
	require.NoError(t, writer.Close())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	require.Eventually(t, func() bool {
		lines, _ := os.ReadFile(journal)
		return bytes.Contains(lines, []byte("settled"))
	}, 10*time.Second, time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	soon(t, ended, "the program does not end")
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	assert.True(t, ok && status.Signaled() && status.Signal() == syscall.SIGTERM)
}

func soon[T any](t *testing.T, c <-chan T, otherwise string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(10 * time.Second):
		require.Fail(t, otherwise)
	}
}

// A reader that has gone ends the program quietly; any other fault of standard output is told.
func TestNobodyReads(t *testing.T) {
	t.Parallel()
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer writer.Close()
	require.NoError(t, reader.Close())
	for line, exit := range map[string]int{"--tools": 1, "apps": 1} {
		h := newHost(t, results)
		cmd := exec.Command(withDemo, "--suite-root", h.suite, "demo", line)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = writer, &errs
		_ = cmd.Run()
		assert.Equal(t, exit, cmd.ProcessState.ExitCode(), line)
		assert.Empty(t, errs.String(), line)
	}
	cmd := exec.Command(withDemo, "demo", "nope")
	cmd.Stderr = writer
	_ = cmd.Run()
	assert.Equal(t, 2, cmd.ProcessState.ExitCode())

	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	cmd = exec.Command(withDemo, "demo", "--tools")
	var errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = full, &errs
	_ = cmd.Run()
	assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	assert.Contains(t, errs.String(), `"message":"cannot print the result: `)
}
