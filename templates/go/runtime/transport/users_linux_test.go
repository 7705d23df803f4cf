package transport

import (
	"net"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const nobody = 65534

// asNobody does something as another user, on a thread that ends with it.
func asNobody(t *testing.T, do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		keep := ^uintptr(0)
		if _, _, e := syscall.RawSyscall(syscall.SYS_SETRESUID, keep, nobody, keep); e == 0 {
			do()
		} else {
			t.Error(e)
		}
	}()
	<-done
}

func needRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to be another user")
	}
}

// Files of another user are not trusted, and neither is another user at the other end.
func TestOtherUsers(t *testing.T) {
	needRoot(t)
	for name, path := range map[string]string{"folder": "", "record": "/service.json", "socket": "/test.service.sock"} {
		t.Run(name, func(t *testing.T) {
			s := newSuite(t)
			serve(t, s, Config{}, echo)
			path = s.ServiceDir(service) + path
			require.NoError(t, os.Chown(path, nobody, nobody))
			_, err := Dial(within5(t), s, service, "app")
			e := failure(t, err)
			assert.Equal(t, CodeInsecure, e.Code)
			assert.False(t, e.Retryable)
			assert.Equal(t, `"`+path+`" belongs to user 65534, not to user 0; use a suite root of your own`, e.Message)
			if name == "folder" {
				_, err = Listen(s, Config{Service: service})
				assert.Equal(t, CodeInsecure, failure(t, err).Code)
			}
			require.NoError(t, os.Chown(path, 0, 0))
		})
	}
	t.Run("runtime", func(t *testing.T) {
		s := newSuite(t)
		serve(t, s, Config{}, echo)
		require.NoError(t, os.Chown(s.runtimeDir(), nobody, nobody))
		const says = `/runtime" belongs to user 65534, not to user 0; use a suite root of your own`
		_, err := Dial(within5(t), s, service, "app")
		assert.Equal(t, CodeInsecure, failure(t, err).Code)
		assert.Contains(t, failure(t, err).Message, says)
		_, err = listen(s, Config{Service: "other.service"}, quickTimes)
		assert.Equal(t, CodeInsecure, failure(t, err).Code)
		assert.Contains(t, failure(t, err).Message, says)
		require.NoError(t, os.Chown(s.runtimeDir(), 0, 0))
	})
	t.Run("socket in the way", func(t *testing.T) {
		s := newSuite(t)
		require.Nil(t, makePrivate(s.ServiceDir(service)))
		path := s.ServiceDir(service) + "/test.service.sock"
		deadSocket(t, path)
		require.NoError(t, os.Chown(path, nobody, nobody))
		_, err := listen(s, Config{Service: service}, quickTimes)
		assert.Equal(t, CodeInsecure, failure(t, err).Code)
		assert.FileExists(t, path)
	})
	t.Run("client", func(t *testing.T) {
		noLeaks(t)
		s := newSuite(t)
		h := serve(t, s, Config{}, echo)
		open := []string{s.Root(), s.Root() + "/runtime", s.ServiceDir(service), h.record.Endpoint}
		for _, path := range open {
			require.NoError(t, os.Chmod(path, 0o777))
		}
		asNobody(t, func() {
			c, err := net.Dial("unix", h.record.Endpoint)
			if !assert.NoError(t, err) {
				return
			}
			r := newRaw(t, c)
			r.say(helloLine)
			assert.Empty(t, r.line(), "not a word to a stranger")
			_ = c.Close()
		})
	})
	t.Run("host", func(t *testing.T) {
		s := newSuite(t)
		record := fakeHost(t, s, true, func(r *raw) { t.Error("the client spoke to a stranger: " + r.line()) })
		for _, path := range []string{s.Root(), s.Root() + "/runtime", s.ServiceDir(service)} {
			require.NoError(t, os.Chmod(path, 0o777))
		}
		require.NoError(t, os.Remove(record.Endpoint))
		var l net.Listener
		asNobody(t, func() {
			var err error
			l, err = net.Listen("unix", record.Endpoint)
			assert.NoError(t, err)
		})
		defer func() { _ = l.Close() }()
		require.NoError(t, os.Chmod(s.ServiceDir(service), 0o700))
		require.NoError(t, os.Chmod(s.runtimeDir(), 0o711))
		require.NoError(t, os.Chown(record.Endpoint, 0, 0))
		require.NoError(t, os.Chmod(record.Endpoint, 0o600))
		_, err := Dial(within5(t), s, service, "app")
		e := failure(t, err)
		assert.Equal(t, CodeInsecure, e.Code)
		assert.Contains(t, e.Message, "runs as user 65534, not as user 0")
	})
}

// A full disk under the suite root: the host says so and leaves nothing; with room it starts.
func TestFullDisk(t *testing.T) {
	noLeaks(t)
	s := newSuite(t)
	if err := syscall.Mount("tmpfs", s.Root(), "tmpfs", 0, "size=64k,mode=0700"); err != nil {
		t.Skip("cannot mount a small disk: " + err.Error())
	}
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(s.Root(), syscall.MNT_DETACH)) })
	require.Nil(t, makePrivate(s.ServiceDir(service)))
	fill := s.Root() + "/fill"
	require.Error(t, os.WriteFile(fill, make([]byte, 1<<17), 0o600))
	_, err := listen(s, Config{Service: service}, quickTimes)
	e := failure(t, err)
	assert.Equal(t, CodeUnavailable, e.Code)
	assert.Equal(t, `cannot write "`+s.recordPath(service)+`": No space left on device (os error 28)`, e.Message)
	list, err := os.ReadDir(s.ServiceDir(service))
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "election.lock", list[0].Name())
	require.NoError(t, os.Remove(fill))
	t.Run("with room", func(t *testing.T) {
		serve(t, s, Config{}, echo)
		c := dial(t, s)
		_, err = c.Call(within5(t), "echo", nil)
		require.NoError(t, err)
	})
}

func TestAccountHome(t *testing.T) {
	const passwd = "root:x:0:0:root:/root:/bin/sh\n# a:b:7:c:d:/no:e\nbroken:7\nx:x:7:7::/home/x y:/bin/sh\nlater:x:7:7::/other:\n"
	home, err := passwdHome(passwd, 7)
	require.NoError(t, err)
	assert.Equal(t, "/home/x y", home)
	_, err = passwdHome(passwd, 8)
	assert.ErrorContains(t, err, "no entry for user 8")
	assert.False(t, strings.Contains(err.Error(), "\n"))
}
