//! Which metrics a table has, and what is told of a name that means none.

use super::quantile::{OTHERS, parts};
use super::{Common, Group, Kind, Metric, Own, Place, Quantile};
use crate::chance::MAX_SEATS;
use crate::game::{self, Column, Distribution, Over, Role, Tables, Values};
use crate::settings::{Fault, PROGRAM, nearest};

/// The metrics of one ruleset at a table of so many seats.
#[derive(Debug, Clone, Copy)]
pub struct Metrics {
    ruleset: &'static str,
    own: &'static [game::Metric],
    distributions: &'static [Distribution],
    health: &'static [(Role, Column)],
    seats: usize,
}

impl Metrics {
    /// Those of the ruleset of this id, with its tables of metrics and of
    /// distributions.
    #[must_use]
    pub const fn of(ruleset: &'static str, tables: Tables, seats: usize) -> Self {
        let Tables { metrics: own, distributions, health } = tables;
        Self { ruleset, own, distributions, health, seats }
    }

    /// Those of its largest table: for what can be said of a name before the
    /// number of seats is known.
    #[must_use]
    pub const fn at_most(self) -> Self {
        Self { seats: MAX_SEATS, ..self }
    }

    /// All that every report shows: common ones first, then the ruleset's own,
    /// seats and entrants last.
    pub fn all(self) -> impl Iterator<Item = Metric> {
        let places = Group::ALL.into_iter().flat_map(move |group| {
            let of = move |kind| (0..self.seats).map(move |index| Place { group, index, kind });
            Kind::ALL.into_iter().flat_map(of)
        });
        let common = Common::ALL.iter().map(|&common| Metric::Common(common));
        common.chain(self.own()).chain(places.map(Metric::Place))
    }

    /// The ruleset's own.
    pub fn own(self) -> impl Iterator<Item = Metric> {
        self.own.iter().map(|own| Metric::Own(Own(own)))
    }

    /// The turns of a game, which every ruleset counts first of all.
    #[must_use]
    pub fn turns(self) -> Option<Metric> {
        self.own().next()
    }

    /// The metrics that say this about the health of a game, and whether each is
    /// counted over games rather than over what a game is made of.
    pub fn telling(self, role: Role) -> impl Iterator<Item = (Metric, bool)> {
        self.health.iter().filter(move |(own, _)| *own == role).map(move |(_, column)| {
            let own = &self.own[column.place()];
            (Metric::Own(Own(own)), own.over == Over::Games)
        })
    }

    /// What the length of a game is told by: what it is the length of (games,
    /// matches), and the quantiles between which nine in ten of them last.
    #[must_use]
    pub fn length(self) -> Option<(&'static str, [Quantile; 2])> {
        let length = self.distributions.iter().find(|one| one.values == Values::Length)?;
        Some((length.of, [5, 95].map(|percent| Quantile::nearest(length, percent))))
    }

    /// Distributions whose values have an order that means something: all but
    /// the joint scores of both sides.
    fn ordered(self) -> impl Iterator<Item = &'static Distribution> {
        self.distributions.iter().filter(|distribution| distribution.sides().is_none())
    }

    /// The medians that may be asked for.
    pub fn medians(self) -> impl Iterator<Item = Metric> {
        self.ordered().map(|distribution| Metric::Quantile(Quantile::median(distribution)))
    }

    /// The metric of this name: one that every report shows, or a quantile.
    #[must_use]
    pub fn find(self, name: &str) -> Option<Metric> {
        self.all().find(|metric| metric.to_string() == name).or_else(|| {
            let (percent, rest) = parts(name).filter(|(percent, _)| (1..=99).contains(percent))?;
            let distribution = self.ordered().find(|distribution| distribution.name == rest)?;
            Some(Metric::Quantile(Quantile::nearest(distribution, percent)))
        })
    }

    /// The metric of this name, written at `key`.
    ///
    /// # Errors
    /// For a name that means none here: the nearest, and where all are listed.
    pub fn resolve(self, key: &str, name: &str) -> Result<Metric, Fault> {
        self.find(name).ok_or_else(|| self.unknown(key, name))
    }

    fn unknown(self, key: &str, name: &str) -> Fault {
        let known: Vec<String> = self.all().chain(self.medians()).map(Metric::name).collect();
        let allowed = format!("one of {} (`{PROGRAM} list metrics {}`), {OTHERS}", known.len(), self.ruleset);
        let fault = Fault::new(key, format!("`{name}`"), allowed);
        if let Some(near) = self.near(name) {
            return fault.meant(&near.to_string());
        }
        let longer = known.iter().find(|known| known.starts_with(name));
        if let Some(near) = nearest(name, known.iter().map(String::as_str)).or(longer.map(String::as_str)) {
            return fault.meant(near);
        }
        let akin = akin(name, self.all().filter(|metric| !metric.is_of_place()).map(Metric::name));
        if akin.is_empty() { fault } else { fault.hint(format!("near it: {}", akin.join(", "))) }
    }

    /// The quantile that comes nearest to one that doesn't exist.
    fn near(self, name: &str) -> Option<Quantile> {
        let (percent, rest) = parts(name)?;
        let found = nearest(rest, self.ordered().map(|distribution| distribution.name))?;
        let distribution = self.ordered().find(|distribution| distribution.name == found)?;
        Some(Quantile::nearest(distribution, percent))
    }

    /// The same metric as this table declares it, if it has it: a plan over
    /// several rulesets and tables asks all of them for one metric.
    #[must_use]
    pub fn here(self, metric: Metric) -> Option<Metric> {
        match metric {
            Metric::Common(_) => Some(metric),
            Metric::Own(own) => self.own_index(own).map(|index| Metric::Own(Own(&self.own[index]))),
            Metric::Place(place) => (place.index < self.seats).then_some(metric),
            Metric::Quantile(quantile) => {
                let found = self.ordered().find(|known| known.name == quantile.distribution())?;
                Some(Metric::Quantile(quantile.of(found)))
            }
        }
    }

    /// The metric that counts draws as halves where this one, a share of wins,
    /// leaves them out.
    #[must_use]
    pub fn with_draws(self, metric: Metric) -> Option<Metric> {
        let Metric::Own(own) = metric else { return None };
        Some(Metric::Own(Own(self.own.get(own.0.with_draws?.place())?)))
    }

    /// Whether the table has this metric.
    #[must_use]
    pub fn has(self, metric: Metric) -> bool {
        self.here(metric).is_some()
    }

    /// Position of an own metric in the ruleset's table.
    pub(super) fn own_index(&self, own: Own) -> Option<usize> {
        self.own.iter().position(|known| Own(known) == own)
    }

    /// Position of a quantile's distribution in the ruleset's table.
    #[must_use]
    pub fn slot(&self, quantile: Quantile) -> Option<usize> {
        self.distributions.iter().position(|known| known.name == quantile.distribution())
    }
}

