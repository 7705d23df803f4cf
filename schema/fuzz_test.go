package schema_test

import (
	"bytes"
	"testing"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
)

// FuzzDemo looks for texts on which a generated decoder of the demo contract and the rules disagree, and for values that
// do not survive their own encoding.
func FuzzDemo(f *testing.F) {
	for i, s := range demo.Shapes {
		for _, text := range []string{
			`"click"`, `"not_armed"`, `{}`, `null`,
			`{"ref":"e1","op":"type","text":"a\u00e9\n","token":"t"}`, `{"op":"press","key":"enter","ref":"e1","token":"t"}`,
			`{"app":"a","agent_name":"b","session":"s","token":"t"}`,
			`{"apps":[{"id":"a","name":"A"}]}`,
			`{"capture_state":"safe","elements":[{"ref":"e1","role":"r","label":"l","ops":["click","type"]}]}`,
			`{"token":"t","steps":[{"ref":"e1","op":"click"}, {"ref":"e1","op":"type","text":"x"}]}`,
			`{"completed":1e0,"results":[{"receipt_id":"r"}],"failed_step":null,"error_code":"target_blocked","receipt_id":"r"}`,
			`{"ended":true,"bundle_id":"b","bundle_state":"killed","more":[1,{"x":null}]}`,
		} {
			if _, err := decoders[s.Name]([]byte(text)); err == nil || len(text) > 10 {
				f.Add(uint8(i), []byte(text))
			}
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, text []byte) {
		shape := demo.Shapes[int(n)%len(demo.Shapes)]
		found := shape.Check(text)
		encoded, err := decoders[shape.Name](text)
		switch {
		case err != nil && len(found) == 0:
			t.Fatalf("%s: decode refuses what the rules accept: %v", shape.Name, err)
		case err != nil:
			if v := violation(t, err); *v != found[0] {
				t.Fatalf("%s: decode reports %+v, the rules %+v", shape.Name, *v, found[0])
			}
		case len(found) > 0:
			t.Fatalf("%s: decode accepts what the rules refuse: %v", shape.Name, found)
		default:
			again, err := decoders[shape.Name](encoded)
			if err != nil || !bytes.Equal(encoded, again) {
				t.Fatalf("%s: %q is encoded to %q, and that to %q (%v)", shape.Name, text, encoded, again, err)
			}
		}
	})
}
