//go:build !(linux && (amd64 || arm64 || riscv64))

package output

import (
	"errors"
	"io/fs"
)

// canExchange tells whether the system can exchange two folders in one step.
const canExchange = false

func exchange(string, string) error { return errors.ErrUnsupported }

func ours(fs.FileInfo) bool { return false }
