//go:build linux || darwin

package transport

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// 64 clients make 10,000 calls, and 16 more goroutines share one of the connections: every answer is that of its call.
func TestLoad(t *testing.T) {
	const clients, calls, sharers = 64, 10_000, 16
	noLeaks(t)
	s := newSuite(t)
	var served atomic.Int64
	serve(t, s, Config{}, func(ctx context.Context, _ string, params []byte) ([]byte, error) {
		if served.Add(1)%97 == 0 {
			if err := Emit(ctx, params); err != nil {
				return nil, err
			}
		}
		return params, nil
	})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conns := make([]*Conn, clients)
	for i := range conns {
		c, err := Dial(ctx, s, service, "app")
		require.NoError(t, err)
		defer func() { _ = c.Close() }()
		conns[i] = c
	}
	var left atomic.Int64
	left.Store(calls)
	var ended sync.WaitGroup
	for i := range clients + sharers {
		ended.Add(1)
		go func() {
			defer ended.Done()
			c := conns[0]
			if i < clients {
				c = conns[i]
			}
			for {
				n := left.Add(-1)
				if n < 0 {
					return
				}
				params := `{"n":` + strconv.FormatInt(n, 10) + `}`
				result, err := c.Call(ctx, "echo", []byte(params))
				if !assert.NoError(t, err) || !assert.Equal(t, params, string(result)) {
					return
				}
			}
		}()
	}
	ended.Wait()
	assert.Equal(t, int64(calls), served.Load())
}

func BenchmarkRoundTrip(b *testing.B) {
	s := newSuite(b)
	serve(b, s, Config{}, echo)
	c := dial(b, s)
	params := []byte(`{"token":"0123456789abcdef","ref":"e1","op":"click"}`)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Call(ctx, "echo", params); err != nil {
			b.Fatal(err)
		}
	}
}
