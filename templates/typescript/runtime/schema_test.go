package runtime_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	engine "github.com/rightkit/lockstep/templates/go/runtime/pattern"
	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A node is a JSON value that keeps the order of members and the spelling of numbers.
type node struct {
	raw     string
	str     string // of a string
	isStr   bool
	names   []string // of the members of an object
	list    []*node
	isArray bool
}

func readNode(raw []byte) (*node, error) {
	n := &node{raw: string(bytes.TrimSpace(raw))}
	d := json.NewDecoder(bytes.NewReader(raw))
	start, err := d.Token()
	if err != nil {
		return nil, err
	}
	n.str, n.isStr = start.(string)
	n.isArray = start == json.Delim('[')
	for n.isArray || start == json.Delim('{') {
		if !d.More() {
			break
		}
		if !n.isArray {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			n.names = append(n.names, name.(string))
		}
		var child json.RawMessage
		if err := d.Decode(&child); err != nil {
			return nil, err
		}
		sub, err := readNode(child)
		if err != nil {
			return nil, err
		}
		n.list = append(n.list, sub)
	}
	return n, nil
}

func (n *node) member(name string) *node {
	for i, s := range n.names {
		if s == name {
			return n.list[i]
		}
	}
	return nil
}

func (n *node) strings() []string {
	if n.isStr {
		return []string{n.str}
	}
	var list []string
	for _, sub := range n.list {
		list = append(list, sub.str)
	}
	return list
}

// limit is a limit as wire.Rule has it.
func (n *node) limit() int {
	f, _ := strconv.ParseFloat(n.raw, 64)
	if f == 0 {
		return wire.Zero
	}
	return int(f)
}

// A schemaReader makes rules of JSON Schema documents. It knows each keyword of wire.Rule, and references inside the
// document.
type schemaReader struct {
	root  *node
	rules map[string]*wire.Rule // by pointer
}

// readSchema is the rule that a document stands for. The error says what the reader does not know.
func readSchema(document string) (*wire.Rule, error) {
	root, err := readNode([]byte(document))
	if err != nil {
		return nil, err
	}
	return (&schemaReader{root: root, rules: map[string]*wire.Rule{}}).rule("", root)
}

func (s *schemaReader) rule(at string, n *node) (*wire.Rule, error) {
	if r := s.rules[at]; r != nil {
		return r, nil
	}
	r := &wire.Rule{At: at, Never: n.raw == "false"}
	s.rules[at] = r
	if n.raw[0] != '{' && n.raw != "true" && n.raw != "false" {
		return nil, fmt.Errorf("no schema at %q", at)
	}
	for i, name := range n.names {
		if err := s.keyword(r, name, n.list[i]); err != nil {
			return nil, err
		}
	}
	return r, nil
}

var types = map[string]wire.Types{"null": wire.Null, "boolean": wire.Boolean, "integer": wire.Integer, "number": wire.Number,
	"string": wire.String, "array": wire.Array, "object": wire.Object}

func (s *schemaReader) keyword(r *wire.Rule, name string, n *node) (err error) {
	text := map[string]*string{"const": &r.Const, "minimum": &r.Minimum, "maximum": &r.Maximum,
		"exclusiveMinimum": &r.ExclusiveMinimum, "exclusiveMaximum": &r.ExclusiveMaximum, "multipleOf": &r.MultipleOf}
	limit := map[string]*int{"minLength": &r.MinLength, "maxLength": &r.MaxLength, "minItems": &r.MinItems,
		"maxItems": &r.MaxItems, "minContains": &r.MinContains, "maxContains": &r.MaxContains,
		"minProperties": &r.MinProperties, "maxProperties": &r.MaxProperties}
	switch {
	case text[name] != nil:
		*text[name] = n.raw
	case limit[name] != nil:
		*limit[name] = n.limit()
	case name == "$ref":
		r.Ref, err = s.ref(n.str)
	case name == "type":
		for _, word := range n.strings() {
			r.Type |= types[word]
		}
	case name == "enum":
		s.enum(r, n)
	case name == "pattern":
		r.Pattern, err = readPattern(n.str)
	case name == "uniqueItems":
		r.UniqueItems = n.raw == "true"
	case name == "required":
		r.Required = n.strings()
	case name == "dependentRequired":
		for i, sub := range n.list {
			r.DependentRequired = append(r.DependentRequired, wire.Dependent{Name: n.names[i], Required: sub.strings()})
		}
	case strings.HasPrefix(name, "$") && name != "$defs" && name != "$comment" && name != "$schema":
		err = fmt.Errorf("%s", name)
	default:
		err = s.applicator(r, name, n)
	}
	return err
}

