use super::message::SHORTEST;

/// The name among those known that differs least from a name, when the difference is so small that it may be a typing
/// error: one letter, or two in names of more than four. Among equals the first one counts.
pub(super) fn nearest<'a>(name: &str, known: &[&'a str]) -> &'a str {
    let (mut best, mut found) = (3, "");
    if name.len() > 2 * SHORTEST {
        return found;
    }
    for k in known {
        let n = distance(name, k, best);
        if n > 0 && n < best && 2 * n < k.len() {
            best = n;
            found = k;
        }
    }
    found
}

/// The least number of letters to insert, remove, replace, or swap with the next, that makes `a` into `b`; or `limit`,
/// when it is not less than that.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    if a.len().abs_diff(b.len()) >= limit {
        return limit;
    }
    let y: Vec<char> = b.chars().collect();
    let mut above: Vec<usize> = Vec::new(); // the row before `row`
    let mut row: Vec<usize> = (0..=y.len()).collect();
    let mut before = None; // the letter of `a` before x
    for (i, x) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, &letter) in y.iter().enumerate() {
            let at = |r: &[usize], j: usize| r.get(j).copied().unwrap_or(limit);
            let mut n = at(&row, j);
            if x != letter {
                n = 1 + n.min(at(&row, j + 1)).min(at(&next, j));
            }
            if let (Some(last), Some(&former)) = (before, j.checked_sub(1).and_then(|j| y.get(j))) {
                if x == former && last == letter {
                    n = n.min(at(&above, j - 1) + 1);
                }
            }
            next.push(n);
        }
        if next.iter().min().is_some_and(|&n| n >= limit) {
            return limit;
        }
        above = row;
        row = next;
        before = Some(x);
    }
    row.last().copied().unwrap_or(limit).min(limit)
}
