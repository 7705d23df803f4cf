package output

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// maxLinks is how many files and folders may lie beside what is written when a whole tree is staged. A tree with more,
// such as one with node_modules in it, is written by a journal.
const maxLinks = 20_000

// swap completes the staged tree by hard links to the files that stay, and exchanges the folder that holds all output
// in one step. It changes nothing that can be seen, and returns an error that is errors.ErrUnsupported, when the system
// cannot exchange folders, or when there is no such folder: one below the project root that holds only the lock and the
// roots, in them only plain files and folders of our own, and all that is to be removed.
func (d *disk) swap(s *Set, p *plan) error {
	top := s.top()
	if top == "." {
		return errors.ErrUnsupported
	}
	for _, q := range p.remove {
		if !inside(q, top) {
			return errors.ErrUnsupported
		}
	}
	staged := stagedTree + "/" + top
	info, err := d.lstat(top)
	if err != nil {
		return err
	}
	if info == nil { // nothing to exchange it for
		if err := d.mkdirAll(path.Dir(top)); err != nil {
			return err
		}
		d.flushAll(staged)
		if err := d.rename(staged, top); err != nil {
			return err
		}
		d.flush(path.Dir(top))
		return nil
	}
	if !canExchange {
		return errors.ErrUnsupported
	}
	planned := p.paths()
	if err := d.linkTree(s, top, planned); err != nil {
		return fmt.Errorf("%w: %w", errors.ErrUnsupported, err)
	}
	for _, q := range p.remove {
		d.removeEmpty(path.Dir(stagedTree+"/"+q), stagedTree+"/"+cmp.Or(s.rootOf(q), top))
	}
	d.flushAll(staged)
	if err := d.change("exchange", top); err != nil {
		return err
	}
	if err := exchange(d.native(staged), d.native(top)); err != nil {
		return fmt.Errorf("%w: %w", errors.ErrUnsupported, err)
	}
	d.flush(path.Dir(top))
	d.rescue(top, planned)
	return nil
}

// top returns the deepest folder that the lock and all roots lie in; "." is the project root.
func (s *Set) top() string {
	top := path.Dir(s.lock)
	if len(s.roots) == 1 && inside(s.lock, s.roots[0]) {
		return s.roots[0]
	}
	for _, r := range s.roots {
		for top != "." && !inside(r, top) {
			top = path.Dir(top)
		}
	}
	return top
}

// native returns the absolute path, in the form of the system, of a path below the project root.
func (d *disk) native(p string) string { return filepath.Join(d.dir, filepath.FromSlash(p)) }

// paths returns the paths that a plan writes or removes.
func (p *plan) paths() map[string]bool {
	m := map[string]bool{}
	for _, t := range p.write {
		m[t.Path] = true
	}
	for _, q := range p.remove {
		m[q] = true
	}
	return m
}

// linkTree adds to the staged tree everything below a folder that is not planned to be written or removed.
func (d *disk) linkTree(s *Set, top string, planned map[string]bool) error {
	left := maxLinks
	return fs.WalkDir(d.root.FS(), top, func(p string, e fs.DirEntry, err error) error {
		if err != nil || planned[p] {
			return err
		}
		if left--; left < 0 {
			return fmt.Errorf("%s holds more than %d files", top, maxLinks)
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		staged := stagedTree + "/" + p
		switch {
		case info.Mode().IsRegular() && p != s.lock && s.rootOf(p) == "":
			return fmt.Errorf("%s is no output", p)
		case info.Mode().IsRegular():
			return d.link(p, staged)
		case !info.IsDir() || !ours(info):
			return fmt.Errorf("%s is no plain file, or no folder of our own", p)
		}
		if err := d.mkdirAll(staged); err != nil {
			return err
		}
		return d.keepMode(staged, info)
	})
}

// rescue moves files that somebody made in a folder, after it was read and before it was exchanged, into the new tree.
// The old tree then holds only what is in the new one too, and what the plan replaced.
func (d *disk) rescue(top string, planned map[string]bool) {
	_ = fs.WalkDir(d.root.FS(), stagedTree+"/"+top, func(old string, e fs.DirEntry, err error) error {
		p := old[len(stagedTree)+1:]
		if err != nil || e.IsDir() || planned[p] {
			return nil
		}
		if was, err := d.root.Lstat(old); err == nil {
			if is, err := d.root.Lstat(p); err == nil && os.SameFile(was, is) {
				return nil
			}
		}
		if d.mkdirAll(path.Dir(p)) == nil {
			_ = d.rename(old, p)
		}
		return nil
	})
}

// flushAll makes the names in all folders of a tree durable.
func (d *disk) flushAll(p string) {
	_ = fs.WalkDir(d.root.FS(), p, func(q string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			d.flush(q)
		}
		return nil
	})
}
