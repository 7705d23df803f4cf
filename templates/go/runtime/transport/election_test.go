//go:build linux || darwin

package transport

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A child is this test program as a host of its own process.
type child struct {
	*exec.Cmd
	stdin io.Closer
	says  string // its first line: "serves", or the code of its error
}

func startChild(t *testing.T, s Suite) *child {
	exe, err := os.Executable()
	require.NoError(t, err)
	c := &child{Cmd: exec.Command(exe)}
	c.Env = append(os.Environ(), childRoot+"="+s.Root())
	c.stdin, err = c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	kill := time.AfterFunc(20*time.Second, func() { _ = c.Process.Kill() })
	t.Cleanup(func() { kill.Stop() })
	line, _ := bufio.NewReader(out).ReadString('\n')
	c.says = strings.TrimSpace(line)
	return c
}

// Of hosts that start at once in many processes one serves, and the others learn that.
func TestElectionOfProcesses(t *testing.T) {
	s := newSuite(t)
	children := make([]*child, 4)
	var started sync.WaitGroup
	for i := range children {
		started.Add(1)
		go func() {
			defer started.Done()
			children[i] = startChild(t, s)
		}()
	}
	started.Wait()
	serving := 0
	for _, c := range children {
		if c.says == "serves" {
			serving++
			continue
		}
		assert.Equal(t, CodeInUse, c.says)
	}
	assert.Equal(t, 1, serving)
	conn := dial(t, s)
	_, err := conn.Call(within5(t), "echo", nil)
	require.NoError(t, err)
	_, err = listen(s, Config{Service: service}, quickTimes)
	assert.Equal(t, CodeInUse, failure(t, err).Code)
	assert.Contains(t, failure(t, err).Message, "(child) serves it; end that first")
	// One that ends as it should leaves nothing but the lock.
	for _, c := range children {
		_ = c.stdin.Close()
		_ = c.Wait()
	}
	list, err := os.ReadDir(s.ServiceDir(service))
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "election.lock", list[0].Name())
}

func TestElectionInOneProcess(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	for range 20 {
		hosts := make(chan *Host, 8)
		var ended sync.WaitGroup
		for range 8 {
			ended.Add(1)
			go func() {
				defer ended.Done()
				h, err := Listen(s, Config{Service: service, Methods: []string{"echo"}})
				if err != nil {
					e, _ := err.(*Error)
					if assert.NotNil(t, e) {
						assert.Equal(t, CodeInUse, e.Code)
						assert.False(t, e.Retryable)
					}
					return
				}
				hosts <- h
			}()
		}
		ended.Wait()
		require.Len(t, hosts, 1)
		require.NoError(t, (<-hosts).Close())
	}
}

// A host that was killed is unreachable until the next one starts, which needs no help.
func TestRestartAfterKill(t *testing.T) {
	s := newSuite(t)
	c := startChild(t, s)
	require.Equal(t, "serves", c.says)
	conn := dial(t, s)
	require.NoError(t, c.Process.Kill())
	_ = c.Wait()
	_, err := conn.Call(within5(t), "echo", nil)
	assert.Equal(t, CodeClosed, failure(t, err).Code)
	_, err = Dial(within5(t), s, service, "app")
	assert.Equal(t, CodeUnavailable, failure(t, err).Code)
	assert.Contains(t, failure(t, err).Message, "test.service host unreachable: Connection refused")
	require.NoError(t, os.WriteFile(s.ServiceDir(service)+"/.service.json.new", []byte("{"), 0o600)) // killed while it wrote
	next := startChild(t, s)
	require.Equal(t, "serves", next.says)
	conn = dial(t, s)
	_, err = conn.Call(within5(t), "echo", nil)
	require.NoError(t, err)
	assert.Equal(t, next.Process.Pid, conn.Record().PID)
	assert.NoFileExists(t, s.ServiceDir(service)+"/.service.json.new")
}

