package scenario

import (
	"context"
	"net"

	"github.com/rightkit/lockstep/templates/go/runtime/transport"
)

// Over returns the host of the suite's contract that is found under a suite root.
func (s *Suite) Over(root transport.Suite) Target {
	service := s.contract.Service
	t := Target{
		Connect: func(ctx context.Context) (Peer, error) {
			return connected(transport.Dial(ctx, root, service.Name, service.Client))
		},
		Dial: func(ctx context.Context) (net.Conn, error) {
			// The transport finds the host and makes sure that it is the user's own.
			c, err := transport.Dial(ctx, root, service.Name, service.Client)
			if err != nil {
				return nil, err
			}
			defer c.Close()
			var d net.Dialer
			return d.DialContext(ctx, "unix", c.Record().Endpoint)
		},
	}
	if s.Control != nil {
		t.Control = once{root, s.Control.Service.Value, service.Client}
	}
	return t
}

// connected keeps a nil connection from becoming a Peer that is not nil.
func connected(c *transport.Conn, err error) (Peer, error) {
	if err != nil {
		return nil, err
	}
	return c, nil
}

// once is a Peer that connects for each call: a control service is called seldom, and by nobody else in between.
type once struct {
	root            transport.Suite
	service, client string
}

func (o once) Call(ctx context.Context, method string, params []byte) ([]byte, error) {
	c, err := transport.Dial(ctx, o.root, o.service, o.client)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Call(ctx, method, params)
}
