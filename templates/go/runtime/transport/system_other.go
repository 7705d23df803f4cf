//go:build !linux && !darwin

package transport

import (
	"io/fs"
	"os"
	"syscall"
)

// supported is whether this system has what the package needs. What follows is never called.
const supported = false

const dataFolder = ""

func accountHome() (string, error) { return "", unsupported() }

func dialSocket(string, <-chan struct{}) (*os.File, error) { return nil, syscall.ENOSYS }

func listenSocket(string) (*os.File, error) { return nil, syscall.ENOSYS }

func acceptSocket(*os.File) (*os.File, error) { return nil, syscall.ENOSYS }

func peerOf(*os.File) (pid, uid int, err error) { return 0, 0, syscall.ENOSYS }

func hungUp(*os.File) bool { return true }

func readPrivate(string, int) ([]byte, fileFacts, error) { return nil, fileFacts{}, syscall.ENOSYS }

func factsOf(info fs.FileInfo) fileFacts { return fileFacts{mode: info.Mode(), uid: -1} }

func tryLock(string) (*os.File, error) { return nil, syscall.ENOSYS }

func alive(int) bool { return false }

func startedMS(int) uint64 { return 0 }
