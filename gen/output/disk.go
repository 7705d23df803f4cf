package output

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

// A disk is the project root. All access goes through an os.Root, so that no path leaves the project, and every change
// through one of the methods below, so that a test can make each of them fail.
type disk struct {
	root  *os.Root
	dir   string                      // absolute path of the root
	plain map[string]bool             // folders that are no symbolic links, known from lstat
	tries int                         // how often to ask for the mutex
	fault func(op, path string) error // asked before every change; nil outside tests
}

func openDisk(dir string) (*disk, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	return &disk{root: root, dir: abs, plain: map[string]bool{}, tries: defaultTries}, nil
}

func (d *disk) close() { d.root.Close() }

func (d *disk) change(op, p string) error {
	if d.fault == nil {
		return nil
	}
	return d.fault(op, p)
}

// mkdirAll makes a folder and those above it.
func (d *disk) mkdirAll(p string) error {
	if p == "." {
		return nil
	}
	if info, err := d.root.Lstat(p); err == nil && info.IsDir() {
		return nil
	}
	if err := d.mkdirAll(path.Dir(p)); err != nil {
		return err
	}
	return d.mkdir(p, 0o777)
}

// mkdir makes a folder that is not there.
func (d *disk) mkdir(p string, mode fs.FileMode) error {
	if err := d.change("mkdir", p); err != nil {
		return err
	}
	return d.root.Mkdir(p, mode)
}

// create writes a file that is not there yet. It is durable after sync.
func (d *disk) create(p string, content []byte, mode fs.FileMode) error {
	if err := d.change("create", p); err != nil {
		return err
	}
	f, err := d.root.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// sync makes the content of a file durable.
func (d *disk) sync(p string) error {
	if err := d.change("sync", p); err != nil {
		return err
	}
	f, err := d.root.OpenFile(p, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// flush makes the names in a folder durable. Not every system can, and none loses a file's content without it.
func (d *disk) flush(p string) {
	if f, err := d.root.Open(p); err == nil {
		_ = f.Sync()
		f.Close()
	}
}

// keepMode gives a path the permissions that another one has.
func (d *disk) keepMode(p string, like fs.FileInfo) error {
	info, err := d.root.Lstat(p)
	if err != nil || info.Mode() == like.Mode() {
		return err
	}
	if err := d.change("chmod", p); err != nil {
		return err
	}
	return d.root.Chmod(p, like.Mode().Perm())
}

func (d *disk) rename(from, to string) error {
	if err := d.change("rename", to); err != nil {
		return err
	}
	return d.root.Rename(from, to)
}

func (d *disk) link(from, to string) error {
	if err := d.change("link", to); err != nil {
		return err
	}
	return d.root.Link(from, to)
}

// remove removes a file or an empty folder; that it is gone already is no error.
func (d *disk) remove(p string) error {
	if err := d.change("remove", p); err != nil {
		return err
	}
	if err := d.root.Remove(p); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d *disk) removeAll(p string) error {
	if err := d.change("remove all", p); err != nil {
		return err
	}
	return d.root.RemoveAll(p)
}

// removeEmpty removes a folder and those above it as long as they are empty, up to and without the folder top.
func (d *disk) removeEmpty(p, top string) {
	for ; p != top && p != "."; p = path.Dir(p) {
		if f, err := d.root.Open(p); err == nil {
			_, err = f.ReadDir(1)
			f.Close()
			if err != io.EOF {
				return
			}
		}
		if d.remove(p) != nil {
			return
		}
	}
}

// lstat returns what lies at a path, without following links; nil when nothing does. A symbolic link there, or on the
// way there, is a diagnostic.
func (d *disk) lstat(p string) (fs.FileInfo, error) {
	if dir := path.Dir(p); dir != "." && !d.plain[dir] {
		switch info, err := d.lstat(dir); {
		case err != nil || info == nil:
			return nil, err
		case !info.IsDir():
			return nil, nil
		}
	}
	info, err := d.root.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(p, err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return nil, diag.Diagnostic{
			Severity: diag.Error,
			Code:     "output-symlink",
			Pos:      startOf(p),
			Message:  "a symbolic link stands where generated files belong; it is not followed",
			Hint:     "delete the link, or name the folder it leads to as the output folder",
		}
	}
	if info.IsDir() {
		d.plain[p] = true
	}
	return info, nil
}

// A state is what lies at a path where a file may have been generated.
type state struct {
	info fs.FileInfo // nil when nothing is there
	hash string      // of a regular file, else ""
	head []byte      // as much of the file as can matter in a comparison
}

// look reads the state of a path, to be compared with want. It holds no more of the file than want has, and a little.
func (d *disk) look(p string, want []byte) (state, error) {
	info, err := d.lstat(p)
	if err != nil || info == nil || !info.Mode().IsRegular() {
		return state{info: info}, err
	}
	f, err := d.root.Open(p)
	if err != nil {
		return state{}, unreadable(p, err)
	}
	defer f.Close()
	sum := sha256.New()
	head, err := io.ReadAll(io.TeeReader(io.LimitReader(f, int64(len(want))+4096), sum))
	if err == nil {
		_, err = io.Copy(sum, io.LimitReader(f, MaxSize))
	}
	if err != nil {
		return state{}, unreadable(p, err)
	}
	return state{info, hex.EncodeToString(sum.Sum(nil)), head}, nil
}

// readLock reads the lock on disk: nil when there is none, a diagnostic when it cannot be understood.
func (d *disk) readLock(p string) (*Lock, *diag.Diagnostic, error) {
	info, err := d.lstat(p)
	if err != nil || info == nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > MaxSize {
		return nil, &diag.Diagnostic{
			Severity: diag.Error,
			Code:     "drift-lock",
			Pos:      startOf(p),
			Message:  "the lock is no file, or a huge one",
		}, nil
	}
	text, err := d.root.ReadFile(p)
	if err != nil {
		return nil, nil, unreadable(p, err)
	}
	l, bad := ParseLock(source.NewFile(p, text))
	return l, bad, nil
}

// unreadable is the finding that a path cannot be read.
func unreadable(p string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err // the path is said already
	}
	return diag.Diagnostic{
		Severity: diag.Error, Code: "unreadable", Pos: startOf(p), Message: "cannot be read: " + err.Error(),
	}
}

// startOf returns the first position of a file whose text does not matter.
func startOf(p string) source.Pos { return source.Pos{File: source.NewFile(p, nil)} }
