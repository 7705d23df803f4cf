//go:build linux || darwin

package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // lines, and "!" for one that is too long
		end  error
	}{
		{"", nil, io.EOF},
		{"\n\r\n\n", nil, io.EOF},
		{"a\nb\r\n\nc\n", []string{"a", "b", "c"}, io.EOF},
		{"a\nhalf", []string{"a"}, io.ErrUnexpectedEOF},
		{"a\r", nil, io.ErrUnexpectedEOF},
		{"12345678\n12345678\r\n123456789\nx\n", []string{"12345678", "12345678", "!", "x"}, io.EOF},
		{strings.Repeat("y", 20_000) + "\nx\n", []string{"!", "x"}, io.EOF},
		{strings.Repeat("y", 20_000), []string{"!"}, io.EOF},
		{" \n", []string{" "}, io.EOF},
	} {
		for _, from := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text)),
			iotest.DataErrReader(strings.NewReader(c.text))} {
			r := lineReader{from: from}
			got, end := readAll(&r, 8)
			assert.Equal(t, c.want, got, "%.20q", c.text)
			assert.Equal(t, c.end, end, "%.20q", c.text)
		}
	}
	broken := errors.New("broken")
	r := lineReader{from: io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken))}
	got, end := readAll(&r, 8)
	assert.Equal(t, []string{"a"}, got)
	assert.Equal(t, broken, end)
}

// readAll reads lines up to the end.
func readAll(r *lineReader, limit int) (lines []string, end error) {
	for {
		line, err := r.line(limit)
		if errors.Is(err, errTooLong) {
			lines = append(lines, "!")
			err = r.drain()
			if err == nil {
				continue
			}
		}
		if err != nil {
			return lines, err
		}
		lines = append(lines, string(line))
	}
}

// After a large line the memory is given back.
func TestLinesKeepLittle(t *testing.T) {
	r := lineReader{from: strings.NewReader(strings.Repeat("x", 1<<20) + "\ny\nz\n")}
	for range 3 {
		_, err := r.line(frameLimit)
		require.NoError(t, err)
	}
	_, err := r.line(frameLimit)
	require.ErrorIs(t, err, io.EOF)
	assert.Less(t, cap(r.buf), 1<<17)
}

// socketPair is two connected ends.
func socketPair(t testing.TB) (*os.File, *os.File) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	require.NoError(t, err)
	for _, fd := range fds {
		require.NoError(t, syscall.SetNonblock(fd, true))
	}
	return os.NewFile(uintptr(fds[0]), "a"), os.NewFile(uintptr(fds[1]), "b")
}

// Whatever the bytes are: lines come out as they went in, a client gets an answer or an error of the documented ones, and
// a host answers with lines of JSON. None of them waits.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		`{"type":"response","id":1,"ok":true,"result":{"a":1}}` + "\n", `{"type":"event","id":1,"event":2}` + "\n",
		`{"type":"response","id":0,"ok":false,"error":{"code":"c","message":"m","retryable":true,"details":[1]}}` + "\n",
		`{"type":"request","id":1,"method":"echo","params":{"b":1,"a":2}}` + "\n\r\n" + `{"type":"request","id":2,"method":"ping"}` + "\n",
		helloLine + `{"type":"request","id":1,"method":"fail"}` + "\n" + `{"type":"requ`, "\n\n", "{}\n", "[", "\xff\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 { // what a socket holds without a reader
			return
		}
		watchdog := time.AfterFunc(20*time.Second, func() { panic("it hangs") })
		defer watchdog.Stop()
		checkLines(t, data)
		checkClient(t, data)
		checkHost(t, data)
	})
}

func checkLines(t *testing.T, data []byte) {
	const limit = 16
	var want []string
	for line := range bytes.SplitAfterSeq(data, []byte("\n")) {
		whole := bytes.HasSuffix(line, []byte("\n"))
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		switch {
		case len(line) > limit:
			want = append(want, "!")
		case len(line) > 0 && whole:
			want = append(want, string(line))
		}
	}
	for _, from := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data))} {
		got, _ := readAll(&lineReader{from: from}, limit)
		require.True(t, slices.Equal(want, got), "%q: got %q, want %q", data, got, want)
	}
}

func checkClient(t *testing.T, data []byte) {
	ours, theirs := socketPair(t)
	_, err := theirs.Write(data)
	require.NoError(t, err)
	require.NoError(t, theirs.Close())
	c := &Conn{file: ours, lines: lineReader{from: ours}, turn: make(chan struct{}, 1),
		OnEvent: func(event []byte) { require.True(t, json.Valid(event)) }}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	result, err := c.Call(ctx, "echo", nil)
	if err == nil {
		require.True(t, json.Valid(result))
	} else {
		e := failure(t, err)
		require.NotEqual(t, CodeTimeout, e.Code)
		require.True(t, json.Valid(e.AppendJSON(nil)))
	}
	_ = c.Close()
}

func checkHost(t *testing.T, data []byte) {
	ours, theirs := socketPair(t)
	h := &Host{config: Config{Methods: []string{"echo", "fail"}}, times: quickTimes, conns: map[*session]bool{}}
	h.hello = h.welcome()
	h.ctx, h.cancel = context.WithCancel(context.Background())
	defer h.cancel()
	_, err := theirs.Write(append([]byte(helloLine), data...))
	require.NoError(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		newSession(h, ours, Peer{}).serve(HandlerFunc(func(_ context.Context, method string, params []byte) ([]byte, error) {
			if method == "fail" {
				return nil, errors.New("failed")
			}
			return params, nil
		}))
		_ = ours.Close()
	}()
	raw, err := theirs.SyscallConn()
	require.NoError(t, err)
	require.NoError(t, raw.Control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_WR) }))
	_ = theirs.SetReadDeadline(time.Now().Add(5 * time.Second))
	answers, err := io.ReadAll(theirs)
	if err != nil { // the host had not read all when it ended
		require.ErrorIs(t, err, syscall.ECONNRESET)
	}
	<-ended
	_ = theirs.Close()
	for line := range bytes.Lines(answers) {
		require.True(t, json.Valid(line), "%q", line)
	}
}
