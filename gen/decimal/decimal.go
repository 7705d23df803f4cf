// Package decimal reads numbers in JSON's grammar as exact decimals: to compare them, to see whether they are integers,
// and to write equal ones alike. It bounds exponents, so that its work is linear in the text.
package decimal

import (
	"strconv"
	"strings"
)

// MaxExponent bounds the exponents of numbers, so that no text of a few bytes stands for a number of gigabytes.
const MaxExponent = 100_000

// maxPlain is how many characters the plain form of a number may have; longer ones keep an exponent.
const maxPlain = 40

// A Decimal is the number Digits * 10^Exponent, negative or not. Digits begin and end with no zero; zero has none.
type Decimal struct {
	Negative bool
	Digits   string
	Exponent int
}

// Parse reads a number in JSON's grammar. It fails on an exponent that is out of bounds.
func Parse(text string) (Decimal, bool) {
	var d Decimal
	text, d.Negative = strings.CutPrefix(text, "-")
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		e, err := strconv.Atoi(strings.TrimPrefix(text[i+1:], "+"))
		if err != nil || e > MaxExponent || e < -MaxExponent {
			return d, strings.Trim(mantissa, "0.") == ""
		}
		d.Exponent = e
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.Exponent -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	d.Digits = strings.TrimRight(digits, "0")
	d.Exponent += len(digits) - len(d.Digits)
	if d.Digits == "" {
		return Decimal{}, true
	}
	return d, true
}

// IsInteger reports whether d has no fraction.
func (d Decimal) IsInteger() bool { return d.Digits == "" || d.Exponent >= 0 }

// String returns the shortest plain form, or digits and an exponent when that would be long.
func (d Decimal) String() string {
	if d.Digits == "" {
		return "0"
	}
	var s string
	point := len(d.Digits) + d.Exponent // where the Decimal point stands, from the first digit
	switch {
	case d.Exponent >= 0 && point <= maxPlain:
		s = d.Digits + strings.Repeat("0", d.Exponent)
	case d.Exponent < 0 && point > 0:
		s = d.Digits[:point] + "." + d.Digits[point:]
	case d.Exponent < 0 && -point <= maxPlain:
		s = "0." + strings.Repeat("0", -point) + d.Digits
	default:
		s = d.Digits + "e" + strconv.Itoa(d.Exponent)
	}
	if d.Negative {
		return "-" + s
	}
	return s
}

// Compare is negative, 0 or positive when d is less than, equal to or greater than e.
func (d Decimal) Compare(e Decimal) int {
	if d.Sign() != e.Sign() {
		return d.Sign() - e.Sign()
	}
	if d.Negative {
		d, e = e, d
	}
	if c := len(d.Digits) + d.Exponent - len(e.Digits) - e.Exponent; c != 0 && d.Digits != "" {
		return c
	}
	return strings.Compare(d.Digits, e.Digits) // digits begin at the same power of ten
}

// Sign is -1, 0 or 1.
func (d Decimal) Sign() int {
	switch {
	case d.Digits == "":
		return 0
	case d.Negative:
		return -1
	}
	return 1
}

// Int returns d as an int, and whether it is one.
func (d Decimal) Int() (int, bool) {
	if !d.IsInteger() || len(d.Digits)+d.Exponent > 19 {
		return 0, false
	}
	n, err := strconv.Atoi(d.String())
	return n, err == nil
}
