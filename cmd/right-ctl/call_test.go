package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

func TestResults(t *testing.T) {
	t.Parallel()
	h := newHost(t, results)
	for _, test := range []struct {
		name, args, sent, printed string
	}{
		{"request", "request app=a agent_name=b", `demo.request {"agent_name":"b","app":"a"}`, `{"app":"a","session":"s1","token":"s3cr3t"}`},
		{"apps", "apps", `demo.apps {}`, `{"apps":[{"id":"a","name":"A"}]}`},
		{"snapshot", "snapshot token=t", `demo.snapshot {"token":"t"}`, `{"capture_state":"safe","elements":[]}`},
		{"act", "act token=t ref=e op=click", `demo.act {"op":"click","ref":"e","token":"t"}`, `{"receipt_id":"r1"}`},
		{"batch", `batch steps=[{"ref":"e","op":"click"}] token=t`, `demo.batch {"steps":[{"op":"click","ref":"e"}],"token":"t"}`,
			`{"completed":1,"error_code":null,"failed_step":null,"results":[{"receipt_id":"r1"}]}`},
		{"end", "end token=t", `demo.end {"token":"t"}`, `{"bundle_id":"b1","bundle_state":"complete","ended":true}`},
		{"an object", `act {"token":"t","op":"click","ref":"e"}`, `demo.act {"op":"click","ref":"e","token":"t"}`, `{"receipt_id":"r1"}`},
		{"text stays text", "act token=1 ref=true op=type text=1e3", `demo.act {"op":"type","ref":"true","text":"1e3","token":"1"}`, `{"receipt_id":"r1"}`},
		{"unknown keys are sent", "apps z=1e3 y=x x=null", `demo.apps {"x":null,"y":"x","z":1000.0}`, `{"apps":[{"id":"a","name":"A"}]}`},
		{"a value is no option", "apps text=--journal x=--help y=--suite-root", `demo.apps {"text":"--journal","x":"--help","y":"--suite-root"}`,
			`{"apps":[{"id":"a","name":"A"}]}`},
	} {
		got := run(t, append([]string{"--suite-root", h.suite, "demo"}, strings.Fields(test.args)...)...)
		assert.Equal(t, ended{test.printed + "\n", "", 0}, got, test.name)
		assert.Equal(t, []string{test.sent}, h.seen(), test.name)
	}
}

func TestResultIsPrintedAsItCame(t *testing.T) {
	t.Parallel()
	h := newHost(t, always(`{"z":1e3, "receipt_id":"\u00e9\u0001", "a":[{"c":-0,"b":"\/"}]}`, nil))
	got := run(t, "--suite-root", h.suite, "demo", "act", "token=t", "ref=e", "op=click")
	assert.Equal(t, ended{`{"a":[{"b":"/","c":-0.0}],"receipt_id":"é\u0001","z":1000.0}` + "\n", "", 0}, got)
}

func TestTools(t *testing.T) {
	t.Parallel()
	assert.Equal(t, ended{demo.Listing + "\n", "", 0}, run(t, "demo", "--tools"))
	assert.Equal(t, 1, strings.Count(demo.Listing+"\n", "\n"))
}

func TestOptionsAnywhere(t *testing.T) {
	t.Parallel()
	h := newHost(t, results)
	root := "--suite-root " + h.suite
	for _, line := range []string{
		root + " demo end token=t",
		"demo " + root + " end token=t",
		"demo end " + root + " token=t",
		"demo end token=t " + root,
		"--suite-root /nowhere demo end token=t " + root,
	} {
		assert.Equal(t, 0, run(t, strings.Fields(line)...).code, line)
		assert.Equal(t, []string{`demo.end {"token":"t"}`}, h.seen(), line)
	}
	// The value of an option may look like an option.
	got := run(t, "--suite-root", "--journal", "demo", "apps")
	assert.Equal(t, ended{"", refused(transport.CodeNoSuiteRoot, "suite root must be absolute: --journal", false), 1}, got)
}

