//! When a comparison has its answer. Pure: an interval that holds at every look
//! in, a finding out, so that the error rates can be simulated.

use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::estimate::Estimate;
use crate::stats::sequential::precision;

/// What a comparison is to settle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
pub struct Rule {
    /// Differences up to this size count as none. Without it a difference
    /// counts as soon as its interval excludes 0.
    pub margin: Option<f64>,
    /// Half-width of the difference's interval at which to stop. Without a
    /// margin the comparison then goes on to this precision even when its sign
    /// is clear earlier.
    pub precision: Option<f64>,
    /// Play to the last game whatever is seen.
    #[serde(skip)]
    pub exactly: bool,
}

/// What a comparison has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The whole interval lies on one side of 0, or of the margin.
    Different,
    /// The whole interval lies inside the margin.
    Equal,
    /// No difference shown, and the interval is as narrow as was asked for.
    Precise,
    /// The sequential test accepts the difference that was looked for.
    Accepted,
    /// The sequential test accepts that it is not there.
    Rejected,
    /// More games are needed.
    Undecided,
}

impl Rule {
    /// What the interval of B minus A says. It must hold at every look at
    /// which [`Rule::stops`] is asked too.
    #[must_use]
    pub fn finding(&self, difference: &Estimate) -> Finding {
        let open = if self.is_precise(difference) { Finding::Precise } else { Finding::Undecided };
        if !difference.value.is_finite() {
            return Finding::Undecided;
        }
        match self.margin {
            Some(margin) => match Bounds::around(0.0, margin).judge(difference) {
                Verdict::Pass => Finding::Equal,
                Verdict::Fail => Finding::Different,
                Verdict::Undecided => open,
            },
            None if !difference.contains(0.0) => Finding::Different,
            None => open,
        }
    }

    fn is_precise(&self, difference: &Estimate) -> bool {
        self.precision.is_some_and(|wanted| precision::reached(difference, wanted))
    }

    /// Whether to stop at this look.
    #[must_use]
    pub fn stops(&self, difference: &Estimate) -> bool {
        if self.exactly {
            return false;
        }
        match (self.precision, self.margin) {
            (Some(_), None) => self.is_precise(difference),
            _ => self.finding(difference) != Finding::Undecided,
        }
    }

    /// Stretches of the difference, from and to, at which an interval of this
    /// half-width lets the comparison go on.
    #[must_use]
    pub fn goes_on(&self, half: f64) -> Vec<(f64, f64)> {
        if self.precision.is_some_and(|wanted| half <= wanted) {
            return Vec::new();
        }
        match self.margin {
            Some(margin) if margin > half => {
                vec![(-margin - half, half - margin), (margin - half, margin + half)]
            }
            margin => {
                let far = margin.unwrap_or(0.0) + half;
                vec![(-far, far)]
            }
        }
    }

