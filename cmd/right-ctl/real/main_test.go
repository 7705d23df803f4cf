// Package real_test holds our programs against the published ones, which are built from their crates by cargo:
//
//   - the published right-ctl makes the calls of the contract's scenarios to our host;
//   - our client and our right-ctl call a host written on the published transport, in testdata/rusthost;
//   - both programs named right-ctl read the same command lines, and are to do the same with them.
//
// Where the two sides are meant to differ, a table says so and why. An entry that nothing needs fails, as does a
// difference that has no entry.
//
// Without cargo the tests are skipped, and with CI=true they fail. What cargo builds lands in the user's cache folder.
package real_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

// scratch is the folder of this process.
var scratch string

func run(m *testing.M) int {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		fmt.Println("the published programs: skipped, our transport does not support " + runtime.GOOS)
		return 0
	}
	if _, err := exec.LookPath("cargo"); err != nil {
		if os.Getenv("CI") == "true" {
			fmt.Fprintln(os.Stderr, "the published programs: failed, cargo is not installed")
			return 1
		}
		fmt.Println("the published programs: skipped, cargo is not installed")
		return 0 // go test does not keep such a result: nothing has been run
	}
	// A short path: a socket's may not be long.
	dir, err := os.MkdirTemp("", "real")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if scratch, err = filepath.EvalSymlinks(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// noteSources looks at every file that the programs under test are built from. go test keeps a result until a file
// changes that a test has looked at, and it does not see what go build looks at.
var noteSources = sync.OnceValue(func() error {
	for _, dir := range []string{"cmd", "gen", "generated/go", "schema", "templates/go/runtime"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			_, err = os.Stat(path)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
})

// root is the folder of the module.
const root = "../../.."

// The programs of this repository, built once in a process.
var (
	ourRightCtl = sync.OnceValues(func() (string, error) { return goBuild("right-ctl") })
	ourHost     = sync.OnceValues(func() (string, error) { return goBuild("right-ctl-host") })
)

func goBuild(name string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	path := filepath.Join(scratch, name)
	cmd := exec.CommandContext(ctx, "go", "build", "-tags", "demo", "-o", path, "./cmd/"+name)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return path, nil
}

// need is a program that is built when the first test needs it.
func need(tb testing.TB, build func() (string, error)) string {
	tb.Helper()
	require.NoError(tb, noteSources())
	path, err := build()
	require.NoError(tb, err)
	return path
}

// tempDir is a folder with a short path.
func tempDir(tb testing.TB) string {
	tb.Helper()
	dir, err := os.MkdirTemp(scratch, "t")
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
