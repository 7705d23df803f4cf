// Command right-ctl calls the tools of an app on this computer: it checks the arguments against the app's contract,
// sends them to the app's host over a local socket, checks the answer, and prints it as one line of JSON.
//
// Which contracts it knows is decided when it is built, by build tags; see app.go. A word that is none of them is the
// name of an app without a contract, and is looked for under its control service.
//
// Nothing that is secret is kept: arguments and results reach neither the journal nor any other file.
//
// The program is started once per call, so its start is most of its cost. It does nothing before main, reads no file
// that a call does not need, and keeps to packages that are cheap to start.
package main

import (
	"errors"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/rightkit/lockstep/generated/go/transport"
)

// Exit codes of what no contract decides.
const (
	exitDone   = 0
	exitFailed = 1 // also for errors of the transport and of hosts
	exitUsage  = 2 // a wrong command line
)

// program is the name that the program goes by: in messages, in the journal and towards hosts.
const program = "right-ctl"

const usage = "usage: right-ctl [--suite-root DIR] [--journal FILE] APP (--tools | TOOL [ARGUMENT ...])\nRun right-ctl --help for more.\n"

func main() { os.Exit(run(os.Args[1:])) }

// run is the whole program; it returns the exit code.
func run(args []string) int {
	if len(args) > 0 && args[0] == completeWord {
		return show(candidates(args[1:]))
	}
	o, words, ok := readOptions(args)
	if !ok || len(words) == 0 {
		return misused("")
	}
	switch words[0] {
	case "--help", "-h":
		return show(programHelp())
	case "--version":
		return show(program + " " + version() + "\n")
	case "completion":
		return completion(words[1:])
	case "man":
		return show(manPage())
	}
	if words[0][:min(1, len(words[0]))] == "-" {
		return misused("there is no option " + quoted(words[0]) + " here")
	}
	return o.runApp(words[0], words[1:])
}

// runApp is run for the words after the options, when the first one is an app.
func (o *options) runApp(name string, words []string) int {
	a := findApp(name)
	if a != nil && slices.ContainsFunc(words, isHelp) {
		if page := a.pageFor(words); page != "" {
			return show(page)
		}
	}
	if o.suiteRoot != nil {
		suite, err := transport.At(*o.suiteRoot)
		if err != nil {
			return fail(err, nil)
		}
		o.suite = &suite
	}
	switch {
	case len(words) == 0:
		return misused("")
	case a == nil:
		return o.callUnknown(name)
	case words[0] == "--tools":
		return show(a.listing)
	}
	return o.runTool(a, words[0], words[1:])
}

// options are what may stand anywhere among the arguments.
type options struct {
	suiteRoot *string // nil: the account's own
	journal   *string // nil: none
	suite     *transport.Suite
}

// readOptions takes the options out of the arguments. It is false when the last one has no value. An option is an
// argument of its own: text=--journal is none.
func readOptions(args []string) (*options, []string, bool) {
	o := &options{}
	var words []string
	for i := 0; i < len(args); i++ {
		if !takesValue(args[i]) {
			words = append(words, args[i])
			continue
		}
		if i+1 == len(args) {
			return o, words, false
		}
		value := &args[i+1]
		if args[i] == "--journal" {
			o.journal = value
		} else {
			o.suiteRoot = value
		}
		i++
	}
	return o, words, true
}

func takesValue(arg string) bool { return arg == "--suite-root" || arg == "--journal" }

func isHelp(arg string) bool { return arg == "--help" || arg == "-h" }

// findSuite is where hosts are looked for. The account's own suite is looked up only when a call needs it.
func (o *options) findSuite() (transport.Suite, error) {
	if o.suite != nil {
		return *o.suite, nil
	}
	return transport.Default()
}

// version is what the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// misused prints the usage line, and before it what is wrong, if that is not plain to see.
func misused(problem string) int {
	if problem != "" {
		problem = program + ": " + problem + "\n"
	}
	_ = write(os.Stderr, problem+usage)
	return exitUsage
}

// show prints a text on standard output.
func show(text string) int {
	err := write(os.Stdout, text)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, syscall.EPIPE): // nobody reads any more, so there is nobody to tell
		return exitFailed
	}
	return fail(&transport.Error{Code: transport.CodeInternal, Message: "cannot print the result: " + err.Error()}, nil)
}

// write prints. A reader that has gone is an error, and no reason to die by a signal.
func write(f *os.File, text string) error {
	signal.Ignore(syscall.SIGPIPE)
	_, err := f.WriteString(text)
	return err
}
