package main

import (
	"bufio"
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

// guard is how long a question must have been there before an answer counts: nobody reads faster, and what was typed
// before it came is no answer to it.
const guard = 250 * time.Millisecond

// A console prints events and asks. One question at a time stands open.
type console struct {
	guard time.Duration

	mu     sync.Mutex
	out    io.Writer
	prompt string        // of the open question; "": none
	answer chan string   // of the open question
	closed chan struct{} // nothing more can be read
}

func newConsole(out io.Writer) *console {
	return &console{guard: guard, out: out, closed: make(chan struct{})}
}

// log prints a line. A question that stands open is printed again below it.
func (c *console) log(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.prompt != "" {
		line = "\n" + line
	}
	fmt.Fprintf(c.out, "%s\n%s", line, c.prompt)
}

// listen reads lines for as long as there are any. A line that comes while no question stands open is dropped.
func (c *console) listen(in io.Reader) {
	go func() {
		defer close(c.closed)
		r := bufio.NewReader(in)
		for {
			line, cut, err := r.ReadLine()
			if err != nil {
				return
			}
			text := string(line)
			for cut && err == nil { // a line of that length is no answer
				_, cut, err = r.ReadLine()
				text = ""
			}
			c.mu.Lock()
			if c.answer != nil {
				select {
				case c.answer <- text:
				default: // one answer is enough
				}
			}
			c.mu.Unlock()
		}
	}()
}

// ask asks the person. Anything but y or yes is a no. The names of agents are a stranger's words, so they are shown in
// quotes with everything invisible spelled out.
func (c *console) ask(ctx context.Context, app demohost.App, agent string, _ transport.Peer) (bool, error) {
	answer := c.open(fmt.Sprintf("Allow agent %s to run a demo of %s? [y/N] ", demohost.Quote(agent), app.Name))
	shown := time.Now()
	for {
		select {
		case text := <-answer:
			if time.Since(shown) < c.guard {
				c.log("That came too soon to be an answer to this:")
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

// open prints a question.
func (c *console) open(prompt string) <-chan string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prompt, c.answer = prompt, make(chan string, 1)
	fmt.Fprint(c.out, prompt)
	return c.answer
}

// close ends the open question.
func (c *console) close(last string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prompt, c.answer = "", nil
	fmt.Fprint(c.out, last)
}
