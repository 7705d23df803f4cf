package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fixture is the app for tests; its constant exists under the tag alone, and these tests run without it.
const fixture = "app.orthiclabs.demo-fixture"

// deadline is how long anything may take here.
const deadline = 10 * time.Second

// built are the programs under test: with and without the tag demo.
var built struct{ tagged, plain string }

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "host")
	if err != nil {
		panic(err)
	}
	built.tagged, built.plain = filepath.Join(dir, "tagged"), filepath.Join(dir, "plain")
	for path, tags := range map[string]string{built.tagged: "demo", built.plain: ""} {
		if out, err := exec.Command("go", "build", "-tags", tags, "-o", path, ".").CombinedOutput(); err != nil {
			panic(fmt.Sprintf("go build: %s\n%s", err, out))
		}
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// root returns a suite root in a short path; sealed folders in it are opened again so that it can be removed.
func root(t *testing.T) transport.Suite {
	dir, err := os.MkdirTemp("", "rh")
	require.NoError(t, err)
	dir, err = filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				return os.Chmod(path, 0o700)
			}
			return nil
		})
		assert.NoError(t, os.RemoveAll(dir))
	})
	s, err := transport.At(dir)
	require.NoError(t, err)
	return s
}

// A buffer can be read while a program writes to it.
type buffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// wait waits for a text.
func (b *buffer) wait(t *testing.T, text string) {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Contains(b.String(), text) }, deadline, 5*time.Millisecond,
		"%q does not come", text)
}

// A process is a host that a test has started.
type process struct {
	cmd  *exec.Cmd
	err  buffer
	done chan struct{} // closed when it has ended
}

// start starts a host and waits until it listens.
func start(t *testing.T, program string, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(program, args...), done: make(chan struct{})}
	p.cmd.Stderr = &p.err
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() { p.end(t, os.Kill) })
	line := make(chan string, 1)
	go func() {
		r := bufio.NewReader(out)
		text, _ := r.ReadString('\n')
		line <- text
		_, _ = r.WriteTo(&p.err)
		_ = p.cmd.Wait()
		close(p.done)
	}()
	select {
	case text := <-line:
		require.Contains(t, text, "rightkit.agent.demo is listening on /", p.err.String())
	case <-time.After(deadline):
		t.Fatal("the host does not listen")
	}
	return p
}

// end sends a signal and waits for the end; it returns the exit code.
func (p *process) end(t *testing.T, s os.Signal) int {
	t.Helper()
	_ = p.cmd.Process.Signal(s)
	select {
	case <-p.done:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(deadline):
		_ = p.cmd.Process.Kill()
		t.Fatal("the host does not end")
		return -1
	}
}

// tell runs a program to its end.
func tell(t *testing.T, program string, args ...string) (code int, out, errOut string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	t.Cleanup(cancel)
	return ctx
}

func client(t *testing.T, s transport.Suite) *demo.Client {
	t.Helper()
	c, err := demo.Dial(within(t), s)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return demo.NewClient(c)
}

func request(t *testing.T, s transport.Suite) (*demo.RequestResult, error) {
	t.Helper()
	return client(t, s).Request(within(t), &demo.RequestParams{App: fixture, AgentName: "tester"})
}

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		text string // in what is printed
	}{
		{"--help", 0, "Usage:"},
		{"kill --help", 0, "Usage:"},
		{"--nope", 2, "flag provided but not defined: -nope"},
		{"--consent maybe", 2, "want ask, allow or deny"},
		{"--consent", 2, "flag needs an argument"},
		{"stop", 2, `there is no command "stop"`},
		{"kill a b", 2, "kill takes one session or none"},
		{"kill --control", 2, "--control is of no use to kill"},
		{"--bundles=", 2, "--bundles names no folder"},
		{"--suite-root relative", 1, "suite root must be absolute: relative"},
		{"--suite-root=", 1, "suite root must be absolute"},
	} {
		code, out, errOut := tell(t, built.tagged, strings.Fields(c.args)...)
		assert.Equal(t, c.code, code, c.args)
		assert.Contains(t, out+errOut, c.text, c.args)
		assert.Equal(t, c.code == 0, errOut == "", "%s: errors stand on standard error", c.args)
		assert.Equal(t, c.code != 0, out == "", "%s: help stands on standard output", c.args)
	}
	for line := range strings.Lines(help) {
		assert.LessOrEqual(t, len(line), 81, line)
	}
}

