package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/rightkit/lockstep/gen/diag"
	"github.com/rightkit/lockstep/gen/source"
)

// Diff compares the project below root with a set, and touches nothing. repair is the command that makes them equal,
// such as "lockstep gen". It returns one diagnostic per difference, sorted by place, with these codes:
//
//	drift-stale        a source or the generator moved, the file did not
//	drift-edited       the file is neither as it was generated nor as it would be now
//	drift-missing      the file is not there
//	drift-orphan       a file in a root that nobody generates, or files in a folder that was a root
//	drift-lock         the lock cannot be understood
//	drift-interrupted  a Write was killed half way
//	output-symlink     a symbolic link on the way to a file
//	unreadable         a file that cannot be read
//
// A root that is not there is one finding, whatever belongs in it. The list is empty when Write would change nothing and
// no orphan is left. The error is for a project root that cannot be opened.
func Diff(root string, s *Set, repair string) (diag.List, error) {
	d, err := openDisk(root)
	if err != nil {
		return nil, err
	}
	defer d.close()
	f := &finder{
		disk: d, set: s, repair: "run " + repair, now: s.Lock(), absent: map[string]bool{}, kept: map[string]bool{},
	}
	if err := f.find(); err != nil {
		return nil, err
	}
	f.found.Sort()
	return f.found, nil
}

// A finder collects differences.
type finder struct {
	*disk
	set    *Set
	repair string
	old    *Lock // nil when there is none that can be understood
	now    *Lock
	cause  string // what moved since the old lock was written
	moves  []move // the sources among it
	found  diag.List

	damaged  bool            // there is a lock that cannot be understood
	unlocked bool            // there is no lock
	absent   map[string]bool // roots that are no folders, and have a finding of their own
	kept     map[string]bool // what is in the way, and reported: one link or file may be in the way of many
}

func (f *finder) find() error {
	if info, err := f.lstat(journalPath); err != nil {
		return f.keep(err)
	} else if info != nil {
		f.add("drift-interrupted", startOf(journalPath), "a gen was interrupted half way; the output is partly old, partly new", f.repair)
		return nil
	}
	if err := f.readOld(); err != nil {
		return err
	}
	others := len(f.found)
	for _, r := range f.set.roots {
		if err := f.keep(f.root(r)); err != nil {
			return err
		}
	}
	for _, file := range f.set.files {
		if f.absent[f.set.rootOf(file.Path)] {
			continue
		}
		if err := f.keep(f.file(file)); err != nil {
			return err
		}
	}
	folders := map[string]bool{} // that gone files lie in
	for _, p := range f.set.gone(f.old) {
		for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
			folders[dir] = true
		}
		if err := f.keep(f.gone(p)); err != nil {
			return err
		}
	}
	f.former()
	f.lock(len(f.found) > others)
	for _, r := range f.set.roots {
		if f.absent[r] {
			continue
		}
		if err := f.keep(f.orphans(r, folders)); err != nil {
			return err
		}
	}
	return nil
}

// root finds out whether a root is a folder.
func (f *finder) root(r string) error {
	info, err := f.lstat(r)
	if err == nil && info != nil && info.IsDir() {
		return nil
	}
	f.absent[r] = true
	if err != nil {
		return err
	}
	obstacle := r
	if info == nil {
		if obstacle, err = f.obstacleAbove(r); err != nil {
			return err
		}
	}
	if obstacle != "" {
		f.wantFolder(obstacle)
		return nil
	}
	message := "is missing: it was not generated yet"
	if f.old != nil && slices.ContainsFunc(sortedKeys(f.old.Outputs), func(p string) bool { return inside(p, r) }) {
		message = "is missing: it was generated, and deleted since"
	}
	f.add("drift-missing", startOf(r), message, f.repair)
	return nil
}

// keep turns an error that is a diagnostic into a finding.
func (f *finder) keep(err error) error {
	var d diag.Diagnostic
	if errors.As(err, &d) {
		if text := d.Text(); !f.kept[text] {
			f.kept[text] = true
			f.found.Add(d)
		}
		return nil
	}
	return err
}

func (f *finder) add(code string, pos source.Pos, message, hint string) *diag.Diagnostic {
	f.found.Add(diag.Diagnostic{Severity: diag.Error, Code: code, Pos: pos, Message: message, Hint: hint})
	return &f.found[len(f.found)-1]
}

// readOld reads the lock, and finds out what moved since it was written.
func (f *finder) readOld() error {
	old, bad, err := f.readLock(f.set.lock)
	switch {
	case err != nil:
		return f.keep(err)
	case bad != nil:
		f.damaged = true
		bad.Hint = f.repair
		f.found.Add(*bad)
		return nil
	case old == nil:
		f.unlocked = true
		return nil
	}
	f.old = old
	f.moves = moved(old, f.now)
	switch {
	case len(f.moves) == 1:
		f.cause = f.moves[0].path + " " + f.moves[0].what
	case len(f.moves) > 1:
		f.cause = fmt.Sprintf("%d sources moved", len(f.moves))
	case old.Format != f.now.Format:
		f.cause = fmt.Sprintf("the format of the generator moved from %d to %d", old.Format, f.now.Format)
	default:
		f.cause = "the generator moved"
	}
	return nil
}

