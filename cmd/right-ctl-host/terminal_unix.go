//go:build linux || darwin

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// isTerminal reports whether a person can be reached at the other end of a file: it is a terminal, and this program is
// in the foreground there. In the background, reading from it would stop the program.
func isTerminal(f *os.File) bool {
	var settings syscall.Termios
	var group int32
	return ioctl(f, getSettings, unsafe.Pointer(&settings)) &&
		ioctl(f, syscall.TIOCGPGRP, unsafe.Pointer(&group)) && int(group) == syscall.Getpgrp()
}

// discardTyped throws away what was typed at a terminal and has not been read, also a line that is not ended yet. In the
// background what is typed is meant for another program, and taking it would stop this one.
func discardTyped(f *os.File) {
	if isTerminal(f) {
		discardInput(f)
	}
}

func ioctl(f *os.File, request uintptr, value unsafe.Pointer) bool {
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(value))
	return errno == 0
}
