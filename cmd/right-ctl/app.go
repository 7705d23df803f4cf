package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/rightkit/lockstep/generated/go/transport"
)

// An app is one whose contract the program was built with. The list of them, apps, depends on build tags. It is plain
// data, so that it costs nothing before main.
type app struct {
	name     string // the first word of the command line
	contract string // what the contract is called
	listing  string // the tools as one JSON array, with a line end
	tools    func() []tool
	find     func(word string) *tool // nil when there is none; tools go by their word alone
	// parse turns arguments into the params of a tool, named by its word.
	parse func(word string, args []string) ([]byte, *refusal)
	dial  func(context.Context, transport.Suite) (*transport.Conn, error)
	// call calls a method; params and result have been checked when it returns.
	call func(ctx context.Context, c transport.Caller, method string, params []byte) ([]byte, error)
	exit func(code string) int // the exit code for an error code
	// errors are the error codes of the contract, each with its meaning.
	errors func() [][2]string
}

// A tool is one of an app: a method of its host and a word of the command line.
type tool struct {
	word, method string
	doc          string
	timeout      time.Duration
	token        string // the argument that is secret, "" for none
	arguments    []argument
}

// An argument is a key of the command line.
type argument struct {
	name, doc string
	kind      string // JSON type
	required  bool
	verbatim  bool     // the value is text as it stands, and never JSON
	values    []string // those that the contract lists
}

// A refusal says why arguments are no params of a tool.
type refusal struct {
	code, message string
	// malformed is true when the arguments stand for no object at all, whichever the tool.
	malformed bool
}

// findApp is nil for an app without a contract.
func findApp(name string) *app {
	for _, a := range apps {
		if a.name == name {
			return a
		}
	}
	return nil
}

// find is nil when the contract does not name the key.
func (t *tool) find(key string) *argument {
	for i := range t.arguments {
		if t.arguments[i].name == key {
			return &t.arguments[i]
		}
	}
	return nil
}

// controlPrefix and controlTool are how an app without a contract is called: its host serves control-APP, and a word of
// the command line is the name of one of the app's commands.
const (
	controlPrefix = "control-"
	controlTool   = ".command"
)

// controlTimeout bounds a call to an app without a contract.
const controlTimeout = 30 * time.Second

// callUnknown looks for the host of an app that the program has no contract for. There is nothing that it could send
// to one.
func (o *options) callUnknown(name string) int {
	if strings.ContainsFunc(name, isStrange) {
		return misused("an app has no name like " + quoted(name))
	}
	suite, err := o.findSuite()
	if err != nil {
		return fail(err, nil)
	}
	j := o.openJournal(name + controlTool)
	i := watchInterrupts()
	j.started()
	ctx, done := context.WithTimeout(i.context, controlTimeout)
	defer done()
	conn, err := transport.Dial(ctx, suite, controlPrefix+name, program)
	if err == nil {
		_ = conn.Close()
		err = &transport.Error{Code: codeNotExposed, Message: "this right-ctl was built without a contract for the app " + quoted(name)}
	}
	i.over()
	j.settled(err)
	return i.exit(fail(err, nil), err)
}

// isStrange reports whether a character cannot stand in the name of a service, which becomes a part of a path.
func isStrange(r rune) bool {
	return r != '-' && r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// quoted is a word of the command line as a message shows it.
func quoted(word string) string { return string(transport.AppendString(nil, word)) }

// fail prints an error as one line of JSON and returns its exit code; exit is that of the contract, if there is one.
func fail(err error, exit func(code string) int) int {
	e := asError(err)
	line := append(make([]byte, 0, 512), `{"error":{"code":`...)
	line = transport.AppendString(line, e.Code)
	line = transport.AppendString(append(line, `,"message":`...), e.Message)
	line = append(line, `,"retryable":`...)
	if e.Retryable {
		line = append(line, "true}}\n"...)
	} else {
		line = append(line, "false}}\n"...)
	}
	_ = write(os.Stderr, string(line))
	switch {
	case exit != nil:
		return exit(e.Code)
	case e.Code == codeNotExposed:
		return exitRefused
	}
	return exitFailed
}

// asError is err itself, unless it is none of the transport's.
func asError(err error) *transport.Error {
	var e *transport.Error
	if errors.As(err, &e) {
		return e
	}
	return &transport.Error{Code: transport.CodeInternal, Message: err.Error()}
}

// exitRefused and codeNotExposed are for what the program will not do for its caller.
const (
	exitRefused    = 3
	codeNotExposed = "not_exposed"
)
