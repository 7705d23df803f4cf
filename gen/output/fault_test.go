package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A change is a Write to be interrupted: a tree before it, and what it makes of it.
type change struct {
	name     string
	old      *Set // nil: nothing was generated before
	now      *Set
	moved    bool                           // to other roots
	foreign  func(t testing.TB, dir string) // makes somebody else's files
	oneStep  bool                           // the tree changes in one step
	finished map[string]string              // what the tree holds in the end
}

func changes(t testing.TB) []change {
	old := generation(t, "{}", "out/a", "1", "out/b", "same", "out/x/y/c", "1", "out/x/d", "1", "out/e", "1")
	now := generation(t, "{ }", "out/a", "2", "out/b", "same", "out/x/d", "2", "out/z/f", "2")
	several := func(lock, text string, files ...string) *Set {
		s, err := New(lock, "out/one", "out/two/deep")
		require.NoError(t, err)
		for _, f := range files {
			require.NoError(t, s.Add(f, []byte(text)))
		}
		return s
	}
	first := []string{"out/one/a", "out/one/x/b", "out/two/deep/c", "out/two/deep/d"}
	second := []string{"out/one/a", "out/two/deep/c", "out/two/deep/x/e"}
	both := map[string]string{"out/one/a": "2", "out/two/deep/c": "2", "out/two/deep/x/e": "2"}
	mine := func(t testing.TB, dir string) {
		put(t, dir, "out/mine", "mine")
		put(t, dir, "out/x/y/mine", "mine")
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "out/empty"), 0o777))
	}
	link := func(t testing.TB, dir string) {
		mine(t, dir)
		require.NoError(t, os.Symlink("mine", filepath.Join(dir, "out/link")))
	}
	end := map[string]string{"out/a": "2", "out/b": "same", "out/x/d": "2", "out/z/f": "2"}
	with := func(m map[string]string) map[string]string {
		all := map[string]string{"out/mine": "mine", "out/x/y/mine": "mine"}
		for k, v := range m {
			all[k] = v
		}
		return all
	}
	return []change{
		{name: "first", now: now, oneStep: true, finished: end},
		{name: "next", old: old, now: now, oneStep: canExchange, finished: end},
		{name: "next beside foreign files", old: old, now: now, foreign: mine, oneStep: canExchange, finished: with(end)},
		{name: "next beside a foreign link", old: old, now: now, foreign: link, finished: with(end)},
		{
			name: "several roots", oneStep: canExchange, finished: both,
			old: several("out/lock.json", "1", first...), now: several("out/lock.json", "2", second...),
		},
		{
			name: "roots without a folder of their own", finished: both,
			old: several("lock.json", "1", first...), now: several("lock.json", "2", second...),
		},
		{
			name: "moved root", moved: true, oneStep: canExchange, old: rooted(t, "1", "out/go"), now: rooted(t, "2", "out/golang"),
			finished: map[string]string{"out/golang/a.go": marked("2"), "out/golang/deep/b.go": marked("2")},
		},
		{
			name: "root moved elsewhere", moved: true, old: rooted(t, "1", "old/go"), now: rooted(t, "2", "new/go"),
			finished: map[string]string{"new/go/a.go": marked("2"), "new/go/deep/b.go": marked("2")},
		},
	}
}

// memory returns a folder in memory where there is one: tests that write hundreds of times need not wait for a disk.
func memory(t testing.TB) string {
	if info, err := os.Stat("/dev/shm"); err != nil || !info.IsDir() {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp("/dev/shm", "output")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// prepare returns a project as it is before a change.
func (c change) prepare(t testing.TB) string {
	dir := memory(t)
	if c.old != nil {
		_, err := Write(dir, c.old)
		require.NoError(t, err)
	}
	if c.foreign != nil {
		c.foreign(t, dir)
	}
	return dir
}

// write makes the change while fault decides what fails, and returns the number of changes asked for.
func (c change) write(t testing.TB, dir string, fault func(n int) error) (int, error) {
	d, err := openDisk(dir)
	require.NoError(t, err)
	defer d.close()
	n := 0
	d.fault = func(op, p string) error {
		n++
		if err := fault(n); err != nil {
			return fmt.Errorf("%s %s: %w", op, p, err)
		}
		return nil
	}
	_, err = d.write(c.now)
	return n, err
}

// visible returns the files of a project without what is staged, and the lock with them.
func visible(t testing.TB, dir string) map[string]string {
	t.Helper()
	m := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.Name() == staging {
			return fs.SkipDir
		}
		if !e.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		m[filepath.ToSlash(rel)] = string(text)
		return err
	}))
	return m
}

