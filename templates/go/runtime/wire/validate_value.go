package wire

import (
	"slices"
	"unicode/utf8"
)

// typed is step 2: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1
func (c *checker) typed(r *Rule, v *value) bool {
	if v.kind != Number || r.Type&(Number|Integer) == 0 {
		return r.Type&v.kind != 0 || c.refuse(r, v, "type", "")
	}
	d := parseDecimal(v.text)
	if r.Type&Number == 0 && !d.isInteger() {
		return c.refuse(r, v, "type", "")
	}
	if c.loose > 0 || r.holds(d) {
		return true
	}
	return c.refuse(r, v, CodeRange, "")
}

// holds reports whether a program can hold d, a number of the rule's type.
func (r *Rule) holds(d decimal) bool {
	ok := false
	switch {
	case r.Type&Number != 0:
		ok = d.fitsFloat64()
	case r.Unsigned:
		_, ok = d.uint64()
	default:
		_, ok = d.int64()
	}
	return ok
}

// enumerated is step 3: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 and 6.1.3
func (c *checker) enumerated(r *Rule, v *value) bool {
	ok := true
	if (r.Enum != nil || r.JSON != nil) && !(v.kind == String && slices.Contains(r.Enum, v.text)) &&
		!slices.ContainsFunc(r.JSON, v.equals) {
		ok = c.refuse(r, v, "enum", "")
	}
	if r.Const != "" && !v.equals(r.Const) {
		ok = c.refuse(r, v, "const", "")
	}
	return ok
}

// str is step 4 for strings: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
func (c *checker) str(r *Rule, v *value) bool {
	ok := true
	if r.MinLength > 0 || r.MaxLength != 0 {
		n := utf8.RuneCountInString(v.text)
		if n < r.MinLength {
			ok = c.refuse(r, v, "minLength", "")
		}
		if exceeds(n, r.MaxLength) {
			ok = c.refuse(r, v, "maxLength", "")
		}
	}
	if r.Pattern != nil && !r.Pattern.match(v.text) {
		ok = c.refuse(r, v, "pattern", "")
	}
	return ok
}

// number is step 4 for numbers: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2
func (c *checker) number(r *Rule, v *value) bool {
	if r.Minimum == "" && r.Maximum == "" && r.ExclusiveMinimum == "" && r.ExclusiveMaximum == "" && r.MultipleOf == "" {
		return true
	}
	ok := true
	d := parseDecimal(v.text)
	if r.Minimum != "" && d.compare(parseDecimal(r.Minimum)) < 0 {
		ok = c.refuse(r, v, "minimum", "")
	}
	if r.Maximum != "" && d.compare(parseDecimal(r.Maximum)) > 0 {
		ok = c.refuse(r, v, "maximum", "")
	}
	if r.ExclusiveMinimum != "" && d.compare(parseDecimal(r.ExclusiveMinimum)) <= 0 {
		ok = c.refuse(r, v, "exclusiveMinimum", "")
	}
	if r.ExclusiveMaximum != "" && d.compare(parseDecimal(r.ExclusiveMaximum)) >= 0 {
		ok = c.refuse(r, v, "exclusiveMaximum", "")
	}
	if r.MultipleOf != "" && !d.multipleOf(parseDecimal(r.MultipleOf)) {
		ok = c.refuse(r, v, "multipleOf", "")
	}
	return ok
}

// exceeds reports whether n is more than a limit of Rule: 0 is none, Zero is 0.
func exceeds(n, limit int) bool { return limit != 0 && n > bound(limit) }
