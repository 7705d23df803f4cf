package transport

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// noSignal keeps a write to nobody from raising a signal.
const noSignal = syscall.MSG_NOSIGNAL

// peerCredentials are the process and the user that connected, or that listened.
func peerCredentials(fd int) (pid, uid int, err error) {
	cred, err := syscall.GetsockoptUcred(fd, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil {
		return 0, 0, err
	}
	return int(cred.Pid), int(cred.Uid), nil
}

// startedMS is when a process started, in milliseconds since 1970; 0 when that is not known. With it a process that has
// got the number of a dead one is told apart.
func startedMS(pid int) uint64 {
	const ticksPerSecond = 100
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The name of the program stands in parentheses, and may hold anything.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 20 {
		return 0
	}
	ticks, err := strconv.ParseUint(fields[19], 10, 64)
	if err != nil {
		return 0
	}
	system, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut("\n"+string(system), "\nbtime ")
	line, _, _ := strings.Cut(after, "\n")
	boot, err := strconv.ParseUint(line, 10, 64)
	if err != nil {
		return 0
	}
	return boot*1000 + ticks*1000/ticksPerSecond
}
