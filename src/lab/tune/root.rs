//! One ordered knob, one target: where does a noisy curve cross a value?
//!
//! In: the knob's places, the target, a budget, and a way to measure one place
//! to so many games, which answers with an always-valid interval. Out: which
//! places are surely on which side, whether anything contradicts a monotone
//! curve, and the few places between which the crossing lies. Those are then
//! measured on other luck, and [`confirmed`] makes the crossing's interval
//! from that measurement.
//!
//! The search is a bisection by races: a place is on a side only when its
//! interval, valid whenever one looks, excludes the target. Places that are
//! decided cost nothing more.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::stats::Estimate;
use crate::stats::curve::{self, Meeting};

/// Places measured at the start: all of them, or this many evenly spread.
const PILOT: usize = 17;
/// Up to this many places all are measured at the start, so that the report
/// shows the whole curve.
pub const WHOLE: usize = 25;
/// Share of the budget that the first measurement of all places takes.
const PILOT_SHARE: u64 = 4;
/// Most places that are handed on for confirmation.
const WINDOW: usize = 5;

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The knob's places, rising.
    pub xs: &'a [f64],
    /// The value to reach.
    pub target: f64,
    /// Games of all places together.
    pub budget: u64,
    /// Fewest games of a place.
    pub first: u64,
}

/// What the measured places say about the curve's direction. "Surely" means by
/// intervals that hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "&'static str")]
pub enum Shape {
    /// The last place lies surely above the first and nothing contradicts a
    /// rising curve.
    Rising,
    /// The same, falling.
    Falling,
    /// The ends can't be told apart and nothing moves surely.
    Flat,
    /// It surely rises between the first two places named and surely falls
    /// between the others.
    Broken {
        /// Two places, the second surely above the first.
        up: (usize, usize),
        /// Two places, the second surely below the first.
        down: (usize, usize),
    },
}

impl From<Shape> for &'static str {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Rising => "rising",
            Shape::Falling => "falling",
            Shape::Flat => "flat",
            Shape::Broken { .. } => "broken",
        }
    }
}

/// What the search found out.
#[derive(Debug, Clone)]
pub struct Search {
    /// Every place measured, with its latest always-valid interval.
    pub measured: BTreeMap<usize, Estimate>,
    /// Games asked for, all places together.
    pub games: u64,
    /// Direction of the curve.
    pub shape: Shape,
    /// The last place surely before the crossing and the first surely behind
    /// it; `None` where no place is sure.
    pub sure: (Option<usize>, Option<usize>),
    /// Whether every place lies surely on one side: the target is not reached.
    pub missed: bool,
    /// The place nearest to the target.
    pub best: usize,
    /// The places to confirm.
    pub window: RangeInclusive<usize>,
    /// Whether measuring was stopped from outside.
    pub interrupted: bool,
}

/// Direction of the curve as far as the intervals are sure.
#[must_use]
pub fn shape(measured: &BTreeMap<usize, Estimate>) -> Shape {
    let places: Vec<(usize, &Estimate)> = measured.iter().map(|(&i, e)| (i, e)).collect();
    let pairs = || places.iter().enumerate().flat_map(|(k, a)| places[k + 1..].iter().map(move |b| (a, b)));
    let up = pairs().find(|(a, b)| a.1.is_below(b.1)).map(|(a, b)| (a.0, b.0));
    let down = pairs().find(|(a, b)| b.1.is_below(a.1)).map(|(a, b)| (a.0, b.0));
    match (up, down) {
        (Some(up), Some(down)) => Shape::Broken { up, down },
        (Some(_), None) => Shape::Rising,
        (None, Some(_)) => Shape::Falling,
        (None, None) => Shape::Flat,
    }
}

