package demohost

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// checkSealed checks a bundle as a reader would, and returns its manifest and the lines of its events.
func checkSealed(t *testing.T, folder string) (m manifest, events []record) {
	t.Helper()
	info, err := os.Stat(folder)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o500), info.Mode().Perm())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	for i, name := range []string{eventsFile, manifestFile} {
		info, err := entries[i].Info()
		require.NoError(t, err)
		assert.Equal(t, name, info.Name())
		assert.Equal(t, fs.FileMode(0o400), info.Mode().Perm(), name)
	}
	text, err := os.ReadFile(filepath.Join(folder, manifestFile))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &m))
	text, err = os.ReadFile(filepath.Join(folder, eventsFile))
	require.NoError(t, err)
	sum := sha256.Sum256(text)
	assert.Equal(t, hex.EncodeToString(sum[:]), m.SHA256)
	for line := range strings.Lines(string(text)) {
		r := record{head: &head{}}
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		events = append(events, r)
	}
	assert.Len(t, events, m.Events)
	assert.Equal(t, filepath.Base(folder), m.Bundle)
	return m, events
}

func TestBundle(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 6000000, time.UTC)
	dir, log := bundles(t), &lines{}
	h := open(t, Options{Bundles: dir, Log: log.add, Now: func() time.Time { now = now.Add(time.Second); return now }})
	r, err := h.Request(within(t), &demo.RequestParams{App: desk.ID, AgentName: "evil\u202e\nname"})
	require.NoError(t, err)
	at := look(t, h, r.Token)
	b, err := h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: []demo.Step{
		typed(at["textfield"].Ref, "PRIVATE-TEXT"),
		pressed(at["textfield"].Ref, "cmd+s"),
		{Ref: at["Clicked"].Ref, Op: demo.ElementOpClick},
		typed(at["password"].Ref, "PRIVATE-PASSWORD"),
	}})
	require.NoError(t, err)
	require.Len(t, b.Results, 3)
	require.Error(t, act(h, within(t), r.Token, pressed(at["textfield"].Ref, "PRIVATE-KEY")))
	require.Error(t, act(h, within(t), r.Token, typed("PRIVATE-REF", "x")))
	end, err := h.End(within(t), &demo.EndParams{Token: r.Token})
	require.NoError(t, err)
	assert.True(t, end.Ended)
	assert.Equal(t, demo.BundleStateComplete, end.BundleState)

	m, events := checkSealed(t, filepath.Join(dir, end.BundleID))
	assert.Equal(t, head{r.Session, desk.ID, "evil\u202e\nname"}, m.head)
	assert.Equal(t, demo.BundleStateComplete, m.State)
	assert.Equal(t, "2026-01-02T03:04:06.006Z", m.Started)
	assert.Equal(t, "2026-01-02T03:04:13.006Z", m.Ended)
	assert.False(t, m.Repaired)
	type short struct {
		event, id, op, code, role, label string
	}
	var got []short
	for _, e := range events {
		got = append(got, short{e.Event, e.ID, string(e.Op), string(e.Code), e.Role, e.Label})
	}
	assert.Equal(t, []short{
		{"started", "", "", "", "", ""},
		{"receipt", b.Results[0].ReceiptID, "type", "", "textfield", "Note"},
		{"receipt", b.Results[1].ReceiptID, "press", "", "textfield", "Note"},
		{"receipt", b.Results[2].ReceiptID, "click", "", "button", "Counter"},
		{"refused", "", "type", "target_blocked", "password", "Password"},
		{"refused", "", "press", "invalid_arguments", "textfield", "Note"},
		{"refused", "", "type", "invalid_arguments", "", ""},
	}, got)
	for name, text := range map[string]string{"bundle": read(t, dir), "log": log.text()} {
		assert.NotContains(t, text, r.Token.Expose(), name)
		assert.NotContains(t, text, "PRIVATE", name)
		assert.NotContains(t, text, string(at["password"].Ref), name)
	}
	assert.Contains(t, log.text(), r.Session, "the kill control needs it")
}

// A bundle that cannot be written makes the call fail; half a line never stays.
func TestBundleThatCannotBeWritten(t *testing.T) {
	dir := bundles(t)
	h := open(t, Options{Bundles: dir})
	r := begin(t, h)
	at := look(t, h, r.Token)
	s := h.sessions[r.Session]
	require.NoError(t, s.bundle.events.Close())
	_, err := h.Act(within(t), click(r.Token, at["Clicked"]))
	assert.Equal(t, "internal", code(err))
	_, err = h.Batch(within(t), &demo.BatchParams{Token: r.Token, Steps: []demo.Step{{Ref: at["Clicked"].Ref, Op: demo.ElementOpClick}}})
	assert.Equal(t, "internal", code(err))
	_, err = h.End(within(t), &demo.EndParams{Token: r.Token})
	assert.Equal(t, "internal", code(err))
	_, err = h.End(within(t), &demo.EndParams{Token: r.Token})
	assert.Equal(t, "session_ended", code(err), "the token dies with the session all the same")
	require.NoError(t, h.Close())
	log := &lines{}
	open(t, Options{Bundles: dir, Log: log.add})
	m, _ := checkSealed(t, filepath.Join(dir, s.bundle.id))
	assert.Equal(t, demo.BundleStateKilled, m.State)
	assert.True(t, m.Repaired)
}

