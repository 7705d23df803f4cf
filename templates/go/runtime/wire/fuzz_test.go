package wire_test

import (
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzDecode reads a text as each shape. The decoder and the interpreter of rules must agree, and what is accepted must
// be written and read again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		string(actMessage("type")), string(batchMessage("click")), string(snapshotMessage(3, "press")),
		`{"completed":1.0,"results":[{"receipt_id":"a"}],"failed_step":null,"error_code":"not_armed"}`,
		` { "completed" : -1 , "results" : [ ] , "failed_step" : 1e0 , "error_code" : null , "x" : [ { "y" : 1 } ] } `,
		`{"token":"t","steps":[{"ref":"r","op":"type","text":"\u0061"},{"op":"press","ref":"r","key":1}]}`,
		`{"token":"t","ref":"r","op":"drag","op":"drag"}`, `{"steps":[],"tok\u0065n":null}`, `{"token":{"a":1,"a":1}}`,
		`{"capture_state":"safe","elements":[{"ref":"","role":"","label":"","ops":["click","drag"]}]}`, `[]`, `null`, `{}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		compare(t, s, &ruleActParams, DecodeActParams)
		compare(t, s, &ruleBatchParams, DecodeBatchParams)
		compare(t, s, &ruleBatchResult, DecodeBatchResult)
		compare(t, s, &ruleSnapshotResult, DecodeSnapshotResult)
	})
}

func compare[T interface {
	AppendJSON([]byte) ([]byte, error)
}](t *testing.T, s string, r *wire.Rule, decode func([]byte) (T, error)) {
	v, err := decode([]byte(s))
	found := wire.Check([]byte(s), r)
	if err != nil {
		require.NotEmpty(t, found, "%v", err)
		require.Equal(t, &found[0], err)
		return
	}
	require.Empty(t, found)
	text, err := v.AppendJSON(nil)
	require.NoError(t, err)
	again, err := decode(text)
	require.NoError(t, err)
	assert.Equal(t, v, again)
}

// FuzzAppend writes messages of strings that come from anywhere. What is written must be read as the same, and what is not
// written must be for a reason.
func FuzzAppend(f *testing.F) {
	f.Add("t", "r", "click", "x", "y", true, int64(1))
	f.Add("\"\n", "é", "type", "\xff", "", false, int64(-1))
	f.Fuzz(func(t *testing.T, token, ref, op, text, key string, optional bool, completed int64) {
		step := Step{Ref: ElementRef(ref), Op: ElementOp(op)}
		result := BatchResult{Completed: completed, Results: []BatchResultItem{{key}}}
		if optional {
			step.Text, step.Key = &text, &key
			result.FailedStep, result.ErrorCode = &completed, wire.Ptr(ErrorCode(op))
		}
		rewrite(t, BatchParams{Token: Token(token), Steps: []Step{step, step}}, DecodeBatchParams)
		rewrite(t, result, DecodeBatchResult)
	})
}

func rewrite[T interface {
	AppendJSON([]byte) ([]byte, error)
}](t *testing.T, v T, decode func([]byte) (T, error)) {
	data, err := v.AppendJSON(nil)
	if err != nil {
		require.Nil(t, data)
		require.IsType(t, &wire.Violation{}, err)
		return
	}
	again, err := decode(data)
	require.NoError(t, err)
	require.Equal(t, v, again)
}
