package jsonschema

import (
	"regexp"
	"strings"

	"github.com/rightkit/lockstep/gen/load"
)

// A keyword reads the value of one keyword into a schema.
type keyword func(p *parser, s *Schema, m *load.Member)

// keywords returns the keywords of 2020-12. Each vocabulary links the section of the specification that has its own.
func keywords() map[string]keyword {
	return map[string]keyword{
		// https://json-schema.org/draft/2020-12/json-schema-core#section-8
		"$schema":        func(p *parser, s *Schema, m *load.Member) { s.Dialect = p.text(m) },
		"$vocabulary":    func(p *parser, s *Schema, m *load.Member) { s.Vocabulary = p.vocabulary(m) },
		"$id":            func(p *parser, s *Schema, m *load.Member) { s.ID = p.id(m) },
		"$anchor":        func(p *parser, s *Schema, m *load.Member) { s.Anchor = p.anchor(m) },
		"$dynamicAnchor": func(p *parser, s *Schema, m *load.Member) { s.DynamicAnchor = p.anchor(m) },
		"$ref":           func(p *parser, s *Schema, m *load.Member) { s.Ref = p.reference(m) },
		"$dynamicRef":    func(p *parser, s *Schema, m *load.Member) { s.DynamicRef = p.reference(m) },
		"$defs":          func(p *parser, s *Schema, m *load.Member) { p.defs(m, s) },
		"$comment":       func(p *parser, s *Schema, m *load.Member) { s.Comment = p.text(m) },

		// https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
		"allOf": func(p *parser, s *Schema, m *load.Member) { s.AllOf, s.AllOfNode = p.schemas(m, s), m.Value },
		"anyOf": func(p *parser, s *Schema, m *load.Member) { s.AnyOf, s.AnyOfNode = p.schemas(m, s), m.Value },
		"oneOf": func(p *parser, s *Schema, m *load.Member) { s.OneOf, s.OneOfNode = p.schemas(m, s), m.Value },
		"not":   func(p *parser, s *Schema, m *load.Member) { s.Not = p.schema(m.Value, s) },
		"if":    func(p *parser, s *Schema, m *load.Member) { s.If = p.schema(m.Value, s) },
		"then":  func(p *parser, s *Schema, m *load.Member) { s.Then = p.schema(m.Value, s) },
		"else":  func(p *parser, s *Schema, m *load.Member) { s.Else = p.schema(m.Value, s) },
		"dependentSchemas": func(p *parser, s *Schema, m *load.Member) {
			s.DependentSchemas = p.named(m, s)
		},

		// https://json-schema.org/draft/2020-12/json-schema-core#section-10.3
		"prefixItems":          func(p *parser, s *Schema, m *load.Member) { s.PrefixItems = p.schemas(m, s) },
		"items":                func(p *parser, s *Schema, m *load.Member) { s.Items = p.items(m, s) },
		"contains":             func(p *parser, s *Schema, m *load.Member) { s.Contains = p.schema(m.Value, s) },
		"properties":           func(p *parser, s *Schema, m *load.Member) { s.Properties = p.named(m, s) },
		"patternProperties":    func(p *parser, s *Schema, m *load.Member) { s.PatternProperties = p.named(m, s) },
		"additionalProperties": func(p *parser, s *Schema, m *load.Member) { s.AdditionalProperties = p.schema(m.Value, s) },
		"propertyNames":        func(p *parser, s *Schema, m *load.Member) { s.PropertyNames = p.schema(m.Value, s) },

		// https://json-schema.org/draft/2020-12/json-schema-core#section-11
		"unevaluatedItems": func(p *parser, s *Schema, m *load.Member) { s.UnevaluatedItems = p.schema(m.Value, s) },
		"unevaluatedProperties": func(p *parser, s *Schema, m *load.Member) {
			s.UnevaluatedProperties = p.schema(m.Value, s)
		},

		// https://json-schema.org/draft/2020-12/json-schema-validation#section-6
		"type":             func(p *parser, s *Schema, m *load.Member) { s.Types, s.TypeNode = p.types(m), m.Value },
		"enum":             func(p *parser, s *Schema, m *load.Member) { s.Enum = p.enum(m) },
		"const":            func(_ *parser, s *Schema, m *load.Member) { s.Const = m.Value },
		"multipleOf":       func(p *parser, s *Schema, m *load.Member) { s.MultipleOf = p.multipleOf(m) },
		"maximum":          func(p *parser, s *Schema, m *load.Member) { s.Maximum = p.number(m) },
		"exclusiveMaximum": func(p *parser, s *Schema, m *load.Member) { s.ExclusiveMaximum = p.number(m) },
		"minimum":          func(p *parser, s *Schema, m *load.Member) { s.Minimum = p.number(m) },
		"exclusiveMinimum": func(p *parser, s *Schema, m *load.Member) { s.ExclusiveMinimum = p.number(m) },
		"maxLength":        func(p *parser, s *Schema, m *load.Member) { s.MaxLength = p.count(m) },
		"minLength":        func(p *parser, s *Schema, m *load.Member) { s.MinLength = p.count(m) },
		"pattern":          func(p *parser, s *Schema, m *load.Member) { s.Pattern = p.text(m) },
		"maxItems":         func(p *parser, s *Schema, m *load.Member) { s.MaxItems = p.count(m) },
		"minItems":         func(p *parser, s *Schema, m *load.Member) { s.MinItems = p.count(m) },
		"uniqueItems":      func(p *parser, s *Schema, m *load.Member) { s.UniqueItems = p.flag(m) },
		"maxContains":      func(p *parser, s *Schema, m *load.Member) { s.MaxContains = p.count(m) },
		"minContains":      func(p *parser, s *Schema, m *load.Member) { s.MinContains = p.count(m) },
		"maxProperties":    func(p *parser, s *Schema, m *load.Member) { s.MaxProperties = p.count(m) },
		"minProperties":    func(p *parser, s *Schema, m *load.Member) { s.MinProperties = p.count(m) },
		"required": func(p *parser, s *Schema, m *load.Member) {
			s.Required, s.RequiredNode = p.nameList(m.Name, m.Value), m.Value
		},
		"dependentRequired": func(p *parser, s *Schema, m *load.Member) { s.DependentRequired = p.dependentRequired(m) },

		// https://json-schema.org/draft/2020-12/json-schema-validation#section-7
		"format": func(p *parser, s *Schema, m *load.Member) { s.Format = p.text(m) },

		// https://json-schema.org/draft/2020-12/json-schema-validation#section-8
		"contentEncoding":  func(p *parser, s *Schema, m *load.Member) { s.ContentEncoding = p.text(m) },
		"contentMediaType": func(p *parser, s *Schema, m *load.Member) { s.ContentMediaType = p.text(m) },
		"contentSchema":    func(p *parser, s *Schema, m *load.Member) { s.ContentSchema = p.schema(m.Value, s) },

		// https://json-schema.org/draft/2020-12/json-schema-validation#section-9
		"title":       func(p *parser, s *Schema, m *load.Member) { s.Title = p.text(m) },
		"description": func(p *parser, s *Schema, m *load.Member) { s.Description = p.text(m) },
		"default":     func(_ *parser, s *Schema, m *load.Member) { s.Default = m.Value },
		"deprecated":  func(p *parser, s *Schema, m *load.Member) { s.Deprecated = p.flag(m) },
		"readOnly":    func(p *parser, s *Schema, m *load.Member) { s.ReadOnly = p.flag(m) },
		"writeOnly":   func(p *parser, s *Schema, m *load.Member) { s.WriteOnly = p.flag(m) },
		"examples":    func(p *parser, s *Schema, m *load.Member) { s.Examples = p.array(m, "an array of values") },
	}
}

