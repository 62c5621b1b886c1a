//! Numbers and players in words.

use super::Plan;
use crate::estimates::ArmResult;
use crate::game::called::{fixed, signed};
use crate::game::{Unit, called};
use crate::metric::{Group, Metric, Place};
use crate::scenario::PlanArm;
use crate::stats::Estimate;

/// Digits after the point that show a half-width to at least one figure.
pub(super) fn digits(half_width: f64) -> usize {
    if !half_width.is_finite() || half_width <= 0.0 {
        return 2;
    }
    let mut digits = 0;
    let mut width = half_width;
    while width < 0.95 && digits < 6 {
        width *= 10.0;
        digits += 1;
    }
    digits
}

/// Whether an estimate is a quantile's, or the difference of two: a whole
/// number between whole numbers, not in their middle.
fn is_quantile(estimate: &Estimate) -> bool {
    estimate.method.is_of_quantile()
}

/// Whether every block that was played came out the same.
fn is_constant(estimate: &Estimate) -> bool {
    estimate.half_width() == 0.0 || estimate.method.is_unvaried()
}

/// The value of a quantile and what stands behind it: `60` and ` (58 to 61)`.
fn quantile(estimate: &Estimate, sign: bool) -> (String, String) {
    let number = |x: f64| match (x.is_finite(), sign && x != 0.0) {
        (false, _) => "?".to_owned(),
        (_, true) => format!("{x:+}"),
        // Not "-0".
        (_, false) => format!("{}", x + 0.0),
    };
    (number(estimate.value), format!(" ({} to {})", number(estimate.low), number(estimate.high)))
}

/// Share of the interval's width by which a value may lie off its middle and
/// still be told as value ± half-width.
const LOPSIDED: f64 = 0.1;

/// What a hundredth of a share of games is called: plain "points" are always
/// those of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hundredths {
    /// "percentage points", in a sentence.
    Spelt,
    /// "pp", in a table.
    Short,
    /// Nothing, where the sentence has said it already.
    Said,
}

impl Hundredths {
    /// The word behind the number, with the space before it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Spelt => " percentage points",
            Self::Short => " pp",
            Self::Said => "",
        }
    }
}

/// Which gains carry a plus sign.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    /// Those in percentage points, which are differences.
    OfPoints,
    /// All: the number is a difference.
    Always,
    /// None: the sentence says which way it goes.
    Never,
}

/// An estimate in words: its value with the unit, and what stands behind it of
/// its interval.
fn parts(estimate: &Estimate, unit: Unit, called: Hundredths, sign: Sign) -> (String, String) {
    let factor = if unit == Unit::Number { 1.0 } else { 100.0 };
    let Estimate { value, low, high, .. } = estimate.scaled(factor, 0.0);
    let half = estimate.half_width() * factor;
    let sign = sign == Sign::Always || sign == Sign::OfPoints && unit == Unit::Points;
    let unit_word = match unit {
        Unit::Number => "",
        Unit::Share => " %",
        Unit::Points => called.word(),
    };
    let places = digits(half).max(usize::from(unit != Unit::Number));
    let number = if sign { signed } else { fixed };
    let (told, bounded) = (number(value, places) + unit_word, unit == Unit::Share);
    if !value.is_finite() {
        return ("unknown".to_owned(), String::new());
    }
    if is_quantile(estimate) {
        return quantile(estimate, sign);
    }
    if !half.is_finite() {
        // Too few blocks for any interval.
        return (number(value, 1) + unit_word, " ± ?".to_owned());
    }
    if is_constant(estimate) && estimate.n > 0 && (unit == Unit::Number || value == 0.0) {
        // Nothing varied: as many digits as the number needs.
        let plus = if sign && value > 0.0 { "+" } else { "" };
        return (format!("{plus}{}{unit_word}", round(value)), " in every game".to_owned());
    }
    let least = 10.0_f64.powi(-(places as i32)) / 2.0;
    if bounded && value == 0.0 && low >= 0.0 {
        let (bound, end) = if high < least { ("under", 2.0 * least) } else { ("at most", high) };
        return ("0 %".to_owned(), format!(" ({bound} {})", fixed(end, places)));
    }
    if bounded && value >= 100.0 && high <= 100.0 && half > 0.0 {
        return ("100 %".to_owned(), format!(" (at least {})", fixed(low, places)));
    }
    if (value - f64::midpoint(low, high)).abs() > LOPSIDED * (high - low) {
        return (told, format!(" ({} to {})", number(low, places), number(high, places)));
    }
    (told, format!(" ± {}", fixed(half, places)))
}

fn written(estimate: &Estimate, unit: Unit, called: Hundredths, sign: Sign) -> String {
    let (value, interval) = parts(estimate, unit, called, sign);
    value + &interval
}

