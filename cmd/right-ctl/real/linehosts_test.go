package real_test

import (
	"slices"
	"strings"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
)

// addTools holds the words where a tool should stand.
func addTools(b *book) {
	for _, word := range []string{"nosuch", "Request", "demo.act", "", " apps", "apps ", "act=1", "{}", "éa", "😀",
		"a\"b\\\n", "--toolz", "run", "demo"} {
		for _, args := range [][]string{nil, {"token=t1"}, {"abc"}, {"{"}, {`{"token":"t"}`}, {`{"a":1,"a":2}`}, {"a=1", "a=1"}} {
			b.call(append([]string{word}, args...)...)
		}
	}
	b.call()
	b.call("--tools")
	b.call("--tools", "more")
	b.call("--tools", "{", "\n")
	b.call("apps", "--tools")
	for _, word := range []string{"--help", "-h"} {
		b.call(word)
		b.call("apps", word)
		b.call("snapshot", "token=t1", word)
	}
	b.call("apps", "-")
	b.call("snapshot", "-")
}

// addOptions holds options in odd places.
func addOptions(b *book) {
	b.argv()
	b.argv("demo")
	b.argv("demo", "--tools")
	// The user's own suite is not looked at before there is something to ask a host.
	b.argv("demo", "snapshot")
	b.argv("demo", "apps", "{")
	b.argv("demo", "nosuch", "--journal", "{dir}/journal")
	b.argv("demo", "batch", "token=t1", "steps=[]", "--journal", "{dir}/journal")
	b.argv("--suite-root")
	b.argv("--journal")
	b.argv("--suite-root", "{suite}")
	b.argv("--suite-root", "{suite}", "--journal", "{dir}/journal")
	b.argv("demo", "--suite-root", "{suite}", "apps")
	b.argv("demo", "apps", "--suite-root", "{suite}")
	b.argv("demo", "apps", "a=1", "--suite-root", "{suite}", "b=2", "--journal", "{dir}/j", "c=3")
	b.argv("--journal", "{dir}/j", "demo", "snapshot", "--suite-root", "{suite}", "token=t1")
	b.argv("--suite-root", "relative", "--suite-root", "{suite}", "demo", "apps")
	b.argv("--suite-root", "{suite}", "--suite-root", "relative", "demo", "apps")
	b.argv("--journal", "{dir}/one", "--journal", "{dir}/two", "--suite-root", "{suite}", "demo", "apps")
	b.argv("--suite-root", "{suite}", "demo", "apps", "--journal")
	b.argv("--suite-root", "{suite}", "demo", "apps", "--journal", "--journal")
	b.argv("--suite-root", "{suite}", "demo", "apps", "--journal", "--suite-root")
	b.argv("--journal", "--suite-root", "{suite}", "demo", "apps")
	b.argv("--suite-root", "{suite}", "demo", "snapshot", "token=--journal", "text=--suite-root")
	b.argv("--suite-root", "{suite}", "demo", "snapshot", "token=t1", "--journal=j")
	b.argv("--suite-root={suite}", "demo", "apps")
	b.argv("--suite-root", "{suite}", "demo", "apps", "--", "--journal", "{dir}/j")
	b.argv("--suite-root", "{suite}", "--", "demo", "apps")
	b.argv("--suite-root", "{suite}", "demo", "apps", "--verbose")
	b.argv("--suite-root", "{suite}", "--verbose", "demo", "apps")
	for _, root := range []string{"relative", "", ".", "./x", "{dir}", "{dir}/absent", "{suite}/", "{suite}/../{suite}", "/",
		"{suite}/."} {
		b.argv("--suite-root", root, "demo", "apps")
		b.argv("--suite-root", root, "demo", "--tools")
		b.argv("--suite-root", root, "demo", "nosuch")
		b.argv("--suite-root", root, "demo", "snapshot")
		b.argv("--suite-root", root, "demo", "apps", "{")
		b.argv("--suite-root", root, "--journal", "{dir}/journal", "demo", "apps")
	}
	for _, journal := range []string{"", "{dir}", "{dir}/absent/journal", "relative", "/dev/null", "/dev/full"} {
		b.argv("--suite-root", "{suite}", "--journal", journal, "demo", "apps")
		b.argv("--suite-root", "{suite}", "--journal", journal, "demo", "snapshot")
	}
	for _, app := range []string{"other", "", "Demo", "demo ", "é"} { // apps that have no contract here
		b.argv("--suite-root", "{dir}", "--journal", "{dir}/journal", app)
		b.argv("--suite-root", "{dir}", "--journal", "{dir}/journal", app, "open", "a=1")
		b.argv("--suite-root", "relative", app, "open")
	}
}

