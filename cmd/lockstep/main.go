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
var commands = []command{genCommand, checkCommand, validateCommand, conformCommand, showCommand, initCommand, versionCommand}

// run is the whole program; it returns the exit code. What is printed on s.out is complete unless the code is exitUsage.
func run(args []string, s *streams) int {
	out := &printer{w: s.out}
	code := dispatch(args, &streams{s.in, out, s.err})
	if out.err != nil {
		return internal(s, fmt.Errorf("cannot print all of it: %w", out.err))
	}
	return code
}

// A printer remembers that something could not be printed, so that nobody takes a part for the whole.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) Write(text []byte) (int, error) {
	n, err := p.w.Write(text)
	if p.err == nil {
		p.err = err
	}
	return n, err
}

// dispatch runs the command that the arguments name.
func dispatch(args []string, s *streams) int {
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
		return unknown(s, args[0])
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

// unknown reports a command that there is not.
func unknown(s *streams, name string) int {
	fmt.Fprintf(s.err, "lockstep: there is no command %q%s\nRun \"lockstep help\" for the list.\n", name, meant(name, names()))
	return exitUsage
}

// meant returns the names that a word may stand for, as the end of a sentence that complains of the word.
func meant(word string, names []string) string {
	if hint := diag.DidYouMean(diag.Near(word, names)); hint != "" {
		return ": " + hint
	}
	return ""
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

// report prints diagnostics that are not what the command was asked for, and returns the exit code that they call for.
// People read them on s.err; what programs read stands on s.out.
func report(s *streams, format string, list diag.List) int {
	if format != "text" {
		return result(s, format, list)
	}
	return result(&streams{out: s.err, err: s.err}, format, list)
}

// result prints diagnostics that are what the command was asked for, and returns the exit code that they call for.
func result(s *streams, format string, list diag.List) int {
	text, err := list.Format(format)
	if err != nil {
		return internal(s, err)
	}
	_, _ = s.out.Write(text) // run sees to it when that fails
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

// dirFlag adds -C, with what it is for; the folder is in back-quotes there.
func dirFlag(fs *flag.FlagSet, use string) *string {
	dir := "."
	fs.Func("C", use, func(value string) error {
		if info, err := os.Stat(value); err != nil || !info.IsDir() {
			return errors.New("no such folder")
		}
		dir = value
		return nil
	})
	return &dir
}

// inProject is the use of -C for commands on a project.
const inProject = "read the project in this `folder`"
