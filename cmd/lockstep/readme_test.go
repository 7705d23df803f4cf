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

// TestReadme types the commands of README.md as they stand there, the tours in copies of this repository and the last block
// in an empty folder, and compares what is printed. Numbers that change whenever a target has more to say are not compared.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	var blocks []string
	for _, part := range strings.Split(string(text), "```console\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		blocks = append(blocks, block)
	}
	require.Len(t, blocks, 3)
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))

	for i, block := range blocks {
		dir := t.TempDir()
		if i < len(blocks)-1 {
			for _, name := range []string{"schema", "generated", "lockstep.yaml"} {
				copyTree(t, filepath.Join("../..", name), filepath.Join(dir, name))
			}
		}
		for _, step := range steps(block) {
			if strings.HasPrefix(step.command, "go install ") {
				continue // the binary is built already
			}
			if to, ok := strings.CutPrefix(step.command, "cd "); ok {
				dir = filepath.Join(dir, to)
				continue
			}
			if strings.HasPrefix(step.command, "node ") && skipsNode(t) {
				continue
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

// anyNumber replaces numbers that grow with the output.
func anyNumber(printed string) string {
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
