package real_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// plainService is a name under which hosts of either side can serve.
const plainService = "real-test"

// TestList has the published program list what runs. It shows a host only if the record names a process that lives, with
// the time of its start.
func TestList(t *testing.T) {
	suite, _ := startOurHost(t, nil)
	o := start(t, need(t, realRightCtl), "--suite-root", suite.Root(), "--list")
	var list []struct {
		Service, Role, Version string
		PID                    int
	}
	require.NoError(t, json.Unmarshal([]byte(o.Stdout), &list), "%s", o)
	require.Len(t, list, 1)
	assert.Equal(t, demo.Service, list[0].Service)
	assert.Equal(t, os.Getpid(), list[0].PID)
	assert.NotEmpty(t, list[0].Role)
	assert.NotEmpty(t, list[0].Version)
}

// TestOneHost starts hosts of both sides for one service: the second one is refused, whoever was first. What a killed one
// leaves behind is in nobody's way.
func TestOneHost(t *testing.T) {
	suite, err := transport.At(tempDir(t))
	require.NoError(t, err)
	path := filepath.Join(tempDir(t), "script")
	require.NoError(t, os.WriteFile(path, []byte(`{"apps":{"right-ctl":["*"]},"methods":{}}`), 0o600))
	config := transport.Config{Service: plainService, Role: "ours", Version: "1", Rank: 7, Methods: []string{"a"}}
	theirs := func() *exec.Cmd { return exec.Command(need(t, rustHost), "serve", suite.Root(), plainService, path) }

	ours, err := transport.Listen(suite, config)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- ours.Serve(within(t, time.Minute), &scripted{}) }()
	out := refusedHost(t, theirs())
	assert.Contains(t, out, "Held")
	assert.Contains(t, out, `role: "ours"`)
	require.NoError(t, ours.Close())
	require.NoError(t, <-ended)

	first := startRust(t, theirs().Args[1:]...)
	first.await("ready")
	_, err = transport.Listen(suite, config)
	assertCode(t, err, transport.CodeInUse, false)
	require.NoError(t, first.stdin.Close())
	first.drain()

	killed := theirs()
	stdin, err := killed.StdinPipe()
	require.NoError(t, err)
	defer stdin.Close()
	stdout, err := killed.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, killed.Start())
	_, err = stdout.Read(make([]byte, 1)) // it serves
	require.NoError(t, err)
	require.NoError(t, killed.Process.Kill())
	_ = killed.Wait()
	require.FileExists(t, filepath.Join(suite.Root(), "runtime", plainService, "service.json"))
	ours, err = transport.Listen(suite, config)
	require.NoError(t, err)
	require.NoError(t, ours.Close())
}

// refusedHost runs a host that must not come up, and returns what it says.
func refusedHost(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.CombinedOutput()
	assert.Error(t, err)
	return string(out)
}
