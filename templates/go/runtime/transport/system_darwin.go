package transport

import (
	"os"
	"syscall"
	"unsafe"
)

// Of <sys/un.h> and <sys/ucred.h>.
const (
	solLocal      = 0
	localPeerCred = 1
	localPeerPID  = 2
)

// noSignal is not needed: the runtime ignores the signal of a write to nobody.
const noSignal = 0

// xucred is the system's structure of that name.
type xucred struct {
	version uint32
	uid     uint32
	ngroups int16
	_       int16
	groups  [16]uint32
}

// peerCredentials are the process and the user that connected, or that listened.
func peerCredentials(fd int) (pid, uid int, err error) {
	var cred xucred
	size := uint32(unsafe.Sizeof(cred))
	_, _, number := syscall.Syscall6(syscall.SYS_GETSOCKOPT, uintptr(fd), solLocal, localPeerCred,
		uintptr(unsafe.Pointer(&cred)), uintptr(unsafe.Pointer(&size)), 0)
	switch {
	case number != 0:
		return 0, 0, os.NewSyscallError("getsockopt", number)
	case cred.version != 0 || size < uint32(unsafe.Offsetof(cred.ngroups)):
		return 0, 0, os.NewSyscallError("getsockopt", syscall.EPROTO)
	}
	pid, err = syscall.GetsockoptInt(fd, solLocal, localPeerPID)
	return pid, int(cred.uid), err
}

// startedMS is when a process started; 0, not known, here. Its number alone tells who it is then.
func startedMS(int) uint64 { return 0 }
