package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/rightkit/lockstep/generated/go/transport"
)

// An interrupt ends a call that waits: its context is done, so that the connection closes and the call settles.
type interrupt struct {
	context context.Context
	got     chan os.Signal
	arrived chan os.Signal
}

// watchInterrupts takes Ctrl-C and a request to end from the system. A second one ends the program at once. Where the
// program was started deaf to a signal, it stays so.
func watchInterrupts() *interrupt {
	ctx, cancel := context.WithCancel(context.Background())
	i := &interrupt{ctx, make(chan os.Signal, 1), make(chan os.Signal, 1)}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(i.arrived, s)
		}
	}
	go func() {
		s := <-i.arrived
		signal.Stop(i.arrived)
		i.got <- s
		cancel()
	}()
	return i
}

// over is called when the call has ended: from then on a signal ends the program at once, also while nobody takes the
// result.
func (i *interrupt) over() { signal.Stop(i.arrived) }

// exit is the exit code of a failed call: by custom 128 and the number of the signal that cancelled it.
func (i *interrupt) exit(code int, err error) int {
	if asError(err).Code != transport.CodeCancelled {
		return code
	}
	select {
	case s := <-i.got:
		if n, ok := s.(syscall.Signal); ok {
			return 128 + int(n)
		}
	default:
	}
	return code
}
