package output

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
)

// snapshot returns the text of each file below dir, with the time of its last change, and the target of each link.
func snapshot(t testing.TB, dir string) map[string]string {
	t.Helper()
	m := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		rel = filepath.ToSlash(rel)
		if e.Type()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(p)
			m[rel] = "-> " + to
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		info, err := e.Info()
		m[rel] = fmt.Sprintf("%s %s %s", text, info.Mode(), info.ModTime().Format(time.RFC3339Nano))
		return err
	}))
	return m
}

// texts returns the text of each file below dir, but for locks and journals.
func texts(t testing.TB, dir string) map[string]string {
	t.Helper()
	m := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || e.Name() == "lock.json" {
			return err
		}
		text, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		m[filepath.ToSlash(rel)] = string(text)
		return err
	}))
	return m
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	first := generation(t, "{}", "out/a", "1", "out/deep/er/b", "1", "out/deep/c", "1")
	r, err := Write(dir, first)
	require.NoError(t, err)
	assert.Equal(t, []string{"out/a", "out/deep/c", "out/deep/er/b", "out/lock.json"}, r.Written)
	assert.Equal(t, "4 written, 0 removed, 0 unchanged", r.String())
	assert.Equal(t, map[string]string{"out/a": "1", "out/deep/c": "1", "out/deep/er/b": "1"}, texts(t, dir))

	before := snapshot(t, dir)
	root, err := os.Stat(dir)
	require.NoError(t, err)
	r, err = Write(dir, first)
	require.NoError(t, err)
	assert.Empty(t, r.Written)
	assert.Equal(t, "0 written, 0 removed, 4 unchanged", r.String())
	assert.Equal(t, before, snapshot(t, dir))
	again, err := os.Stat(dir)
	require.NoError(t, err)
	assert.Equal(t, root.ModTime(), again.ModTime(), "a second Write does not even make its staging folder")

	require.NoError(t, os.Chmod(filepath.Join(dir, "out/a"), 0o600))
	put(t, dir, "out/mine", "mine")
	r, err = Write(dir, generation(t, "{ }", "out/a", "2", "out/deep/c", "1", "out/new/d", "2"))
	require.NoError(t, err)
	assert.Equal(t, []string{"out/a", "out/new/d", "out/lock.json"}, r.Written)
	assert.Equal(t, []string{"out/deep/er/b"}, r.Removed)
	assert.Empty(t, r.Notes)
	assert.Equal(t, map[string]string{"out/a": "2", "out/deep/c": "1", "out/new/d": "2", "out/mine": "mine"}, texts(t, dir))
	assert.NoDirExists(t, filepath.Join(dir, "out/deep/er"))
	assert.Equal(t, before["out/deep/c"], snapshot(t, dir)["out/deep/c"], "an unchanged file keeps its time")
	info, err := os.Stat(filepath.Join(dir, "out/a"))
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), "a changed file keeps its permissions")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "nothing is left beside the output")
}

func TestWriteSeveralRoots(t *testing.T) {
	dir := t.TempDir()
	make := func(text string, files ...string) *Set {
		s, err := New("lockstep.lock.json", "internal/api", "web/src/api")
		require.NoError(t, err)
		for _, f := range files {
			require.NoError(t, s.Add(f, []byte(text)))
		}
		return s
	}
	put(t, dir, "internal/api/mine", "mine")
	_, err := Write(dir, make("1", "internal/api/a", "internal/api/old/b", "web/src/api/c"))
	require.NoError(t, err)
	now := make("2", "internal/api/a", "web/src/api/c")
	r, err := Write(dir, now)
	require.NoError(t, err)
	assert.Equal(t, []string{"internal/api/old/b"}, r.Removed)
	assert.NoDirExists(t, filepath.Join(dir, "internal/api/old"))
	assert.NoDirExists(t, filepath.Join(dir, staging))
	found, err := Diff(dir, now, "lockstep gen")
	require.NoError(t, err)
	assert.Equal(t, `internal/api/mine:1:1: is a file that nobody generates [drift-orphan]
    hint: delete it, or move it out of internal/api`, found.Error())
}

func TestWriteReportsEdits(t *testing.T) {
	dir := t.TempDir()
	_, err := Write(dir, generation(t, "{}", "out/a", "1\n", "out/b", "1\n"))
	require.NoError(t, err)
	put(t, dir, "out/a", "mine\n")
	put(t, dir, "out/b", "mine\n")
	r, err := Write(dir, generation(t, "{}", "out/a", "1\n"))
	require.NoError(t, err)
	assert.Equal(t, `out/a:1:1: warning: was edited by hand; the edit is overwritten [output-edited]
    hint: change the source that it is generated from
out/b:1:1: warning: is no longer generated, and was edited by hand, so it is left as it is [drift-orphan]
    hint: delete it, or move it out of the output folder`, r.Notes.Error())
	assert.Equal(t, map[string]string{"out/a": "1\n", "out/b": "mine\n"}, texts(t, dir))
}

