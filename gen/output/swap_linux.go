//go:build linux && (amd64 || arm64 || riscv64)

package output

import (
	"io/fs"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// canExchange tells whether the system can exchange two folders in one step.
const canExchange = true

// exchange swaps what two absolute paths name, in one step: renameat2(2) with RENAME_EXCHANGE.
func exchange(a, b string) error {
	const renameExchange = 2
	number := uintptr(276) // of the generic table: arm64, riscv64
	if runtime.GOARCH == "amd64" {
		number = 316
	}
	from, err := syscall.BytePtrFromString(a)
	if err != nil {
		return err
	}
	to, err := syscall.BytePtrFromString(b)
	if err != nil {
		return err
	}
	// The paths are absolute, so the folders that they could be relative to do not matter.
	_, _, errno := syscall.Syscall6(number, 0, uintptr(unsafe.Pointer(from)), 0, uintptr(unsafe.Pointer(to)), renameExchange, 0)
	if errno != 0 {
		return &os.LinkError{Op: "exchange", Old: a, New: b, Err: errno}
	}
	return nil
}

// ours reports whether a folder that we make is like this one: no special bits, full rights for us, our owner and group.
func ours(info fs.FileInfo) bool {
	const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode()&special == 0 && info.Mode().Perm()&0o700 == 0o700 &&
		int(st.Uid) == os.Geteuid() && int(st.Gid) == os.Getegid()
}
