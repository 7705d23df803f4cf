// Package output turns the files of one generation, held in memory, into the same files on disk, or tells how the disk
// differs from them. Emitters fill a Set; Write makes the disk equal to it; Diff compares and touches nothing.
//
// It never writes outside the roots that a Set declares, never follows a symbolic link, and never deletes or overwrites
// a file that no lock says was generated.
//
// Invariant: Write is all or nothing. Everything is staged and flushed before the first change to a root becomes
// visible. Where the system can exchange two folders in one step, a reader, or a process killed at any moment, sees the
// old or the new tree and nothing between. Elsewhere a journal lists the renames that are still to do, and the next
// Write finishes them first.
package output

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rightkit/lockstep/gen/source"
)

// Format is the version of what the generator writes. It is raised when output changes though no source did.
const Format = 1

// MaxSize is how many bytes one generated file may have.
const MaxSize = 256 << 20

// A File is one file of a Set.
type File struct {
	Path    string // below the project root, with slashes
	Content []byte
}

// A Set is the files of one generation, and the sources that they were made from. Make one with New.
type Set struct {
	lock      string
	roots     []string
	files     []File
	names     map[string]name // by folded path: each file, and each folder above one
	sources   map[string]string
	tolerated map[string]bool
}

// A name is how a path of a Set is written, for paths that are one on a disk that ignores case.
type name struct {
	path   string
	folder bool
}

// New returns an empty set. lock is the path of the lock file, roots are the folders that the generator owns; all are
// below the project root, with slashes. It fails when there is no root, when a root is the project root itself, when
// one root lies in another, or when a path cannot be held by every file system.
func New(lock string, roots ...string) (*Set, error) {
	s := &Set{
		lock:      lock,
		names:     map[string]name{},
		sources:   map[string]string{},
		tolerated: map[string]bool{},
	}
	if len(roots) == 0 {
		return nil, errors.New("no output folder")
	}
	if err := checkPath(lock); err != nil {
		return nil, fmt.Errorf("path of the lock %q: %w", lock, err)
	}
	for _, r := range roots {
		if err := checkPath(r); err != nil {
			return nil, fmt.Errorf("output folder %q: %w", r, err)
		}
		for _, other := range s.roots {
			if inside(fold(r), fold(other)) || inside(fold(other), fold(r)) {
				return nil, fmt.Errorf("output folders %q and %q: one lies in the other", other, r)
			}
		}
		s.roots = append(s.roots, r)
	}
	if err := s.reserve(lock); err != nil {
		return nil, fmt.Errorf("path of the lock %q: %w", lock, err)
	}
	slices.Sort(s.roots)
	return s, nil
}

// Add adds a file. It fails, and adds nothing, when the path is absolute, leaves the roots, is not a name that every
// file system can hold (only ASCII letters, digits and . _ - + @ are accepted), or is one with a path that was added
// before: the same, the same but for case, or a file where the other needs a folder. The content is kept, not copied.
func (s *Set) Add(p string, content []byte) error {
	if err := checkPath(p); err != nil {
		return fmt.Errorf("generated file %q: %w", p, err)
	}
	root := s.rootOf(p)
	if root == "" {
		return fmt.Errorf("generated file %q: is outside the output folders (%s)", p, strings.Join(s.roots, ", "))
	}
	if i := strings.IndexFunc(p[len(root):], func(r rune) bool { return !portable(r) }); i >= 0 {
		return fmt.Errorf("generated file %q: %q is not allowed in a generated name", p, []rune(p[len(root)+i:])[0])
	}
	if len(content) > MaxSize {
		return fmt.Errorf("generated file %q: has %d bytes, at most %d are allowed", p, len(content), MaxSize)
	}
	if err := s.reserve(p); err != nil {
		return fmt.Errorf("generated file %q: %w", p, err)
	}
	i, _ := slices.BinarySearchFunc(s.files, p, func(f File, p string) int { return cmp.Compare(f.Path, p) })
	s.files = slices.Insert(s.files, i, File{p, content})
	return nil
}

// reserve takes a path and the folders above it. Nothing is taken when it fails.
func (s *Set) reserve(p string) error {
	for q, folder := p, false; q != "."; q, folder = path.Dir(q), true {
		old, taken := s.names[fold(q)]
		switch {
		case !taken || folder && old.folder && old.path == q:
		case old.path != q:
			return fmt.Errorf("differs only in case from %q", old.path)
		case !folder && !old.folder:
			return errors.New("is generated twice")
		case folder:
			return fmt.Errorf("%q is a file already", q)
		default:
			return errors.New("is a folder already")
		}
	}
	for q, folder := p, false; q != "."; q, folder = path.Dir(q), true {
		s.names[fold(q)] = name{q, folder}
	}
	return nil
}

// AddSource adds a file that the generation was made from. It fails when the same path was added with another text.
func (s *Set) AddSource(f *source.File) error {
	h := hash(f.Text)
	if old, ok := s.sources[f.Name]; ok && old != h {
		return fmt.Errorf("source %q: read twice with different texts", f.Name)
	}
	s.sources[f.Name] = h
	return nil
}

// Tolerate names files and folders that other tools leave in a root, such as "node_modules": wherever one lies, it is
// no orphan, and nothing in it is looked at.
func (s *Set) Tolerate(names ...string) {
	for _, n := range names {
		s.tolerated[n] = true
	}
}

// Files returns the files, sorted by path, without the lock.
func (s *Set) Files() []File { return slices.Clone(s.files) }

// Roots returns the folders that the generator owns, sorted.
func (s *Set) Roots() []string { return slices.Clone(s.roots) }

// LockPath returns the path of the lock file.
func (s *Set) LockPath() string { return s.lock }

// Lock returns the lock of the set as it is now.
func (s *Set) Lock() *Lock {
	l := &Lock{Format: Format, Sources: map[string]string{}, Outputs: map[string]string{}}
	for p, h := range s.sources {
		l.Sources[p] = h
	}
	for _, f := range s.files {
		l.Outputs[f.Path] = hash(f.Content)
	}
	return l
}

// rootOf returns the root that a path lies in, or "".
func (s *Set) rootOf(p string) string {
	for _, r := range s.roots {
		if inside(p, r) && p != r {
			return r
		}
	}
	return ""
}

// has reports whether the set generates a path, or something in it.
func (s *Set) has(p string) bool {
	n, ok := s.names[fold(p)]
	return ok && n.path == p
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
