package demohost

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// On a full disk calls fail with a word, no line stays by half, and the next host repairs what was left.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=128k,mode=700"); err != nil {
		t.Skip("a small disk cannot be mounted here: " + err.Error())
	}
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(disk, syscall.MNT_DETACH)) })
	h := open(t, Options{Bundles: disk})
	r := begin(t, h)
	e := look(t, h, r.Token)["Clicked"]
	ballast, err := os.Create(filepath.Join(disk, "ballast"))
	require.NoError(t, err)
	for err == nil {
		_, err = ballast.Write(make([]byte, 4096))
	}
	require.NoError(t, ballast.Close())

	params := asking
	_, err = h.Request(within(t), &params)
	assert.Equal(t, "internal", code(err), "no bundle, no session")
	assert.Equal(t, 1, h.liveSessions())
	err = nil
	for range 100 { // until the last block of the events is full
		if _, err = h.Act(within(t), click(r.Token, e)); err != nil {
			break
		}
	}
	assert.Equal(t, "internal", code(err))
	_, err = h.End(within(t), &demo.EndParams{Token: r.Token})
	assert.Equal(t, "internal", code(err))
	_, err = h.End(within(t), &demo.EndParams{Token: r.Token})
	assert.Equal(t, "session_ended", code(err))
	require.NoError(t, h.Close())

	require.NoError(t, os.Remove(ballast.Name()))
	h = open(t, Options{Bundles: disk})
	require.NoError(t, h.Close())
	folders, err := filepath.Glob(filepath.Join(disk, "b-*"))
	require.NoError(t, err)
	require.Len(t, folders, 1)
	m, events := checkSealed(t, folders[0])
	assert.True(t, m.Repaired)
	assert.Equal(t, demo.BundleStateKilled, m.State)
	assert.Greater(t, len(events), 2)
	assert.False(t, strings.Contains(read(t, folders[0]), r.Token.Expose()))
}