// items reads a schema, and says what has become of the array that older drafts allowed.
func (p *parser) items(m *load.Member, s *Schema) *Schema {
	if m.Value.Kind == load.Array {
		p.expect(m, load.Object, "a schema")
		return nil
	}
	return p.schema(m.Value, s)
}

// vocabulary reads an object of booleans: https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.2.
func (p *parser) vocabulary(m *load.Member) *load.Node {
	if !p.expect(m, load.Object, "an object of booleans") {
		return nil
	}
	for _, v := range m.Value.Members {
		if v.Value.Kind != load.Bool {
			p.wrong(m.Name, v.Value, "an object of booleans", "")
		}
	}
	return m.Value
}

// id reads "$id": https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.1.
func (p *parser) id(m *load.Member) *Text {
	t := p.text(m)
	if t == nil {
		return nil
	}
	if _, fragment, _ := strings.Cut(t.Value, "#"); fragment != "" {
		p.wrong(m.Name, t.Node, "a URI without a fragment", `2020-12 has "$anchor" for a name within a document`)
		return nil
	}
	return t
}

var anchorForm = regexp.MustCompile(`^[A-Za-z_][-A-Za-z0-9._]*$`)

// anchor reads a plain name: https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.2.
func (p *parser) anchor(m *load.Member) *Text {
	t := p.text(m)
	if t != nil && !anchorForm.MatchString(t.Value) {
		p.wrong(m.Name, t.Node, `a letter or "_", then letters, digits, "-", "_" and "."`, "")
		return nil
	}
	return t
}
