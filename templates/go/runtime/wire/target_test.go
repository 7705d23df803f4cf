package wire_test

import "github.com/rightkit/lockstep/templates/go/runtime/wire"

// What follows is what the compiler emits for some shapes of the demo contract: types, decoders and encoders. The tests
// and benchmarks of this package run on it.

// A Token is an opaque session token.
type Token string

// An ElementRef is valid only for the session that issued it.
type ElementRef string

// An ElementOp is what can be done to an element.
type ElementOp string

// The values of ElementOp.
const (
	ElementOpClick ElementOp = "click"
	ElementOpType  ElementOp = "type"
	ElementOpPress ElementOp = "press"
)

// A CaptureState says whether a capture is safe to show.
type CaptureState string

// The value of CaptureState.
const CaptureStateSafe CaptureState = "safe"

// An ErrorCode says why a call failed.
type ErrorCode string

// ActParams asks for one operation.
type ActParams struct {
	Token Token
	Ref   ElementRef
	Op    ElementOp
	Text  *string // nil: absent
	Key   *string // nil: absent
}

// A Step is one operation of a batch.
type Step struct {
	Ref  ElementRef
	Op   ElementOp
	Text *string // required for type; nil: absent
	Key  *string // required for press; nil: absent
}

// BatchParams asks for 1 to 20 operations.
type BatchParams struct {
	Token Token
	Steps []Step
}

// BatchResult tells how far a batch came.
type BatchResult struct {
	Completed  int64
	Results    []BatchResultItem
	FailedStep *int64     // nil: null
	ErrorCode  *ErrorCode // nil: null
}

// BatchResultItem is the receipt of one step.
type BatchResultItem struct {
	ReceiptID string
}

// SnapshotResult lists the elements on the screen.
type SnapshotResult struct {
	CaptureState CaptureState
	Elements     []SnapshotResultElement
}

// SnapshotResultElement is one element on the screen.
type SnapshotResultElement struct {
	Ref   ElementRef
	Role  string
	Label string
	Ops   []ElementOp
}

// DecodeActParams reads one act.params message. A refusal is a *wire.Violation, the first one.
func DecodeActParams(data []byte) (ActParams, error) { return wire.Decode(data, decodeActParams) }

// DecodeBatchParams reads one batch.params message. A refusal is a *wire.Violation, the first one.
func DecodeBatchParams(data []byte) (BatchParams, error) { return wire.Decode(data, decodeBatchParams) }

// DecodeBatchResult reads one batch.result message. A refusal is a *wire.Violation, the first one.
func DecodeBatchResult(data []byte) (BatchResult, error) { return wire.Decode(data, decodeBatchResult) }

// DecodeSnapshotResult reads one snapshot.result message. A refusal is a *wire.Violation, the first one.
func DecodeSnapshotResult(data []byte) (SnapshotResult, error) {
	return wire.Decode(data, decodeSnapshotResult)
}

// UnmarshalJSON is DecodeBatchParams for encoding/json; v is left alone when it fails.
func (v *BatchParams) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, v, decodeBatchParams)
}

func decodeActParams(d *wire.Decoder, v *ActParams) {
	o := d.Object(&fieldsActParams)
	for d.Next(&o) {
		switch o.Field {
		case 0: // token
			v.Token = Token(d.String(&ruleToken))
		case 1: // ref
			v.Ref = ElementRef(d.String(&ruleElementRef))
		case 2: // op
			v.Op = ElementOp(d.Enum(&ruleElementOp))
		case 3: // text
			v.Text = d.StringPtr(&ruleActParamsText)
		case 4: // key
			v.Key = d.StringPtr(&ruleActParamsKey)
		}
	}
}

func decodeStep(d *wire.Decoder, v *Step) {
	o := d.Object(&fieldsStep)
	for d.Next(&o) {
		switch o.Field {
		case 0: // ref
			v.Ref = ElementRef(d.String(&ruleElementRef))
		case 1: // op
			v.Op = ElementOp(d.Enum(&ruleElementOp))
		case 2: // text
			v.Text = d.StringPtr(&ruleStepText)
		case 3: // key
			v.Key = d.StringPtr(&ruleStepKey)
		}
	}
	if v.Op == ElementOpType {
		d.Require(&o, &ruleStep.RequiredWhen[0])
	}
	if v.Op == ElementOpPress {
		d.Require(&o, &ruleStep.RequiredWhen[1])
	}
}

func decodeBatchParams(d *wire.Decoder, v *BatchParams) {
	o := d.Object(&fieldsBatchParams)
	for d.Next(&o) {
		switch o.Field {
		case 0: // token
			v.Token = Token(d.String(&ruleToken))
		case 1: // steps
			v.Steps = wire.List(d, &ruleBatchParamsSteps, decodeStep)
		}
	}
}

func decodeBatchResult(d *wire.Decoder, v *BatchResult) {
	o := d.Object(&fieldsBatchResult)
	for d.Next(&o) {
		switch o.Field {
		case 0: // completed
			v.Completed = d.Int64(&ruleBatchResultCompleted)
		case 1: // results
			v.Results = wire.List(d, &ruleBatchResultResults, decodeBatchResultItem)
		case 2: // failed_step
			if !d.Null() {
				v.FailedStep = wire.Ptr(d.Int64(&ruleBatchResultFailedStep))
			}
		case 3: // error_code
			if !d.Null() {
				v.ErrorCode = wire.Ptr(ErrorCode(d.Enum(&ruleErrorCode)))
			}
		}
	}
}

func decodeBatchResultItem(d *wire.Decoder, v *BatchResultItem) {
	o := d.Object(&fieldsBatchResultItem)
	for d.Next(&o) {
		switch o.Field {
		case 0: // receipt_id
			v.ReceiptID = d.String(&ruleBatchResultItemReceiptID)
		}
	}
}

func decodeSnapshotResult(d *wire.Decoder, v *SnapshotResult) {
	o := d.Object(&fieldsSnapshotResult)
	for d.Next(&o) {
		switch o.Field {
		case 0: // capture_state
			v.CaptureState = CaptureState(d.Enum(&ruleCaptureState))
		case 1: // elements
			v.Elements = wire.List(d, &ruleSnapshotResultElements, decodeSnapshotResultElement)
		}
	}
}

func decodeSnapshotResultElement(d *wire.Decoder, v *SnapshotResultElement) {
	o := d.Object(&fieldsSnapshotResultElement)
	for d.Next(&o) {
		switch o.Field {
		case 0: // ref
			v.Ref = ElementRef(d.String(&ruleElementRef))
		case 1: // role
			v.Role = d.String(&ruleSnapshotResultElementRole)
		case 2: // label
			v.Label = d.String(&ruleSnapshotResultElementLabel)
		case 3: // ops
			v.Ops = wire.List(d, &ruleSnapshotResultElementOps, decodeElementOp)
		}
	}
}

func decodeElementOp(d *wire.Decoder, v *ElementOp) { *v = ElementOp(d.Enum(&ruleElementOp)) }
