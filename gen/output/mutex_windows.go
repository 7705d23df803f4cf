package output

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// tryLockFile takes the lock of a file, and reports whether it was free.
// https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-lockfileex
func tryLockFile(f *os.File) (bool, error) {
	const (
		failImmediately = 1
		exclusive       = 2
		lockViolation   = syscall.Errno(33)
	)
	var place syscall.Overlapped
	ok, _, err := lockFileEx.Call(f.Fd(), failImmediately|exclusive, 0, 1, 0, uintptr(unsafe.Pointer(&place)))
	switch {
	case ok != 0:
		return true, nil
	case errors.Is(err, lockViolation) || errors.Is(err, syscall.ERROR_IO_PENDING):
		return false, nil
	}
	return false, &os.PathError{Op: "LockFileEx", Path: f.Name(), Err: err}
}

// writable has nothing to ask: the read-only attribute of a folder does not protect the names in it.
func (d *disk) writable(string) error { return nil }