/// Names told of one that is akin to none by its letters.
const MOST_AKIN: usize = 3;
/// Words that say nothing of what is counted.
const EMPTY: [&str; 4] = ["share", "per", "game", "of"];

/// Names that share words with one that doesn't exist, most words first.
fn akin(name: &str, known: impl Iterator<Item = String>) -> Vec<String> {
    let words: Vec<&str> = name.split('-').filter(|word| !EMPTY.contains(word)).collect();
    let shared = |known: &String| known.split('-').filter(|word| words.contains(word)).count();
    let mut found: Vec<String> = known.filter(|known| shared(known) > 0).collect();
    found.sort_by_key(|known| std::cmp::Reverse(shared(known)));
    found.truncate(MOST_AKIN);
    found.into_iter().map(|name| format!("`{name}`")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;

    fn metrics() -> Metrics {
        rulesets::app().find("futbol-dash").unwrap().metrics_at(2)
    }

    #[test]
    fn names_are_resolved_to_what_writes_them_again() {
        let known = metrics();
        for metric in known.all().chain(known.medians()) {
            assert_eq!(known.find(&metric.name()), Some(metric), "{metric}");
            assert!(known.has(metric), "{metric}");
        }
        assert_eq!(known.turns().map(Metric::name).as_deref(), Some("turns-per-game"));
        for wrong in ["seat-2-share", "seat-00-share", "seat-N-share", "seat-0-scores", "share", ""] {
            assert_eq!(known.find(wrong), None, "{wrong}");
        }
        assert_eq!(known.here(Metric::seat_share(2)), None);
    }

    #[test]
    fn names_are_medians_and_whole_per_cents_of_what_is_counted() {
        let known = metrics();
        let median = known.find("median-turns").unwrap();
        assert_eq!(known.find("p50-turns"), Some(median));
        assert_eq!(
            median.definition(),
            "half of the values are at most this: turns of all players of a game"
        );
        let high = known.find("p90-total-goals").unwrap();
        assert!(high != median && high.definition().starts_with("90 % of the values are"));
        for wrong in ["p0-turns", "p100-turns", "p-turns", "median-tuns", "turns", "p9.5-turns", "median-"] {
            assert_eq!(known.find(wrong), None, "{wrong}");
        }
        assert_eq!(known.find("median-scorelines"), None, "a code has no middle");
    }

    #[test]
    fn a_name_that_means_nothing_is_told_with_the_nearest() {
        let hint = |name: &str| metrics().resolve("metric", name).unwrap_err().hint.unwrap_or_default();
        assert!(hint("p90-turnss").contains("`p90-turns`"));
        assert!(hint("p100-turns").contains("`p99-turns`"));
        assert!(hint("shoot-out-shar").contains("`shoot-out-share`"));
        assert!(hint("first-seat-adv").contains("`first-seat-advantage`"), "the beginning of a name");
    }

    /// To a plan over several rulesets a name is one metric, read by each off
    /// its own columns.
    #[test]
    fn rulesets_that_share_a_name_share_a_metric_and_its_unit() {
        let all = || rulesets::app().rulesets.into_iter().map(|ruleset| ruleset.metrics_at(2));
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            for metric in a.own().chain(a.medians()) {
                let Some(there) = b.here(metric) else { continue };
                assert!(there == metric && there.unit() == metric.unit(), "{metric}");
            }
        }
        let turns: Vec<Metric> = all().filter_map(Metrics::turns).collect();
        assert!(turns.iter().all(|metric| *metric == turns[0]));
        assert_ne!(turns[0].definition(), turns[1].definition());
    }
}
