package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/cmd/internal/demohost"
	"github.com/rightkit/lockstep/gen"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/generated/go/transport"
	original "github.com/rightkit/lockstep/templates/go/runtime/transport"
)

// fixtureApp is the app for tests of the contract. The constant of that name is only in builds with the tag demo.
const fixtureApp = "app.orthiclabs.demo-fixture"

// demoSuite reads the scenarios of the demo contract.
func demoSuite(t *testing.T) *scenario.Suite {
	t.Helper()
	p, diags := gen.Open("../..")
	require.False(t, diags.Failed(), diags.Error())
	defer p.Close()
	model, diags := p.Find("demo/v1")
	require.False(t, diags.Failed(), diags.Error())
	require.Equal(t, fixtureApp, model.Fixture.App)
	text, err := os.ReadFile("../../schema/demo/v1/scenarios.yaml")
	require.NoError(t, err)
	doc, diags := load.YAML(source.NewFile("scenarios.yaml", text))
	require.Empty(t, diags)
	suite, diags := scenario.Read(doc)
	require.Empty(t, diags)
	require.Empty(t, suite.Check(model))
	return suite
}

// hostOptions are those of a reference host whose catalog has the app for tests.
func hostOptions(t *testing.T) demohost.Options {
	dir := t.TempDir()
	t.Cleanup(func() { // sealed folders would keep the test from removing them
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				return os.Chmod(path, 0o700)
			}
			return nil
		})
	})
	return demohost.Options{
		Catalog: []demohost.App{{ID: fixtureApp, Name: "Desk", Open: demohost.Desk}},
		Bundles: filepath.Join(dir, "bundles"),
		Mode:    demohost.ConsentDeny,
	}
}

// A handle answers calls.
type handle func(ctx context.Context, method string, params []byte) ([]byte, error)

// A local host is the reference host in this process, without a transport, with at most one fault.
type local struct {
	host  *demohost.Host
	calls handle
	fault fault
	up    bool
	peers int
}

// peerKey is the key under which a context holds the number of the client that calls.
type peerKey struct{}

// target starts a host with a fault, and returns how it is reached.
func target(t *testing.T, f fault) scenario.Target {
	o := hostOptions(t)
	if f.app != nil {
		o.Catalog[0].Open = f.app()
	}
	host, err := demohost.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, host.Close()) })
	l := &local{host: host, fault: f, up: true, calls: host.Handler().Handle}
	if f.calls != nil {
		l.calls = f.calls(l.calls)
	}
	return scenario.Target{Connect: l.connect, Control: localPeer{l.control, 0}}
}

func (l *local) connect(context.Context) (scenario.Peer, error) {
	if !l.up {
		return nil, &original.Error{Code: original.CodeUnavailable, Message: "nobody is there", Retryable: !l.fault.unhelpful}
	}
	l.peers++
	return localPeer{l.calls, l.peers}, nil
}

// control is the control service, as the one of demohost.Service.
func (l *local) control(_ context.Context, method string, params []byte) ([]byte, error) {
	var p map[string]json.RawMessage
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	if l.fault.control != nil {
		l.fault.control(p)
	}
	if method == demohost.ControlKill {
		var id string
		if p["session"] != nil {
			if err := json.Unmarshal(p["session"], &id); err != nil {
				return nil, err
			}
		}
		if l.fault.kill != nil {
			id = l.fault.kill(id)
		}
		_, err := l.host.Kill(id)
		return []byte(`{"killed":1}`), err
	}
	a := demohost.Arrangement{
		Reset: p["reset"] != nil, Enabled: flagOf(p, "enabled", "true"), Armed: flagOf(p, "armed", "true"),
		Permission: flagOf(p, "permission", "true"), Safe: flagOf(p, "capture", `"safe"`), Answer: p["answer"],
	}
	if p["consent"] != nil {
		var mode demohost.ConsentMode
		if err := json.Unmarshal(p["consent"], &mode); err != nil {
			return nil, err
		}
		a.Consent = &mode
	}
	if up := flagOf(p, "service", `"up"`); up != nil {
		l.up = *up
	} else if a.Reset {
		l.up = true
	}
	return []byte(`{}`), l.host.Arrange(&a)
}

func flagOf(p map[string]json.RawMessage, name, yes string) *bool {
	if p[name] == nil {
		return nil
	}
	is := string(p[name]) == yes
	return &is
}

// A localPeer is a client of a local host.
type localPeer struct {
	call   handle
	number int
}

func (p localPeer) Call(ctx context.Context, method string, params []byte) ([]byte, error) {
	text, err := p.call(context.WithValue(ctx, peerKey{}, p.number), method, params)
	if e, ok := errors.AsType[*transport.Error](err); ok { // the runner knows the transport by its original
		return nil, &original.Error{Code: e.Code, Message: e.Message, Retryable: e.Retryable}
	}
	return text, err
}

// within ends a run that hangs.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
