/// A regular expression as a program of a machine that takes all ways at once, so that matching is linear in the text.
#[derive(Debug)]
pub struct Pattern {
    /// As the schema has it: ECMA-262 with flag u.
    pub source: &'static str,
    /// Where the program starts.
    pub start: usize,
    /// The program. A step that does not exist fails.
    pub steps: &'static [Step],
}

/// One step of a program.
#[derive(Debug)]
pub enum Step {
    /// Goes both ways.
    Both(usize, usize),
    /// Takes a character in one of the ranges, and goes on.
    Take(&'static [(u32, u32)], usize),
    /// Goes on where all of these hold: 1 start of a line, 2 end of a line, 4 start of the text, 8 end of the text, 16
    /// word boundary, 32 no word boundary.
    Assert(u8, usize),
    /// Goes on.
    Go(usize),
    /// The text matches.
    Match,
}

impl Pattern {
    /// Whether some part of a text matches.
    pub(super) fn matches(&self, s: &str) -> bool {
        let mut now: Vec<usize> = Vec::new();
        let mut next: Vec<usize> = Vec::new();
        let mut seen = vec![usize::MAX; self.steps.len()];
        let mut before = None;
        let mut rest = s.chars();
        let mut round = 0;
        loop {
            let after = rest.next();
            let here = flags(before, after);
            now.clear();
            for at in next.drain(..).chain([self.start]) {
                if self.reach(at, here, round, &mut seen, &mut now) {
                    return true;
                }
            }
            let Some(c) = after else {
                return false;
            };
            for &at in &now {
                if let Some(Step::Take(ranges, to)) = self.steps.get(at) {
                    let code = u32::from(c);
                    let i = ranges.partition_point(|&(_, last)| last < code);
                    if ranges.get(i).is_some_and(|&(first, _)| first <= code) {
                        next.push(*to);
                    }
                }
            }
            before = Some(c);
            round += 1;
        }
    }

    /// Adds the steps that take a character and can be reached without one; true when the text matches.
    fn reach(&self, at: usize, here: u8, round: usize, seen: &mut [usize], now: &mut Vec<usize>) -> bool {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            match seen.get_mut(at) {
                Some(last) if *last != round => *last = round,
                _ => continue,
            }
            match self.steps.get(at) {
                Some(Step::Both(a, b)) => open.extend([*a, *b]),
                Some(Step::Take(..)) => now.push(at),
                Some(Step::Assert(all, to)) if all & !here == 0 => open.push(*to),
                Some(Step::Go(to)) => open.push(*to),
                Some(Step::Match) => return true,
                Some(Step::Assert(..)) | None => {}
            }
        }
        false
    }
}

/// What holds between two characters; see [`Step::Assert`].
fn flags(before: Option<char>, after: Option<char>) -> u8 {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut set = 0;
    if before.is_none_or(|c| c == '\n') {
        set |= 1;
    }
    if after.is_none_or(|c| c == '\n') {
        set |= 2;
    }
    if before.is_none() {
        set |= 4;
    }
    if after.is_none() {
        set |= 8;
    }
    set | if word(before) == word(after) { 32 } else { 16 }
}