    /// Blocks in all after which the comparison would be decided if the true
    /// difference were the one seen, by the square-root law. `None` when that
    /// difference sits exactly where it can never be decided.
    #[must_use]
    pub fn forecast(&self, difference: &Estimate) -> Option<u64> {
        let seen = difference.value.abs();
        let target = match (self.precision, self.margin) {
            (Some(wanted), None) => wanted,
            (precision, margin) => {
                let decisive = margin.map_or(seen, |margin| (seen - margin).abs());
                precision.map_or(decisive, |wanted| wanted.max(decisive))
            }
        };
        precision::forecast(difference, target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;
    use crate::stats::imagined;
    use crate::stats::sequential::asymptotic;
    use crate::stats::simulate::Dice;
    use crate::stats::sums::PairSums;

    fn interval(low: f64, high: f64) -> Estimate {
        Estimate::around(f64::midpoint(low, high), (high - low) / 2.0, 0.95, Method::BlockT, 100)
    }

    #[test]
    fn findings_follow_the_interval() {
        let plain = Rule::default();
        assert_eq!(plain.finding(&interval(0.01, 0.03)), Finding::Different);
        assert_eq!(plain.finding(&interval(-0.01, 0.03)), Finding::Undecided);
        let precise = Rule { precision: Some(0.02), ..plain };
        assert_eq!(precise.finding(&interval(-0.01, 0.03)), Finding::Precise);
        assert!(!precise.stops(&interval(0.01, 0.09)), "precision is the aim, not the sign");
        let margin = Rule { margin: Some(0.02), ..plain };
        assert_eq!(margin.finding(&interval(-0.01, 0.015)), Finding::Equal);
        assert_eq!(margin.finding(&interval(0.01, 0.015)), Finding::Equal);
        assert_eq!(margin.finding(&interval(0.01, 0.03)), Finding::Undecided);
        assert_eq!(margin.finding(&interval(0.021, 0.05)), Finding::Different);
        assert!(margin.stops(&interval(0.021, 0.05)));
        assert!(!Rule { exactly: true, ..margin }.stops(&interval(0.021, 0.05)));
        let nothing = Estimate::new(f64::NAN, (f64::NEG_INFINITY, f64::INFINITY), 0.95, Method::Unknown, 0);
        assert_eq!(margin.finding(&nothing), Finding::Undecided);
    }

    #[test]
    fn forecasts_follow_the_nearest_boundary() {
        let seen = Estimate::around(0.01, 0.04, 0.95, Method::BlockT, 1_000);
        assert_eq!(Rule::default().forecast(&seen), Some(16_000));
        assert_eq!(Rule { margin: Some(0.03), ..Rule::default() }.forecast(&seen), Some(4_000));
        assert_eq!(Rule { precision: Some(0.02), ..Rule::default() }.forecast(&seen), Some(4_000));
        let level = Estimate::around(0.0, 0.04, 0.95, Method::BlockT, 1_000);
        assert_eq!(Rule::default().forecast(&level), None);
        // Either of two aims ends it: the nearer one counts.
        let both = Rule { precision: Some(0.02), margin: Some(0.015), ..Rule::default() };
        assert_eq!(both.forecast(&seen), Some(4_000));
    }

    /// Sixtieths of a win that seat 0 takes in a mirrored pair of games, in two
    /// arms that share some luck. In a share `parted` of the blocks the second
    /// arm goes its own way; there seat 0 wins each game with probability
    /// `changed`, otherwise with ½.
    fn block(dice: &mut Dice, parted: f64, changed: f64) -> (i64, i64) {
        let mut arm = |win: f64| (0..2).map(|_| if dice.unit() < win { 60 } else { 0 }).sum::<i64>();
        let first = arm(0.5);
        let second = arm(changed);
        (first, if dice.unit() < parted { second } else { first })
    }

    /// Looks after every block from the hundredth on, through the very
    /// functions that `compare` uses. Returns what was found and after how
    /// many blocks. An imagined block lies off by `off`: by all of a block's
    /// 120 sixtieths for shares, by one count per game for counts.
    fn experiment(rule: Rule, most: u64, off: i128, mut next: impl FnMut() -> (i64, i64)) -> (Finding, u64) {
        let mut sums = PairSums::EMPTY;
        for blocks in 1..=most {
            let (a, b) = next();
            sums.add(b, a);
            if blocks < asymptotic::LEAST_BLOCKS {
                continue;
            }
            let supposed = imagined::difference(&sums, off);
            let difference = asymptotic::mean(&supposed, 120.0, most / 4, 0.95).unwrap();
            if rule.stops(&difference) {
                return (rule.finding(&difference), blocks);
            }
        }
        (Finding::Undecided, most)
    }

    const EXPERIMENTS: u64 = 2_000;

    /// No difference, in arms that share none, half, or nearly all of their
    /// luck: a false "different" in at most 5 % of the comparisons.
    #[test]
    fn calibration_no_difference_is_rarely_called_one() {
        for (parted, most) in [(1.0, 1_500), (0.5, 1_500), (0.02, 3_000)] {
            let mut wrong = 0;
            for number in 0..EXPERIMENTS {
                let mut dice = Dice::new("compare, no difference", number);
                let found = experiment(Rule::default(), most, 120, || block(&mut dice, parted, 0.5));
                wrong += u64::from(found.0 == Finding::Different);
            }
            assert!(wrong <= EXPERIMENTS / 20, "{wrong} of {EXPERIMENTS} with {parted} parted");
        }
    }

    /// A difference exactly as large as the margin: a false "equal" in at most
    /// 5 %, and a false "different" too, also when only few blocks part.
    #[test]
    fn calibration_a_difference_at_the_margin_is_rarely_decided() {
        for (parted, changed, most) in [
            (1.0, 0.54, 3_000),
            (0.4, 0.6, 2_000),
            (0.02, 0.75, 3_000),
            (0.01, 1.0, 2_000),
            (0.003, 1.0, 2_000),
        ] {
            let margin = Some(parted * (changed - 0.5));
            let (mut equal, mut different) = (0, 0);
            for number in 0..EXPERIMENTS {
                let mut dice = Dice::new("compare, at the margin", number);
                let rule = Rule { margin, ..Rule::default() };
                let found = experiment(rule, most, 120, || block(&mut dice, parted, changed));
                equal += u64::from(found.0 == Finding::Equal);
                different += u64::from(found.0 == Finding::Different);
            }
            let most_wrong = EXPERIMENTS / 20;
            assert!(equal <= most_wrong && different <= most_wrong, "{parted}: {equal}, {different}");
        }
    }

    /// Events so rare that most first looks have seen none: shares (a whole
    /// block of which may always differ) and counts.
    #[test]
    fn calibration_rare_events_are_not_called_equal() {
        for (a, b) in [(0.002, 0.006), (0.0005, 0.002), (0.0, 0.003)] {
            for (events, off) in [(60, 120), (1, 2)] {
                let mut equal = 0;
                let scale = f64::from(events) / 60.0;
                let rule = Rule { margin: Some(0.9999 * (b - a) * scale), ..Rule::default() };
                for number in 0..EXPERIMENTS {
                    let mut dice = Dice::new("compare, rare", number);
                    let next = || {
                        let mut arm = |rate: f64| -> i64 {
                            (0..2).map(|_| if dice.unit() < rate { i64::from(events) } else { 0 }).sum()
                        };
                        (arm(a), arm(b))
                    };
                    let found = experiment(rule, 3_000, off, next);
                    equal += u64::from(found.0 == Finding::Equal);
                }
                assert!(equal <= EXPERIMENTS / 20, "{equal} of {EXPERIMENTS}: {a} {b} {events}");
            }
        }
    }

    /// A test that never decides keeps any error rate; this one decides.
    #[test]
    fn calibration_clear_cases_are_decided_and_luck_shared_is_games_saved() {
        let (mut shared, mut plain) = (0, 0);
        for number in 0..200 {
            let mut dice = Dice::new("compare, clear", number);
            // The same difference of 8 points, from a fifth of the blocks and
            // from all of them.
            let few = experiment(Rule::default(), 20_000, 120, || block(&mut dice, 0.2, 0.9));
            let all = experiment(Rule::default(), 20_000, 120, || block(&mut dice, 1.0, 0.58));
            assert_eq!((few.0, all.0), (Finding::Different, Finding::Different));
            shared += few.1;
            plain += all.1;
            let equal = Rule { margin: Some(0.05), ..Rule::default() };
            let found = experiment(equal, 20_000, 120, || block(&mut dice, 0.1, 0.5));
            assert_eq!(found.0, Finding::Equal);
        }
        assert!(2 * shared < plain, "{shared} blocks against {plain}");
    }
}
