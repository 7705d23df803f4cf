package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadme types the commands of README.md as they stand there, each block in a shell of its own, and compares what is
// printed: the tours in copies of this repository, the last block in an empty folder. Numbers that change whenever a
// target has more to say, and ids that are drawn at random, are not compared.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	var blocks []string
	for _, part := range strings.Split(string(text), "```console\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, block)
	}
	require.Len(t, blocks, 4)
	bin := t.TempDir()
	build := exec.Command("go", "build", "-tags", "demo", "-o", bin, ".", "../right-ctl", "../right-ctl-host")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	for i, block := range blocks {
		dir := t.TempDir()
		if i < len(blocks)-1 {
			for _, name := range []string{"schema", "generated", "lockstep.yaml", "LICENSE"} {
				copyTree(t, filepath.Join("../..", name), filepath.Join(dir, name))
			}
		}
		typed := steps(block)
		if strings.Contains(block, "$ node ") && skipsNode(t) {
			continue
		}
		printed := typeAll(t, dir, bin, typed)
		for j, step := range typed {
			if !strings.HasPrefix(step.command, "go ") { // what go prints is its own
				assert.Equal(t, comparable(step.output), comparable(printed[j]), step.command)
			}
		}
	}
}

// TestReadmeProgram compiles the program of README.md as if it stood in this repository.
func TestReadmeProgram(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, program, found := strings.Cut(string(text), "```go\npackage main\n")
	require.True(t, found)
	program, _, _ = strings.Cut(program, "```")
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	require.NoError(t, os.WriteFile(file, []byte("package main\n"+program), 0o644))
	out, err := exec.Command("go", "vet", file).CombinedOutput()
	require.NoError(t, err, string(out))
	formatted, err := exec.Command("gofmt", "-l", file).CombinedOutput()
	require.NoError(t, err)
	assert.Empty(t, string(formatted))
}

// mark parts what one command printed from what the next one did.
const mark = "\x1e"

// typeAll types commands into one shell and returns what each printed.
func typeAll(t *testing.T, dir, bin string, typed []step) []string {
	t.Helper()
	var script strings.Builder
	for _, step := range typed {
		if !strings.HasPrefix(step.command, "go install ") { // the programs are built already
			script.WriteString(step.command)
		}
		script.WriteString("\nprintf '\\036'\n")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-c", "exec 2>&1; trap 'kill $! 2>/dev/null' EXIT\n"+script.String())
	shell.Dir = dir
	shell.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	shell.WaitDelay = time.Second // for a program that a command left running
	out, _ := shell.Output()
	printed := strings.Split(string(out), mark)
	require.Len(t, printed, len(typed)+1, string(out))
	return printed
}

// skipsNode says whether this machine has no Node, which CI must have.
func skipsNode(t *testing.T) bool {
	if _, err := exec.LookPath("node"); err == nil {
		return false
	}
	require.NotEqual(t, "true", os.Getenv("CI"), "node is not installed")
	t.Log("the TypeScript part of the tour is skipped: node is not installed")
	return true
}

// growing are the numbers that grow with the output: how many files there are, and lines in one.
var growing = regexp.MustCompile(`(?m)^(?:in step: |\d+ written, |generated/[^ :]*:)[^\n]*`)

var number = regexp.MustCompile(`\b\d+\b`)

// random are ids that the host draws: a letter, a hyphen, and 26 characters of base 32.
var random = regexp.MustCompile(`\b[a-z]-[a-z2-7]{26}\b`)

// comparable replaces numbers that grow with the output, and random ids.
func comparable(printed string) string {
	printed = random.ReplaceAllString(printed, "ID")
	return growing.ReplaceAllStringFunc(printed, func(line string) string { return number.ReplaceAllString(line, "N") })
}

type step struct{ command, output string }

// steps splits a block into commands, each after "$ " with further lines after "> ", and what they print.
func steps(block string) []step {
	var list []step
	for _, line := range strings.SplitAfter(block, "\n") {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, step{command: strings.TrimSpace(command)})
		} else if more, ok := strings.CutPrefix(line, "> "); ok && len(list) > 0 && list[len(list)-1].output == "" {
			list[len(list)-1].command += "\n" + strings.TrimRight(more, "\n")
		} else if len(list) > 0 {
			list[len(list)-1].output += line
		}
	}
	return list
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	require.NoError(t, err)
	if info.IsDir() {
		require.NoError(t, os.CopyFS(to, os.DirFS(from)))
		return
	}
	text, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, text, 0o644))
}
