package runtime_test

import (
	"encoding/json"
	"strconv"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
)

// A table has rules as the runtime takes them, but for references between rules, which are numbers of the table, and
// keywords, which are names.
type table struct {
	Rules []map[string]any `json:"rules"`
	index map[*wire.Rule]int
}

// add returns the number of a rule.
func (t *table) add(r *wire.Rule) int {
	if i, ok := t.index[r]; ok {
		return i
	}
	if t.index == nil {
		t.index = map[*wire.Rule]int{}
	}
	i := len(t.Rules)
	t.index[r] = i
	t.Rules = append(t.Rules, nil)
	w := &ruleWriter{table: t, rule: map[string]any{"at": r.At}}
	w.scalars(r)
	w.arrays(r)
	w.objects(r)
	w.applicators(r)
	w.rule["keywords"] = w.keywords
	if n := len(w.keywords) - 1; n >= 0 && w.keywords[n] == "keywordUnevaluated" {
		w.rule["keywords"], w.rule["evaluators"] = w.keywords[n:], w.keywords[:n]
	}
	t.Rules[i] = w.rule
	return i
}

// A ruleWriter writes one rule, keyword by keyword in the order that the runtime wants.
type ruleWriter struct {
	table    *table
	rule     map[string]any
	keywords []string
}

// put adds fields; those without a value are left out. The keyword is needed when there is one.
func (w *ruleWriter) put(keyword string, fields ...any) {
	needed := false
	for i := 0; i < len(fields); i += 2 {
		name, v := fields[i].(string), fields[i+1]
		switch x := v.(type) {
		case string:
			if x == "" {
				continue
			}
		case int: // a limit
			if x == 0 {
				continue
			}
			v = max(x, 0)
		case bool:
			if !x {
				continue
			}
		case []string:
			if x == nil {
				continue
			}
		case *wire.Rule:
			if x == nil {
				continue
			}
			v = w.table.add(x)
		case []*wire.Rule:
			if len(x) == 0 {
				continue
			}
			var list []int
			for _, r := range x {
				list = append(list, w.table.add(r))
			}
			v = list
		case []wire.Property:
			if len(x) == 0 {
				continue
			}
			var list [][2]any
			for _, p := range x {
				list = append(list, [2]any{p.Name, w.table.add(p.Rule)})
			}
			v = list
		case nil:
			continue
		}
		w.rule[name] = v
		needed = true
	}
	if needed && keyword != "" {
		w.keywords = append(w.keywords, keyword)
	}
}

func (w *ruleWriter) scalars(r *wire.Rule) {
	if r.Type != 0 {
		w.rule["type"] = int(r.Type)
	}
	w.put("", "unsigned", r.Unsigned)
	w.put("keywordNever", "never", r.Never)
	w.put("keywordEnum", "enum", r.Enum)
	w.put("keywordJson", "json", r.JSON)
	w.put("keywordConst", "const", r.Const)
	w.put("keywordLength", "minLength", r.MinLength, "maxLength", r.MaxLength)
	if r.Pattern != nil {
		w.put("keywordPattern", "pattern", r.Pattern.Source)
	}
	w.put("keywordBounds", "minimum", r.Minimum, "maximum", r.Maximum,
		"exclusiveMinimum", r.ExclusiveMinimum, "exclusiveMaximum", r.ExclusiveMaximum)
	w.put("keywordMultipleOf", "multipleOf", r.MultipleOf)
}

func (w *ruleWriter) arrays(r *wire.Rule) {
	w.put("keywordPrefixItems", "prefixItems", r.PrefixItems)
	w.put("keywordItems", "items", r.Items)
	w.put("keywordItemCount", "minItems", r.MinItems, "maxItems", r.MaxItems)
	w.put("keywordUniqueItems", "uniqueItems", r.UniqueItems)
	w.put("keywordContains", "contains", r.Contains, "minContains", r.MinContains, "maxContains", r.MaxContains)
}

func (w *ruleWriter) objects(r *wire.Rule) {
	keyword := "keywordMembers"
	var patterns any
	if len(r.PatternProperties) == 0 && r.AdditionalProperties == nil && r.PropertyNames == nil {
		keyword = "keywordProperties"
	}
	if len(r.PatternProperties) > 0 {
		var list [][2]any
		for _, p := range r.PatternProperties {
			list = append(list, [2]any{p.Pattern.Source, w.table.add(p.Rule)})
		}
		patterns = list
	}
	w.put(keyword, "properties", r.Properties, "patternProperties", patterns,
		"additionalProperties", r.AdditionalProperties, "propertyNames", r.PropertyNames)
	w.put("keywordRequired", "required", r.Required)
	if len(r.DependentRequired) > 0 {
		var list [][2]any
		for _, d := range r.DependentRequired {
			list = append(list, [2]any{d.Name, append([]string{}, d.Required...)})
		}
		w.put("keywordDependentRequired", "dependentRequired", any(list))
	}
	w.put("keywordPropertyCount", "minProperties", r.MinProperties, "maxProperties", r.MaxProperties)
	if len(r.RequiredWhen) > 0 {
		var list []map[string]any
		for _, c := range r.RequiredWhen {
			list = append(list, map[string]any{"at": c.At, "property": c.Property, "equals": c.Equals, "required": c.Required})
		}
		w.put("keywordRequiredWhen", "requiredWhen", any(list))
	}
	w.put("keywordDependentSchemas", "dependentSchemas", r.DependentSchemas)
}

func (w *ruleWriter) applicators(r *wire.Rule) {
	w.put("keywordAllOf", "ref", r.Ref, "allOf", r.AllOf)
	union := "keywordUnion"
	if r.Nullable && r.Tag == nil && (r.OneOf == nil || r.AnyOf == nil && oneNull(r.OneOf)) {
		union = "keywordNullable"
	}
	var tag any
	if r.Tag != nil {
		tag = map[string]any{"property": r.Tag.Property, "values": r.Tag.Values}
	}
	w.put(union, "anyOf", r.AnyOf, "oneOf", r.OneOf)
	w.put("", "nullable", r.Nullable, "tag", tag)
	w.put("keywordNot", "not", r.Not)
	w.put("keywordIf", "if", r.If, "then", r.Then, "else", r.Else)
	w.put("keywordUnevaluated", "unevaluatedItems", r.UnevaluatedItems, "unevaluatedProperties", r.UnevaluatedProperties)
}

// oneNull reports whether one of two branches accepts null, as far as their types tell.
func oneNull(branches []*wire.Rule) bool {
	n := 0
	for _, r := range branches {
		if r.Type == 0 || r.Type&wire.Null != 0 {
			n++
		}
	}
	return n == 1
}

// question is the line that asks node what a rule says about texts.
func question(r *wire.Rule, texts [][]byte) []byte {
	var t table
	root := t.add(r)
	line, err := json.Marshal(map[string]any{"rules": t.Rules, "root": root, "texts": texts}) // texts are base64
	if err != nil {
		panic("rules that JSON cannot hold: " + strconv.Itoa(len(t.Rules)))
	}
	return line
}