/// Narrows down where the curve crosses the target.
///
/// `measure` plays a place on until it has so many games and answers with its
/// always-valid interval, `None` when play was stopped. For the sides to hold
/// together with probability 1 - α the intervals' level must be 1 - α over the
/// number of places.
pub fn search(setting: &Setting<'_>, measure: &mut dyn FnMut(usize, u64) -> Option<Estimate>) -> Search {
    let mut run =
        Race { setting: *setting, measured: BTreeMap::new(), asked: BTreeMap::new(), interrupted: false };
    let last = setting.xs.len() - 1;
    let pilot: Vec<usize> = if last < WHOLE {
        (0..=last).collect()
    } else {
        (0..PILOT).map(|k| k * last / (PILOT - 1)).collect()
    };
    let mut games = (setting.budget / PILOT_SHARE / pilot.len() as u64).max(setting.first);
    for place in pilot {
        run.measure(place, games, measure);
    }
    while !run.interrupted && !run.is_over() {
        let (from, to) = run.between();
        if let Some(middle) = run.gap(from, to) {
            if run.spent() + games > setting.budget {
                break;
            }
            run.measure(middle, games, measure);
            continue;
        }
        let active: Vec<usize> = run.measured.range(from..=to).map(|(&place, _)| place).collect();
        let more = |games: u64| active.iter().map(|p| games.saturating_sub(run.asked[p])).sum::<u64>();
        let left = setting.budget.saturating_sub(run.spent());
        let mut next = games + games.div_ceil(2);
        if more(next) > left {
            next = games + left / active.len() as u64;
        }
        if next < games + games.div_ceil(20) {
            break;
        }
        games = next;
        for place in active {
            run.measure(place, games, measure);
        }
    }
    run.finish()
}

struct Race<'a> {
    setting: Setting<'a>,
    measured: BTreeMap<usize, Estimate>,
    asked: BTreeMap<usize, u64>,
    interrupted: bool,
}

impl Race<'_> {
    fn measure(&mut self, place: usize, games: u64, measure: &mut dyn FnMut(usize, u64) -> Option<Estimate>) {
        if self.interrupted || self.asked.get(&place).is_some_and(|&asked| asked >= games) {
            return;
        }
        match measure(place, games) {
            Some(estimate) => {
                self.measured.insert(place, estimate);
                self.asked.insert(place, games);
            }
            None => self.interrupted = true,
        }
    }

    fn spent(&self) -> u64 {
        self.asked.values().sum()
    }

    /// 1 for a rising curve, -1 for a falling one, by what is sure or, failing
    /// that, by the means at both ends.
    fn direction(&self) -> f64 {
        match shape(&self.measured) {
            Shape::Rising => 1.0,
            Shape::Falling => -1.0,
            _ => {
                let ends = (self.measured.first_key_value(), self.measured.last_key_value());
                match ends {
                    (Some((_, first)), Some((_, last))) if last.value < first.value => -1.0,
                    _ => 1.0,
                }
            }
        }
    }

    /// The last place surely before the crossing, the first surely behind it.
    fn sure(&self) -> (Option<usize>, Option<usize>) {
        let target = self.setting.target;
        let before = if self.direction() > 0.0 { Ordering::Less } else { Ordering::Greater };
        let is = |side: Ordering| move |(_, e): &(&usize, &Estimate)| e.side_of(target) == side;
        let low = self.measured.iter().rev().find(is(before)).map(|(&place, _)| place);
        let high = self.measured.iter().find(is(before.reverse())).map(|(&place, _)| place);
        (low, high)
    }

    /// The places between which the crossing must lie.
    fn between(&self) -> (usize, usize) {
        let (low, high) = self.sure();
        (low.unwrap_or(0), high.unwrap_or(self.setting.xs.len() - 1))
    }

    fn is_missed(&self) -> bool {
        let target = self.setting.target;
        let all = |side| self.measured.values().all(|e| e.side_of(target) == side);
        all(Ordering::Less) || all(Ordering::Greater)
    }

    /// Nothing is left to find out, or nothing can be: the curve is broken, or
    /// never meets the target.
    fn is_over(&self) -> bool {
        if matches!(shape(&self.measured), Shape::Broken { .. }) || self.is_missed() {
            return true;
        }
        let (from, to) = self.between();
        from > to || (to - from <= 2 && self.gap(from, to).is_none() && self.is_best_sure(from, to))
    }

    /// Whether no other measured place can be nearer to the target than one:
    /// of places that surely meet it alike (a median at several values of the
    /// knob) any will do.
    fn is_best_sure(&self, from: usize, to: usize) -> bool {
        let best = self.best(from, to);
        let target = self.setting.target;
        let least = |e: &Estimate| {
            if e.contains(target) { 0.0 } else { (e.low - target).abs().min((e.high - target).abs()) }
        };
        let most = |e: &Estimate| (e.low - target).abs().max((e.high - target).abs());
        let Some(bound) = self.measured.get(&best).map(most) else { return false };
        self.measured.range(from..=to).all(|(&place, e)| place == best || bound <= least(e))
    }

    /// The place nearest to the target by its mean.
    fn best(&self, from: usize, to: usize) -> usize {
        let off = |e: &Estimate| (e.value - self.setting.target).abs();
        let near = self.measured.range(from..=to).min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
        near.map_or(from, |(&place, _)| place)
    }

    /// The middle of the unmeasured places around the estimated crossing.
    fn gap(&self, from: usize, to: usize) -> Option<usize> {
        let places: Vec<(usize, f64)> = self.measured.range(from..=to).map(|(&p, e)| (p, e.value)).collect();
        let target = self.setting.target;
        let crossed = places.windows(2).find(|w| (w[0].1 - target) * (w[1].1 - target) <= 0.0);
        let (a, b) = match crossed {
            Some(w) => (w[0].0, w[1].0),
            // No mean has crossed yet: beside the nearest one.
            None => {
                let best = self.best(from, to);
                let above = places.iter().find(|(p, _)| *p > best).map(|(p, _)| (best, *p));
                let below = places.iter().rev().find(|(p, _)| *p < best).map(|(p, _)| (*p, best));
                above.filter(|(a, b)| b - a > 1).or(below)?
            }
        };
        (b - a > 1).then_some(a + (b - a) / 2)
    }

    fn finish(self) -> Search {
        let last = self.setting.xs.len() - 1;
        let sure = self.sure();
        let (from, to) = self.between();
        let (from, to) = if from <= to { (from, to) } else { (0, last) };
        let shape = shape(&self.measured);
        let missed = !self.measured.is_empty() && self.is_missed();
        let broken = matches!(shape, Shape::Broken { .. });
        let best = if broken || missed { self.best(0, last) } else { self.best(from, to) };
        let window = if broken || missed {
            best..=best
        } else if to - from < WINDOW {
            from..=to
        } else {
            let first = best.saturating_sub(WINDOW / 2).max(from);
            first..=(first + WINDOW - 1).min(to)
        };
        let games = self.spent();
        Search {
            measured: self.measured,
            games,
            shape,
            sure,
            missed,
            best,
            window,
            interrupted: self.interrupted,
        }
    }
}

