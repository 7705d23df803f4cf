package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/cmd/internal/demohost"
	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/generated/go/transport"
	original "github.com/rightkit/lockstep/templates/go/runtime/transport"
)

// serve starts the reference host as a service, and returns its suite root.
func serve(t *testing.T, arrange bool, o demohost.Options) string {
	t.Helper()
	root, err := os.MkdirTemp("", "rk") // short, for the name of a socket is
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(root)) })
	suite, err := transport.At(root)
	require.NoError(t, err)
	s, err := demohost.Start(suite, o, arrange)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return root
}

// The reference host does what the scenarios say, through the command and over the transport.
func TestConform(t *testing.T) {
	t.Parallel()
	root := serve(t, true, hostOptions(t))
	all := scenarioNames(demoSuite(t))
	assert.GreaterOrEqual(t, len(all), 25)
	for range 2 { // a run leaves nothing behind that another one meets
		code, stdout, stderr := lockstep("conform", "-C", "../..", "--host", root, "demo/v1")
		assert.Equal(t, exitDone, code)
		assert.Regexp(t, `^(\d+) of \d+ scenarios passed\n$`, stdout)
		assert.True(t, strings.HasPrefix(stdout, strconv.Itoa(len(all))+" of "+strconv.Itoa(len(all))), stdout)
		assert.Empty(t, stderr)
	}

	code, stdout, _ := lockstep("conform", "-C", "../..", "--host", root, "--scenario", "end-twice")
	assert.Equal(t, exitDone, code)
	assert.Equal(t, "1 of 1 scenario passed\n", stdout)

	code, stdout, _ = lockstep("conform", "-C", "../..", "--host", root, "--format", "json")
	assert.Equal(t, exitDone, code)
	assert.Equal(t, "[]\n", stdout)

	code, _, stderr := lockstep("conform", "-C", "../..", "--host", root, "--scenario", "end-twise")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, `there is no scenario "end-twise": did you mean "end-twice"?`)

	code, _, stderr = lockstep("conform", "-C", "../..", "--host", root, "demo/v2")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, `there is no contract "demo/v2", only demo/v1: did you mean "demo/v1"?`)
}

// Where nothing can be arranged, the scenarios that need it are named, and the others run.
func TestConformWithoutControl(t *testing.T) {
	t.Parallel()
	o := hostOptions(t)
	o.Mode = demohost.ConsentAllow
	root := serve(t, false, o)
	code, stdout, stderr := lockstep("conform", "-C", "../..", "--host", root)
	assert.Equal(t, exitFindings, code)
	assert.Empty(t, stderr)
	run, need := 0, 0
	for _, sc := range demoSuite(t).Scenarios {
		line := ": " + sc.Name.Value + ": not run, for nothing can be arranged at this host [not-run]\n"
		if sc.NeedsControl() {
			need++
			assert.Contains(t, stdout, line)
		} else {
			run++
			assert.NotContains(t, stdout, ": "+sc.Name.Value+":")
		}
	}
	assert.Contains(t, stdout, "hint: start the host with the control service rightkit.agent.demo.control, and with control.arrange allowed\n")
	assert.True(t, strings.HasSuffix(stdout, "\n"+strconv.Itoa(run)+" of "+strconv.Itoa(run+need)+" scenarios passed, "+strconv.Itoa(need)+" not run\n"), stdout)

	code, stdout, _ = lockstep("conform", "-C", "../..", "--host", root, "--partial")
	assert.Equal(t, exitDone, code)
	assert.Contains(t, stdout, ": warning: consent-is-denied: not run") // still named
}

func TestConformWithoutHost(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	code, stdout, stderr := lockstep("conform", "-C", "../..", "--host", root)
	assert.Equal(t, exitUsage, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "lockstep: there is no host to test under "+root+": service_unavailable: no service.json for rightkit.agent.demo\n", stderr)
}

// A host that hangs costs a call its time, and no more.
func TestConformHangingHost(t *testing.T) {
	t.Parallel()
	suite := demoSuite(t)
	hang := fault{calls: func(handle) handle {
		return func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
			<-ctx.Done()
			return nil, &transport.Error{Code: transport.CodeTimeout, Message: "nothing came"}
		}
	}}
	report, err := suite.Run(within(t), target(t, hang), scenario.Options{Timeout: 1e6, Only: []string{"a-whole-session", "end-twice"}})
	require.NoError(t, err)
	assert.Equal(t, "0 of 2 scenarios passed, 2 failed", report.Summary())
	assert.Equal(t, "a-whole-session: demo.request failed where a result is expected", report.Findings()[0].Message)
	assert.Equal(t, "request_timeout: nothing came", report.Findings()[0].Got)
}

// A run that is interrupted says what it did not get to.
func TestConformInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(within(t))
	stop := fault{calls: before("demo.snapshot", func(object) error {
		cancel()
		return coded("invalid_token")
	})}
	report, err := demoSuite(t).Run(ctx, target(t, stop), scenario.Options{})
	require.NoError(t, err)
	assert.Zero(t, report.Count(scenario.Passed)+report.Count(scenario.Failed))
	assert.Equal(t, "a-whole-session: not run to its end, for the run was interrupted", report.Findings()[0].Message)
}

// secretToken is what a token of the reference host looks like.
var secretToken = regexp.MustCompile(`t-[a-z0-9]{20}`)

