package wire

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	engine "github.com/rightkit/lockstep/templates/go/runtime/pattern"
)

// A schemaReader makes rules of JSON Schema documents, for tests that compare the interpreter with others. It knows each
// keyword of Rule, and references inside the document.
type schemaReader struct {
	text  string
	root  *value
	rules map[string]*Rule // by pointer
}

// readSchema is the rule that a document stands for. The error says what the reader does not know.
func readSchema(document string) (*Rule, error) {
	root, refused := parse(document)
	if refused != nil {
		return nil, refused
	}
	return (&schemaReader{text: document, root: &root, rules: map[string]*Rule{}}).rule("", &root)
}

func (s *schemaReader) rule(at string, v *value) (*Rule, error) {
	if r := s.rules[at]; r != nil {
		return r, nil
	}
	r := &Rule{At: at}
	s.rules[at] = r
	switch v.kind {
	case Boolean:
		r.Never = v.text == "false"
		return r, nil
	case Object:
	default:
		return nil, fmt.Errorf("no schema at %q", at)
	}
	for i := range v.list {
		if err := s.keyword(r, &v.list[i]); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (s *schemaReader) keyword(r *Rule, v *value) (err error) {
	at := r.At + "/" + escapeToken(v.name)
	raw := s.text[v.start:v.end]
	switch v.name {
	case "$schema":
		if v.text != "https://json-schema.org/draft/2020-12/schema" {
			err = fmt.Errorf("dialect %s", v.text)
		}
	case "$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$vocabulary":
		err = fmt.Errorf("%s", v.name)
	case "$ref":
		r.Ref, err = s.ref(v.text)
	case "type":
		r.Type, err = readTypes(v)
	case "enum":
		strs := len(v.list) > 0
		r.JSON = make([]string, 0)
		for i := range v.list {
			strs = strs && v.list[i].kind == String
		}
		for i := range v.list {
			if strs {
				r.JSON = nil
				r.Enum = append(r.Enum, v.list[i].text)
			} else {
				r.JSON = append(r.JSON, s.text[v.list[i].start:v.list[i].end])
			}
		}
	case "const":
		r.Const = raw
	case "minLength":
		r.MinLength, err = readLimit(v, false)
	case "maxLength":
		r.MaxLength, err = readLimit(v, true)
	case "pattern":
		r.Pattern, err = readPattern(v.text)
	case "minimum":
		r.Minimum = raw
	case "maximum":
		r.Maximum = raw
	case "exclusiveMinimum":
		r.ExclusiveMinimum = raw
	case "exclusiveMaximum":
		r.ExclusiveMaximum = raw
	case "multipleOf":
		r.MultipleOf = raw
	case "minItems":
		r.MinItems, err = readLimit(v, false)
	case "maxItems":
		r.MaxItems, err = readLimit(v, true)
	case "uniqueItems":
		r.UniqueItems = v.text == "true"
	case "minContains":
		r.MinContains, err = readLimit(v, true)
	case "maxContains":
		r.MaxContains, err = readLimit(v, true)
	case "minProperties":
		r.MinProperties, err = readLimit(v, false)
	case "maxProperties":
		r.MaxProperties, err = readLimit(v, true)
	case "required":
		r.Required = readStrings(v)
	case "dependentRequired":
		for i := range v.list {
			r.DependentRequired = append(r.DependentRequired, Dependent{v.list[i].name, readStrings(&v.list[i])})
		}
	default:
		err = s.applicator(r, at, v)
	}
	return err
}

// applicator reads the keywords that hold schemas.
func (s *schemaReader) applicator(r *Rule, at string, v *value) (err error) {
	one := map[string]**Rule{
		"items": &r.Items, "contains": &r.Contains, "unevaluatedItems": &r.UnevaluatedItems,
		"additionalProperties": &r.AdditionalProperties, "propertyNames": &r.PropertyNames,
		"unevaluatedProperties": &r.UnevaluatedProperties, "not": &r.Not, "if": &r.If, "then": &r.Then, "else": &r.Else,
	}
	list := map[string]*[]*Rule{"prefixItems": &r.PrefixItems, "allOf": &r.AllOf, "anyOf": &r.AnyOf, "oneOf": &r.OneOf}
	named := map[string]*[]Property{"properties": &r.Properties, "dependentSchemas": &r.DependentSchemas}
	if to := one[v.name]; to != nil {
		*to, err = s.rule(at, v)
		return err
	}
	for i := range v.list {
		m := &v.list[i]
		if to := list[v.name]; to != nil {
			sub, err := s.rule(at+"/"+strconv.Itoa(i), m)
			if err != nil {
				return err
			}
			*to = append(*to, sub)
		}
		to := named[v.name]
		if to == nil && v.name != "patternProperties" {
			continue
		}
		sub, err := s.rule(at+"/"+escapeToken(m.name), m)
		if err != nil {
			return err
		}
		if to != nil {
			*to = append(*to, Property{m.name, sub})
			continue
		}
		pattern, err := readPattern(m.name)
		if err != nil {
			return err
		}
		r.PatternProperties = append(r.PatternProperties, PatternProperty{pattern, sub})
	}
	return nil
}

func (s *schemaReader) ref(text string) (*Rule, error) {
	pointer, local := strings.CutPrefix(text, "#")
	if pointer, err := url.PathUnescape(pointer); err != nil || !local || pointer != "" && pointer[0] != '/' {
		return nil, fmt.Errorf("$ref %s", text)
	}
	pointer, _ = url.PathUnescape(pointer)
	v := s.root
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		i, err := strconv.Atoi(token)
		switch {
		case v.kind == Object && v.member(token) != nil:
			v = v.member(token)
		case v.kind == Array && err == nil && i < len(v.list):
			v = &v.list[i]
		default:
			return nil, fmt.Errorf("$ref %s", text)
		}
		if v.kind == Object && v.member("$id") != nil {
			return nil, fmt.Errorf("$id")
		}
	}
	return s.rule(pointer, v)
}

func readTypes(v *value) (t Types, err error) {
	words := readStrings(v)
	if v.kind == String {
		words = []string{v.text}
	}
	for _, word := range words {
		bit, ok := map[string]Types{"null": Null, "boolean": Boolean, "integer": Integer, "number": Number,
			"string": String, "array": Array, "object": Object}[word]
		if !ok {
			return 0, fmt.Errorf("type %s", word)
		}
		t |= bit
	}
	return t, nil
}

// readLimit is a limit as Rule has it. Zero is for limits whose zero value means that there is none.
func readLimit(v *value, zero bool) (int, error) {
	n, ok := parseDecimal(v.text).int64()
	if !ok {
		return 0, fmt.Errorf("limit %s", v.text)
	}
	if n == 0 && zero {
		return Zero, nil
	}
	return int(n), nil
}

func readPattern(source string) (*Pattern, error) {
	// What ECMA-262 and RE2 spell differently, as far as the tests use it.
	re2 := strings.NewReplacer(`\cC`, `\x03`, `\p{Letter}`, `\p{L}`, `\p{digit}`, `\p{Nd}`).Replace(source)
	if _, err := regexp.Compile(re2); err != nil {
		return nil, fmt.Errorf("pattern %s", source)
	}
	return &Pattern{Source: source, RE2: re2, Compile: engine.Compile}, nil
}

func readStrings(v *value) []string {
	var list []string
	for i := range v.list {
		list = append(list, v.list[i].text)
	}
	return list
}
