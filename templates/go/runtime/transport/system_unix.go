//go:build linux || darwin

package transport

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// supported is whether this system has what the package needs.
const supported = true

// openSocket makes a socket that the runtime can wait on, and that child processes do not inherit.
func openSocket() (int, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	if err = syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd)
		return -1, os.NewSyscallError("setnonblock", err)
	}
	return fd, nil
}

// dialSocket connects to a socket. While the queue of its owner is full it tries again, until give is closed: the error
// is errNoRoom then.
func dialSocket(path string, give <-chan struct{}) (*os.File, error) {
	fd, err := openSocket()
	if err != nil {
		return nil, err
	}
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: path})
		switch {
		case err == nil, errors.Is(err, syscall.EISCONN):
			return os.NewFile(uintptr(fd), path), nil
		case errors.Is(err, syscall.EINTR):
			continue
		case !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINPROGRESS) && !errors.Is(err, syscall.EALREADY):
			_ = syscall.Close(fd)
			return nil, os.NewSyscallError("connect", err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-give:
			timer.Stop()
			_ = syscall.Close(fd)
			return nil, errNoRoom
		}
	}
}

// listenSocket binds a socket that only the user may connect to. Nobody can before it listens.
func listenSocket(path string) (*os.File, error) {
	fd, err := openSocket()
	if err != nil {
		return nil, err
	}
	bound := false
	step := func(name string, do func() error) {
		if err == nil {
			err = os.NewSyscallError(name, do())
		}
	}
	step("bind", func() error {
		err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: path})
		bound = err == nil
		return err
	})
	step("chmod", func() error { return syscall.Chmod(path, 0o600) })
	step("listen", func() error { return syscall.Listen(fd, syscall.SOMAXCONN) })
	if err != nil {
		_ = syscall.Close(fd)
		if bound {
			_ = os.Remove(path)
		}
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// acceptSocket waits for the next connection.
func acceptSocket(listener *os.File) (*os.File, error) {
	raw, err := listener.SyscallConn()
	if err != nil {
		return nil, err
	}
	var fd int
	var failed error
	err = raw.Read(func(at uintptr) bool {
		syscall.ForkLock.RLock()
		fd, _, failed = syscall.Accept(int(at))
		if failed == nil {
			syscall.CloseOnExec(fd)
		}
		syscall.ForkLock.RUnlock()
		return !errors.Is(failed, syscall.EAGAIN)
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	if err = syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), listener.Name()), nil
}

// peerOf asks the kernel who is at the other end.
func peerOf(conn *os.File) (pid, uid int, err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, 0, err
	}
	var failed error
	if err = raw.Control(func(fd uintptr) { pid, uid, failed = peerCredentials(int(fd)) }); err == nil {
		err = failed
	}
	return pid, uid, err
}

// hungUp reports whether the peer has closed its end. It reads nothing.
func hungUp(conn *os.File) bool {
	raw, err := conn.SyscallConn()
	if err != nil {
		return true
	}
	gone := true
	_ = raw.Control(func(fd uintptr) {
		var b [1]byte
		n, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		switch {
		case err != nil:
			gone = !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR)
		case n > 0:
			// What the peer has sent ahead hides its end. Sending nothing tells: it fails when nobody can receive.
			_, err := syscall.SendmsgN(int(fd), nil, nil, nil, syscall.MSG_DONTWAIT|noSignal)
			gone = errors.Is(err, syscall.EPIPE)
		}
	})
	return gone
}

// readPrivate reads a small file without following a link, and says what kind of file it was and whose.
func readPrivate(path string, limit int) ([]byte, fileFacts, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fileFacts{}, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, fileFacts{}, err
	}
	facts := factsOf(info)
	if !facts.mode.IsRegular() {
		return nil, facts, nil
	}
	text := make([]byte, 0, 1<<10)
	for len(text) <= limit {
		if len(text) == cap(text) {
			text = append(make([]byte, 0, 2*cap(text)), text...)
		}
		n, err := f.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if n == 0 || err != nil {
			break
		}
	}
	return text, facts, nil
}

// factsOf is what matters of a file.
func factsOf(info fs.FileInfo) fileFacts {
	facts := fileFacts{mode: info.Mode(), uid: -1}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		facts.uid = int(stat.Uid)
		facts.device, facts.number = uint64(stat.Dev), stat.Ino
	}
	return facts
}

// tryLock takes the lock that a file stands for. It is nil when another process, or another host of this one, has it.
// The lock ends with the process, so a dead owner leaves none. The file is never removed: all must lock the same one.
func tryLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	switch {
	case err == nil:
		return f, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = nil
	}
	_ = f.Close()
	return nil, err
}

// alive reports whether there is a process of that number.
func alive(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
