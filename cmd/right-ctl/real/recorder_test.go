package real_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// A recorder is a host that writes down what it is asked, and checks nothing.
type recorder struct {
	suite transport.Suite

	mutex  sync.Mutex
	calls  []string
	answer *answer
}

// An answer is what a recorder says.
type answer struct {
	result string
	err    *transport.Error // instead of a result
	events []string         // before it
}

// validResults are results of the right shape, for every method.
var validResults = map[string]string{
	demo.ToolRequest:  `{"session":"s1","token":"t1","app":"a"}`,
	demo.ToolApps:     `{"apps":[{"id":"a","name":"A"}]}`,
	demo.ToolSnapshot: `{"capture_state":"safe","elements":[{"ref":"e1","role":"button","label":"OK","ops":["click"]}]}`,
	demo.ToolAct:      `{"receipt_id":"r1"}`,
	demo.ToolBatch:    `{"completed":1,"results":[{"receipt_id":"r1"}],"failed_step":null,"error_code":null}`,
	demo.ToolEnd:      `{"ended":true,"bundle_id":"b1","bundle_state":"complete"}`,
}

// startRecorder serves the demo on a suite of its own until the test ends.
func startRecorder(tb testing.TB) *recorder {
	tb.Helper()
	suite, err := transport.At(tempDir(tb))
	require.NoError(tb, err)
	r := &recorder{suite: suite}
	serve(tb, suite, transport.HandlerFunc(r.handle))
	return r
}

// serve runs a host of the demo on our transport until the test ends.
func serve(tb testing.TB, suite transport.Suite, handler transport.Handler) *transport.Host {
	tb.Helper()
	config := transport.Config{Service: demo.Service, Role: "recorder", Version: "1", Rank: 7, Apps: []string{demo.ClientName}}
	for _, t := range demo.Tools {
		config.Methods = append(config.Methods, t.Name)
	}
	host, err := transport.Listen(suite, config)
	require.NoError(tb, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- host.Serve(ctx, handler) }()
	tb.Cleanup(func() {
		cancel()
		select {
		case err := <-ended:
			require.NoError(tb, err)
		case <-time.After(10 * time.Second):
			require.Fail(tb, "the host does not end")
		}
	})
	return host
}

func (r *recorder) handle(ctx context.Context, method string, params []byte) ([]byte, error) {
	r.mutex.Lock()
	r.calls = append(r.calls, method+" "+string(params))
	a := r.answer
	r.mutex.Unlock()
	if a == nil {
		return []byte(validResults[method]), nil
	}
	for _, event := range a.events {
		if err := transport.Emit(ctx, []byte(event)); err != nil {
			return nil, err
		}
	}
	if a.err != nil {
		return nil, a.err
	}
	return []byte(a.result), nil
}

// watch is what a program does against this host, which answers with a, or with a valid result when a is nil.
func (r *recorder) watch(tb testing.TB, program string, a *answer, args []string) outcome {
	tb.Helper()
	r.mutex.Lock()
	r.calls, r.answer = nil, a
	r.mutex.Unlock()
	o := start(tb, program, args...)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	o.Wire = r.calls
	return o
}
