package wire

// Validation gives the same verdict, and the same violations in the same order, in each language of a contract. This is
// the order; a port follows it to the letter. For a value V and a rule R:
//
//  1. R.Never: one violation at V, Keyword R.At, and nothing else is looked at. Code is the keyword that holds the false
//     schema, when it holds just one: items, unevaluatedItems, additionalProperties, unevaluatedProperties,
//     propertyNames, then, else. It is "false-schema" below the others (properties, prefixItems, allOf, $ref, ...).
//  2. type. A value of another type gets this one violation from R: no other keyword of R is looked at, in-place
//     applicators included. A number of a right type that cannot be held is "range" with the keyword location of type:
//     the types number (with or without integer) hold what rounds to a finite float64, integer alone what fits in int64,
//     or in uint64 with R.Unsigned. Nothing is held under not, if and contains: there, type is only type. A rule
//     without type has no range.
//  3. enum, const.
//  4. minLength, maxLength, pattern; or minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf.
//  5. For an array: each item in order against prefixItems or items; then minItems, maxItems, uniqueItems, and contains or
//     minContains (contains when the rule says no minimum), maxContains.
//  6. For an object: each member in order against propertyNames (Instance is the member), each of properties and
//     patternProperties that applies, and if none does, additionalProperties; then required, dependentRequired,
//     minProperties, maxProperties, RequiredWhen (Code "required", Keyword Condition.At), dependentSchemas. A missing
//     name is one violation, Instance the object.
//  7. $ref, allOf, anyOf, oneOf, not, if with then or else. What $ref, allOf, then and else refuse is reported as such;
//     anyOf, oneOf and not are one violation each. But where R.Tag picks a branch by the value of its property, and
//     where R.Nullable meets a value that is not null, the violations of that branch stand for the union, and no other
//     branch is asked. Tag and Nullable speak of OneOf when a rule has both OneOf and AnyOf.
//  8. unevaluatedItems, unevaluatedProperties: each item or member, in order, that no keyword has evaluated.
//
// Steps 3 to 8 are all taken, whatever the steps before them found. Keyword is R.At, a slash and the keyword, save where
// said.
//
// An item or member is evaluated when one of these keywords of R applies to it: prefixItems, items, contains (if the
// item matches), properties, patternProperties, additionalProperties, unevaluatedItems, unevaluatedProperties; or when
// one of these subschemas has evaluated it: $ref, each of allOf, dependentSchemas, then, else and the picked branch of a
// union, whether or not they accept V; each of anyOf and oneOf and if, when they accept V. A subschema that ends in
// step 1 or 2 evaluates nothing.
//
// A rule that refers to itself without a step into the value has no meaning, and no such rule is generated. If one comes
// about all the same, the check ends after maxChain subschemas at one value, with a violation of code "schema-loop" at
// that value, Keyword R.At.

// MaxViolations is how many violations a check reports at most.
const MaxViolations = 1000

// maxChain is how many subschemas may apply at one value, each inside the one before.
const maxChain = 1000

const (
	codeFalse = "false-schema" // a false schema that no keyword names better
	codeLoop  = "schema-loop"  // a rule that refers to itself at the same value
)

// A checker runs rules over one tree of values. Its methods return whether the value is accepted. They stop early once
// nothing that they could find would be reported; see done.
type checker struct {
	root   *value
	limit  int // of violations
	found  []Violation
	detail string // of found[0], see explain

	quiet  int  // inside so many subschemas whose refusal is not reported
	loose  int  // inside so many subschemas whose numbers are not held
	chain  int  // subschemas at this value, each inside the one before
	looped bool // codeLoop is reported

	// A hostile text can make a rule with overlapping branches ask the same of the same value again and again, twice as
	// often with each level. So after an unusual number of steps, verdicts are kept.
	steps    int
	verdicts map[question]bool
}

// A question is whether a rule accepts an array or object.
type question struct {
	rule  *Rule
	value *value
	loose bool
}

// validate returns what r refuses in the tree, at most limit violations, in order; nil when it accepts it. The first one
// is the same for any limit. Instances are pointers from root on.
func (r *Rule) validate(root *value, limit int) []Violation {
	c := checker{root: root, limit: limit}
	c.check(r, root, codeFalse)
	return c.found
}

// accepts is validate for those who only need a yes or no.
func (r *Rule) accepts(root *value) bool {
	c := checker{root: root, quiet: 1}
	return c.check(r, root, codeFalse) && !c.looped
}

