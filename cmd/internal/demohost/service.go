package demohost

import (
	"cmp"
	"context"
	"errors"
	"sync"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// A Service is a host that can be reached: the demo service of a suite, and the control service beside it.
type Service struct {
	host   *Host
	suite  transport.Suite
	failed chan error

	beside *listener // the control service

	mu      sync.Mutex
	demo    *listener // nil while the service is down
	stopped bool
}

// A listener is a transport host that is being served.
type listener struct {
	host *transport.Host
	stop context.CancelFunc
	done chan struct{}
}

// Start makes a host and serves it. The kill control is always there; control.arrange only with arrange, for whoever may
// call it decides in the person's place.
func Start(suite transport.Suite, o Options, arrange bool) (_ *Service, err error) {
	s := &Service{suite: suite, failed: make(chan error, 1)}
	// The place in the suite comes first: a second host must not look at the bundles of the first.
	place, err := transport.Listen(suite, o.config(demo.Service, demo.Methods()))
	if err != nil {
		return nil, err
	}
	if s.host, err = New(o); err != nil {
		return nil, errors.Join(err, place.Close())
	}
	methods := []string{ControlKill}
	if arrange {
		methods = append(methods, ControlArrange)
	}
	control, err := transport.Listen(suite, o.config(ControlService, methods))
	if err != nil {
		return nil, errors.Join(err, place.Close(), s.host.Close())
	}
	s.demo = s.serve(place, s.host.Handler())
	s.beside = s.serve(control, transport.HandlerFunc(s.control))
	return s, nil
}

// Version is what the records of the services say.
const Version = "1.0.0"

func (o *Options) config(service string, methods []string) transport.Config {
	return transport.Config{
		Service: service,
		Role:    "reference",
		Version: Version,
		Methods: methods,
		OnError: func(method string, err error) {
			if o.Log != nil {
				o.Log(method + ": a fault of the host: " + err.Error())
			}
		},
	}
}

func (s *Service) serve(h *transport.Host, handler transport.Handler) *listener {
	ctx, stop := context.WithCancel(context.Background())
	l := &listener{host: h, stop: stop, done: make(chan struct{})}
	go func() {
		defer close(l.done)
		err := h.Serve(ctx, handler)
		if ctx.Err() != nil {
			return // it was to stop
		}
		select {
		case s.failed <- cmp.Or(err, errors.New("a service has stopped by itself")):
		default: // one failure is enough
		}
	}()
	return l
}

// close stops serving: the record and the socket go, and calls that are at work end.
func (l *listener) close() error {
	if l == nil {
		return nil
	}
	l.stop()
	err := l.host.Close()
	<-l.done
	return err
}

// Failed tells that a service could not go on.
func (s *Service) Failed() <-chan error { return s.failed }

// Record is what the record of the demo service holds.
func (s *Service) Record() transport.Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.demo == nil {
		return transport.Record{}
	}
	return s.demo.host.Record()
}

// Host is what is served.
func (s *Service) Host() *Host { return s.host }

// Close kills the sessions, seals their bundles, and leaves the suite.
func (s *Service) Close() error {
	err := s.host.Close() // before the sockets go, so that callers learn why
	s.mu.Lock()
	place := s.demo
	s.demo, s.stopped = nil, true
	s.mu.Unlock() // a call of control.arrange may wait for it, and closing waits for that call
	return errors.Join(err, place.close(), s.beside.close())
}

// arrange changes the host, and takes the demo service down or up.
func (s *Service) arrange(a *Arrangement) error {
	err := s.host.Arrange(a)
	up := a.Up
	if up == nil && a.Reset {
		up = ptr(true)
	}
	if up == nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopped:
	case *up && s.demo == nil:
		h, listenErr := transport.Listen(s.suite, s.host.options.config(demo.Service, demo.Methods()))
		if listenErr != nil {
			return errors.Join(err, listenErr)
		}
		s.demo = s.serve(h, s.host.Handler())
	case !*up && s.demo != nil:
		err = errors.Join(err, s.demo.close())
		s.demo = nil
	}
	return err
}
