package main_test

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"help.txt": "--help", "demo.txt": "demo --help"}
	for _, tool := range demo.Tools {
		pages["demo-"+tool.Command+".txt"] = "demo " + tool.Command + " --help"
	}
	for name, line := range pages {
		got := run(t, strings.Fields(line)...)
		assert.Equal(t, 0, got.code, line)
		assert.Empty(t, got.err, line)
		for text := range strings.Lines(got.out) {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(text, "\n")), 80, "%s: %s", line, text)
			assert.Equal(t, strings.TrimRight(text, " \n"), strings.TrimSuffix(text, "\n"), line)
		}
		golden(t, name, got.out)
	}
	golden(t, "help-plain.txt", runWith(t, plain, "", "--help").out)
}

// Help asks for no suite and no host, wherever it stands behind a tool.
func TestHelpNeedsNothing(t *testing.T) {
	t.Parallel()
	page := run(t, "demo", "act", "--help")
	for _, line := range []string{"demo act -h", "demo act token=t --help", "--suite-root rel demo act --help", "demo --journal x act --help"} {
		assert.Equal(t, page, run(t, strings.Fields(line)...), line)
	}
	assert.Equal(t, run(t, "--help"), run(t, "--suite-root", "rel", "-h"))
	assert.Contains(t, page.out, "Other users of this computer can see a command line")
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, program := range []string{withDemo, plain} {
		got := runWith(t, program, "", "--version")
		assert.Regexp(t, `^right-ctl \S+\n$`, got.out)
		assert.Equal(t, 0, got.code)
	}
}

func TestManualPage(t *testing.T) {
	t.Parallel()
	for _, program := range []string{withDemo, plain} {
		page := runWith(t, program, "", "man")
		require.Equal(t, ended{page.out, "", 0}, page)
		formatted := format(t, page.out)
		for _, section := range []string{"NAME", "SYNOPSIS", "OPTIONS", "ERRORS", "EXIT STATUS", "SECURITY"} {
			assert.Contains(t, formatted, "\n"+section+"\n")
		}
		assert.Equal(t, program == withDemo, strings.Contains(formatted, "TOOLS OF DEMO"))
	}
	page := format(t, run(t, "man").out)
	words := strings.Join(strings.Fields(page), " ")
	for _, tool := range demo.Tools {
		assert.Contains(t, words, "right-ctl demo "+tool.Command)
		for _, argument := range tool.Arguments {
			assert.Contains(t, words, argument.Name+"=")
		}
	}
	for _, code := range demo.ErrorCodeValues() {
		assert.Contains(t, words, string(code)+" "+strings.Join(strings.Fields(code.Meaning()), " ")[:20])
	}
}

// format is a manual page as plain text. A warning of the formatter fails the test.
func format(t *testing.T, page string) string {
	t.Helper()
	for _, formatter := range [][]string{
		{"groff", "-man", "-Tutf8", "-ww", "-P-cbou", "-rHY=0"},
		{"mandoc", "-Tutf8", "-Werror"},
	} {
		path, err := exec.LookPath(formatter[0])
		if err != nil {
			continue
		}
		got := runWith(t, path, page, formatter[1:]...)
		require.Equal(t, 0, got.code, got.err)
		require.Empty(t, got.err)
		return got.out
	}
	t.Skip("neither groff nor mandoc is installed")
	return ""
}

// Without the tag nothing of the contract is in the program.
func TestBuildTag(t *testing.T) {
	t.Parallel()
	binary, err := os.ReadFile(plain)
	require.NoError(t, err)
	tagged, err := os.ReadFile(withDemo)
	require.NoError(t, err)
	words := []string{demo.Service, demo.ContractID, demo.SchemaHash, "agent.demo", "generated/go/demo"}
	for _, tool := range demo.Tools {
		words = append(words, tool.Name)
	}
	for _, word := range words {
		assert.NotContains(t, string(binary), word)
		if word != demo.SchemaHash { // of no use to the program
			assert.Contains(t, string(tagged), word, "the test looks for what never is there")
		}
	}
	for _, word := range []string{"app.orthiclabs", "demo-fixture"} {
		assert.NotContains(t, string(binary), word)
	}
	for _, tool := range demo.Tools {
		assert.NotContains(t, string(binary), tool.Description)
	}
	for _, code := range []demo.ErrorCode{demo.ErrorCodeDemoDisabled, demo.ErrorCodeConsentDenied, demo.ErrorCodeCaptureUnsafe} {
		assert.NotContains(t, string(binary), string(code))
	}

	info, err := buildinfo.ReadFile(plain)
	require.NoError(t, err)
	assert.NotContains(t, info.String(), "-tags")

	// The app is one like any other, and nobody serves it.
	suite := newSuite(t)
	for _, word := range []string{"apps", "--tools", "request", "x=1"} {
		got := runWith(t, plain, "", "--suite-root", suite, "demo", word)
		assert.Equal(t, ended{"", refused("service_unavailable", "no service.json for control-demo", true), 1}, got, word)
	}
	assert.Equal(t, 2, runWith(t, plain, "", "demo").code)
}

// Packages that make the start dear stay out.
func TestImports(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-tags", "demo", ".").Output()
	require.NoError(t, err)
	for _, path := range []string{"net", "os/user", "flag", "text/template"} {
		assert.NotContains(t, strings.Fields(string(out)), path)
	}
}
