package scenario

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"

	"github.com/rightkit/lockstep/gen/load"
)

// lastID is the id of the ping after the frames of a step. A host answers the requests of a connection in their order, so
// all that it has to say to the frames comes before the answer to the ping, and nobody has to wait for silence.
const lastID = 1<<31 - 1

// maxFrames is how many frames are taken from a host before the answer to the ping.
const maxFrames = 100

// maxLine is how long a frame can be: that of the protocol, and its end.
const maxLine = 16<<20 + 2

// frames sends the frames of a step over a connection of their own, and compares all that comes back.
func (r *runner) frames(ctx context.Context, s *Step) *problem {
	var lines [][]byte
	for _, n := range s.Send {
		if n.Kind == load.String && !isReference(n) {
			lines = append(lines, []byte(literal(n.Text)))
			continue
		}
		v, missed := r.scope.resolve(n)
		if missed != nil {
			return missed.problem()
		}
		lines = append(lines, encode(v))
	}
	got, err := r.converse(ctx, lines)
	r.hide(got)
	switch {
	case err != nil:
		p := &problem{node: s.Node, code: "frames-failed", message: "the frames could not be exchanged", got: short(err.Error())}
		for _, f := range got {
			p.also = append(p.also, "the host had sent "+show(f))
		}
		return p
	case len(got) != len(s.Receive):
		p := &problem{node: s.Node.Get("receive"), code: "frames-differ", message: "the host sent another number of frames than expected",
			got: strconv.Itoa(len(got)), want: strconv.Itoa(len(s.Receive))}
		for _, f := range got {
			p.also = append(p.also, "it sent "+show(f))
		}
		return p
	}
	for i, n := range s.Receive {
		found, missed := r.scope.compare(n, got[i], "")
		if missed != nil {
			return missed.problem()
		}
		if len(found) > 0 {
			return differs("frames-differ", fmt.Sprintf("frame %d of the host: ", i+1), found)
		}
	}
	return nil
}

// hide notes what must not be printed of frames.
func (r *runner) hide(frames []any) {
	for _, f := range frames {
		object, _ := f.(map[string]any)
		for _, v := range r.suite.results {
			r.secrets = append(r.secrets, texts(object["result"], v, false)...)
		}
	}
}

// converse says hello, sends lines, and returns the frames that come back before the answer to a ping.
func (r *runner) converse(ctx context.Context, lines [][]byte) ([]any, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	conn, err := r.target.Dial(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline)
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	read := bufio.NewScanner(conn)
	read.Buffer(nil, maxLine)

	hello := map[string]any{"type": "hello", "app": r.suite.contract.Service.Client, "protocol_major": 1}
	if _, err := conn.Write(append(encode(hello), '\n')); err != nil {
		return nil, err
	}
	answer, err := next(read)
	if err != nil {
		return nil, fmt.Errorf("no answer to the hello: %w", err)
	}
	if answer["type"] != "hello" || answer["ok"] != true {
		return nil, errors.New("the host refused the hello: " + show(answer))
	}
	ping := map[string]any{"type": "request", "id": lastID, "method": "ping", "params": map[string]any{}}
	all := append(bytes.Join(append(lines, encode(ping)), []byte("\n")), '\n')
	sent := make(chan error, 1)
	go func() { // a host may answer before it has read everything
		_, err := conn.Write(all)
		sent <- err
	}()
	got, err := collect(read)
	if err != nil {
		conn.Close()
		if failed := <-sent; failed != nil {
			err = errors.Join(err, failed)
		}
		return got, err
	}
	return got, <-sent
}

// collect reads frames up to the answer to the ping.
func collect(read *bufio.Scanner) ([]any, error) {
	var got []any
	for range maxFrames {
		f, err := next(read)
		if err != nil {
			return got, err
		}
		if id, ok := f["id"].(json.Number); ok && f["type"] == "response" && sameNumber(id, json.Number(strconv.Itoa(lastID))) {
			return got, nil
		}
		got = append(got, f)
	}
	return got, fmt.Errorf("the host sent %d frames and no answer to a ping", maxFrames)
}

// next reads one frame.
func next(read *bufio.Scanner) (map[string]any, error) {
	for read.Scan() {
		if len(bytes.TrimSpace(read.Bytes())) == 0 {
			continue
		}
		v, err := decode(read.Bytes())
		f, ok := v.(map[string]any)
		if err != nil || !ok {
			return nil, errors.New("the host sent a line that is no frame")
		}
		return f, nil
	}
	if err := read.Err(); err != nil {
		return nil, err
	}
	return nil, net.ErrClosed
}
