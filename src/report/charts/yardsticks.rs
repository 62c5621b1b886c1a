//! What values are held against: equal shares, what is called fair, what is
//! called level.

use super::format;
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::metric::Metric;
use crate::report::Run;
use crate::report::figure::{Format, Key, Margin, Reference, Standing};
use crate::verdict::equal_share;

/// Equal shares closer than this are one line.
const SAME_LINE: f64 = 0.01;

/// The lines that the values of a main metric are held against: what is called
/// fair, or an equal share.
pub(super) fn yardsticks(run: &Run, metric: Metric, arms: &[&ArmResult]) -> Vec<Reference> {
    let fair = run.plan.verdict.as_ref().and_then(|verdict| verdict.fair);
    match (metric, fair) {
        (Metric::FIRST_SEAT | Metric::SEAT_GAP, fair) if fair.unwrap_or(0.0) == 0.0 => {
            vec![Reference::new(0.0, "equal share")]
        }
        (_, Some(fair)) => {
            vec![Reference::new(fair, &format!("fair: {}", format(metric.unit()).value(fair)))]
        }
        (metric, None) if metric == Metric::entrant_share(0) => equal_shares(arms),
        (_, None) => Vec::new(),
    }
}

/// The stretch that the scenario calls level, of fairness over all seats without
/// being asked.
pub(super) fn called_level(run: &Run, metric: Metric) -> Option<Margin> {
    let asked = run.plan.verdict.as_ref().and_then(|verdict| Some((verdict.fair?, verdict.margin?)));
    let usual = (metric == Metric::SEAT_GAP).then(|| (0.0, run.plan.margin()));
    let ((fair, margin), unit) = (asked.or(usual)?, metric.unit());
    Some(level_band(metric, fair, margin, unit))
}

/// The stretch of a metric that is called level; a distance has one end.
#[must_use]
pub fn level_band(metric: Metric, fair: f64, margin: f64, unit: Unit) -> Margin {
    let (low, high) = (fair - margin, fair + margin);
    let (low, told) = match metric {
        Metric::SEAT_GAP => (fair, format!("up to {}", format(unit).value(high))),
        _ => (low, format(unit).range(low, high)),
    };
    Margin { low, high, label: format!("called level: {told}") }
}

/// What the marks of a forest with a margin mean.
#[must_use]
pub fn level_keys() -> Vec<Key> {
    Key::list([
        (Standing::Good, "level: the whole interval inside the margin"),
        (Standing::Bad, "not level: the whole interval outside"),
        (Standing::Undecided, "undecided: the interval straddles an edge"),
    ])
}

/// Lines at an equal share of the games that players win ([`equal_share`]).
pub(super) fn equal_shares(arms: &[&ArmResult]) -> Vec<Reference> {
    share_lines(&arms.iter().filter(|arm| arm.games > 0).map(|arm| equal_share(arm)).collect::<Vec<_>>())
}

/// Lines at equal shares; arms whose lines would fall together get one.
fn share_lines(shares: &[f64]) -> Vec<Reference> {
    let (low, high) = shares
        .iter()
        .filter(|s| s.is_finite())
        .fold((1.0_f64, 0.0_f64), |(low, high), &s| (low.min(s), high.max(s)));
    if low > high {
        return Vec::new();
    }
    let label = |value: f64| format!("equal share: {}", Format::percent(1).value(value));
    if high - low < SAME_LINE {
        let middle = f64::midpoint(low, high);
        return vec![Reference::new(middle, &label(middle))];
    }
    [low, high]
        .into_iter()
        .zip(["lowest", "highest"])
        .map(|(value, which)| Reference::new(value, &format!("{} ({which} of the arms)", label(value))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equal_share_is_that_of_the_games_won() {
        let lines = |shares: &[f64]| -> Vec<(f64, String)> {
            share_lines(shares).into_iter().map(|line| (line.value, line.label)).collect()
        };
        assert_eq!(lines(&[0.5, 0.5]), [(0.5, "equal share: 50.0\u{a0}%".to_owned())]);
        let one = lines(&[0.232]);
        assert_eq!(
            one,
            [(0.232, "equal share: 23.2\u{a0}%".to_owned())],
            "7 % of four's games are won by nobody"
        );
        let apart = lines(&[0.25, 0.20, 0.22]);
        assert_eq!(apart.iter().map(|line| line.0).collect::<Vec<_>>(), [0.20, 0.25]);
        assert!(apart[0].1.ends_with("(lowest of the arms)"));
        assert_eq!(lines(&[f64::NAN]), []);
    }
}
