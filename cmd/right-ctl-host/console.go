package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/rightkit/lockstep/cmd/internal/demohost"
	"github.com/rightkit/lockstep/generated/go/transport"
)

const (
	// guard is how long a question must have been there before an answer counts: nobody reads faster, and what was typed
	// before it came is no answer to it.
	guard = 250 * time.Millisecond
	// longestAnswer is how many bytes of a line are looked at: a longer line is no answer.
	longestAnswer = 64
)

// A console prints events and asks. One question at a time stands open. Only its writer waits for whoever reads what it
// prints: a terminal that is held, or a pipe that is full, holds up no call.
type console struct {
	guard time.Duration
	// discard throws away what was typed and has not been read; nil when there is nothing to throw away.
	discard func()

	mu       sync.Mutex
	outbox   outbox
	question *openQuestion // that stands open; nil: none
	screen   string        // its prompt, once that is printed; "": none is
	typed    line          // that is being typed
	closed   chan struct{} // nothing more can be read
}

// An openQuestion is put to the person. Its fields are guarded by the console's lock.
type openQuestion struct {
	shown   chan struct{} // closed when it is on the screen
	seen    bool          // the same
	answer  chan string
	waiting *text // its prompt, while it is not printed
}

// A line collects what is typed up to its end.
type line struct {
	text []byte
	long bool
}

func newConsole(out io.Writer) *console {
	c := &console{guard: guard, closed: make(chan struct{})}
	c.outbox.init(&c.mu)
	go c.outbox.write(out)
	return c
}

// log prints a line. A question that stands open is printed again below it.
func (c *console) log(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outbox.add(func() string {
		if c.screen != "" {
			return "\n" + line + "\n" + c.screen
		}
		return line + "\n"
	})
}

// finish waits until everything is printed, but not longer than most.
func (c *console) finish(most time.Duration) { c.outbox.finish(most) }

// listen reads lines for as long as there are any. A line that comes while no question stands open is dropped. At a
// terminal, the end of input (Ctrl-D) is only the end of a line, and so a no.
func (c *console) listen(in io.Reader, terminal bool) {
	go func() {
		defer close(c.closed)
		buf := make([]byte, 4096)
		for {
			n, err := in.Read(buf)
			c.take(buf[:n])
			switch {
			case err == io.EOF && terminal:
				c.take([]byte{'\n'})
				time.Sleep(100 * time.Millisecond) // so that a terminal that is gone costs little
			case err != nil:
				return
			}
		}
	}()
}

// take adds to the line that is being typed, and answers with the lines that are complete.
func (c *console) take(text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, b := range text {
		switch {
		case b == '\n':
			answer := string(c.typed.text)
			if c.typed.long {
				answer = ""
			}
			c.typed = line{}
			if q := c.question; q != nil && q.seen {
				select {
				case q.answer <- answer:
				default: // one answer is enough
				}
			}
		case len(c.typed.text) == longestAnswer:
			c.typed.long = true
		default:
			c.typed.text = append(c.typed.text, b)
		}
	}
}

// forget throws away what was typed and not ended yet: with Enter at a question it would be an answer to it. The caller
// holds c.mu.
func (c *console) forget() {
	if c.discard != nil {
		c.discard()
	}
	c.typed = line{}
}

// forgetAnswer is forget for an answer that has come, too. It reports whether there was one.
func (c *console) forgetAnswer(q *openQuestion) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget()
	select {
	case <-q.answer:
		return true
	default:
		return false
	}
}

const tooSoon = "That came too soon to be an answer to this:"

// ask asks the person. Anything but y or yes is a no. The names of agents are a stranger's words, so they are shown in
// quotes with everything invisible spelled out.
func (c *console) ask(ctx context.Context, app demohost.App, agent string, _ transport.Peer) (bool, error) {
	q := c.open(fmt.Sprintf("Allow agent %s to run a demo of %s? [y/N] ", demohost.Quote(agent), app.Name))
	shown, answer := q.shown, (chan string)(nil)
	var guarded <-chan time.Time
	counts := c.guard <= 0
	for {
		select {
		case <-shown:
			shown, answer = nil, q.answer
			if !counts {
				timer := time.NewTimer(c.guard)
				defer timer.Stop()
				guarded = timer.C
			}
		case <-guarded:
			counts = true
			if c.forgetAnswer(q) {
				c.log(tooSoon)
			}
		case text := <-answer:
			if !counts {
				c.log(tooSoon)
				continue
			}
			c.close("")
			text = strings.ToLower(strings.TrimSpace(text))
			return text == "y" || text == "yes", nil
		case <-ctx.Done():
			c.close("\n(the question is withdrawn)\n")
			return false, ctx.Err()
		case <-c.closed:
			c.close("\n")
			return false, errors.New("the terminal is closed")
		}
	}
}

// open prints a question. It stands open from the time at which it is on the screen.
func (c *console) open(prompt string) *openQuestion {
	c.mu.Lock()
	defer c.mu.Unlock()
	q := &openQuestion{shown: make(chan struct{}), answer: make(chan string, 1)}
	c.question = q
	q.waiting = c.outbox.must(func() string {
		c.screen = prompt
		return prompt
	}, func() {
		c.forget()
		q.seen = true
		close(q.shown)
	})
	return q
}

// close ends the open question.
func (c *console) close(last string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.outbox.remove(c.question.waiting) {
		c.outbox.must(func() string {
			c.screen = ""
			return last
		}, nil)
	}
	c.question = nil
}
