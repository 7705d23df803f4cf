package wire_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDecode(t *testing.T) {
	act, err := DecodeActParams(actMessage("type"))
	require.NoError(t, err)
	assert.Equal(t, ActParams{
		Token: token, Ref: "win2/main/e41", Op: ElementOpType, Text: wire.Ptr(`Naïve "test" – 3 runs`),
	}, act)

	batch, err := DecodeBatchParams([]byte(` { "steps" : [ { "op" : "press" , "ref" : "a" , "key" : "" } ] , "token" : "t" } `))
	require.NoError(t, err)
	assert.Equal(t, BatchParams{Token: "t", Steps: []Step{{Ref: "a", Op: ElementOpPress, Key: wire.Ptr("")}}}, batch)

	result, err := DecodeBatchResult([]byte(`{"completed":2,"results":[{"receipt_id":"a"},{"receipt_id":"b"}],"failed_step":null,"error_code":null}`))
	require.NoError(t, err)
	assert.Equal(t, BatchResult{Completed: 2, Results: []BatchResultItem{{"a"}, {"b"}}}, result)

	result, err = DecodeBatchResult([]byte(`{"error_code":"not_armed","failed_step":1.0,"results":[],"completed":1e2}`))
	require.NoError(t, err)
	assert.Equal(t, BatchResult{
		Completed: 100, Results: []BatchResultItem{}, FailedStep: wire.Ptr[int64](1), ErrorCode: wire.Ptr[ErrorCode]("not_armed"),
	}, result)

	snapshot, err := DecodeSnapshotResult(snapshotMessage(200, "press"))
	require.NoError(t, err)
	var plain plainSnapshot
	require.NoError(t, json.Unmarshal(snapshotMessage(200, "press"), &plain))
	require.Len(t, snapshot.Elements, 200)
	for i, e := range plain.Elements {
		ops := make([]ElementOp, len(e.Ops))
		for i, op := range e.Ops {
			ops[i] = ElementOp(op)
		}
		assert.Equal(t, SnapshotResultElement{Ref: ElementRef(e.Ref), Role: e.Role, Label: e.Label, Ops: ops}, snapshot.Elements[i])
	}
}

// TestDecodeNames is about what is, and what is not, the name of a member.
func TestDecodeNames(t *testing.T) {
	for _, text := range []string{
		`{"token":"t","ref":"r","op":"click"}`,
		`{"op":"click","ref":"r","token":"t"}`,
		`{"to\u006ben":"t","\u0072ef":"r","op" : "\u0063lick"}`,
		`{"Token":1,"token":"t","REF":null,"ref":"r","op":"click","OP":[]}`,
		`{"":1,"token":"t","tok":2,"tokens":3,"ref":"r","op":"click","unknown":{"token":{"token":[{}]}}}`,
		"{\"token\"\n:\t\"t\" ,\r\n\"ref\": \"r\",\"op\":\"click\" }",
	} {
		v, err := DecodeActParams([]byte(text))
		assert.NoError(t, err, text)
		assert.Equal(t, ActParams{Token: "t", Ref: "r", Op: "click"}, v, text)
	}
}

