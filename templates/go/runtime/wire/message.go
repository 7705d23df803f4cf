package wire

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A glance is what a message may know of a value.
type glance struct {
	kind Types  // one of Null, Boolean, Number, String, Array, Object
	text string // content of a string, spelling of a number or a boolean
	size int    // of an array or object
}

// explain says in plain words why rule r refuses a value with a code. The detail is, for the codes
//
//	required                the missing property
//	dependentRequired       the missing property and the one that asks for it, see dependentDetail
//	uniqueItems             the two equal items, such as "0 and 3"
//	contains and the like   the number of items that match
//	oneOf                   how many schemas match: "none" or "more than one"
//	a false schema          the property that may have been meant, or ""
//
// Numbers, booleans and short strings of an enum are shown; of other values only the type and the size.
func explain(r *Rule, code string, g glance, detail string) string {
	switch code {
	case "type":
		return "got " + g.typed(r.Type) + ", want " + r.Type.list()
	case CodeRange:
		return "got " + g.shown() + ", want " + r.held()
	case "enum":
		got := g.appendQuoted(append(make([]byte, 0, 128), "got "...))
		return string(r.appendChoices(append(got, ", want "...)))
	case "const":
		return "got " + g.shown() + ", want " + short(r.Const)
	case "minLength":
		return "got " + g.length() + ", want at least " + strconv.Itoa(r.MinLength)
	case "maxLength":
		return "got " + g.length() + ", want at most " + strconv.Itoa(bound(r.MaxLength))
	case "pattern":
		return "got " + g.shown() + ", want a match of " + short(r.Pattern.Source)
	case "minimum":
		return "got " + g.shown() + ", want at least " + short(r.Minimum)
	case "maximum":
		return "got " + g.shown() + ", want at most " + short(r.Maximum)
	case "exclusiveMinimum":
		return "got " + g.shown() + ", want more than " + short(r.ExclusiveMinimum)
	case "exclusiveMaximum":
		return "got " + g.shown() + ", want less than " + short(r.ExclusiveMaximum)
	case "multipleOf":
		return "got " + g.shown() + ", want a multiple of " + short(r.MultipleOf)
	case "minItems":
		return "got " + count(g.size, "item", "items") + ", want at least " + strconv.Itoa(r.MinItems)
	case "maxItems":
		return "got " + count(g.size, "item", "items") + ", want at most " + strconv.Itoa(bound(r.MaxItems))
	case "uniqueItems":
		return "got equal items " + detail + ", want each item once"
	case "contains":
		return "got " + matching("no") + ", want at least 1"
	case "minContains":
		return "got " + matching(detail) + ", want at least " + strconv.Itoa(bound(r.MinContains))
	case "maxContains":
		return "got " + matching(detail) + ", want at most " + strconv.Itoa(bound(r.MaxContains))
	case "required":
		return "missing property " + quote(detail)
	case "dependentRequired":
		return "missing property " + detail
	case "minProperties":
		return "got " + count(g.size, "property", "properties") + ", want at least " + strconv.Itoa(r.MinProperties)
	case "maxProperties":
		return "got " + count(g.size, "property", "properties") + ", want at most " + strconv.Itoa(bound(r.MaxProperties))
	case "anyOf":
		return "got " + g.shown() + " that matches none of " + count(len(r.AnyOf), "schema", "schemas")
	case "oneOf":
		return "got " + g.shown() + " that matches " + detail + " of " + count(len(r.OneOf), "schema", "schemas") + ", want exactly one"
	case "not":
		return "got " + g.shown() + ", want none that matches the schema under \"not\""
	case "additionalProperties", "unevaluatedProperties":
		if detail != "" {
			return "unknown property, did you mean " + quote(detail) + "?"
		}
		return "unknown property"
	case "propertyNames":
		return "unknown property, no name is accepted"
	case "items", "unevaluatedItems":
		return "got an item, want none here"
	case codeLoop:
		return "the schema refers to itself without an end"
	}
	return "got " + g.shown() + ", want no value here"
}

// explain says that a property is missing because of the condition.
func (c *Condition) explain(missing string) string {
	return "missing property " + quote(missing) + ", required when " + quote(c.Property) + " is " + quote(c.Equals)
}

// dependentDetail is the detail of a violation of dependentRequired.
func dependentDetail(missing, present string) string {
	return quote(missing) + ", required beside " + quote(present)
}

// matching names so many items of an array.
func matching(n string) string {
	if n == "1" || n == "no" {
		return n + " item that matches the schema under \"contains\""
	}
	return n + " items that match the schema under \"contains\""
}

