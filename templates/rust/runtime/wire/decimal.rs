use std::cmp::Ordering;
use std::fmt::Write as _;

/// The exact value of a JSON number: `0.DIGITS × 10^scale`. It is a view of the number's text, and nothing is ever
/// expanded, so 1e1000000000 is as cheap as 1. All operations are linear in the texts.
#[derive(Clone)]
pub(super) struct Decimal<'a> {
    negative: bool,
    digits: &'a str, // the significant digits, neither the first nor the last a zero, maybe with a '.' inside
    count: i64,      // how many digits that are
    scale: i64,      // ±ENORMOUS when it does not fit; see far
    far: String,     // the absolute value of the scale then
}

/// Stands for a scale that does not fit in 64 bits. Other scales are well below it.
const ENORMOUS: i64 = i64::MAX / 2;

fn length(s: &str) -> i64 {
    i64::try_from(s.len()).unwrap_or(ENORMOUS)
}

impl<'a> Decimal<'a> {
    /// The value of a text that is a JSON number.
    pub(super) fn new(text: &'a str) -> Self {
        let (text, negative) = text.strip_prefix('-').map_or((text, false), |t| (t, true));
        let (text, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
        let point = text.find('.').unwrap_or(text.len());
        let significant = text.trim_start_matches(['0', '.']);
        let first = text.len() - significant.len();
        let digits = significant.trim_end_matches(['0', '.']);
        let mut d = Decimal {
            negative,
            digits,
            count: length(digits),
            scale: 0,
            far: String::new(),
        };
        if digits.is_empty() {
            d.negative = false;
            return d;
        }
        d.scale = i64::try_from(point).unwrap_or(ENORMOUS) - i64::try_from(first).unwrap_or(ENORMOUS);
        if first > point {
            d.scale += 1;
        } else if point < first + digits.len() {
            d.count -= 1;
        }
        d.add_exponent(exponent);
        d
    }

    /// Adds the exponent as a number spells it, such as `+07`, to the scale.
    fn add_exponent(&mut self, text: &str) {
        let negative = text.starts_with('-');
        let text = text.trim_start_matches(['+', '-', '0']);
        if text.len() <= 17 {
            let n: i64 = text.parse().unwrap_or(0);
            self.scale += if negative { -n } else { n };
            return;
        }
        let mut carry = self.scale;
        self.scale = ENORMOUS;
        if negative {
            carry = -carry;
            self.scale = -ENORMOUS;
        }
        let mut sum = Vec::with_capacity(text.len() + 1);
        for c in text.bytes().rev() {
            carry += i64::from(c - b'0');
            sum.push(carry.rem_euclid(10));
            carry = carry.div_euclid(10);
        }
        sum.push(carry);
        let spelled: String = sum.iter().rev().map(ToString::to_string).collect();
        spelled.trim_start_matches('0').clone_into(&mut self.far);
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    pub(super) fn compare(&self, other: &Decimal<'_>) -> Ordering {
        let sign = self.sign();
        if sign != other.sign() {
            return sign.cmp(&other.sign());
        }
        let mut order = self.scale.cmp(&other.scale);
        if order.is_eq() && self.far != other.far {
            order = self
                .far
                .len()
                .cmp(&other.far.len())
                .then_with(|| self.far.cmp(&other.far));
            if self.scale < 0 {
                order = order.reverse();
            }
        }
        if order.is_eq() {
            order = compare_digits(self.digits, other.digits);
        }
        match sign {
            0 => Ordering::Equal,
            1 => order,
            _ => order.reverse(),
        }
    }

    /// Writes a spelling that two decimals share exactly when they are equal.
    pub(super) fn push_key(&self, out: &mut String) {
        if self.sign() < 0 {
            out.push('-');
        }
        out.extend(self.digits.chars().filter(|&c| c != '.'));
        if self.far.is_empty() {
            let _ = write!(out, "e{}", self.scale);
        } else {
            let sign = if self.scale < 0 { "-" } else { "" };
            let _ = write!(out, "e{sign}{}", self.far);
        }
    }

    pub(super) fn is_integer(&self) -> bool {
        self.digits.is_empty() || self.scale >= self.count
    }

    /// The value as an integer, when it has no fraction and its absolute value is at most 20 digits long.
    pub(super) fn integer(&self) -> Option<i128> {
        if !self.is_integer() || self.scale > 20 {
            return None;
        }
        let mut digits = self.digits.bytes().filter(u8::is_ascii_digit);
        let mut n: i128 = 0;
        for _ in 0..self.scale {
            n = n * 10 + i128::from(digits.next().map_or(0, |c| c - b'0'));
        }
        Some(if self.negative { -n } else { n })
    }

    /// Whether a program can hold the value as an `i64`, or as a `u64`.
    pub(super) fn fits_integer(&self, unsigned: bool) -> bool {
        self.integer().is_some_and(|n| {
            if unsigned {
                u64::try_from(n).is_ok()
            } else {
                i64::try_from(n).is_ok()
            }
        })
    }

    /// Whether the value rounds to a finite `f64`.
    pub(super) fn fits_float(&self) -> bool {
        let most = length(TOO_LARGE);
        match self.scale.cmp(&most) {
            Ordering::Less => true,
            Ordering::Equal => compare_digits(self.digits, TOO_LARGE).is_lt(),
            Ordering::Greater => false,
        }
    }

    /// Whether the value divided by `m` is an integer. It is false when `m` is zero or its exponent is enormous.
    pub(super) fn is_multiple_of(&self, m: &Decimal<'_>) -> bool {
        if self.digits.is_empty() || m.digits.is_empty() || !m.far.is_empty() {
            return self.digits.is_empty() && !m.digits.is_empty();
        }
        // With D and M the digits as integers, neither of which ends in 0: the quotient is D/M × 10^k.
        let k = (self.scale - self.count) - (m.scale - m.count);
        if k < 0 {
            return false; // M × 10 divides D, but D does not end in 0
        }
        let digits = self.digits.bytes().filter(u8::is_ascii_digit).map(|c| c - b'0');
        // More factors of 2 and 5 than the divisor has change nothing.
        let zeros = usize::try_from(k.min(m.count.saturating_mul(4).max(64))).unwrap_or(64);
        let all = digits.chain(std::iter::repeat_n(0, zeros));
        let divisor: Vec<u8> = m.digits.bytes().filter(u8::is_ascii_digit).map(|c| c - b'0').collect();
        if divisor.len() <= 36 {
            let divisor = divisor.iter().fold(0_u128, |n, &d| n * 10 + u128::from(d));
            return all.fold(0_u128, |rest, d| (rest * 10 + u128::from(d)) % divisor) == 0;
        }
        rest_is_zero(all, &divisor)
    }
}

/// Long division by a divisor of many digits: whether nothing is left.
fn rest_is_zero(digits: impl Iterator<Item = u8>, divisor: &[u8]) -> bool {
    let mut rest: Vec<u8> = Vec::new(); // without leading zeros
    for d in digits {
        if d != 0 || !rest.is_empty() {
            rest.push(d);
        }
        while rest.len() > divisor.len() || rest.len() == divisor.len() && rest.as_slice() >= divisor {
            let mut borrow = 0;
            let mut subtrahend = divisor.iter().rev();
            for r in rest.iter_mut().rev() {
                let minus = subtrahend.next().copied().unwrap_or(0) + borrow;
                borrow = u8::from(*r < minus);
                *r = *r + 10 * borrow - minus;
            }
            let zeros = rest.iter().take_while(|&&r| r == 0).count();
            rest.drain(..zeros);
        }
    }
    rest.is_empty()
}

/// Compares 0.A and 0.B, passing over points inside A and B.
fn compare_digits(a: &str, b: &str) -> Ordering {
    let digits = |s: &'_ str| -> Vec<u8> { s.bytes().filter(u8::is_ascii_digit).collect() };
    if a.contains('.') || b.contains('.') {
        return digits(a).cmp(&digits(b));
    }
    a.cmp(b)
}

/// The least number that rounds to infinity as an `f64`: 2^1024 - 2^970, of 309 digits.
const TOO_LARGE: &str = concat!(
    "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070",
    "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447",
    "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"
);
