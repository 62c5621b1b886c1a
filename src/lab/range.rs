//! What `--set KEY=…` means where several values may stand: `0..10`,
//! `0..1/0.25`, `off|on`, `1..3|no-limit`.
//!
//! In: a key and the text behind its `=`. Out: the values in the order given,
//! spelled as a switch or a data value wants them. Steps are taken in decimal
//! digits, not in binary fractions, so `0..1/0.1` ends at `1.0`.

use crate::settings::Fault;

/// Most values of one key.
pub const MOST_VALUES: usize = 10_000;
/// Most digits behind a decimal point.
const MOST_DECIMALS: usize = 9;

const ALLOWED: &str = "a value, a range a..b or a..b/step with a <= b and step > 0, or values separated by |";

/// Whether a text stands for several values.
#[must_use]
pub fn is_range(text: &str) -> bool {
    text.contains("..") || text.contains('|')
}

/// All values that a text stands for: at least one, none twice.
///
/// # Errors
/// An empty range or part, a step that is not positive, a value twice, or more
/// than [`MOST_VALUES`].
pub fn values(key: &str, text: &str) -> Result<Vec<String>, Fault> {
    let fault = |found: String| Fault::new(key, found, ALLOWED);
    let mut all: Vec<String> = Vec::new();
    for part in text.split('|') {
        let part = part.trim();
        if part.is_empty() {
            return Err(fault(format!("an empty value in `{text}`")));
        }
        let Some((from, rest)) = part.split_once("..") else {
            all.push(part.to_owned());
            continue;
        };
        let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
        let number = |text: &str| {
            Decimal::read(text)
                .ok_or_else(|| fault(format!("`{}` as an end or step of `{part}`", text.trim())))
        };
        let (from, to, step) = (number(from)?, number(to)?, number(step)?);
        let digits = from.digits.max(to.digits).max(step.digits);
        let (from, to, step) = (from.scaled(digits), to.scaled(digits), step.scaled(digits));
        if step <= 0 {
            return Err(fault(format!("a step that is not positive in `{part}`")));
        }
        if from > to {
            return Err(fault(format!("`{part}`, which is empty")));
        }
        let count = (to - from) / step + 1;
        if count > MOST_VALUES as i128 {
            return Err(fault(format!("`{part}`, which has {count} values"))
                .hint(format!("at most {MOST_VALUES}; a larger step helps")));
        }
        if all.len() > MOST_VALUES {
            break;
        }
        all.extend((0..count).map(|i| Decimal { units: from + i * step, digits }.to_string()));
    }
    if all.len() > MOST_VALUES {
        return Err(fault(format!("{} values", all.len())).hint(format!("at most {MOST_VALUES}")));
    }
    for (i, value) in all.iter().enumerate() {
        if all[..i].contains(value) {
            return Err(fault(format!("`{value}` twice in `{text}`")));
        }
    }
    Ok(all)
}

/// A number with a fixed count of digits behind its point.
#[derive(Debug, Clone, Copy)]
struct Decimal {
    units: i128,
    digits: usize,
}

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let figures = whole.strip_prefix('-').unwrap_or(whole);
        let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let fits = (1..=12).contains(&figures.len())
            && plain(figures)
            && plain(fraction)
            && fraction.len() <= MOST_DECIMALS
            && !text.ends_with('.');
        if !fits {
            return None;
        }
        let units = format!("{whole}{fraction}").parse().ok()?;
        Some(Self { units, digits: fraction.len() })
    }

    /// Its units when it has `digits` digits behind the point.
    fn scaled(self, digits: usize) -> i128 {
        self.units * 10_i128.pow((digits - self.digits) as u32)
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.digits == 0 {
            return write!(f, "{}", self.units);
        }
        let one = 10_i128.pow(self.digits as u32);
        let sign = if self.units < 0 { "-" } else { "" };
        let (whole, rest) = (self.units.abs() / one, self.units.abs() % one);
        write!(f, "{sign}{whole}.{rest:0width$}", width = self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        values("k", text).unwrap()
    }

    #[test]
    fn ranges_steps_lists_and_single_values() {
        assert_eq!(all("0..3"), ["0", "1", "2", "3"]);
        assert_eq!(all("-2..2/2"), ["-2", "0", "2"]);
        assert_eq!(all("0..10/4"), ["0", "4", "8"]);
        assert_eq!(all("off|on"), ["off", "on"]);
        assert_eq!(all("1..3 | no-limit"), ["1", "2", "3", "no-limit"]);
        assert_eq!(all("3/6/9/12"), ["3/6/9/12"]);
        assert_eq!(all("3/6/9/12|steep"), ["3/6/9/12", "steep"]);
        assert_eq!(all("5..5"), ["5"]);
        assert!(is_range("0..1") && is_range("a|b") && !is_range("3/6/9/12") && !is_range("0.5"));
    }

    #[test]
    fn decimal_steps_are_exact() {
        assert_eq!(all("0..1/0.25"), ["0.00", "0.25", "0.50", "0.75", "1.00"]);
        let tenths = all("0..1/0.1");
        assert_eq!((tenths.len(), tenths[3].as_str(), tenths[10].as_str()), (11, "0.3", "1.0"));
        assert_eq!(all("-0.5..0.5/0.5"), ["-0.5", "0.0", "0.5"]);
    }

    #[test]
    fn what_names_nothing_is_refused_with_the_grammar() {
        for wrong in [
            "", "3..1", "0..1/0", "0..1/-1", "a..b", "1..", "..2", "x||y", "1|1", "0..2|1", "0..99999",
            "1...3", "0..1/x",
        ] {
            let fault = values("home-advantage", wrong).unwrap_err();
            assert_eq!(fault.key, "home-advantage", "{wrong}");
            assert!(fault.allowed.contains("a..b"), "{wrong}");
        }
        assert!(values("k", "3..1").unwrap_err().found.contains("empty"));
    }
}
