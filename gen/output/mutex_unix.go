//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package output

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// tryLockFile takes the lock of a file, and reports whether it was free.
func tryLockFile(f *os.File) (bool, error) {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, &os.PathError{Op: "flock", Path: f.Name(), Err: err}
		}
	}
}

// writable tells whether names in a folder may change; a folder that is not there yet is made by the write itself.
func (d *disk) writable(p string) error {
	const wOK = 2
	if err := syscall.Access(d.native(p), wOK); err != nil && !errors.Is(err, syscall.ENOENT) {
		return fmt.Errorf("the folder %s cannot be written to: %w", p, err)
	}
	return nil
}
