// Command right-ctl-host is a reference host of the demo contract, for developers and tests: it asks the person at its
// terminal, keeps the sessions, and leaves a bundle per session. What it does is in package demohost; this program reads
// the command line, asks and prints.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rightkit/lockstep/cmd/internal/demohost"
	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// options are what the command line says.
type options struct {
	suite   transport.Suite
	consent demohost.ConsentMode
	arrange bool
	bundles string
	kill    bool
	session string // to kill; "": all
}

// run is the whole program; it returns the exit code.
func run(args []string, in *os.File, out io.Writer, errOut *os.File) int {
	o, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, help)
		return exitDone
	case err != nil:
		fmt.Fprintf(errOut, "right-ctl-host: %s\nRun \"right-ctl-host --help\" for its use.\n", err)
		if _, failed := errors.AsType[*transport.Error](err); failed {
			return exitFailed // the options are right, the machine is not
		}
		return exitUsage
	case o.kill:
		err = kill(o, out)
	default:
		err = serve(o, in, out, errOut)
	}
	if err != nil {
		complain(errOut, "right-ctl-host: "+explain(err)+"\n")
		return exitFailed
	}
	return exitDone
}

// complain prints why the program ends, which it does also when nobody reads that.
func complain(errOut io.Writer, text string) {
	printed := make(chan struct{})
	go func() {
		_, _ = io.WriteString(errOut, text)
		close(printed)
	}()
	select {
	case <-printed:
	case <-time.After(mostAtEnd):
	}
}

// parse reads the command line. Options may stand before and after "kill".
func parse(args []string) (*options, error) {
	o := &options{consent: demohost.ConsentAsk}
	fs := flag.NewFlagSet("right-ctl-host", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	root := fs.String("suite-root", "", "")
	fs.StringVar(&o.bundles, "bundles", "", "")
	fs.BoolVar(&o.arrange, "control", false, "")
	fs.Func("consent", "", func(value string) error {
		o.consent = demohost.ConsentMode(value)
		if !slices.Contains(demohost.ConsentModes(), o.consent) {
			return errors.New("want ask, allow or deny")
		}
		return nil
	})
	var words []string
	for rest := args; ; {
		if err := fs.Parse(rest); err != nil {
			return nil, err
		}
		if rest = fs.Args(); len(rest) == 0 {
			break
		}
		words, rest = append(words, rest[0]), rest[1:]
	}
	if err := o.command(words, fs); err != nil {
		return nil, err
	}
	var err error
	if set(fs, "suite-root") {
		o.suite, err = transport.At(*root)
	} else {
		o.suite, err = transport.Default()
	}
	if err != nil {
		return nil, err
	}
	if !set(fs, "bundles") {
		o.bundles = filepath.Join(o.suite.Root(), "demo-bundles")
	} else if o.bundles == "" {
		return nil, errors.New("--bundles names no folder")
	}
	return o, nil
}

// command reads the words that are no options.
func (o *options) command(words []string, fs *flag.FlagSet) error {
	if len(words) == 0 {
		return nil
	}
	if words[0] != "kill" {
		return fmt.Errorf("there is no command %q: want nothing, or kill", words[0])
	}
	if len(words) > 2 {
		return fmt.Errorf("kill takes one session or none, and got %s", strings.Join(words[1:], " "))
	}
	for _, name := range []string{"consent", "control", "bundles"} {
		if set(fs, name) {
			return fmt.Errorf("--%s is of no use to kill", name)
		}
	}
	o.kill = true
	if len(words) == 2 {
		o.session = words[1]
	}
	return nil
}

func set(fs *flag.FlagSet, name string) (given bool) {
	fs.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	return given
}

// explain is an error in words for people: the message of an error of the transport, without its code.
func explain(err error) string {
	if e, ok := errors.AsType[*transport.Error](err); ok {
		return e.Message
	}
	return err.Error()
}

const help = `right-ctl-host: a reference host of ` + demo.Service + `,
for developers and tests.

Usage:
  right-ctl-host [--suite-root DIR] [--consent ask|allow|deny] [--control]
                 [--bundles DIR]
  right-ctl-host kill [--suite-root DIR] [SESSION]

The first form serves until it is interrupted. It prints one line on standard
output when it listens, and one line per event on standard error. When it is
interrupted, it kills the sessions that are live, seals their bundles and goes.

The second form is the kill control: it kills one session of the host that runs
there, or all of them and the questions that stand open. The host prints the
ids of sessions.

Options:
  --suite-root DIR  The folder in which hosts and clients meet; absolute.
                    Default: that of your account.
  --consent MODE    ask    ask for each session at this terminal (default);
                           without a terminal, deny
                    allow  agree to every session without asking: any program
                           of yours can then start one
                    deny   refuse every session
  --control         For tests: let other programs of yours arrange what a host
                    seldom shows, such as a permission that is missing or an
                    app that is not safe to capture, and answer the question
                    in your place. The kill control is there without it too.
  --bundles DIR     The folder in which each session leaves its bundle.
                    Default: demo-bundles in the suite root.
  --help            Print this.

A bundle is a folder: events.jsonl lists what was done and what was refused,
without tokens and typed texts; manifest.json tells how the session ended, and
the SHA-256 of events.jsonl. It is sealed, that is read-only, once the session
is over. What a crash left open is sealed as killed at the next start.
To remove a bundle: chmod -R u+w BUNDLE && rm -r BUNDLE

Limits: 64 live sessions, 10000 events in a bundle, 10 minutes for an answer.
The host forgets all but the last 1024 sessions that are over.

The app for tests is only in builds with the tag demo: go build -tags demo

Exit codes: 0 done, 1 it failed, 2 the command line is wrong.
`
