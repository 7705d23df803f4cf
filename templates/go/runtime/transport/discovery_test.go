//go:build linux || darwin

package transport

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a client finds instead of a service it can trust. Each case spoils what a good host has published.
func TestDiscovery(t *testing.T) {
	const advice = "remove it and start the host again"
	for _, c := range []struct {
		name      string
		spoil     func(t *testing.T, dir string, r *Record)
		code      string
		message   string // DIR stands for the service's folder
		retryable bool
	}{
		{"no record", func(t *testing.T, dir string, r *Record) { require.NoError(t, os.Remove(dir+"/service.json")) },
			CodeUnavailable, "no service.json for test.service", true},
		{"no folder", func(t *testing.T, dir string, r *Record) { require.NoError(t, os.RemoveAll(dir)) },
			CodeUnavailable, "no service.json for test.service", true},
		{"no JSON", write("service.json", "{"), CodeUnavailable, "no service.json for test.service", true},
		{"empty", write("service.json", ""), CodeUnavailable, "no service.json for test.service", true},
		{"too little", write("service.json", `{"protocol_major":1,"protocol_minor":0,"role":"r","pid":1}`),
			CodeUnavailable, "no service.json for test.service", true},
		{"other types", write("service.json", `{"protocol_major":1,"protocol_minor":0,"role":"r","pid":"1","endpoint":"/x"}`),
			CodeUnavailable, "no service.json for test.service", true},
		{"huge", write("service.json", `{"x":"`+strings.Repeat("x", recordLimit)+`"}`),
			CodeUnavailable, "no service.json for test.service", true},
		{"another protocol", write("service.json", `{"protocol_major":2,"protocol_minor":0,"role":"r","pid":1,"endpoint":"/x"}`),
			CodeProtocol, "host speaks protocol 2", false},
		{"relative endpoint", write("service.json", `{"protocol_major":1,"protocol_minor":0,"role":"r","pid":1,"endpoint":"x"}`),
			CodeInsecure, `service.json names the socket "x", want an absolute path; start the host again`, false},
		{"a link as record", link("service.json"), CodeInsecure, `"DIR/service.json" is a symbolic link; ` + advice, false},
		{"a folder as record", folder("service.json"), CodeInsecure, `"DIR/service.json" is not a file; ` + advice, false},
		{"wide record", mode("service.json", 0o644), CodeInsecure,
			`"DIR/service.json" has the mode 0644, so that other users may use it; chmod it to 0600`, false},
		{"wide folder", mode(".", 0o750), CodeInsecure,
			`"DIR" has the mode 0750, so that other users may use it; chmod it to 0700`, false},
		{"wide runtime", mode("..", 0o720), CodeInsecure,
			`"RUNTIME" has the mode 0720, so that other users may change it; chmod it to 0700`, false},
		{"runtime for all", mode("..", 0o777), CodeInsecure,
			`"RUNTIME" has the mode 0777, so that other users may change it; chmod it to 0700`, false},
		{"a link as runtime, to a wide one", func(t *testing.T, dir string, r *Record) {
			link("..")(t, dir, r)
			mode("..", 0o777)(t, dir, r)
		}, CodeInsecure, `"RUNTIME" has the mode 0777, so that other users may change it; chmod it to 0700`, false},
		{"a link as folder", link("."), CodeInsecure, `"DIR" is a symbolic link; ` + advice, false},
		{"no socket", func(t *testing.T, dir string, r *Record) { require.NoError(t, os.Remove(r.Endpoint)) },
			CodeUnavailable, "test.service host unreachable: No such file or directory (os error 2)", true},
		{"a link as socket", link("test.service.sock"), CodeInsecure, `"DIR/test.service.sock" is a symbolic link; ` + advice, false},
		{"a file as socket", write("test.service.sock", ""), CodeInsecure, `"DIR/test.service.sock" is not a socket; ` + advice, false},
		{"wide socket", mode("test.service.sock", 0o666), CodeInsecure,
			`"DIR/test.service.sock" has the mode 0666, so that other users may use it; chmod it to 0600`, false},
		{"dead socket", func(t *testing.T, dir string, r *Record) {
			require.NoError(t, os.Remove(r.Endpoint))
			deadSocket(t, r.Endpoint)
		}, CodeUnavailable, "test.service host unreachable: " + systemText(syscall.ECONNREFUSED), true},
		{"long path", func(t *testing.T, dir string, r *Record) {
			r.Endpoint = "/" + strings.Repeat("x", 103)
			require.NoError(t, r.publish(dir))
		}, CodeUnavailable, "test.service host unreachable: the socket path is 104 bytes, over the limit of 103", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			noLeaks(t)
			s := newSuite(t)
			dir := s.ServiceDir(service)
			record := fakeHost(t, s, true, func(r *raw) { r.line() })
			conn := dial(t, s) // it is good before it is spoilt
			_ = conn.Close()
			c.spoil(t, dir, &record)
			_, err := Dial(within5(t), s, service, "app")
			e := failure(t, err)
			assert.Equal(t, c.code, e.Code)
			assert.Equal(t, strings.NewReplacer("DIR", dir, "RUNTIME", filepath.Dir(dir)).Replace(c.message), e.Message)
			assert.Equal(t, c.retryable, e.Retryable)
		})
	}
}

