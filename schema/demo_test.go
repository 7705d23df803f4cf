package schema_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// decoders are the generated decoders of the demo contract by the wire name of their shape; each encodes again what it
// has read.
var decoders = map[string]func([]byte) ([]byte, error){
	"token": recode(demo.DecodeToken), "elementRef": recode(demo.DecodeElementRef), "elementOp": recode(demo.DecodeElementOp),
	"step": recode(demo.DecodeStep), "errorCode": recode(demo.DecodeErrorCode),
	"request.params": recode(demo.DecodeRequestParams), "request.result": recode(demo.DecodeRequestResult),
	"apps.params": recode(demo.DecodeAppsParams), "apps.result": recode(demo.DecodeAppsResult),
	"snapshot.params": recode(demo.DecodeSnapshotParams), "snapshot.result": recode(demo.DecodeSnapshotResult),
	"act.params": recode(demo.DecodeActParams), "act.result": recode(demo.DecodeActResult),
	"batch.params": recode(demo.DecodeBatchParams), "batch.result": recode(demo.DecodeBatchResult),
	"end.params": recode(demo.DecodeEndParams), "end.result": recode(demo.DecodeEndResult),
}

func recode[T json.Marshaler](decode func([]byte) (T, error)) func([]byte) ([]byte, error) {
	return func(text []byte) ([]byte, error) {
		v, err := decode(text)
		if err != nil {
			return nil, err
		}
		return v.MarshalJSON()
	}
}

// violation returns the violation that an error is.
func violation(t *testing.T, err error) *demo.Violation {
	t.Helper()
	var v *demo.Violation
	require.ErrorAs(t, err, &v)
	return v
}

func TestDemoShapes(t *testing.T) {
	require.Len(t, demo.Shapes, len(decoders))
	for _, s := range demo.Shapes {
		assert.Contains(t, decoders, s.Name)
	}
}

