package real_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// patience is how long a test waits for something that is bound to come.
const patience = 10 * time.Second

// A process is a running rusthost. It ends with the test.
type process struct {
	tb    testing.TB
	stdin io.WriteCloser
	lines chan string // of its standard output; closed when it has ended
}

func startRust(tb testing.TB, args ...string) *process {
	tb.Helper()
	cmd := exec.Command(need(tb, rustHost), args...)
	cmd.Env = append(os.Environ(), "RUST_BACKTRACE=0")
	cmd.WaitDelay = time.Second
	stdin, err := cmd.StdinPipe()
	require.NoError(tb, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(tb, err)
	require.NoError(tb, cmd.Start())
	p := &process{tb, stdin, make(chan string, 1000)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r := bufio.NewReader(stdout)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				_ = cmd.Wait()
				close(p.lines)
				return
			}
			p.lines <- line
		}
	}()
	tb.Cleanup(func() {
		_ = stdin.Close()
		select {
		case <-ended:
		case <-time.After(patience):
			_ = cmd.Process.Kill()
			<-ended
			tb.Errorf("rusthost %q does not end", args)
		}
	})
	return p
}

// next is the next line that the process prints.
func (p *process) next() string {
	p.tb.Helper()
	select {
	case line, ok := <-p.lines:
		require.True(p.tb, ok, "rusthost has ended")
		return line
	case <-time.After(patience):
		require.Fail(p.tb, "rusthost says nothing")
	}
	return ""
}

// drain waits for the end of the process.
func (p *process) drain() {
	p.tb.Helper()
	for end := time.After(patience); ; {
		select {
		case _, ok := <-p.lines:
			if !ok {
				return
			}
		case <-end:
			require.Fail(p.tb, "rusthost does not end")
		}
	}
}

// await skips lines until one has a member of that name, and returns its value.
func (p *process) await(name string) json.RawMessage {
	p.tb.Helper()
	for {
		members := map[string]json.RawMessage{}
		require.NoError(p.tb, json.Unmarshal([]byte(p.next()), &members))
		if value, ok := members[name]; ok {
			return value
		}
	}
}

// A step is one of a script; see testdata/rusthost/src/host.rs.
type step map[string]any

// A script says what a host answers to each method.
type script map[string][]step

// only is a script for one method.
func only(method string, steps ...step) script { return script{method: steps} }

// startRustHost serves the demo from a script on the published transport.
func startRustHost(tb testing.TB, s script, methods ...string) (transport.Suite, *process) {
	tb.Helper()
	dir := tempDir(tb)
	suite, err := transport.At(filepath.Join(dir, "s"))
	require.NoError(tb, err)
	if methods == nil {
		for _, t := range demo.Tools {
			methods = append(methods, t.Name)
		}
	}
	text, err := json.Marshal(map[string]any{"apps": map[string]any{demo.ClientName: methods}, "methods": s})
	require.NoError(tb, err)
	path := filepath.Join(dir, "script")
	require.NoError(tb, os.WriteFile(path, text, 0o600))
	p := startRust(tb, "serve", suite.Root(), demo.Service, path)
	p.await("ready")
	return suite, p
}

// startRustClient connects the published client.
func startRustClient(tb testing.TB, suite transport.Suite, app string, deadline time.Duration) *process {
	tb.Helper()
	return startRust(tb, "client", suite.Root(), demo.Service, app, strconv.FormatInt(deadline.Milliseconds(), 10))
}

// A call is one that a client makes.
type call struct {
	Method   string          `json:"method"`
	Params   json.RawMessage `json:"params,omitempty"`
	Deadline int             `json:"deadline_ms,omitempty"`
	Nest     int             `json:"nest,omitempty"` // arrays around the params; for the published client
}

// make has the published client make a call, and returns what it got: events, and a result or an error.
func (p *process) make(c call) string {
	p.tb.Helper()
	line, err := json.Marshal(c)
	require.NoError(p.tb, err)
	_, err = p.stdin.Write(append(line, '\n'))
	require.NoError(p.tb, err)
	return p.next()
}