// check asks whether r accepts v, a value that no rule has been asked about on the way here. Holder is the code for a
// false schema.
func (c *checker) check(r *Rule, v *value, holder string) bool {
	outer := c.chain
	c.chain = 0
	defer func() { c.chain = outer }()

	c.steps++
	if len(v.list) == 0 || c.steps < 1<<10+c.root.end-c.root.start {
		return c.apply(r, v, holder, nil)
	}
	q := question{r, v, c.loose > 0}
	if ok, known := c.verdicts[q]; known && (ok || c.done()) {
		return ok
	}
	ok := c.apply(r, v, holder, nil)
	if !c.looped {
		if c.verdicts == nil {
			c.verdicts = map[question]bool{}
		}
		c.verdicts[q] = ok
	}
	return ok
}

// apply asks whether r accepts v, and notes in seen, unless that is nil, which items or members of v it evaluates.
func (c *checker) apply(r *Rule, v *value, holder string, seen marks) bool {
	if c.looped {
		return false
	}
	if r.Never {
		return c.refuse(r, v, holder, "")
	}
	if r.Type != 0 && !c.typed(r, v) {
		return false
	}
	if c.chain == maxChain {
		return c.endLoop(r, v)
	}
	c.chain++
	defer func() { c.chain-- }()

	all := seen
	rest, keyword := r.unevaluated(v.kind)
	if rest != nil {
		seen = make(marks, len(v.list)) // what the rules around r evaluate does not count for it
	}
	ok := c.enumerated(r, v)
	if ok || !c.done() {
		switch v.kind {
		case String:
			ok = c.str(r, v) && ok
		case Number:
			ok = c.number(r, v) && ok
		case Array:
			ok = c.array(r, v, seen) && ok
		case Object:
			ok = c.object(r, v, seen) && ok
		}
	}
	if ok || !c.done() {
		ok = c.inPlace(r, v, seen) && ok
	}
	if rest == nil {
		return ok
	}
	for i := range v.list {
		if !ok && c.done() {
			return false
		}
		if !seen[i] {
			ok = c.other(r, rest, keyword, v, i) && ok
			seen.add(i)
		}
	}
	all.addAll(seen)
	return ok
}

// done reports whether a value that is refused need not be looked at any further.
func (c *checker) done() bool {
	return c.quiet > 0 || len(c.found) >= c.limit || c.looped
}

// refuse reports that r refuses v, and returns false. The code is the keyword, CodeRange, or the holder of a false
// schema; for detail see explain.
func (c *checker) refuse(r *Rule, v *value, code, detail string) bool {
	if c.done() {
		return false
	}
	if len(c.found) == 0 {
		c.detail = detail
	}
	keyword := r.At + "/" + code
	if r.Never {
		keyword = r.At
	} else if code == CodeRange {
		keyword = r.At + "/type"
	}
	return c.report(v, Violation{Code: code, Keyword: keyword, Message: explain(r, code, v.glance(), detail)})
}

// report adds the place of v to a violation and keeps it, unless the check is done. It returns false.
func (c *checker) report(v *value, violation Violation) bool {
	if !c.done() {
		violation.Instance = c.root.locate(v.start)
		violation.Offset = v.start
		c.found = append(c.found, violation)
	}
	return false
}

// endLoop ends the whole check.
func (c *checker) endLoop(r *Rule, v *value) bool {
	quiet := c.quiet
	c.quiet = 0
	c.report(v, Violation{Code: codeLoop, Keyword: r.At, Message: explain(r, codeLoop, v.glance(), "")})
	c.quiet = quiet
	c.looped = true
	return false
}

// unevaluated is the rule for what no other keyword of r evaluates in a value of a kind, and its keyword:
// https://json-schema.org/draft/2020-12/json-schema-core#section-11
func (r *Rule) unevaluated(kind Types) (*Rule, string) {
	switch kind {
	case Array:
		return r.UnevaluatedItems, "unevaluatedItems"
	case Object:
		return r.UnevaluatedProperties, "unevaluatedProperties"
	}
	return nil, ""
}

// marks says which items or members of a value are evaluated. Nil marks are not kept.
type marks []bool

// fresh are marks for a subschema at the same value that may turn out not to count.
func (m marks) fresh() marks {
	if m == nil {
		return nil
	}
	return make(marks, len(m))
}

func (m marks) add(i int) {
	if m != nil {
		m[i] = true
	}
}

func (m marks) addAll(other marks) {
	for i := range m {
		m[i] = m[i] || other[i]
	}
}
