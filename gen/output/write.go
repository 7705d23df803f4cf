package output

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/rightkit/lockstep/gen/diag"
)

// Where files wait before they become visible. The folder exists only while a Write runs, or after one was killed.
const (
	staging     = ".lockstep-staging"
	mutexPath   = staging + "/lock"    // held while a Write runs; the system frees it when the process ends
	journalPath = staging + "/journal" // a journal in JSON
	stagedTree  = staging + "/tree"    // staged files, by their path below the project root

	newJournalPath = staging + "/journal.new" // a journal that may be cut off
	ignorePath     = staging + "/.gitignore"  // keeps a staging folder that was left out of a commit
)

// Write makes the project below root equal to a set. Files that are equal already are not touched. Files that the lock
// on disk lists, as they are, and the set no longer has, are removed, and so are folders that become empty by that;
// outside the roots, where they lie when a root has moved, they must bear the mark of generated files, too. Nothing else
// is changed.
//
// When it fails, the project is as it was before, except that a disk that fails between the renames of a journal leaves
// them for the next Write to finish; the error says so. The error is a diag.List or a diag.Diagnostic when the project
// is to blame: files that lockstep did not write stand where output belongs (output-foreign), a symbolic link leads out
// of a root (output-symlink), or another Write is running (output-busy). While it waits for another Write, it sleeps
// for at most five seconds.
func Write(root string, s *Set) (Report, error) {
	d, err := openDisk(root)
	if err != nil {
		return Report{}, err
	}
	defer d.close()
	return d.write(s)
}

func (d *disk) write(s *Set) (Report, error) {
	left, err := d.lstat(staging)
	if err != nil {
		return Report{}, err
	}
	if left == nil { // the common case needs no lock and touches nothing
		if p, err := newPlan(d, s); err != nil {
			return Report{}, err
		} else if p.empty() {
			return p.report(), nil
		}
	}
	m, err := d.lock()
	if err != nil {
		return Report{}, err
	}
	defer d.unlock(m)
	recovered, err := d.recover(s)
	if err != nil {
		return Report{}, err
	}
	p, err := newPlan(d, s)
	if err != nil {
		return Report{Recovered: recovered}, err
	}
	if !p.empty() {
		if err := d.stage(p); err != nil {
			return Report{Recovered: recovered}, fmt.Errorf("nothing was written: %w", err)
		}
		if err := d.commit(s, p); err != nil {
			return Report{Recovered: recovered}, err
		}
	}
	r := p.report()
	r.Recovered = recovered
	return r, nil
}

// stage writes what is new or has changed into the staged tree, flushed to the disk.
func (d *disk) stage(p *plan) error {
	for _, t := range p.write {
		staged := stagedTree + "/" + t.Path
		if err := d.mkdirAll(path.Dir(staged)); err != nil {
			return err
		}
		if err := d.create(staged, t.Content, 0o666); err != nil {
			return err
		}
	}
	// Flushed after all are written, the disk can take them together.
	for _, t := range p.write {
		staged := stagedTree + "/" + t.Path
		if err := d.sync(staged); err != nil {
			return err
		}
		if t.old.info == nil {
			continue
		}
		if err := d.keepMode(staged, t.old.info); err != nil {
			return err
		}
	}
	return nil
}

// commit makes the staged files visible: in one step where that is possible, else by a journal.
func (d *disk) commit(s *Set, p *plan) error {
	switch err := d.swap(s, p); {
	case err == nil:
		return nil
	case !errors.Is(err, errors.ErrUnsupported):
		return fmt.Errorf("nothing was written: %w", err)
	}
	j := journal{Remove: p.remove}
	for _, t := range p.write {
		j.Rename = append(j.Rename, t.Path)
	}
	if err := d.record(j); err != nil {
		return fmt.Errorf("nothing was written: %w", err)
	}
	return d.replay(s, j)
}