/// A crossing's numbers; none of them where there is no crossing.
///
/// # Errors
/// Those of the sink.
pub fn ends<S: Serializer>(crossing: &Option<Meeting>, to: S) -> Result<S::Ok, S::Error> {
    let none = Meeting { value: f64::NAN, low: f64::NAN, high: f64::NAN };
    crossing.unwrap_or(none).serialize(to)
}

/// The crossing of the curve as measured again in `window`, from what
/// [`curve::invert`] finds there. An end that reaches the window's edge is carried on
/// to the last place which the search surely excluded (`sure`), or to the end
/// of the range; a window that lies wholly before or behind the crossing leaves
/// what the search left open beyond it. `None` when nothing is left.
#[must_use]
pub fn confirmed(
    xs: &[f64],
    target: f64,
    window: (usize, usize),
    sure: (Option<usize>, Option<usize>),
    curve: &[(usize, Estimate)],
) -> Option<Meeting> {
    let places: Vec<(f64, Estimate)> = curve.iter().map(|&(place, e)| (xs[place], e)).collect();
    let least = xs[sure.0.unwrap_or(0).min(window.0)];
    let most = xs[sure.1.unwrap_or(xs.len() - 1).max(window.1)];
    let (first, last) = (xs[window.0], xs[window.1]);
    if let Some(mut found) = curve::invert(&places, target) {
        if found.low <= first {
            found.low = least;
        }
        if found.high >= last {
            found.high = most;
        }
        return Some(found);
    }
    let (start, end) = (places.first()?.1, places.last()?.1);
    let rising = end.value >= start.value;
    let is_before = end.side_of(target) == if rising { Ordering::Less } else { Ordering::Greater };
    if is_before && last < most {
        Some(Meeting { value: last, low: last, high: most })
    } else if !is_before && least < first {
        Some(Meeting { value: first, low: least, high: first })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::Coins;
    use super::*;
    use crate::stats::Method;

    fn xs(count: usize) -> Vec<f64> {
        (0..count).map(|i| i as f64).collect()
    }

    fn point(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::BlockT, 100)
    }

    #[test]
    fn a_window_beside_the_crossing_leaves_what_the_search_left_open() {
        let curve = [(2, point(0.40, 0.01)), (3, point(0.42, 0.01)), (4, point(0.44, 0.01))];
        let found = |target, sure| confirmed(&xs(11), target, (2, 4), sure, &curve);
        let behind = found(0.48, (Some(1), Some(8))).unwrap();
        assert_eq!((behind.low, behind.high), (4.0, 8.0));
        let before = found(0.37, (None, Some(8))).unwrap();
        assert_eq!((before.low, before.high), (0.0, 2.0));
        assert_eq!(found(0.48, (Some(1), Some(4))), None);
        let edge = found(0.405, (Some(1), Some(8))).unwrap();
        assert!(edge.low == 1.0 && edge.high < 3.0, "{edge:?}");
    }

    #[test]
    fn a_curve_that_turns_is_called_broken_with_the_places_that_show_it() {
        let made = |values: &[f64]| values.iter().map(|&v| point(v, 0.01)).enumerate().collect();
        assert_eq!(shape(&made(&[0.1, 0.2, 0.205, 0.3])), Shape::Rising);
        assert_eq!(shape(&made(&[0.3, 0.2, 0.1])), Shape::Falling);
        assert_eq!(shape(&made(&[0.3, 0.305, 0.3])), Shape::Flat);
        assert_eq!(shape(&made(&[0.1, 0.3, 0.2])), Shape::Broken { up: (0, 1), down: (1, 2) });
        let curve = [0.3, 0.4, 0.5, 0.4, 0.3];
        let mut coins = Coins::new("turning", 0, 0.99, 2000);
        let setting = Setting { xs: &xs(5), target: 0.45, budget: 100_000, first: 200 };
        let found = search(&setting, &mut |i, games| Some(coins.measure(i, curve[i], games)));
        assert!(matches!(found.shape, Shape::Broken { .. }), "{:?}", found.shape);
    }

    #[test]
    fn the_best_place_is_sure_only_if_no_other_can_be_nearer() {
        let is_sure = |others: &[(f64, f64)]| {
            let places = [(0.49, 0.01)].iter().chain(others).map(|&(value, half)| point(value, half));
            let places = places.enumerate().collect::<BTreeMap<usize, Estimate>>();
            let last = places.len() - 1;
            let setting = Setting { xs: &xs(places.len()), target: 0.5, budget: 0, first: 0 };
            let (asked, interrupted) = (BTreeMap::new(), false);
            Race { setting, measured: places, asked, interrupted }.is_best_sure(0, last)
        };
        // The first place lies at most 0.02 from the target.
        assert!(is_sure(&[(0.55, 0.025), (0.45, 0.025)]));
        assert!(!is_sure(&[(0.55, 0.025), (0.45, 0.035)]), "the last may be 0.015 away");
        assert!(!is_sure(&[(0.52, 0.03)]), "the second may be right at the target");
    }

    #[test]
    fn a_target_beyond_the_range_is_missed_and_the_nearest_end_named() {
        let curve = |i: usize| 0.30 + 0.01 * i as f64;
        let mut coins = Coins::new("beyond", 1, 0.99, 2000);
        let setting = Setting { xs: &xs(11), target: 0.6, budget: 60_000, first: 200 };
        let found = search(&setting, &mut |i, games| Some(coins.measure(i, curve(i), games)));
        assert!(found.missed && found.best >= 8, "{found:?}");
        assert!(found.games < 30_000, "decided places cost nothing more: {}", found.games);
    }

    #[test]
    fn a_long_range_is_bisected_not_walked() {
        let curve = |i: usize| 1.0 / (1.0 + (-(i as f64 - 700.0) / 150.0).exp());
        let mut coins = Coins::new("long", 3, 0.9995, 2000);
        let setting = Setting { xs: &xs(2001), target: 0.5, budget: 400_000, first: 200 };
        let found = search(&setting, &mut |i, games| Some(coins.measure(i, curve(i), games)));
        assert!(found.measured.len() < 60, "{} places", found.measured.len());
        assert!(found.best.abs_diff(700) < 25, "{}", found.best);
        assert!(found.games <= 400_000);
    }

    #[test]
    fn play_that_is_stopped_keeps_what_was_measured() {
        let mut coins = Coins::new("stopped", 4, 0.99, 2000);
        let mut left = 7;
        let setting = Setting { xs: &xs(11), target: 0.45, budget: 100_000, first: 200 };
        let found = search(&setting, &mut |i, games| {
            left -= 1;
            (left >= 0).then(|| coins.measure(i, 0.4 + 0.01 * i as f64, games))
        });
        assert!(found.interrupted && found.measured.len() == 7);
    }
}
