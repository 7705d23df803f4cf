package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/rightkit/lockstep/gen/decimal"
	"github.com/rightkit/lockstep/gen/load"
)

// A scope is what the references of a scenario can lead to.
type scope struct {
	fixture string
	saved   map[string]any // results by name; nil: every reference is null
}

// A miss is a reference that leads nowhere in what the host has answered.
type miss struct {
	node    *load.Node
	message string
}

// resolve returns the value that a node stands for. Objects are map[string]any, numbers json.Number.
func (s *scope) resolve(n *load.Node) (any, *miss) {
	switch {
	case isReference(n):
		return s.refer(n)
	case repeats(n):
		return s.repeat(n)
	}
	switch n.Kind {
	case load.Array:
		list := make([]any, 0, len(n.Items))
		for _, item := range n.Items {
			v, m := s.resolve(item)
			if m != nil {
				return nil, m
			}
			list = append(list, v)
		}
		return list, nil
	case load.Object:
		object := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			v, missed := s.resolve(m.Value)
			if missed != nil {
				return nil, missed
			}
			object[m.Name] = v
		}
		return object, nil
	}
	return plain(n), nil
}

func (s *scope) repeat(n *load.Node) (any, *miss) {
	count, ok := times(n)
	item := n.Get(itemKey)
	if !ok || item == nil {
		return []any{}, nil // reported by Check
	}
	v, m := s.resolve(item)
	if m != nil {
		return nil, m
	}
	return slices.Repeat([]any{v}, count), nil
}

// plain is the value of a node that is no collection.
func plain(n *load.Node) any {
	switch n.Kind {
	case load.Bool:
		return n.Bool
	case load.Number:
		return json.Number(n.Text)
	case load.String:
		return literal(n.Text)
	}
	return nil
}

// refer follows a reference.
func (s *scope) refer(n *load.Node) (any, *miss) {
	r, ok := parseReference(n.Text)
	if s.saved == nil || !ok {
		return nil, nil
	}
	if r.name == fixture {
		return s.fixture, nil
	}
	v := s.saved[r.name]
	for i, p := range r.path {
		next, ok := step(v, p.key)
		if !ok {
			return nil, &miss{n, fmt.Sprintf("%s has no %q", r.upTo(i), p.key)}
		}
		v = next
		if p.where == "" {
			continue
		}
		list, _ := v.([]any)
		at := slices.IndexFunc(list, func(item any) bool { return holds(item, p.where, p.value) })
		if at < 0 {
			return nil, &miss{n, fmt.Sprintf("%s.%s has no item whose %s is %q", r.upTo(i), p.key, p.where, p.value)}
		}
		v = list[at]
	}
	return v, nil
}

// step goes from a value to one of its properties or items.
func step(v any, key string) (any, bool) {
	switch v := v.(type) {
	case map[string]any:
		next, ok := v[key]
		return next, ok
	case []any:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(v) {
			return v[i], true
		}
	}
	return nil, false
}

// holds reports whether a property of an object is a text, or a list with that text in it.
func holds(v any, name, text string) bool {
	object, _ := v.(map[string]any)
	switch p := object[name].(type) {
	case string:
		return p == text
	case bool:
		return strconv.FormatBool(p) == text
	case json.Number:
		return p.String() == text
	case []any:
		return slices.ContainsFunc(p, func(item any) bool { return item == text })
	}
	return false
}

// decode reads a JSON text that was checked already.
func decode(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// encode writes a value as JSON, the members sorted.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("scenario: " + err.Error()) // strings, numbers in JSON's grammar, lists and maps alone are encoded
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// equal reports whether two values are the same in JSON: 1.0 is 1.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, v := range a {
			if w, ok := b[name]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	case nil, bool, string:
		return a == b
	}
	return false
}

func sameNumber(a, b json.Number) bool {
	x, ok := decimal.Parse(a.String())
	y, also := decimal.Parse(b.String())
	if !ok || !also {
		return a == b
	}
	return x.Compare(y) == 0
}

// A difference is a place where a value is not what was expected.
type difference struct {
	node      *load.Node // what was expected
	at        string     // in the value, as a pointer
	got, want string
}

// compare returns where a value is not what a node expects: each member given must be there and equal, and a list has
// the length that is given.
func (s *scope) compare(n *load.Node, got any, at string) ([]difference, *miss) {
	if n.Kind == load.Object && !repeats(n) {
		object, ok := got.(map[string]any)
		if !ok {
			return []difference{{n, at, show(got), "an object"}}, nil
		}
		var found []difference
		for _, m := range n.Members {
			v, ok := object[m.Name]
			if !ok {
				want, missed := s.resolve(m.Value)
				if missed != nil {
					return nil, missed
				}
				found = append(found, difference{m.Value, at + "/" + m.Name, "nothing", show(want)})
				continue
			}
			more, missed := s.compare(m.Value, v, at+"/"+m.Name)
			if missed != nil {
				return nil, missed
			}
			found = append(found, more...)
		}
		return found, nil
	}
	if items, ok := itemsOf(n); ok {
		list, isList := got.([]any)
		if !isList || len(list) != len(items) {
			return []difference{{n, at, show(got), "a list of " + strconv.Itoa(len(items))}}, nil
		}
		var found []difference
		for i, item := range items {
			more, missed := s.compare(item, list[i], at+"/"+strconv.Itoa(i))
			if missed != nil {
				return nil, missed
			}
			found = append(found, more...)
		}
		return found, nil
	}
	want, missed := s.resolve(n)
	if missed != nil || equal(want, got) {
		return nil, missed
	}
	return []difference{{n, at, show(got), show(want)}}, nil
}

// itemsOf returns the items of a list, written out or repeated.
func itemsOf(n *load.Node) ([]*load.Node, bool) {
	if repeats(n) {
		count, _ := times(n)
		return slices.Repeat([]*load.Node{n.Get(itemKey)}, count), true
	}
	return n.Items, n.Kind == load.Array
}

// show is a value for a report.
func show(v any) string {
	if list, ok := v.([]any); ok && len(list) > 3 {
		return "a list of " + strconv.Itoa(len(list))
	}
	return short(string(encode(v)))
}

// texts returns the strings in a value, the longest first.
func texts(v any, view view, secret bool) []string {
	var list []string
	secret = secret || view.secret()
	switch v := v.(type) {
	case string:
		if secret && v != "" {
			list = append(list, v)
		}
	case []any:
		for i, item := range v {
			list = append(list, texts(item, view.item(i), secret)...)
		}
	case map[string]any:
		for name, item := range v {
			sub, _ := view.property(name)
			list = append(list, texts(item, sub, secret)...)
		}
	}
	sort.Slice(list, func(i, j int) bool { return len(list[i]) > len(list[j]) })
	return list
}
