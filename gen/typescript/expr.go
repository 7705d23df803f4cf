package typescript

import "strings"

// An expr is a condition in JavaScript, which can be written as it is or the other way round.
type expr interface {
	// text writes the condition, or its opposite, so that it can stand beside && when tight.
	text(opposite, tight bool) string
}

// A leaf is a condition without parts, and its opposite.
type leaf struct{ yes, no string }

// An allOf holds when every part does, an anyOf when one does. Without parts they are true and false.
type (
	allOf []expr
	anyOf []expr
)

func (l leaf) text(opposite, _ bool) string {
	if opposite {
		return l.no
	}
	return l.yes
}

func (a allOf) text(opposite, tight bool) string {
	if opposite {
		return disjunction(a, true, tight)
	}
	return conjunction(a, false)
}

func (a anyOf) text(opposite, tight bool) string {
	if opposite {
		return conjunction(a, true)
	}
	return disjunction(a, false, tight)
}

func conjunction(parts []expr, opposite bool) string {
	if len(parts) == 0 {
		return "true"
	}
	return joinParts(parts, opposite, len(parts) > 1, " && ")
}

func disjunction(parts []expr, opposite, tight bool) string {
	if len(parts) == 0 {
		return "false"
	}
	if len(parts) == 1 {
		return parts[0].text(opposite, tight)
	}
	text := joinParts(parts, opposite, false, " || ")
	if tight {
		return "(" + text + ")"
	}
	return text
}

func joinParts(parts []expr, opposite, tight bool, operator string) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.text(opposite, tight)
	}
	return strings.Join(texts, operator)
}

// call is a condition that a function decides.
func call(function string, arguments ...string) expr {
	text := function + "(" + strings.Join(arguments, ", ") + ")"
	return leaf{text, "!" + text}
}

// compare is a condition with an operator and its opposite, such as === and !==.
func compare(left, operator, opposite, right string) expr {
	return leaf{left + " " + operator + " " + right, left + " " + opposite + " " + right}
}

func same(left, right string) expr { return compare(left, "===", "!==", right) }

// both joins conditions, of which some may be nil.
func both(parts ...expr) expr {
	var kept allOf
	for _, p := range parts {
		if inner, ok := p.(allOf); ok {
			kept = append(kept, inner...)
		} else if p != nil {
			kept = append(kept, p)
		}
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return kept
}

// either joins conditions.
func either(parts ...expr) expr {
	var kept anyOf
	for _, p := range parts {
		if inner, ok := p.(anyOf); ok {
			kept = append(kept, inner...)
		} else {
			kept = append(kept, p)
		}
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return kept
}
