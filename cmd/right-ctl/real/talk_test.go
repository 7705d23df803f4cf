package real_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// An exchange is some calls and what must come of them.
type exchange struct {
	about string
	steps []step // of the script for demo.act
	calls []call // one call of demo.act with params when there are none
	want  []string
}

// TestTalk has each of the two clients talk to each of the two hosts, which answer from the same script. All four must
// get the same.
func TestTalk(t *testing.T) {
	params := json.RawMessage(`{"token":"t1","z":[1.5,{"b":1,"a":"\u2028é😀"}]}`)
	large := json.RawMessage(`"` + strings.Repeat("é", 4<<20) + `"`)
	act, slow := call{Method: demo.ToolAct}, call{Method: demo.ToolAct, Deadline: 150}
	with := func(params string) call { return call{Method: demo.ToolAct, Params: json.RawMessage(params)} }
	failure := func(members string) step { return step{"error": json.RawMessage("{" + members + "}")} }
	gave := func(result string) string { return `{"events":[],"result":` + result + `}` }
	failed := func(members string) string { return `{"error":{` + members + `},"events":[]}` }
	list := []exchange{
		{"a result", []step{{"result": map[string]any{"b": 1, "a": []any{nil, "é\u2028"}}}}, nil, []string{gave(`{"a":[null,"é\u2028"],"b":1}`)}},
		{"the params", []step{{"echo": true}}, nil, []string{gave(string(params))}},
		{"null", []step{{"result": nil}}, nil, []string{gave(`null`)}},
		{"events", []step{{"event": map[string]any{"n": 1}}, {"event": nil}, {"event": "x\n"}, {"result": 1}}, nil,
			[]string{`{"events":[{"n":1},null,"x\n"],"result":1}`}},
		{"events before an error", []step{{"event": 1}, failure(`"code":"c","message":"m"`)}, nil,
			[]string{`{"error":{"code":"c","message":"m","retryable":false},"events":[1]}`}},
		{"details", []step{failure(`"code":"c","message":"m","retryable":true,"details":{"b":[1,2.5],"a":null}`)}, nil,
			[]string{failed(`"code":"c","message":"m","retryable":true,"details":{"a":null,"b":[1,2.5]}`)}},
		{"details null", []step{failure(`"code":"c","message":"","details":null`)}, nil,
			[]string{failed(`"code":"c","message":"","retryable":false`)}},
		{"details false", []step{failure(`"code":"c","message":"m","details":false`)}, nil,
			[]string{failed(`"code":"c","message":"m","retryable":false,"details":false`)}},
		{"a panic, and the connection lives", []step{{"panic": "boom"}, {"result": 1}}, []call{act, act},
			[]string{failed(`"code":"panic","message":"handler panicked","retryable":false`), gave(`1`)}},
		{"a result that is too large, and the connection lives", []step{{"huge": 17 << 20}, {"result": 1}}, []call{act, act},
			[]string{failed(`"code":"response_too_large","message":"?","retryable":false`), gave(`1`)}},
		{"methods that are not allowed", []step{{"result": 1}}, []call{{Method: "demo.erase", Params: params}, {Method: ""}, act},
			[]string{failed(`"code":"request_not_allowed","message":"?","retryable":false`),
				failed(`"code":"request_not_allowed","message":"?","retryable":false`), gave(`1`)}},
		{"ping", nil, []call{{Method: "ping", Params: params}}, []string{gave(`{"pong":true,"rank":7}`)}},
		{"params of all kinds", []step{{"echo": true}}, []call{with(`{}`), with(`null`), with(`[1]`), with(`"s"`), with(`false`)},
			[]string{gave(`{}`), gave(`null`), gave(`[1]`), gave(`"s"`), gave(`false`)}},
		{"nothing is left of a connection after the deadline", []step{{"sleep_ms": 5000}, {"result": 1}}, []call{slow, act},
			[]string{failed(`"code":"request_timeout","message":"?","retryable":false`),
				failed(`"code":"connection_closed","message":"connection closed before a response arrived","retryable":true`)}},
		{"large params", []step{{"echo": true}}, []call{with(string(large))}, []string{gave(string(large))}},
	}
	all := exchange{about: "every code"}
	for _, code := range append([]string{"nosuch", "not_exposed"}, codes()...) {
		for _, retry := range []string{"true", "false"} {
			all.steps = append(all.steps, failure(`"code":"`+code+`","message":"why","retryable":`+retry))
			all.calls = append(all.calls, act)
			all.want = append(all.want, failed(`"code":"`+code+`","message":"why","retryable":`+retry))
		}
	}
	list = append(list, all)
	for _, x := range list {
		t.Run(x.about, func(t *testing.T) {
			if x.calls == nil {
				x.calls = []call{{Method: demo.ToolAct, Params: params}}
			}
			check := func(who string, i int, got string) {
				t.Helper()
				if strings.Contains(x.want[i], `"message":"?"`) { // not the same words everywhere
					got = anyMessage(t, got)
				}
				if len(got) > 1000 {
					assert.True(t, sameJSON(x.want[i], got, exactly), "%s: %s", who, got[:1000])
					return
				}
				assert.JSONEq(t, x.want[i], got, who)
			}
			rust, _ := startRustHost(t, only(demo.ToolAct, x.steps...))
			ours, _ := startOurHost(t, only(demo.ToolAct, x.steps...))
			toRust, toOurs := dial(t, rust), dial(t, ours)
			for i, c := range x.calls {
				check("our client, their host", i, talk(toRust, c))
				check("our client, our host", i, talk(toOurs, c))
			}
			// New ones, so that the scripts are at their start.
			rust, _ = startRustHost(t, only(demo.ToolAct, x.steps...))
			ours, _ = startOurHost(t, only(demo.ToolAct, x.steps...))
			fromRust, toUs := startRustClient(t, rust, demo.ClientName, patience), startRustClient(t, ours, demo.ClientName, patience)
			fromRust.await("hello")
			toUs.await("hello")
			for i, c := range x.calls {
				check("their client, their host", i, fromRust.make(c))
				check("their client, our host", i, toUs.make(c))
			}
		})
	}
}

