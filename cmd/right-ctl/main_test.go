package main_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The program as it is built with and without the tag demo, and a Go program that does nothing.
var withDemo, plain, empty string

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func buildAndRun(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "right-ctl")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	nothing := filepath.Join(dir, "nothing.go")
	if err := os.WriteFile(nothing, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return 0, err
	}
	withDemo, plain, empty = filepath.Join(dir, "right-ctl"), filepath.Join(dir, "plain"), filepath.Join(dir, "empty")
	for _, args := range [][]string{{"-tags", "demo", "-o", withDemo, "."}, {"-o", plain, "."}, {"-o", empty, nothing}} {
		if out, err := exec.Command("go", append([]string{"build"}, args...)...).CombinedOutput(); err != nil {
			return 0, fmt.Errorf("go build %s: %w\n%s", args, err, out)
		}
	}
	return m.Run(), nil
}

// An ended is what is left of a run of the program.
type ended struct {
	out, err string
	code     int
}

// run runs the program with the tag to its end.
func run(t *testing.T, args ...string) ended {
	t.Helper()
	return runWith(t, withDemo, "", args...)
}

func runWith(t *testing.T, program, stdin string, args ...string) ended {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return ended{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// refused is the one line that an error leaves.
func refused(code, message string, retryable bool) string {
	line := `{"error":{"code":` + string(transport.AppendString(nil, code)) + `,"message":` + string(transport.AppendString(nil, message))
	return fmt.Sprintf("%s,\"retryable\":%t}}\n", line, retryable)
}

// newSuite is a suite root without hosts. Its path is short, since sockets have to fit below it.
func newSuite(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rc")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// A host answers every call from a script and keeps what arrived.
type host struct {
	suite  string
	answer func(ctx context.Context, method string) (string, error)

	mu    sync.Mutex
	calls []string // method, a space, params
}

func (h *host) Handle(ctx context.Context, method string, params []byte) ([]byte, error) {
	h.mu.Lock()
	h.calls = append(h.calls, method+" "+string(params))
	h.mu.Unlock()
	result, err := h.answer(ctx, method)
	return []byte(result), err
}

// seen takes the calls that have arrived.
func (h *host) seen() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	calls := h.calls
	h.calls = nil
	return calls
}

// newHost starts a host of the demo on a suite of its own.
func newHost(t *testing.T, answer func(ctx context.Context, method string) (string, error)) *host {
	t.Helper()
	return serve(t, demo.Service, answer)
}

func serve(t *testing.T, service string, answer func(ctx context.Context, method string) (string, error)) *host {
	t.Helper()
	h := &host{suite: newSuite(t), answer: answer}
	suite, err := transport.At(h.suite)
	require.NoError(t, err)
	listening, err := transport.Listen(suite, transport.Config{Service: service, Role: "test", Version: "1", Methods: methods()})
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- listening.Serve(context.Background(), h) }()
	t.Cleanup(func() {
		_ = listening.Close()
		select {
		case err := <-served:
			assert.NoError(t, err)
		case <-time.After(10 * time.Second):
			t.Error("the host does not end")
		}
	})
	return h
}

// always answers every call alike.
func always(result string, err error) func(context.Context, string) (string, error) {
	return func(context.Context, string) (string, error) { return result, err }
}

// results are good answers to each method.
func results(_ context.Context, method string) (string, error) {
	return map[string]string{
		demo.ToolRequest:  `{"token":"s3cr3t","session":"s1","app":"a"}`,
		demo.ToolApps:     `{"apps":[{"name":"A","id":"a"}]}`,
		demo.ToolSnapshot: `{"elements":[],"capture_state":"safe"}`,
		demo.ToolAct:      `{"receipt_id":"r1"}`,
		demo.ToolBatch:    `{"results":[{"receipt_id":"r1"}],"completed":1,"failed_step":null,"error_code":null}`,
		demo.ToolEnd:      `{"ended":true,"bundle_state":"complete","bundle_id":"b1"}`,
	}[method], nil
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "go test ./cmd/right-ctl -update writes it")
	assert.Equal(t, string(want), got, "go test ./cmd/right-ctl -update writes it anew")
}

func methods() []string {
	var names []string
	for _, tool := range demo.Tools {
		names = append(names, tool.Name)
	}
	return names
}