/// An estimate in a sentence: `41.8 % ± 0.3`, `+1.6 percentage points ± 0.2`,
/// `112.4 ± 0.2`; with both ends where the interval is lopsided, as that of a
/// rare event is, `3.3 % (0.8 to 12.5)`, and of a quantile `60 (58 to 61)`.
#[must_use]
pub fn show(estimate: &Estimate, unit: Unit) -> String {
    written(estimate, unit, Hundredths::Spelt, Sign::OfPoints)
}

/// The same in a table: `+1.6 pp ± 0.2`.
#[must_use]
pub fn brief(estimate: &Estimate, unit: Unit) -> String {
    written(estimate, unit, Hundredths::Short, Sign::OfPoints)
}

/// As [`show`], without a plus sign, where the sentence says which way it goes:
/// `1.6 percentage points ± 0.2`.
#[must_use]
pub fn size(estimate: &Estimate, unit: Unit) -> String {
    written(estimate, unit, Hundredths::Spelt, Sign::Never)
}

/// The same in a table: `1.6 pp ± 0.2`.
#[must_use]
pub fn brief_size(estimate: &Estimate, unit: Unit) -> String {
    written(estimate, unit, Hundredths::Short, Sign::Never)
}

/// Whether a difference is none: the same number in every game of both arms.
#[must_use]
pub fn is_none(difference: &Estimate) -> bool {
    difference.value == 0.0 && is_constant(difference)
}

/// The unit of a difference between two values of a metric.
fn of_difference(unit: Unit) -> Unit {
    if unit == Unit::Number { unit } else { Unit::Points }
}

fn written_difference(estimate: &Estimate, unit: Unit, called: Hundredths, sign: Sign) -> String {
    if is_none(estimate) {
        return if is_quantile(estimate) { "no change" } else { "the same in every game" }.to_owned();
    }
    written(estimate, of_difference(unit), called, sign)
}

/// The value alone, to as many digits as its interval supports: `41.8 %`.
#[must_use]
pub fn value(estimate: &Estimate, unit: Unit) -> String {
    parts(&Estimate { n: 0, ..*estimate }, unit, Hundredths::Spelt, Sign::Never).0
}

/// The same of a difference between two values of a metric of this unit.
#[must_use]
pub fn value_of_difference(estimate: &Estimate, unit: Unit) -> String {
    value(estimate, of_difference(unit))
}

/// A signed difference in the metric's own unit, in a sentence.
#[must_use]
pub fn show_difference(estimate: &Estimate, unit: Unit) -> String {
    written_difference(estimate, unit, Hundredths::Spelt, Sign::Always)
}

/// The same without a plus sign, where the sentence says which way it goes.
#[must_use]
pub fn size_of_difference(estimate: &Estimate, unit: Unit) -> String {
    written_difference(estimate, unit, Hundredths::Spelt, Sign::Never)
}

/// The same in a table.
#[must_use]
pub fn brief_difference(estimate: &Estimate, unit: Unit) -> String {
    written_difference(estimate, unit, Hundredths::Short, Sign::Always)
}

/// The same in a list behind words that name the unit: `+1.6 ± 0.2`.
pub(super) fn listed_difference(estimate: &Estimate, unit: Unit) -> String {
    written_difference(estimate, unit, Hundredths::Said, Sign::Always)
}

/// A bound or a target in the unit of what it bounds: `33.7 %`, `+2
/// percentage points`, `12`.
#[must_use]
pub fn bound(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Number => round(value),
        Unit::Share => format!("{} %", round(100.0 * value)),
        Unit::Points => format!("{}{}", sign_of(value), points(value)),
    }
}

/// A size in percentage points, which goes no way: `2 percentage points`.
#[must_use]
pub fn points(size: f64) -> String {
    format!("{}{}", round(100.0 * size), Hundredths::Spelt.word())
}

/// A text whose names stand between backticks, as plain text: for writers that
/// have no face for code.
#[must_use]
pub fn unmarked(text: &str) -> String {
    text.replace('`', "")
}

/// Both ends of a band, the unit told once: `44.5 to 46.5 %`.
#[must_use]
pub fn band(low: f64, high: f64, unit: Unit) -> String {
    let low = match unit {
        Unit::Number => round(low),
        Unit::Share => round(100.0 * low),
        Unit::Points => format!("{}{}", sign_of(low), round(100.0 * low)),
    };
    format!("{low} to {}", bound(high, unit))
}