func TestRepair(t *testing.T) {
	dir := bundles(t)
	name := func(letter string) string { return "b-" + strings.Repeat(letter, 26) }
	started := `{"time":"2026-01-02T03:04:05Z","event":"started","session":"s-1","app":"app.test.desk","agent":"a"}` + "\n"
	receipt := `{"time":"2026-01-02T03:04:06Z","event":"receipt","id":"b-1","op":"click","role":"button","label":"Counter"}` + "\n"
	write := func(id, file, text string) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, id), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, id, file), []byte(text), 0o600))
	}
	write(name("a"), eventsFile, started+receipt)
	write(name("b"), eventsFile, started+receipt[:40]) // the last line was not written to its end
	write(name("c"), eventsFile, "")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, name("d")), 0o700))
	write(name("e"), eventsFile, started) // the host stopped while it sealed
	write(name("e"), manifestTemp, `{"bund`)
	require.NoError(t, os.Chmod(filepath.Join(dir, name("e"), eventsFile), 0o400))
	write(name("f"), eventsFile, "no event\n")
	write("other", eventsFile, started)
	require.NoError(t, os.Symlink(filepath.Join(dir, "other"), filepath.Join(dir, name("g"))))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, name("h")), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(dir, "other", eventsFile), filepath.Join(dir, name("h"), eventsFile)))
	before := read(t, filepath.Join(dir, "other"))

	log := &lines{}
	open(t, Options{Bundles: dir, Log: log.add})
	for letter, count := range map[string]int{"a": 2, "b": 1, "e": 1} {
		m, events := checkSealed(t, filepath.Join(dir, name(letter)))
		assert.Equal(t, demo.BundleStateKilled, m.State, letter)
		assert.True(t, m.Repaired)
		assert.Equal(t, head{"s-1", "app.test.desk", "a"}, m.head)
		assert.Equal(t, "2026-01-02T03:04:05Z", m.Started)
		assert.Len(t, events, count)
	}
	for _, letter := range []string{"c", "d"} {
		assert.NoDirExists(t, filepath.Join(dir, name(letter)))
	}
	for _, letter := range []string{"f", "h"} {
		assert.NoFileExists(t, filepath.Join(dir, name(letter), manifestFile))
		assert.Contains(t, log.text(), name(letter)+" was left open by an earlier host, and cannot be sealed")
	}
	assert.Equal(t, before, read(t, filepath.Join(dir, "other")), "nothing but bundles is touched, not even through links")
	assert.NotContains(t, log.text(), name("g"))
}

func TestRepairEndsWhatWasAllButSealed(t *testing.T) {
	dir := bundles(t)
	h := open(t, Options{Bundles: dir})
	r := begin(t, h)
	end, err := h.End(within(t), &demo.EndParams{Token: r.Token})
	require.NoError(t, err)
	require.NoError(t, h.Close())
	require.NoError(t, os.Chmod(filepath.Join(dir, end.BundleID), 0o700))
	log := &lines{}
	h = open(t, Options{Bundles: dir, Log: log.add})
	m, _ := checkSealed(t, filepath.Join(dir, end.BundleID))
	assert.Equal(t, demo.BundleStateComplete, m.State)
	assert.Contains(t, log.text(), end.BundleID)
	require.NoError(t, h.Close())
	log = &lines{}
	open(t, Options{Bundles: dir, Log: log.add})
	assert.Empty(t, log.text(), "a sealed bundle is not looked at again")
}

func TestOneHostPerFolder(t *testing.T) {
	dir := bundles(t)
	h := open(t, Options{Bundles: dir})
	begin(t, h)
	_, err := New(Options{Bundles: dir})
	assert.ErrorContains(t, err, "another host writes its bundles to "+dir)
	require.NoError(t, h.Close())
	open(t, Options{Bundles: dir})
	wide := filepath.Join(t.TempDir(), "wide")
	require.NoError(t, os.Mkdir(wide, 0o700))
	require.NoError(t, os.Chmod(wide, 0o777))
	_, err = New(Options{Bundles: wide})
	assert.ErrorContains(t, err, "others may write to "+wide)
}
