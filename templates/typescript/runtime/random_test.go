package runtime_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/rightkit/lockstep/templates/go/runtime/wire"
	"github.com/stretchr/testify/require"
)

// TestRandom compares on random rules and values of few names and scalars, so that they meet.
func TestRandom(t *testing.T) {
	p := start(t)
	g := generator{rand.New(rand.NewPCG(1, 2))}
	for range 2000 {
		schema := `{"$defs":{"a":` + g.schema(2) + `,"b":` + g.schema(2) + `},` + g.schema(3)[1:]
		r, err := readSchema(schema)
		require.NoError(t, err, schema)
		g.tagged(r)
		texts := make([]string, 10)
		for i := range texts {
			texts[i] = g.value(3)
		}
		p.compare(r, texts...)
	}
}

// TestTexts compares on texts that are cut, doubled and damaged at random.
func TestTexts(t *testing.T) {
	p := start(t)
	g := generator{rand.New(rand.NewPCG(3, 4))}
	for range 1000 {
		r, err := readSchema(`{"$defs":{"a":true,"b":{"type":"array"}},` + g.schema(2)[1:])
		require.NoError(t, err)
		texts := make([]string, 10)
		for i := range texts {
			text := []byte(g.value(3))
			for range 1 + g.IntN(3) {
				text = g.damage(text)
			}
			texts[i] = string(text)
		}
		p.compare(r, texts...)
	}
}

// TestNumbers compares numbers of every size and spelling with types and bounds of every size and spelling.
func TestNumbers(t *testing.T) {
	p := start(t)
	g := generator{rand.New(rand.NewPCG(5, 6))}
	for range 1500 {
		r := &wire.Rule{At: "/n", Type: []wire.Types{0, wire.Integer, wire.Number, wire.String,
			wire.Integer | wire.Null}[g.IntN(5)],
			Unsigned: g.IntN(3) == 0}
		for _, bound := range []*string{&r.Minimum, &r.Maximum, &r.ExclusiveMinimum, &r.ExclusiveMaximum, &r.Const} {
			if g.IntN(4) == 0 {
				*bound = g.number()
			}
		}
		if g.IntN(3) == 0 {
			r.MultipleOf = g.pick("1", "2", "3", "0.1", "0.01", "1e-7", "7e3", "1e300", "0.125",
				"123456789012345678901", "1e-400", "2.50")
		}
		items := &wire.Rule{At: "/items", Items: r, UniqueItems: g.IntN(2) == 0}
		var texts []string
		for range 6 {
			texts = append(texts, "["+g.number()+","+g.number()+","+g.number()+"]")
		}
		p.compare(items, texts...)
	}
}

// TestWords compares messages about names and strings that are long, near to each other, or cannot be printed.
func TestWords(t *testing.T) {
	p := start(t)
	g := generator{rand.New(rand.NewPCG(7, 8))}
	never, str := &wire.Rule{At: "/never", Never: true}, &wire.Rule{At: "/str", Type: wire.String, MaxLength: 3}
	for range 600 {
		names := make([]string, 4)
		for i := range names {
			names[i] = g.word()
		}
		r := &wire.Rule{At: "/r~1", AdditionalProperties: never, Required: names[:1],
			Tag:               &wire.Tag{Property: names[3], Values: [][]string{{names[0]}, {names[1]}}},
			DependentRequired: []wire.Dependent{{Name: names[1], Required: names[2:3]}},
			RequiredWhen: []wire.Condition{{At: "contract.yaml#/conditions/0", Property: names[2], Equals: "a",
				Required: names[3:]}},
			AnyOf: []*wire.Rule{str, {At: "/b", Enum: names}}}
		for _, name := range names[:3] {
			r.Properties = append(r.Properties, wire.Property{Name: name, Rule: &wire.Rule{At: "/" + escape(name),
				Enum: names}})
		}
		var texts []string
		for range 4 {
			var members []string
			seen := map[string]bool{}
			for range 1 + g.IntN(4) {
				name := names[g.IntN(4)]
				if g.IntN(2) == 0 {
					name = string(g.damage([]byte(name)))
				}
				if !seen[name] {
					seen[name] = true
					members = append(members, spell(name)+":"+g.pick(`"a"`, spell(g.word()), "1", "null",
						spell(names[0])))
				}
			}
			texts = append(texts, "{"+strings.Join(members, ",")+"}")
		}
		p.compare(r, texts...)
	}
}