/// Where several estimates lie, the unit told once: `22.1 to 35.8 %`; of one
/// the value alone.
pub(super) fn spread(estimates: &[Estimate], unit: Unit) -> String {
    let factor = if unit == Unit::Number { 1.0 } else { 100.0 };
    let half = estimates.iter().map(|e| e.half_width() * factor).fold(0.0, f64::max);
    let places = digits(half).max(usize::from(unit != Unit::Number));
    let number = if unit == Unit::Points { signed } else { fixed };
    let value = |x: f64| number(x * factor, places);
    let low = estimates.iter().map(|e| e.value).fold(f64::INFINITY, f64::min);
    let high = estimates.iter().map(|e| e.value).fold(f64::NEG_INFINITY, f64::max);
    let unit_word = match unit {
        Unit::Number => "",
        Unit::Share => " %",
        Unit::Points => Hundredths::Spelt.word(),
    };
    let (low, high) = (value(low), value(high));
    if low == high { format!("{low}{unit_word}") } else { format!("{low} to {high}{unit_word}") }
}

fn sign_of(value: f64) -> &'static str {
    if value > 0.0 { "+" } else { "" }
}

/// An entrant as the reader knows it: the squad's name or tier where all play with
/// the same bot, else the bot's.
#[must_use]
pub fn entrant(arm: &PlanArm, place: usize) -> String {
    let squad = arm.squads.get(place).and_then(Clone::clone);
    let alike = arm.bots.windows(2).all(|pair| pair[0] == pair[1]);
    match squad.or_else(|| arm.tier(place).map(str::to_owned)) {
        Some(squad) if alike => format!("`{squad}`"),
        Some(squad) => format!("`{}` with `{squad}`", arm.bots[place]),
        None => format!("`{}`", arm.bots[place]),
    }
}

fn ordinal(place: usize) -> String {
    match place {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        n => format!("{}th", n + 1),
    }
}

/// One digit after the point where there is any.
pub(super) fn short(x: f64) -> String {
    if (x - x.round()).abs() < 0.05 { fixed(x, 0) } else { fixed(x, 1) }
}

fn players_alike(arm: &PlanArm) -> String {
    format!("`{}` bots", arm.bots[0])
}

/// A metric as a reader says it: an entrant by name.
#[must_use]
pub fn metric(arm: &PlanArm, metric: Metric) -> String {
    let of_entrant = |place: &Place| place.group == Group::Entrant && place.index < arm.bots.len();
    let Some(Place { index, kind, .. }) = metric.place().filter(of_entrant) else { return metric.worded() };
    let about = kind.words();
    // All are alike: the number alone tells them apart.
    if arm.mirrored() && arm.bots.len() > 1 && arm.tier(index).is_none() {
        return format!("{about} of the {} of {} {}", ordinal(index), arm.bots.len(), players_alike(arm));
    }
    format!("{about} of {}", entrant(arm, index))
}

/// A metric of several arms: as a reader says it where it has the same name in
/// all of them, else by the order in which entrants are listed.
#[must_use]
pub fn metric_of<'a>(arms: impl IntoIterator<Item = &'a PlanArm>, metric: Metric) -> String {
    let mut names = arms.into_iter().map(|arm| self::metric(arm, metric));
    match (names.next(), metric.place()) {
        (Some(first), _) if names.all(|name| name == first) => first,
        (_, Some(Place { group: Group::Entrant, index, kind })) => {
            format!("{} of the bot named {}", kind.words(), ordinal(index))
        }
        _ => metric.worded(),
    }
}

/// A p value as read.
#[must_use]
pub fn p_value(value: f64) -> String {
    if value < 0.001 { "p < 0.001".to_owned() } else { format!("p = {value:.3}") }
}

/// A count with thin spaces between thousands.
#[must_use]
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    out
}

/// Names joined as one says them, cut after `most`: `a, b and c`, `a, b and 2
/// more`. One name too many is told, as it takes no more room than its number.
#[must_use]
pub fn enumerated(names: &[String], most: usize) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        names if names.len().saturating_sub(most) > 1 => {
            format!("{} and {} more", names[..most].join(", "), names.len() - most)
        }
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// An equal share of the games that players win, over all games: the measure
/// of the first seat's advantage. Less than one in so many seats where neutral
/// clubs win or games stay open.
#[must_use]
pub fn equal_share(result: &ArmResult) -> f64 {
    let won: f64 = result.seats.iter().map(|seat| seat.share.value).filter(|x| x.is_finite()).sum();
    won / result.seats.len().max(1) as f64
}

