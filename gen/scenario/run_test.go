package scenario_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rightkit/lockstep/gen/scenario"
	"github.com/rightkit/lockstep/templates/go/runtime/transport"
)

const open = `{"open":true,"wings":[{"side":"left","width":1.0},{"side":"right","width":2}]}`

// What is sent, to whom and in which order.
func TestRun(t *testing.T) {
	s := &script{answers: []answer{said(open), said(open), said(open)}}
	report, control := play(t, contractOf(t, gateProject), steps(`
      - call: gate.open
        params: {key: $$5, times: 3}
        result: {open: true, wings: [{width: 1}, {side: right, width: 2.0}]}
        save: first
      - kill: $first.wings(side=right).side
      - arrange: {bolt: shut, answer: {left: $first.wings.0}}
      - call: gate.open
        raw: {key: $first.wings(side=left).width, more: [$first.open, {$times: 2, $item: x}]}
        save: second
      - same: [$first, $second]
      - differ: [$first.wings.0.side, $first.wings.1.side, $first.open]
      - kill: all
`), s)
	assert.Empty(t, report.Findings(), report.Findings().Error())
	assert.Equal(t, "1 of 1 scenario passed", report.Summary())
	assert.Equal(t, []string{
		`gate.open {"key":"$5","times":3}`,
		`gate.open {"key":1.0,"more":[true,["x","x"]]}`,
	}, s.calls)
	assert.Equal(t, []string{
		`control.arrange {"reset":true}`, // to see whether it can be
		`control.arrange {"reset":true}`, `control.arrange {"bolt":"open"}`,
		`control.kill {"session":"right"}`,
		`control.arrange {"answer":{"left":{"side":"left","width":1.0}},"bolt":"shut"}`,
		`control.kill {}`,
		`control.arrange {"reset":true}`, // for whoever comes next
	}, control.calls)
	assert.Equal(t, 3, s.closed, "the first look, before the arrangement, and at the end")
}

