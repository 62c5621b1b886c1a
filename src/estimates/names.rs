//! Names of metrics: which exist for an arm, what each is called in words, and
//! what is told of one that doesn't exist.

use super::quantile::{self, Quantile};
use super::quotient::PLACES;
use crate::game::{Metric, Unit};
use crate::scenario::{Plan, PlanArm};
use crate::settings::{Fault, nearest};

/// Metrics that every ruleset has: name, definition, unit.
pub const COMMON: &[(&str, &str, Unit)] = &[
    (
        "first-seat-advantage",
        "share of all games that seat 0 wins, minus an equal share of the games that players win",
        Unit::Points,
    ),
    (
        "largest-seat-share",
        "share of wins of the seat that wins most, over all games; its interval allows for picking that seat",
        Unit::Share,
    ),
    ("shared-game-share", "games shared by two or more seats (drawn matches), over all games", Unit::Share),
    ("unfinished-share", "games stopped by a termination ruling, over all games", Unit::Share),
    ("decisions-per-game", "questions with more than one legal answer, per game", Unit::Number),
    (
        "questions-per-game",
        "decisions and forced moves (a single legal answer) together, per game",
        Unit::Number,
    ),
    ("winning-margin", "best score minus second-best score among the players, per game", Unit::Number),
];

/// Who metrics of places are about.
pub(super) const GROUPS: [&str; 2] = ["seat", "entrant"];

/// The common metric that is no quotient of two sums.
pub(super) const LARGEST: &str = COMMON[1].0;

/// Metrics of every seat and every entrant: name with N for the number,
/// definition, unit.
pub fn of_places() -> impl Iterator<Item = (String, String, Unit)> {
    let one = |group: &'static str| {
        let named = move |&(kind, definition, .., unit): &super::quotient::Kind| {
            (format!("{group}-N-{kind}"), format!("{group} N: {definition}"), unit)
        };
        PLACES.iter().map(named)
    };
    GROUPS.into_iter().flat_map(one)
}

/// A ruleset's own metrics.
pub(super) fn own(arm: &PlanArm) -> &'static [Metric] {
    arm.ruleset.metrics
}

/// Names of all metrics of an arm, common ones first, seats and entrants last.
#[must_use]
pub fn metric_names(arm: &PlanArm) -> Vec<String> {
    let seats = arm.bots.len();
    let mut names: Vec<String> = COMMON.iter().map(|(name, ..)| (*name).to_owned()).collect();
    names.extend(own(arm).iter().map(|metric| metric.name.to_owned()));
    for group in GROUPS {
        for (kind, ..) in PLACES {
            names.extend((0..seats).map(|i| format!("{group}-{i}-{kind}")));
        }
    }
    names
}

/// Whether an arm can be asked for this metric: one that every report shows,
/// or a [`quantile`].
#[must_use]
pub fn has_metric(arm: &PlanArm, name: &str) -> bool {
    metric_names(arm).iter().any(|known| known == name) || Quantile::of(arm, name).is_some()
}

/// What to tell about a metric that an arm doesn't have: the nearest, and
/// where all are listed. `found` is how the name was found, in words.
#[must_use]
pub fn no_metric(arm: &PlanArm, key: &str, found: String, name: &str) -> Fault {
    let mut known = metric_names(arm);
    known.extend(quantile::medians(arm));
    let allowed =
        format!("one of {} (`levelpitch list metrics {}`), {}", known.len(), arm.ruleset, quantile::OTHERS);
    let fault = Fault::new(key, found, allowed);
    if let Some(near) = quantile::near(arm, name) {
        return fault.meant(&near);
    }
    let longer = known.iter().find(|known| known.starts_with(name));
    match nearest(name, known.iter().map(String::as_str)).or(longer.map(String::as_str)) {
        Some(near) => fault.meant(near),
        None => fault,
    }
}

/// The metric that a plan's progress, precision and verdict are about in one
/// arm.
#[must_use]
pub fn main_metric(arm: &PlanArm, plan: &Plan) -> String {
    if let Some(verdict) = &plan.verdict {
        return verdict.metric.clone();
    }
    if arm.mirrored() { "first-seat-advantage".to_owned() } else { "entrant-0-share".to_owned() }
}

/// The unit of an arm's main metric.
#[must_use]
pub fn main_unit(arm: &PlanArm, plan: &Plan) -> Unit {
    unit_of(arm, &main_metric(arm, plan))
}

/// The unit of an arm's metric.
#[must_use]
pub fn unit_of(arm: &PlanArm, name: &str) -> Unit {
    if Quantile::of(arm, name).is_some() {
        return Unit::Number;
    }
    let common = COMMON.iter().find(|(other, ..)| *other == name).map(|(.., unit)| *unit);
    let found =
        common.or_else(|| own(arm).iter().find(|metric| metric.name == name).map(|metric| metric.unit));
    found.unwrap_or(if name.ends_with("-score") { Unit::Number } else { Unit::Share })
}

/// What the games write in capitals.
const CAPITALS: [(&str, &str); 5] =
    [("var", "VAR"), ("vars", "VARs"), ("ap", "AP"), ("vp", "VP"), ("elo", "Elo")];

/// A metric's name as words within a sentence: `VAR turned rate`, `first-seat
/// advantage`.
#[must_use]
pub fn worded(name: &str) -> String {
    let words = name
        .split('-')
        .map(|word| CAPITALS.iter().find(|(key, _)| *key == word).map_or(word, |(_, capitals)| *capitals));
    words.collect::<Vec<_>>().join(" ").replace("first seat", "first-seat")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_worded_as_the_games_write_them() {
        assert_eq!(worded("var-turned-rate"), "VAR turned rate");
        assert_eq!(worded("ap-per-shot"), "AP per shot");
        assert_eq!(worded("first-seat-advantage"), "first-seat advantage");
    }

    #[test]
    fn places_have_three_metrics_each() {
        let all: Vec<String> = of_places().map(|(name, ..)| name).collect();
        let wanted = ["win-rate", "share", "score"];
        let names = GROUPS.iter().flat_map(|group| wanted.map(|kind| format!("{group}-N-{kind}")));
        assert_eq!(all, names.collect::<Vec<_>>());
    }
}
