//! How numbers are written: real minus signs, no-break spaces, units, intervals.

use super::Point;

/// The no-break space between a number and its unit.
const GAP: char = '\u{a0}';
/// The narrow no-break space between groups of three digits.
const THIN: char = '\u{202f}';

/// What a number counts, which decides how it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    #[default]
    Number,
    /// A plain number with its unit written behind it, for example `turns`.
    Named(String),
    /// A share between 0 and 1, written as a percentage.
    Percent,
    /// A difference of two shares, written in percentage points with its sign.
    Points,
}

/// How the values of a figure or a table are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Format {
    /// What the number counts.
    pub unit: Unit,
    /// Digits behind the decimal point of a value (ticks choose their own).
    pub decimals: u8,
    /// Whether a gain carries a plus sign (percentage points always do).
    pub signed: bool,
}

impl Format {
    /// Shares as percentages, for example `41.8 %`.
    #[must_use]
    pub const fn percent(decimals: u8) -> Self {
        Self { unit: Unit::Percent, decimals, signed: false }
    }

    /// Differences of shares in percentage points, for example `+1.6 pp`.
    #[must_use]
    pub const fn points(decimals: u8) -> Self {
        Self { unit: Unit::Points, decimals, signed: true }
    }

    /// Plain numbers, for example `12 400`.
    #[must_use]
    pub const fn number(decimals: u8) -> Self {
        Self { unit: Unit::Number, decimals, signed: false }
    }

    /// Plain numbers with a unit, for example `41 turns`.
    #[must_use]
    pub fn named(unit: &str, decimals: u8) -> Self {
        Self { unit: Unit::Named(unit.to_owned()), decimals, signed: false }
    }

    /// The same with a plus sign before gains.
    #[must_use]
    pub fn with_sign(mut self) -> Self {
        self.signed = true;
        self
    }

    /// A value with its unit: `41.8 %`, `+1.6 pp`, `41 turns`.
    #[must_use]
    pub fn value(&self, value: f64) -> String {
        self.join(&self.bare(value))
    }

    /// A value without its unit: `41.8`, `+1.6`, `41`. What isn't a finite
    /// number is written `–`.
    #[must_use]
    pub fn bare(&self, value: f64) -> String {
        digits(value * self.factor(), self.decimals.into(), self.plus())
    }

    /// A size with its unit, which goes no way and has no plus sign: `1.6 pp`.
    #[must_use]
    pub fn size(&self, size: f64) -> String {
        self.join(&self.bare_size(size))
    }

    /// The same without its unit: `1.6`.
    #[must_use]
    pub fn bare_size(&self, size: f64) -> String {
        digits(size * self.factor(), self.decimals.into(), false)
    }

    /// An interval with its unit: `41.5–42.1 %`, `−0.4 to +1.2 pp`.
    #[must_use]
    pub fn range(&self, low: f64, high: f64) -> String {
        self.join(&self.bare_range(low, high))
    }

    /// An interval without its unit: `41.5–42.1`, `−0.4 to +1.2`.
    #[must_use]
    pub fn bare_range(&self, low: f64, high: f64) -> String {
        let joint = if self.plus() || low < 0.0 { " to " } else { "–" };
        format!("{}{joint}{}", self.bare(low), self.bare(high)).replace(" to ", "\u{a0}to\u{a0}")
    }

    /// A point in full: `41.8 % (41.5–42.1)`; an exact one as its value alone.
    #[must_use]
    pub fn point(&self, point: &Point) -> String {
        if point.is_exact() {
            self.value(point.value)
        } else {
            format!("{} ({})", self.value(point.value), self.bare_range(point.low, point.high))
        }
    }

    /// A tick label: as many digits as the step between ticks needs.
    #[must_use]
    pub fn tick(&self, value: f64, step: f64) -> String {
        let factor = self.factor();
        let step = (step * factor).abs();
        let mut decimals = 0;
        let mut unit = 1.0;
        while decimals < 6 && ((step / unit).round() * unit - step).abs() > step * 1e-6 {
            decimals += 1;
            unit /= 10.0;
        }
        let text = digits(value * factor, decimals, self.plus());
        match self.unit {
            Unit::Percent => format!("{text}{GAP}%"),
            _ => text,
        }
    }

    /// The unit's short sign, empty for plain numbers.
    #[must_use]
    pub fn sign(&self) -> &str {
        match &self.unit {
            Unit::Number => "",
            Unit::Named(name) => name,
            Unit::Percent => "%",
            Unit::Points => "pp",
        }
    }

    fn join(&self, text: &str) -> String {
        match self.sign() {
            "" => text.to_owned(),
            sign => format!("{text}{GAP}{sign}"),
        }
    }

    fn factor(&self) -> f64 {
        match self.unit {
            Unit::Percent | Unit::Points => 100.0,
            Unit::Number | Unit::Named(_) => 1.0,
        }
    }

    fn plus(&self) -> bool {
        self.signed || self.unit == Unit::Points
    }
}

/// Writes a number with a real minus sign, thin spaces from 10 000 on, and no
/// negative zero.
fn digits(value: f64, decimals: usize, plus: bool) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let zero = text.bytes().all(|byte| byte == b'0' || byte == b'.');
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = String::with_capacity(text.len() + 6);
    if value < 0.0 && !zero {
        out.push('−');
    } else if plus && !zero {
        out.push('+');
    }
    for (index, digit) in whole.chars().enumerate() {
        if whole.len() > 4 && index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_real_signs_and_units() {
        assert_eq!(Format::percent(1).value(0.4182), "41.8\u{a0}%");
        assert_eq!(Format::points(1).value(0.016), "+1.6\u{a0}pp");
        assert_eq!(Format::points(1).value(-0.016), "−1.6\u{a0}pp");
        assert_eq!(Format::points(1).value(-0.0001), "0.0\u{a0}pp");
        assert_eq!(Format::named("turns", 0).value(12_400.0), "12\u{202f}400\u{a0}turns");
        assert_eq!(Format::number(0).value(1_234_567.0), "1\u{202f}234\u{202f}567");
        assert_eq!(Format::number(0).value(9_999.0), "9999");
        assert_eq!(Format::number(2).value(f64::NAN), "–");
        assert_eq!(Format::percent(1).range(0.415, 0.421), "41.5–42.1\u{a0}%");
        assert_eq!(Format::points(1).range(-0.004, 0.012), "−0.4\u{a0}to\u{a0}+1.2\u{a0}pp");
        assert_eq!(Format::percent(1).point(&Point::new(0.418, 0.415, 0.421)), "41.8\u{a0}% (41.5–42.1)");
        assert_eq!(Format::percent(1).point(&Point::exact(0.5)), "50.0\u{a0}%");
    }

    #[test]
    fn ticks_carry_the_digits_their_step_needs() {
        assert_eq!(Format::percent(1).tick(0.45, 0.05), "45\u{a0}%");
        assert_eq!(Format::percent(1).tick(0.455, 0.005), "45.5\u{a0}%");
        assert_eq!(Format::number(0).tick(2.5, 2.5), "2.5");
        assert_eq!(Format::points(1).tick(0.02, 0.02), "+2");
        assert_eq!(Format::points(1).tick(0.0, 0.02), "0");
    }
}
