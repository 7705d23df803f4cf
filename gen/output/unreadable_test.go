package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/diag"
)

// What cannot be read is a finding at its place, as a source that cannot be read is.
func TestUnreadable(t *testing.T) {
	err := unreadable("out/a", &fs.PathError{Op: "openat", Path: "out/a", Err: fs.ErrPermission})
	var d diag.Diagnostic
	require.ErrorAs(t, err, &d)
	assert.Equal(t, "out/a:1:1: cannot be read: permission denied [unreadable]", d.Text())
	assert.Equal(t, "out/a:1:1: cannot be read: bad sector [unreadable]", unreadable("out/a", errors.New("bad sector")).Error())
}

func TestUnreadableFile(t *testing.T) {
	dir := t.TempDir()
	s := generation(t, "{}", "out/a", "1\n", "out/b", "1\n")
	_, err := Write(dir, s)
	require.NoError(t, err)
	require.NoError(t, os.Chmod(filepath.Join(dir, "out/a"), 0))
	if f, err := os.Open(filepath.Join(dir, "out/a")); err == nil {
		f.Close()
		t.Skip("this user reads everything")
	}
	put(t, dir, "out/b", "2\n")
	found, err := Diff(dir, s, "make gen")
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.Equal(t, "unreadable", found[0].Code)
	assert.Equal(t, "drift-edited", found[1].Code)
	_, err = Write(dir, s)
	var d diag.Diagnostic
	require.ErrorAs(t, err, &d)
	assert.Equal(t, "unreadable", d.Code)
}
