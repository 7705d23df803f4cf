package main

import (
	"os"
	"runtime"
	"strings"
	"syscall"
)

const getSettings = syscall.TCGETS

// discardInput uses TCFLSH, which package syscall does not name on every architecture.
func discardInput(f *os.File) {
	request := uintptr(0x540b)
	switch {
	case strings.HasPrefix(runtime.GOARCH, "mips"):
		request = 0x5407
	case strings.HasPrefix(runtime.GOARCH, "ppc64"):
		request = 0x2000741f
	}
	_, _, _ = syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, syscall.TCIFLUSH)
}
