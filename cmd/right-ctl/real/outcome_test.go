package real_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// An outcome is what can be seen of a program that has run.
type outcome struct {
	Exit    int
	Stdout  string
	Code    string // of the error that it printed; "" for none
	Retry   bool
	Message string
	Stderr  string   // when that is not the error
	Wire    []string // what arrived at the host: a method and the text of its params
	Journal []string // lines of all files that it wrote, with the file's name, and without the milliseconds
}

// programDeadline is far more than a program needs.
const programDeadline = 20 * time.Second

// start runs a program to its end in a folder of its own and reads what it has left there. In the arguments, {dir} is
// that folder.
func start(tb testing.TB, program string, args ...string) outcome {
	tb.Helper()
	dir := tempDir(tb)
	filled := make([]string, len(args))
	for i, arg := range args {
		filled[i] = strings.ReplaceAll(arg, "{dir}", dir)
	}
	ctx, cancel := context.WithTimeout(context.Background(), programDeadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, filled...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Dir = &stdout, &stderr, dir
	cmd.Env = append(os.Environ(), "RUST_BACKTRACE=0")
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	require.NoError(tb, ctx.Err(), "%s %q does not end", program, args)
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		require.NoError(tb, err)
	}
	o := outcome{Exit: cmd.ProcessState.ExitCode(), Stdout: strings.ReplaceAll(stdout.String(), dir, "{dir}")}
	o.readError(strings.ReplaceAll(stderr.String(), dir, "{dir}"))
	o.Journal = readJournal(tb, dir)
	return o
}

// readError takes the error apart, if that is what was printed, to the byte.
func (o *outcome) readError(text string) {
	var printed struct {
		Error *struct {
			Code      *string `json:"code"`
			Message   *string `json:"message"`
			Retryable *bool   `json:"retryable"`
		} `json:"error"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	e := printed.Error
	if d.Decode(&printed) == nil {
		e = printed.Error
	}
	if e == nil || e.Code == nil || e.Message == nil || e.Retryable == nil ||
		!strings.HasPrefix(text, `{"error":{"code":"`) || strings.Index(text, "\n") != len(text)-1 {
		o.Stderr = text
		return
	}
	o.Code, o.Message, o.Retry = *e.Code, *e.Message, *e.Retryable
}

var milliseconds = regexp.MustCompile(`"ms":\d+`)

func readJournal(tb testing.TB, dir string) []string {
	tb.Helper()
	files, err := os.ReadDir(dir)
	require.NoError(tb, err)
	var lines []string
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(tb, err)
		for line := range strings.Lines(string(text)) {
			lines = append(lines, f.Name()+": "+milliseconds.ReplaceAllString(line, `"ms":0`))
		}
	}
	return lines
}

// refused reports whether the arguments were turned away before anything reached a host.
func (o *outcome) refused() bool {
	return o.Exit == 2 && o.Code == "invalid_arguments" && !o.Retry && o.Stdout == "" && len(o.Wire) == 0
}

// done reports whether a host was asked and its result printed.
func (o *outcome) done() bool {
	return o.Exit == 0 && o.Code == "" && o.Stderr == "" && len(o.Wire) == 1 && strings.HasSuffix(o.Stdout, "\n")
}

// A field is one thing that can differ between two outcomes.
type field string

const (
	fieldExit    field = "exit code"
	fieldStdout  field = "standard output"
	fieldCode    field = "error code"
	fieldRetry   field = "retryable"
	fieldMessage field = "message"
	fieldStderr  field = "standard error"
	fieldWire    field = "calls on the wire"
	fieldNumber  field = "a number on the wire"
	fieldSpell   field = "spelling on the wire"
	fieldJournal field = "journal"
)

// differences are the fields in which two outcomes are not the same.
func differences(a, b outcome) []field {
	var list []field
	note := func(f field, same bool) {
		if !same {
			list = append(list, f)
		}
	}
	note(fieldExit, a.Exit == b.Exit)
	note(fieldStdout, a.Stdout == b.Stdout)
	note(fieldCode, a.Code == b.Code)
	note(fieldRetry, a.Retry == b.Retry)
	note(fieldMessage, a.Message == b.Message)
	note(fieldStderr, a.Stderr == b.Stderr)
	note(fieldJournal, slices.Equal(a.Journal, b.Journal))
	if len(a.Wire) != len(b.Wire) {
		return append(list, fieldWire)
	}
	for i := range a.Wire {
		if f := wireDifference(a.Wire[i], b.Wire[i]); f != "" && !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	return list
}

// wireDifference is "" for the same bytes.
func wireDifference(a, b string) field {
	methodA, textA, _ := strings.Cut(a, " ")
	methodB, textB, _ := strings.Cut(b, " ")
	switch {
	case a == b:
		return ""
	case methodA != methodB:
		return fieldWire
	case sameJSON(textA, textB, exactly):
		return fieldSpell
	case sameJSON(textA, textB, asDoubles):
		return fieldNumber
	}
	return fieldWire
}

// String is an outcome in one line, long parts of it cut.
func (o outcome) String() string {
	text := fmt.Sprintf("exit %d, stdout %q, %s %t %q, stderr %q, wire %q, journal %q", o.Exit, o.Stdout, o.Code, o.Retry,
		o.Message, o.Stderr,
		o.Wire, o.Journal)
	if len(text) > 600 {
		text = text[:600] + "…"
	}
	return text
}