// lock compares the lock. If nothing moved and every output is as the set has it, somebody edited the lock itself.
func (f *finder) lock(outputsDiffer bool) {
	if f.old == nil {
		if f.unlocked && len(f.absent) < len(f.set.roots) {
			f.add("drift-missing", startOf(f.set.lock), "is missing: without the lock, an edited file cannot be told from a stale one", f.repair)
		}
		return
	}
	was, is := f.old.Encode(), f.now.Encode()
	switch {
	case bytes.Equal(was, is):
	case len(f.moves) == 0 && f.old.Format == f.now.Format && !outputsDiffer:
		f.text("drift-edited", f.set.lock, was, is, "does not list the output as it is", f.repair)
	default:
		hint := f.repair
		if f.old.Format > f.now.Format {
			hint = "a newer lockstep wrote it: use that one"
		}
		pos := source.Pos{File: source.NewFile(f.set.lock, was), Offset: firstDifference(was, is)}
		f.add("drift-stale", pos, "is stale: "+f.cause+" since it was written", hint)
		f.also()
	}
}

// text adds a finding on a file whose text differs, at the first difference.
func (f *finder) text(code, p string, got, want []byte, message, hint string) {
	offset := firstDifference(got, want)
	d := f.add(code, source.Pos{File: source.NewFile(p, got), Offset: offset}, message, hint)
	d.Got, d.Want = excerpts(got, want, offset)
}

// also adds the sources that moved to the last finding, when its message could not name them.
func (f *finder) also() {
	if len(f.moves) < 2 {
		return
	}
	d := &f.found[len(f.found)-1]
	for _, m := range f.moves {
		d.Also = append(d.Also, diag.Related{Pos: startOf(m.path), Text: m.what})
	}
}

// file compares one generated file.
func (f *finder) file(file File) error {
	st, err := f.look(file.Path, file.Content)
	if err != nil {
		return err
	}
	switch compare(st, file, f.old) {
	case missing:
		message := "is missing: it was not generated yet"
		if f.old != nil && f.old.Outputs[file.Path] != "" {
			message = "is missing: it was generated, and deleted since"
		}
		f.add("drift-missing", startOf(file.Path), message, f.repair)
	case stale:
		f.text("drift-stale", file.Path, st.head, file.Content, "is stale: "+f.cause+", this file did not", f.repair)
		f.also()
	case edited:
		f.edited(file, st)
	case foreign:
		f.text("drift-orphan", file.Path, st.head, file.Content,
			"stands where a file is generated, and no lock says that it was generated",
			"move it away, or delete it, and "+f.repair)
	case unknown:
		hint := f.repair
		if !f.damaged { // Write overwrites only what a lock lists, or listed before it was damaged
			hint = "delete it, and " + f.repair
		}
		f.text("drift-stale", file.Path, st.head, file.Content,
			"differs from what is generated, and there is no lock to tell whether it was edited", hint)
	case obstacle:
		f.add("drift-edited", startOf(file.Path), "is no regular file, where one is generated", "delete it, and "+f.repair)
	}
	return nil
}

func (f *finder) edited(file File, st state) {
	root := f.set.rootOf(file.Path)
	if bytes.Equal(bytes.ReplaceAll(st.head, []byte("\r\n"), []byte("\n")), file.Content) {
		f.text("drift-edited", file.Path, st.head, file.Content, "has other line ends than it was generated with",
			fmt.Sprintf(`add "%s/** -text" to .gitattributes, and %s`, root, f.repair))
		return
	}
	message := "was edited by hand"
	if f.old.Outputs[file.Path] != f.now.Outputs[file.Path] {
		message += ", and is stale: " + f.cause
	}
	f.text("drift-edited", file.Path, st.head, file.Content, message, "change the source instead, and "+f.repair)
}

// gone compares a file that was generated and no longer is.
func (f *finder) gone(p string) error {
	st, err := f.look(p, nil)
	switch {
	case err != nil || st.info == nil:
		return err
	case st.hash == f.old.Outputs[p]:
		f.add("drift-stale", startOf(p), "is stale: it is no longer generated", f.repair)
	default:
		f.found.Add(orphanEdited(p, diag.Error))
	}
	return nil
}

// orphans finds what nobody generates in a folder. A folder that holds no generated file is one finding.
func (f *finder) orphans(dir string, gone map[string]bool) error {
	entries, err := f.entries(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		p := dir + "/" + e.Name()
		switch {
		case f.set.tolerated[e.Name()]:
		case e.IsDir() && (gone[p] || f.set.has(p)):
			if err := f.keep(f.orphans(p, gone)); err != nil {
				return err
			}
		case e.IsDir():
			if holds, err := f.holdsFile(p); err != nil {
				return err
			} else if holds {
				f.add("drift-orphan", startOf(p), "is a folder of files that nobody generates", orphanHint(dir))
			}
		case e.Type().IsRegular() && f.set.names[fold(p)] == name{p, true}:
			f.wantFolder(p)
		case f.set.has(p) || f.old != nil && f.old.Outputs[p] != "": // file and gone tell of it
		default:
			f.add("drift-orphan", startOf(p), "is a file that nobody generates", orphanHint(dir))
		}
	}
	return nil
}

// wantFolder reports a file in the place of a folder, once.
func (f *finder) wantFolder(p string) {
	if f.kept[p] {
		return
	}
	f.kept[p] = true
	f.add("drift-orphan", startOf(p), "is a file, where a folder of generated files belongs", "delete it, and "+f.repair)
}

func orphanHint(dir string) string { return "delete it, or move it out of " + dir }

// holdsFile reports whether a folder holds anything but folders.
func (f *finder) holdsFile(dir string) (bool, error) {
	entries, err := f.entries(dir)
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		if f.set.tolerated[e.Name()] {
			continue
		}
		if !e.IsDir() {
			return true, nil
		}
		if holds, err := f.holdsFile(dir + "/" + e.Name()); holds || err != nil {
			return holds, err
		}
	}
	return false, nil
}

// entries lists a folder, sorted by name.
func (d *disk) entries(dir string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(d.root.FS(), dir)
	if err != nil {
		return nil, unreadable(dir, err)
	}
	return list, nil
}
