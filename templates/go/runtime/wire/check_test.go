package wire

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// FuzzCheck looks for panics, and for a first violation, or a verdict, that depends on how many violations are asked for.
func FuzzCheck(f *testing.F) {
	schemas := []string{
		`{"$ref":"#/$defs/a","$defs":{"a":{"type":["object","array","integer","string"],"uniqueItems":true,"maxLength":3,"maximum":9,
			"properties":{"a":{"$ref":"#/$defs/a"},"b":{"enum":["x",1,null]}},"additionalProperties":{"$ref":"#/$defs/a"},
			"items":{"$ref":"#/$defs/a"},"required":["a"],"propertyNames":{"pattern":"^[a-z]"}}}}`,
		`{"oneOf":[{"items":{"type":"number","multipleOf":0.5}},{"prefixItems":[{"const":1}],"contains":{"const":[]}}],"unevaluatedItems":{"type":"string"},
			"anyOf":[{"properties":{"a":true}},{"minProperties":2}],"unevaluatedProperties":{"not":{"const":{"a":1}}},
			"if":{"required":["a"]},"then":{"dependentRequired":{"a":["b"]}},"else":{"maxProperties":2,"patternProperties":{"b":{"minimum":0}}}}`,
	}
	for _, seed := range []string{`{"a":{"a":{}},"b":2}`, `[1,1.0,[],{}]`, `"abcd"`, `1e99999999999`, `[1e400,0.25,"x"]`, `{"A":1,"a":[{}]}`, `{"a":1,"a":2}`, `[[[`} {
		f.Add(seed)
	}
	var rules []*Rule
	for _, schema := range schemas {
		rules = append(rules, mustRead(f, schema))
	}
	f.Fuzz(func(t *testing.T, text string) {
		root, refused := parse(text)
		for _, r := range rules {
			all := Check([]byte(text), r)
			assert.Equal(t, all[:min(1, len(all))], check([]byte(text), r, 1))
			if refused != nil {
				assert.Equal(t, Violations{*refused}, all)
				continue
			}
			assert.Equal(t, len(all) == 0, r.accepts(&root))
			for _, v := range all {
				assert.Equal(t, v.Instance, root.locate(v.Offset))
			}
		}
	})
}
