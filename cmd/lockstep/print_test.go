package main

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// full is a device that takes so many bytes.
type full struct{ room int }

func (f *full) Write(text []byte) (int, error) {
	if f.room -= len(text); f.room < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(text), nil
}

// TestFullDevice checks that no command calls a part of its output the whole.
func TestFullDevice(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, "testdata/door")
	code, _, stderr := lockstep("gen", "-C", dir)
	require.Equal(t, exitDone, code, stderr)
	message := dir + "/message.json"
	require.NoError(t, os.WriteFile(message, []byte("{}"), 0o644))
	for _, args := range [][]string{
		{"help"}, {"help", "gen"}, {"gen", "-h"}, {"version"}, {"gen", "-C", dir}, {"check", "-C", dir},
		{"gen", "-C", dir, "--format", "json"}, {"check", "-C", dir, "--format", "json"},
		{"show", "-C", dir}, {"show", "-C", dir, "--stage", "schema"}, {"show", "-C", dir, "--stage", "files"},
		{"show", "--stage", "contract.schema"}, {"show", "--stage", "lockstep.schema"},
		{"validate", "-C", dir, "door/v1", "open.params", message},
		{"validate", "-C", dir, "--format", "json", "door/v1", "open.params", message},
		{"init", "-C", "FRESH", "--import", "example.com/x"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			for _, room := range []int{0, 1} {
				var stderr strings.Builder
				now := slices.Clone(args)
				if i := slices.Index(now, "FRESH"); i >= 0 {
					now[i] = t.TempDir()
				}
				assert.Equal(t, exitUsage, run(now, &streams{strings.NewReader(""), &full{room}, &stderr}))
				assert.Contains(t, stderr.String(), "lockstep: cannot print all of it: no space left on device")
			}
		})
	}
}
