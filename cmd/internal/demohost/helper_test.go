package demohost

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// desk is the app of these tests: the fixture's screen under another id, so that they need no build tag.
var desk = App{ID: "app.test.desk", Name: "Desk", Open: Desk}

// A lines is a log that a test can read.
type lines struct {
	mu   sync.Mutex
	list []string
}

func (l *lines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, line)
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.list, "\n")
}

// bundles returns a folder for bundles; sealed folders would keep the test from removing it.
func bundles(t *testing.T) string {
	dir := t.TempDir()
	t.Cleanup(func() {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				return os.Chmod(path, 0o700)
			}
			return nil
		})
	})
	return filepath.Join(dir, "bundles")
}

// open returns a host that allows every session, unless the options say otherwise.
func open(t *testing.T, o Options) *Host {
	t.Helper()
	if o.Catalog == nil {
		o.Catalog = []App{desk}
	}
	if o.Mode == "" && o.Consent == nil {
		o.Mode = ConsentAllow
	}
	if o.Bundles == "" {
		o.Bundles = bundles(t)
	}
	h, err := New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.Close()) })
	return h
}

// within returns a context that keeps a test from hanging.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

var asking = demo.RequestParams{App: desk.ID, AgentName: "tester"}

func begin(t *testing.T, h *Host) *demo.RequestResult {
	t.Helper()
	p := asking
	r, err := h.Request(within(t), &p)
	require.NoError(t, err)
	return r
}

// look returns the elements of a session by their role or, for buttons, by the first word of their label.
func look(t *testing.T, h *Host, token demo.Token) map[string]demo.Element {
	t.Helper()
	r, err := h.Snapshot(within(t), &demo.SnapshotParams{Token: token})
	require.NoError(t, err)
	found := map[string]demo.Element{}
	for _, e := range r.Elements {
		name := e.Role
		if name == "button" {
			name, _, _ = strings.Cut(e.Label, " ")
		}
		found[name] = e
	}
	return found
}

func click(token demo.Token, e demo.Element) *demo.ActParams {
	return &demo.ActParams{Token: token, Ref: e.Ref, Op: demo.ElementOpClick}
}

func typed(ref demo.ElementRef, text string) demo.Step {
	return demo.Step{Ref: ref, Op: demo.ElementOpType, Text: &text}
}

func pressed(ref demo.ElementRef, key string) demo.Step {
	return demo.Step{Ref: ref, Op: demo.ElementOpPress, Key: &key}
}

func act(h *Host, ctx context.Context, token demo.Token, s demo.Step) error {
	_, err := h.Act(ctx, &demo.ActParams{Token: token, Ref: s.Ref, Op: s.Op, Text: s.Text, Key: s.Key})
	return err
}

// code returns the code of an error, "" without one.
func code(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*transport.Error](err); ok {
		return e.Code
	}
	return fmt.Sprintf("%T: %s", err, err)
}

func arrange(t *testing.T, h *Host, params string) {
	t.Helper()
	a, err := readArrangement([]byte(params))
	require.NoError(t, err)
	require.NoError(t, h.Arrange(&a))
}

// read returns all files of a folder, name and text, one after the other.
func read(t *testing.T, dir string) string {
	t.Helper()
	var text strings.Builder
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&text, "%s\n%s\n", path, data)
		return err
	}))
	return text.String()
}

func (h *Host) liveSessions() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.live
}
