package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/rightkit/lockstep/cmd/internal/demohost"
	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// serve runs the host until a signal comes. A second signal ends the program at once.
func serve(o *options, in *os.File, out io.Writer, errOut *os.File) error {
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // a reader of the events that has gone must not leave bundles open
	c := newConsole(errOut)
	defer c.finish(mostAtEnd)
	host := demohost.Options{
		Catalog: demohost.Catalog(),
		Mode:    o.consent,
		Bundles: o.bundles,
		Log:     func(line string) { c.log(time.Now().Format("15:04:05 ") + line) },
	}
	switch ask := o.consent == demohost.ConsentAsk; {
	case (ask || o.arrange) && isTerminal(in) && isTerminal(errOut):
		c.discard = func() { discardTyped(in) }
		c.listen(in, isTerminal(in))
		host.Consent = c.ask
	case ask:
		c.log("right-ctl-host: there is no terminal to ask at in the foreground, so every request is denied; see --consent in --help")
	}
	if len(host.Catalog) == 0 {
		c.log("right-ctl-host: this build has no app to demonstrate: build it with -tags demo")
	}
	s, err := demohost.Start(o.suite, host, o.arrange)
	if err != nil {
		return err
	}
	told := make(chan error, 1)
	endpoint := s.Record().Endpoint
	go func() { // standard output may be held, too
		_, err := fmt.Fprintf(out, "%s is listening on %s\n", demo.Service, endpoint)
		told <- err
	}()
	err = wait(ctx, told, s.Failed())
	stop() // from here on a signal ends the program, whatever it waits for
	if err == nil {
		c.log(time.Now().Format("15:04:05 ") + "stopping")
	}
	return errors.Join(err, s.Close())
}

// wait waits for a signal, which is no error, or for what keeps the host from going on.
func wait(ctx context.Context, told, failed <-chan error) error {
	for {
		select {
		case err := <-told:
			if err != nil {
				return fmt.Errorf("cannot tell that the host listens: %w", err)
			}
			told = nil
		case err := <-failed:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

// mostAtEnd is how long the program waits at its end for whoever reads what it prints.
const mostAtEnd = time.Second

// endSignals are the signals that end the host. One that was started under nohup stays when its terminal goes.
func endSignals() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// killTimeout is how long the kill control may take: it waits for bundles to be sealed.
const killTimeout = 30 * time.Second

// kill uses the kill control of the host that runs in the suite.
func kill(o *options, out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.Background(), killTimeout)
	defer cancel()
	conn, err := transport.Dial(ctx, o.suite, demohost.ControlService, "right-ctl-host")
	if err != nil {
		return fmt.Errorf("no host to kill sessions of in %s: %s", o.suite.Root(), explain(err))
	}
	defer conn.Close()
	n, err := demohost.CallKill(ctx, conn, o.session)
	if err != nil {
		return err
	}
	if n == 0 && o.session != "" {
		return fmt.Errorf("no session %s is live at the host in %s", demohost.Quote(o.session), o.suite.Root())
	}
	what := fmt.Sprintf("killed %d sessions", n)
	if n == 1 {
		what = "killed 1 session"
	}
	if o.session == "" {
		what += ", and ended the questions that stood open"
	}
	_, err = fmt.Fprintln(out, what)
	return err
}
