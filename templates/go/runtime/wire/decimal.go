package wire

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// A decimal is the exact value of a JSON number: 0.DIGITS × 10^scale. It is a view of the number's text: making one
// costs one pass over the text and no memory (but for exponents of more than 17 digits), and nothing is ever expanded,
// so 1e1000000000 is as cheap as 1. All operations are linear in the texts.
type decimal struct {
	negative bool
	digits   string // the significant digits, neither the first nor the last a zero, maybe with a '.' inside; "" is 0
	count    int64  // how many digits that are
	scale    int64  // ±enormous when it does not fit; see far
	far      string // the absolute value of the scale then
}

// enormous stands for a scale that does not fit in 64 bits. Other scales are well below it.
const enormous = math.MaxInt64 / 2

// parseDecimal is the value of a text that is a JSON number.
func parseDecimal(text string) decimal {
	var d decimal
	if strings.HasPrefix(text, "-") {
		d.negative = true
		text = text[1:]
	}
	exponent := ""
	i := strings.IndexByte(text, 'e')
	if i < 0 {
		i = strings.IndexByte(text, 'E')
	}
	if i >= 0 {
		text, exponent = text[:i], text[i+1:]
	}
	point := strings.IndexByte(text, '.')
	if point < 0 {
		point = len(text)
	}
	first := 0
	for first < len(text) && (text[first] == '0' || text[first] == '.') {
		first++
	}
	if first == len(text) {
		return decimal{}
	}
	d.digits = strings.TrimRight(text[first:], "0.")
	d.count = int64(len(d.digits))
	d.scale = int64(point - first)
	if first > point {
		d.scale++
	} else if point < first+len(d.digits) {
		d.count--
	}
	d.addExponent(exponent)
	return d
}

// addExponent adds the exponent as a number spells it, such as "+07", to the scale.
func (d *decimal) addExponent(text string) {
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimLeft(text, "+-0")
	if len(text) <= 17 {
		n, _ := strconv.ParseInt("0"+text, 10, 64)
		if negative {
			n = -n
		}
		d.scale += n
		return
	}
	carry := d.scale
	d.scale = enormous
	if negative {
		carry = -carry
		d.scale = -enormous
	}
	sum := []byte("0" + text) // one digit more, for the last carry
	for i := len(sum) - 1; i >= 0 && carry != 0; i-- {
		carry += int64(sum[i] - '0')
		digit := (carry%10 + 10) % 10
		sum[i] = '0' + byte(digit)
		carry = (carry - digit) / 10
	}
	d.far = strings.TrimLeft(string(sum), "0")
}

// sign is -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// compare is -1, 0 or 1 as d is less than, equal to or greater than e.
func (d decimal) compare(e decimal) int {
	sign := d.sign()
	if sign != e.sign() {
		return cmp.Compare(sign, e.sign())
	}
	c := cmp.Compare(d.scale, e.scale)
	if c == 0 && d.far != e.far {
		c = cmp.Or(cmp.Compare(len(d.far), len(e.far)), strings.Compare(d.far, e.far)) * cmp.Compare(d.scale, 0)
	}
	if c == 0 {
		c = compareDigits(d.digits, e.digits)
	}
	return c * sign
}

// compareDigits compares 0.A and 0.B, passing over points inside A and B.
func compareDigits(a, b string) int {
	for {
		a, b = strings.TrimPrefix(a, "."), strings.TrimPrefix(b, ".")
		if a == "" || b == "" || a[0] != b[0] {
			return strings.Compare(a, b)
		}
		a, b = a[1:], b[1:]
	}
}

// appendTo appends a spelling that two decimals share exactly when they are equal.
func (d decimal) appendTo(dst []byte) []byte {
	if d.sign() < 0 {
		dst = append(dst, '-')
	}
	for i := range len(d.digits) {
		if d.digits[i] != '.' {
			dst = append(dst, d.digits[i])
		}
	}
	if d.far == "" {
		return strconv.AppendInt(append(dst, 'e'), d.scale, 10)
	}
	if d.scale < 0 {
		return append(append(dst, "e-"...), d.far...)
	}
	return append(append(dst, 'e'), d.far...)
}

// isInteger reports whether d has no fraction.
func (d decimal) isInteger() bool { return d.digits == "" || d.scale >= d.count }

