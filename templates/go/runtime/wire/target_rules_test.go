package wire_test

import "github.com/rightkit/lockstep/templates/go/runtime/wire"

// The rules and fields of target_test.go, as the compiler emits them.

var ruleToken = wire.Rule{At: "/$defs/token", Type: wire.String}

var ruleElementRef = wire.Rule{At: "/$defs/elementRef", Type: wire.String}

var ruleElementOp = wire.Rule{
	At:   "/$defs/elementOp",
	Type: wire.String,
	Enum: []string{"click", "type", "press"},
}

var ruleErrorCode = wire.Rule{
	At:   "/$defs/errorCode",
	Type: wire.String,
	Enum: []string{
		"demo_disabled", "consent_denied", "invalid_token", "session_ended", "session_killed", "unknown_app",
		"not_armed", "permission_missing", "target_blocked", "capture_unsafe", "invalid_arguments",
		"service_unavailable", "malformed_response",
	},
}

var ruleStep = wire.Rule{
	At:   "/$defs/step",
	Type: wire.Object,
	Properties: []wire.Property{
		{Name: "ref", Rule: &wire.Rule{At: "/$defs/step/properties/ref", Ref: &ruleElementRef}},
		{Name: "op", Rule: &wire.Rule{At: "/$defs/step/properties/op", Ref: &ruleElementOp}},
		{Name: "text", Rule: &ruleStepText},
		{Name: "key", Rule: &ruleStepKey},
	},
	Required: []string{"ref", "op"},
	RequiredWhen: []wire.Condition{
		{At: "contract.yaml#/conditions/0", Property: "op", Equals: "type", Required: []string{"text"}},
		{At: "contract.yaml#/conditions/1", Property: "op", Equals: "press", Required: []string{"key"}},
	},
}

var ruleStepText = wire.Rule{At: "/$defs/step/properties/text", Type: wire.String}

var ruleStepKey = wire.Rule{At: "/$defs/step/properties/key", Type: wire.String}

var fieldsStep = wire.Fields{
	Rule:     &ruleStep,
	Names:    []string{"ref", "op", "text", "key"},
	Keys:     []string{`"ref":`, `"op":`, `"text":`, `"key":`},
	Required: 1<<0 | 1<<1,
}

var ruleActParams = wire.Rule{
	At:   "/$defs/act/params",
	Type: wire.Object,
	Properties: []wire.Property{
		{Name: "token", Rule: &wire.Rule{At: "/$defs/act/params/properties/token", Ref: &ruleToken}},
		{Name: "ref", Rule: &wire.Rule{At: "/$defs/act/params/properties/ref", Ref: &ruleElementRef}},
		{Name: "op", Rule: &wire.Rule{At: "/$defs/act/params/properties/op", Ref: &ruleElementOp}},
		{Name: "text", Rule: &ruleActParamsText},
		{Name: "key", Rule: &ruleActParamsKey},
	},
	Required: []string{"token", "ref", "op"},
}

var ruleActParamsText = wire.Rule{At: "/$defs/act/params/properties/text", Type: wire.String}

var ruleActParamsKey = wire.Rule{At: "/$defs/act/params/properties/key", Type: wire.String}

var fieldsActParams = wire.Fields{
	Rule:     &ruleActParams,
	Names:    []string{"token", "ref", "op", "text", "key"},
	Keys:     []string{`"token":`, `"ref":`, `"op":`, `"text":`, `"key":`},
	Required: 1<<0 | 1<<1 | 1<<2,
}

var ruleBatchParams = wire.Rule{
	At:   "/$defs/batch/params",
	Type: wire.Object,
	Properties: []wire.Property{
		{Name: "token", Rule: &wire.Rule{At: "/$defs/batch/params/properties/token", Ref: &ruleToken}},
		{Name: "steps", Rule: &ruleBatchParamsSteps},
	},
	Required: []string{"token", "steps"},
}

var ruleBatchParamsSteps = wire.Rule{
	At:       "/$defs/batch/params/properties/steps",
	Type:     wire.Array,
	MinItems: 1,
	MaxItems: 20,
	Items:    &wire.Rule{At: "/$defs/batch/params/properties/steps/items", Ref: &ruleStep},
}

var fieldsBatchParams = wire.Fields{
	Rule:     &ruleBatchParams,
	Names:    []string{"token", "steps"},
	Keys:     []string{`"token":`, `"steps":`},
	Required: 1<<0 | 1<<1,
}

var ruleBatchResult = wire.Rule{
	At:   "/$defs/batch/result",
	Type: wire.Object,
	Properties: []wire.Property{
		{Name: "completed", Rule: &ruleBatchResultCompleted},
		{Name: "results", Rule: &ruleBatchResultResults},
		{Name: "failed_step", Rule: &ruleBatchResultFailedStep},
		{Name: "error_code", Rule: &wire.Rule{
			At: "/$defs/batch/result/properties/error_code",
			OneOf: []*wire.Rule{
				{At: "/$defs/batch/result/properties/error_code/oneOf/0", Ref: &ruleErrorCode},
				{At: "/$defs/batch/result/properties/error_code/oneOf/1", Type: wire.Null},
			},
			Nullable: true,
		}},
	},
	Required: []string{"completed", "results", "failed_step", "error_code"},
}

