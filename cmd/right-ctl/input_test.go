package main_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/generated/go/transport"
)

const act = `{"token":"t","ref":"e","op":"click"}`

func TestStandardInput(t *testing.T) {
	t.Parallel()
	h := newHost(t, results)
	for _, text := range []string{act, "  " + act + "\n", "\n\t" + strings.ReplaceAll(act, ",", " ,\n ")} {
		got := runWith(t, withDemo, text, "--suite-root", h.suite, "demo", "act", "-")
		assert.Equal(t, ended{`{"receipt_id":"r1"}` + "\n", "", 0}, got)
		assert.Equal(t, []string{`demo.act {"op":"click","ref":"e","token":"t"}`}, h.seen())
	}
	for _, test := range []struct{ text, message string }{
		{"", `standard input holds no JSON object, give one such as {"key":"value"}`},
		{"[1]", `standard input holds no JSON object, give one such as {"key":"value"}`},
		{"token=t", `standard input holds no JSON object, give one such as {"key":"value"}`},
		{"{\"token\":\"\xff\"}", "standard input is not valid UTF-8"},
		{"{\"a\":\"\x00\"}", "standard input holds a NUL character"},
		{act + "{}", "act: got '{' after the value, want the end of the text, at character 37 of the JSON object"},
		{"{" + strings.Repeat(" ", 16<<20), "standard input is longer than 16 MiB, give a shorter object"},
	} {
		got := runWith(t, withDemo, test.text, "--suite-root", h.suite, "demo", "act", "-")
		assert.Equal(t, ended{"", refused(transport.CodeInvalidArguments, test.message, false), 2}, got)
	}
	// The dash stands alone.
	got := run(t, "--suite-root", h.suite, "demo", "act", "-", "token=t")
	assert.Equal(t, ended{"", refused(transport.CodeInvalidArguments, `act: got argument 1 without '=', want key=value pairs or one JSON object`, false), 2}, got)
	assert.Empty(t, h.seen())
}

func TestLargeArguments(t *testing.T) {
	t.Parallel()
	h := newHost(t, results)
	const mib = 1 << 20
	large := `{"op":"type","ref":"e","text":"` + strings.Repeat("é", mib/2) + `","token":"t"}`
	got := runWith(t, withDemo, large, "--suite-root", h.suite, "demo", "act", "-")
	require.Equal(t, 0, got.code, got.err)
	assert.Equal(t, []string{"demo.act " + large}, h.seen())

	// One argument may not be that long on Linux, but all of them together may.
	args := []string{"--suite-root", h.suite, "demo", "apps"}
	for i := range 16 {
		args = append(args, "k"+strconv.Itoa(i)+"="+strings.Repeat("x", mib/16))
	}
	require.Equal(t, 0, run(t, args...).code)
	calls := h.seen()
	require.Len(t, calls, 1)
	assert.Greater(t, len(calls[0]), mib)

	// It fits the input, but no frame.
	got = runWith(t, withDemo, `{"x":"`+strings.Repeat("x", 16<<20-8)+`"}`, "--suite-root", h.suite, "demo", "apps", "-")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.err, `"code":"`+transport.CodeRequestTooLarge+`"`)
	assert.Empty(t, h.seen())
}

func TestAwkwardArguments(t *testing.T) {
	t.Parallel()
	h := newHost(t, results)
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, test := range []struct {
		arg, sent string
	}{
		{"a=" + nested(125), `{"a":` + nested(125) + `}`}, // 127 deep with the object and the frame around it
		{`{"a":` + nested(125) + `}`, `{"a":` + nested(125) + `}`},
		{"a= \t", `{"a":" \t"}`},
		{"a=", `{"a":""}`},
		{`ключ="\u0000"`, `{"ключ":"\u0000"}`},
		{"a=$(x) `y` \\ 'z'", `{"a":"$(x) ` + "`y`" + ` \\ 'z'"}`},
		{"a=\u202e\u2028", "{\"a\":\"\u202e\u2028\"}"},
		{"a=-0", `{"a":-0.0}`},
		{"a=12345678901234567890", `{"a":12345678901234567890}`},
		{" {\n}\t", "{}"},
	} {
		got := run(t, "--suite-root", h.suite, "demo", "apps", test.arg)
		assert.Equal(t, 0, got.code, got.err)
		assert.Equal(t, []string{"demo.apps " + test.sent}, h.seen(), test.arg)
	}
	for _, arg := range []string{"a=\xff", "\xff=a", "\xff", `{"a":"` + "\xff" + `"}`, `{"a":` + nested(126) + `}`, `{"a":` + nested(127) + `}`, `{"a":` + nested(1e4) + `}`, `{"a":1e999}`, `{"a":"\ud800"}`, "=a"} {
		got := run(t, "--suite-root", h.suite, "demo", "apps", arg)
		assert.Equal(t, 2, got.code, arg)
		assert.Empty(t, got.out, arg)
		assert.Regexp(t, `^\{"error":\{"code":"invalid_arguments","message":".*","retryable":false\}\}\n$`, got.err, arg)
		assert.NotContains(t, got.err, "\xff", arg)
	}
	for _, words := range [][]string{{"demo", "\xff\n\u202e"}, {"\xff\n", "x"}, {"--suite-root", "/\xff\n", "demo", "apps"}, {"--\xff\n"}} {
		got := run(t, append([]string{"--suite-root", h.suite}, words...)...)
		assert.NotEqual(t, 0, got.code, words)
		assert.NotContains(t, got.err, "\xff", words)
	}
	assert.Empty(t, h.seen())
}
