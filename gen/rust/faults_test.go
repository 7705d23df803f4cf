package rust_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// faults are what a generated module of the demo contract could get wrong: each replaces the first such text of codec.rs.
var faults = []struct{ name, old, new string }{
	{"one step too many", "d.list(1, 20, ", "d.list(1, 21, "},
	{"no step is enough", "d.list(1, 20, ", "d.list(0, 20, "},
	{"an index that is too large", "d.nullable(|d| d.integer(0, 9_223_372_036_854_775_807", "d.nullable(|d| d.integer(0, 9_223_372_036_854_775_808"},
	{"a count of zero that is refused", "|d| d.integer(0, 9", "|d| d.integer(1, 9"},
	{"a required member may be absent", "completed: f0.ok_or(Stop)?", "completed: f0.unwrap_or_default()"},
	{"null for a member that is not nullable", `"text" => d.field(&mut f2, Decoder::string)?`, `"text" => f2 = d.nullable(Decoder::string)?`},
	{"no null for a member that is nullable", "d.nullable(read_error_code_4)", "read_error_code_4(d).map(Some)"},
	{"a constant that is not looked at", `"ended" => d.field(&mut f0, |d| d.boolean_of(`, `"ended" => d.field(&mut f0, |d| (|d: &mut Decoder<'_>, _: &'static Rule| d.boolean())(d, `},
	{"a condition that is not asked", "if f1 == Some(types::ElementOp::Type) && f2.is_none()", "if false"},
	{"a condition of another member", "Some(types::ElementOp::Press) && f3.is_none()", "Some(types::ElementOp::Press) && f2.is_none()"},
	{"a member that may stand twice", `"ref" => d.field(&mut f0, read_element_ref_1)?`, `"ref" => f0 = Some(read_element_ref_1(d)?)`},
	{"an unknown member that is refused", "_ => d.other(&mut o, name)?", "_ => return Err(Stop)"},
	{"an unknown member that may stand twice", "_ => d.other(&mut o, name)?", "_ => drop(d.json()?)"},
	{"a name in another case", `"agent_name" => d.field`, `"agent_name" | "Agent_name" => d.field`},
	{"two values that are swapped", `"click" => Ok(Self::Click)`, `"click" => Ok(Self::Press)`},
	{"a value in another case", `"safe" => Ok(Self::Safe)`, `"safe" | "Safe" => Ok(Self::Safe)`},
	{"two members that are swapped", "session: f0.ok_or(Stop)?", "session: f2.clone().ok_or(Stop)?"},
	{"an absent member that is written", "    if let Some(v) = &v.text {\n", "    if let Some(v) = &Some(v.text.clone().unwrap_or_default()) {\n"},
	{"a member that is not written", "    e.key(\"\\\"bundle_id\\\":\");\n    e.string(&v.bundle_id);\n", ""},
	{"members in another order", "    e.key(\"\\\"id\\\":\");\n    e.string(&v.id);\n    e.key(\"\\\"name\\\":\");\n    e.string(&v.name);\n",
		"    e.key(\"\\\"name\\\":\");\n    e.string(&v.name);\n    e.key(\"\\\"id\\\":\");\n    e.string(&v.id);\n"},
}

// TestFaults plants faults in the generated code, one at a time. The messages of TestMutated find each.
func TestFaults(t *testing.T) {
	needCargo(t)
	if testing.Short() {
		t.Skip("it builds the crate twenty times")
	}
	c := demo(t)
	var questions []question
	for i, q := range mutatedDemo(t, c) {
		if i%4 < 2 { // some that are the same in another spelling, and those with one part changed
			questions = append(questions, q)
		}
	}
	crate := write(t, folder(t, "lane"), emit(t, c))
	file := filepath.Join(crate, "src", "demo", "v1", "codec.rs")
	right, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, f := range faults {
		require.Contains(t, string(right), f.old, f.name)
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(right), f.old, f.new, 1)), 0o644))
		l := laneOf(t, crate, "", c)
		found := 0
		for i, a := range l.ask(t, questions) {
			q := questions[i]
			want, _ := recodeGo[q.shape](q.text)
			if judge(q, a) != "" || a.text != string(want) {
				found++
			}
		}
		assert.NotZero(t, found, "%s: nothing finds it", f.name)
		t.Logf("%s: found by %d of %d messages", f.name, found, len(questions))
	}
}
