// Decimal arithmetic on the texts of JSON numbers: exact, linear in the texts, and nothing is ever expanded, so that
// 1e1000000000 is as cheap as 1.

import { Big, execute, isFinite, min, slice, toNumber } from "./intrinsics.js";

const number = /^-?(\d+)\.?(\d*)[eE]?([+-]?)0*(\d*)$/;

/** How many digits of an exponent are told apart: longer ones are all the same, as no message has reason for them. */
const LONGEST = 1000;

/**
 * The exact value of a text that is a JSON number: sign × 0.DIGITS × 10^scale, where sign is -1, 0 or 1, neither the
 * first nor the last digit is a zero, and scale is a number, or a BigInt where numbers are not exact any more.
 */
export function decimal(text) {
  const parts = execute(number, text);
  const all = parts[1] + parts[2];
  const exponent = parts[4];
  let first = 0;
  while (first < all.length && all[first] === "0") first++;
  let end = all.length;
  while (end > first && all[end - 1] === "0") end--;
  if (end === first) return { sign: 0, digits: "", scale: 0 };
  let scale = parts[1].length - first;
  if (exponent.length > LONGEST) scale = parts[3] === "-" ? -Infinity : Infinity;
  else if (exponent.length > 15) scale = Big(scale) + Big(`${parts[3]}0${exponent}`);
  else scale += +`${parts[3]}0${exponent}`;
  return { sign: text[0] === "-" ? -1 : 1, digits: slice(all, first, end), scale };
}

/** -1, 0 or 1 as a is less than, equal to or greater than b: numbers, or texts by their code units. */
function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** -1, 0 or 1 as d is less than, equal to or greater than e. */
export function compareDecimals(d, e) {
  return order(d.sign, e.sign) || d.sign * (order(d.scale, e.scale) || order(d.digits, e.digits)) || 0;
}

/** A text that two decimals share exactly when they are equal. */
export function keyOf(d) {
  return `${d.sign}${d.digits}e${d.scale}`;
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
  return d.scale < 309 || (d.scale === 309 && d.digits < `${2n ** 1024n - 2n ** 970n}`);
}

/**
 * Whether d divided by m is an integer. It is false when m is zero or its exponent is enormous; no schema with such a
 * number becomes a rule.
 */
export function isMultipleOf(d, m) {
  if (d.sign === 0 || m.sign === 0 || !isFinite(m.scale)) return d.sign === 0 && m.sign !== 0;
  // With D and M the digits as integers, neither of which ends in 0: d/m = D/M × 10^k.
  const k = toNumber(d.scale) - d.digits.length - (m.scale - m.digits.length);
  if (!(k >= 0)) return false; // M × 10 divides D, but D does not end in 0
  const divisor = Big(m.digits);
  let rest = 0n;
  for (let i = 0; i < d.digits.length; i += 15) {
    const chunk = slice(d.digits, i, i + 15);
    rest = (rest * Big(10 ** chunk.length) + Big(chunk)) % divisor;
  }
  // More factors of 2 and 5 than the divisor has change nothing.
  for (let i = min(k, 4 * m.digits.length); i > 0; i--) rest = (rest * 10n) % divisor;
  return rest === 0n;
}
