package transport

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strconv"
)

// errNoRoom is that a host did not take a connection in time.
var errNoRoom = errors.New("the host does not accept connections")

// unsupported is the error of systems without what the package needs.
func unsupported() *Error {
	return &Error{Code: CodeUnavailable, Message: "local services are not supported on " + runtime.GOOS +
		", want Linux or macOS"}
}

// fileFacts are what matters of a file.
type fileFacts struct {
	mode           fs.FileMode
	uid            int    // -1 when not known
	device, number uint64 // which file it is
}

// is reports whether both are the same file.
func (f fileFacts) is(other fileFacts) bool {
	return f.device == other.device && f.number == other.number && f.mode.Type() == other.mode.Type()
}

// inspect looks at a file, not at what a link points to.
func inspect(path string) (fileFacts, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return fileFacts{}, err
	}
	return factsOf(info), nil
}

// private refuses a file that is not of the wanted kind, or that somebody else owns or may use.
func (f fileFacts) private(path string, kind fs.FileMode) *Error {
	quoted := strconv.Quote(path)
	switch {
	case f.mode&fs.ModeSymlink != 0:
		return errInsecure(quoted+" is a symbolic link", "remove it and start the host again")
	case f.mode.Type() != kind:
		return errInsecure(quoted+" is not "+kindName(kind), "remove it and start the host again")
	case f.uid != os.Geteuid():
		return errInsecure(quoted+" belongs to user "+strconv.Itoa(f.uid)+", not to user "+strconv.Itoa(os.Geteuid()),
			"use a suite root of your own")
	case f.mode.Perm()&0o077 != 0:
		mode := "0600"
		if kind == fs.ModeDir {
			mode = "0700"
		}
		return errInsecure(quoted+" has the mode 0"+strconv.FormatUint(uint64(f.mode.Perm()), 8)+
			", so that other users may use it", "chmod it to "+mode)
	}
	return nil
}

func kindName(kind fs.FileMode) string {
	switch kind {
	case fs.ModeDir:
		return "a folder"
	case fs.ModeSocket:
		return "a socket"
	}
	return "a file"
}

// guarded refuses a folder in which another user could put another folder in the place of ours: one that is neither ours
// nor the system's, or that others may write to. Where it is sticky, as /tmp is, they cannot rename what is ours.
func (f fileFacts) guarded(path string) *Error {
	quoted := strconv.Quote(path)
	switch {
	case !f.mode.IsDir():
		return errInsecure(quoted+" is not a folder", "remove it and start the host again")
	case f.uid != os.Geteuid() && f.uid != 0:
		return errInsecure(quoted+" belongs to user "+strconv.Itoa(f.uid)+", not to user "+strconv.Itoa(os.Geteuid()),
			"use a suite root of your own")
	case f.mode.Perm()&0o022 != 0 && f.mode&fs.ModeSticky == 0:
		return errInsecure(quoted+" has the mode 0"+strconv.FormatUint(uint64(f.mode.Perm()), 8)+
			", so that other users may change it", "chmod it to 0700")
	}
	return nil
}

// follow looks at what a link points to, too: whoever may change a folder may link to another.
func follow(path string) (fileFacts, error) {
	info, err := os.Stat(path)
	if err != nil {
		return fileFacts{}, err
	}
	return factsOf(info), nil
}

// makePrivate creates a folder that only the user may look into. One that is there and the user's own is narrowed.
func makePrivate(path string) *Error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return errSystem("cannot create the folder "+strconv.Quote(path), err)
	}
	facts, err := inspect(path)
	if err != nil {
		return errSystem("cannot look at the folder "+strconv.Quote(path), err)
	}
	if facts.mode.IsDir() && facts.uid == os.Geteuid() && facts.mode.Perm()&0o077 != 0 {
		if err = os.Chmod(path, 0o700); err != nil {
			return errSystem("cannot make the folder "+strconv.Quote(path)+" private", err)
		}
		if facts, err = inspect(path); err != nil {
			return errSystem("cannot look at the folder "+strconv.Quote(path), err)
		}
	}
	return facts.private(path, fs.ModeDir)
}

// checkPeer refuses a peer that is another user.
func checkPeer(conn *os.File) (Peer, *Error) {
	pid, uid, err := peerOf(conn)
	switch {
	case err != nil:
		return Peer{}, errClosed(err)
	case uid != os.Geteuid():
		return Peer{}, errInsecure("the process at the other end of "+strconv.Quote(conn.Name())+" runs as user "+
			strconv.Itoa(uid)+", not as user "+strconv.Itoa(os.Geteuid()), "end it and start the host again")
	}
	return Peer{PID: pid, UID: uid}, nil
}
