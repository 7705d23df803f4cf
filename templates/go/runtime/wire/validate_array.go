package wire

import "strconv"

// array is step 5: https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1 for the items,
// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4 for the rest.
func (c *checker) array(r *Rule, v *value, seen marks) bool {
	ok := true
	for i := range v.list {
		sub, holder := r.Items, "items"
		if i < len(r.PrefixItems) {
			sub, holder = r.PrefixItems[i], codeFalse
		}
		if sub == nil {
			break
		}
		seen.add(i)
		if !c.check(sub, &v.list[i], holder) {
			ok = false
			if c.done() {
				return false
			}
		}
	}
	if len(v.list) < r.MinItems {
		ok = c.refuse(r, v, "minItems", "")
	}
	if exceeds(len(v.list), r.MaxItems) {
		ok = c.refuse(r, v, "maxItems", "")
	}
	if r.UniqueItems && (ok || !c.done()) {
		if i, j, repeats := firstRepeat(v.list); repeats {
			ok = c.refuse(r, v, "uniqueItems", strconv.Itoa(i)+" and "+strconv.Itoa(j))
		}
	}
	if r.Contains != nil && (ok || !c.done()) {
		ok = c.contains(r, v, seen) && ok
	}
	return ok
}

// contains is the end of step 5: https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.3
func (c *checker) contains(r *Rule, v *value, seen marks) bool {
	least, keyword := 1, "contains"
	if r.MinContains != 0 {
		least, keyword = bound(r.MinContains), "minContains"
	}
	n := 0
	c.quiet++
	c.loose++
	for i := range v.list {
		if n >= least && r.MaxContains == 0 && seen == nil {
			break
		}
		if c.check(r.Contains, &v.list[i], codeFalse) {
			n++
			seen.add(i)
		}
	}
	c.quiet--
	c.loose--
	ok := true
	if n < least {
		ok = c.refuse(r, v, keyword, strconv.Itoa(n))
	}
	if exceeds(n, r.MaxContains) {
		ok = c.refuse(r, v, "maxContains", strconv.Itoa(n))
	}
	return ok
}
