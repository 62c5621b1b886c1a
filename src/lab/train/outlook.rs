//! The weights of where a seat stands, found from games of self-play: those by
//! which who won was likeliest (conditional logit, see
//! [`prospects`](crate::bots::prospects)), a little drawn towards nothing.
//!
//! In: an arm whose every seat plays by the weights found for moves, a number of
//! games. Out: weights for standings, and how much of who wins they tell. The
//! games are played on luck of their own. Logarithms and powers differ in their
//! last bit from machine to machine, which rounding to whole weights swallows
//! unless a weight lies within 10⁻⁹ of a half.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use super::{PAIRING, table};
use crate::arena::Runner;
use crate::arena::pool::Work;
use crate::bots::prospects::DOUBLE;
use crate::campaign::journal::{self, Kept};
use crate::campaign::{self, Hall, Progress};
use crate::game::weights::TRAINED;
use crate::game::{Feature, WIN, Weights};
use crate::scenario::{Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::linear::Matrix;
use crate::tally::Tally;

/// How strongly weights are drawn towards nothing: as much as by so many standings,
/// of each feature in units of its own spread.
const RIDGE: f64 = 50.0;
/// Newton steps at most; ten are usual.
const STEPS: u32 = 60;

/// Weights of where a seat stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Outlook {
    /// Games of self-play that they are found from.
    pub games: u64,
    /// What they tell of who wins, from 0 to 1: how much less the squared error of
    /// the second half of the games is than that of equal shares, by weights found
    /// from the first half. Nothing where no game told anything.
    pub told: Option<f64>,
}

/// Games of self-play.
struct SelfPlay {
    runner: Box<dyn Runner>,
    /// Features of a standing.
    looks: usize,
}

impl SelfPlay {
    /// Numbers of one standing: what is seen of each seat, then every seat's share.
    fn width(&self) -> usize {
        self.runner.seats() * (self.looks + 1)
    }
}

impl Work for SelfPlay {
    /// One standing after another.
    type Sum = Vec<i32>;

    fn zero(&self) -> Vec<i32> {
        Vec::new()
    }

    fn batch(&self, range: Range<u64>) -> Vec<i32> {
        let mut sum = Vec::new();
        self.runner.standings(range, &mut |standing| {
            sum.extend(standing.seen);
            sum.extend(standing.share[..self.runner.seats()].iter().map(|&share| i32::from(share)));
        });
        sum
    }

    fn merge(&self, into: &mut Vec<i32>, later: Vec<i32>) {
        into.extend(later);
    }
}

impl Kept for SelfPlay {
    fn fits(&self, sum: &Vec<i32>, _blocks: u64) -> bool {
        let seats = self.runner.seats();
        let sound = |one: &[i32]| {
            let shares = &one[one.len() - seats..];
            shares.iter().all(|share| (0..=i32::from(WIN)).contains(share))
                && shares.iter().sum::<i32>() <= i32::from(WIN)
        };
        sum.len().is_multiple_of(self.width()) && sum.chunks_exact(self.width()).all(sound)
    }
}

