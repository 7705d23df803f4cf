//go:build unix

package output

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The test binary is its own child: in the environment childTask names what to do, in the folder childDir.
const (
	childTask = "OUTPUT_TEST_CHILD"
	childDir  = "OUTPUT_TEST_DIR"
)

func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		os.Exit(child(task, os.Getenv(childDir)))
	}
	os.Exit(m.Run())
}

func child(task, dir string) int {
	sets := bigSets()
	switch task {
	case "loop": // write the two sets in turn, for ever
		fmt.Println("ready")
		for i := 0; ; i++ {
			if _, err := Write(dir, sets[i%2]); err != nil {
				fmt.Println(err)
				return 1
			}
		}
	case "small files only": // as on a full disk
		limit := syscall.Rlimit{Cur: 1000, Max: 1000}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			fmt.Println(err)
			return 1
		}
	}
	if _, err := Write(dir, sets[1]); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// bigSets returns two sets that share some paths, and have some of their own.
func bigSets() [2]*Set {
	var sets [2]*Set
	for i := range sets {
		s, err := New("out/lock.json", "out")
		for n := range 24 {
			folder := fmt.Sprintf("out/%d/deep", n%4)
			if n%3 == 0 {
				folder = fmt.Sprintf("out/only%d/%d", i, n%4)
			}
			text := fmt.Sprintf("generation %d\n", i)
			if n%5 != 0 {
				text = strings.Repeat(text, n*50)
			} else {
				text = "the same\n"
			}
			if err == nil {
				err = s.Add(fmt.Sprintf("%s/%d.txt", folder, n), []byte(text))
			}
		}
		if err != nil {
			panic(err)
		}
		sets[i] = s
	}
	return sets
}

func TestWriteIsKilled(t *testing.T) {
	for _, c := range []struct {
		name    string
		kills   int
		oneStep bool
		foreign func(dir string) error
	}{
		{"exchange", 50, canExchange, func(string) error { return nil }},
		{"journal", 30, false, func(dir string) error { return os.Symlink("mine", filepath.Join(dir, "out/link")) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := memory(t)
			var trees [2]map[string]string
			sets := bigSets()
			put(t, dir, "out/0/deep/mine", "mine")
			require.NoError(t, c.foreign(dir))
			var length time.Duration // of one Write
			for i, s := range sets {
				start := time.Now()
				_, err := Write(dir, s)
				require.NoError(t, err)
				length = time.Since(start)
				trees[i] = visible(t, dir)
			}
			require.NotEqual(t, trees[0], trees[1])

			seen := map[string]int{}
			for n := range c.kills {
				killAfter(t, dir, rand.N(2*length))
				got := visible(t, dir)
				if !assert.ObjectsAreEqual(trees[0], got) && !assert.ObjectsAreEqual(trees[1], got) {
					seen["between"]++
					require.False(t, c.oneStep, "kill %d left neither tree", n)
				}
				recovered := recoverAlone(t, dir, sets[0])
				if recovered {
					seen["recovered"]++
				}
				switch got := visible(t, dir); {
				case assert.ObjectsAreEqual(trees[0], got):
					seen["first tree"]++
				case assert.ObjectsAreEqual(trees[1], got):
					seen["second tree"]++
				default:
					require.Fail(t, "neither tree", "kill %d: %v", n, got)
				}
			}
			t.Logf("%d kills: %v", c.kills, seen)
			assert.NotZero(t, seen["recovered"], "no kill hit a write")
		})
	}
}

// killAfter starts a child that writes without end, and kills it after it has written for a while.
func killAfter(t *testing.T, dir string, while time.Duration) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childTask+"=loop", childDir+"="+dir)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan())
	require.Equal(t, "ready", lines.Text())
	time.Sleep(while)
	require.NoError(t, cmd.Process.Kill())
	require.False(t, lines.Scan(), "the child failed: %s", lines.Text())
	_ = cmd.Wait()
}

// recoverAlone does what a Write does first, and no more.
func recoverAlone(t *testing.T, dir string, s *Set) bool {
	d, err := openDisk(dir)
	require.NoError(t, err)
	defer d.close()
	m, err := d.lock()
	require.NoError(t, err)
	defer d.unlock(m)
	recovered, err := d.recover(s)
	require.NoError(t, err)
	return recovered
}

func TestWriteToFullDisk(t *testing.T) {
	for _, before := range []string{"old tree", "nothing"} {
		t.Run(before, func(t *testing.T) {
			dir := t.TempDir()
			if before == "old tree" {
				_, err := Write(dir, bigSets()[0])
				require.NoError(t, err)
			}
			old := snapshot(t, dir)
			out := runChild(t, "small files only", dir, nil)
			assert.Contains(t, out, "nothing was written: ")
			assert.Contains(t, out, "file too large")
			assert.Equal(t, old, snapshot(t, dir))
		})
	}
}

func TestWriteToProtectedFolders(t *testing.T) {
	for _, c := range []struct{ name, protected, want string }{
		{"project", ".", "permission denied"},
		{"root", "out", "nothing was written: the folder out cannot be written to: permission denied"},
		{"folder in it", "out/1/deep", "nothing was written: the folder out/1/deep cannot be written to: permission denied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			_, err := Write(dir, bigSets()[0])
			require.NoError(t, err)
			as := nobody(t, dir)
			old := snapshot(t, dir)
			p := filepath.Join(dir, c.protected)
			require.NoError(t, os.Chmod(p, 0o555))
			out := runChild(t, "once", dir, as)
			require.NoError(t, os.Chmod(p, 0o755))
			assert.Contains(t, out, c.want)
			assert.Equal(t, old, snapshot(t, dir))
		})
	}
}

// nobody returns the rights of a user whom permissions bind, and gives that user a folder. That is this user, or, for
// root, another one.
func nobody(t *testing.T, dir string) *syscall.SysProcAttr {
	if os.Geteuid() != 0 {
		return nil
	}
	const id = 65534
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	require.NoError(t, filepath.Walk(dir, func(p string, _ os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, id, id)
	}))
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: id, Gid: id, NoSetGroups: true}}
}

// runChild runs a task that has to fail, and returns what it says.
func runChild(t *testing.T, task, dir string, as *syscall.SysProcAttr) string {
	t.Helper()
	binary := os.Args[0]
	if as != nil { // the test binary lies where only its owner may look
		content, err := os.ReadFile(binary)
		require.NoError(t, err)
		copies := t.TempDir()
		require.NoError(t, os.Chmod(filepath.Dir(copies), 0o755))
		binary = filepath.Join(copies, "child")
		require.NoError(t, os.WriteFile(binary, content, 0o755))
	}
	cmd := exec.Command(binary)
	cmd.SysProcAttr = as
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), childTask+"="+task, childDir+"="+dir)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", out)
	require.Equal(t, 1, exit.ExitCode(), "%s", out)
	return string(out)
}
