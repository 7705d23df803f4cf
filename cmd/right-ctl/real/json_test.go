package real_test

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// sameJSON reports whether two texts are the same JSON value; same compares two numbers.
func sameJSON(a, b string, same func(a, b string) bool) bool {
	read := func(text string) (value any, ok bool) {
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		return value, d.Decode(&value) == nil
	}
	x, okX := read(a)
	y, okY := read(b)
	return okX && okY && sameValue(x, y, same)
}

func sameValue(a, b any, same func(a, b string) bool) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && same(a.String(), b.String())
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameValue(a[i], b[i], same) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, value := range a {
			other, ok := b[name]
			if !ok || !sameValue(value, other, same) {
				return false
			}
		}
		return true
	}
	return a == b
}

// exactly compares numbers by their value. Exponents too large to write out are compared as text.
func exactly(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}

// asDoubles compares numbers as programs do that hold a 64-bit float, one unit in the last place allowed.
func asDoubles(a, b string) bool {
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return x == y || math.Nextafter(x, y) == y
}

// sameTools reports whether two lists of tools are the same but for descriptions and schemas, and one line each.
func sameTools(a, b string) bool {
	type tool struct {
		Name, Effect, Description string
		Schema                    json.RawMessage `json:"input_schema"`
	}
	read := func(text string) (tools []tool, ok bool) {
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		return tools, d.Decode(&tools) == nil && strings.Index(text, "\n") == len(text)-1
	}
	x, okX := read(a)
	y, okY := read(b)
	return okX && okY && slices.EqualFunc(x, y, func(a, b tool) bool {
		return a.Name == b.Name && a.Effect == b.Effect && b.Description != "" && len(b.Schema) > 0
	})
}