// TestDemoMessages is what the contract decides, in our words; "" accepts.
func TestDemoMessages(t *testing.T) {
	const step = `{"ref":"e1","op":"click"}`
	tests := []struct{ shape, text, want string }{
		{"token", `"t"`, ""},
		{"token", `7`, ` type /$defs/token/type`},
		{"elementOp", `"drag"`, ` enum /$defs/elementOp/enum`},
		{"step", `{"ref":"e1","op":"type","text":""}`, ""},
		{"step", `{"ref":"e1","op":"type"}`, ` required contract.yaml#/conditions/0`},
		{"step", `{"ref":"e1","op":"press","text":"x"}`, ` required contract.yaml#/conditions/1`},
		{"step", `{"op":"click"}`, ` required /$defs/step/required`},
		{"step", `{"ref":"e1","op":"click","key":null}`, `/key type /$defs/step/properties/key/type`},
		{"step", `{"Ref":"e1","op":"click"}`, ` required /$defs/step/required`},
		{"act.params", `{"token":"t","ref":"e1","op":"type"}`, ` required contract.yaml#/conditions/0`},
		{"batch.params", `{"token":"t","steps":[]}`, `/steps minItems /$defs/batch/params/properties/steps/minItems`},
		{"batch.params", `{"token":"t","steps":[` + strings.Repeat(step+",", 19) + step + `]}`, ""},
		{"batch.params", `{"token":"t","steps":[` + strings.Repeat(step+",", 20) + step + `]}`, `/steps maxItems /$defs/batch/params/properties/steps/maxItems`},
		{"batch.params", `{"token":"t","steps":[` + step + `,{"ref":"e2","op":"clik"}]}`, `/steps/1/op enum /$defs/elementOp/enum`},
		{"batch.result", `{"completed":0,"results":[],"failed_step":null,"error_code":null}`, ""},
		{"batch.result", `{"completed":1e0,"results":[],"failed_step":2.0,"error_code":"not_armed"}`, ""},
		{"batch.result", `{"completed":0,"results":[],"failed_step":null}`, ` required /$defs/batch/result/required`},
		{"batch.result", `{"completed":-1,"results":[],"failed_step":null,"error_code":null}`, `/completed minimum /$defs/batch/result/properties/completed/minimum`},
		{"batch.result", `{"completed":0,"results":[],"failed_step":-1,"error_code":null}`, `/failed_step minimum /$defs/batch/result/properties/failed_step/minimum`},
		{"batch.result", `{"completed":0,"results":[],"failed_step":null,"error_code":"bogus"}`, `/error_code enum /$defs/errorCode/enum`},
		{"batch.result", `{"completed":9223372036854775808,"results":[],"failed_step":null,"error_code":null}`, `/completed range /$defs/batch/result/properties/completed/type`},
		{"end.result", `{"ended":false,"bundle_id":"b","bundle_state":"killed"}`, `/ended const /$defs/end/result/properties/ended/const`},
		{"apps.params", `{"more":[1,{"a":2}]}`, ""},
		{"apps.params", `{"more":1,"more":1}`, `/more duplicate-member `},
		{"apps.params", `{"deep":` + strings.Repeat("[", 127) + strings.Repeat("]", 127) + `}`, ` depth `},
		{"apps.params", `{"deep":` + strings.Repeat("[", 126) + strings.Repeat("]", 126) + `}`, ""},
		{"apps.params", `{} {}`, ` trailing-text `},
		{"apps.params", `{"a":"\ud800"}`, ` lone-surrogate `},
		{"apps.params", "{\"a\":\"\xff\"}", ` invalid-utf8 `},
		{"apps.params", `{"a":01}`, ` syntax `},
	}
	for _, test := range tests {
		t.Run(test.shape+" "+test.text[:min(len(test.text), 60)], func(t *testing.T) {
			_, err := decoders[test.shape]([]byte(test.text))
			shape, ok := demo.LookupShape(test.shape)
			require.True(t, ok)
			all := shape.Check([]byte(test.text))
			if test.want == "" {
				require.NoError(t, err)
				assert.Empty(t, all)
				return
			}
			v := violation(t, err)
			assert.Equal(t, test.want, v.Instance+" "+v.Code+" "+v.Keyword)
			require.NotEmpty(t, all)
			assert.Equal(t, *v, all[0], "the decoder and the interpreter")
		})
	}
}

func TestDemoEncode(t *testing.T) {
	two := int64(2)
	code := demo.ErrorCodeTargetBlocked
	tests := []struct {
		value json.Marshaler
		want  string
	}{
		{demo.BatchResult{}, `{"completed":0,"results":[],"failed_step":null,"error_code":null}`},
		{
			demo.BatchResult{Completed: 2, Results: []demo.Receipt{{ReceiptID: "r1"}}, FailedStep: &two, ErrorCode: &code},
			`{"completed":2,"results":[{"receipt_id":"r1"}],"failed_step":2,"error_code":"target_blocked"}`,
		},
		{demo.Step{Ref: "e1", Op: demo.ElementOpClick}, `{"ref":"e1","op":"click"}`},
		{demo.Step{Ref: "<&>\u2028", Op: demo.ElementOpType, Text: new(string)}, "{\"ref\":\"<&>\u2028\",\"op\":\"type\",\"text\":\"\"}"},
	}
	for _, test := range tests {
		text, err := test.value.MarshalJSON()
		require.NoError(t, err)
		assert.Equal(t, test.want, string(text))
	}
	refused := []struct {
		value interface{ AppendJSON([]byte) ([]byte, error) }
		want  string
	}{
		{demo.Step{Ref: "e1", Op: "drag"}, "/op enum"},
		{demo.Step{Ref: "e1", Op: demo.ElementOpPress}, " required"},
		{demo.BatchParams{Token: "t"}, "/steps minItems"},
		{demo.BatchResult{Completed: -1}, "/completed minimum"},
		{demo.EndResult{BundleState: demo.BundleStateKilled}, "/ended const"},
		{demo.Step{Ref: "\xff", Op: demo.ElementOpClick}, " invalid-utf8"},
	}
	for _, test := range refused {
		text, err := test.value.AppendJSON([]byte("kept"))
		v := violation(t, err)
		assert.Equal(t, test.want, v.Instance+" "+v.Code)
		assert.Equal(t, "kept", string(text))
	}
}

