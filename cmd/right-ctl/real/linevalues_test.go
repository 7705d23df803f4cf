package real_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// values are spellings of values, JSON and not.
var values = []string{
	// numbers
	"0", "-0", "1", "-1", "10", "1.0", "-1.0", "0.0", "-0.0", "1.5", "1e2", "1E2", "1e+2", "1e-2", "1e0", "0e0", "0.1",
	"1e-5", "1e-6", "1e-7", "123e-20",
	"1e15", "1e16", "1e17", "1e20", "1e21", "1e22", "1e23", "100000000000000000000", "1234567.125", "12345678901234567.0",
	"0.30000000000000004",
	"9007199254740993", "9007199254740993.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
	"-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "-123456789012345678901234567890",
	"0.1234567890123456789012345678901", "1.00000000000000011102230246251565", "1.7976931348623157e308",
	"1.7976931348623159e308", "1e308", "1e309", "-1e400",
	"1e99999999999", "0e99999999999", "5e-324", "2e-324", "2.2250738585072014e-308", "2.2250738585072011e-308", "1e-400",
	"01", "-01", "+1", ".5", "1.", "-", "--1", "1e", "1e+", "0x10", "1_000", "1,5", "NaN", "Infinity", "-Infinity", "1 2", "١",
	// strings
	`""`, `"a"`, `"\""`, `"\\"`, `"\/"`, `"\b\f\n\r\t"`, `"\u0000"`, `"\u001f\u007f\u0080"`, `"é"`, "\"e\u0301\"", `"😀"`,
	`"\ud83d\ude00"`, `"\uD83D\uDE00"`, `"\ud83d"`,
	`"\ude00"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\u2028\u2029"`, "\"\u2028\u2029\"", `"<>&'"`,
	`"\u003c"`, `"a`, `a"`, `'a'`, "\"\t\"",
	"\"\n\"", "\"\x7f\"", `"\a"`, `"\u00"`, `"\u00zz"`, `"\uFFFF\ufffe"`, `"a"b`, "abc", "a b", "", " ", "\ufeff1", "\u00a01",
	// words
	"true", "false", "null", "True", "TRUE", "nul", "nulll", "undefined", " true", "true ", "\ttrue\n", "\vtrue",
	// arrays and objects
	"[]", "{}", "[1,[2,[3]]]", `{"b":1,"a":2}`, `{"a":{"z":1,"b":[{"y":0,"x":1}]}}`, `{"B":1,"a":2,"A":3,"b":4,"":5}`,
	`{"é":1,"e":2,"z":3,"😀":4,"￿":5}`,
	`[ 1 , 2 ]`, "[1,\n2]", `{"a":1,"a":2}`, `[{"a":1,"a":2}]`, `{"a":1,"\u0061":2}`, "[1,]", "[,1]", "[1 2]", "[", "]", "{",
	"}", `{"a":1,}`, `{"a"}`, "[1]x", "[1][2]",
	"// c", "[1/**/]", "[1e2,1.0,-0,-0.0]", "[null,true,false]", "[[[[[[[[]]]]]]]]",
}

// seed makes the drawn lines the same in every run.
const seed = 5

// addDrawn draws values and arguments that nobody would think of.
func addDrawn(b *book) {
	d := drawer{rand.New(rand.NewPCG(seed, seed))}
	for range 40 {
		v := d.value(4)
		b.call("apps", "extra="+v)
		b.call("apps", `{"b":`+v+`,"a":`+d.value(2)+`}`)
	}
	for range 40 {
		b.call("apps", "n=["+d.double()+","+d.digits()+"]")
	}
	for range 40 {
		b.call("apps", d.text()+"="+d.text())
		b.call("act", "token="+d.text(), "ref="+d.text(), "op=type", "text="+d.text())
	}
	for range 20 {
		b.call(good[d.IntN(len(good))].tool, d.text(), d.text())
	}
}

type drawer struct{ *rand.Rand }

// value is a JSON value, with its members in any order and spaces anywhere.
func (d drawer) value(depth int) string {
	space := strings.Repeat(" ", d.IntN(2))
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch d.IntN(kinds) {
	case 0:
		return d.double()
	case 1:
		return strconv.FormatInt(d.Int64()>>d.IntN(60), 10)
	case 2:
		return []string{"null", "true", "false"}[d.IntN(3)]
	case 3, 4:
		return space + d.quoted()
	case 5:
		items := make([]string, d.IntN(4))
		for i := range items {
			items[i] = d.value(depth - 1)
		}
		return "[" + strings.Join(items, space+",") + "]"
	}
	members := make([]string, d.IntN(4))
	for i := range members {
		members[i] = fmt.Sprintf(`"%c%d":%s`, 'z'-rune(d.IntN(26)), i, d.value(depth-1))
	}
	return "{" + strings.Join(members, ","+space) + "}"
}

// double is a finite number of any size, as short as it can be.
func (d drawer) double() string {
	for {
		f := math.Float64frombits(d.Uint64())
		if d.IntN(2) == 0 {
			f = math.Round(d.NormFloat64()*1e6) / 1e3
		}
		if !math.IsNaN(f) && !math.IsInf(f, 0) {
			return strconv.FormatFloat(f, "eg"[d.IntN(2)], -1, 64)
		}
	}
}

// digits is a number with more digits than a double has.
func (d drawer) digits() string {
	text := "1."
	for range 17 + d.IntN(20) {
		text += strconv.Itoa(d.IntN(10))
	}
	return text + "e" + strconv.Itoa(d.IntN(600)-300)
}

// pieces are what texts are made of: what programs trip over.
var pieces = []string{"a", "B", "0", " ", "=", "{", "}", "[", `"`, `'`, `\`, "/", "$x", "`",
	"\t", "\n", "\r", "\x01", "\x1b", "\x7f", "é", "\u00a0", "\u200d",
	"\u202e", "\u2028", "\ufeff", "\ufffd", "\uffff", "😀", "e\u0301", "١", "--", "%s", "\u0085"}

func (d drawer) text() string {
	var b strings.Builder
	for range d.IntN(8) {
		b.WriteString(pieces[d.IntN(len(pieces))])
	}
	return b.String()
}

// quoted is a JSON string, with some characters escaped that need not be.
func (d drawer) quoted() string {
	var b strings.Builder
	for _, r := range d.text() {
		switch {
		case r < 0x20 || r == '"' || r == '\\' || r < 0x10000 && d.IntN(4) == 0:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}