// Each way in which a scenario can fail, as its reader sees it.
func TestFindings(t *testing.T) {
	gate := contractOf(t, gateProject)
	const call = "      - call: gate.open\n        params: {key: k}\n"
	tests := []struct {
		name, steps string
		answer      answer
		want        string
	}{
		{"a member differs", call + "        result: {open: false}\n", said(open),
			"s.yaml:11:24: it: gate.open: /open is not what is expected [result-differs]\n    at:   /scenarios/0/steps/0/result/open\n    got:  true\n    want: false"},
		{"several differ", call + "        result: {open: false, wings: [{width: 3}, {width: 3}]}\n", said(open),
			"s.yaml:11:24: it: gate.open: /open is not what is expected [result-differs]\n    at:   /scenarios/0/steps/0/result/open\n    got:  true\n    want: false\n" +
				"    also: /wings/0/width: got 1.0, want 3\n    also: /wings/1/width: got 2, want 3"},
		{"a list has another length", call + "        result: {wings: [{}]}\n", said(open),
			"s.yaml:11:25: it: gate.open: /wings is not what is expected [result-differs]\n    at:   /scenarios/0/steps/0/result/wings\n" +
				`    got:  [{"side":"left","width":1.0},{"side":"right","width":2}]` + "\n    want: a list of 1"},
		{"not of the contract", call, said(`{"open":1,"wings":[]}`),
			"s.yaml:9:15: it: gate.open failed where a result is expected [error-unexpected]\n    at:   /scenarios/0/steps/0/call\n" +
				"    got:  malformed_response: gate.open: /open: got a number, want a boolean [type]\n    want: a result\n" +
				"    also: the contract at /$defs/open/result/properties/open/type"},
		{"no JSON", call, said(`{`),
			"s.yaml:9:15: it: gate.open failed where a result is expected [error-unexpected]\n    at:   /scenarios/0/steps/0/call\n" +
				"    got:  malformed_response: gate.open: got the end of the text, want the name of a member [syntax]\n    want: a result"},
		{"a code that nobody knows", call, failed("lockd", false),
			"s.yaml:9:15: it: gate.open failed where a result is expected [error-unexpected]\n    at:   /scenarios/0/steps/0/call\n    got:  lockd: as told\n    want: a result\n" +
				`    hint: "lockd" is no code of the contract or of the transport`},
		{"an error", call, failed("locked", false),
			"s.yaml:9:15: it: gate.open failed where a result is expected [error-unexpected]\n    at:   /scenarios/0/steps/0/call\n    got:  locked: as told\n    want: a result"},
		{"another error", call + "        error: jammed\n", failed("locked", false),
			"s.yaml:11:16: it: gate.open failed with another error than expected [error-differs]\n    at:   /scenarios/0/steps/0/error\n    got:  locked: as told\n    want: jammed"},
		{"none of the errors", call + "        error: [jammed, locked]\n", failed("", false),
			"s.yaml:11:16: it: gate.open failed with another error than expected [error-differs]\n    at:   /scenarios/0/steps/0/error\n    got:  : as told\n    want: jammed or locked"},
		{"no error", call + "        error: jammed\n", said(`{"open":true,"wings":[]}`),
			"s.yaml:11:16: it: gate.open gave a result where an error is expected [result-unexpected]\n    at:   /scenarios/0/steps/0/error\n" +
				`    got:  {"open":true,"wings":[]}` + "\n    want: jammed"},
		{"another retryable", call + "        error: {code: locked, retryable: true}\n", failed("locked", false),
			"s.yaml:11:42: it: gate.open failed with locked, as expected, but retryable is wrong [retryable-differs]\n" +
				"    at:   /scenarios/0/steps/0/error/retryable\n    got:  false\n    want: true"},
		{"no code at all", call, answer{err: errors.New("out of paper")},
			"s.yaml:9:15: it: gate.open: the call could not be made [call-impossible]\n    at:   /scenarios/0/steps/0/call\n    got:  out of paper"},
		{"a reference to nothing", call + "        save: a\n      - same: [$a.wings(side=left).width, 1]\n", said(`{"open":true,"wings":[]}`),
			"s.yaml:12:16: it: $a.wings has no item whose side is \"left\" [reference-empty]\n    at:   /scenarios/0/steps/1/same/0"},
		{"an index to nothing", call + "        save: a\n      - same: [$a.wings.1.width, 1]\n", said(`{"open":true,"wings":[]}`),
			"s.yaml:12:16: it: $a.wings has no \"1\" [reference-empty]\n    at:   /scenarios/0/steps/1/same/0"},
		{"values that differ", call + "        save: a\n      - same: [$a.open, false]\n", said(open),
			"s.yaml:12:25: it: $a.open and value 2 differ [values-differ]\n    at:   /scenarios/0/steps/1/same/1\n    got:  false\n    want: true"},
		{"values that are the same", call + "        save: a\n      - differ: [$a.wings.0.width, 7, 1]\n", said(open),
			"s.yaml:12:39: it: $a.wings.0.width and value 3 are the same [values-equal]\n    at:   /scenarios/0/steps/1/differ/2\n    got:  1\n    want: another value"},
		{"params that a reference breaks", call + "        save: a\n      - call: gate.open\n        params: {key: $a.open}\n        error: locked\n", said(open),
			"s.yaml:14:16: it: gate.open failed with another error than expected [error-differs]\n    at:   /scenarios/0/steps/1/error\n" +
				"    got:  invalid_arguments: /key: got a boolean, want a string [type]\n    want: locked"},
		{"frames that cannot be sent", "      - send: [x]\n        receive: []\n", said(open),
			"s.yaml:6:11: it: not run, for a client program sends no frames of its own [not-run]\n    at:   /scenarios/0/name"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			report, _ := play(t, gate, steps(test.steps), &script{answers: []answer{test.answer}})
			assert.Equal(t, test.want, report.Findings().Error())
			assert.Zero(t, report.Count(scenario.Passed))
		})
	}
}

// An error that a client makes of an answer is not one of the host.
func TestRefusedByTheClient(t *testing.T) {
	demo := contractOf(t, demoProject)
	const call = "      - call: demo.snapshot\n        params: {token: t}\n        error: "
	masked := said(`{"capture_state":"masked","elements":[]}`)
	report, _ := play(t, demo, steps(call+"capture_unsafe\n"), &script{answers: []answer{masked}})
	assert.Equal(t, "s.yaml:11:16: it: demo.snapshot: the host answered, and only the client refused the answer [refused-by-the-client]\n"+
		"    at:   /scenarios/0/steps/0/error\n    got:  capture_unsafe: demo.snapshot: the host answered with another capture_state than safe\n"+
		"    want: capture_unsafe from the host", report.Findings().Error())
	for _, by := range []answer{masked, failed("capture_unsafe", false)} { // a client program answers for itself
		report, _ = play(t, demo, steps(call+"{code: capture_unsafe, by: client}\n"), &script{answers: []answer{by}})
		assert.Empty(t, report.Findings())
	}

	const saved = "      - call: demo.snapshot\n        params: {token: t}\n        save: a\n"
	report, _ = play(t, demo, steps(saved+"      - call: demo.snapshot\n        params: {token: $a.elements}\n        error: invalid_arguments\n"),
		&script{answers: []answer{said(`{"capture_state":"safe","elements":[]}`)}})
	require.Len(t, report.Findings(), 1)
	assert.Equal(t, "it: demo.snapshot: the call did not get as far as the host, for the client refused the params", report.Findings()[0].Message)
}