func write(name, text string) func(*testing.T, string, *Record) {
	return func(t *testing.T, dir string, _ *Record) {
		require.NoError(t, os.RemoveAll(filepath.Join(dir, name)))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
}

// link moves a file away and puts a link to it in its place.
func link(name string) func(*testing.T, string, *Record) {
	return func(t *testing.T, dir string, _ *Record) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.Rename(path, path+".moved"))
		require.NoError(t, os.Symlink(path+".moved", path))
	}
}

func folder(name string) func(*testing.T, string, *Record) {
	return func(t *testing.T, dir string, _ *Record) {
		require.NoError(t, os.Remove(filepath.Join(dir, name)))
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
	}
}

func mode(name string, m os.FileMode) func(*testing.T, string, *Record) {
	return func(t *testing.T, dir string, _ *Record) { require.NoError(t, os.Chmod(filepath.Join(dir, name), m)) }
}

// A folder for all is no danger when it is sticky, nor is one that others may read.
func TestRuntimeForAll(t *testing.T) {
	for _, m := range []os.FileMode{0o777 | os.ModeSticky, 0o755, 0o700} {
		s := newSuite(t)
		require.Nil(t, makePrivate(s.ServiceDir(service)))
		require.NoError(t, os.Chmod(s.runtimeDir(), m))
		t.Run(m.String(), func(t *testing.T) {
			serve(t, s, Config{}, echo)
			dial(t, s)
		})
	}
}

// deadSocket leaves a socket at which nobody listens.
func deadSocket(t *testing.T, path string) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	require.NoError(t, err)
	l.SetUnlinkOnClose(false)
	require.NoError(t, os.Chmod(path, 0o600))
	require.NoError(t, l.Close())
}

func TestDialUnreadableRecord(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	s := newSuite(t)
	serve(t, s, Config{}, echo)
	require.NoError(t, os.Chmod(s.recordPath(service), 0))
	_, err := Dial(within5(t), s, service, "app")
	assert.Equal(t, "could not read service.json for test.service (try again): Permission denied (os error 13)", failure(t, err).Message)
	assert.True(t, failure(t, err).Retryable)
	require.NoError(t, os.Chmod(s.recordPath(service), 0o600))
}

