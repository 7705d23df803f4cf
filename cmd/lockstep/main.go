// Command lockstep generates code from wire contracts and says what has moved since. It is the command line of package
// gen: it prints, exits and reads the environment, and does nothing else of its own.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/diag"
)

// Exit codes.
const (
	exitDone     = 0
	exitFindings = 1 // bad input, drift, or an instance that is not valid
	exitUsage    = 2 // a wrong command line, or a fault that is not the input's
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a run is short: memory costs less than collecting it
	}
	os.Exit(run(os.Args[1:], &streams{os.Stdin, os.Stdout, os.Stderr}))
}

// streams are where a command reads and prints.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// A command is one word after "lockstep".
type command struct {
	name  string
	args  string // what follows the flags
	short string // one line for the list
	long  string // what a new user should know
	setup func(*flag.FlagSet) func(*streams, []string) int
}

// commands are in the order in which help lists them.
var commands = []command{genCommand, checkCommand, validateCommand, showCommand, initCommand, versionCommand}

// run is the whole program; it returns the exit code.
func run(args []string, s *streams) int {
	if len(args) == 0 {
		fmt.Fprint(s.err, usage())
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return help(s, args[1:])
	case "--version", "-version":
		args[0] = "version"
	}
	c := find(args[0])
	if c == nil {
		fmt.Fprintf(s.err, "lockstep: there is no command %q%s\nRun \"lockstep help\" for the list.\n",
			args[0], diag.DidYouMean(diag.Near(args[0], names())))
		return exitUsage
	}
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	action := c.setup(fs)
	rest, err := parse(fs, args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(s.out, c.help())
		return exitDone
	} else if err != nil {
		return misuse(s, c.name, err.Error())
	}
	return action(s, rest)
}

// parse reads flags wherever they stand before a "--", and returns the other arguments.
func parse(fs *flag.FlagSet, args []string) ([]string, error) {
	var rest, last []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, last = args[:i], args[i+1:]
	}
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if args = fs.Args(); len(args) == 0 {
			return append(rest, last...), nil
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

func find(name string) *command {
	for i := range commands {
		if commands[i].name == name {
			return &commands[i]
		}
	}
	return nil
}

func names() []string {
	list := []string{"help"}
	for _, c := range commands {
		list = append(list, c.name)
	}
	return list
}

// misuse reports a wrong command line.
func misuse(s *streams, name, problem string) int {
	fmt.Fprintf(s.err, "lockstep %s: %s\nRun \"lockstep help %s\" for its use.\n", name, diag.OneLine(problem), name)
	return exitUsage
}

// internal reports a fault that is not the input's.
func internal(s *streams, err error) int {
	fmt.Fprintf(s.err, "lockstep: %s\n", err)
	return exitUsage
}

// report prints diagnostics in a format and returns the exit code that they call for.
func report(s *streams, format string, list diag.List) int {
	text, err := list.Format(format)
	if err != nil {
		return internal(s, err)
	}
	w := s.err
	if format != "text" {
		w = s.out
	}
	if _, err := w.Write(text); err != nil {
		return internal(s, err)
	}
	if list.Failed() {
		return exitFindings
	}
	return exitDone
}

// formatFlag adds --format.
func formatFlag(fs *flag.FlagSet) *string {
	format := "text"
	fs.Func("format", "how findings are printed: "+strings.Join(diag.Formats, ", "), func(value string) error {
		for _, f := range diag.Formats {
			if f == value {
				format = value
				return nil
			}
		}
		return fmt.Errorf("want %s", strings.Join(diag.Formats, ", "))
	})
	return &format
}

// dirFlag adds -C.
func dirFlag(fs *flag.FlagSet) *string {
	return fs.String("C", ".", "work in this `folder` of the project")
}