// magnitude is the absolute value of d; false when d has a fraction or does not fit.
func (d decimal) magnitude() (uint64, bool) {
	if !d.isInteger() || d.scale > 20 {
		return 0, false
	}
	var n uint64
	left := d.scale
	for i := 0; left > 0; i++ {
		digit := uint64(0) // after the last significant digit
		if i < len(d.digits) {
			if d.digits[i] == '.' {
				continue
			}
			digit = uint64(d.digits[i] - '0')
		}
		high, low := bits.Mul64(n, 10)
		sum, carry := bits.Add64(low, digit, 0)
		if high+carry != 0 {
			return 0, false
		}
		n = sum
		left--
	}
	return n, true
}

// int64 is d as an int64; false when d has a fraction or does not fit.
func (d decimal) int64() (int64, bool) {
	n, ok := d.magnitude()
	switch {
	case !ok:
		return 0, false
	case d.negative:
		return -int64(n), n <= 1<<63
	}
	return int64(n), n <= math.MaxInt64
}

// uint64 is d as a uint64; false when d is negative, has a fraction or does not fit.
func (d decimal) uint64() (uint64, bool) {
	n, ok := d.magnitude()
	return n, ok && d.sign() >= 0
}

// tooLarge is the least number that rounds to infinity as a float64: 2^1024 - 2^970, of 309 digits.
const tooLarge = "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070" +
	"9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447" +
	"5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"

// fitsFloat64 reports whether d rounds to a finite float64.
func (d decimal) fitsFloat64() bool {
	if d.scale != int64(len(tooLarge)) {
		return d.scale < int64(len(tooLarge))
	}
	return compareDigits(d.digits, tooLarge) < 0
}

// multipleOf reports whether d divided by m is an integer. It is false when m is zero or its exponent is enormous; no
// schema with such a number becomes a rule.
func (d decimal) multipleOf(m decimal) bool {
	if d.digits == "" || m.digits == "" || m.far != "" {
		return d.digits == "" && m.digits != ""
	}
	// With D and M the digits as integers, neither of which ends in 0: d/m = D/M × 10^k.
	k := (d.scale - d.count) - (m.scale - m.count)
	if k < 0 {
		return false // M × 10 divides D, but D does not end in 0
	}
	if m.count > 18 {
		return d.multipleOfLong(m, k)
	}
	divisor, _ := decimal{digits: m.digits, count: m.count, scale: m.count}.magnitude()
	var rest uint64
	for i := range len(d.digits) {
		if d.digits[i] != '.' {
			rest = mod10(rest, d.digits[i]-'0', divisor)
		}
	}
	for range min(k, 64) { // more factors of 2 and 5 than the divisor has change nothing
		rest = mod10(rest, 0, divisor)
	}
	return rest == 0
}

// mod10 is (rest × 10 + digit) mod divisor, for rest < divisor < 10^18.
func mod10(rest uint64, digit byte, divisor uint64) uint64 {
	high, low := bits.Mul64(rest, 10)
	low, carry := bits.Add64(low, uint64(digit), 0)
	return bits.Rem64(high+carry, low, divisor)
}

// multipleOfLong is multipleOf for divisors of more than 18 digits.
func (d decimal) multipleOfLong(m decimal, k int64) bool {
	divisor, _ := new(big.Int).SetString(strings.Replace(m.digits, ".", "", 1), 10)
	rest, ten, digit := new(big.Int), big.NewInt(10), new(big.Int)
	next := func(n byte) { rest.Add(rest.Mul(rest, ten), digit.SetInt64(int64(n))).Rem(rest, divisor) }
	for i := range len(d.digits) {
		if d.digits[i] != '.' {
			next(d.digits[i] - '0')
		}
	}
	for range min(k, int64(divisor.BitLen())) {
		next(0)
	}
	return rest.Sign() == 0
}

// parseFloat is the float64 nearest to a text that is a JSON number; false when it is too large. strconv alone looks
// at no more than five digits of an exponent, which is wrong for texts with thousands of zeros.
func parseFloat(text string) (float64, bool) {
	if len(text) > 1000 {
		text = parseDecimal(text).short()
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// short spells d with at most 800 digits and a small exponent: the nearest float64 is the same.
func (d decimal) short() string {
	const enough = 800 // no float64 and no middle between two has more digits
	digits := strings.Replace(d.digits, ".", "", 1)
	if len(digits) > enough {
		digits = digits[:enough] + "1"
	}
	text := "0." + digits + "0e" + strconv.FormatInt(max(-9999, min(d.scale, 9999)), 10)
	if d.negative {
		return "-" + text
	}
	return text
}
