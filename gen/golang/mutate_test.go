package golang_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A tree is a JSON value that may be wrong: members stand in order and may stand twice, and scalars are kept as text.
type tree struct {
	text  string   // of a scalar
	names []string // of the members of an object, as they stand in the text
	items []*tree  // of an array or an object
	open  byte     // '[', '{', or 0 for a scalar
}

// plant reads a JSON text as a tree.
func plant(t testing.TB, text []byte) *tree {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return grow(t, dec)
}

func grow(t testing.TB, dec *json.Decoder) *tree {
	token, err := dec.Token()
	require.NoError(t, err)
	open, nested := token.(json.Delim)
	if !nested {
		return &tree{text: quote(token)}
	}
	v := &tree{open: byte(open)}
	for dec.More() {
		if open == '{' {
			name, err := dec.Token()
			require.NoError(t, err)
			v.names = append(v.names, quote(name))
		}
		v.items = append(v.items, grow(t, dec))
	}
	_, err = dec.Token()
	require.NoError(t, err)
	return v
}

// quote returns a scalar as JSON.
func quote(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// write appends the text of a tree, with white space here and there.
func (v *tree) write(b *strings.Builder, r *rand.Rand) {
	space := func() {
		if r.IntN(40) == 0 {
			b.WriteString([]string{" ", "\n", "\t", "\r\n  "}[r.IntN(4)])
		}
	}
	if v.open == 0 {
		b.WriteString(v.text)
		return
	}
	b.WriteByte(v.open)
	for i, item := range v.items {
		if i > 0 {
			b.WriteByte(',')
		}
		space()
		if v.open == '{' {
			b.WriteString(v.names[i])
			space()
			b.WriteByte(':')
			space()
		}
		item.write(b, r)
		space()
	}
	b.WriteByte(v.open + 2)
}

func (v *tree) clone() *tree {
	c := *v
	c.names, c.items = slices.Clone(v.names), make([]*tree, len(v.items))
	for i, item := range v.items {
		c.items[i] = item.clone()
	}
	return &c
}

// walk visits each value of a tree.
func (v *tree) walk(visit func(*tree)) {
	visit(v)
	for _, item := range v.items {
		item.walk(visit)
	}
}

// A mutator makes texts that are almost what a shape accepts. The same seed makes the same texts.
type mutator struct {
	r     *rand.Rand
	names []string // of members that stand somewhere in the seeds
	parts []*tree  // of the seeds
}

func newMutator(seed uint64, seeds []*tree) *mutator {
	m := &mutator{r: rand.New(rand.NewPCG(seed, 1)), names: []string{`""`, `"Id"`, `"__proto__"`, `"x-1"`, `"ns"`, `"é"`}}
	for _, s := range seeds {
		s.walk(func(v *tree) {
			m.parts = append(m.parts, v)
			for _, n := range v.names {
				if !slices.Contains(m.names, n) {
					m.names = append(m.names, n)
				}
			}
		})
	}
	return m
}

// scalars are values at the edges of what decoders hold.
var scalars = strings.Fields(`null true false 0 1 -1 2 3 5 7 9 10 100 300 301 -5 -6 1.0 1e2 1E+2 100e-2 -0 -0.0 0.5 0.01 0.015
	1.5 1e-7 3.14 1e400 -1e400 1e-400 1e308 1.7976931348623159e308 123456789012345678901234567890 9007199254740993
	9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551615
	18446744073709551616 9223372036854775807.0 92233720368547758070e-1 0.00000000000000000000000000000000001 1e999999999
	"" "a" "b" "x" "xy" "ab1" "abcd" "abcde" "é" "éé" "\u0000" "\ud83d\ude00" "😀" "2024-02-29" "text" "word" "fixed" "1"
	"a\/b" "\u0061" [] {} [[]] [null] [{}] {"":0} {"a":null} {"id":1} [1,2] [1,1.0] ["a","b"] [1,"a"]
	tru nul 01 1. .5 +1 1e "\x" "\ud800" "\udc00" "` + "\xff" + `" 'a' NaN Infinity [1,] {"a":1,} {,} ,`)

// plain returns the text of a seed.
func (m *mutator) plain(seed *tree) []byte {
	var b strings.Builder
	seed.write(&b, m.r)
	return []byte(b.String())
}

// mutate returns a text that differs from a seed in a few places.
func (m *mutator) mutate(seed *tree) []byte {
	v := seed.clone()
	for range 1 + m.r.IntN(3)*m.r.IntN(2) {
		var places []*tree
		v.walk(func(p *tree) { places = append(places, p) })
		m.change(places[m.r.IntN(len(places))])
	}
	text := m.plain(v)
	if m.r.IntN(12) > 0 {
		return text
	}
	return m.damage(text)
}

// change alters one value in place.
func (m *mutator) change(v *tree) {
	pick := func(n int) int { return m.r.IntN(n) }
	if pick(3) > 0 && len(v.items) > 0 {
		i := pick(len(v.items))
		switch {
		case pick(6) == 0: // stands twice
			v.items = append(v.items, v.items[i].clone())
			if v.open == '{' {
				v.names = append(v.names, respell(v.names[i], m.r))
			}
		case pick(4) == 0: // is left out
			v.items = slices.Delete(v.items, i, i+1)
			if v.open == '{' {
				v.names = slices.Delete(v.names, i, i+1)
			}
		case pick(4) == 0: // has another place
			j := pick(len(v.items))
			v.items[i], v.items[j] = v.items[j], v.items[i]
			if v.open == '{' && pick(4) > 0 {
				v.names[i], v.names[j] = v.names[j], v.names[i]
			}
		case pick(3) == 0 && v.open == '{': // has another name
			v.names[i] = m.name(v.names[i])
		case pick(3) == 0: // is joined by another
			v.items = append(v.items, m.value())
			if v.open == '{' {
				v.names = append(v.names, m.name(`"extra"`))
			}
		case pick(12) == 0: // are many
			for range 64 {
				v.items = append(v.items, m.value())
				if v.open == '{' {
					v.names = append(v.names, fmt.Sprintf(`"n%d"`, len(v.items)))
				}
			}
		default:
			m.change(v.items[i])
		}
		return
	}
	switch {
	case v.open == 0 && pick(3) == 0:
		v.text = respell(v.text, m.r)
	case pick(40) == 0: // nested deep
		inside := *v
		*v = *nest(&inside, 120+pick(12), pick(2) == 0)
	case pick(5) == 0 && v.open == '{':
		v.names, v.items = append(v.names, m.name(`"more"`)), append(v.items, m.value())
	default:
		*v = *m.value()
	}
}

// value returns a part of a seed, or a scalar at an edge.
func (m *mutator) value() *tree {
	if m.r.IntN(2) == 0 {
		return m.parts[m.r.IntN(len(m.parts))].clone()
	}
	return &tree{text: scalars[m.r.IntN(len(scalars))]}
}

// name returns the name of a member of a seed, or one like old.
func (m *mutator) name(old string) string {
	switch m.r.IntN(4) {
	case 0:
		return old[:len(old)-1] + `x"`
	case 1:
		return strings.ToUpper(old[:min(2, len(old))]) + old[min(2, len(old)):]
	}
	return m.names[m.r.IntN(len(m.names))]
}

// respell returns another spelling of a scalar, or one that differs a little.
func respell(text string, r *rand.Rand) string {
	switch c := text[0]; {
	case c == '"':
		inner := text[1 : len(text)-1]
		switch {
		case r.IntN(3) == 0 && inner != "" && inner[0] != '\\' && inner[0] < 0x80:
			return fmt.Sprintf(`"\u%04x%s"`, inner[0], inner[1:])
		case r.IntN(3) == 0:
			return `"` + inner + inner + `"`
		case r.IntN(3) == 0:
			return `"` + inner + `\n"`
		}
		return text
	case c == '-' || c >= '0' && c <= '9':
		if strings.ContainsAny(text, ".eE") {
			return text + "0"
		}
		return text + []string{".0", "e0", "E+1", "0e-1", ".50", "000000000000000000000e-21", ".000000000000000000000000001"}[r.IntN(7)]
	}
	return text
}

// nest puts a value into depth arrays or objects.
func nest(v *tree, depth int, objects bool) *tree {
	for range depth {
		if objects {
			v = &tree{open: '{', names: []string{`"k"`}, items: []*tree{v}}
		} else {
			v = &tree{open: '[', items: []*tree{v}}
		}
	}
	return v
}

// damage alters a text without regard to its form.
func (m *mutator) damage(text []byte) []byte {
	i := m.r.IntN(len(text))
	switch m.r.IntN(6) {
	case 0:
		return text[:i]
	case 1:
		text[i] ^= 1 << m.r.IntN(8)
		return text
	case 2:
		return slices.Insert(text, i, byte(m.r.IntN(256)))
	case 3:
		return append(text, []string{" ", "x", "{}", "\x00", ",", "\ufeff"}[m.r.IntN(6)]...)
	case 4:
		return append([]byte([]string{" ", "\ufeff", "\v", "//\n", "\u00a0"}[m.r.IntN(5)]), text...)
	}
	return slices.Delete(text, i, min(len(text), i+1+m.r.IntN(4)))
}