func TestWriteMendsItsLock(t *testing.T) {
	dir := t.TempDir()
	_, err := Write(dir, generation(t, "{}", "out/a", "1\n"))
	require.NoError(t, err)
	put(t, dir, "out/lock.json", "<<<<<<< HEAD\n")
	put(t, dir, "out/a", "<<<<<<< HEAD\n")
	now := generation(t, "{ }", "out/a", "2\n")
	r, err := Write(dir, now)
	require.NoError(t, err)
	assert.Equal(t, []string{"out/a", "out/lock.json"}, r.Written)
	assert.Contains(t, r.Notes.Error(), "out/lock.json:1:1: warning: the lock is no JSON")
	found, err := Diff(dir, now, "lockstep gen")
	require.NoError(t, err)
	assert.Empty(t, found)
}

func TestWriteRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T, dir, elsewhere string)
		want   string
	}{
		{
			"somebody else's file",
			func(t *testing.T, dir, _ string) { put(t, dir, "out/new/b", "mine") },
			"out/new/b:1:1: stands where output is to be written",
		},
		{
			"no lock",
			func(t *testing.T, dir, _ string) { require.NoError(t, os.Remove(filepath.Join(dir, "out/lock.json"))) },
			"out/a:1:1: stands where output is to be written",
		},
		{
			"folder for a file",
			func(t *testing.T, dir, _ string) { put(t, dir, "out/new/b/mine", "mine") },
			"out/new/b:1:1: stands where output is to be written",
		},
		{
			"file for a folder",
			func(t *testing.T, dir, _ string) { put(t, dir, "out/new", "mine") },
			"out/new:1:1: stands where output is to be written",
		},
		{
			"file for everything",
			func(t *testing.T, dir, _ string) {
				require.NoError(t, os.RemoveAll(filepath.Join(dir, "out")))
				put(t, dir, "out", "mine")
			},
			"out:1:1: stands where output is to be written",
		},
		{
			"folder for the lock",
			func(t *testing.T, dir, _ string) {
				require.NoError(t, os.Remove(filepath.Join(dir, "out/lock.json")))
				require.NoError(t, os.Mkdir(filepath.Join(dir, "out/lock.json"), 0o777))
			},
			"out/lock.json:1:1: stands where output is to be written",
		},
		{
			"link for the root",
			func(t *testing.T, dir, elsewhere string) {
				require.NoError(t, os.Rename(filepath.Join(dir, "out"), filepath.Join(elsewhere, "out")))
				require.NoError(t, os.Symlink(filepath.Join(elsewhere, "out"), filepath.Join(dir, "out")))
			},
			"out:1:1: a symbolic link stands where generated files belong",
		},
		{
			"link for a folder, inside the project",
			func(t *testing.T, dir, elsewhere string) {
				put(t, dir, "src/b", "mine")
				require.NoError(t, os.Symlink("../src", filepath.Join(dir, "out/new")))
			},
			"out/new:1:1: a symbolic link stands where generated files belong",
		},
		{
			"link for a file",
			func(t *testing.T, dir, elsewhere string) {
				require.NoError(t, os.Remove(filepath.Join(dir, "out/a")))
				put(t, elsewhere, "secret", "secret")
				require.NoError(t, os.Symlink(filepath.Join(elsewhere, "secret"), filepath.Join(dir, "out/a")))
			},
			"out/a:1:1: a symbolic link stands where generated files belong",
		},
		{
			"link for the lock",
			func(t *testing.T, dir, elsewhere string) {
				require.NoError(t, os.Rename(filepath.Join(dir, "out/lock.json"), filepath.Join(elsewhere, "lock")))
				require.NoError(t, os.Symlink(filepath.Join(elsewhere, "lock"), filepath.Join(dir, "out/lock.json")))
			},
			"out/lock.json:1:1: a symbolic link stands where generated files belong",
		},
		{
			"link for the staging folder",
			func(t *testing.T, dir, elsewhere string) {
				require.NoError(t, os.Symlink(elsewhere, filepath.Join(dir, staging)))
			},
			".lockstep-staging:1:1: a symbolic link stands where generated files belong",
		},
		{
			"link for the staged tree",
			func(t *testing.T, dir, elsewhere string) {
				require.NoError(t, os.Mkdir(filepath.Join(dir, staging), 0o777))
				require.NoError(t, os.Symlink(elsewhere, filepath.Join(dir, stagedTree)))
			},
			".lockstep-staging/tree:1:1: a symbolic link stands where generated files belong",
		},
		{
			"link for the mutex",
			func(t *testing.T, dir, elsewhere string) {
				require.NoError(t, os.Mkdir(filepath.Join(dir, staging), 0o777))
				require.NoError(t, os.Symlink(filepath.Join(elsewhere, "x"), filepath.Join(dir, mutexPath)))
			},
			".lockstep-staging/lock:1:1: a symbolic link stands where generated files belong",
		},
		{
			"journal that leads out of the root",
			func(t *testing.T, dir, _ string) {
				put(t, dir, "src/main.go", "mine")
				put(t, dir, journalPath, `{"remove":["src/main.go"],"rename":[]}`)
			},
			`its journal cannot be used: "src/main.go" is outside the output folders [output-journal]`,
		},
		{
			"journal that leads out of the project",
			func(t *testing.T, dir, _ string) { put(t, dir, journalPath, `{"rename":["out/../../x"]}`) },
			`its journal cannot be used: "out/../../x" has a ".." [output-journal]`,
		},
		{
			"journal that is no JSON",
			func(t *testing.T, dir, _ string) { put(t, dir, journalPath, "x") },
			"its journal cannot be used: invalid character 'x' looking for beginning of value [output-journal]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			needLinks(t)
			dir, elsewhere := t.TempDir(), t.TempDir()
			_, err := Write(dir, generation(t, "{}", "out/a", "1"))
			require.NoError(t, err)
			c.change(t, dir, elsewhere)
			before, beforeElsewhere := texts(t, dir), snapshot(t, elsewhere)
			_, err = Write(dir, generation(t, "{}", "out/a", "2", "out/new/b", "2"))
			require.ErrorContains(t, err, c.want)
			assert.Equal(t, 1, strings.Count(err.Error(), c.want), "one finding for one thing in the way")
			after := texts(t, dir)
			for p, text := range before {
				assert.Equal(t, text, after[p])
			}
			assert.Equal(t, beforeElsewhere, snapshot(t, elsewhere))
		})
	}
}

