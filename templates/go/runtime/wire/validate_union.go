package wire

import "slices"

// inPlace is step 7: https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
func (c *checker) inPlace(r *Rule, v *value, seen marks) bool {
	ok := true
	if r.Ref != nil {
		ok = c.apply(r.Ref, v, codeFalse, seen)
	}
	for _, sub := range r.AllOf {
		if !ok && c.done() {
			return false
		}
		ok = c.apply(sub, v, codeFalse, seen) && ok
	}
	if len(r.AnyOf) > 0 && (ok || !c.done()) {
		ok = c.union(r, r.AnyOf, "anyOf", len(r.OneOf) == 0, v, seen) && ok
	}
	if len(r.OneOf) > 0 && (ok || !c.done()) {
		ok = c.union(r, r.OneOf, "oneOf", true, v, seen) && ok
	}
	if r.Not != nil && (ok || !c.done()) && c.test(r.Not, v, nil) {
		ok = c.refuse(r, v, "not", "")
	}
	if r.If != nil && (ok || !c.done()) {
		ok = c.conditional(r, v, seen) && ok
	}
	return ok
}

// union is anyOf or oneOf. Picks says that Tag and Nullable speak of it.
func (c *checker) union(r *Rule, branches []*Rule, keyword string, picks bool, v *value, seen marks) bool {
	if picks {
		if i := r.pick(branches, v); i >= 0 {
			return c.apply(branches[i], v, codeFalse, seen)
		}
	}
	most := 1
	if keyword == "oneOf" {
		most = 2
	}
	n := 0
	for _, sub := range branches {
		if n == most && seen == nil {
			break
		}
		mine := seen.fresh()
		c.quiet++
		if c.apply(sub, v, codeFalse, mine) {
			n++
			seen.addAll(mine)
		}
		c.quiet--
	}
	if n == 1 || n > 1 && keyword == "anyOf" {
		return true
	}
	if picks && n == 0 && r.Tag != nil && v.kind == Object && !c.done() {
		return c.report(v, Violation{Code: keyword, Keyword: r.At + "/" + keyword, Message: r.Tag.explain(v)})
	}
	matching := "none"
	if n > 0 {
		matching = "more than one"
	}
	return c.refuse(r, v, keyword, matching)
}

// pick is the branch of a union whose violations stand for the union when it refuses v; -1 when there is none.
func (r *Rule) pick(branches []*Rule, v *value) int {
	switch {
	case r.Nullable && v.kind != Null:
		return slices.IndexFunc(branches, func(sub *Rule) bool { return sub.Type != Null })
	case r.Tag != nil && v.kind == Object:
		if m := v.member(r.Tag.Property); m != nil && m.kind == String {
			return slices.IndexFunc(r.Tag.Values, func(values []string) bool { return slices.Contains(values, m.text) })
		}
	}
	return -1
}

// explain says why an object matches no branch that its tag could pick.
func (t *Tag) explain(v *value) string {
	want := Rule{Enum: slices.Concat(t.Values...)}
	m := v.member(t.Property)
	if m == nil {
		return string(want.appendChoices([]byte("got no " + quote(t.Property) + ", want ")))
	}
	got := append(m.glance().appendQuoted([]byte("got ")), " as "+quote(t.Property)+", want "...)
	return string(want.appendChoices(got))
}

// conditional is if, then and else: https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2
func (c *checker) conditional(r *Rule, v *value, seen marks) bool {
	mine := seen.fresh()
	sub, holder := r.Else, "else"
	if c.test(r.If, v, mine) {
		seen.addAll(mine)
		sub, holder = r.Then, "then"
	}
	return sub == nil || c.apply(sub, v, holder, seen)
}

// test asks whether a subschema accepts v as JSON Schema has it, with nothing reported and nothing held.
func (c *checker) test(r *Rule, v *value, seen marks) bool {
	c.quiet++
	c.loose++
	ok := c.apply(r, v, codeFalse, seen)
	c.quiet--
	c.loose--
	return ok
}
