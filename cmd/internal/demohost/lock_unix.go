//go:build linux || darwin

package demohost

import (
	"os"
	"syscall"
)

// lockFile locks a file for this process, until it is closed or the process ends in whatever way.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