// A link that lies in a root but in nobody's way survives, and keeps the tree from being exchanged as a whole.
func TestWriteKeepsForeignLinks(t *testing.T) {
	needLinks(t)
	dir := t.TempDir()
	_, err := Write(dir, generation(t, "{}", "out/a", "1"))
	require.NoError(t, err)
	put(t, dir, "out/node_modules/x", "x")
	require.NoError(t, os.Symlink("../node_modules/x", filepath.Join(dir, "out/node_modules/link")))
	_, err = Write(dir, generation(t, "{}", "out/b", "2"))
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"out/b": "2", "out/node_modules/x": "x"}, texts(t, dir))
	assert.Equal(t, "-> ../node_modules/x", snapshot(t, dir)["out/node_modules/link"])
}

func TestWriteWaitsForAnother(t *testing.T) {
	dir := t.TempDir()
	d, err := openDisk(dir)
	require.NoError(t, err)
	defer d.close()
	m, err := d.lock()
	require.NoError(t, err)
	other, err := openDisk(dir)
	require.NoError(t, err)
	defer other.close()
	f, err := other.tryLock()
	require.NoError(t, err)
	require.Nil(t, f, "the mutex is held")

	done := make(chan error)
	go func() {
		_, err := Write(dir, generation(t, "{}", "out/a", "1"))
		done <- err
	}()
	time.Sleep(50 * time.Millisecond)
	assert.NoFileExists(t, filepath.Join(dir, "out/a"))
	d.unlock(m)
	require.NoError(t, <-done)
	assert.FileExists(t, filepath.Join(dir, "out/a"))
	assert.NoDirExists(t, filepath.Join(dir, staging))
}

func TestWriteGivesUp(t *testing.T) {
	dir := t.TempDir()
	d, err := openDisk(dir)
	require.NoError(t, err)
	defer d.close()
	m, err := d.lock()
	require.NoError(t, err)
	defer d.unlock(m)
	other, err := openDisk(dir)
	require.NoError(t, err)
	defer other.close()
	other.tries = 2
	_, err = other.write(generation(t, "{}", "out/a", "1"))
	var busy diag.Diagnostic
	require.ErrorAs(t, err, &busy)
	assert.Equal(t, "output-busy", busy.Code)
}

func TestConcurrentWrites(t *testing.T) {
	dir := t.TempDir()
	done := make(chan error)
	for i := range 8 {
		go func() {
			_, err := Write(dir, generation(t, "{}", "out/a", fmt.Sprint(i), "out/b", fmt.Sprint(i)))
			done <- err
		}()
	}
	for range 8 {
		require.NoError(t, <-done)
	}
	got := texts(t, dir)
	assert.Len(t, got, 2)
	assert.Equal(t, got["out/a"], got["out/b"])
}

func BenchmarkNothingToDo(b *testing.B) {
	dir := b.TempDir()
	var files []string
	for i := range 200 {
		files = append(files, fmt.Sprintf("out/go/pkg%d/v1/file%d.go", i%10, i), fmt.Sprintf("package p // %01000d\n", i))
	}
	s := generation(b, "{}", files...)
	_, err := Write(dir, s)
	require.NoError(b, err)
	b.Run("Write", func(b *testing.B) {
		for b.Loop() {
			if _, err := Write(dir, s); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Diff", func(b *testing.B) {
		for b.Loop() {
			if l, err := Diff(dir, s, ""); err != nil || len(l) > 0 {
				b.Fatal(err, l)
			}
		}
	})
}