// A host whose queue is full is waited for, as long as there is time.
func TestDialFullQueue(t *testing.T) {
	s := newSuite(t)
	require.Nil(t, makePrivate(s.ServiceDir(service)))
	h, err := listen(s, Config{Service: service}, quickTimes) // nobody accepts
	require.NoError(t, err)
	defer func() { _ = h.Close() }()
	var waiting []*os.File
	give := make(chan struct{})
	close(give)
	for range 5000 {
		f, err := dialSocket(h.record.Endpoint, give)
		if err != nil {
			require.ErrorIs(t, err, errNoRoom)
			break
		}
		waiting = append(waiting, f)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = Dial(ctx, s, service, "app")
	assert.Equal(t, CodeTimeout, failure(t, err).Code)
	for _, f := range waiting {
		_ = f.Close()
	}
}

func TestSuite(t *testing.T) {
	for _, root := range []string{"", "x", "./x", "/a/../b", "/a/.."} {
		_, err := At(root)
		assert.Equal(t, Error{Code: CodeNoSuiteRoot, Message: "suite root must be absolute: " + root}, *failure(t, err))
	}
	for root, dir := range map[string]string{"/": "/runtime/x.y", "/a": "/a/runtime/x.y", "/a b/..c/": "/a b/..c/runtime/x.y"} {
		s, err := At(root)
		require.NoError(t, err)
		assert.Equal(t, root, s.Root())
		assert.Equal(t, dir, s.ServiceDir("x.y"))
	}
	for _, name := range []string{"", ".", "..", ".x", "a/b", "a\x00", "é", strings.Repeat("x", 101)} {
		_, err := Dial(context.Background(), newSuite(t), name, "app")
		assert.Equal(t, CodeUnavailable, failure(t, err).Code, name)
		_, err = Listen(newSuite(t), Config{Service: name})
		assert.Equal(t, CodeUnavailable, failure(t, err).Code, name)
	}
	_, err := Dial(context.Background(), Suite{}, service, "app")
	assert.Equal(t, CodeNoSuiteRoot, failure(t, err).Code)
	s, err := Default()
	if err == nil { // an account without an entry is possible in a container
		assert.True(t, strings.HasSuffix(s.Root(), "/Orthic Labs/shared"), s.Root())
	}
	t.Setenv("HOME", "/elsewhere")
	t.Setenv("XDG_DATA_HOME", "/elsewhere")
	t.Setenv("RIGHTKIT_SUITE_ROOT", "/elsewhere")
	again, _ := Default()
	assert.Equal(t, s, again)
}

// The names of sockets are those of the daemon that other hosts are built on.
func TestEndpoint(t *testing.T) {
	t.Setenv("TMPDIR", "/tmp")
	name := func(root, service string) string {
		s, err := At(root)
		require.NoError(t, err)
		path, e := s.endpoint(service)
		if e != nil {
			return e.Error()
		}
		return path
	}
	const service = "rightkit.agent.demo"
	fits := "/" + strings.Repeat("r", 100-len("//runtime/rightkit.agent.demo/rightkit.agent.demo.sock"))
	assert.Equal(t, fits+"/runtime/rightkit.agent.demo/rightkit.agent.demo.sock", name(fits, service))
	assert.Len(t, name(fits, service), 100)
	assert.Regexp(t, `^/tmp/rk-[0-9a-f]{8}-[0-9a-f]{16}\.sock$`, name(fits+"r", service))
	// A root in another spelling is the same root.
	assert.Equal(t, name(fits+"r", service), name(strings.ToUpper(fits)+"R/", service))
	assert.NotEqual(t, name(fits+"r", service), name(fits+"r", "other"))
	t.Setenv("TMPDIR", "/"+strings.Repeat("t", 68))
	assert.Len(t, name(fits+"r", service), 103)
	t.Setenv("TMPDIR", "/"+strings.Repeat("t", 69))
	assert.Contains(t, name(fits+"r", service), "is 104 bytes, over the limit of 103; set a shorter TMPDIR")
	// Names that rightkit-daemon 0.4.0 has given.
	t.Setenv("TMPDIR", "/tmp")
	assert.Equal(t, "/tmp/rk-3e71a15b-100d9be412072c75.sock", name("/tmp/"+strings.Repeat("Long Ünï/", 12), service))
	assert.Equal(t, "/tmp/rk-6d4e2f1a-a05f1d713421854a.sock", name("/A/"+strings.Repeat("b", 90)+"/", "rightkit.agent.demo.control"))
	// Published values of the hashes.
	assert.Equal(t, uint32(0xbf9cf968), fnv32("foobar"))
	assert.Equal(t, uint64(0x85944171f73967e8), fnv64("foobar"))
}

// A path over the limit of sockets works, through the folder for temporary files.
func TestLongSuite(t *testing.T) {
	noLeaks(t)
	short := newSuite(t)
	s, err := At(short.Root() + "/" + strings.Repeat("long", 25))
	require.NoError(t, err)
	t.Setenv("TMPDIR", short.Root())
	h := serve(t, s, Config{}, echo)
	assert.Equal(t, short.Root(), filepath.Dir(h.Record().Endpoint))
	t.Setenv("TMPDIR", "/elsewhere") // a client takes the name from the record
	c := dial(t, s)
	_, err = c.Call(within5(t), "echo", nil)
	require.NoError(t, err)
	_ = c.Close()
}

func TestRecord(t *testing.T) {
	r := Record{ProtocolMajor: 1, Service: "s", Role: "r\"", Rank: 200, PID: 7, Endpoint: "/e", Version: "1", StartedMS: 2, ProcessStartedMS: 3}
	assert.Equal(t, `{
  "protocol_major": 1,
  "protocol_minor": 0,
  "service": "s",
  "role": "r\"",
  "rank": 200,
  "pid": 7,
  "endpoint": "/e",
  "version": "1",
  "started_ms": 2,
  "process_started_ms": 3,
  "engine_version": "1"
}`, string(r.text()))
	read, ok := parseRecord(r.text())
	assert.True(t, ok)
	assert.Equal(t, r, read)
	read, ok = parseRecord([]byte(`{"protocol_major":1,"protocol_minor":4,"role":"r","pid":7,"endpoint":"/e","engine_version":"2","heartbeat_ms":1,"state":null}`))
	assert.True(t, ok)
	assert.Equal(t, Record{ProtocolMajor: 1, ProtocolMinor: 4, Role: "r", Rank: 255, PID: 7, Endpoint: "/e", Version: "2"}, read)
	own := Record{PID: os.Getpid(), ProcessStartedMS: startedMS(os.Getpid())}
	assert.True(t, own.running())
	own.ProcessStartedMS = 0
	assert.True(t, own.running())
	assert.False(t, (&Record{PID: 1 << 30}).running())
	assert.False(t, (&Record{}).running())
	if started := startedMS(os.Getpid()); started != 0 {
		own.ProcessStartedMS = started + 5000 // its number has gone to another process
		assert.False(t, own.running())
	}
}
