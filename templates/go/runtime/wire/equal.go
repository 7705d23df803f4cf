package wire

import (
	"slices"
	"strconv"
	"strings"
)

// equal is JSON equality: numbers by value (1 is 1.0), objects whatever the order of their members.
func equal(a, b *value) bool {
	if a.kind != b.kind || len(a.list) != len(b.list) {
		return false
	}
	switch a.kind {
	case Number:
		return a.text == b.text || parseDecimal(a.text).compare(parseDecimal(b.text)) == 0
	case Array, Object:
		return string(a.appendKey(nil)) == string(b.appendKey(nil))
	}
	return a.text == b.text
}

// appendKey appends a text that two values share exactly when they are equal. It takes n log n steps for a value of n
// members.
func (v *value) appendKey(dst []byte) []byte {
	switch v.kind {
	case Number:
		return parseDecimal(v.text).appendTo(dst)
	case String:
		return appendCounted(dst, v.text)
	case Array:
		dst = append(dst, '[')
		for i := range v.list {
			dst = append(v.list[i].appendKey(dst), ',')
		}
		return append(dst, ']')
	case Object:
		order := make([]*value, len(v.list))
		for i := range v.list {
			order[i] = &v.list[i]
		}
		slices.SortFunc(order, func(a, b *value) int { return strings.Compare(a.name, b.name) })
		dst = append(dst, '{')
		for _, m := range order {
			dst = append(m.appendKey(append(appendCounted(dst, m.name), ':')), ',')
		}
		return append(dst, '}')
	case Boolean:
		return append(dst, v.text[0])
	}
	return append(dst, 'n')
}

// appendCounted appends s with its length before it, so that nothing in s need be escaped.
func appendCounted(dst []byte, s string) []byte {
	dst = strconv.AppendInt(append(dst, '"'), int64(len(s)), 10)
	return append(append(dst, ' '), s...)
}

// equals reports whether v is the value that a rule gives as JSON.
func (v *value) equals(json string) bool {
	switch v.kind {
	case Null:
		return json == "null"
	case Boolean:
		return json == v.text
	case String:
		if n := len(json); n < 2 || json[0] != '"' {
			return false
		} else if strings.IndexByte(json, '\\') < 0 {
			return json[1:n-1] == v.text
		}
	}
	other, refused := parse(json)
	return refused == nil && equal(v, &other)
}

// firstRepeat finds the first item of a list that is equal to one before it; ok is false when there is none.
func firstRepeat(list []value) (i, j int, ok bool) {
	if len(list) == 0 {
		return 0, 0, false
	}
	if last := len(list) - 1; last < 8 && list[last].end-list[0].start < 1<<10 {
		for j := range list {
			for i := range j {
				if equal(&list[i], &list[j]) {
					return i, j, true
				}
			}
		}
		return 0, 0, false
	}
	seen := make(map[string]int, len(list))
	var key []byte
	for j := range list {
		key = list[j].appendKey(key[:0])
		if i, ok := seen[string(key)]; ok {
			return i, j, true
		}
		seen[string(key)] = j
	}
	return 0, 0, false
}
