package load_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/gen/load"
	"github.com/rightkit/lockstep/gen/source"
)

// synthetic returns a schema of about size bytes.
func synthetic(size int) []byte {
	var b strings.Builder
	b.WriteString("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"$defs\": {\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `    "shape%d": {
      "type": "object",
      "description": "The shape with number %d; it refers to \"shape%d\".",
      "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": %d},
        "kind": {"enum": ["first", "second", "third", null]},
        "next": {"$ref": "#/$defs/shape%d"},
        "values": {"type": "array", "items": {"type": "number", "minimum": -1.5e3}}
      },
      "required": ["name", "kind"],
      "additionalProperties": false
    },
`, i, i, i/2, i, i/2)
	}
	b.WriteString("    \"last\": true\n  }\n}\n")
	return []byte(b.String())
}

func BenchmarkJSON(b *testing.B) {
	text := synthetic(1 << 20)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if doc, diags := load.JSON(source.NewFile("a.json", text)); doc == nil {
			b.Fatal(diags)
		}
	}
}