// What may lie in the way of a host, and what becomes of it.
func TestListenOverLeftovers(t *testing.T) {
	const socket = "test.service.sock"
	for _, c := range []struct {
		name  string
		leave func(t *testing.T, dir string)
		code  string // "" when the host starts
		says  string
	}{
		{"dead socket", func(t *testing.T, dir string) { deadSocket(t, dir+"/"+socket) }, "", ""},
		{"record of a dead process", func(t *testing.T, dir string) {
			require.NoError(t, (&Record{ProtocolMajor: 1, PID: 1 << 30, Endpoint: dir + "/" + socket}).publish(dir))
		}, "", ""},
		{"record of a process that does not serve", func(t *testing.T, dir string) {
			require.NoError(t, (&Record{ProtocolMajor: 1, PID: os.Getpid(), Endpoint: dir + "/" + socket}).publish(dir))
		}, "", ""},
		{"record that is none", func(t *testing.T, dir string) { write("service.json", "{")(t, dir, nil) }, "", ""},
		{"record that is a link", func(t *testing.T, dir string) {
			require.NoError(t, os.Symlink("/etc/passwd", dir+"/service.json"))
		}, "", ""},
		{"wide folder", func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o777)) }, "", ""},
		{"file as socket", func(t *testing.T, dir string) { write(socket, "x")(t, dir, nil) }, CodeInsecure,
			`"DIR/test.service.sock" is in the way and is not a socket of this user; remove it`},
		{"link as socket", func(t *testing.T, dir string) { require.NoError(t, os.Symlink("/x", dir+"/"+socket)) }, CodeInsecure,
			`"DIR/test.service.sock" is in the way and is not a socket of this user; remove it`},
		{"link as lock", func(t *testing.T, dir string) { require.NoError(t, os.Symlink(dir+"/x", dir+"/election.lock")) },
			CodeUnavailable, `cannot lock "DIR/election.lock": Too many levels of symbolic links`},
		{"folder as record", func(t *testing.T, dir string) { require.NoError(t, os.Mkdir(dir+"/service.json", 0o700)) },
			CodeInsecure, `"DIR/service.json" is in the way; remove it`},
		{"full folder as the next record", func(t *testing.T, dir string) {
			require.NoError(t, os.MkdirAll(dir+"/.service.json.new/x", 0o700))
		}, CodeInsecure, `"DIR/.service.json.new" is in the way: ` + systemText(syscall.ENOTEMPTY) + `; remove it`},
		{"empty folder as the next record", func(t *testing.T, dir string) {
			require.NoError(t, os.Mkdir(dir+"/.service.json.new", 0o700))
		}, "", ""},
		{"wide runtime", func(t *testing.T, dir string) { mode("..", 0o770)(t, dir, nil) }, CodeInsecure,
			`/runtime" has the mode 0770, so that other users may change it; chmod it to 0700`},
	} {
		t.Run(c.name, func(t *testing.T) {
			noLeaks(t)
			s := newSuite(t)
			dir := s.ServiceDir(service)
			require.Nil(t, makePrivate(dir))
			c.leave(t, dir)
			if c.code != "" {
				_, err := listen(s, Config{Service: service}, quickTimes)
				assert.Equal(t, c.code, failure(t, err).Code)
				assert.Contains(t, failure(t, err).Message, strings.ReplaceAll(c.says, "DIR", dir))
				return
			}
			serve(t, s, Config{}, echo)
			for name, mode := range map[string]os.FileMode{".": 0o700 | os.ModeDir, "service.json": 0o600, socket: 0o600 | os.ModeSocket} {
				info, err := os.Lstat(dir + "/" + name)
				require.NoError(t, err)
				assert.Equal(t, mode, info.Mode(), name)
			}
			conn := dial(t, s)
			_, err := conn.Call(within5(t), "echo", nil)
			require.NoError(t, err)
			_ = conn.Close()
		})
	}
	t.Run("link as folder", func(t *testing.T) {
		s := newSuite(t)
		require.NoError(t, os.MkdirAll(s.Root()+"/runtime", 0o700))
		require.NoError(t, os.Symlink(t.TempDir(), s.ServiceDir(service)))
		_, err := Listen(s, Config{Service: service})
		assert.Equal(t, CodeInsecure, failure(t, err).Code)
	})
}

// A socket at which somebody listens is never taken, also when no record tells of it.
func TestListenBesideLiveSocket(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	fakeHost(t, s, false, func(*raw) {})
	require.NoError(t, os.Remove(s.recordPath(service)))
	_, err := listen(s, Config{Service: service}, quickTimes)
	e := failure(t, err)
	assert.Equal(t, CodeInUse, e.Code)
	assert.Equal(t, `test.service is in use: a process listens at "`+s.ServiceDir(service)+`/test.service.sock"; end that first`, e.Message)
}

// A host that closes removes only what is its own.
func TestCloseLeavesWhatIsNotItsOwn(t *testing.T) {
	s := newSuite(t)
	h, err := Listen(s, Config{Service: service})
	require.NoError(t, err)
	other := h.Record()
	other.PID++
	require.NoError(t, other.publish(s.ServiceDir(service)))
	require.NoError(t, os.Remove(other.Endpoint))
	require.NoError(t, os.WriteFile(other.Endpoint, nil, 0o600))
	require.NoError(t, h.Serve(cancelled(), HandlerFunc(echo)))
	assert.FileExists(t, s.recordPath(service))
	assert.FileExists(t, other.Endpoint)
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