// TestPolicy compares on texts that are refused whatever the rule says.
func TestPolicy(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	texts := []string{"", " ", "nul", "nulll", "tru", "+1", "-", "01", "-01", "1.", ".5", "1e", "1e+", "-x", "0x10",
		"NaN", "[1,]", "[,1]", "[1 2]", "{,}",
		`{"a":1,}`, `{"a" 1}`, `{"a":}`, `{a:1}`, `{1:1}`, "[", "{", `{"a"`, `{"a":1`, "[1", `"`, `"a`, `"\`, `"\u`,
		`"\u12`, `"\u12g4"`, `"\x"`,
		"\"\x00\"", "\"\n\"", "\"\x7f\"", "\"\u0085\"", `"\ud800"`, `"\udc00"`, `"\ud800\ud800"`, `"\ud83d\ude00"`,
		`"\ud83dx"`, `"\ud83d\u0041"`,
		"\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"", "\xff", "1\xff",
		"\"\\\xff\"", "{\"\xff\":1}", "\ufeff1", "1 2",
		"1 \u00a0", "\u00a01", "'a'", "[1]]", "{}}", "/**/1", "1//", `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`,
		`{"":1,"":2}`, `[{"x":{"a/b~c":[{"k":1,"k":1}]}}]`,
		`{"__proto__":1,"__proto__":2}`, `{"a":1,"a":\q}`, deep(127), deep(128), strings.Repeat("[", 100000),
		strings.Repeat(`{"a":`, 127) + "1" + strings.Repeat("}", 127),
		strings.Repeat(`{"a":`, 128) + "1" + strings.Repeat("}", 128), "[" + deep(126) + "," + deep(127) + "]",
		"1e400", "-1e400", "[1e999999999999999999999]",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551615", "18446744073709551616", "-0", "-0.0e-0",
		"\t\r\n 1 \t\r\n", "\v1", "\u20281", `"` + strings.Repeat("é", 40) + `"`, `"` + strings.Repeat("😀", 40) + `"`,
		`"\/\b\f\n\r\t\"\\"`, "\U0001f600", "\u200b", "\x01"}
	many := make([]string, 40)
	for i := range many {
		many[i] = fmt.Sprintf(`"n%d":%d`, i, i)
	}
	texts = append(texts, "{"+strings.Join(many, ",")+`,"n3":1}`, "{"+strings.Join(many, ",")+"}")
	p := start(t)
	for _, kind := range []wire.Types{0, wire.Integer, wire.Number, wire.String, wire.Array, wire.Object,
		wire.Boolean | wire.Null} {
		p.compare(&wire.Rule{At: "/r", Type: kind}, texts...)
		p.compare(&wire.Rule{At: "/r", Type: kind, Unsigned: true, MinLength: 2, MaxItems: wire.Zero}, texts...)
	}
	limit := &wire.Rule{At: "/limit", Items: &wire.Rule{At: "/limit/items", Type: wire.String}}
	p.compare(limit, "["+strings.Repeat("1,", 2000)+"1]")
}

// TestOverlap asks rules that refer to themselves in several branches about deep values: the time must stay linear.
func TestOverlap(t *testing.T) {
	tree := &wire.Rule{At: "/tree"}
	item := &wire.Rule{At: "/item", Type: wire.Array, Items: tree}
	tree.AnyOf = []*wire.Rule{{At: "/x", Type: wire.Array, Items: tree, MaxItems: 1}, item, {At: "/n", Type: wire.Null}}
	both := &wire.Rule{At: "/both"}
	both.AllOf = []*wire.Rule{{At: "/p", Items: both}, {At: "/q", Items: both}, {At: "/s", Type: wire.Array | wire.Null}}
	text := strings.Repeat("[null,", 120) + "1" + strings.Repeat("]", 120)
	p := start(t)
	p.compare(tree, text, strings.Replace(text, "1", "null", 1))
	p.compare(both, text, strings.Replace(text, "1", "null", 1))
}