/// Who plays in an arm, in words.
#[must_use]
pub fn players(plan: &Plan, arm: usize) -> String {
    let arm = &plan.arms[arm];
    let squad = |i: usize| arm.squads.get(i).and_then(Clone::clone);
    if arm.mirrored() {
        let with = squad(0).map_or(String::new(), |s| format!(" with {s}"));
        return match arm.bots.len() {
            1 => format!("one `{}` bot{with}", arm.bots[0]),
            n => format!("{n} `{}` bots{with}", arm.bots[0]),
        };
    }
    let each = arm.bots.iter().enumerate().map(|(i, bot)| match squad(i) {
        Some(squad) => format!("`{bot}` with {squad}"),
        None => format!("`{bot}`"),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The text with a capital first letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// At most three digits after the point, none for nothing.
pub(super) fn round(value: f64) -> String {
    called::rounded(value, 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    #[test]
    fn a_quantile_is_a_whole_number_between_whole_numbers() {
        let e = Estimate::new(60.0, (58.0, 63.0), 0.95, Method::OrderStatistic, 200);
        assert_eq!(show(&e, Unit::Number), "60 (58 to 63)");
        let open = Estimate::new(60.0, (f64::NEG_INFINITY, 63.0), 0.95, Method::QuantileCs, 9);
        assert_eq!(show(&open, Unit::Number), "60 (? to 63)");
        let change = Estimate::new(-3.0, (-5.0, 0.0), 0.95, Method::QuantileCsUnion, 200);
        assert_eq!(show_difference(&change, Unit::Number), "-3 (-5 to 0)");
        assert_eq!(show_difference(&change.negated(), Unit::Number), "+3 (0 to +5)");
        let none = Estimate::new(0.0, (0.0, 0.0), 0.95, Method::OrderStatisticMover, 200);
        assert_eq!(show_difference(&none, Unit::Number), "no change");
    }

    fn of(value: f64, low: f64, high: f64) -> Estimate {
        Estimate::new(value, (low, high), 0.95, Method::WilsonBlock, 200)
    }

    #[test]
    fn a_lopsided_interval_is_told_by_its_ends() {
        assert_eq!(show(&of(0.033, 0.008, 0.125), Unit::Share), "3.3 % (0.8 to 12.5)");
        assert_eq!(show(&of(0.418, 0.415, 0.421), Unit::Share), "41.8 % ± 0.3");
        // Off the middle by less than a tenth of the width.
        assert_eq!(show(&of(0.2, 0.18, 0.221), Unit::Share), "20.0 % ± 2.1");
        assert_eq!(show(&of(1.0, 0.875, 1.0), Unit::Share), "100 % (at least 87.5)");
        assert_eq!(show(&of(0.0, 0.0, 0.019), Unit::Share), "0 % (at most 1.9)");
        assert_eq!(show(&of(0.0, 0.0, 0.000_004), Unit::Share), "0 % (at most 0.0004)");
        assert_eq!(show(&of(0.0, 0.0, 1e-12), Unit::Share), "0 % (under 0.000001)");
        assert_eq!(show(&of(0.03, 0.002, 0.12), Unit::Points), "+3.0 percentage points (+0.2 to +12.0)");
    }

    #[test]
    fn points_are_percentage_points_and_zero_has_no_sign() {
        assert_eq!(show(&of(0.016, 0.014, 0.018), Unit::Points), "+1.6 percentage points ± 0.2");
        assert_eq!(brief(&of(-0.016, -0.018, -0.014), Unit::Points), "-1.6 pp ± 0.2");
        assert_eq!(brief_difference(&of(0.016, 0.014, 0.018), Unit::Share), "+1.6 pp ± 0.2");
        assert_eq!(show_difference(&of(-0.4, -2.4, 1.6), Unit::Number), "0 ± 2");
        assert_eq!(band(-0.02, 0.02, Unit::Points), "-2 to +2 percentage points");
        assert_eq!(band(0.445, 0.465, Unit::Share), "44.5 to 46.5 %");
    }

    #[test]
    fn names_are_joined_as_one_says_them() {
        let names = ["a", "b", "c", "d"].map(str::to_owned);
        assert_eq!([0, 1, 2, 3].map(|n| enumerated(&names[..n], 2)), ["", "a", "a and b", "a, b and c"]);
        assert_eq!(enumerated(&names, 2), "a, b and 2 more");
        assert_eq!(enumerated(&names, usize::MAX), "a, b, c and d");
    }

    #[test]
    fn what_never_varies_says_so() {
        assert_eq!(show(&of(0.0, 0.0, 0.0), Unit::Number), "0 in every game");
        assert_eq!(show_difference(&of(-2.0, -2.0, -2.0), Unit::Number), "-2 in every game");
        assert_eq!(show_difference(&of(0.0, 0.0, 0.0), Unit::Share), "the same in every game");
        assert_eq!(show(&of(0.0, 0.0, 0.0), Unit::Share), "0 % in every game");
        assert_eq!(value(&of(5.0, 5.0, 5.0), Unit::Number), "5.00");
        assert_eq!(value(&of(0.033, 0.008, 0.125), Unit::Share), "3.3 %");
    }
}