func TestDecodeRefused(t *testing.T) {
	steps := func(n int) string {
		return `{"token":"t","steps":[` + strings.TrimSuffix(strings.Repeat(`{"ref":"r","op":"click"},`, n), ",") + `]}`
	}
	const act, batch, step = "/$defs/act/params", "/$defs/batch/params", "/$defs/step"
	for _, test := range []struct {
		decode            func(string) error
		text              string
		code, at, keyword string
		offset            int
	}{
		// The text is no message.
		{actError, ``, "syntax", "", "", 0},
		{actError, `{"token":"t","ref":"r","op":"click"`, "syntax", "", "", 35},
		{actError, `{"token":"t","ref":"r","op":"click",}`, "syntax", "", "", 36},
		{actError, `{"token":"t" "ref":"r"}`, "syntax", "", "", 13},
		{actError, `{"token":}`, "syntax", "", "", 9},
		{actError, `{"token"}`, "syntax", "", "", 8},
		{actError, `{"token":"t","unknown":[1,]}`, "syntax", "", "", 26},
		{actError, `{"token":"t","ref":"r","op":"click"} x`, "trailing-text", "", "", 37},
		{actError, `{"token":"` + "\xff" + `"}`, "invalid-utf8", "", "", 10},
		{actError, `{"token":"\ud800"}`, "lone-surrogate", "", "", 10},
		{actError, `{"unknown":` + strings.Repeat("[", 127), "depth", "", "", 137},
		{actError, `{"token":"t","token":"u"}`, "duplicate-member", "/token", "", 13},
		{actError, `{"token":"t","to\u006ben":"u"}`, "duplicate-member", "/token", "", 13},
		{actError, `{"t\u006fken":"t","token":"u"}`, "duplicate-member", "/token", "", 18},
		{actError, `{"x":1,"token":"t","\u0078":"u"}`, "duplicate-member", "/x", "", 19},
		{actError, `{"x":{"y":[0,{"z":1,"z":2}]}}`, "duplicate-member", "/x/y/1/z", "", 20},
		{batchError, `{"token":"t","steps":[{"ref":"r","op":"click"},{"ref":"r","ref":"r"}]}`, "duplicate-member", "/steps/1/ref", "", 58},
		// Types.
		{actError, `null`, "type", "", act + "/type", 0},
		{actError, ` [{"token":1}] `, "type", "", act + "/type", 1},
		{actError, `{"token":1,"ref":2}`, "type", "/token", "/$defs/token/type", 9},
		{actError, `{"token":null}`, "type", "/token", "/$defs/token/type", 9},
		{actError, `{"ref": {"a":[1,2]}}`, "type", "/ref", "/$defs/elementRef/type", 8},
		{actError, `{"op":true}`, "type", "/op", "/$defs/elementOp/type", 6},
		{batchError, `{"token":"t","steps":{}}`, "type", "/steps", batch + "/properties/steps/type", 21},
		{batchError, `{"token":"t","steps":[[]]}`, "type", "/steps/0", step + "/type", 22},
		{resultError, `{"completed":"1"}`, "type", "/completed", "/$defs/batch/result/properties/completed/type", 13},
		{resultError, `{"completed":1.5}`, "type", "/completed", "/$defs/batch/result/properties/completed/type", 13},
		{resultError, `{"completed":null}`, "type", "/completed", "/$defs/batch/result/properties/completed/type", 13},
		{resultError, `{"failed_step":"1"}`, "type", "/failed_step", "/$defs/batch/result/properties/failed_step/type", 15},
		{resultError, `{"error_code":1}`, "type", "/error_code", "/$defs/errorCode/type", 14},
		// Values.
		{actError, `{"op":"drag"}`, "enum", "/op", "/$defs/elementOp/enum", 6},
		{actError, `{"op":""}`, "enum", "/op", "/$defs/elementOp/enum", 6},
		{actError, `{"op":"Click"}`, "enum", "/op", "/$defs/elementOp/enum", 6},
		{actError, `{"op":"a long value, which is none of the three"}`, "enum", "/op", "/$defs/elementOp/enum", 6},
		{resultError, `{"error_code":"oops"}`, "enum", "/error_code", "/$defs/errorCode/enum", 14},
		{resultError, `{"completed":-1}`, "minimum", "/completed", "/$defs/batch/result/properties/completed/minimum", 13},
		{resultError, `{"completed":9223372036854775808}`, "range", "/completed", "/$defs/batch/result/properties/completed/type", 13},
		{resultError, `{"completed":1e400}`, "range", "/completed", "/$defs/batch/result/properties/completed/type", 13},
		// Objects and arrays at their ends.
		{actError, `{}`, "required", "", act + "/required", 0},
		{actError, ` {"op":"click","token":"t"}`, "required", "", act + "/required", 1},
		{batchError, `{"token":"t","steps":[{"ref":"r","op":"click"},{"op":"click"}]}`, "required", "/steps/1", step + "/required", 47},
		{batchError, `{"token":"t","steps":[{"ref":"r","op":"type"}]}`, "required", "/steps/0", "contract.yaml#/conditions/0", 22},
		{batchError, `{"token":"t","steps":[{"ref":"r","op":"press","text":""}]}`, "required", "/steps/0", "contract.yaml#/conditions/1", 22},
		{batchError, steps(0), "minItems", "/steps", batch + "/properties/steps/minItems", 21},
		{batchError, steps(21), "maxItems", "/steps", batch + "/properties/steps/maxItems", 21},
		// The first violation in the order of the document counts, and what is inside comes before what is around it.
		{batchError, `{"steps":[{"op":"x"}],"token":1}`, "enum", "/steps/0/op", "/$defs/elementOp/enum", 16},
		{batchError, `{"token":1,"steps":[{"op":"x"}]}`, "type", "/token", "/$defs/token/type", 9},
		{batchError, `{"steps":[]}`, "minItems", "/steps", batch + "/properties/steps/minItems", 9},
		{batchError, strings.Replace(steps(22), `"click"}]`, `"x"}]`, 1), "enum", "/steps/21/op", "/$defs/elementOp/enum", 563},
		// A text that is no message is nothing else.
		{actError, `{"op":"drag"`, "syntax", "", "", 12},
		{actError, `{"op":"drag","x":"` + "\xff" + `"}`, "invalid-utf8", "", "", 18},
		{actError, `{"op":"drag"}}`, "trailing-text", "", "", 13},
		{actError, `{"op":"drag","op":"click"}`, "duplicate-member", "/op", "", 13},
		{actError, `{"op":{"a":1,"a":2}}`, "duplicate-member", "/op/a", "", 13},
		{actError, `{"x":1,"op":"drag","ref":{"y":[{"z":1,"z":1}]},"x":1}`, "duplicate-member", "/ref/y/0/z", "", 38},
		{actError, `{"x":1,"op":"drag","x":1}`, "duplicate-member", "/x", "", 19},
		{batchError, `{"steps":[{"op":"x"},{"ref":1,"ref":2}]}`, "duplicate-member", "/steps/1/ref", "", 30},
		{batchError, `{"steps":[{"op":"x","y":[1,{"a":{"b":0,"b":0}}]}]}`, "duplicate-member", "/steps/0/y/1/a/b", "", 39},
		{batchError, `{"steps":[1,2,3],"steps":1}`, "duplicate-member", "/steps", "", 17},
		{actError, `[{"op":"drag"},]`, "syntax", "", "", 15},
		{actError, `7 7`, "trailing-text", "", "", 2},
	} {
		err := test.decode(test.text)
		var v *wire.Violation
		if !assert.ErrorAs(t, err, &v, test.text) {
			continue
		}
		want := wire.Violation{Code: test.code, Instance: test.at, Keyword: test.keyword, Offset: test.offset, Message: v.Message}
		assert.Equal(t, want, *v, test.text)
		assert.NotEmpty(t, v.Message)
	}
}