// Every fault is found by the scenarios that are about it, every scenario finds a fault, and no report tells a token.
func TestConformFaults(t *testing.T) {
	t.Parallel()
	suite := demoSuite(t)
	all := scenarioNames(suite)
	assert.GreaterOrEqual(t, len(faults), 15)
	var mu sync.Mutex
	found := map[string]bool{}
	t.Run("faults", func(t *testing.T) {
		for _, f := range faults {
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				// A suite is bound to its contract by Check, and can be run many times at once.
				var at scenario.Target
				if f.frames != nil {
					at = throughProxy(t, suite, f)
				} else {
					at = target(t, f)
				}
				report, err := suite.Run(within(t), at, scenario.Options{})
				require.NoError(t, err)
				failed := report.Failed()
				for name := range strings.FieldsSeq(f.finds) {
					require.Contains(t, all, name, "there is no such scenario")
					assert.Contains(t, failed, name)
				}
				text := report.Findings().Error()
				assert.NotRegexp(t, secretToken, text)
				for _, name := range failed {
					assert.Regexp(t, `(?m)^scenarios\.yaml:[0-9]+:[0-9]+: `+name+`: .* \[[a-z-]+\]$`, text)
				}
				t.Logf("%s\n%s", report.Summary(), text)
				mu.Lock()
				defer mu.Unlock()
				for name := range strings.FieldsSeq(f.finds) {
					found[name] = true
				}
			})
		}
	})
	for _, name := range all {
		assert.True(t, found[name], "no fault is found by the scenario %s", name)
	}
}

// A host without a fault passes in the way in which the hosts with one are run.
func TestConformNoFault(t *testing.T) {
	t.Parallel()
	suite := demoSuite(t)
	report, err := suite.Run(within(t), target(t, fault{}), scenario.Options{})
	require.NoError(t, err)
	assert.Empty(t, report.Failed(), report.Findings().Error())
	for _, o := range report.Outcomes {
		assert.Equal(t, o.Scenario.NeedsFrames(), o.State == scenario.NotRun)
	}

	honest := fault{frames: func(_, r object) []object { return []object{r} }}
	report, err = suite.Run(within(t), throughProxy(t, suite, honest), scenario.Options{})
	require.NoError(t, err)
	assert.Equal(t, len(report.Outcomes), report.Count(scenario.Passed), report.Findings().Error())
}

// Each code of the contract is the outcome of a scenario.
func TestScenariosHaveEveryCode(t *testing.T) {
	text, err := os.ReadFile("../../schema/demo/v1/schema.json")
	require.NoError(t, err)
	var schema struct {
		Defs struct {
			ErrorCode struct{ Enum []string }
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &schema))
	require.Len(t, schema.Defs.ErrorCode.Enum, 13)
	var expected []string
	for _, sc := range demoSuite(t).Scenarios {
		for _, s := range sc.Steps {
			if s.Error != nil && len(s.Error.Codes) == 1 { // one of several is not proved
				expected = append(expected, s.Error.Codes[0].Value)
			}
		}
	}
	for _, code := range schema.Defs.ErrorCode.Enum {
		assert.Contains(t, expected, code)
	}
}

// throughProxy starts the reference host, and something between it and the frames of scenarios that makes it faulty.
func throughProxy(t *testing.T, suite *scenario.Suite, f fault) scenario.Target {
	root, err := original.At(serve(t, true, hostOptions(t)))
	require.NoError(t, err)
	at := suite.Over(root)
	dial := at.Dial
	at.Dial = func(ctx context.Context) (net.Conn, error) {
		host, err := dial(ctx)
		if err != nil {
			return nil, err
		}
		client, end := net.Pipe()
		requests := make(chan object, 100)
		go forward(end, host, func(o object) []object {
			requests <- o
			return []object{o}
		})
		go forward(host, end, func(o object) []object {
			var request object
			select { // the host answers in their order; the hello is one of them
			case request = <-requests:
			default:
			}
			if o["type"] != "response" || request["method"] == "ping" {
				return []object{o}
			}
			return f.frames(request, o)
		})
		return client, nil
	}
	return at
}

// forward copies frames, changed, until one side closes. What is no frame goes on as it is.
func forward(from, to net.Conn, change func(object) []object) {
	defer from.Close()
	defer to.Close()
	for lines := bufio.NewScanner(from); lines.Scan(); {
		var o object
		if json.Unmarshal(lines.Bytes(), &o) != nil {
			change(object{})
			if _, err := to.Write(append(slices.Clone(lines.Bytes()), '\n')); err != nil {
				return
			}
			continue
		}
		for _, f := range change(o) {
			text, err := json.Marshal(f)
			if err != nil {
				return
			}
			if _, err := to.Write(append(text, '\n')); err != nil {
				return
			}
		}
	}
}

// TestBadScenarios runs conform on the project testdata/gate with a scenarios.yaml from each folder of testdata/scenarios,
// and compares what it says with want.txt there.
func TestBadScenarios(t *testing.T) {
	cases, err := os.ReadDir("testdata/scenarios")
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for _, c := range cases {
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("testdata/scenarios", c.Name())
			dir := t.TempDir()
			lay(t, dir, "testdata/gate")
			lay(t, dir, folder)
			code, stdout, stderr := lockstep("conform", "-C", dir, "--host", dir)
			assert.Equal(t, exitFindings, code)
			assert.Empty(t, stdout)
			assert.Regexp(t, place, strings.SplitN(stderr, "\n", 2)[0], "the first line names no place")

			golden := filepath.Join(folder, "want.txt")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(stderr), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err, "run the test with -update")
			assert.Equal(t, string(want), stderr)
		})
	}
}