// A journal lists what is still to be done once every file is staged. Doing it twice is doing it once.
type journal struct {
	Remove []string `json:"remove"` // first, so that a file can make room for a folder
	Rename []string `json:"rename"` // from the staged tree to the same path in the project
}

// record writes the journal. From here on the write will happen, if not now then in the next Write.
func (d *disk) record(j journal) error {
	folders := map[string]bool{}
	for _, p := range slices.Concat(j.Remove, j.Rename) {
		if dir := path.Dir(p); !folders[dir] {
			folders[dir] = true
			if err := d.writable(dir); err != nil {
				return err
			}
		}
	}
	text, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return err
	}
	if err := d.create(newJournalPath, append(text, '\n'), 0o666); err != nil {
		return err
	}
	if err := d.sync(newJournalPath); err != nil {
		return err
	}
	return d.rename(newJournalPath, journalPath)
}

// replay does what a journal lists, and forgets it.
func (d *disk) replay(s *Set, j journal) error {
	if err := d.apply(s, j); err != nil {
		return fmt.Errorf("the write stopped half way; gen will finish it when this is repaired: %w", err)
	}
	if err := d.remove(journalPath); err != nil {
		return fmt.Errorf("the output is written, but not its last step: %w", err)
	}
	return nil
}

func (d *disk) apply(s *Set, j journal) error {
	for _, p := range j.Remove {
		if info, err := d.lstat(p); err != nil {
			return err
		} else if info == nil {
			continue
		}
		if err := d.remove(p); err != nil {
			return err
		}
		d.removeEmpty(path.Dir(p), s.rootOf(p))
	}
	for _, p := range j.Rename {
		staged := stagedTree + "/" + p
		if info, err := d.root.Lstat(staged); errors.Is(err, fs.ErrNotExist) {
			continue // renamed before the interruption
		} else if err != nil {
			return err
		} else if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: is no file", staged)
		}
		if _, err := d.lstat(p); err != nil {
			return err
		}
		if err := d.mkdirAll(path.Dir(p)); err != nil {
			return err
		}
		if err := d.rename(staged, p); err != nil {
			return err
		}
	}
	for _, p := range j.Rename {
		d.flush(path.Dir(p))
	}
	return nil
}

// recover finishes or forgets a Write that was interrupted, and reports whether there was one.
func (d *disk) recover(s *Set) (bool, error) {
	interrupted := false
	if info, err := d.lstat(stagedTree); err != nil {
		return false, err
	} else if info != nil {
		interrupted = true
	}
	text, err := d.root.ReadFile(journalPath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, err
	default:
		var j journal
		if err = json.Unmarshal(text, &j); err == nil {
			err = d.checkJournal(s, j)
		}
		if err != nil {
			return false, diag.Diagnostic{
				Severity: diag.Error,
				Code:     "output-journal",
				Pos:      startOf(journalPath),
				Message:  "a write was interrupted, and its journal cannot be used: " + err.Error(),
				Hint:     "delete the folder " + staging,
			}
		}
		if err := d.replay(s, j); err != nil {
			return false, err
		}
	}
	return interrupted, errors.Join(d.removeAll(stagedTree), d.removeAll(newJournalPath))
}

// checkJournal refuses a journal that reaches out of the set's folders: it is read from the disk, and may be anybody's.
// Outside, it may remove what the lock would make a Write remove.
func (d *disk) checkJournal(s *Set, j journal) error {
	old, _, err := d.readLock(s.lock)
	if err != nil {
		return err
	}
	strays, _ := d.strays(s, old)
	for i, p := range slices.Concat(j.Remove, j.Rename) {
		if err := checkPath(p); err != nil {
			return fmt.Errorf("%q %w", p, err)
		}
		if s.rootOf(p) != "" || p == s.lock {
			continue
		}
		if i < len(j.Remove) {
			if _, stray := slices.BinarySearch(strays, p); stray {
				continue
			}
			if info, err := d.lstat(p); err == nil && info == nil {
				continue // removed before the interruption
			}
		}
		return fmt.Errorf("%q is outside the output folders", p)
	}
	return nil
}
