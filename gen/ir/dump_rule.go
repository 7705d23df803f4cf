package ir

import (
	"strconv"
	"strings"
)

// RuleString returns the keywords of a rule that its type does not show, such as "minItems=1 maxItems=20"; "" for none.
// Subschemas are counted, not printed.
func RuleString(r *Rule) string {
	if r == nil {
		return ""
	}
	var words []string
	add := func(word string, set bool) {
		if set {
			words = append(words, word)
		}
	}
	count := func(name string, n *int) {
		if n != nil {
			words = append(words, name+"="+strconv.Itoa(*n))
		}
	}
	number := func(name string, n *Number) {
		if n != nil {
			words = append(words, name+"="+n.Text)
		}
	}
	several := func(name string, n int) { add(name+"("+strconv.Itoa(n)+")", n > 0) }

	add("false", r.Never)
	count("minLength", r.MinLength)
	count("maxLength", r.MaxLength)
	if r.Pattern != nil {
		add("pattern="+strconv.Quote(r.Pattern.Source), true)
	}
	number("minimum", r.Minimum)
	number("maximum", r.Maximum)
	number("exclusiveMinimum", r.ExclusiveMinimum)
	number("exclusiveMaximum", r.ExclusiveMaximum)
	number("multipleOf", r.MultipleOf)
	add("unsigned", r.Unsigned)
	count("minItems", r.MinItems)
	count("maxItems", r.MaxItems)
	add("uniqueItems", r.UniqueItems)
	add("contains", r.Contains != nil)
	count("minContains", r.MinContains)
	count("maxContains", r.MaxContains)
	add("unevaluatedItems", r.UnevaluatedItems != nil)
	add("closed", r.AdditionalProperties != nil && r.AdditionalProperties.Never)
	several("patternProperties", len(r.PatternProperties))
	add("propertyNames", r.PropertyNames != nil)
	count("minProperties", r.MinProperties)
	count("maxProperties", r.MaxProperties)
	several("dependentRequired", len(r.DependentRequired))
	several("dependentSchemas", len(r.DependentSchemas))
	add("unevaluatedProperties", r.UnevaluatedProperties != nil)
	for _, c := range r.RequiredWhen {
		add("["+strings.Join(c.Required, " ")+" when "+c.Property+" is "+strconv.Quote(c.Equals)+"]", true)
	}
	several("allOf", len(r.AllOf))
	several("anyOf", len(r.AnyOf))
	several("oneOf", len(r.OneOf))
	add("not", r.Not != nil)
	add("if", r.If != nil)
	if r.Tag != nil {
		add("tag="+strconv.Quote(r.Tag.Property), true)
	}
	add("nullable", r.Nullable)
	return strings.Join(words, " ")
}