/// Weights for moves with those for standings found for them, as they were where no
/// standing tells anything (the cup in games of a league); `None` where the games were
/// not played to their end.
///
/// # Errors
/// An arm that does not compile.
pub fn find(
    plan: &Plan,
    arm: &PlanArm,
    weights: &Weights,
    games: u64,
    hall: &Hall<'_>,
) -> Result<Option<(Weights, Outlook)>, Vec<Fault>> {
    let (features, looks) = (arm.ruleset.features(), arm.ruleset.prospects());
    let mut arm = table(arm, arm.seats()?, TRAINED);
    arm.pairing = format!("{PAIRING}: standings");
    let mut runner = arm.runner(plan.seed)?;
    let seats = runner.seats();
    (0..seats).for_each(|entrant| runner.reweigh(entrant, weights));
    let rotations = u64::from(runner.rotations());
    let blocks = games.div_ceil(rotations).max(1);
    let key = hall.journal.map_or_else(String::new, |_| {
        let told = campaign::key_of(&Plan { arms: vec![arm], ..plan.clone() }, "standings", &[0]);
        journal::key(&told, &&weights.values()[..])
    });
    let (layout, tally) = (runner.layout().clone(), Tally::new(runner.layout()));
    let play = SelfPlay { runner, looks: looks.len() };
    let (mut numbers, mut reached) = journal::known(&play, hall.journal, &key, &(0..blocks));
    if reached < blocks {
        let told = |_: &Vec<i32>, reached: u64| {
            let (games, expected) = (reached * rotations, blocks * rotations);
            let layout = &layout;
            (hall.progress)(&Progress { arm: 0, tally: &tally, since: None, layout, games, expected });
        };
        let kept = (hall.journal, key.as_str());
        (numbers, reached) = journal::play(&play, (numbers, 0), kept, reached..blocks, hall.stop, &told);
    }
    if reached < blocks {
        return Ok(None);
    }
    let standings: Vec<Standing> =
        numbers.chunks_exact(play.width()).filter_map(|one| Standing::of(one, looks.len(), seats)).collect();
    let half = standings.len() / 2;
    let told = told(&fitted(&standings[..half], looks.len()), &standings[half..]);
    let found = rounded(looks, &fitted(&standings, looks.len()));
    let mut values = *weights.values();
    let first = features.len() - looks.len();
    for (look, (value, found)) in values[first..].iter_mut().zip(found).enumerate() {
        if standings.iter().any(|standing| standing.differs(look, looks.len())) {
            *value = found;
        }
    }
    Ok(Some((Weights::of(&values), Outlook { games: blocks * rotations, told })))
}

/// What was seen of every seat, and what came of it.
struct Standing {
    /// By seat, then by feature.
    seen: Vec<f64>,
    /// Shares of the win.
    share: Vec<f64>,
}

impl Standing {
    /// Of its numbers, if a seat won.
    fn of(numbers: &[i32], looks: usize, seats: usize) -> Option<Self> {
        let (seen, share) = numbers.split_at(looks * seats);
        let all: i32 = share.iter().sum();
        (all > 0).then(|| Self {
            seen: seen.iter().copied().map(f64::from).collect(),
            share: share.iter().map(|&share| f64::from(share) / f64::from(all)).collect(),
        })
    }

    /// Whether the seats differ in this.
    fn differs(&self, look: usize, looks: usize) -> bool {
        let mut seen = self.seen.iter().skip(look).step_by(looks);
        let first = seen.next();
        seen.any(|seen| Some(seen) != first)
    }

    /// Each seat's chance by these weights, natural logarithms of odds.
    fn chances(&self, weights: &[f64]) -> Vec<f64> {
        let sums: Vec<f64> = self
            .seen
            .chunks_exact(weights.len())
            .map(|seen| seen.iter().zip(weights).map(|(seen, weight)| seen * weight).sum())
            .collect();
        let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds: Vec<f64> = sums.iter().map(|sum| (sum - best).exp()).collect();
        let all: f64 = odds.iter().sum();
        odds.iter().map(|odds| odds / all).collect()
    }

    /// What each feature differs by from its mean over the seats, weighed by their
    /// chances.
    fn parted(&self, chances: &[f64], looks: usize) -> Vec<Vec<f64>> {
        let mut mean = vec![0.0; looks];
        for (seen, chance) in self.seen.chunks_exact(looks).zip(chances) {
            mean.iter_mut().zip(seen).for_each(|(mean, seen)| *mean += chance * seen);
        }
        let apart = |seen: &[f64]| seen.iter().zip(&mean).map(|(seen, mean)| seen - mean).collect();
        self.seen.chunks_exact(looks).map(apart).collect()
    }
}

