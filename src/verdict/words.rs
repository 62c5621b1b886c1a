//! Numbers and players in words.

use super::Plan;
use crate::estimates::mirrored;
use crate::game::Unit;
use crate::stats::estimate::Estimate;

/// Digits after the point that show a half-width to about two figures.
fn digits(half_width: f64) -> usize {
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

/// `41.8 % ± 0.3`, `+1.6 points ± 0.2` or `112.4 ± 0.2`.
#[must_use]
pub fn show(estimate: &Estimate, unit: Unit) -> String {
    let factor = if unit == Unit::Number { 1.0 } else { 100.0 };
    let (value, half) = (estimate.value * factor, estimate.half_width() * factor);
    let places = digits(half).max(usize::from(unit != Unit::Number));
    match unit {
        _ if !value.is_finite() => "unknown".to_owned(),
        // Too few blocks for any interval.
        Unit::Number if !half.is_finite() => format!("{value:.1} ± ?"),
        Unit::Share if !half.is_finite() => format!("{value:.1} % ± ?"),
        Unit::Points if !half.is_finite() => format!("{value:+.1} points ± ?"),
        Unit::Number if value == 0.0 && half == 0.0 => "0".to_owned(),
        Unit::Number => format!("{value:.places$} ± {half:.places$}"),
        Unit::Share if value == 0.0 => format!("0 % (at most {:.places$})", estimate.high * factor),
        Unit::Share => format!("{value:.places$} % ± {half:.places$}"),
        Unit::Points => format!("{value:+.places$} points ± {half:.places$}"),
    }
}

/// A signed difference in the metric's own unit.
#[must_use]
pub fn show_difference(estimate: &Estimate, unit: Unit) -> String {
    if estimate.value == 0.0 && estimate.half_width() == 0.0 {
        return "no change at all".to_owned();
    }
    match unit {
        Unit::Share | Unit::Points => show(estimate, Unit::Points),
        Unit::Number => format!("{}{}", if estimate.value > 0.0 { "+" } else { "" }, show(estimate, unit)),
    }
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

/// Who plays in an arm, in words.
#[must_use]
pub fn players(plan: &Plan, arm: usize) -> String {
    let arm = &plan.arms[arm];
    let squad = |i: usize| arm.squads.get(i).and_then(Clone::clone);
    if mirrored(arm) {
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
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// At most three digits after the point, none for nothing.
pub(super) fn round(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
