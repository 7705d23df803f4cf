package output

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

// A status is what one path on disk is, compared with the lock and with what is generated now.
type status int

const (
	current  status = iota + 1 // as generated now
	missing                    // not there
	stale                      // as generated before
	edited                     // neither as before nor as now
	foreign                    // the lock does not list it: somebody else's
	unknown                    // there is no lock that could tell
	obstacle                   // no regular file
)

// compare says what the file of a state is. l is nil when there is no lock.
func compare(st state, f File, l *Lock) status {
	switch {
	case st.info == nil:
		return missing
	case !st.info.Mode().IsRegular():
		return obstacle
	case bytes.Equal(st.head, f.Content):
		return current
	case l == nil:
		return unknown
	}
	switch h, ok := l.Outputs[f.Path]; {
	case !ok:
		return foreign
	case h == st.hash:
		return stale
	}
	return edited
}

// gone returns the paths that a lock lists in the roots and the set no longer has, sorted.
func (s *Set) gone(l *Lock) []string {
	if l == nil {
		return nil
	}
	var paths []string
	for _, p := range sortedKeys(l.Outputs) {
		if s.rootOf(p) != "" && !s.has(p) {
			paths = append(paths, p)
		}
	}
	return paths
}

// A plan is what makes the disk equal to a set.
type plan struct {
	write     []target
	remove    []string
	unchanged int
	notes     diag.List
}

// A target is a file to write, and the permissions that it keeps.
type target struct {
	File
	old state
}

func (p *plan) empty() bool { return len(p.write) == 0 && len(p.remove) == 0 }

// newPlan compares the disk with a set. What must not be overwritten is an error of type diag.List.
func newPlan(d *disk, s *Set) (*plan, error) {
	l, bad, err := d.readLock(s.lock)
	if err != nil {
		return nil, err
	}
	if l != nil && l.Format > Format {
		return nil, diag.Diagnostic{
			Severity: diag.Error, Code: "output-newer", Pos: startOf(s.lock),
			Message: fmt.Sprintf("a newer lockstep wrote the output, in format %d; this one writes format %d", l.Format, Format),
			Hint:    "use that one, or delete " + s.lock + " and the output to go back",
		}
	}
	p := &plan{}
	var refused diag.List
	blocked := map[string]bool{} // what is refused already: one file may be in the way of many
	refuse := func(q string) {
		if !blocked[q] {
			blocked[q] = true
			refused.Add(inTheWay(q))
		}
	}
	for _, f := range s.files {
		st, err := d.look(f.Path, f.Content)
		if err != nil {
			return nil, err
		}
		switch is := compare(st, f, l); {
		case is == current:
			p.unchanged++
			continue
		case is == obstacle || is == foreign || is == unknown && bad == nil:
			refuse(f.Path)
		case is == edited:
			p.notes.Add(diag.Diagnostic{
				Severity: diag.Warning,
				Code:     "output-edited",
				Pos:      source.Pos{File: source.NewFile(f.Path, st.head), Offset: firstDifference(st.head, f.Content)},
				Message:  "was edited by hand; the edit is overwritten",
				Hint:     "change the source that it is generated from",
			})
		}
		p.write = append(p.write, target{f, st})
	}
	for _, q := range s.gone(l) {
		st, err := d.look(q, nil)
		if err != nil {
			return nil, err
		}
		switch {
		case st.info == nil:
		case st.hash == l.Outputs[q]:
			p.remove = append(p.remove, q)
		default:
			p.notes.Add(orphanEdited(q, diag.Warning))
		}
	}
	strays, changed := d.strays(s, l)
	p.remove = append(p.remove, strays...)
	slices.Sort(p.remove)
	for _, q := range changed {
		p.notes.Add(strayEdited(q, diag.Warning))
	}
	lock := File{s.lock, s.Lock().Encode()}
	switch st, err := d.look(lock.Path, lock.Content); {
	case err != nil:
		return nil, err
	case st.info != nil && !st.info.Mode().IsRegular():
		refuse(lock.Path)
	case st.info == nil || !bytes.Equal(st.head, lock.Content):
		p.write = append(p.write, target{lock, st})
	default:
		p.unchanged++
	}
	if bad != nil {
		bad.Severity = diag.Warning
		bad.Hint = "it is written anew; files that are no longer generated stay, and check calls them orphans"
		p.notes.Add(*bad)
	}
	for _, t := range p.write {
		if t.old.info == nil {
			if o, err := d.obstacleAbove(t.Path); err != nil {
				return nil, err
			} else if o != "" {
				refuse(o)
			}
		}
	}
	if refused.Failed() {
		refused.Sort()
		return nil, refused
	}
	p.notes.Sort()
	return p, nil
}

// obstacleAbove returns the path of a file that stands where a folder is needed for p, or "".
func (d *disk) obstacleAbove(p string) (string, error) {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if info, err := d.lstat(dir); err != nil || info != nil {
			if err == nil && !info.IsDir() {
				return dir, nil
			}
			return "", err
		}
	}
	return "", nil
}

func inTheWay(p string) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: diag.Error,
		Code:     "output-foreign",
		Pos:      startOf(p),
		Message:  "stands where output is to be written, and no lock says that it was generated; nothing is overwritten",
		Hint:     "move it away, or delete it",
	}
}

func orphanEdited(p string, severity diag.Severity) diag.Diagnostic {
	return diag.Diagnostic{
		Severity: severity,
		Code:     "drift-orphan",
		Pos:      startOf(p),
		Message:  "is no longer generated, and was edited by hand, so it is left as it is",
		Hint:     "delete it, or move it out of the output folder",
	}
}

// report says what the plan did.
func (p *plan) report() Report {
	r := Report{Removed: p.remove, Unchanged: p.unchanged, Notes: p.notes}
	for _, t := range p.write {
		r.Written = append(r.Written, t.Path)
	}
	return r
}

// A Report says what Write did.
type Report struct {
	Written   []string  // files that are new or have changed, sorted, then the lock
	Removed   []string  // files that are no longer generated, sorted
	Unchanged int       // files that were not touched, the lock among them
	Recovered bool      // an earlier Write had been interrupted, and was finished first
	Notes     diag.List // edits that were overwritten, files that were left: warnings
}

// String sums a report up in one line, such as "3 written, 1 removed, 40 unchanged".
func (r Report) String() string {
	return fmt.Sprintf("%d written, %d removed, %d unchanged", len(r.Written), len(r.Removed), r.Unchanged)
}