func TestWrongCommandLine(t *testing.T) {
	t.Parallel()
	const usage = "usage: right-ctl [--suite-root DIR] [--journal FILE] APP (--tools | TOOL [ARGUMENT ...])\nRun right-ctl --help for more.\n"
	for _, line := range []string{"", "demo", "foo", "--journal", "--suite-root", "demo apps --journal", "demo --suite-root", "--journal x"} {
		assert.Equal(t, ended{"", usage, 2}, run(t, strings.Fields(line)...), line)
	}
	for _, line := range []string{"--tools", "-x demo apps", "--list", "completion", "completion tcsh", "a/../b x", `a\b x`, "é x", "a\x01b x", "a:b x"} {
		got := run(t, strings.Fields(line)...)
		assert.Equal(t, 2, got.code, line)
		assert.Regexp(t, `^right-ctl: [^\n]*\n`+regexp.QuoteMeta(usage)+`$`, got.err, line)
	}
	assert.Equal(t, 2, run(t, "").code)
	assert.Equal(t, ended{"", `right-ctl: an app has no name like "a b"` + "\n" + usage, 2}, run(t, "a b", "x"))
}

func TestErrors(t *testing.T) {
	t.Parallel()
	nowhere := newSuite(t)
	for _, test := range []struct {
		line, code, message string
		retryable           bool
		exit                int
	}{
		{"demo apps", transport.CodeUnavailable, "no service.json for rightkit.agent.demo", true, 1},
		{"foo bar baz", transport.CodeUnavailable, "no service.json for control-foo", true, 1},
		{"foo --tools", transport.CodeUnavailable, "no service.json for control-foo", true, 1},
		{"demo nope", "unknown_tool", `there is no tool "nope"; the tools are request, apps, snapshot, act, batch, end`, false, 2},
		{"demo demo.act", "unknown_tool", `there is no tool "demo.act", did you mean "act"?`, false, 2},
		{"demo nope x", transport.CodeInvalidArguments, `got "x" without '=', want key=value pairs or one JSON object`, false, 2},
		{"demo end", transport.CodeInvalidArguments, `end: missing property "token", give it as "token=TEXT"`, false, 2},
		{"demo end token=t token=u", transport.CodeInvalidArguments, `end: got the key "token" twice`, false, 2},
		{"demo batch token=t steps=[]", transport.CodeInvalidArguments, "batch: steps: got 0 items, want at least 1", false, 2},
	} {
		got := run(t, append([]string{"--suite-root", nowhere}, strings.Fields(test.line)...)...)
		assert.Equal(t, ended{"", refused(test.code, test.message, test.retryable), test.exit}, got, test.line)
	}
	for _, root := range []string{"rel", "", "/tmp/../tmp"} {
		for _, line := range []string{"demo apps", "demo --tools", "demo", "foo bar"} {
			got := run(t, append(strings.Fields(line), "--suite-root", root)...)
			assert.Equal(t, ended{"", refused(transport.CodeNoSuiteRoot, "suite root must be absolute: "+root, false), 1}, got, line)
		}
	}
}

// A host of an app without a contract is found, and left alone.
func TestAppWithoutContract(t *testing.T) {
	t.Parallel()
	for _, program := range []string{withDemo, plain} {
		h := serve(t, "control-foo", results)
		got := runWith(t, program, "", "--suite-root", h.suite, "foo", "bar", "x")
		assert.Equal(t, ended{"", refused("not_exposed", `this right-ctl was built without a contract for the app "foo"`, false), 3}, got)
		assert.Empty(t, h.seen())
	}
}

// The codes of hosts come through, with their retryable, and the exit code follows from the code alone.
func TestErrorsOfTheHost(t *testing.T) {
	t.Parallel()
	for code, exit := range map[string]int{
		"demo_disabled": 1, "invalid_token": 1, "some_new_code": 1, "x\"\n": 1, "cancelled": 1,
		"invalid_arguments": 2, "unknown_tool": 2,
		"not_exposed": 3, "tool_not_allowed": 3, "denied_by_admission": 3,
	} {
		for _, retryable := range []bool{false, true} {
			err := &transport.Error{Code: code, Message: "why é\u0001\"/", Retryable: retryable, Details: []byte(`{"secret":1}`)}
			h := newHost(t, always("", err))
			got := run(t, "--suite-root", h.suite, "demo", "apps")
			assert.Equal(t, ended{"", refused(code, err.Message, retryable), exit}, got, code)
		}
	}
}