// spell is a JSON string.
func spell(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\x01", `\u0001`).Replace(s) + `"`
}

// A generator makes random schemas and values.
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// number is any JSON number.
func (g generator) number() string {
	n := g.pick("0", "1", "9", "12", "100", "0.1", "0.5", "1.0", "2.50", "0.30000000000000004", "9007199254740993",
		"9223372036854775807", "9223372036854775808",
		"18446744073709551615", "18446744073709551616", "1.7976931348623157", "1797693134862315.8",
		"123456789012345678901234567890", "0.000001",
		strconv.FormatUint(g.Uint64()>>g.IntN(64), 10), strconv.FormatFloat(g.Float64(), 'g', -1, 64),
		strconv.Itoa(g.IntN(1000)), "1000000000000000000000", "1e21")
	if g.IntN(4) == 0 && !strings.Contains(n, "e") {
		n += g.pick("e", "E") + g.pick("", "+", "-") + g.pick("0", "1", "007", "2", "20", "300", "308", "309", "400",
			"999999999999999", "1000000000000000", "9999999999999999999",
			"10000000000000000000", "99999999999999999999999999", strconv.Itoa(g.IntN(400)))
	}
	return g.pick("", "", "-") + n
}

// word is a name or string.
func (g generator) word() string {
	letters := []string{"a", "b", "c", "é", "€", "😀", `"`, `\`, "/", "~", "\n", "\x01", "\x7f", "\u0085", "\u00a0",
		"\u200b", "\ufffd", "\ufeff", "\U000e0001", "\u0301", "ab", "x1"}
	var b strings.Builder
	for range g.IntN(8) {
		b.WriteString(letters[g.IntN(len(letters))])
	}
	if g.IntN(10) == 0 {
		b.WriteString(strings.Repeat(letters[g.IntN(6)], 20+g.IntN(30)))
	}
	return b.String()
}

// damage changes one place of a text.
func (g generator) damage(text []byte) []byte {
	bits := []string{`"`, `\`, `\u00`, `\ud8`, `\ud83d\ude00`, "{", "}", "[", "]", ",", ":", "1", "0", "-", ".", "e",
		"a", "é", "😀", " ", "\t", "\x00", "\x80", "\xe2\x82", "\xed\xa0\x80", "null", `"a":1,`}
	at := g.IntN(len(text) + 1)
	out := append([]byte(nil), text[:at]...)
	switch g.IntN(4) {
	case 0: // cut the end off
		return out
	case 1: // leave a byte out
		return append(out, text[min(at+1, len(text)):]...)
	case 2: // put something in
		return append(append(out, g.pick(bits...)...), text[at:]...)
	}
	return append(append(out, g.pick(bits...)...), text[min(at+1, len(text)):]...)
}

func (g generator) scalar() string {
	return g.pick("null", "true", "false", "0", "1", "1.0", "-2", "0.5", "1e1", "7", `""`, `"a"`, `"b"`, `"ab"`,
		`"é\ud83d\ude00"`, `"1"`)
}

func (g generator) name() string { return g.pick(`"a"`, `"b"`, `"ab"`, `"c"`) }

func (g generator) value(depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		return g.scalar()
	}
	var parts []string
	if g.IntN(2) == 0 {
		for range g.IntN(4) {
			parts = append(parts, g.value(depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	for _, name := range []string{`"a"`, `"b"`, `"ab"`, `"c"`} {
		if g.IntN(2) == 0 {
			parts = append(parts, name+":"+g.value(depth-1))
		}
	}
	g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "{" + strings.Join(parts, ",") + "}"
}

// tagged gives some unions what a contract's analysis finds: a tag, or that one branch is null.
func (g generator) tagged(r *wire.Rule) {
	switch union := append(append([]*wire.Rule{}, r.AnyOf...), r.OneOf...); {
	case len(union) == 2 && (len(r.AnyOf) == 0 || len(r.OneOf) == 0) && g.IntN(2) == 0:
		i := g.IntN(2)
		*union[i] = wire.Rule{At: "/null", Type: wire.Null}
		r.Nullable = union[1-i].Type != wire.Null
	case len(union) > 0 && g.IntN(2) == 0:
		n := len(r.OneOf)
		if n == 0 {
			n = len(r.AnyOf)
		}
		r.Tag = &wire.Tag{Property: "a", Values: make([][]string, n)}
		for i, value := range []string{"a", "b", "ab", ""}[:min(n, 4)] {
			r.Tag.Values[i] = []string{value}
		}
	}
	if g.IntN(4) == 0 {
		r.RequiredWhen = []wire.Condition{{At: "contract.yaml#/conditions/0", Property: "a", Equals: "b",
			Required: []string{"c", "d"}}}
	}
}