var errFault = errors.New("fault")

// A process that dies at any step leaves the old or the new tree, or a journal that the next Write finishes.
func TestWriteDiesAtEachStep(t *testing.T) {
	for _, c := range changes(t) {
		t.Run(c.name, func(t *testing.T) {
			needLinks(t)
			t.Parallel()
			dir := c.prepare(t)
			old := visible(t, dir)
			steps, err := c.write(t, dir, func(int) error { return nil })
			require.NoError(t, err)
			require.Equal(t, c.finished, texts(t, dir))
			now := visible(t, dir)

			seen := map[string]int{}
			for k := 1; k <= steps; k++ {
				dir := c.prepare(t)
				_, _ = c.write(t, dir, func(n int) error {
					if n >= k {
						return errFault
					}
					return nil
				})
				_, statErr := os.Stat(filepath.Join(dir, journalPath))
				switch got := visible(t, dir); {
				case assert.ObjectsAreEqual(old, got):
					seen["old"]++
				case assert.ObjectsAreEqual(now, got):
					seen["new"]++
				default:
					seen["between"]++
					require.False(t, c.oneStep, "step %d: neither the old nor the new tree", k)
					require.NoError(t, statErr, "step %d: neither tree, and no journal", k)
					found, err := Diff(dir, c.now, "lockstep gen")
					require.NoError(t, err)
					require.Len(t, found, 1)
					require.Equal(t, "drift-interrupted", found[0].Code)
				}
				// Whatever is written next, nothing of the interrupted write is left.
				if c.old != nil && !c.moved && k%2 == 0 {
					_, err := Write(dir, c.old)
					require.NoError(t, err, "step %d", k)
					require.Equal(t, old, visible(t, dir), "step %d", k)
				}
				_, err := Write(dir, c.now)
				require.NoError(t, err, "step %d", k)
				require.Equal(t, now, visible(t, dir), "step %d", k)
				require.NoDirExists(t, filepath.Join(dir, staging), "step %d", k)
			}
			t.Logf("%d steps: %v", steps, seen)
			assert.NotZero(t, seen["old"])
			assert.NotZero(t, seen["new"])
			assert.Equal(t, c.oneStep, seen["between"] == 0)
		})
	}
}

// A disk on which one step fails (it is full, or a folder is protected) keeps the old tree, or has the new one.
func TestWriteFailsAtEachStep(t *testing.T) {
	for _, c := range changes(t) {
		t.Run(c.name, func(t *testing.T) {
			needLinks(t)
			t.Parallel()
			dir := c.prepare(t)
			old := visible(t, dir)
			steps, err := c.write(t, dir, func(int) error { return nil })
			require.NoError(t, err)
			now := visible(t, dir)

			for k := 1; k <= steps; k++ {
				dir := c.prepare(t)
				_, err := c.write(t, dir, func(n int) error {
					if n == k {
						return errFault
					}
					return nil
				})
				_, statErr := os.Stat(filepath.Join(dir, journalPath))
				switch got := visible(t, dir); {
				case err == nil:
					require.Equal(t, now, got, "step %d", k)
				case statErr == nil:
					require.ErrorContains(t, err, "fault", "step %d", k)
					require.False(t, c.oneStep, "step %d", k)
				default:
					require.ErrorIs(t, err, errFault)
					require.Equal(t, old, got, "step %d", k)
					require.NoDirExists(t, filepath.Join(dir, staging), "step %d", k)
				}
				_, err = Write(dir, c.now)
				require.NoError(t, err, "step %d", k)
				require.Equal(t, now, visible(t, dir), "step %d", k)
				require.NoDirExists(t, filepath.Join(dir, staging), "step %d", k)
			}
		})
	}
}

// A file that somebody makes between the reading of a root and its exchange is in the new tree, too.
func TestWriteRescuesNewFiles(t *testing.T) {
	c := changes(t)[1]
	dir := c.prepare(t)
	d, err := openDisk(dir)
	require.NoError(t, err)
	defer d.close()
	d.fault = func(op, _ string) error {
		if op == "exchange" {
			put(t, dir, "out/late", "mine")
			put(t, dir, "out/x/late/late", "mine")
		}
		return nil
	}
	_, err = d.write(c.now)
	require.NoError(t, err)
	got := texts(t, dir)
	assert.Equal(t, "mine", got["out/late"])
	assert.Equal(t, "mine", got["out/x/late/late"])
	assert.Equal(t, "2", got["out/a"])
	assert.Len(t, got, 6)
}
