package scenario_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/scenario"
)

const (
	hello = `{"type":"hello","ok":true}` + "\n"
	pong  = `{"type":"response","id":2147483647,"ok":true,"result":{"pong":true}}` + "\n"
)

// Every way in which a host can answer frames ends in a verdict, in time.
func TestFrames(t *testing.T) {
	const text = "      - send: [no frame, {type: request, id: 1}]\n        receive: [{id: 1, ok: true}]\n"
	tests := []struct{ name, host, code, says string }{
		{"as expected", hello + `{"type":"response","id":1,"ok":true,"more":[]}` + "\n\n" + pong, "", ""},
		{"another answer", hello + `{"type":"response","id":1,"ok":false}` + "\n" + pong, "frames-differ", "frame 1 of the host: /ok is not what is expected"},
		{"no answer", hello + pong, "frames-differ", "another number of frames"},
		{"two answers", hello + `{"id":1,"ok":true}` + "\n" + `{"id":1,"ok":true}` + "\n" + pong, "frames-differ", "another number of frames"},
		{"an event beside it", hello + `{"type":"event","id":1}` + "\n" + `{"id":1,"ok":true}` + "\n" + pong, "frames-differ", "another number of frames"},
		{"garbage", hello + "garbage\n", "frames-failed", "a line that is no frame"},
		{"a list", hello + "[]\n", "frames-failed", "a line that is no frame"},
		{"half a frame", hello + `{"type":"respo`, "frames-failed", "a line that is no frame"},
		{"closed", hello, "frames-failed", "closed"},
		{"closed at once", "", "frames-failed", "no answer to the hello"},
		{"refused", `{"type":"hello","ok":false,"error":{"code":"host_handoff"}}` + "\n", "frames-failed", "refused the hello"},
		{"no end", hello + strings.Repeat(`{"id":1}`+"\n", 200), "frames-failed", "100 frames and no answer to a ping"},
		{"a line without an end", hello + strings.Repeat("x", 17<<20), "frames-failed", "token too long"},
		{"silence", hello + "...", "frames-failed", ""},
	}
	suite := suiteOf(t, contractOf(t, gateProject), steps(text))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			heard := make(chan string, 1)
			at := scenario.Target{
				Connect: func(context.Context) (scenario.Peer, error) { return &script{}, nil },
				Control: &script{},
				Dial: func(context.Context) (net.Conn, error) {
					client, host := net.Pipe()
					go answerFrames(host, test.host, heard)
					return client, nil
				},
			}
			timeout := 5 * time.Second
			if strings.HasSuffix(test.host, "...") {
				timeout = 50 * time.Millisecond
			}
			report, err := suite.Run(within(t), at, scenario.Options{Timeout: timeout})
			require.NoError(t, err)
			if test.code == "" {
				assert.Empty(t, report.Findings(), report.Findings().Error())
				assert.Equal(t, `{"app":"gate-ctl","protocol_major":1,"type":"hello"}`+"\nno frame\n"+`{"id":1,"type":"request"}`+"\n"+
					`{"id":2147483647,"method":"ping","params":{},"type":"request"}`+"\n", <-heard)
				return
			}
			require.Len(t, report.Findings(), 1)
			assert.Equal(t, test.code, report.Findings()[0].Code)
			assert.Contains(t, report.Findings().Error(), test.says)
		})
	}
}

// answerFrames says all that a host has to say, and tells what it has heard up to the ping. A host that answers the ping
// has heard it; "..." at the end is silence until the other side gives up.
func answerFrames(host net.Conn, text string, heard chan<- string) {
	defer host.Close()
	pinged, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		var all strings.Builder
		for lines := bufio.NewScanner(host); lines.Scan(); {
			all.WriteString(lines.Text() + "\n")
			if strings.Contains(lines.Text(), `"ping"`) {
				heard <- all.String()
				close(pinged)
				break
			}
		}
		_, _ = io.Copy(io.Discard, host)
	}()
	text, silent := strings.CutSuffix(text, "...")
	before, answered := strings.CutSuffix(text, pong)
	if _, err := io.WriteString(host, before); err != nil {
		return
	}
	if answered {
		select {
		case <-pinged:
		case <-gone:
		}
		_, _ = io.WriteString(host, pong)
	}
	if silent {
		<-gone
	}
}
