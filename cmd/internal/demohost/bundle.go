package demohost

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"os"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// The files of a bundle. It is sealed when it has a manifest: nothing is written to it from then on.
const (
	eventsFile   = "events.jsonl"
	manifestFile = "manifest.json"
	manifestTemp = "manifest.tmp"
)

// A record is a line of events.jsonl. It never holds a token, nor what was typed.
type record struct {
	Time  string         `json:"time"`
	Event string         `json:"event"`        // started, receipt, refused
	ID    string         `json:"id,omitempty"` // of the receipt
	Op    demo.ElementOp `json:"op,omitempty"`
	Code  demo.ErrorCode `json:"code,omitempty"`
	Role  string         `json:"role,omitempty"`
	Label string         `json:"label,omitempty"` // the fixed name of the element
	*head                // of a started line
}

// A head says what a bundle is about.
type head struct {
	Session string `json:"session"`
	App     string `json:"app"`
	Agent   string `json:"agent"` // as Quote shows it
}

// A manifest seals a bundle.
type manifest struct {
	Bundle string `json:"bundle"`
	head
	State    demo.BundleState `json:"state"`
	Started  string           `json:"started"`
	Ended    string           `json:"ended"`
	Events   int              `json:"events"`
	SHA256   string           `json:"events_sha256"`      // of events.jsonl
	Repaired bool             `json:"repaired,omitempty"` // sealed by a later host, since the first one had stopped short
}

// A bundle is what is left of a session. Only one goroutine at a time uses it.
type bundle struct {
	id      string
	store   *store
	dir     *os.Root
	events  *os.File
	sum     hash.Hash // of what is in events.jsonl
	size    int64
	count   int
	head    head
	started string
}

// begin writes the first line.
func (b *bundle) begin(session, app, agent string) error {
	b.head = head{session, app, agent}
	b.started = b.store.time()
	return b.append(&record{Time: b.started, Event: "started", head: &b.head})
}

// room reports whether n more events fit.
func (b *bundle) room(n int) bool { return b.count+n <= MaxEvents }

// receipt notes a step that was done and returns the id of its receipt.
func (b *bundle) receipt(e *Element, op demo.ElementOp) (string, error) {
	id := fmt.Sprintf("%s-%d", b.id, b.count)
	return id, b.append(&record{Time: b.store.time(), Event: "receipt", ID: id, Op: op, Role: e.Role, Label: e.Name})
}

// refuse notes a step that was not done; e is nil when it was about no element.
func (b *bundle) refuse(e *Element, op demo.ElementOp, code demo.ErrorCode) error {
	r := record{Time: b.store.time(), Event: "refused", Op: op, Code: code}
	if e != nil {
		r.Role, r.Label = e.Role, e.Name
	}
	return b.append(&r)
}

// append writes a line, or nothing of it: a full disk must not leave half a line before the next.
func (b *bundle) append(r *record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if _, err := b.events.WriteAt(line, b.size); err != nil {
		return errors.Join(err, b.events.Truncate(b.size))
	}
	b.sum.Write(line)
	b.size += int64(len(line))
	b.count++
	return nil
}

// seal writes the manifest and takes the right to write away. If it fails, the bundle stays open for the next host.
func (b *bundle) seal(state demo.BundleState) error {
	defer b.close()
	m := manifest{
		Bundle: b.id, head: b.head, State: state, Started: b.started, Ended: b.store.time(),
		Events: b.count, SHA256: hex.EncodeToString(b.sum.Sum(nil)),
	}
	if err := errors.Join(b.events.Chmod(0o400), b.events.Sync()); err != nil {
		return err
	}
	return b.store.publish(b.dir, &m)
}

// discard takes away a bundle whose session never was.
func (b *bundle) discard() {
	b.close()
	_ = b.store.root.RemoveAll(b.id)
}

func (b *bundle) close() {
	_ = b.events.Close()
	_ = b.dir.Close()
}

// publish writes a manifest so that it is there as a whole or not at all, and closes the folder for writing.
func (st *store) publish(dir *os.Root, m *manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	f, err := dir.OpenFile(manifestTemp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o400)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, dir.Remove(manifestTemp))
	}
	if err := dir.Rename(manifestTemp, manifestFile); err != nil {
		return err
	}
	if err := st.root.Chmod(m.Bundle, 0o500); err != nil {
		return err
	}
	return errors.Join(syncDir(dir), syncDir(st.root))
}

// syncDir makes the names in a folder last.
func syncDir(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// time is now, as bundles spell it.
func (st *store) time() string { return st.now().UTC().Format("2006-01-02T15:04:05.000Z") }