var ruleBatchResultCompleted = wire.Rule{
	At:      "/$defs/batch/result/properties/completed",
	Type:    wire.Integer,
	Minimum: "0",
	Int:     &wire.IntRange{Min: 0, Max: 1<<63 - 1},
}

var ruleBatchResultResults = wire.Rule{
	At:    "/$defs/batch/result/properties/results",
	Type:  wire.Array,
	Items: &ruleBatchResultItem,
}

var ruleBatchResultFailedStep = wire.Rule{
	At:      "/$defs/batch/result/properties/failed_step",
	Type:    wire.Integer | wire.Null,
	Minimum: "0",
	Int:     &wire.IntRange{Min: 0, Max: 1<<63 - 1},
}

var fieldsBatchResult = wire.Fields{
	Rule:     &ruleBatchResult,
	Names:    []string{"completed", "results", "failed_step", "error_code"},
	Keys:     []string{`"completed":`, `"results":`, `"failed_step":`, `"error_code":`},
	Required: 1<<0 | 1<<1 | 1<<2 | 1<<3,
}

var ruleBatchResultItem = wire.Rule{
	At:         "/$defs/batch/result/properties/results/items",
	Type:       wire.Object,
	Properties: []wire.Property{{Name: "receipt_id", Rule: &ruleBatchResultItemReceiptID}},
	Required:   []string{"receipt_id"},
}

var ruleBatchResultItemReceiptID = wire.Rule{
	At:   "/$defs/batch/result/properties/results/items/properties/receipt_id",
	Type: wire.String,
}

var fieldsBatchResultItem = wire.Fields{
	Rule:     &ruleBatchResultItem,
	Names:    []string{"receipt_id"},
	Keys:     []string{`"receipt_id":`},
	Required: 1 << 0,
}

var ruleSnapshotResult = wire.Rule{
	At:   "/$defs/snapshot/result",
	Type: wire.Object,
	Properties: []wire.Property{
		{Name: "capture_state", Rule: &ruleCaptureState},
		{Name: "elements", Rule: &ruleSnapshotResultElements},
	},
	Required: []string{"capture_state", "elements"},
}

var ruleCaptureState = wire.Rule{
	At:   "/$defs/snapshot/result/properties/capture_state",
	Type: wire.String,
	Enum: []string{"safe"},
}

var ruleSnapshotResultElements = wire.Rule{
	At:    "/$defs/snapshot/result/properties/elements",
	Type:  wire.Array,
	Items: &ruleSnapshotResultElement,
}

var fieldsSnapshotResult = wire.Fields{
	Rule:     &ruleSnapshotResult,
	Names:    []string{"capture_state", "elements"},
	Keys:     []string{`"capture_state":`, `"elements":`},
	Required: 1<<0 | 1<<1,
}

var ruleSnapshotResultElement = wire.Rule{
	At:   "/$defs/snapshot/result/properties/elements/items",
	Type: wire.Object,
	Properties: []wire.Property{
		{Name: "ref", Rule: &wire.Rule{
			At:  "/$defs/snapshot/result/properties/elements/items/properties/ref",
			Ref: &ruleElementRef,
		}},
		{Name: "role", Rule: &ruleSnapshotResultElementRole},
		{Name: "label", Rule: &ruleSnapshotResultElementLabel},
		{Name: "ops", Rule: &ruleSnapshotResultElementOps},
	},
	Required: []string{"ref", "role", "label", "ops"},
}

var ruleSnapshotResultElementRole = wire.Rule{
	At:   "/$defs/snapshot/result/properties/elements/items/properties/role",
	Type: wire.String,
}

var ruleSnapshotResultElementLabel = wire.Rule{
	At:   "/$defs/snapshot/result/properties/elements/items/properties/label",
	Type: wire.String,
}

var ruleSnapshotResultElementOps = wire.Rule{
	At:   "/$defs/snapshot/result/properties/elements/items/properties/ops",
	Type: wire.Array,
	Items: &wire.Rule{
		At:  "/$defs/snapshot/result/properties/elements/items/properties/ops/items",
		Ref: &ruleElementOp,
	},
}

var fieldsSnapshotResultElement = wire.Fields{
	Rule:     &ruleSnapshotResultElement,
	Names:    []string{"ref", "role", "label", "ops"},
	Keys:     []string{`"ref":`, `"role":`, `"label":`, `"ops":`},
	Required: 1<<0 | 1<<1 | 1<<2 | 1<<3,
}
