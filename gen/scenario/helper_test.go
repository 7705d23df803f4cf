package scenario_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/gen/source"
	"github.com/rightkit/lockstep/templates/go/runtime/transport"
)

// contractOf returns the only contract of a project.
func contractOf(t testing.TB, dir string) *ir.Contract {
	t.Helper()
	p, diags := gen.Open(dir)
	require.False(t, diags.Failed(), diags.Error())
	defer p.Close()
	model, diags := p.Lower(p.Config.Contracts[0])
	require.False(t, diags.Failed(), diags.Error())
	return model
}

const (
	gateProject = "../../cmd/lockstep/testdata/gate"
	demoProject = "../.."
)

// suiteOf reads scenarios of a contract that are right.
func suiteOf(t testing.TB, c *ir.Contract, text string) *scenario.Suite {
	t.Helper()
	doc, diags := load.YAML(source.NewFile("s.yaml", []byte(text)))
	require.Empty(t, diags, diags.Error())
	suite, diags := scenario.Read(doc)
	require.Empty(t, diags, diags.Error())
	diags = suite.Check(c)
	require.Empty(t, diags, diags.Error())
	return suite
}

// steps is a scenarios.yaml with one scenario.
func steps(text string) string {
	return "control:\n  service: gate.control\n  settings: {bolt: [open, shut], answer: any}\n" +
		"start: {bolt: open}\n" +
		"scenarios:\n  - name: it\n    doc: It.\n    steps:\n" + text
}

// A script answers calls in its order, and remembers them.
type script struct {
	answers []answer
	calls   []string
	closed  int
}

type answer struct {
	result string
	err    error
}

func (s *script) Call(_ context.Context, method string, params []byte) ([]byte, error) {
	s.calls = append(s.calls, method+" "+string(params))
	if len(s.answers) == 0 {
		return []byte(`{}`), nil
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return []byte(a.result), a.err
}

func (s *script) Close() error {
	s.closed++
	return nil
}

func said(result string) answer { return answer{result: result} }

func failed(code string, retryable bool) answer {
	return answer{err: &transport.Error{Code: code, Message: "as told", Retryable: retryable}}
}

// play runs the scenario of a file against a script, and returns what was found and what the control service was told.
func play(t *testing.T, c *ir.Contract, text string, s *script) (*scenario.Report, *script) {
	t.Helper()
	control := &script{}
	at := scenario.Target{Connect: func(context.Context) (scenario.Peer, error) { return s, nil }, Control: control}
	report, err := suiteOf(t, c, text).Run(within(t), at, scenario.Options{})
	require.NoError(t, err)
	return report, control
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// demoText is the file of the demo contract.
func demoText(t testing.TB) string {
	text, err := os.ReadFile("../../schema/demo/v1/scenarios.yaml")
	require.NoError(t, err)
	return string(text)
}
