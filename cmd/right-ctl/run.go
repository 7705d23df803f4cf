package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/rightkit/lockstep/generated/go/transport"
)

// runTool makes one call. The order of its steps shows in the journal: arguments that are no object and tools that do
// not exist leave no line; arguments that the gate turns away leave one; anything later leaves a pair.
func (o *options) runTool(a *app, word string, args []string) int {
	t := a.find(word)
	refuse := func(code, message string) int {
		return fail(&transport.Error{Code: code, Message: message}, a.exit)
	}
	args, problem := readInput(args)
	if problem != "" {
		return refuse(transport.CodeInvalidArguments, problem)
	}
	if t == nil {
		unknown := a.unknown(word, args)
		return refuse(unknown.code, unknown.message)
	}
	params, refused := a.parse(word, args)
	if refused == nil {
		canonical, err := transport.Canonical(params)
		if err != nil {
			refused = &refusal{transport.CodeInvalidArguments, err.Error(), true}
		}
		params = canonical
	}
	if refused != nil && refused.malformed {
		return refuse(refused.code, word+": "+refused.message)
	}
	j := o.openJournal(t.method)
	if refused != nil {
		err := &transport.Error{Code: refused.code, Message: word + ": " + refused.message}
		j.refused(t, args, err)
		return fail(err, a.exit)
	}
	suite, err := o.findSuite()
	if err != nil {
		return fail(err, a.exit)
	}
	i := watchInterrupts()
	j.started()
	result, err := a.exchange(i.context, suite, t, params)
	i.over()
	j.settled(err)
	if err != nil {
		return i.exit(fail(err, a.exit), err)
	}
	return show(string(append(result, '\n')))
}

// unknown is why a call of a tool that the app does not have is refused. Arguments are read before the tool is looked
// up, and are the same for all tools.
func (a *app) unknown(word string, args []string) *refusal {
	tools := a.tools()
	if _, refused := a.parse(tools[0].word, args); refused != nil && refused.malformed {
		return refused
	}
	for _, t := range tools {
		if t.method == word {
			return &refusal{codeUnknownTool, "there is no tool " + quoted(word) + ", did you mean " + quoted(t.word) + "?", false}
		}
	}
	_, refused := a.parse(word, args)
	return refused
}

const codeUnknownTool = "unknown_tool"

// exchange connects, calls and spells the result. Connecting takes no longer than the call itself may.
func (a *app) exchange(ctx context.Context, suite transport.Suite, t *tool, params []byte) ([]byte, error) {
	dialing, done := context.WithTimeout(ctx, t.timeout)
	defer done()
	conn, err := a.dial(dialing, suite)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	result, err := a.call(ctx, conn, t.method, params)
	if err != nil {
		return nil, err
	}
	spelled, err := transport.Canonical(result)
	if err != nil {
		return nil, &transport.Error{Code: transport.CodeMalformed, Message: t.method + ": " + err.Error(), Cause: err}
	}
	return spelled, nil
}

// maxInput is how long an object on standard input may be: no longer than a frame.
const maxInput = 16 << 20

// readInput replaces a single "-" by the text on standard input, where the arguments are not seen by other users of the
// computer.
func readInput(args []string) (read []string, problem string) {
	if len(args) != 1 || args[0] != "-" {
		return args, ""
	}
	text, err := io.ReadAll(io.LimitReader(os.Stdin, maxInput+1))
	switch {
	case err != nil:
		return nil, "cannot read standard input: " + err.Error()
	case len(text) > maxInput:
		return nil, "standard input is longer than 16 MiB, give a shorter object"
	case !utf8.Valid(text):
		return nil, "standard input is not valid UTF-8"
	case bytes.IndexByte(text, 0) >= 0:
		return nil, "standard input holds a NUL character"
	}
	object := strings.TrimSpace(string(text))
	if !strings.HasPrefix(object, "{") {
		return nil, "standard input holds no JSON object, give one such as {\"key\":\"value\"}"
	}
	return []string{object}, ""
}
