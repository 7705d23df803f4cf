//go:build linux || darwin

package transport

import (
	"bufio"
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The test program is a host itself when this variable names a suite root: see child.
const childRoot = "TRANSPORT_TEST_ROOT"

const service = "test.service"

func TestMain(m *testing.M) {
	if root := os.Getenv(childRoot); root != "" {
		os.Exit(childMain(root))
	}
	// The first socket makes the runtime open files of its own, which must not be taken for leaks.
	if l, err := net.Listen("unix", filepath.Join(os.TempDir(), "transport-test-warm-up.sock")); err == nil {
		_ = l.Close()
	}
	os.Exit(m.Run())
}

// childMain serves until its input ends, and says how it went.
func childMain(root string) int {
	s, _ := At(root)
	h, err := Listen(s, Config{Service: service, Role: "child", Methods: []string{"echo"}})
	if err != nil {
		_, _ = os.Stdout.WriteString(err.(*Error).Code + "\n")
		return 1
	}
	_, _ = os.Stdout.WriteString("serves\n")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	if err := h.Serve(ctx, HandlerFunc(echo)); err != nil {
		return 1
	}
	return 0
}

func echo(_ context.Context, _ string, params []byte) ([]byte, error) { return params, nil }

// newSuite is a suite in a new folder with a short name.
func newSuite(t testing.TB) Suite {
	dir, err := os.MkdirTemp("", "ts")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s, err := At(dir)
	require.NoError(t, err)
	return s
}

// within5 is a context for what must not take long.
func within5(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// noLeaks checks, when all else of the test is cleaned up, that no goroutine and no file is left.
func noLeaks(t *testing.T) {
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	t.Cleanup(func() {
		for until := time.Now().Add(3 * time.Second); ; time.Sleep(time.Millisecond) {
			switch {
			case runtime.NumGoroutine() <= goroutines && openFiles(t) <= files:
				return
			case time.Now().After(until):
				stacks := make([]byte, 1<<16)
				t.Errorf("%d files of %d are left, and goroutines:\n%s", openFiles(t), files, stacks[:runtime.Stack(stacks, true)])
				return
			}
		}
	})
}

// openFiles is how many files the process has open.
func openFiles(t testing.TB) int {
	dir := "/proc/self/fd"
	if runtime.GOOS == "darwin" {
		dir = "/dev/fd"
	}
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	return len(list)
}

// quickTimes are times of a host for tests.
var quickTimes = times{
	election: 300 * time.Millisecond, hello: 200 * time.Millisecond, line: 200 * time.Millisecond,
	write: 300 * time.Millisecond, watch: 10 * time.Millisecond, answer: 200 * time.Millisecond, end: 2 * time.Second,
}

// serve runs a host until the test ends.
func serve(t testing.TB, s Suite, c Config, handler HandlerFunc) *Host {
	c.Service = service
	if c.Methods == nil {
		c.Methods = []string{"echo"}
	}
	h, err := listen(s, c, quickTimes)
	require.NoError(t, err)
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { ended <- h.Serve(ctx, handler) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-ended:
			assert.NoError(t, err)
		case <-time.After(5 * time.Second):
			t.Error("the host does not end")
		}
		assert.NoFileExists(t, s.recordPath(service))
		assert.NoFileExists(t, h.record.Endpoint)
	})
	return h
}

func dial(t testing.TB, s Suite) *Conn {
	c, err := Dial(within5(t), s, service, "app")
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// A raw is one end of a connection that a test writes and reads itself.
type raw struct {
	t testing.TB
	net.Conn
	*bufio.Reader
}

func newRaw(t testing.TB, c net.Conn) *raw {
	require.NoError(t, c.SetDeadline(time.Now().Add(5*time.Second)))
	t.Cleanup(func() { _ = c.Close() })
	return &raw{t, c, bufio.NewReader(c)}
}

func (r *raw) Read(p []byte) (int, error) { return r.Reader.Read(p) }

// say writes, and does not mind a peer that has gone.
func (r *raw) say(lines ...string) {
	for _, line := range lines {
		_, _ = io.WriteString(r.Conn, line)
	}
}

// line reads a line; "" at the end.
func (r *raw) line() string {
	line, _ := r.ReadString('\n')
	return strings.TrimSuffix(line, "\n")
}

// connectRaw connects to the host of the suite without a hello.
func connectRaw(t testing.TB, s Suite) *raw {
	text, err := os.ReadFile(s.recordPath(service))
	require.NoError(t, err)
	record, ok := parseRecord(text)
	require.True(t, ok)
	c, err := net.DialTimeout("unix", record.Endpoint, time.Second)
	require.NoError(t, err)
	return newRaw(t, c)
}

const (
	helloLine   = `{"type":"hello","app":"app","protocol_major":1}` + "\n"
	welcomeLine = `{"type":"hello","ok":true}` + "\n"
)

// connectHello connects to the host of the suite and says hello.
func connectHello(t testing.TB, s Suite) *raw {
	r := connectRaw(t, s)
	r.say(helloLine)
	require.Contains(t, r.line(), `"ok":true`)
	return r
}

// fakeHost publishes a host that does with each connection what act does. After the hello, if greet is set.
func fakeHost(t testing.TB, s Suite, greet bool, act func(r *raw)) Record {
	require.Nil(t, makePrivate(s.ServiceDir(service)))
	path, e := s.endpoint(service)
	require.Nil(t, e)
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	require.NoError(t, os.Chmod(path, 0o600))
	record := Record{ProtocolMajor: 1, Service: service, Role: "fake", PID: os.Getpid(), Endpoint: path}
	require.NoError(t, record.publish(s.ServiceDir(service)))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			r := newRaw(t, c)
			if greet {
				r.line()
				r.say(welcomeLine)
			}
			act(r)
			_ = c.Close()
		}
	}()
	t.Cleanup(func() {
		_ = l.Close()
		<-ended
	})
	return record
}

// failure is an error as an *Error.
func failure(t testing.TB, err error) *Error {
	var e *Error
	require.ErrorAs(t, err, &e)
	return e
}
