package output

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/rightkit/lockstep/gen/diag"
)

// How often, and after which pause, a Write asks for a mutex that another one holds.
const (
	defaultTries = 50
	mutexPause   = 100 * time.Millisecond
)

// lock makes the staging folder and takes its mutex, which is a lock of the operating system on a file: it is free as
// soon as its holder has ended, in whatever way.
func (d *disk) lock() (*os.File, error) {
	for range d.tries {
		f, err := d.tryLock()
		if f != nil || err != nil {
			return f, err
		}
		time.Sleep(mutexPause)
	}
	return nil, diag.Diagnostic{
		Severity: diag.Error,
		Code:     "output-busy",
		Pos:      startOf(mutexPath),
		Message:  "another lockstep is writing to this project",
		Hint:     "wait until it has ended, and run this again",
	}
}

// tryLock returns nil without an error when another process holds the mutex, or is just giving it up.
func (d *disk) tryLock() (*os.File, error) {
	for _, p := range []string{staging, mutexPath, ignorePath} {
		if _, err := d.lstat(p); err != nil {
			return nil, err
		}
	}
	if err := d.mkdir(staging, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	f, err := d.openMutex()
	switch {
	case errors.Is(err, fs.ErrNotExist): // the holder before us removed the folder when it was done
		return nil, nil
	case err != nil:
		_ = d.remove(staging) // if it is empty
		return nil, err
	}
	held, err := tryLockFile(f)
	if !held || err != nil || !d.isAt(f, mutexPath) {
		f.Close()
		return nil, err
	}
	if err := d.create(ignorePath, []byte("*\n"), 0o666); err != nil && !errors.Is(err, fs.ErrExist) {
		d.unlock(f)
		return nil, err
	}
	return f, nil
}

func (d *disk) openMutex() (*os.File, error) {
	if err := d.change("create", mutexPath); err != nil {
		return nil, err
	}
	return d.root.OpenFile(mutexPath, os.O_RDWR|os.O_CREATE, 0o666)
}

// isAt reports whether an open file is still what a path names. A mutex that its last holder has removed since we
// opened it guards nothing.
func (d *disk) isAt(f *os.File, p string) bool {
	is, err := f.Stat()
	if err != nil {
		return false
	}
	at, err := d.root.Lstat(p)
	return err == nil && os.SameFile(is, at)
}

// unlock removes the staging folder, unless a journal in it is still to be replayed, and gives the mutex up.
func (d *disk) unlock(f *os.File) {
	defer f.Close()
	if _, err := d.root.Lstat(journalPath); err == nil {
		return
	}
	for _, p := range []string{stagedTree, newJournalPath, ignorePath, mutexPath} {
		_ = d.removeAll(p)
	}
	_ = d.remove(staging)
}
