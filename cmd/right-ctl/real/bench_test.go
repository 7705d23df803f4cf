package real_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// BenchmarkRoundTrip is a call of our client to our host, beside two others in the same run: lines of the same length
// echoed over a socket of the same kind, and a call between the published client and host. All of them echo the params.
func BenchmarkRoundTrip(b *testing.B) {
	params := []byte(`{"op":"click","ref":"e1","token":"0123456789abcdef0123456789abcdef"}`)
	suite, err := transport.At(tempDir(b))
	require.NoError(b, err)
	serve(b, suite, transport.HandlerFunc(func(_ context.Context, _ string, params []byte) ([]byte, error) { return params, nil }))
	conn := dial(b, suite)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	ours := func() {
		if _, err := conn.Call(ctx, demo.ToolAct, params); err != nil {
			b.Fatal(err)
		}
	}
	echo := startEcho(b)
	line := append(append([]byte{}, params...), make([]byte, 60)...) // about what a line of a call has beside the params
	for i := range line[len(params):] {
		line[len(params)+i] = 'x'
	}
	line = append(line, '\n')
	bare := func() {
		if err := echo(line); err != nil {
			b.Fatal(err)
		}
	}
	for range 100 {
		ours()
		bare()
	}
	for b.Loop() {
		ours()
	}
	own := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	const calls = 3000
	start := time.Now()
	for range calls {
		bare()
	}
	plain := float64(time.Since(start).Nanoseconds()) / calls
	var theirs float64
	p := startRust(b, "bench", filepath.Join(tempDir(b), "s"), strconv.Itoa(calls))
	require.NoError(b, json.Unmarshal(p.await("ns"), &theirs))
	b.ReportMetric(own/plain, "x-of-bare-echo")
	b.ReportMetric(own/theirs, "x-of-published-pair")
}

// startEcho serves a socket that sends back every line, and returns a function that sends one and reads it again.
func startEcho(b *testing.B) func(line []byte) error {
	path := filepath.Join(tempDir(b), "echo")
	listener, err := net.Listen("unix", path)
	require.NoError(b, err)
	b.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		r := bufio.NewReader(conn)
		for {
			line, err := r.ReadSlice('\n')
			if err != nil {
				return
			}
			if _, err := conn.Write(line); err != nil {
				return
			}
		}
	}()
	conn, err := net.DialTimeout("unix", path, patience)
	require.NoError(b, err)
	b.Cleanup(func() { _ = conn.Close() })
	require.NoError(b, conn.SetDeadline(time.Now().Add(10*time.Minute)))
	back := make([]byte, 0, 1<<10)
	return func(line []byte) error {
		if _, err := conn.Write(line); err != nil {
			return err
		}
		_, err := io.ReadFull(conn, back[:len(line)])
		return err
	}
}