func actError(s string) error    { _, err := DecodeActParams([]byte(s)); return err }
func batchError(s string) error  { _, err := DecodeBatchParams([]byte(s)); return err }
func resultError(s string) error { _, err := DecodeBatchResult([]byte(s)); return err }

func TestDecodeMessage(t *testing.T) {
	assert.EqualError(t, batchError(`{"token":"t","steps":[{"ref":"r","op":"clik"}]}`),
		`/steps/0/op: got "clik", want "click", "type" or "press" [enum]`)
}

// TestDecodeRefusedIsZero looks at what comes beside an error.
func TestDecodeRefusedIsZero(t *testing.T) {
	for _, text := range []string{`{"token":"t","ref":"r","op":"x"}`, `{"token":"t"`, `{"token":"t"}`} {
		v, err := DecodeActParams([]byte(text))
		assert.Error(t, err)
		assert.Zero(t, v)
	}
	v := BatchParams{Token: "before"}
	assert.Error(t, json.Unmarshal([]byte(`{"token":"t","steps":[]}`), &v))
	assert.Equal(t, BatchParams{Token: "before"}, v)
	require.NoError(t, json.Unmarshal([]byte(`{"token":"t","steps":[{"ref":"r","op":"click"}]}`), &v))
	assert.Equal(t, BatchParams{Token: "t", Steps: []Step{{Ref: "r", Op: "click"}}}, v)

	var violation *wire.Violation
	err := json.Unmarshal([]byte(`{"token":"t","token":"u"}`), &v)
	require.ErrorAs(t, err, &violation)
	assert.Equal(t, "/token", violation.Instance)
	assert.True(t, errors.As(err, &violation))
}