func TestDemoUnmarshal(t *testing.T) {
	kept := demo.Step{Ref: "before"}
	for _, text := range []string{`{"ref":"e1"}`, `null`, `{"ref":"e1","op":"click","op":"click"}`} {
		err := json.Unmarshal([]byte(text), &kept)
		violation(t, err)
		assert.Equal(t, demo.Step{Ref: "before"}, kept)
	}
	require.NoError(t, json.Unmarshal([]byte(`{"op":"press","key":"enter","ref":"e\u0031"}`), &kept))
	assert.Equal(t, demo.Step{Ref: "e1", Op: demo.ElementOpPress, Key: new("enter")}, kept)
}

// TestDemoSecret looks for the token in everything that prints. The verb %p is left out: fmt asks no type about it, and go
// vet refuses it for anything but pointers.
func TestDemoSecret(t *testing.T) {
	const secret = "s3cr3t-value"
	params := demo.ActParams{Token: secret, Ref: "e1", Op: demo.ElementOpClick}
	result := &demo.RequestResult{Token: secret}
	var printed strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T"} {
		for _, v := range []any{params.Token, &params.Token, params, &params, result, []demo.Token{secret}, map[string]demo.Token{"k": secret}} {
			fmt.Fprintf(&printed, verb+"\n", v)
		}
	}
	for _, handler := range []slog.Handler{slog.NewTextHandler(&printed, nil), slog.NewJSONHandler(&printed, nil)} {
		slog.New(handler).Info("call", "token", params.Token, "params", params, "pointer", &params, "result", result)
	}
	fmt.Fprintln(&printed, errors.Join(fmt.Errorf("call with %v failed", params)))
	_, err := demo.DecodeActParams([]byte(`{"token":["` + secret + `"],"ref":"e1","op":"click"}`))
	fmt.Fprintln(&printed, err)
	_, err = demo.ParseArgs("act", []string{"token=" + secret, "ref=e1"})
	fmt.Fprintln(&printed, err)
	assert.NotContains(t, printed.String(), secret)
	assert.NotContains(t, printed.String(), fmt.Sprintf("%x", secret))
	assert.Contains(t, printed.String(), "[redacted]")
	assert.Equal(t, secret, params.Token.Expose())
}

// TestDemoInstances reads the sixty instances of ../shared/cases. Two of them the schema alone would accept.
func TestDemoInstances(t *testing.T) {
	file, err := os.Open("../../shared/cases/demo-instances/instances.jsonl")
	if err != nil {
		t.Skip("shared/cases is not beside the project")
	}
	defer file.Close()
	stricter := map[string]string{"c31": "duplicate-member", "c54": "range"}
	agreed := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct {
			ID, Shape, Instance string
			Base64              []byte `json:"-"`
			B64                 string `json:"instance_b64"`
			Valid               bool
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
		text := []byte(c.Instance)
		if c.B64 != "" {
			text, err = base64.StdEncoding.DecodeString(c.B64)
			require.NoError(t, err)
		}
		encoded, err := decoders[c.Shape](text)
		switch code := stricter[c.ID]; {
		case code != "":
			assert.Equal(t, code, violation(t, err).Code, c.ID)
		case c.Valid:
			require.NoError(t, err, c.ID)
			again, err := decoders[c.Shape](encoded)
			require.NoError(t, err, c.ID)
			assert.True(t, bytes.Equal(encoded, again), c.ID)
		default:
			violation(t, err)
		}
		agreed++
	}
	assert.Equal(t, 60, agreed)
}
