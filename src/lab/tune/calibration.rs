//! Planted curves and lists, for the table of `calibrate`: whether the place at
//! which a knob meets its target, and what is told of the value that a search
//! prefers, hold as often as they say. The whole way of `tune`: search on one luck,
//! confirm on another.

use super::made_up::Coins;
use super::{halving, root};
use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::Estimate;
use crate::stats::curve::Meeting;

/// Places of a knob.
const PLACES: usize = 11;
/// What is aimed at.
const TARGET: f64 = 0.46;
/// Games of search and confirmation.
const GAMES: u64 = 60_000;

/// A line that crosses the target at a place that is known.
#[derive(Debug, Clone, Copy)]
struct Line {
    place: f64,
    slope: f64,
}

/// Between places, exactly at one, steep, and flat near the end.
const LINES: [Line; 4] = [
    Line { place: 6.2, slope: 0.016 },
    Line { place: 5.0, slope: 0.016 },
    Line { place: 3.5, slope: 0.05 },
    Line { place: 9.0, slope: 0.008 },
];

impl Line {
    /// What the search finds, and where the line meets the target when measured again.
    fn told(self, number: u64) -> (root::Search, Option<Meeting>) {
        let xs: Vec<f64> = (0..PLACES).map(|x| x as f64).collect();
        let at = |x: usize| self.slope.mul_add(x as f64 - self.place, TARGET);
        let mut coins = Coins::new("search", number, 1.0 - 0.01 / PLACES as f64, 500);
        let setting = root::Setting { xs: &xs, target: TARGET, budget: GAMES / 2, first: 200 };
        let found = root::search(&setting, &mut |x, games| Some(coins.measure(x, at(x), games)));
        let (from, to) = (*found.window.start(), *found.window.end());
        let games = (GAMES - found.games) / (to - from + 1) as u64;
        let mut other = Coins::new("confirm", number, 0.98, 500);
        let curve: Vec<(usize, Estimate)> = (from..=to).map(|x| (x, other.fixed(x, at(x), games))).collect();
        let crossing = root::confirmed(&xs, TARGET, (from, to), found.sure, &curve);
        (found, crossing)
    }

    fn experiment(self) -> Experiment {
        let about = format!("a line of slope {} that meets its target at {}", self.slope, self.place);
        let rows = vec![
            ("where a knob meets its target", Claim::HoldsAtLeast),
            ("a crossing that a search left out", Claim::ErrsAtMost),
        ];
        Experiment::of_rows(about, rows, move |number| {
            let (found, crossing) = self.told(number);
            let holds = |found: Meeting| found.low <= self.place && self.place <= found.high;
            let left_out = |(before, behind): (Option<usize>, Option<usize>)| {
                before.is_some_and(|low| self.place < low as f64)
                    || behind.is_some_and(|high| (high as f64) < self.place)
            };
            vec![Some(crossing.is_some_and(holds)), Some(left_out(found.sure))]
        })
    }
}

/// The best of a list whose values hardly differ: as the search saw it, it is too
/// good to be true; what is told was measured again.
fn preferred() -> Experiment {
    let chance = |point: usize| 0.3 + 0.001 * point as f64;
    let rows = vec![
        ("value of the point that a search prefers", Claim::Holds),
        ("value of the point that a search prefers, above the truth", Claim::Median),
    ];
    Experiment::of_rows("16 points that hardly differ", rows, move |number| {
        let points: Vec<usize> = (0..16).collect();
        let mut coins: Vec<Coins> =
            points.iter().map(|p| Coins::new(&format!("point {p}"), number, 0.99, 500)).collect();
        let found = halving::search(&points, 16_000, 0, &mut |point, games| {
            Some((coins[point].measure(point, chance(point), games).value - 0.4).abs())
        });
        let Some(best) = found.winner else { return vec![None, None] };
        let again = Coins::new("measured again", number, 0.95, 500).fixed(best, chance(best), 2_000);
        let truth = chance(best);
        vec![Some(again.contains(truth)), Some(again.value > truth)]
    })
}

/// Every experiment of what a search for values of the rules tells.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    LINES.into_iter().map(Line::experiment).chain([preferred()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    /// What a search leaves out is its own error, of the hundredth that is left to it.
    #[test]
    fn calibration_of_planted_crossings() {
        let rows = held(&experiments(), 400);
        let crossings = rows.iter().filter(|row| row.kind.starts_with("where"));
        assert!(crossings.clone().count() == LINES.len());
        assert!(crossings.into_iter().all(|row| row.measured >= 0.95), "{rows:#?}");
        let left_out = rows.iter().filter(|row| row.kind.starts_with("a crossing"));
        assert!(left_out.into_iter().all(|row| row.measured <= 0.01), "{rows:#?}");
    }

    #[test]
    fn a_crossing_is_told_narrowly_and_the_nearest_place_found() {
        const REPETITIONS: u64 = 400;
        for line in LINES {
            let (mut width, mut nearest) = (0.0, 0);
            for number in 0..REPETITIONS {
                let (found, crossing) = line.told(number);
                width += crossing.map_or(0.0, |found| found.high - found.low) / REPETITIONS as f64;
                nearest += u64::from((found.best as f64 - line.place).abs() <= 1.0);
            }
            assert!(width * line.slope < 0.04, "{line:?}: an interval of {width} says little");
            assert!(nearest >= REPETITIONS * 85 / 100, "{line:?}: {nearest} of {REPETITIONS}");
        }
    }
}
