package demohost

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"time"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// A store is the folder that holds the bundles of one host. No path leads out of it.
type store struct {
	root *os.Root
	lock *os.File
	now  func() time.Time
}

// bundleName is the name of a folder that is a bundle. Nothing else in the store is touched.
var bundleName = regexp.MustCompile(`^b-[a-z2-7]{26}$`)

// maxRepaired is how much of events.jsonl a repair reads: far more than a host writes.
const maxRepaired = 64 << 20

// openStore takes a folder for this host and seals the bundles that an earlier one left open. notes tell of them.
func openStore(dir string, now func() time.Time) (st *store, notes []string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, fmt.Errorf("cannot make the folder for bundles: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot open the folder for bundles: %w", err)
	}
	st = &store{root: root, now: now}
	if st.lock, err = st.take(dir); err != nil {
		_ = root.Close()
		return nil, nil, err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("cannot list the folder for bundles: %w", err), st.close())
	}
	for _, e := range entries {
		if !e.IsDir() || !bundleName.MatchString(e.Name()) {
			continue
		}
		note, err := st.repair(e.Name())
		if err != nil {
			// One that cannot be mended must not keep the host from starting.
			note = fmt.Sprintf("bundle %s was left open by an earlier host, and cannot be sealed: %s", e.Name(), err)
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	return st, notes, nil
}

// take makes sure that no other host writes here: its open bundles would look like those of a crash.
func (st *store) take(dir string) (*os.File, error) {
	info, err := st.root.Stat(".")
	if err != nil {
		return nil, fmt.Errorf("cannot look at the folder for bundles: %w", err)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return nil, fmt.Errorf("others may write to %s (mode %04o), so bundles are not safe there: run chmod go-w on it, or name another folder",
			dir, info.Mode().Perm())
	}
	f, err := st.root.OpenFile(".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the folder for bundles: %w", err)
	}
	if err := lockFile(f); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("another host writes its bundles to %s: stop it, or name another folder (%w)", dir, err)
	}
	return f, nil
}

func (st *store) close() error {
	return errors.Join(st.lock.Close(), st.root.Close())
}

// create makes an empty bundle.
func (st *store) create() (*bundle, error) {
	b := &bundle{id: random("b-"), store: st, sum: sha256.New()}
	if err := st.root.Mkdir(b.id, 0o700); err != nil {
		return nil, err
	}
	var err error
	if b.dir, err = st.root.OpenRoot(b.id); err != nil {
		return nil, errors.Join(err, st.root.RemoveAll(b.id))
	}
	if b.events, err = b.dir.OpenFile(eventsFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, errors.Join(err, b.dir.Close(), st.root.RemoveAll(b.id))
	}
	return b, nil
}

// repair seals a bundle whose host has stopped before it could. note is "" when there was nothing to do.
func (st *store) repair(id string) (note string, err error) {
	dir, err := st.root.OpenRoot(id)
	if err != nil {
		return "", err
	}
	defer dir.Close()
	if _, err := dir.Lstat(manifestFile); err == nil {
		if info, err := dir.Stat("."); err != nil || info.Mode().Perm() == 0o500 {
			return "", err
		}
		return "bundle " + id + " was all but sealed by an earlier host: done now", st.root.Chmod(id, 0o500)
	}
	if err := st.root.Chmod(id, 0o700); err != nil {
		return "", err
	}
	if err := dir.Remove(manifestTemp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	m, err := st.salvage(dir)
	if err != nil {
		return "", err
	}
	if m == nil {
		return "bundle " + id + " was left empty by an earlier host: removed", st.root.RemoveAll(id)
	}
	m.Bundle = id
	return "bundle " + id + " was left open by an earlier host: sealed as killed", st.publish(dir, m)
}

// salvage cuts off the line at the end that was not written to its end, and returns the manifest of what is left; nil
// when that is nothing.
func (st *store) salvage(dir *os.Root) (*manifest, error) {
	info, err := dir.Lstat(eventsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxRepaired {
		return nil, fmt.Errorf("%s is not a file that a host has written", eventsFile)
	}
	if err := dir.Chmod(eventsFile, 0o600); err != nil {
		return nil, err
	}
	f, err := dir.OpenFile(eventsFile, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRepaired))
	if err != nil {
		return nil, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	if len(text) == 0 {
		return nil, nil
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	first := record{head: &head{}}
	if err := json.Unmarshal(line, &first); err != nil {
		return nil, fmt.Errorf("%s has a first line that no host has written: %w", eventsFile, err)
	}
	if err := errors.Join(f.Truncate(int64(len(text))), f.Chmod(0o400), f.Sync()); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return &manifest{
		head: *first.head, State: demo.BundleStateKilled, Started: first.Time, Ended: st.time(),
		Events: bytes.Count(text, []byte("\n")), SHA256: hex.EncodeToString(sum[:]), Repaired: true,
	}, nil
}
