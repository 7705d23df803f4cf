// Decimal arithmetic on the texts of JSON numbers: exact, linear in the texts, and nothing is ever expanded, so that
// 1e1000000000 is as cheap as 1.

import { big, codeAt, indexOf, min, slice, string } from "./intrinsics.js";

/**
 * The exact value of a text that is a JSON number: sign × 0.DIGITS × 10^scale, where sign is -1, 0 or 1, and neither the
 * first nor the last digit is a zero. A scale of more than 15 digits is Infinity or -Infinity, and far has its digits.
 */
export function decimal(text) {
  let end = indexOf(text, "e");
  if (end < 0) end = indexOf(text, "E");
  if (end < 0) end = text.length;
  let point = indexOf(text, ".");
  if (point < 0) point = end;
  const sign = text[0] === "-" ? -1 : 1;
  let first = sign < 0 ? 1 : 0;
  while (first < end && (text[first] === "0" || first === point)) first++;
  if (first === end) return { sign: 0, digits: "", scale: 0, far: "" };
  let last = end;
  while (text[last - 1] === "0" || last - 1 === point) last--;
  const isSplit = first < point && point < last;
  const digits = isSplit ? slice(text, first, point) + slice(text, point + 1, last) : slice(text, first, last);
  const scale = point - first + (first > point ? 1 : 0);

  // The exponent, such as "+07", is added to the scale.
  let from = end + 1;
  while (from < text.length && (text[from] < "1" || text[from] > "9")) from++;
  const exponent = slice(text, from);
  const times = codeAt(text, end + 1) === 45 ? -1 : 1; // 45 is -
  const far = exponent.length > 15 ? sum(exponent, times * scale) : string(+exponent + times * scale);
  return far.length > 15 ? { sign, digits, scale: times * Infinity, far } : { sign, digits, scale: times * far, far: "" };
}

/** The digits of the sum of a long number and a short one that may be negative. */
function sum(digits, n) {
  let i = digits.length;
  let low = "";
  while (i > 0 && n !== 0) {
    n += +digits[--i];
    const digit = ((n % 10) + 10) % 10;
    low = digit + low;
    n = (n - digit) / 10;
  }
  let all = (n > 0 ? n : "") + slice(digits, 0, i) + low;
  while (all[0] === "0") all = slice(all, 1);
  return all;
}

/** -1, 0 or 1 as a is less than, equal to or greater than b: numbers, or texts by their code units. */
function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** -1, 0 or 1 as d is less than, equal to or greater than e. */
export function compareDecimals(d, e) {
  const far = (order(d.far.length, e.far.length) || order(d.far, e.far)) * (d.scale < 0 ? -1 : 1);
  const size = order(d.scale, e.scale) || far || order(d.digits, e.digits);
  return order(d.sign, e.sign) || d.sign * size || 0;
}

/** A text that two decimals share exactly when they are equal. */
export function keyOf(d) {
  return `${d.sign}${d.digits}e${d.scale}${d.far}`;
}

/** Whether d has no fraction. */
export function isWhole(d) {
  return d.scale >= d.digits.length;
}

/** Whether d is from one decimal text to another. */
export function isWithin(d, least, most) {
  return compareDecimals(d, decimal(least)) >= 0 && compareDecimals(d, decimal(most)) <= 0;
}

/** Whether d rounds to a finite double: it is nearer to 0 than 2^1024 - 2^970, the least that rounds to infinity. */
export function fitsDouble(d) {
  return d.scale < 309 || (d.scale === 309 && d.digits < string(2n ** 1024n - 2n ** 970n));
}

/**
 * Whether d divided by m is an integer. It is false when m is zero or its exponent is enormous; no schema with such a
 * number becomes a rule.
 */
export function isMultipleOf(d, m) {
  if (d.sign === 0 || m.sign === 0 || m.far !== "") return d.sign === 0 && m.sign !== 0;
  // With D and M the digits as integers, neither of which ends in 0: d/m = D/M × 10^k.
  const k = d.scale - d.digits.length - (m.scale - m.digits.length);
  if (!(k >= 0)) return false; // M × 10 divides D, but D does not end in 0
  const divisor = big(m.digits);
  let rest = 0n;
  for (let i = 0; i < d.digits.length; i += 15) {
    const chunk = slice(d.digits, i, i + 15);
    rest = (rest * big(10 ** chunk.length) + big(chunk)) % divisor;
  }
  // More factors of 2 and 5 than the divisor has change nothing.
  for (let i = min(k, 4 * m.digits.length); i > 0; i--) rest = (rest * 10n) % divisor;
  return rest === 0n;
}
