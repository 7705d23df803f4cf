package transport

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// elect decides who of all that want to is the host of a service: who holds the lock, and finds no host that answers.
// The lock is held from here to the end of the host, so that nobody touches the record or the socket of a host that
// runs. A host that was killed holds no lock, and what it left is replaced.
func (h *Host) elect(record, endpoint string) *Error {
	until := time.Now().Add(h.times.election)
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		e := h.campaign(record, endpoint)
		if e == nil || e.Code != CodeInUse || !e.Retryable || time.Now().After(until) {
			if e != nil {
				e.Retryable = false
			}
			return e
		}
		time.Sleep(wait)
	}
}

// campaign tries once. The error is retryable when the other host may be about to start or to end.
func (h *Host) campaign(record, endpoint string) *Error {
	lock, err := tryLock(h.dir + "/election.lock")
	if err != nil {
		return errSystem("cannot lock "+strconv.Quote(h.dir+"/election.lock"), err)
	}
	other, e := incumbent(record)
	if e == nil && other != nil && answers(other.Endpoint) {
		e = h.inUse("process " + strconv.Itoa(other.PID) + " (" + other.Role + ") serves it; end that first")
	} else if e == nil && lock == nil {
		e = h.inUse("another host of it starts or ends")
		e.Retryable = true
	}
	if e == nil {
		e = h.bind(endpoint)
	}
	if e != nil {
		if lock != nil {
			_ = lock.Close()
		}
		return e
	}
	// For people who look into the folder. The lock is what counts.
	_ = lock.Truncate(0)
	_, _ = lock.WriteAt(strconv.AppendInt(nil, int64(os.Getpid()), 10), 0)
	h.lock = lock
	return nil
}

func (h *Host) inUse(why string) *Error {
	return &Error{Code: CodeInUse, Message: h.config.Service + " is in use: " + why}
}

// incumbent is the record of a host whose process runs; nil when there is none. A link, or a text that is no record, is
// none: it is replaced.
func incumbent(path string) (*Record, *Error) {
	text, _, err := readPrivate(path, recordLimit)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		return nil, nil
	case err != nil:
		// Who cannot read it does not know that there is no host.
		return nil, errSystem("cannot read "+strconv.Quote(path), err)
	}
	if r, ok := parseRecord(text); ok && r.running() {
		return &r, nil
	}
	return nil, nil
}

// answers reports whether somebody listens at a socket.
func answers(path string) bool {
	if !filepath.IsAbs(path) {
		return false
	}
	give := make(chan struct{})
	close(give)
	conn, err := dialSocket(path, give)
	if err == nil {
		_ = conn.Close()
	}
	return err == nil || errors.Is(err, errNoRoom)
}

// bind listens at the endpoint. What is in the way there is removed only if it is a socket of the user's own at which
// nobody listens.
func (h *Host) bind(endpoint string) *Error {
	quoted := strconv.Quote(endpoint)
	facts, err := inspect(endpoint)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return errSystem("cannot look at "+quoted, err)
	case facts.mode.Type() != fs.ModeSocket || facts.uid != os.Geteuid():
		return errInsecure(quoted+" is in the way and is not a socket of this user", "remove it")
	case answers(endpoint):
		e := h.inUse("a process listens at " + quoted + "; end that first")
		e.Retryable = true // an old host that has not published yet, or is about to end
		return e
	default:
		if err = os.Remove(endpoint); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return errSystem("cannot remove the dead socket "+quoted, err)
		}
	}
	listener, err := listenSocket(endpoint)
	if err != nil {
		return errSystem("cannot listen at "+quoted, err)
	}
	if facts, err = inspect(endpoint); err != nil {
		_ = listener.Close()
		return errSystem("cannot look at "+quoted, err)
	}
	h.listener, h.socket = listener, facts
	return nil
}