func (s *schemaReader) enum(r *wire.Rule, n *node) {
	strs := len(n.list) > 0
	for _, v := range n.list {
		strs = strs && v.isStr
	}
	r.JSON = make([]string, 0)
	if strs {
		r.JSON, r.Enum = nil, n.strings()
		return
	}
	for _, v := range n.list {
		r.JSON = append(r.JSON, v.raw)
	}
}

// applicator reads the keywords that hold schemas.
func (s *schemaReader) applicator(r *wire.Rule, name string, n *node) (err error) {
	one := map[string]**wire.Rule{"items": &r.Items, "contains": &r.Contains, "unevaluatedItems": &r.UnevaluatedItems,
		"additionalProperties": &r.AdditionalProperties, "propertyNames": &r.PropertyNames,
		"unevaluatedProperties": &r.UnevaluatedProperties, "not": &r.Not, "if": &r.If, "then": &r.Then, "else": &r.Else}
	list := map[string]*[]*wire.Rule{"prefixItems": &r.PrefixItems, "allOf": &r.AllOf, "anyOf": &r.AnyOf, "oneOf": &r.OneOf}
	named := map[string]*[]wire.Property{"properties": &r.Properties, "dependentSchemas": &r.DependentSchemas}
	at := r.At + "/" + escape(name)
	if to := one[name]; to != nil {
		*to, err = s.rule(at, n)
		return err
	}
	for i, sub := range n.list {
		step := strconv.Itoa(i)
		if !n.isArray {
			step = escape(n.names[i])
		}
		if list[name] == nil && named[name] == nil && name != "patternProperties" {
			return nil // an annotation
		}
		rule, err := s.rule(at+"/"+step, sub)
		if err != nil {
			return err
		}
		switch {
		case list[name] != nil:
			*list[name] = append(*list[name], rule)
		case named[name] != nil:
			*named[name] = append(*named[name], wire.Property{Name: n.names[i], Rule: rule})
		default:
			pattern, err := readPattern(n.names[i])
			if err != nil {
				return err
			}
			r.PatternProperties = append(r.PatternProperties, wire.PatternProperty{Pattern: pattern, Rule: rule})
		}
	}
	return nil
}

func (s *schemaReader) ref(text string) (*wire.Rule, error) {
	fragment, local := strings.CutPrefix(text, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil || !local || pointer != "" && pointer[0] != '/' {
		return nil, fmt.Errorf("$ref %s", text)
	}
	n := s.root
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		next := n.member(token)
		if i, err := strconv.Atoi(token); err == nil && n.isArray && i < len(n.list) {
			next = n.list[i]
		}
		if next == nil || next.member("$id") != nil {
			return nil, fmt.Errorf("$ref %s", text)
		}
		n = next
	}
	return s.rule(pointer, n)
}

func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

func readPattern(source string) (*wire.Pattern, error) {
	// What ECMA-262 and RE2 spell differently, as far as the tests use it.
	re2 := strings.NewReplacer(`\cC`, `\x03`, `\p{Letter}`, `\p{L}`, `\p{digit}`, `\p{Nd}`).Replace(source)
	if _, err := regexp.Compile(re2); err != nil || strings.Contains(source, `\p{digit}`) {
		return nil, fmt.Errorf("pattern %s", source)
	}
	return &wire.Pattern{Source: source, RE2: re2, Compile: engine.Compile}, nil
}