// shown describes a value without its content, but for numbers and booleans.
func (g glance) shown() string {
	switch g.kind {
	case Null:
		return "null"
	case Boolean:
		return g.text
	case Number:
		if len(g.text) <= shortest {
			return g.text
		}
		return "a number of " + strconv.Itoa(len(g.text)) + " characters"
	case String:
		return "a string of " + g.length()
	case Array:
		return "an array of " + count(g.size, "item", "items")
	}
	return "an object of " + count(g.size, "property", "properties")
}

// appendQuoted appends what shown says, or the content of a short string.
func (g glance) appendQuoted(dst []byte) []byte {
	if g.kind == String && isShort(g.text) {
		return appendQuote(dst, g.text)
	}
	return append(dst, g.shown()...)
}

// typed names the type of a value where want was expected.
func (g glance) typed(want Types) string {
	switch {
	case g.kind == Number && want&Integer != 0:
		return g.shown()
	case g.kind == Null:
		return "null"
	}
	return g.kind.list()
}

func (g glance) length() string {
	return count(utf8.RuneCountInString(g.text), "character", "characters")
}

// list names the types of a set: "a string or null".
func (t Types) list() string {
	names := [...]string{"null", "a boolean", "an integer", "a number", "a string", "an array", "an object"}
	var words []string
	for i, name := range names {
		if t&(1<<i) != 0 {
			words = append(words, name)
		}
	}
	return either(words)
}

// held says which numbers a value of the rule may be.
func (r *Rule) held() string {
	switch {
	case r.Type&Number != 0:
		return "a number that fits in float64"
	case r.Unsigned:
		return "an integer from 0 to " + strconv.FormatUint(math.MaxUint64, 10)
	}
	return "an integer from " + strconv.FormatInt(math.MinInt64, 10) + " to " + strconv.FormatInt(math.MaxInt64, 10)
}

// appendChoices lists the values of an enum, but not hundreds of them. Unlike most messages, this one is made where
// speed may count, so nothing is joined.
func (r *Rule) appendChoices(dst []byte) []byte {
	const most = 12
	all := len(r.Enum) + len(r.JSON)
	words := min(all, most+1) // the last one may stand for many
	for i := range words {
		switch {
		case i == 0:
		case i == words-1:
			dst = append(dst, " or "...)
		default:
			dst = append(dst, ", "...)
		}
		switch {
		case i == most:
			dst = append(dst, count(all-most, "more", "more")...)
		case i < len(r.Enum):
			dst = appendQuote(dst, short(r.Enum[i]))
		default:
			dst = append(dst, short(r.JSON[i-len(r.Enum)])...)
		}
	}
	return dst
}

// appendQuote is strconv.AppendQuote, which is slow where there is nothing to escape.
func appendQuote(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			return strconv.AppendQuote(dst, s)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// either joins words: "a, b or c".
func either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// bound is the limit that a field of Rule says.
func bound(limit int) int { return max(limit, 0) }

// shortest is how many code points of a text a message shows at most.
const shortest = 32

func isShort(s string) bool {
	return len(s) <= shortest || len(s) <= shortest*utf8.UTFMax && utf8.RuneCountInString(s) <= shortest
}

// quote is a name in quotes, with escapes for what cannot be printed; the end of a long one is left out.
func quote(name string) string { return strconv.Quote(short(name)) }

// short leaves out the end of a long text of the schema, and escapes what cannot be printed.
func short(s string) string {
	if isShort(s) {
		return s
	}
	return string([]rune(s)[:shortest]) + "…"
}

// nearest is the name in known that differs least from name, when the difference is so small that it may be a typing
// error: one letter, or two in names of more than four; "" if there is none. Among equals the first one counts.
func nearest(name string, known []string) string {
	if len(name) > 2*shortest {
		return ""
	}
	best, found := 3, ""
	for _, k := range known {
		if n := distance(name, k, best); n > 0 && n < best && 2*n < len(k) {
			best, found = n, k
		}
	}
	return found
}

// distance is the least number of letters to insert, remove, replace, or swap with the next, that makes a into b; or
// limit, when it is not less than that.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	x, y := []rune(a), []rune(b)
	var last []int // the row before row
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		next := append(make([]int, 0, len(y)+1), i+1)
		for j := range y {
			n := row[j]
			if x[i] != y[j] {
				n = 1 + min(n, row[j+1], next[j])
			}
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				n = min(n, last[j-1]+1)
			}
			next = append(next, n)
		}
		if slices.Min(next) >= limit {
			return limit
		}
		last, row = row, next
	}
	return min(row[len(y)], limit)
}
