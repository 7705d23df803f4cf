package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadme types the commands of README.md as they stand there, the first block in a copy of this repository, the
// second in an empty folder, and compares what is printed. Numbers that change whenever a target has more to say are not
// compared.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	var blocks []string
	for _, part := range strings.Split(string(text), "```console\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, block)
	}
	require.Len(t, blocks, 2)
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))

	repository := t.TempDir()
	for _, name := range []string{"schema", "generated", "lockstep.yaml"} {
		copyTree(t, filepath.Join("../..", name), filepath.Join(repository, name))
	}
	for i, dir := range []string{repository, t.TempDir()} {
		for _, step := range steps(blocks[i]) {
			if strings.HasPrefix(step.command, "go install ") {
				continue // the binary is built already
			}
			cmd := exec.Command("sh", "-c", step.command)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, _ := cmd.CombinedOutput()
			if !strings.HasPrefix(step.command, "go ") { // what go prints is its own
				assert.Equal(t, anyNumber(step.output), anyNumber(string(out)), step.command)
			}
		}
	}
}

// growing are the numbers that grow with the output: how many files there are, and lines in one.
var growing = regexp.MustCompile(`(?m)^(?:in step: |\d+ written, |generated/[^ :]*:)[^\n]*`)

var number = regexp.MustCompile(`\b\d+\b`)

// anyNumber replaces numbers that grow with the output.
func anyNumber(printed string) string {
	return growing.ReplaceAllStringFunc(printed, func(line string) string { return number.ReplaceAllString(line, "N") })
}

type step struct{ command, output string }

// steps splits a block into commands, each after "$ ", and what they print.
func steps(block string) []step {
	var list []step
	for _, line := range strings.SplitAfter(block, "\n") {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, step{command: strings.TrimSpace(command)})
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
