package wire

import "slices"

// object is step 6; for dependentSchemas: https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2.4
func (c *checker) object(r *Rule, v *value, seen marks) bool {
	ok := true
	next := 0 // the property that a member most likely is
	for i := range v.list {
		if !c.property(r, v, i, &next, seen) {
			ok = false
			if c.done() {
				return false
			}
		}
	}
	ok = c.required(r, v) && ok
	for _, d := range r.DependentSchemas {
		if !ok && c.done() {
			return false
		}
		if v.member(d.Name) != nil {
			ok = c.apply(d.Rule, v, codeFalse, seen) && ok
		}
	}
	return ok
}

// property asks what r says of member i of v: https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
func (c *checker) property(r *Rule, v *value, i int, next *int, seen marks) bool {
	m := &v.list[i]
	ok, evaluated := true, false
	if r.PropertyNames != nil {
		name := value{kind: String, start: m.start, end: m.end, text: m.name}
		ok = c.check(r.PropertyNames, &name, "propertyNames")
	}
	for range r.Properties {
		p := &r.Properties[*next]
		if *next++; *next == len(r.Properties) {
			*next = 0
		}
		if p.Name == m.name {
			evaluated = true
			ok = c.check(p.Rule, m, codeFalse) && ok
			break
		}
	}
	for _, p := range r.PatternProperties {
		if !ok && c.done() {
			return false
		}
		if p.Pattern.match(m.name) {
			evaluated = true
			ok = c.check(p.Rule, m, codeFalse) && ok
		}
	}
	if !evaluated && r.AdditionalProperties != nil && (ok || !c.done()) {
		evaluated = true
		ok = c.other(r, r.AdditionalProperties, "additionalProperties", v, i) && ok
	}
	if evaluated {
		seen.add(i)
	}
	return ok
}

// maxHints is after how many violations no property is proposed for an unknown one any more: it takes time.
const maxHints = 20

// other asks whether rest, under a keyword of r, accepts child i of v, which no other keyword speaks of.
func (c *checker) other(r, rest *Rule, keyword string, v *value, i int) bool {
	child := &v.list[i]
	if rest.Never && v.kind == Object && !c.done() && len(c.found) < maxHints {
		return c.refuse(rest, child, keyword, r.meant(v, child.name))
	}
	return c.check(rest, child, keyword)
}

// required is step 6 from required to RequiredWhen: https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5
func (c *checker) required(r *Rule, v *value) bool {
	ok := true
	for _, name := range r.Required {
		if v.member(name) == nil {
			ok = c.refuse(r, v, "required", name)
		}
	}
	for _, d := range r.DependentRequired {
		if v.member(d.Name) == nil {
			continue
		}
		for _, name := range d.Required {
			if v.member(name) == nil {
				ok = c.refuse(r, v, "dependentRequired", dependentDetail(name, d.Name))
			}
		}
	}
	if len(v.list) < r.MinProperties {
		ok = c.refuse(r, v, "minProperties", "")
	}
	if exceeds(len(v.list), r.MaxProperties) {
		ok = c.refuse(r, v, "maxProperties", "")
	}
	for i := range r.RequiredWhen {
		ok = c.condition(&r.RequiredWhen[i], v) && ok
	}
	return ok
}

// condition is RequiredWhen.
func (c *checker) condition(when *Condition, v *value) bool {
	m := v.member(when.Property)
	if m == nil || m.kind != String || m.text != when.Equals {
		return true
	}
	ok := true
	for _, name := range when.Required {
		if v.member(name) != nil {
			continue
		}
		ok = false
		if c.done() {
			break
		}
		if len(c.found) == 0 {
			c.detail = name
		}
		c.report(v, Violation{Code: "required", Keyword: when.At, Message: when.explain(name)})
	}
	return ok
}

// meant is the property of r that v lacks and whose name is so near that it may be meant; "" when there is none.
func (r *Rule) meant(v *value, name string) string {
	known := slices.DeleteFunc(r.names(nil, 4), func(s string) bool { return v.member(s) != nil })
	return nearest(name, known)
}

// names appends the names of the properties that r knows, with those of $ref and allOf down to a depth.
func (r *Rule) names(known []string, depth int) []string {
	if r == nil || depth == 0 {
		return known
	}
	for _, p := range r.Properties {
		known = append(known, p.Name)
	}
	known = r.Ref.names(known, depth-1)
	for _, sub := range r.AllOf {
		known = sub.names(known, depth-1)
	}
	return known
}
