package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// place is how each diagnostic starts.
var place = regexp.MustCompile(`^[A-Za-z0-9./-]+:[1-9][0-9]*:[1-9][0-9]*: .* \[[a-z0-9-]+\]$`)

// TestBad runs gen on the project testdata/door with the files of each folder of testdata/bad laid over it, and compares
// what it says with want.txt there. Whatever is wrong, gen names the place, exits with 1 and writes nothing.
func TestBad(t *testing.T) {
	good := t.TempDir()
	lay(t, good, "testdata/door")
	code, _, stderr := lockstep("gen", "-C", good)
	require.Equal(t, exitDone, code, stderr)
	require.Empty(t, stderr)

	cases, err := os.ReadDir("testdata/bad")
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for _, c := range cases {
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("testdata/bad", c.Name())
			var said [2]string
			for i, from := range []string{"testdata/door", good} { // without output, and with the output of the good project
				dir := t.TempDir()
				lay(t, dir, from)
				lay(t, dir, folder)
				before := tree(t, dir)
				code, stdout, stderr := lockstep("gen", "-C", dir)
				assert.Equal(t, exitFindings, code)
				assert.Empty(t, stdout)
				assert.Empty(t, changes(before, tree(t, dir)), "gen has changed files")
				said[i] = stderr
			}
			assert.Equal(t, said[0], said[1], "old output changes the verdict")
			assert.Regexp(t, place, strings.SplitN(said[0], "\n", 2)[0], "the first line names no place")

			golden := filepath.Join(folder, "want.txt")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(said[0]), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err, "run the test with -update")
			assert.Equal(t, string(want), said[0])
		})
	}
}

// lockstep runs the command in this process.
func lockstep(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, &streams{strings.NewReader(""), &out, &err})
	return code, out.String(), err.String()
}

// lay copies the files of a folder into another, over those of the same name. Goldens stay behind.
func lay(t *testing.T, to, from string) {
	t.Helper()
	for name, text := range tree(t, from) {
		if name == "want.txt" {
			continue
		}
		name = filepath.Join(to, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
}

// changes returns the paths that only one of two trees has, or that have another text in each.
func changes(a, b map[string]string) []string {
	var changed []string
	for name := range a {
		if text, ok := b[name]; !ok || text != a[name] {
			changed = append(changed, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	return changed
}

// tree returns the text of each file below a folder, by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	}))
	return files
}
