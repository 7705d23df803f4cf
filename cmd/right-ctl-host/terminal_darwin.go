package main

import (
	"os"
	"syscall"
	"unsafe"
)

const getSettings = syscall.TIOCGETA

func discardInput(f *os.File) {
	read := int32(1) // FREAD: what comes in
	ioctl(f, syscall.TIOCFLUSH, unsafe.Pointer(&read))
}