// Secrets of the contract are in no report, wherever they turn up.
func TestSecrets(t *testing.T) {
	demo := contractOf(t, demoProject)
	const token = `s3cr3t"\u00e9`
	const request = "      - call: demo.request\n        params: {app: $fixture, agent_name: a}\n"
	given := said(`{"session":"s1","token":"s3cr3t\"\u00e9","app":"a"}`)
	tests := []struct {
		steps string
		more  answer
	}{
		{request + "        result: {token: other}\n", answer{}},
		{request + "        result: {app: b}\n        save: a\n", answer{}},
		{request + "        error: consent_denied\n", answer{}},
		{request + "        save: a\n      - same: [$a, 1]\n", answer{}},
		{request + "        save: a\n      - differ: [$a.token, $a.token]\n", answer{}},
		{request + "        save: a\n      - call: demo.end\n        params: {token: $a.token}\n",
			answer{err: &transport.Error{Code: "invalid_token", Message: `no token s3cr3t"é`}}},
		{request + "        save: a\n      - call: demo.end\n        params: {token: $a.token}\n        result: {bundle_id: b}\n",
			said(`{"ended":true,"bundle_id":"of s3cr3t\"\u00e9","bundle_state":"complete"}`)},
	}
	for _, test := range tests {
		report, _ := play(t, demo, steps(test.steps), &script{answers: []answer{given, test.more}})
		text := report.Findings().Error()
		require.NotEmpty(t, text)
		assert.NotContains(t, text, token[:6])
	}
}

// Clients have connections of their own; one over which a call was lost is not used again.
func TestClients(t *testing.T) {
	var made []*script
	connect := func(context.Context) (scenario.Peer, error) {
		s := &script{answers: []answer{said(open), failed("request_timeout", false)}}
		made = append(made, s)
		return s, nil
	}
	suite := suiteOf(t, contractOf(t, gateProject), steps(`
      - {call: gate.open, client: one, params: {key: a}}
      - {call: gate.open, client: two, params: {key: b}}
      - {call: gate.open, client: one, params: {key: c}, error: [locked]}
`))
	report, err := suite.Run(within(t), scenario.Target{Connect: connect, Control: &script{}}, scenario.Options{})
	require.NoError(t, err)
	require.Len(t, made, 3, "one to see whether there is a host")
	assert.Equal(t, []string{`gate.open {"key":"a"}`, `gate.open {"key":"c"}`}, made[1].calls)
	assert.Equal(t, []string{`gate.open {"key":"b"}`}, made[2].calls)
	assert.Equal(t, "request_timeout: as told", report.Findings()[0].Got)
	for _, s := range made {
		assert.Equal(t, 1, s.closed)
	}
}

func TestNoHost(t *testing.T) {
	gone := &transport.Error{Code: transport.CodeUnavailable, Message: "nobody"}
	suite := suiteOf(t, contractOf(t, gateProject), steps("      - {call: gate.open, params: {key: k}}\n"))
	report, err := suite.Run(within(t), scenario.Target{Connect: func(context.Context) (scenario.Peer, error) { return nil, gone }}, scenario.Options{})
	assert.Nil(t, report)
	assert.ErrorIs(t, err, gone)
}

// A control service that refuses is a finding of the scenario that needs it; one that is not there keeps it from running.
func TestControl(t *testing.T) {
	text := steps("      - arrange: {bolt: shut}\n") + "  - name: free\n    doc: Free.\n    steps:\n      - {call: gate.open, params: {key: k}}\n"
	tests := []struct {
		answers []answer
		want    string
	}{
		{[]answer{failed("service_unavailable", true)}, "1 of 2 scenarios passed, 1 not run"},
		{[]answer{failed("request_not_allowed", false)}, "1 of 2 scenarios passed, 1 not run"},
		{[]answer{said("{}"), failed("internal", false)}, "1 of 2 scenarios passed, 1 failed"},
		{[]answer{said("{}"), said("{}"), failed("internal", false)}, "1 of 2 scenarios passed, 1 failed"},
		{[]answer{said("{}"), said("{}"), said("{}"), failed("internal", false)}, "1 of 2 scenarios passed, 1 failed"},
	}
	suite := suiteOf(t, contractOf(t, gateProject), text)
	for _, test := range tests {
		at := scenario.Target{
			Connect: func(context.Context) (scenario.Peer, error) { return &script{answers: []answer{said(open)}}, nil },
			Control: &script{answers: test.answers},
		}
		report, err := suite.Run(within(t), at, scenario.Options{})
		require.NoError(t, err)
		assert.Equal(t, test.want, report.Summary())
	}
}
