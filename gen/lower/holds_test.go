package lower

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/ir"
	"github.com/rightkit/lockstep/gen/rules"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// assertHolds checks what makes a representation one: the type of a shape can hold a value that the rule accepts.
func assertHolds(t *testing.T, s *ir.Shape, text string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	h := holder{rules.NewWiring()}
	assert.NoError(t, h.hold(s.Type, v, s.Wire), "%s\n%s", text, ir.TypeString(s.Type))
}

// A holder finds the reason why a type cannot hold a value.
type holder struct{ *rules.Wiring }

func (h holder) hold(t ir.Type, v any, at string) error {
	refuse := func() error { return fmt.Errorf("%s: %s cannot hold %v", at, ir.TypeString(t), v) }
	switch t := t.(type) {
	case *ir.Any:
		return nil
	case *ir.Ref:
		return h.hold(t.Shape.Type, v, at)
	case *ir.Nullable:
		if v == nil {
			return nil
		}
		return h.hold(t.Type, v, at)
	case *ir.NullOnly:
		if v != nil {
			return refuse()
		}
	case *ir.Literal:
		if text, _ := json.Marshal(v); !equalJSON(string(text), t.Value.JSON) {
			return refuse()
		}
	case *ir.Scalar:
		if !holdsScalar(t.Kind, v) {
			return refuse()
		}
	case *ir.Enum:
		for _, e := range t.Values {
			if e.Value == v {
				return nil
			}
		}
		return refuse()
	case *ir.List:
		return h.items(v, at, func(int) ir.Type { return t.Item }, refuse)
	case *ir.Tuple:
		list, ok := v.([]any)
		if !ok || len(list) < len(t.Items) || len(list) > len(t.Items) && t.Rest == nil {
			return refuse()
		}
		return h.items(v, at, func(i int) ir.Type {
			if i < len(t.Items) {
				return t.Items[i]
			}
			return t.Rest
		}, refuse)
	case *ir.Map:
		object, ok := v.(map[string]any)
		if !ok {
			return refuse()
		}
		for name, member := range object {
			if err := h.hold(t.Value, member, at+"/"+name); err != nil {
				return err
			}
		}
	case *ir.Struct:
		return h.object(t, v, at, refuse)
	case *ir.Union:
		return h.union(t, v, at, refuse)
	}
	return nil
}

func (h holder) items(v any, at string, item func(int) ir.Type, refuse func() error) error {
	list, ok := v.([]any)
	if !ok {
		return refuse()
	}
	for i, x := range list {
		if err := h.hold(item(i), x, at+"/"+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	return nil
}

func (h holder) object(t *ir.Struct, v any, at string, refuse func() error) error {
	object, ok := v.(map[string]any)
	if !ok {
		return refuse()
	}
	known := map[string]bool{}
	for _, f := range t.Fields {
		known[f.Name] = true
		member, present := object[f.Name]
		if !present {
			if f.Presence == ir.Required {
				return fmt.Errorf("%s: field %q is required and absent", at, f.Name)
			}
			continue
		}
		if err := h.hold(f.Type, member, at+"/"+f.Name); err != nil {
			return err
		}
	}
	if t.Extra == nil {
		return nil
	}
	for name, member := range object {
		if known[name] {
			continue
		}
		if err := h.hold(t.Extra, member, at+"/"+name); err != nil {
			return err
		}
	}
	return nil
}

// union picks the variant as decoders do, and asks it.
func (h holder) union(t *ir.Union, v any, at string, refuse func() error) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	disjoint := true
	var seen ir.Kinds
	for _, variant := range t.Variants {
		disjoint = disjoint && !overlap(variant.Kinds, seen)
		seen |= variant.Kinds
	}
	for _, variant := range t.Variants {
		picked := false
		switch {
		case t.Tag != "":
			object, _ := v.(map[string]any)
			for _, value := range variant.Values {
				picked = picked || object[t.Tag] == value
			}
		case disjoint:
			picked = overlap(variant.Kinds, kindOfValue(v))
		default:
			picked = len(wire.Check(text, h.Wire(variant.Rule))) == 0
		}
		if picked {
			return h.hold(variant.Type, v, at)
		}
	}
	return refuse()
}

func kindOfValue(v any) ir.Kinds {
	switch v.(type) {
	case nil:
		return ir.KindNull
	case bool:
		return ir.KindBoolean
	case json.Number:
		return numbers
	case string:
		return ir.KindString
	case []any:
		return ir.KindArray
	}
	return ir.KindObject
}

func holdsScalar(k ir.ScalarKind, v any) bool {
	switch k {
	case ir.String:
		_, ok := v.(string)
		return ok
	case ir.Boolean:
		_, ok := v.(bool)
		return ok
	}
	n, ok := v.(json.Number)
	if !ok {
		return false
	}
	d, ok := decimal.Parse(n.String())
	if !ok {
		return false
	}
	switch k {
	case ir.Int64:
		return d.IsInteger() && d.Compare(minInt64) >= 0 && d.Compare(maxInt64) <= 0
	case ir.Uint64:
		return d.IsInteger() && d.Sign() >= 0 && d.Compare(maxUint64) <= 0
	}
	f, err := n.Float64()
	return err == nil && !math.IsInf(f, 0)
}

func equalJSON(a, b string) bool { return len(wire.Check([]byte(a), &wire.Rule{Const: b})) == 0 }