// TestDecodeAgain runs many messages through the decoders that are kept, in an order that would show what one leaves for
// the next one.
func TestDecodeAgain(t *testing.T) {
	full := []byte(`{"x":1,"token":"\u0074","ref":"r","op":"type","text":"a","key":"b","y":{"z":[]}}`)
	short := []byte(`{"token":"t","ref":"r","op":"click"}`)
	first, err := DecodeActParams(full)
	require.NoError(t, err)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 100 {
				assert.Error(t, actError(`{"x":1,"op":"\u0078`))
				v, err := DecodeActParams(short)
				assert.NoError(t, err)
				assert.Equal(t, ActParams{Token: "t", Ref: "r", Op: "click"}, v)
				assert.Error(t, actError(`{"x":1,"x":2`))
				assert.Error(t, batchError(`{"steps":[{"op":1}]}`))
				v, err = DecodeActParams(full)
				assert.NoError(t, err)
				assert.Equal(t, first, v)
			}
		})
	}
	group.Wait()
}

// TestDecodeDeep nests a message, which is an object itself, as deep as it may be.
func TestDecodeDeep(t *testing.T) {
	text := func(n int) string {
		return `{"token":"t","ref":"r","op":"click","x":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	assert.NoError(t, actError(text(wire.MaxDepth-1)))
	err := actError(text(wire.MaxDepth))
	var v *wire.Violation
	require.ErrorAs(t, err, &v)
	assert.Equal(t, "depth", v.Code)

	type tree struct{ Items []tree }
	rule := wire.Rule{Type: wire.Array}
	var decode func(d *wire.Decoder, v *tree)
	decode = func(d *wire.Decoder, v *tree) { v.Items = wire.List(d, &rule, decode) }
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	got, err := wire.Decode(nested(wire.MaxDepth), decode)
	require.NoError(t, err)
	for n := 1; len(got.Items) > 0; n++ {
		got = got.Items[0]
		require.Less(t, n, wire.MaxDepth)
	}
	_, err = wire.Decode(nested(wire.MaxDepth+1), decode)
	require.ErrorAs(t, err, &v)
	assert.Equal(t, wire.Violation{Code: "depth", Offset: wire.MaxDepth, Message: v.Message}, *v)

	type node struct{ Next *node }
	fields := wire.Fields{Rule: &wire.Rule{Type: wire.Object}, Names: []string{"next"}, Keys: []string{`"next":`}}
	var decodeNode func(d *wire.Decoder, v *node)
	decodeNode = func(d *wire.Decoder, v *node) {
		o := d.Object(&fields)
		for d.Next(&o) {
			v.Next = new(node)
			decodeNode(d, v.Next)
		}
	}
	chain := func(n int) []byte { return []byte(strings.Repeat(`{"next":`, n) + "{}" + strings.Repeat("}", n)) }
	_, err = wire.Decode(chain(wire.MaxDepth-1), decodeNode)
	assert.NoError(t, err)
	_, err = wire.Decode(chain(wire.MaxDepth), decodeNode)
	require.ErrorAs(t, err, &v)
	assert.Equal(t, wire.Violation{Code: "depth", Offset: 8 * wire.MaxDepth, Message: v.Message}, *v)
}

// TestDecodeManyMembers is about a hostile number of members without a field, here and in what is skipped.
func TestDecodeManyMembers(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"token":"t","ref":"r","op":"click"`)
	for i := range 200_000 {
		b.WriteString(`,"` + strconv.Itoa(i) + `":0`)
	}
	assert.NoError(t, actError(b.String()+"}"))
	var v *wire.Violation
	require.ErrorAs(t, actError(b.String()+`,"77":1}`), &v)
	assert.Equal(t, "/77", v.Instance)
	require.ErrorAs(t, actError(b.String()+`,"ref":1}`), &v)
	assert.Equal(t, "/ref", v.Instance)
	refused := strings.Replace(b.String(), "click", "drag", 1)
	require.ErrorAs(t, actError(refused+`,"77":1}`), &v)
	assert.Equal(t, "duplicate-member", v.Code)
	require.ErrorAs(t, actError(refused+`}`), &v)
	assert.Equal(t, "enum", v.Code)
}
