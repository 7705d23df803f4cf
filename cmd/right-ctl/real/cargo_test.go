package real_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// The published programs and what we build on them, once in a process.
var (
	realRightCtl = sync.OnceValues(installRightCtl)
	rustHost     = sync.OnceValues(buildRustHost)
)

// rightCtlVersion is the version of the crate that the published right-ctl is in. testdata/rusthost/Cargo.toml names
// that of the transport.
const rightCtlVersion = "0.3.0"

// installRightCtl installs the published program, unless an earlier run has.
func installRightCtl() (string, error) {
	cache, unlock, err := lockCache()
	if err != nil {
		return "", err
	}
	defer unlock()
	dir := filepath.Join(cache, "right-ctl-"+rightCtlVersion)
	path := filepath.Join(dir, "bin", "right-ctl")
	if _, err := os.Stat(path); err == nil { // cargo puts it there when it is complete
		return path, nil
	}
	return path, cargo(cache, "install", "rightkit-agent-tools", "--version", "="+rightCtlVersion, "--no-default-features",
		"--features", "demo", "--ignore-rust-version", "--root", dir)
}

// buildRustHost builds testdata/rusthost. The result is a copy of our own, which a build by another process leaves alone.
func buildRustHost() (string, error) {
	cache, unlock, err := lockCache()
	if err != nil {
		return "", err
	}
	defer unlock()
	crate := filepath.Join(cache, "rusthost")
	if err := copyChanged(crate, filepath.Join("testdata", "rusthost")); err != nil {
		return "", err
	}
	if err := cargo(crate, "build", "--release", "--ignore-rust-version"); err != nil {
		return "", err
	}
	program, err := os.ReadFile(filepath.Join(cache, "target", "release", "rusthost"))
	if err != nil {
		return "", err
	}
	path := filepath.Join(scratch, "rusthost")
	return path, os.WriteFile(path, program, 0o700)
}

// copyChanged makes a folder like another. A file that is the same is not touched, so that cargo sees what has changed.
func copyChanged(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		within, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, within)
		if d.IsDir() {
			return os.MkdirAll(target, 0o700)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if old, err := os.ReadFile(target); err == nil && string(old) == string(text) {
			return nil
		}
		return os.WriteFile(target, text, 0o600)
	})
}

// cargo runs a command of cargo in a folder: first with what has been downloaded before, and where that is not enough,
// with the network.
func cargo(dir string, args ...string) error {
	cache, err := cacheDir()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	defer cancel()
	var out []byte
	for _, more := range [][]string{{"--offline"}, nil} {
		cmd := exec.CommandContext(ctx, "cargo", append(append([]string{}, args...), more...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CARGO_TARGET_DIR="+filepath.Join(cache, "target"))
		cmd.WaitDelay = 5 * time.Second
		if out, err = cmd.CombinedOutput(); err == nil {
			return nil
		}
	}
	return fmt.Errorf("cargo %s: %w, see what cargo says:\n%s", args[0], err, out)
}

// cacheDir is where all that cargo builds is kept.
func cacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "lockstep-rust")
	return dir, os.MkdirAll(dir, 0o700)
}

// lockCache waits until no other process builds.
func lockCache() (cache string, unlock func(), err error) {
	if cache, err = cacheDir(); err != nil {
		return "", nil, err
	}
	f, err := os.OpenFile(filepath.Join(cache, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", nil, err
	}
	for end := time.Now().Add(8 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		taken, err := tryLock(f)
		if taken {
			return cache, func() { _ = f.Close() }, nil
		}
		if err == nil && time.Now().After(end) {
			err = errors.New("another process has been building the published programs for 8 minutes")
		}
		if err != nil {
			_ = f.Close()
			return "", nil, err
		}
	}
}