/// The weights by which what came of these standings was likeliest, by Newton's method.
fn fitted(standings: &[Standing], looks: usize) -> Vec<f64> {
    let mut weights = vec![0.0; looks];
    let mut spread = vec![0.0; looks];
    for standing in standings {
        let equal = vec![1.0 / standing.share.len() as f64; standing.share.len()];
        for seen in standing.parted(&equal, looks) {
            spread.iter_mut().zip(seen).for_each(|(spread, seen)| *spread += seen * seen);
        }
    }
    let all: usize = standings.iter().map(|standing| standing.share.len()).sum();
    let spread: Vec<f64> = spread.iter().map(|spread| spread / all.max(1) as f64).collect();
    for _ in 0..STEPS {
        let mut slope = vec![0.0; looks];
        let mut curve = Matrix::zero(looks);
        for standing in standings {
            let chances = standing.chances(&weights);
            let parted = standing.parted(&chances, looks);
            for ((seen, chance), share) in parted.iter().zip(&chances).zip(&standing.share) {
                for i in 0..looks {
                    slope[i] += (share - chance) * seen[i];
                    for j in 0..=i {
                        curve.add(i, j, chance * seen[i] * seen[j]);
                    }
                }
            }
        }
        for i in 0..looks {
            // A feature that never differs (but by what its mean is rounded) has no weight.
            let pull = if spread[i] > 1e-9 { RIDGE * spread[i] } else { 1.0 };
            slope[i] -= pull * weights[i];
            curve.add(i, i, pull);
            for j in 0..i {
                curve.set(j, i, curve.at(i, j));
            }
        }
        let Some(factor) = curve.cholesky() else { break };
        let step = factor.solve_factored(&slope);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().zip(&spread).all(|(step, spread)| step.abs() * spread.sqrt() < 1e-12) {
            break;
        }
    }
    weights
}

/// How much less the squared error is than that of equal shares.
fn told(weights: &[f64], standings: &[Standing]) -> Option<f64> {
    let (mut left, mut all) = (0.0, 0.0);
    for standing in standings {
        let equal = 1.0 / standing.share.len() as f64;
        for (share, chance) in standing.share.iter().zip(standing.chances(weights)) {
            left += (share - chance).powi(2);
            all += (share - equal).powi(2);
        }
    }
    (all > 0.0).then(|| 1.0 - left / all)
}

/// Whole weights within their ranges, of logarithms.
fn rounded(looks: &[Feature], weights: &[f64]) -> Vec<i16> {
    let of = |(look, weight): (&Feature, &f64)| {
        let [least, most] = look.range.map(f64::from);
        (weight / std::f64::consts::LN_2 * DOUBLE as f64).round().clamp(least, most) as i16
    };
    looks.iter().zip(weights).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Whim;
    use crate::seed::Luck;

    /// Standings of three seats in two things that count and one that doesn't.
    fn standings(truth: [f64; 3], many: u64) -> Vec<Standing> {
        let mut whim = Whim::new(Luck::new(1, 2, 3), 0, 0);
        let mut one = |_| {
            let mut number = || f64::from(whim.below(9)) - 4.0;
            let mut standing = Standing { seen: (0..9).map(|_| number()).collect(), share: vec![0.0; 3] };
            let chances = standing.chances(&truth);
            let drawn = f64::from(whim.below(1 << 20)) / f64::from(1 << 20);
            let winner =
                if drawn < chances[0] { 0 } else { 1 + usize::from(drawn >= chances[0] + chances[1]) };
            standing.share[winner] = 1.0;
            standing
        };
        (0..many).map(&mut one).collect()
    }

    #[test]
    fn weights_that_made_the_winners_are_found() {
        let truth = [0.3, -0.2, 0.0];
        let standings = standings(truth, 20_000);
        let found = fitted(&standings, 3);
        assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 0.02), "{found:?}");
        let [own, none] = [&found[..], &[0.0; 3]].map(|weights| told(weights, &standings).unwrap());
        assert!(own > 0.2 && none.abs() < 1e-12, "{own} {none}");
    }

    #[test]
    fn what_never_differs_and_no_game_at_all_have_no_weight() {
        let mut same = standings([0.4, 0.0, 0.0], 2_000);
        for standing in &mut same {
            standing.seen.iter_mut().skip(1).step_by(3).for_each(|seen| *seen = 7.0);
        }
        assert!(fitted(&same, 3)[1].abs() < 1e-9);
        assert_eq!((fitted(&[], 3), told(&[0.0; 3], &[])), (vec![0.0; 3], None));
    }
}