// A host from its start to its end by each signal: the record goes, what was live is killed and sealed.
func TestServe(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			s := root(t)
			p := start(t, built.tagged, "--suite-root", s.Root(), "--consent", "allow")
			apps, err := client(t, s).Apps(within(t), &demo.AppsParams{})
			require.NoError(t, err)
			require.Len(t, apps.Apps, 1)
			assert.Equal(t, fixture, apps.Apps[0].ID)
			r, err := request(t, s)
			require.NoError(t, err)
			shot, err := client(t, s).Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
			require.NoError(t, err)
			text := "SECRET-TEXT"
			_, err = client(t, s).Act(within(t), &demo.ActParams{Token: r.Token, Ref: shot.Elements[1].Ref, Op: demo.ElementOpType, Text: &text})
			require.NoError(t, err)
			assert.Equal(t, 0, p.end(t, sig))
			assert.NoFileExists(t, filepath.Join(s.ServiceDir(demo.Service), "service.json"))
			log := p.err.String()
			assert.Contains(t, log, "session "+r.Session+" killed")
			assert.NotContains(t, log, r.Token.Expose())
			assert.NotContains(t, log, text)
			assert.NotEmpty(t, manifests(t, s, `"state": "killed"`))
		})
	}
}

// manifests returns the sealed bundles whose manifest holds a text.
func manifests(t *testing.T, s transport.Suite, text string) (found []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Root(), "demo-bundles", "b-*", "manifest.json"))
	require.NoError(t, err)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		info, err := os.Stat(filepath.Dir(f))
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o500), info.Mode().Perm())
		if strings.Contains(string(data), text) {
			found = append(found, f)
		}
	}
	return found
}

func TestKill(t *testing.T) {
	s := root(t)
	kill := func(args ...string) (int, string, string) {
		return tell(t, built.tagged, append([]string{"kill", "--suite-root", s.Root()}, args...)...)
	}
	code, _, errOut := kill()
	assert.Equal(t, 1, code)
	assert.Contains(t, errOut, "no host to kill sessions of in "+s.Root())
	start(t, built.tagged, "--suite-root", s.Root(), "--consent=allow")
	var sessions []*demo.RequestResult
	for range 3 {
		r, err := request(t, s)
		require.NoError(t, err)
		sessions = append(sessions, r)
	}
	code, out, _ := kill(sessions[1].Session)
	assert.Equal(t, "0 killed 1 session\n", fmt.Sprint(code, " ", out))
	code, _, errOut = kill(sessions[1].Session)
	assert.Equal(t, 1, code)
	assert.Contains(t, errOut, `no session "`+sessions[1].Session+`" is live`)
	code, out, _ = kill()
	assert.Equal(t, "0 killed 2 sessions, and ended the questions that stood open\n", fmt.Sprint(code, " ", out))
	code, out, _ = kill()
	assert.Equal(t, "0 killed 0 sessions, and ended the questions that stood open\n", fmt.Sprint(code, " ", out))
	_, err := client(t, s).Snapshot(within(t), &demo.SnapshotParams{Token: sessions[0].Token})
	assert.ErrorContains(t, err, "session_killed")
	assert.Len(t, manifests(t, s, `"state": "killed"`), 3)
}

// A host that was killed with -9 leaves a record, sockets and open bundles: the next start repairs all of it.
func TestStartAfterACrash(t *testing.T) {
	s := root(t)
	p := start(t, built.tagged, "--suite-root", s.Root(), "--consent=allow")
	r, err := request(t, s)
	require.NoError(t, err)
	p.end(t, os.Kill)
	assert.FileExists(t, filepath.Join(s.ServiceDir(demo.Service), "service.json"))
	assert.Empty(t, manifests(t, s, ""))
	p = start(t, built.tagged, "--suite-root", s.Root(), "--consent=allow")
	p.err.wait(t, "was left open by an earlier host: sealed as killed")
	assert.Len(t, manifests(t, s, `"repaired": true`), 1)
	_, err = client(t, s).Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	assert.ErrorContains(t, err, "invalid_token")
	_, err = request(t, s)
	assert.NoError(t, err)
}

