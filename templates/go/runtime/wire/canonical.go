package wire

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Canonical spells a JSON text as a peer in Rust does that reads it into serde_json's Value and writes that: compact,
// the members of each object sorted by the bytes of their names, strings with the escapes that are needed, numbers as
// described at appendNumber. Two texts that such a peer takes for one are one afterwards. The error is a *Violation.
func Canonical(text []byte) ([]byte, error) {
	root, refused := parse(string(text))
	if refused == nil {
		c := canonical{dst: make([]byte, 0, len(text))}
		if c.value(&root); c.refused == nil {
			return c.dst, nil
		}
		refused = c.refused
		refused.Instance = root.locate(refused.Offset)
	}
	return nil, refused
}

// AppendString appends s as a JSON string, in the same spelling. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	return appendString(dst, strings.ToValidUTF8(s, "\uFFFD"))
}

// canonical is a text that is being written.
type canonical struct {
	dst     []byte
	refused *Violation // the first number that no float64 holds
}

func (c *canonical) value(v *value) {
	switch v.kind {
	case Array:
		c.dst = append(c.dst, '[')
		for i := range v.list {
			c.comma(i)
			c.value(&v.list[i])
		}
		c.dst = append(c.dst, ']')
	case Object:
		slices.SortFunc(v.list, func(a, b value) int { return cmp.Compare(a.name, b.name) })
		c.dst = append(c.dst, '{')
		for i := range v.list {
			c.comma(i)
			c.dst = append(appendString(c.dst, v.list[i].name), ':')
			c.value(&v.list[i])
		}
		c.dst = append(c.dst, '}')
		// Places in a tree are found by the order of the text; see value.locate.
		if c.refused != nil {
			slices.SortFunc(v.list, func(a, b value) int { return cmp.Compare(a.start, b.start) })
		}
	case String:
		c.dst = appendString(c.dst, v.text)
	case Number:
		c.number(v)
	case Boolean:
		c.dst = append(c.dst, v.text...)
	default:
		c.dst = append(c.dst, "null"...)
	}
}

func (c *canonical) comma(i int) {
	if i > 0 {
		c.dst = append(c.dst, ',')
	}
}

func (c *canonical) number(v *value) {
	var ok bool
	if c.dst, ok = appendNumber(c.dst, v.text); !ok && c.refused == nil {
		c.refused = &Violation{Code: CodeRange, Message: "got a number that no 64-bit float holds", Offset: v.start}
	}
}

// appendNumber appends a JSON number as serde_json spells it: integers of 64 bits as they are, all others as floats,
// which have a point or an exponent: 1.0, 1e+16, 1e-6. It is false for a number that is too large.
func appendNumber(dst []byte, text string) ([]byte, bool) {
	if !strings.ContainsAny(text, ".eE") && text != "-0" {
		_, signed := strconv.ParseInt(text, 10, 64)
		_, unsigned := strconv.ParseUint(text, 10, 64)
		if signed == nil || unsigned == nil {
			return append(dst, text...), true
		}
	}
	f := quickFloat(text)
	if math.IsInf(f, 0) {
		return dst, false
	}
	return appendPointed(dst, f), true
}

// appendPointed appends the shortest decimal that is read as f again. It has an exponent where the first digit would be
// more than 16 places before the point, or more than 5 after it.
func appendPointed(dst []byte, f float64) []byte {
	from := len(dst)
	if f == 0 || 1e-5 <= math.Abs(f) && math.Abs(f) < 1e16 {
		dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
		if !slices.Contains(dst[from:], '.') {
			dst = append(dst, ".0"...)
		}
		return dst
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go writes at least two digits of an exponent: 1e-06.
	if n := len(dst); dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// quickFloat reads a JSON number as serde_json does when it is built without its feature float_roundtrip: it keeps as
// many digits as fit 64 bits, and scales by one power of ten. So the last bit of a long number may differ from that of
// the nearest float, and it has to: a peer that reads such a number prints what it has read. A number that is too large
// is an infinity.
func quickFloat(text string) float64 {
	digits, negative := strings.CutPrefix(text, "-")
	var kept uint64
	exponent, full := 0, false
	i := 0
	for ; i < len(digits) && isDigit(digits[i]); i++ {
		if full = full || !holds(kept, digits[i]); full {
			exponent++
			continue
		}
		kept = kept*10 + uint64(digits[i]-'0')
	}
	if i < len(digits) && digits[i] == '.' {
		full = false
		for i++; i < len(digits) && isDigit(digits[i]); i++ {
			if full = full || !holds(kept, digits[i]); full {
				continue
			}
			kept = kept*10 + uint64(digits[i]-'0')
			exponent--
		}
	}
	if i < len(digits) {
		exponent = addSaturated(exponent, digits[i+1:])
	}
	f := scaled(float64(kept), exponent)
	if negative {
		return -f
	}
	return f
}

// holds reports whether 64 bits hold n with one more digit.
func holds(n uint64, digit byte) bool {
	const most, last = math.MaxUint64 / 10, math.MaxUint64 % 10
	return n < most || n == most && digit-'0' <= last
}

// addSaturated adds an exponent as a number spells it to n. One that 32 bits do not hold is as good as endless.
func addSaturated(n int, spelled string) int {
	e, err := strconv.ParseInt(spelled, 10, 32)
	if err != nil {
		e = math.MaxInt32
		if spelled[0] == '-' {
			e = math.MinInt32
		}
	}
	return min(max(n+int(e), math.MinInt32), math.MaxInt32)
}

// scaled is f times a power of ten.
func scaled(f float64, exponent int) float64 {
	for f != 0 && exponent < -308 {
		f /= 1e308
		exponent += 308
	}
	switch {
	case f == 0:
		return 0
	case exponent > 308:
		return math.Inf(1)
	case exponent >= 0:
		return f * power(exponent)
	}
	return f / power(-exponent)
}

// power is 10 to the n, correctly rounded.
func power(n int) float64 {
	f, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64)
	return f
}
