package wire

import (
	"slices"
	"strings"
)

// Items are those of an array that is being read: see Decoder.Array.
type Items struct {
	rule *Rule
	n    int // items met so far
	at   int // where the array starts
	mark int // the byte that stands before the next item
}

// Array starts to read an array. The items come from Item:
//
//	a := d.Array(&rule)
//	for d.Item(&a) {
//		v = append(v, d.String(&ruleItem))
//	}
//
// Each item that Item announces must be read by exactly one call.
func (d *Decoder) Array(r *Rule) Items {
	return Items{rule: r, at: d.i, mark: '['}
}

// Item moves to the next item; false at the end of the array and after a failure. At the end it has checked the number
// of items.
func (d *Decoder) Item(a *Items) bool {
	if d.refused != nil {
		return d.drainArray(a)
	}
	if d.i < len(d.s) {
		switch c := int(d.s[d.i]); {
		case c == ',' && a.mark == within:
			d.i++
			a.n++
			return true
		case c == ']' && a.mark == within:
			d.finishArray(a)
			return false
		case c == '[' && a.mark == '[' && d.depth < MaxDepth:
			d.depth++
			d.i++
			a.mark = within
			if d.i < len(d.s) && d.s[d.i] > ' ' && d.s[d.i] != ']' {
				a.n++
				return true
			}
			return d.firstItem(a)
		}
	}
	return d.stepItem(a)
}

// stepItem is Item for whatever is not usual.
func (d *Decoder) stepItem(a *Items) bool {
	switch {
	case a.mark == closed:
		return false
	case d.bad != nil:
		if a.mark == within {
			d.insideItem(a.n - 1)
		}
	case a.mark == within:
		if d.more(']') {
			a.n++
			return true
		}
		if d.bad == nil {
			d.finishArray(a)
		}
	default:
		d.space()
		if d.peek() != '[' {
			d.mismatch(a.rule)
			break
		}
		a.at = d.i
		if d.enter() {
			a.mark = within
			return d.firstItem(a)
		}
	}
	a.mark = closed
	return false
}

// firstItem moves to the first item of an array that has just been entered.
func (d *Decoder) firstItem(a *Items) bool {
	d.space()
	if d.peek() == ']' {
		d.finishArray(a)
		return false
	}
	a.n++
	return true
}

// finishArray steps out of the array and asks what can only be asked at its end.
func (d *Decoder) finishArray(a *Items) {
	a.mark = closed
	d.leave()
	r := a.rule
	if r.MinItems|r.MaxItems == 0 {
		return
	}
	g := glance{kind: Array, size: a.n}
	switch {
	case a.n < r.MinItems:
		d.refuse(r, "minItems", g, "", a.at)
	case exceeds(a.n, r.MaxItems):
		d.refuse(r, "maxItems", g, "", a.at)
	}
}

// drainArray is drain for an array.
func (d *Decoder) drainArray(a *Items) bool {
	started := a.mark == within
	a.mark = closed
	if !started {
		return false
	}
	d.insideItem(a.n - 1)
	for d.bad == nil && d.more(']') {
		a.n++
		if !d.skip() {
			d.insideItem(a.n - 1)
			return false
		}
	}
	if d.bad == nil {
		d.leave()
	}
	return false
}

// List reads an array, with decode for each item. Of r it looks at Type, MinItems and MaxItems. The list is nil only
// after a failure.
func List[T any](d *Decoder, r *Rule, decode func(*Decoder, *T)) []T {
	a := d.Array(r)
	if !d.Item(&a) {
		if d.failed() {
			return nil
		}
		return []T{}
	}
	if !d.sized && d.peek() == '{' {
		d.sized = true
		return fill(d, &a, make([]T, 0, d.room(r)), decode)
	}
	shared := slabOf[T](d)
	list := fill(d, &a, shared.take(), decode)
	shared.give(list[len(list):])
	return slices.Clip(list)
}

// fill appends the items of a, whose first one is to be read, to an empty list.
func fill[T any](d *Decoder, a *Items, list []T, decode func(*Decoder, *T)) []T {
	for {
		n := len(list)
		if n == cap(list) {
			list = append(make([]T, 0, d.chunk(n)), list...)
		}
		list = list[:n+1]
		decode(d, &list[n])
		if !d.Item(a) {
			return list
		}
	}
}

// room is how many items the first array of objects is given room for, all at once, because it is the longest one in most
// messages: as many as there are opening braces, but not many more than would fit if all were as long as the first one.
func (d *Decoder) room(r *Rule) int {
	rest := d.s[d.i:]
	n := strings.Count(rest, "{")
	if size := strings.IndexByte(rest, '}') + 2; size > 1 {
		n = min(n, 1+len(rest)/size*5/4)
	}
	if r.MaxItems > 0 {
		n = min(n, r.MaxItems)
	}
	return n
}

// chunk is how much room a list that holds n items is given when it is full; no more than for the items that the text
// can have.
func (d *Decoder) chunk(n int) int {
	rest := len(d.s) - d.i
	return min(max(2*n, min(rest/64, 256), 8), n+1+rest/2)
}