func codes() []string {
	var list []string
	for _, code := range demo.ErrorCodeValues() {
		list = append(list, string(code))
	}
	return list
}

// anyMessage replaces the message of an error, which must have one.
func anyMessage(t *testing.T, text string) string {
	t.Helper()
	var answer map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	e, ok := answer["error"].(map[string]any)
	require.True(t, ok, text)
	require.NotEmpty(t, e["message"])
	e["message"] = "?"
	changed, err := json.Marshal(answer)
	require.NoError(t, err)
	return string(changed)
}

// TestHello compares what the hosts say first, and what they say to an app that may not come in.
func TestHello(t *testing.T) {
	s := only(demo.ToolAct, step{"result": 1})
	rust, _ := startRustHost(t, s)
	ours, _ := startOurHost(t, s)
	hello := func(p *process) map[string]any {
		var h map[string]any
		require.NoError(t, json.Unmarshal(p.await("hello"), &h))
		return h
	}
	theirs := hello(startRustClient(t, rust, demo.ClientName, patience))
	own := hello(startRustClient(t, ours, demo.ClientName, patience))
	for _, key := range []string{"service", "role", "version"} { // a name with dots is not for a host of theirs; the others are free
		assert.NotEmpty(t, own[key])
		delete(theirs, key)
		delete(own, key)
	}
	delete(theirs, "max_message") // for results in pieces, which ours does not offer
	delete(own, "max_message")
	assert.Equal(t, theirs, own)
	for _, suite := range []transport.Suite{rust, ours} {
		const refused = `{"error":{"code":"request_not_allowed","message":"?","retryable":false}}`
		assert.JSONEq(t, refused, anyMessage(t, startRustClient(t, suite, "stranger", patience).next()))
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		_, err := transport.Dial(ctx, suite, demo.Service, "stranger")
		cancel()
		assertCode(t, err, transport.CodeNotAllowed, false)
	}
}
