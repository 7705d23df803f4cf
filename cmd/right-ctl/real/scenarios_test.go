package real_test

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen"
	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/gen/source"
	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
	model "github.com/rightkit/lockstep/templates/go/runtime/transport"
)

// A verdict is one that a program gives otherwise than the contract.
type verdict struct {
	scenario, method string
	what             string
}

const (
	sends   = "sends params that the contract refuses"
	accepts = "accepts a result that the contract refuses"
)

// judgedDifferently are the steps at which the published program gives another verdict than the contract, each with the
// reason. The scenarios come out as written all the same: either the host refuses, or the suite looks at the result once
// more.
var judgedDifferently = map[verdict]string{
	{"the-host-checks-params", demo.ToolAct, sends}:         "it leaves text for type, and key for press, to the host",
	{"the-host-checks-params", demo.ToolBatch, sends}:       "it does not look into the steps",
	{"a-result-that-is-no-result", demo.ToolBatch, accepts}: "error_code may be missing in its type",
	{"a-result-that-is-no-result", demo.ToolEnd, accepts}:   "ended may be false in its type",
}

// notForPrograms is why a scenario cannot be run through a program at all.
const notForPrograms = "it sends frames of its own, which no program does for its caller"

// TestScenarios makes the calls of every scenario through the programs, one process per call, to our host.
func TestScenarios(t *testing.T) {
	suite := demoScenarios(t)
	root := startDemoHost(t)
	target := suite.Over(root)
	for name, path := range map[string]string{"real": need(t, realRightCtl), "ours": need(t, ourRightCtl)} {
		t.Run(name, func(t *testing.T) {
			var given []verdict
			skipped := 0
			for _, sc := range suite.Scenarios {
				target.Connect = func(context.Context) (scenario.Peer, error) {
					return &program{path: path, root: root.Root(), dir: tempDir(t), judge: func(method, what string) {
						given = append(given, verdict{sc.Name.Value, method, what})
					}}, nil
				}
				target.Dial = nil
				report, err := suite.Run(within(t, time.Minute), target, scenario.Options{Only: []string{sc.Name.Value},
					Timeout: patience})
				require.NoError(t, err)
				if sc.NeedsFrames() {
					assert.Equal(t, 1, report.Count(scenario.NotRun), "%s: %s", sc.Name.Value, notForPrograms)
					skipped++
					continue
				}
				assert.Equal(t, 1, report.Count(scenario.Passed), "%s: %s", sc.Name.Value, report.Findings().Error())
			}
			t.Logf("%d scenarios, of which %d were not run: %s", len(suite.Scenarios), skipped, notForPrograms)
			want := judgedDifferently
			if name == "ours" {
				want = nil
			}
			for _, v := range given {
				assert.Contains(t, want, v, "a verdict of the program that is in no table")
			}
			for v, reason := range want {
				assert.Contains(t, given, v, "the program gives this verdict no more, remove the entry: %s", reason)
			}
		})
	}
}

// demoScenarios reads the scenarios of the demo contract.
func demoScenarios(t *testing.T) *scenario.Suite {
	t.Helper()
	p, diags := gen.Open(root)
	require.False(t, diags.Failed(), diags.Error())
	defer p.Close()
	contract, diags := p.Find("demo/v1")
	require.False(t, diags.Failed(), diags.Error())
	text, err := os.ReadFile(filepath.Join(root, "schema/demo/v1", scenario.FileName))
	require.NoError(t, err)
	doc, diags := load.YAML(source.NewFile(scenario.FileName, text))
	require.Empty(t, diags)
	suite, diags := scenario.Read(doc)
	require.Empty(t, diags)
	require.Empty(t, suite.Check(contract))
	return suite
}

// startDemoHost runs our host, with its control service, until the test ends.
func startDemoHost(t *testing.T) model.Suite {
	t.Helper()
	dir := tempDir(t)
	suite, err := model.At(filepath.Join(dir, "s"))
	require.NoError(t, err)
	bundles := filepath.Join(dir, "b")
	cmd := exec.Command(need(t, ourHost), "--suite-root", suite.Root(), "--consent", "allow", "--control", "--bundles", bundles)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.WaitDelay = time.Second
	require.NoError(t, cmd.Start())
	ready, ended := make(chan string, 1), make(chan struct{})
	go func() {
		r := bufio.NewReader(out)
		line, _ := r.ReadString('\n')
		ready <- line
		_, _ = r.WriteTo(discard{})
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(patience):
			_ = cmd.Process.Kill()
			<-ended
			t.Error("right-ctl-host does not end")
		}
		// Bundles are sealed, also against being removed.
		_ = filepath.WalkDir(bundles, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				return os.Chmod(path, 0o700)
			}
			return nil
		})
	})
	select {
	case line := <-ready:
		require.Contains(t, line, demo.Service)
	case <-time.After(patience):
		require.Fail(t, "right-ctl-host says nothing")
	}
	return suite
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// A program is a client program as a Peer: a process for each call.
type program struct {
	path, root, dir string
	judge           func(method, what string) // told of verdicts that are not the contract's
}

func (p *program) Call(ctx context.Context, method string, params []byte) ([]byte, error) {
	journal := filepath.Join(p.dir, "journal")
	_ = os.Remove(journal)
	cmd := exec.CommandContext(ctx, p.path, "--suite-root", p.root, "--journal", journal, demo.ContractName,
		strings.TrimPrefix(method, "demo."), string(params))
	cmd.WaitDelay = time.Second
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var o outcome
	o.readError(stderr.String())
	tool, _ := demo.LookupTool(method)
	log, _ := os.ReadFile(journal)
	if len(tool.Params.Check(params)) > 0 && !refusedItself(tool.Command, o, string(log)) {
		p.judge(method, sends)
	}
	switch {
	case err == nil:
		if len(tool.Result.Check([]byte(stdout.String()))) > 0 {
			p.judge(method, accepts)
		}
		return []byte(strings.TrimSuffix(stdout.String(), "\n")), nil
	case o.Code == "" || stdout.Len() > 0 || cmd.ProcessState.ExitCode() != demo.ExitCode(o.Code):
		return nil, fmt.Errorf("%w: %s%s", err, stdout.String(), stderr.String())
	}
	return nil, &model.Error{Code: o.Code, Message: o.Message, Retryable: o.Retry}
}

// refusedItself reports whether a program refused params before it called a host: by its journal, or by the words that
// only the program has for it.
func refusedItself(word string, o outcome, journal string) bool {
	own := []string{"demo.batch takes", word + ": "}
	return o.Code == transport.CodeInvalidArguments && (!strings.Contains(journal, `"event":"started"`) ||
		slices.ContainsFunc(own, func(start string) bool { return strings.HasPrefix(o.Message, start) }))
}
