package wire_test

import "github.com/rightkit/lockstep/templates/go/runtime/wire"

// AppendJSON appends v as JSON, members in the order of the schema. It writes only what DecodeActParams accepts;
// otherwise dst is returned as it was, with the *wire.Violation that DecodeActParams would report.
func (v ActParams) AppendJSON(dst []byte) ([]byte, error) {
	return wire.Append(dst, &v, &ruleActParams, appendActParams)
}

// MarshalJSON is AppendJSON for encoding/json.
func (v ActParams) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }

// AppendJSON appends v as JSON, members in the order of the schema. It writes only what DecodeBatchParams accepts;
// otherwise dst is returned as it was, with the *wire.Violation that DecodeBatchParams would report.
func (v BatchParams) AppendJSON(dst []byte) ([]byte, error) {
	return wire.Append(dst, &v, &ruleBatchParams, appendBatchParams)
}

// MarshalJSON is AppendJSON for encoding/json.
func (v BatchParams) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }

// AppendJSON appends v as JSON, members in the order of the schema. It writes only what DecodeBatchResult accepts;
// otherwise dst is returned as it was, with the *wire.Violation that DecodeBatchResult would report.
func (v BatchResult) AppendJSON(dst []byte) ([]byte, error) {
	return wire.Append(dst, &v, &ruleBatchResult, appendBatchResult)
}

// MarshalJSON is AppendJSON for encoding/json.
func (v BatchResult) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }

// AppendJSON appends v as JSON, members in the order of the schema. It writes only what DecodeSnapshotResult accepts;
// otherwise dst is returned as it was, with the *wire.Violation that DecodeSnapshotResult would report.
func (v SnapshotResult) AppendJSON(dst []byte) ([]byte, error) {
	return wire.Append(dst, &v, &ruleSnapshotResult, appendSnapshotResult)
}

// MarshalJSON is AppendJSON for encoding/json.
func (v SnapshotResult) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }

func appendActParams(e *wire.Encoder, v *ActParams) {
	e.Open()
	e.Key(`"token":`)
	e.String(string(v.Token), &ruleToken)
	e.Key(`"ref":`)
	e.String(string(v.Ref), &ruleElementRef)
	e.Key(`"op":`)
	e.Enum(string(v.Op), &ruleElementOp)
	if v.Text != nil {
		e.Key(`"text":`)
		e.String(*v.Text, &ruleActParamsText)
	}
	if v.Key != nil {
		e.Key(`"key":`)
		e.String(*v.Key, &ruleActParamsKey)
	}
	e.Close()
}

func appendStep(e *wire.Encoder, v *Step) {
	e.Open()
	e.Key(`"ref":`)
	e.String(string(v.Ref), &ruleElementRef)
	e.Key(`"op":`)
	e.Enum(string(v.Op), &ruleElementOp)
	if v.Text != nil {
		e.Key(`"text":`)
		e.String(*v.Text, &ruleStepText)
	}
	if v.Key != nil {
		e.Key(`"key":`)
		e.String(*v.Key, &ruleStepKey)
	}
	e.Close()
	if v.Op == ElementOpType && v.Text == nil {
		e.Suspect()
	}
	if v.Op == ElementOpPress && v.Key == nil {
		e.Suspect()
	}
}

func appendBatchParams(e *wire.Encoder, v *BatchParams) {
	e.Open()
	e.Key(`"token":`)
	e.String(string(v.Token), &ruleToken)
	e.Key(`"steps":`)
	wire.AppendList(e, v.Steps, &ruleBatchParamsSteps, appendStep)
	e.Close()
}

func appendBatchResult(e *wire.Encoder, v *BatchResult) {
	e.Open()
	e.Key(`"completed":`)
	e.Int64(v.Completed, &ruleBatchResultCompleted)
	e.Key(`"results":`)
	wire.AppendList(e, v.Results, &ruleBatchResultResults, appendBatchResultItem)
	e.Key(`"failed_step":`)
	if v.FailedStep != nil {
		e.Int64(*v.FailedStep, &ruleBatchResultFailedStep)
	} else {
		e.Null()
	}
	e.Key(`"error_code":`)
	if v.ErrorCode != nil {
		e.Enum(string(*v.ErrorCode), &ruleErrorCode)
	} else {
		e.Null()
	}
	e.Close()
}

func appendBatchResultItem(e *wire.Encoder, v *BatchResultItem) {
	e.Open()
	e.Key(`"receipt_id":`)
	e.String(v.ReceiptID, &ruleBatchResultItemReceiptID)
	e.Close()
}

func appendSnapshotResult(e *wire.Encoder, v *SnapshotResult) {
	e.Open()
	e.Key(`"capture_state":`)
	e.Enum(string(v.CaptureState), &ruleCaptureState)
	e.Key(`"elements":`)
	wire.AppendList(e, v.Elements, &ruleSnapshotResultElements, appendSnapshotResultElement)
	e.Close()
}

func appendSnapshotResultElement(e *wire.Encoder, v *SnapshotResultElement) {
	e.Open()
	e.Key(`"ref":`)
	e.String(string(v.Ref), &ruleElementRef)
	e.Key(`"role":`)
	e.String(v.Role, &ruleSnapshotResultElementRole)
	e.Key(`"label":`)
	e.String(v.Label, &ruleSnapshotResultElementLabel)
	e.Key(`"ops":`)
	wire.AppendList(e, v.Ops, &ruleSnapshotResultElementOps, appendElementOp)
	e.Close()
}

func appendElementOp(e *wire.Encoder, v *ElementOp) { e.Enum(string(*v), &ruleElementOp) }
