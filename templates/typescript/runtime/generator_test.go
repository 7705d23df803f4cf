package runtime_test

import (
	"fmt"
	"strings"
)

// schema is an object with some keywords, each once.
func (g generator) schema(depth int) string {
	var parts []string
	seen := map[string]bool{}
	for range 1 + g.IntN(4) {
		keyword, value := g.keyword(depth)
		if !seen[keyword] {
			seen[keyword] = true
			parts = append(parts, fmt.Sprintf("%q:%s", keyword, value))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (g generator) sub(depth int) string {
	switch g.IntN(12) {
	case 0:
		return g.pick("true", "false")
	case 1:
		return g.pick(`{"$ref":"#/$defs/a"}`, `{"$ref":"#/$defs/b"}`)
	}
	return g.schema(depth - 1)
}

func (g generator) keyword(depth int) (string, string) {
	n := fmt.Sprint(g.IntN(4))
	if depth == 0 || g.IntN(3) == 0 {
		switch keyword := g.pick("type", "type", "enum", "const", "minLength", "maxLength", "pattern", "minimum", "maximum",
			"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minContains",
			"maxContains", "required", "minProperties", "maxProperties", "dependentRequired"); keyword {
		case "type":
			return keyword, g.pick(`"null"`, `"boolean"`, `"integer"`, `"number"`, `"string"`, `"array"`, `"object"`,
				`"array"`, `"object"`, `["string","array"]`, `["object","null"]`, `["integer","object"]`)
		case "enum":
			return keyword, "[" + g.scalar() + "]"
		case "const":
			return keyword, g.value(1)
		case "pattern":
			return keyword, g.pick(`"a"`, `"^a"`, `"b$"`, `"^.$"`)
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
			return keyword, g.pick("0", "1", "0.5", "-2", "10", "1e1")
		case "multipleOf":
			return keyword, g.pick("1", "2", "0.5", "0.1", "7")
		case "uniqueItems":
			return keyword, g.pick("true", "true", "false")
		case "required":
			return keyword, "[" + g.name() + "]"
		case "dependentRequired":
			return keyword, "{" + g.name() + ":[" + g.name() + "]}"
		default:
			return keyword, n
		}
	}
	switch keyword := g.pick("items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames",
		"unevaluatedProperties", "not", "if", "then", "else", "prefixItems", "allOf", "anyOf", "oneOf", "properties",
		"dependentSchemas", "patternProperties", "unevaluatedItems", "unevaluatedProperties", "properties"); keyword {
	case "prefixItems", "allOf", "anyOf", "oneOf":
		parts := []string{g.sub(depth)}
		for range g.IntN(3) {
			parts = append(parts, g.sub(depth))
		}
		return keyword, "[" + strings.Join(parts, ",") + "]"
	case "properties", "dependentSchemas":
		return keyword, `{"a":` + g.sub(depth) + `,` + g.pick(`"b":`, `"c":`) + g.sub(depth) + `}`
	case "patternProperties":
		return keyword, `{` + g.pick(`"a"`, `"^b"`, `"c$"`) + `:` + g.sub(depth) + `}`
	case "unevaluatedItems", "unevaluatedProperties":
		return keyword, g.pick("false", g.sub(depth))
	default:
		return keyword, g.sub(depth)
	}
}