// addResults holds what a host may answer, for both programs to judge and to print.
func addResults(b *book) {
	args := map[string][]string{}
	for _, g := range good {
		args["demo."+g.tool] = g.pairs
	}
	add := func(method string, results ...string) {
		for _, result := range results {
			b.call(append([]string{strings.TrimPrefix(method, "demo.")}, args[method]...)...)
			b.lines[len(b.lines)-1].host = &answer{result: result}
		}
	}
	add(demo.ToolAct, `{"receipt_id":""}`, `{"receipt_id":"r","z":1,"a":{"c":1,"b":2}}`,
		`{"receipt_id":"\ud83d\ude00\u2028\u0000\/<>&é"}`,
		`{}`, `{"receipt_id":null}`, `{"receipt_id":1}`, `[]`, `null`, `"r"`, `["r"]`, `{"Receipt_id":"r"}`,
		`{"receipt_id":"`+strings.Repeat("x", 1<<20)+`"}`)
	for _, v := range values {
		if !slices.Contains(tooLarge, v) {
			add(demo.ToolAct, `{"receipt_id":"r","extra":`+v+`}`)
		}
	}
	add(demo.ToolRequest, `{"token":"t","session":"s","app":"a"}`, `{"token":"t","session":"s"}`,
		`{"token":1,"session":"s","app":"a"}`, `["s","t","a"]`)
	add(demo.ToolApps, `{"apps":[]}`, `{"apps":[{"name":"n","id":"i","more":[1.0]}]}`, `{"apps":[{"id":"i"}]}`,
		`{"apps":{}}`, `{"apps":[[]]}`, `{"apps":[["i","n"]]}`, `[[]]`)
	const elements = `"elements":[{"ref":"e","role":"r","label":"l","ops":["click","type","press"]}]`
	add(demo.ToolSnapshot, `{"capture_state":"safe",`+elements+`}`, `{`+elements+`}`,
		`{"capture_state":"masked",`+elements+`}`, `{"capture_state":null,`+elements+`}`,
		`{"capture_state":"masked"}`, `{"capture_state":1}`, `{"capture_state":"safe"}`,
		`{"capture_state":"safe","elements":[{"ref":"e","role":"r","label":"l","ops":["drag"]}]}`,
		`{"capture_state":"safe","elements":[{"ref":"e","role":"r","label":"l","ops":[]}]}`,
		`{"capture_state":{"safe":null},"elements":[]}`, `["safe",[]]`,
		`{"capture_state":"safe","elements":[["e","r","l",[]]]}`,
		`{"capture_state":"safe","elements":[{"ref":"e","role":"r","label":"l","ops":[{"click":null}]}]}`)
	const batch = `"results":[],"failed_step":`
	add(demo.ToolBatch, `{"completed":0,`+batch+`0,"error_code":"not_armed"}`,
		`{"completed":2,`+batch+`null,"error_code":null}`, `{"completed":0,"results":[]}`,
		`{"completed":-1,`+batch+`null,"error_code":null}`, `{"completed":1.0,`+batch+`null,"error_code":null}`,
		`{"completed":1.5,`+batch+`null,"error_code":null}`,
		`{"completed":1e0,`+batch+`null,"error_code":null}`, `{"completed":0,`+batch+`-1,"error_code":null}`,
		`{"completed":0,`+batch+`1,"error_code":"nosuch"}`,
		`{"completed":18446744073709551615,`+batch+`null,"error_code":null}`,
		`{"completed":18446744073709551616,`+batch+`null,"error_code":null}`,
		`{"completed":0,"results":[{"receipt_id":"r"},{}],"failed_step":1,"error_code":"not_armed"}`,
		`{"completed":"1",`+batch+`null,"error_code":null}`)
	add(demo.ToolEnd, `{"ended":true,"bundle_id":"b","bundle_state":"killed"}`,
		`{"ended":false,"bundle_id":"b","bundle_state":"complete"}`,
		`{"ended":true,"bundle_id":"b","bundle_state":"uploaded"}`, `{"ended":1,"bundle_id":"b","bundle_state":"complete"}`,
		`{"ended":true,"bundle_id":"b"}`)
}

// tooLarge are numbers that no double holds. A peer in Rust does not take them for JSON, so that the published client
// would wait for another answer; see TestUnreadable.
var tooLarge = []string{"1e309", "-1e400", "1e99999999999", "1.7976931348623159e308"}

// addErrors holds errors of hosts: every code of the contract, those that decide on the exit code, and others.
func addErrors(b *book) {
	add := func(e *transport.Error) {
		b.call("apps", "a=1")
		b.lines[len(b.lines)-1].host = &answer{err: e, events: []string{`{"step":1}`, "null", `"\u2028"`}}
	}
	codes := []string{"not_exposed", "tool_not_allowed", "denied_by_admission", "unknown_tool", "nosuch", "", "Capital",
		"a b", "é", "error"}
	for _, code := range demo.ErrorCodeValues() {
		codes = append(codes, string(code))
	}
	for _, code := range codes {
		add(&transport.Error{Code: code, Message: "why: " + code, Retryable: true})
		add(&transport.Error{Code: code, Message: ""})
	}
	for _, message := range []string{"\"\\\b\f\n\r\t\x00\x1f\x7f", "é😀\u2028\u2029\ufeff<>&'", "{}", strings.Repeat("long ", 20_000)} {
		add(&transport.Error{Code: "nosuch", Message: message, Details: []byte(`{"b":1,"a":1e2}`)})
	}
}
