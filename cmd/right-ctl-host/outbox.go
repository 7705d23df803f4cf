package main

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// mostWaiting is how many texts wait for being printed. What is logged while so many do is dropped.
const mostWaiting = 256

// An outbox holds what is to be printed, in its order, so that nobody but its writer waits for whoever reads it.
type outbox struct {
	mu      *sync.Mutex
	changed *sync.Cond
	waiting []*text
	writing bool
	dropped int // since the last text that waits
}

// A text is made when its turn comes. Both functions are called under the lock.
type text struct {
	compose func() string
	done    func() // when it has been printed; nil: nothing is to be done then
}

func (o *outbox) init(mu *sync.Mutex) { o.mu, o.changed = mu, sync.NewCond(mu) }

// add adds a text, or drops it when too many wait. The caller holds the lock.
func (o *outbox) add(compose func() string) {
	if len(o.waiting) >= mostWaiting {
		o.dropped++
		return
	}
	o.must(compose, nil)
}

// must adds a text that is never dropped. The caller holds the lock.
func (o *outbox) must(compose func() string, done func()) *text {
	o.tellDropped()
	t := &text{compose, done}
	o.waiting = append(o.waiting, t)
	o.changed.Broadcast()
	return t
}

// remove takes a text back. It is false when its turn has come. The caller holds the lock.
func (o *outbox) remove(t *text) bool {
	i := slices.Index(o.waiting, t)
	if i >= 0 {
		o.waiting = slices.Delete(o.waiting, i, i+1)
	}
	return i >= 0
}

// tellDropped adds how many texts are missing at this place.
func (o *outbox) tellDropped() {
	if n := o.dropped; n > 0 {
		o.dropped = 0
		o.waiting = append(o.waiting, &text{func() string {
			return fmt.Sprintf("right-ctl-host: %d events are left out here: nobody took them\n", n)
		}, nil})
	}
}

// write prints, for as long as the program runs. What cannot be printed is lost.
func (o *outbox) write(out io.Writer) {
	o.mu.Lock()
	for {
		if len(o.waiting) == 0 {
			o.tellDropped()
		}
		if len(o.waiting) == 0 {
			o.writing = false
			o.changed.Broadcast()
			o.changed.Wait()
			continue
		}
		next := o.waiting[0]
		o.waiting = o.waiting[1:]
		o.writing = true
		words := next.compose()
		o.mu.Unlock()
		_, _ = io.WriteString(out, words)
		o.mu.Lock()
		if next.done != nil {
			next.done()
		}
	}
}

// finish waits until all is printed, but not longer than most.
func (o *outbox) finish(most time.Duration) {
	late := false
	timer := time.AfterFunc(most, func() {
		o.mu.Lock()
		late = true
		o.mu.Unlock()
		o.changed.Broadcast()
	})
	defer timer.Stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	for (len(o.waiting) > 0 || o.writing || o.dropped > 0) && !late {
		o.changed.Wait()
	}
}
