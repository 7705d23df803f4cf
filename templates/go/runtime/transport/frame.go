package transport

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

var (
	errTooLong = errors.New("the line is too long")
	errEndless = errors.New("the line does not end")
)

// A lineReader reads lines. It holds one line in memory, and what has been read after it.
type lineReader struct {
	from io.Reader
	// waits is called before each read, and told whether a part of a line has been read; nil to do nothing.
	waits func(within bool)

	buf  []byte // what has been read; the next line starts at start
	next int    // where the next line starts in buf
	seen int    // there is no end of a line in buf[next:seen]
}

// line is the next line that is not empty, without its end (a newline, or a carriage return and a newline). It is valid
// until the next call. At the end of the input the error is io.EOF, or io.ErrUnexpectedEOF together with a last line that
// has no end. A line over limit is errTooLong, and may be skipped with drain.
func (r *lineReader) line(limit int) ([]byte, error) {
	for {
		if i := bytes.IndexByte(r.buf[r.seen:], '\n'); i >= 0 {
			line := trimReturn(r.buf[r.next : r.seen+i])
			if len(line) > limit {
				return nil, errTooLong
			}
			r.next = r.seen + i + 1
			r.seen = r.next
			if len(line) > 0 {
				return line, nil
			}
			continue
		}
		r.seen = len(r.buf)
		if len(r.buf)-r.next > limit+1 { // one more: a carriage return does not count
			return nil, errTooLong
		}
		if err := r.fill(); err != nil {
			rest := trimReturn(r.buf[r.next:])
			r.next = r.seen
			switch {
			case !errors.Is(err, io.EOF):
				return nil, err
			case len(rest) > limit:
				return nil, errTooLong
			case len(rest) > 0:
				return rest, io.ErrUnexpectedEOF
			}
			return nil, io.EOF
		}
	}
}

func trimReturn(line []byte) []byte { return bytes.TrimSuffix(line, []byte{'\r'}) }

// fill reads more into buf.
func (r *lineReader) fill() error {
	const room, large = 4 << 10, 64 << 10
	switch rest := len(r.buf) - r.next; {
	case rest == 0 && cap(r.buf) > large:
		r.buf = nil // one large message must not cost memory for as long as the connection lives
		r.next = 0
	case r.next > 0 && (rest == 0 || cap(r.buf)-len(r.buf) < room):
		r.buf = r.buf[:copy(r.buf, r.buf[r.next:])]
		r.next = 0
	}
	if cap(r.buf)-len(r.buf) < room {
		r.buf = append(make([]byte, 0, 2*cap(r.buf)+room), r.buf...)
	}
	r.seen = len(r.buf)
	if r.waits != nil {
		r.waits(len(r.buf) > r.next)
	}
	n, err := r.from.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf = r.buf[:len(r.buf)+n]
	if n > 0 {
		return nil
	}
	if err == nil {
		err = io.ErrNoProgress
	}
	return err
}

// drain moves past the line that was too long.
func (r *lineReader) drain() error {
	r.seen = r.next
	for skipped := 0; ; {
		if i := bytes.IndexByte(r.buf[r.seen:], '\n'); i >= 0 {
			r.next = r.seen + i + 1
			r.seen = r.next
			return nil
		}
		skipped += len(r.buf) - r.next
		r.buf, r.next, r.seen = r.buf[:1], 0, 1 // one byte, so that fill knows that a line has begun
		if skipped > drainLimit {
			return errEndless
		}
		if err := r.fill(); err != nil {
			return err
		}
	}
}

// A frame is one line that is a JSON object.
type frame struct {
	kind    string // of the member "type"; "" when that is no string
	id      uint64
	hasID   bool
	members []wire.Member
}

// parseFrame reads a line. Names match exactly, and no member may stand twice.
func parseFrame(line []byte) (frame, *wire.Violation) {
	var f frame
	var v *wire.Violation
	if f.members, v = wire.ReadMembers(line); v != nil {
		return frame{}, v
	}
	for _, m := range f.members {
		switch m.Name {
		case "type":
			f.kind, _ = m.Text()
		case "id":
			id, err := strconv.ParseUint(string(m.Value), 10, 64)
			f.id, f.hasID = id, err == nil
		}
	}
	return f, nil
}

// get is the text of a member, nil when there is none.
func (f *frame) get(name string) []byte {
	for _, m := range f.members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// text is the content of a member that is a string, and "" of any other.
func (f *frame) text(name string) string {
	s, _ := wire.Member{Value: f.get(name)}.Text()
	return s
}

// ok reports whether the frame says that all is well.
func (f *frame) ok() bool { return string(f.get("ok")) == "true" }

func appendRequest(dst []byte, id uint64, method string, params []byte) []byte {
	dst = strconv.AppendUint(append(dst, `{"id":`...), id, 10)
	dst = wire.AppendString(append(dst, `,"method":`...), method)
	dst = append(append(dst, `,"params":`...), params...)
	return append(dst, `,"type":"request"}`...)
}

func appendResult(dst []byte, id uint64, result []byte) []byte {
	dst = strconv.AppendUint(append(dst, `{"id":`...), id, 10)
	dst = append(append(dst, `,"ok":true,"result":`...), result...)
	return append(dst, `,"type":"response"}`...)
}

func appendFailure(dst []byte, id uint64, e *Error) []byte {
	dst = e.AppendJSON(append(dst, `{"error":`...))
	dst = strconv.AppendUint(append(dst, `,"id":`...), id, 10)
	return append(dst, `,"ok":false,"type":"response"}`...)
}

func appendEvent(dst []byte, id uint64, event []byte) []byte {
	dst = append(append(dst, `{"event":`...), event...)
	dst = strconv.AppendUint(append(dst, `,"id":`...), id, 10)
	return append(dst, `,"type":"event"}`...)
}

func appendHello(dst []byte, app string) []byte {
	dst = wire.AppendString(append(dst, `{"app":`...), app)
	dst = strconv.AppendInt(append(dst, `,"protocol_major":`...), protocolMajor, 10)
	return append(dst, `,"type":"hello"}`...)
}

func appendRefusal(dst []byte, e *Error) []byte {
	return append(e.AppendJSON(append(dst, `{"error":`...)), `,"ok":false,"type":"hello"}`...)
}