func TestBadResults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ tool, result, code string }{
		{"act", `{}`, transport.CodeMalformed},
		{"act", `[]`, transport.CodeMalformed},
		{"act", `{"receipt_id":"r","x":1e999}`, transport.CodeInternal}, // our own transport does not send it
		{"snapshot", `{"capture_state":"masked","elements":[{"ref":"secret"}]}`, "capture_unsafe"},
		{"snapshot", `{"elements":[]}`, transport.CodeMalformed},
	} {
		h := newHost(t, always(test.result, nil))
		got := run(t, "--suite-root", h.suite, "demo", test.tool, `{"token":"t","ref":"e","op":"click"}`)
		assert.Equal(t, 1, got.code, test.result)
		assert.Empty(t, got.out, test.result)
		assert.Contains(t, got.err, `{"error":{"code":"`+test.code+`"`, test.result)
		assert.NotContains(t, got.err, "secret", test.result)
	}
}

func TestJournal(t *testing.T) {
	t.Parallel()
	const started = `{"caller":"right-ctl","event":"started","tool":"demo.TOOL"}` + "\n"
	settled := func(code, ok string) string {
		return `{"caller":"right-ctl","error":` + code + `,"event":"settled","ms":N,"ok":` + ok + `,"tool":"demo.TOOL"}` + "\n"
	}
	denied := func(reason string) string {
		return `{"by":"arguments","caller":"right-ctl","event":"denied","reason":"` + reason + `","tool":"demo.TOOL"}` + "\n"
	}
	h := newHost(t, results)
	for _, test := range []struct{ tool, args, want string }{
		{"apps", "", started + settled("null", "true")},
		{"end", "token=s3cr3t", started + settled("null", "true")},
		// Arguments that are no object, and tools that are none, leave nothing.
		{"apps", "x", ""},
		{"apps", "{", ""},
		{"apps", `{"x":1,"x":2}`, ""},
		{"nope", "", ""},
		// The gate: missing first, then type and value by name.
		{"act", "", denied("missing required argument `token`")},
		{"act", `{"op":"s3cr3t"}`, denied("missing required argument `token`")},
		{"act", "token=s3cr3t", denied("missing required argument `ref`")},
		{"act", `{"token":1,"ref":2,"op":"s3cr3t"}`, denied("argument `op` is not one of the allowed values")},
		{"act", `{"token":1,"ref":2,"op":"click"}`, denied("argument `ref` must be string")},
		{"act", "token=s3cr3t ref=e op=3", denied("argument `op` must be string")},
		{"batch", "token=s3cr3t steps=x", denied("argument `steps` must be array")},
		{"batch", "token=s3cr3t steps={}", denied("argument `steps` must be array")},
		// What the contract says beyond that belongs to the call.
		{"batch", "token=s3cr3t steps=[]", started + settled(`"invalid_arguments"`, "false")},
		{"batch", `token=s3cr3t steps=[{"ref":"e","op":"s3cr3t"}]`, started + settled(`"invalid_arguments"`, "false")},
		{"act", "token=s3cr3t ref=e op=type", started + settled(`"invalid_arguments"`, "false")},
	} {
		path := filepath.Join(t.TempDir(), "journal")
		run(t, append([]string{"--suite-root", h.suite, "--journal", path, "demo", test.tool}, strings.Fields(test.args)...)...)
		got, err := os.ReadFile(path)
		if test.want == "" {
			assert.ErrorIs(t, err, os.ErrNotExist, test.args)
			continue
		}
		require.NoError(t, err, test.args)
		assert.Equal(t, strings.ReplaceAll(test.want, "TOOL", test.tool), anyTime(string(got)), test.args)
	}
}

func anyTime(journal string) string {
	return regexp.MustCompile(`"ms":\d+`).ReplaceAllString(journal, `"ms":N`)
}

func TestJournalGrowsAndStopsNothing(t *testing.T) {
	t.Parallel()
	h := newHost(t, results)
	path := filepath.Join(t.TempDir(), "journal")
	for range 2 {
		require.Equal(t, 0, run(t, "--suite-root", h.suite, "--journal", path, "demo", "end", "token=s3cr3t").code)
	}
	run(t, "--suite-root", newSuite(t), "--journal", path, "foo", "bar", "token=s3cr3t")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, 6, strings.Count(string(got), "\n"))
	assert.Contains(t, string(got), `{"caller":"right-ctl","event":"started","tool":"foo.command"}`)
	assert.NotContains(t, string(got), "s3cr3t")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode())

	for _, path := range []string{"", t.TempDir(), "/nowhere/at/all", os.DevNull} {
		assert.Equal(t, 0, run(t, "--suite-root", h.suite, "--journal", path, "demo", "apps").code, path)
	}
}