func TestTwoHosts(t *testing.T) {
	s := root(t)
	start(t, built.tagged, "--suite-root", s.Root(), "--consent=allow")
	r, err := request(t, s)
	require.NoError(t, err)
	code, out, errOut := tell(t, built.tagged, "--suite-root", s.Root(), "--consent=allow")
	assert.Equal(t, 1, code)
	assert.Empty(t, out)
	assert.Contains(t, errOut, "rightkit.agent.demo is in use")
	_, err = client(t, s).Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	assert.NoError(t, err, "the first host goes on, and its open bundle is left alone")
	assert.Empty(t, manifests(t, s, ""))
}

func TestWithoutATerminalEveryRequestIsDenied(t *testing.T) {
	s := root(t)
	p := start(t, built.tagged, "--suite-root", s.Root())
	assert.Contains(t, p.err.String(), "no terminal to ask at")
	_, err := request(t, s)
	assert.ErrorContains(t, err, "consent_denied")
	assert.Equal(t, 0, p.end(t, os.Interrupt))
}

// Without the tag there is no app, and not even its id is in the program.
func TestBuildWithoutTheTag(t *testing.T) {
	s := root(t)
	p := start(t, built.plain, "--suite-root", s.Root(), "--consent=allow")
	assert.Contains(t, p.err.String(), "build it with -tags demo")
	apps, err := client(t, s).Apps(within(t), &demo.AppsParams{})
	require.NoError(t, err)
	assert.Empty(t, apps.Apps)
	_, err = request(t, s)
	assert.ErrorContains(t, err, "unknown_app")
	for program, want := range map[string]bool{built.plain: false, built.tagged: true} {
		data, err := os.ReadFile(program)
		require.NoError(t, err)
		assert.Equal(t, want, bytes.Contains(data, []byte(fixture)), program)
	}
}

// Whoever read the events has gone: the host goes on, and seals its bundles at the end.
func TestEventsThatNobodyReads(t *testing.T) {
	s := root(t)
	cmd := exec.Command(built.tagged, "--suite-root", s.Root(), "--consent=allow")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	events, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	p := &process{cmd: cmd, done: make(chan struct{})}
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, events.Close())
	require.NoError(t, out.Close())
	go func() { _ = cmd.Wait(); close(p.done) }()
	t.Cleanup(func() { p.end(t, os.Kill) })
	_, err = request(t, s)
	require.NoError(t, err)
	assert.Equal(t, 0, p.end(t, os.Interrupt))
	assert.Len(t, manifests(t, s, `"state": "killed"`), 1)
}

// Nobody reads the events, and the pipe for them is full: calls are answered, and a signal ends the host.
func TestEventsThatAreNotTaken(t *testing.T) {
	s := root(t)
	cmd := exec.Command(built.tagged, "--suite-root", s.Root())
	events, full, err := os.Pipe()
	require.NoError(t, err)
	defer events.Close()
	cmd.Stderr = full
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	require.NoError(t, full.Close())
	p := &process{cmd: cmd, done: make(chan struct{})}
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	go func() { _ = cmd.Wait(); close(p.done) }()
	t.Cleanup(func() { p.end(t, os.Kill) })
	c := client(t, s)
	for range 1000 { // two lines each, of some 80 bytes
		_, err := c.Request(within(t), &demo.RequestParams{App: fixture, AgentName: "tester"})
		require.ErrorContains(t, err, "consent_denied")
	}
	assert.Equal(t, 0, p.end(t, syscall.SIGTERM))
	require.NoError(t, events.SetReadDeadline(time.Now().Add(deadline)))
	text, err := io.ReadAll(events)
	require.NoError(t, err)
	assert.Contains(t, string(text), "asks for")
}
